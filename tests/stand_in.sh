# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# A shell forgets how a command in $(...), in <(...) or between tests ended. So tests run stand-ins
# of our programs: they run the program and note an exit code that the test did not ask for by
# `exits`. The next result is a failure then.

# stand_in PROGRAM FOLDER NOTES: makes one in the folder.
stand_in() {
    local name=${1##*/}
    cat >"$2/$name" <<STAND_IN
#!/bin/sh
'$1' "\$@"
status=\$?
case \${TAP_EXIT-0} in
\$status | any) ;;
*) [ \$status -eq 0 ] || echo "exit code \$status: $name \$*" >>'$3' ;;
esac
exit \$status
STAND_IN
    chmod 755 "$2/$name"
}

# exits CODE COMMAND...: the command ends with that exit code, as it should. Also in bash -c. With
# `any` each will do, for what others' programs make of an end.
exits() {
    local code=$1 got
    shift
    TAP_EXIT=$code "$@"
    got=$?
    [ "$code" = any ] || [ "$got" -eq "$code" ]
}
export -f exits
