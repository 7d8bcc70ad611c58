dnl SPDX-License-Identifier: BSD-3-Clause
dnl A shell script that needs substitutions, written in parts.
AC_DEFUN([TOPOMAP_SCRIPTS], [
    AC_CONFIG_FILES([tools/topomap-sandbox:tools/sandbox/options.in:tools/sandbox/machine.sh:tools/sandbox/configuration.sh:tools/sandbox/cluster.sh:tools/sandbox/main.sh],
        [chmod +x tools/topomap-sandbox])
])
