dnl SPDX-License-Identifier: BSD-3-Clause
dnl TOPOMAP_PROGRAM(variable, names): the path of the first program of these names. A value that the
dnl variable has decides instead: a program in PATH or a path, perhaps with arguments; or `no`, for
dnl none, which also sets VARIABLE_refused.
AC_DEFUN([TOPOMAP_PROGRAM], [
    $1_refused=
    AS_CASE([$$1],
        [''], [AC_PATH_PROGS([$1], [$2])],
        [no], [
            $1_refused=yes
            $1=],
        [
            topomap_word=${$1%% *}
            topomap_path=$(command -v "$topomap_word")
            AS_CASE([$topomap_path],
                [/*], [$1="$topomap_path${$1@%:@"$topomap_word"}"],
                [AC_MSG_ERROR([$1=$$1: there is no such program in PATH])])])
])
