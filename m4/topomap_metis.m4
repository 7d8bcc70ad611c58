dnl SPDX-License-Identifier: BSD-3-Clause
dnl METIS 5 has no pkg-config file.
AC_DEFUN([TOPOMAP_METIS], [
    topomap_save_LIBS=$LIBS
    AC_CHECK_HEADER([metis.h], [], [AC_MSG_ERROR([metis.h not found (Debian: libmetis-dev)])])
    AC_CHECK_LIB([metis], [METIS_PartGraphKway], [METIS_LIBS=-lmetis],
        [AC_MSG_ERROR([libmetis not found (Debian: libmetis-dev)])])
    LIBS=$topomap_save_LIBS
    AC_SUBST([METIS_LIBS])
])
