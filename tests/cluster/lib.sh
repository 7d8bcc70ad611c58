# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034 # used by those who source this
# What the cluster tests share. A test runs its steps in a folder of its own, $dir, on the cluster
# it chose with `use`.
set -u
: "${work:?is set by cluster.tap}" "${top_builddir:?}" "${top_srcdir:?}" "${here:?}"
export LC_ALL=C
test_name=$(basename "${0%.*}")
dir=$work/t.$test_name
mkdir -p "$dir" && chmod 1777 "$dir" && cd "$dir" || exit 1
plugin=$top_builddir/plugin/.libs/spank_topomap.so
tools=$top_builddir/tools
programs=$top_builddir/tests/cluster
graph=$top_srcdir/tests/graphs/lulesh_64.p2p.el
commands=$dir/commands
mkdir -p "$commands"
. "$top_srcdir/tests/stand_in.sh"
stand_in "$tools/topomap" "$commands" "$dir/unasked"
topomap=$commands/topomap
any_failed=0

# No setting of whoever runs the tests may leak into them.
while read -r name; do
    unset "$name"
done < <(compgen -e | grep -E '^(SLURM|SRUN|SBATCH|SALLOC|OMPI|PMI)')
# Nodes of the sandbox are this machine, and ranks are many more than its CPUs.
export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_mpi_yield_when_idle=1

# ---- TAP ---------------------------------------------------------------------------------------

# result STATUS DESCRIPTION: with what the last step printed, if it failed.
result() {
    if [ "$1" -eq 0 ] && [ ! -s "$dir/unasked" ]; then
        echo "ok - $test_name: $2"
        return 0
    fi
    any_failed=1
    echo "not ok - $test_name: $2"
    echo "# status ${status-}"
    sed 's/^/# unasked: /' "$dir/unasked" 2>/dev/null
    rm -f "$dir/unasked"
    sed 's/^/#   out: /' out 2>/dev/null | head -n 70
    sed 's/^/#   err: /' err 2>/dev/null | head -n 30
    return 0
}

# ok DESCRIPTION COMMAND...
ok() {
    local description=$1
    shift
    "$@" >>checks 2>&1
    result $? "$description"
}

skip() {
    echo "ok - $test_name: $1 # SKIP $2"
}

done_testing() {
    [ ! -s "$dir/unasked" ] || result 1 "what follows the last test ends well"
    echo "# done"
    exit $any_failed
}

# ---- clusters and plugstack.conf ---------------------------------------------------------------

# use CLUSTER [PLUGIN-ARGUMENT...]: which cluster the steps go to, and the site's settings there.
# The deadline is generous: the machine may be busy.
use() {
    if ! has_cluster "$1"; then
        echo "the cluster '$1' was not started here" >&2
        exit 1
    fi
    cluster=$work/$1
    shift
    export SLURM_CONF=$cluster/etc/slurm.conf
    plugstack "libexecdir=$tools" deadline=60 "$@"
}

has_cluster() {
    [ -d "$work/$1" ]
}

plugstack() {
    echo "optional $plugin $*" >"$cluster/etc/plugstack.conf"
}

# The build tree may be closed to other users; what a site installs is not.
open_to_all() {
    mkdir -p open && cp "$plugin" "${plugin%/*}"/topomap_slurm-*.so "$tools/topomap-planner" "$tools/topomap-node-helper" open/
    chmod 755 open open/*
    chmod 711 open/topomap-node-helper
    echo "optional $PWD/open/spank_topomap.so libexecdir=$PWD/open deadline=60" \
        >"$cluster/etc/plugstack.conf"
}

# install_site: plugin and programs in ./site/lib and ./site/libexec, as a package would have them.
install_site() {
    local program
    mkdir -p site/lib site/libexec && rm -rf site/lib/* site/libexec/*
    cp "$plugin" "${plugin%/*}"/topomap_slurm-*.so site/lib/
    for program in topomap-planner topomap-node-helper; do
        [ ! -x "$tools/.libs/$program" ] || cp "$tools/.libs/$program" site/libexec/
        [ -x "site/libexec/$program" ] || cp "$tools/$program" site/libexec/
    done
    chmod 711 site/libexec/topomap-node-helper
    cp "$tools"/recorder/.libs/libtopomap-*.so site/libexec/ 2>>noise
}

# setpriv execs, so that the time limit of `step` reaches the command.
as_nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups)

# second_user DESCRIPTION: true if a step can be started as nobody. The cluster of an ordinary user
# lives in a namespace that has no other user.
second_user() {
    [ "$(id -u)" -eq 0 ] && return
    skip "$1" "only root can start a step of a second user"
    return 1
}

# ---- steps -------------------------------------------------------------------------------------

# What a task tells of itself.
cat >probe <<'PROBE'
#!/bin/sh
echo "$SLURM_PROCID $SLURMD_NODENAME $SLURM_LOCALID $*"
PROBE
chmod 755 probe

# step COMMAND...: run it to its end, its output in `out` and `err`, its exit code in `status`. One
# that is not 0 fails the next result, unless the test says `exits CODE step COMMAND...`. The limit
# is for what is stuck: on a busy machine a step may take minutes.
step() {
    timeout -s KILL 600 "$@" >out 2>err </dev/null
    status=$?
    case ${TAP_EXIT-0} in
    "$status" | any) ;;
    *) echo "exit code $status instead of ${TAP_EXIT-0}: $*" >>"$dir/unasked" ;;
    esac
    # Killed in this way srun leaves its job behind, in the way of all that follows.
    [ "$status" -ne 137 ] || squeue -h -o %A | xargs -r scancel
}

# hosts: those of the ranks in `out`, in rank order.
hosts() {
    sort -n out | awk '{ print $2 }'
}

# lines: what topomap said.
lines() {
    grep -E '^(srun|sbatch|salloc): (error: )?topomap: ' err
}

# one_line PATTERN: topomap said just one thing, and that.
one_line() {
    [ "$(lines | wc -l)" -eq 1 ] && lines | grep -Eq -- "$1"
}

# as_readme_says PATTERN: topomap's line is the one of README.md that matches, but for times.
as_readme_says() {
    grep -E -- "$1" "$top_srcdir/README.md" | sed 's/^ *//' | without_times >shown
    lines | sed -E 's/^[a-z]+: //' | without_times >said
    diff shown said && [ -s shown ]
}
without_times() {
    sed -E 's/profile [0-9T.-]+ of/profile TIME of/; s/[0-9]+ ms\)/TIME ms)/'
}

