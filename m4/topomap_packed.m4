dnl SPDX-License-Identifier: BSD-3-Clause
dnl Compressed files are read with zlib and libzstd, where they are there. libdeflate has a faster
dnl CRC-32 than zlib.
AC_DEFUN([TOPOMAP_PACKED], [
    PKG_CHECK_MODULES([ZLIB], [zlib],
        [have_zlib=yes; AC_DEFINE([HAVE_ZLIB], [1], [files compressed by gzip are read])],
        [have_zlib=no])
    PKG_CHECK_MODULES([ZSTD], [libzstd >= 1.4],
        [have_zstd=yes; AC_DEFINE([HAVE_ZSTD], [1], [files compressed by zstd are read])],
        [have_zstd=no])
    PKG_CHECK_MODULES([DEFLATE], [libdeflate],
        [AC_DEFINE([HAVE_DEFLATE], [1], [sums of profiles are checked by libdeflate])], [:])
])
