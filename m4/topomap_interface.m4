dnl SPDX-License-Identifier: BSD-3-Clause
dnl The MPI interface is compiled and linked once for each MPI that is there.

dnl TOPOMAP_INTERFACE_FOR(variable, name of the MPI)
AC_DEFUN([TOPOMAP_INTERFACE_FOR], [
    have_interface_$1=no
    AS_IF([test "x$with_interface" != xno && test $have_header_$1 = yes], [
        AC_MSG_CHECKING([whether $2 links])
        topomap_save_CPPFLAGS=$CPPFLAGS
        topomap_save_LIBS=$LIBS
        CPPFLAGS="$CPPFLAGS $m4_toupper([$1])_CFLAGS"
        LIBS="$m4_toupper([$1])_LIBS $LIBS"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Finalize();]])],
            [have_interface_$1=yes])
        AC_MSG_RESULT([$have_interface_$1])
        CPPFLAGS=$topomap_save_CPPFLAGS
        LIBS=$topomap_save_LIBS
    ])
    AS_IF([test $have_interface_$1 = yes],
        [interface_names="$interface_names${interface_names:+ and }$2"])
    AM_CONDITIONAL([INTERFACE_]m4_toupper([$1]), [test $have_interface_$1 = yes])
])

AC_DEFUN([TOPOMAP_INTERFACE], [
    AC_ARG_WITH([interface],
        [AS_HELP_STRING([--without-interface], [do not build the MPI interface, libtopomap-mpi])],
        [], [with_interface=check])
    interface_names=
    TOPOMAP_INTERFACE_FOR([openmpi], [Open MPI])
    TOPOMAP_INTERFACE_FOR([mpich], [MPICH])
    AS_IF([test "x$with_interface$interface_names" = xyes],
        [AC_MSG_ERROR([no MPI for the interface (Debian: libopenmpi-dev, libmpich-dev)])])
    AM_CONDITIONAL([INTERFACE], [test -n "$interface_names"])
])
