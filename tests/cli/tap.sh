# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the command-line tests share: TAP output, golden files, exit codes.
#
# A command that fails in a pipe fails the pipe, here and in bash -c. So what reads a pipe reads all of
# it: grep without -q, sed -n 1p for head.
set -u -o pipefail
bash() {
    command bash -o pipefail "$@"
}
: "${top_srcdir:?is set by make check}" "${top_builddir:?is set by make check}"
export LC_ALL=C
# In a job of Slurm the command would take its hosts.
unset SLURM_JOB_NODELIST SLURM_TASKS_PER_NODE
cli=$top_srcdir/tests/cli
graphs=$top_srcdir/tests/graphs
tap_count=0
tap_failed=0
tap_dir=$(mktemp -d)
trap 'rm -rf "$tap_dir"' EXIT

# Every program of ours is run by its stand-in.
. "$top_srcdir/tests/stand_in.sh"
tools=$tap_dir/tools
mkdir "$tools"
for tap_program in "$top_builddir"/tools/{topomap,topomap-*,fill-options} \
    "$top_builddir"/tools/replay/topomap-replay "$top_builddir"/tests/bench/{generate,judge}; do
    [ ! -x "$tap_program" ] || stand_in "$tap_program" "$tools" "$tap_dir/unasked"
done
topomap=$tools/topomap

# tap_result STATUS DESCRIPTION [FILE-TO-SHOW]...
tap_result() {
    local status=$1 description=$2
    shift 2
    tap_count=$((tap_count + 1))
    if [ -s "$tap_dir/unasked" ]; then
        status=1
        mv "$tap_dir/unasked" "$tap_dir/failures"
        set -- "$tap_dir/failures" "$@"
    fi
    if [ "$status" -eq 0 ]; then
        echo "ok $tap_count - $description"
        return
    fi
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $description"
    local file
    for file; do sed 's/^/# /' "$file"; done
}

# ok DESCRIPTION COMMAND...: the command succeeds.
ok() {
    local description=$1
    shift
    "$@" >"$tap_dir/out" 2>&1
    tap_result $? "$description" "$tap_dir/out"
}

# tap_skip DESCRIPTION REASON: a test that cannot run here.
tap_skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

# fails CODE PATTERN DESCRIPTION COMMAND...: exit code, one matching line on standard error,
# nothing on standard output.
fails() {
    local code=$1 pattern=$2 description=$3 got
    shift 3
    TAP_EXIT=$code "$@" >"$tap_dir/out" 2>"$tap_dir/err"
    got=$?
    [ $got -eq "$code" ] && grep -Eq -- "$pattern" "$tap_dir/err" && [ ! -s "$tap_dir/out" ]
    tap_result $? "$description (exit code $got, wanted $code)" "$tap_dir/err" "$tap_dir/out"
}

# Seconds differ from run to run; nothing else may.
without_times() {
    sed -E -e 's/ [0-9]+\.[0-9]{4}([0-9]{2})?$/ TIME/' -e 's/("seconds": ).*/\1TIME/' \
        -e '/"phases"/,/}/s/(: )[0-9.e-]+/\1TIME/'
}

# alike FILE FILE: both say the same, and not nothing. Also in bash -c, and of <(commands).
alike() {
    cat "$1" >"$tap_dir/one" && cat "$2" >"$tap_dir/other" && [ -s "$tap_dir/one" ] &&
        diff "$tap_dir/one" "$tap_dir/other"
}

# silent COMMAND...: it succeeds, prints something, and nothing on standard error. Also in bash -c.
silent() {
    "$@" >"$tap_dir/printed" 2>"$tap_dir/told" && [ -s "$tap_dir/printed" ] && [ ! -s "$tap_dir/told" ]
}
export -f alike silent
export tap_dir

# golden NAME COMMAND...: prints just what golden/NAME holds. TOPOMAP_GOLDEN=write renews it.
golden() {
    local name=$1
    shift
    if ! "$@" >"$tap_dir/raw" 2>"$tap_dir/err"; then
        tap_result 1 "golden $name: the command failed" "$tap_dir/err"
        return
    fi
    without_times <"$tap_dir/raw" >"$tap_dir/out"
    [ "${TOPOMAP_GOLDEN-}" = write ] && cp "$tap_dir/out" "$cli/golden/$name"
    diff -u "$cli/golden/$name" "$tap_dir/out" >"$tap_dir/diff" 2>&1
    tap_result $? "golden $name" "$tap_dir/diff"
}

# Ends every test file.
done_testing() {
    [ ! -s "$tap_dir/unasked" ] || tap_result 1 "what follows the last test ends well"
    echo "1..$tap_count"
    [ "$tap_failed" -eq 0 ]
}
