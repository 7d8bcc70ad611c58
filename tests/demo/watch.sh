# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Waits for an application as long as it gets on: a slow machine may take any time, an application
# that is stuck may not. Needs application, ranks and patience.

# Processes of the application: their number, how many run, and how many pages they have touched.
processes() {
    local name=${application##*/}
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v name="(${name:0:15})" '
        $2 == name { n++; runs += $3 == "R"; pages += $10 + $12 }
        END { print n + 0, runs + 0, pages + 0 }'
}

# What changes while the application gets on: processes start, load libraries and end, and rank 0
# says how far it is. A rank that only waits, at whatever speed, touches no new pages.
signs() {
    local count runs pages
    read -r count runs pages < <(processes)
    echo "$count $pages $(stat -c %s "$1.out" "$1.err" | tr '\n' ' ')"
}

# Why the application, which is still there, does not end.
explain() {
    local count runs pages
    read -r count runs pages < <(processes)
    if ((count == 0)); then
        echo "none of its processes runs"
    elif ((count < ranks)); then
        echo "$count of its $ranks ranks run"
    elif ! grep -q '^topomap-replay: ' "$1.err"; then
        echo "all $ranks ranks run, but MPI has not started"
    else
        echo "the last that it said is '$(grep '^topomap-replay: ' "$1.err" | tail -n 1)'"
    fi
    echo "$runs of $count processes were on a CPU or waited for one; load $(cut -d' ' -f1-3 /proc/loadavg)"
}

# What went wrong first stands first.
show() {
    tail -n 5 "$1.out"
    head -n 20 "$1.err"
} >&2

# watch PID FILES: until the srun PID ends, as it does. Its output is in FILES.out and FILES.err;
# if it fails or gets stuck both are shown, and `why` tells.
watch() {
    local pid=$1 files=$2 last='' now since=$SECONDS
    while kill -0 "$pid" 2>/dev/null; do
        sleep 0.2
        now=$(signs "$files")
        if [ "$now" != "$last" ]; then
            last=$now since=$SECONDS
        elif ((SECONDS - since >= patience)); then
            why="is stuck: nothing new for $patience s; $(explain "$files" | paste -sd';' | sed 's/;/; /g')"
            kill -KILL "$pid"
            wait "$pid" 2>/dev/null || true
            show "$files"
            return 1
        fi
    done
    wait "$pid" && return
    why="failed: srun ended with exit code $?"
    show "$files"
    return 1
}
