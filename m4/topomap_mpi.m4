dnl SPDX-License-Identifier: BSD-3-Clause
dnl topomap-replay is built with MPICC. The cluster tests also build small MPI programs with
dnl Open MPI's and MPICH's own compilers, where these are there.
AC_DEFUN([TOPOMAP_MPI], [
    AC_ARG_WITH([mpi],
        [AS_HELP_STRING([--without-mpi], [do not build topomap-replay])],
        [], [with_mpi=check])
    AC_ARG_VAR([MPICC], [MPI C compiler])
    have_mpi=no
    mpi_why="not wanted"
    AS_IF([test "x$with_mpi" != xno], [
        mpi_why="no working mpicc (Debian: libopenmpi-dev)"
        AC_PATH_PROGS([MPICC], [mpicc mpicc.openmpi mpicc.mpich])
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
    AC_PATH_PROGS([MPICC_OPENMPI], [mpicc.openmpi])
    AC_PATH_PROGS([MPICC_MPICH], [mpicc.mpich])
    # Where there is one MPI only, its compiler has no other name.
    AS_IF([test -z "$MPICC_OPENMPI" && $MPICC --showme:compile >/dev/null 2>&1],
        [MPICC_OPENMPI=$MPICC],
        [test -z "$MPICC_MPICH" && $MPICC -compile_info >/dev/null 2>&1], [MPICC_MPICH=$MPICC])
    AM_CONDITIONAL([MPI], [test $have_mpi = yes])
    AM_CONDITIONAL([OPENMPI], [test -n "$MPICC_OPENMPI"])
    AM_CONDITIONAL([MPICH], [test -n "$MPICC_MPICH"])
])

dnl A PMIx client among the cluster tests.
AC_DEFUN([TOPOMAP_PMIX], [
    PKG_CHECK_MODULES([PMIX], [pmix >= 3], [have_pmix=yes], [have_pmix=no])
    AM_CONDITIONAL([PMIX], [test $have_pmix = yes])
])
