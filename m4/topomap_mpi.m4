dnl SPDX-License-Identifier: BSD-3-Clause
dnl topomap-replay is built with MPICC. The cluster tests also build small MPI programs with
dnl Open MPI's and MPICH's own compilers, where these are there.
AC_DEFUN([TOPOMAP_MPI], [
    AC_ARG_WITH([mpi],
        [AS_HELP_STRING([--without-mpi], [do not build topomap-replay])],
        [], [with_mpi=check])
    AC_ARG_VAR([MPICC], [MPI C compiler, or no])
    have_mpi=no
    mpi_why="not wanted"
    AS_IF([test "x$with_mpi" != xno], [
        mpi_why="no working mpicc (Debian: libopenmpi-dev)"
        TOPOMAP_PROGRAM([MPICC], [mpicc mpicc.openmpi mpicc.mpich])
        AS_IF([test -n "$MPICC"], [
            AC_MSG_CHECKING([whether $MPICC works])
            topomap_save_CC=$CC
            CC=$MPICC
            AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Finalize();]])],
                [have_mpi=yes])
            CC=$topomap_save_CC
            AC_MSG_RESULT([$have_mpi])
        ])
        AS_IF([test "x$have_mpi$with_mpi" = xnoyes], [AC_MSG_ERROR([$mpi_why])])
    ])
    TOPOMAP_PROGRAM([MPICC_OPENMPI], [mpicc.openmpi])
    TOPOMAP_PROGRAM([MPICC_MPICH], [mpicc.mpich])
    # Where there is one MPI only, its compiler has no other name.
    AS_IF([test -z "$MPICC_OPENMPI$MPICC_OPENMPI_refused" &&
            $MPICC --showme:compile >/dev/null 2>&1], [MPICC_OPENMPI=$MPICC],
        [test -z "$MPICC_MPICH$MPICC_MPICH_refused" && $MPICC -compile_info >/dev/null 2>&1],
            [MPICC_MPICH=$MPICC])
    AM_CONDITIONAL([MPI], [test $have_mpi = yes])
    AM_CONDITIONAL([OPENMPI], [test -n "$MPICC_OPENMPI"])
    AM_CONDITIONAL([MPICH], [test -n "$MPICC_MPICH"])
])

dnl TOPOMAP_MPI_FLAGS(variable, compiler, name of the MPI, words for flags to compile, and to link,
dnl condition of the preprocessor that it is another MPI)
AC_DEFUN([TOPOMAP_MPI_FLAGS], [
    have_header_$1=no
    AS_IF([test -n "$$2"], [
        AC_MSG_CHECKING([what $$2 compiles with])
        header_cflags=$($$2 $4 2>/dev/null | tr ' ' '\n' | grep -E '^-@<:@ID@:>@' | tr '\n' ' ')
        header_libs=$($$2 $5 2>/dev/null | tr ' ' '\n' | grep -E '^-@<:@Ll@:>@' | tr '\n' ' ')
        AC_MSG_RESULT([$header_cflags])
        topomap_save_CPPFLAGS=$CPPFLAGS
        CPPFLAGS="$CPPFLAGS $header_cflags"
        AC_MSG_CHECKING([for the header of $3])
        AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
            #if $6
            #error another MPI
            #endif]], [[MPI_Request request; return MPI_Start(&request);]])],
            [have_header_$1=yes])
        AC_MSG_RESULT([$have_header_$1])
        CPPFLAGS=$topomap_save_CPPFLAGS
    ])
    AC_SUBST(m4_toupper([$1])[_CFLAGS], [$header_cflags])
    AC_SUBST(m4_toupper([$1])[_LIBS], [$header_libs])
])

dnl Headers, libraries and Fortran compilers of Open MPI and of MPICH, for what is built for each.
AC_DEFUN([TOPOMAP_MPI_EACH], [
    AC_ARG_VAR([MPICC_OPENMPI], [compiler of Open MPI, for what is built for it, and tests; or no])
    AC_ARG_VAR([MPICC_MPICH],
        [compiler of MPICH or one of its ABI, for what is built for it, and tests; or no])
    TOPOMAP_MPI_FLAGS([openmpi], [MPICC_OPENMPI], [Open MPI], [--showme:compile], [--showme:link],
        [!defined OPEN_MPI])
    TOPOMAP_MPI_FLAGS([mpich], [MPICC_MPICH], [MPICH], [-show], [-show], [defined OPEN_MPI])
    # Tests of the Fortran bindings.
    TOPOMAP_PROGRAM([MPIFC_OPENMPI], [mpifort.openmpi mpif90.openmpi])
    TOPOMAP_PROGRAM([MPIFC_MPICH], [mpifort.mpich mpif90.mpich])
    AM_CONDITIONAL([FORTRAN_OPENMPI], [test $have_header_openmpi = yes && test -n "$MPIFC_OPENMPI"])
    AM_CONDITIONAL([FORTRAN_MPICH], [test $have_header_mpich = yes && test -n "$MPIFC_MPICH"])
])

dnl A PMIx client among the cluster tests.
AC_DEFUN([TOPOMAP_PMIX], [
    PKG_CHECK_MODULES([PMIX], [pmix >= 3], [have_pmix=yes], [have_pmix=no])
    AM_CONDITIONAL([PMIX], [test $have_pmix = yes])
])
