dnl SPDX-License-Identifier: BSD-3-Clause
dnl Shell scripts that need a substitution.
AC_DEFUN([TOPOMAP_SCRIPTS], [
    AC_CONFIG_FILES([tools/topomap-sandbox], [chmod +x tools/topomap-sandbox])
])
