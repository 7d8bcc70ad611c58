dnl SPDX-License-Identifier: BSD-3-Clause
dnl The recorder of profiles is compiled once for each MPI that is there. Headers are all that it
dnl needs: the libraries it finds in the process.

dnl TOPOMAP_RECORDER_FOR(variable)
AC_DEFUN([TOPOMAP_RECORDER_FOR], [
    have_record_$1=$have_header_$1
    AS_IF([test "x$with_recorder" = xno], [have_record_$1=no])
    AM_CONDITIONAL([RECORD_]m4_toupper([$1]), [test $have_record_$1 = yes])
])

AC_DEFUN([TOPOMAP_RECORDER], [
    AC_ARG_WITH([recorder],
        [AS_HELP_STRING([--without-recorder], [do not build the recorder of profiles])],
        [], [with_recorder=check])
    TOPOMAP_RECORDER_FOR([openmpi])
    TOPOMAP_RECORDER_FOR([mpich])
    record_names=
    AS_IF([test $have_record_openmpi = yes], [record_names="Open MPI"])
    AS_IF([test $have_record_mpich = yes],
        [record_names="$record_names${record_names:+ and }MPICH"])
    AS_IF([test "x$with_recorder$record_names" = xyes],
        [AC_MSG_ERROR([no MPI for the recorder (Debian: libopenmpi-dev, libmpich-dev)])])
    AM_CONDITIONAL([RECORDER], [test -n "$record_names"])
])
