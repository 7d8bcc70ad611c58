dnl SPDX-License-Identifier: BSD-3-Clause
dnl The recorder of profiles is compiled once for each MPI that is there. Headers are all that it
dnl needs: the libraries it finds in the process.

dnl TOPOMAP_RECORDER_FOR(variable, compiler, name of the MPI, words for its flags)
AC_DEFUN([TOPOMAP_RECORDER_FOR], [
    have_record_$1=no
    AS_IF([test -n "$$2" && test "x$with_recorder" != xno], [
        AC_MSG_CHECKING([what $$2 compiles with])
        record_$1_cflags=$($$2 $4 2>/dev/null | tr ' ' '\n' | grep -E '^-@<:@ID@:>@' | tr '\n' ' ')
        AC_MSG_RESULT([$record_$1_cflags])
        topomap_save_CPPFLAGS=$CPPFLAGS
        CPPFLAGS="$CPPFLAGS $record_$1_cflags"
        AC_MSG_CHECKING([for the header of $3])
        AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
            #if $5
            #error another MPI
            #endif]], [[MPI_Request request; return MPI_Start(&request);]])],
            [have_record_$1=yes])
        AC_MSG_RESULT([$have_record_$1])
        CPPFLAGS=$topomap_save_CPPFLAGS
    ])
    AC_SUBST([RECORD_]m4_toupper([$1])[_CFLAGS], [$record_$1_cflags])
    AM_CONDITIONAL([RECORD_]m4_toupper([$1]), [test $have_record_$1 = yes])
])

AC_DEFUN([TOPOMAP_RECORDER], [
    AC_ARG_WITH([recorder],
        [AS_HELP_STRING([--without-recorder], [do not build the recorder of profiles])],
        [], [with_recorder=check])
    AC_ARG_VAR([MPICC_OPENMPI], [compiler of Open MPI, for the recorder and tests])
    AC_ARG_VAR([MPICC_MPICH], [compiler of MPICH or one of its ABI, for the recorder and tests])
    TOPOMAP_RECORDER_FOR([openmpi], [MPICC_OPENMPI], [Open MPI], [--showme:compile],
        [!defined OPEN_MPI])
    TOPOMAP_RECORDER_FOR([mpich], [MPICC_MPICH], [MPICH], [-show], [defined OPEN_MPI])
    record_names=
    AS_IF([test $have_record_openmpi = yes], [record_names="Open MPI"])
    AS_IF([test $have_record_mpich = yes],
        [record_names="$record_names${record_names:+ and }MPICH"])
    AS_IF([test "x$with_recorder$record_names" = xyes],
        [AC_MSG_ERROR([no MPI for the recorder (Debian: libopenmpi-dev, libmpich-dev)])])
    AM_CONDITIONAL([RECORDER], [test -n "$record_names"])
    # Tests of the Fortran bindings.
    AC_PATH_PROGS([MPIFC_OPENMPI], [mpifort.openmpi mpif90.openmpi])
    AC_PATH_PROGS([MPIFC_MPICH], [mpifort.mpich mpif90.mpich])
    AM_CONDITIONAL([FORTRAN_OPENMPI], [test $have_record_openmpi = yes && test -n "$MPIFC_OPENMPI"])
    AM_CONDITIONAL([FORTRAN_MPICH], [test $have_record_mpich = yes && test -n "$MPIFC_MPICH"])
])
