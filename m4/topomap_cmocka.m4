dnl SPDX-License-Identifier: BSD-3-Clause
dnl Unit tests need cmocka.
AC_DEFUN([TOPOMAP_CMOCKA], [
    PKG_CHECK_MODULES([CMOCKA], [cmocka >= 1.1], [have_cmocka=yes], [have_cmocka=no])
    AM_CONDITIONAL([CMOCKA], [test $have_cmocka = yes])
])
