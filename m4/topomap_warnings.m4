dnl SPDX-License-Identifier: BSD-3-Clause
dnl Warnings of the house, and stricter ones for lib/. --enable-werror makes them fatal.
AC_DEFUN([TOPOMAP_WARNINGS], [
    AC_ARG_ENABLE([werror],
        [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])])
    WARN_CFLAGS="-std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla"
    WARN_CFLAGS="$WARN_CFLAGS -Werror=implicit-function-declaration"
    AS_IF([test "x$enable_werror" = xyes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
    AC_SUBST([WARN_CFLAGS])
    AC_SUBST([LIB_WARN_CFLAGS], ["$WARN_CFLAGS -Wconversion"])
])

dnl --enable-sanitizers builds everything but the Slurm plugin with ASan and UBSan: the plugin is
dnl loaded by programs of Slurm, which are not built with them.
AC_DEFUN([TOPOMAP_SANITIZERS], [
    AC_ARG_ENABLE([sanitizers],
        [AS_HELP_STRING([--enable-sanitizers], [build with AddressSanitizer and UBSan])])
    AS_IF([test "x$enable_sanitizers" = xyes],
        [SANITIZE_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"])
    AC_SUBST([SANITIZE_CFLAGS])
    AM_CONDITIONAL([SANITIZERS], [test "x$enable_sanitizers" = xyes])
])