silent() {
    ! grep -q topomap err
}

# fits SCHEMA FILE DESCRIPTION: its JSON has what the schema says, as tests/cli/schema.tap looks
# at it.
fits() {
    if python3 -c 'import jsonschema' 2>/dev/null; then
        cp "$2" "$1.json.0"
        ok "$3 fits its schema" fits_schema "$1.json.0"
    else
        skip "$3 fits its schema" "there is no Python module jsonschema"
    fi
}
fits_schema() {
    python3 "$top_srcdir/tests/cli/schema.py" "$top_srcdir/doc/schema" "$1" >fitting &&
        cat fitting && grep -qx "ok $1" fitting && ! grep '^wrong' fitting
}

# queue_empties: no job is left, soon. srun ends before slurmctld has heard of it.
queue_empties() {
    local try
    for ((try = 0; try < 80; try++)); do
        [ -z "$(squeue -h)" ] && return
        sleep 0.1
    done
    return 1
}

# until_true COMMAND...: it succeeds within a minute.
until_true() {
    local try
    for ((try = 0; try < 600; try++)); do
        "$@" && return
        sleep 0.1
    done
    return 1
}

has_ended() { ! kill -0 "$1" 2>/dev/null; }

# restart PID-FILE: the daemon of that file, with the command that it was started with, where it ran.
# `-c` would make slurmctld forget all jobs. Only root can enter the daemon's namespaces. Entering one
# of mounts leaves the root folder that the tests may run in, so that is entered again.
restart() {
    local pid command uts mount root slack self=$BASHPID
    pid=$(cat "$1")
    slack=$(cat "/proc/$pid/timerslack_ns" 2>/dev/null) # an old kernel has no such file
    mapfile -d '' -t command <"/proc/$pid/cmdline"
    [ "${command[1]}" != -c ] || unset 'command[1]'
    exec {uts}<"/proc/$pid/ns/uts" {mount}<"/proc/$pid/ns/mnt" {root}<"/proc/$pid/root"
    kill -TERM "$pid"
    kill -CONT "$pid"
    until_true has_ended "$pid"
    (
        [ -z "$slack" ] || echo "$slack" >"/proc/$BASHPID/timerslack_ns"
        exec nsenter --uts="/proc/$self/fd/$uts" --mount="/proc/$self/fd/$mount" \
            --root="/proc/$self/fd/$root" -- "${command[@]}"
    ) >>checks 2>&1
    exec {uts}<&- {mount}<&- {root}<&-
}

# no_process PATTERN: no command line matches.
no_process() {
    ! pgrep -f -- "$1"
}

# as_planned FILE: every rank ran where the file says.
as_planned() {
    [ -s "$1" ] && hosts | cmp - "$1"
}

# same FILE FILE: both say the same, and not nothing.
same() {
    [ -s "$1" ] && cmp "$1" "$2"
}

# differ FILE FILE: both are there, and say different things.
differ() {
    [ -s "$1" ] && [ -s "$2" ] && ! cmp "$1" "$2"
}

# pairs RANKS [FAR]: a graph in which rank i talks to rank i + FAR, half of all by default: no
# block or cyclic placement on several nodes suits it.
pairs() {
    local ranks=$1 far=${2:-$(($1 / 2))}
    awk -v n="$ranks" -v far="$far" 'BEGIN {
        print "# n=" n
        for (i = 0; i < n; i++) if (i % (2 * far) < far && i + far < n) {
            print i, i + far, 1000000
            print i + far, i, 1000000
        }
    }'
}

# placed DESCRIPTION GRAPH SRUN-ARGUMENT...: topomap finds a better placement, the ranks run
# there, and Slurm alone would have put them elsewhere.
placed() {
    local description=$1 graph=$2
    shift 2
    step srun "$@" ./probe
    hosts >default
    rm -f plan
    step srun --topomap="$graph" --topomap-opts=write=plan "$@" ./probe
    ok "$description" placed_well
}

placed_well() {
    [ "$status" -eq 0 ] &&
        one_line '^srun: topomap: [0-9]+ ranks on .* nodes: exchange 1\.00 -> 0\.[0-9]{2} of ' &&
        [ -s plan ] && as_planned plan && ! cmp -s plan default
}

# The nodes must be named in ARGUMENTs: those of a job that just ended are not free at once.
# stays DESCRIPTION PATTERN SRUN-ARGUMENT...: the job runs as Slurm places it, and topomap says
# why in one line.
stays() {
    local description=$1 pattern=$2
    shift 2
    step env -u SLURM_TOPOMAP srun --topomap=off "$@" ./probe
    hosts >default
    step srun "$@" ./probe
    ok "$description" stays_well "$pattern"
}

stays_well() {
    [ "$status" -eq 0 ] && [ -s default ] && as_planned default && one_line "$1"
}
