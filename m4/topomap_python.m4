dnl SPDX-License-Identifier: BSD-3-Clause
dnl The Python module. It is not compiled: any Python can run it, and it is installed for the one
dnl that is found, or named in PYTHON. The tests need numpy, scipy and networkx; where that Python
dnl lacks them, the system's may have them.
AC_DEFUN([TOPOMAP_PYTHON], [
    AC_ARG_WITH([python],
        [AS_HELP_STRING([--without-python], [do not install the Python module])],
        [], [with_python=check])
    have_python=no
    python_why="not wanted"
    AS_IF([test "x$with_python" != xno], [
        python_why="Python 3.9 or newer not found (Debian: python3)"
        AM_PATH_PYTHON([3.9], [have_python=yes], [have_python=no])
        AS_IF([test "x$have_python$with_python" = xnoyes], [AC_MSG_ERROR([$python_why])])
    ])
    AC_MSG_CHECKING([for a Python with numpy, scipy and networkx])
    PYTHON_ARRAYS=
    for python in "$PYTHON" /usr/bin/python3; do
        AS_IF(["$python" -c 'import numpy, scipy.sparse, networkx' >/dev/null 2>&1],
            [PYTHON_ARRAYS=$python; break])
    done
    AC_MSG_RESULT([${PYTHON_ARRAYS:-no}])
    AC_SUBST([PYTHON_ARRAYS])
    AM_CONDITIONAL([PYTHON], [test $have_python = yes])
])
