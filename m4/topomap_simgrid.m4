dnl SPDX-License-Identifier: BSD-3-Clause
dnl topomap-simgrid, what `topomap simulate` starts, is built with SimGrid. The tests also run a
dnl small MPI program under SMPI, on a platform that topomap writes.
AC_DEFUN([TOPOMAP_SIMGRID], [
    AC_ARG_WITH([simgrid],
        [AS_HELP_STRING([--without-simgrid], [do not build topomap-simgrid])],
        [], [with_simgrid=check])
    have_simgrid=no
    simgrid_why="not wanted"
    AS_IF([test "x$with_simgrid" != xno], [
        simgrid_why="SimGrid not found (Debian: libsimgrid-dev)"
        PKG_CHECK_MODULES([SIMGRID], [simgrid >= 3.32], [have_simgrid=yes], [have_simgrid=no])
        AS_IF([test "x$have_simgrid$with_simgrid" = xnoyes], [AC_MSG_ERROR([$simgrid_why])])
    ])
    TOPOMAP_PROGRAM([SMPICC], [smpicc])
    TOPOMAP_PROGRAM([SMPIRUN], [smpirun])
    AM_CONDITIONAL([SIMGRID], [test $have_simgrid = yes])
    AM_CONDITIONAL([SMPI], [test $have_simgrid = yes && test -n "$SMPICC" && test -n "$SMPIRUN"])
])
