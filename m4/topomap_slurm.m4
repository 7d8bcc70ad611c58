dnl SPDX-License-Identifier: BSD-3-Clause
dnl The plugin needs Slurm's development headers. Its placement code knows structures of Slurm
dnl that are not public; newer releases than the newest one that was checked get a plugin that
dnl declines every placement.
m4_define([TOPOMAP_SLURM_CHECKED], [26.05])

AC_DEFUN([TOPOMAP_SLURM], [
    AC_ARG_WITH([slurm],
        [AS_HELP_STRING([--without-slurm], [do not build the Slurm plugin])],
        [], [with_slurm=check])
    AC_ARG_WITH([slurm-plugindir],
        [AS_HELP_STRING([--with-slurm-plugindir=DIR], [where spank_topomap.so goes @<:@LIBDIR/slurm@:>@])],
        [slurmplugindir=$withval], [slurmplugindir='${libdir}/slurm'])
    AC_SUBST([slurmplugindir])
    slurm_why="not wanted"
    have_slurm=no
    AS_IF([test "x$with_slurm" != xno], [
        slurm_why="slurm/spank.h not found (Debian: libslurm-dev)"
        AS_CASE([$with_slurm], [yes|check], [], [SLURM_CFLAGS="-I$with_slurm/include"])
        topomap_save_CPPFLAGS=$CPPFLAGS
        CPPFLAGS="$CPPFLAGS $SLURM_CFLAGS"
        AC_CHECK_HEADER([slurm/spank.h], [have_slurm=yes])
        AS_IF([test $have_slurm = yes], [
            AC_MSG_CHECKING([Slurm's version])
            AC_COMPUTE_INT([slurm_number], [SLURM_VERSION_NUMBER >> 8],
                [#include <slurm/slurm.h>], [slurm_number=0])
            slurm_version=$(printf '%d.%02d' $((slurm_number >> 8)) $((slurm_number & 255)))
            AC_MSG_RESULT([$slurm_version])
            slurm_newest=TOPOMAP_SLURM_CHECKED
            AS_VERSION_COMPARE([$slurm_version], [22.05], [
                have_slurm=no
                slurm_why="Slurm $slurm_version is older than 22.05"])
            AS_VERSION_COMPARE([$slurm_newest], [$slurm_version], [
                AC_DEFINE([SLURM_UNCHECKED], [1],
                    [Slurm is newer than the newest release whose internals were checked.])
                slurm_note=", newer than $slurm_newest: declines every placement"])
        ])
        CPPFLAGS=$topomap_save_CPPFLAGS
        AS_IF([test "x$have_slurm$with_slurm" = xnoyes], [AC_MSG_ERROR([$slurm_why])])
    ])
    AC_DEFINE([SLURM_NEWEST], ["TOPOMAP_SLURM_CHECKED"],
        [The newest release of Slurm whose internals were checked.])
    AC_SUBST([SLURM_CFLAGS])
    AC_SUBST([SLURM_RELEASE], [$slurm_version])
    AM_CONDITIONAL([SLURM], [test $have_slurm = yes])
])
