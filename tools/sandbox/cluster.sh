# SPDX-License-Identifier: BSD-3-Clause

# ---- processes of the cluster ------------------------------------------------------------------

# Every daemon, step and task of the cluster lives in a mount namespace of its own in which the
# mark is a mount point, and nothing else on the machine does. That finds them all, and them only,
# whatever became of process ids and pid files.
cluster_pids() {
    grep -lsF " $mark " /proc/[0-9]*/mountinfo | cut -d/ -f3
}

# srun commands that were started through `exec` live outside; some do not end with their job.
client_pids() {
    local path comm
    for path in /proc/[0-9]*; do
        read -r comm 2>/dev/null <"$path/comm" && [[ $comm == srun ]] &&
            grep -qsxzF "SLURM_CONF=$conf" "$path/environ" && echo "${path#/proc/}"
    done
}

# True if `pid` is a slurmctld of this sandbox; works for unprivileged users too.
is_running() {
    local pid
    pid=$(cat "$dir/run/slurmctld.pid" 2>/dev/null) && [[ $pid =~ ^[0-9]+$ ]] &&
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | grep -qxF "$conf"
}

# kill_all LISTER: kill what LISTER prints until it prints nothing.
kill_all() {
    local lister=$1 try
    local -a pids
    for ((try = 0; try < 100; try++)); do
        mapfile -t pids < <("$lister")
        ((${#pids[@]} > 0)) || return 0
        kill -KILL "${pids[@]}" 2>/dev/null
        sleep 0.05
    done
    return 1
}

# ---- start -------------------------------------------------------------------------------------

# munged looks up its host's name for an address to put into credentials. No name server knows the
# name of a node, and may take a minute to say so.
run_munged() {
    local name=$1
    local -a origin=()
    munged --help | grep -q -e --origin && origin=(--origin=127.0.0.1)
    "${as_owner[@]}" munged "${origin[@]}" --force --num-threads=2 --key-file="$dir/etc/munge.key" \
        --socket="$dir/run/munge/munge.socket.2" --pid-file="$dir/run/munged.$name.pid" \
        --seed-file="$dir/run/munged.$name.seed" --log-file="$dir/log/munged.$name.log"
}

# A daemon that kept a descriptor of our caller would keep the reader of its pipe waiting.
close_inherited() {
    local path fd
    for path in /proc/self/fd/*; do
        fd=${path##*/}
        ((fd > 2 && fd != 255)) && eval "exec $fd>&-"
    done 2>/dev/null
    exec </dev/null
}

# The credential of a launch is sent to all nodes: a munged that served two would call the second
# use a replay. MPI's shared memory and PMIx's folders of a step must not reach beyond a node.
separate_node() {
    local name=$1
    mount --bind "$dir/nodes/$name/munge" "$dir/run/munge" &&
        mount --bind "$dir/nodes/$name/tmp" "$dir/tmp" &&
        mount -t tmpfs -o mode=1777 tmpfs /dev/shm
}

# cpuset_folder FOLDER: a new cgroup with all CPUs and memory of the one above.
cpuset_folder() {
    local file
    mkdir -p "$1" || return
    for file in cpuset.cpus cpuset.mems; do
        cat "${1%/*}/$file" >"$1/$file" || return
    done
}

# All nodes know a step by the same number, and would confine it by the same cgroup: what a node
# sees is a tree of its own.
confine_node() {
    [[ $task_plugin == cgroup ]] || return 0
    cpuset_folder "$cpuset/$1" && mount --bind "$cpuset/$1" "$CPUSET"
}

# Cgroups end from the innermost on, once their processes have.
remove_cpuset() {
    local try
    for ((try = 0; try < 100; try++)); do
        [[ -d $cpuset ]] || return 0
        find "$cpuset" -depth -type d -exec rmdir {} + 2>/dev/null
        sleep 0.05
    done
}

# MPI libraries sleep for microseconds between two looks at what they wait for. Where many ranks
# share a core, waking them all so often leaves no time for those that still load libraries. Timers
# with slack expire together. Servers, steps and tasks inherit this; an old kernel has no such file.
lengthen_sleeps() {
    echo "$TIMER_SLACK" >"/proc/$$/timerslack_ns"
} 2>/dev/null

# The command that launch() runs inside a new pair of namespaces; not for users.
do_inside() {
    local name=${arguments[0]:-} holder=${arguments[1]:-}
    local -a daemon=(slurmctld -c)
    [[ -n $name && -d $mark ]] || usage_error "unknown command '$command'"
    close_inherited
    lengthen_sleeps
    hostname "$name" && mount --bind "$mark" "$mark" || exit
    if [[ $name != controller ]]; then
        separate_node "$name" && confine_node "$name" || exit
        daemon=(slurmd -N "$name")
    fi
    [[ -z $holder ]] ||
        as_owner=(nsenter "--user=/proc/$holder/ns/user" --preserve-credentials)
    run_munged "$name" || exit
    exec "${as_owner[@]}" env --default-signal "${daemon[@]}" -f "$conf"
}

# launch NAME: start what runs on the controller or on a node; returns when it has become a daemon.
launch() {
    local name=$1
    unshare --mount --uts --propagation private "$BASH" "$SELF" --dir "$dir" \
        --task-plugin "$task_plugin" inside "$name" \
        ${HOLDER_PID:+"$HOLDER_PID"} \
        >>"$dir/log/start.$name.log" 2>&1 </dev/null
}

launch_nodes() {
    local node pid failed='' code
    local -A launched=()
    for ((node = 1; node <= nodes; node++)); do
        launch "$(node_name "$node")" &
        launched[$!]=$(node_name "$node")
    done
    for pid in "${!launched[@]}"; do
        wait "$pid" || { code=$?; failed=${launched[$pid]}; }
    done
    [[ -z $failed ]] && return
    warn "node $failed did not start (exit code $code)"
    show_logs "$failed" "slurmd.$failed"
    return 1
}

# show_logs NAME SERVER: what NAME's programs said before they failed.
show_logs() {
    local name=$1 server=$2 file
    for file in "$dir/log/start.$name.log" "$dir/log/$server.log"; do
        [[ -s $file ]] || continue
        echo "==> $file"
        { grep -E 'error|fatal|[Ff]ailed' "$file"; tail -n 3 "$file"; } | tail -n 8 |
            awk '!seen[$0]++'
    done >&2
}

# slurmctld says nothing of a slurm.conf that it cannot read; Slurm's commands do.
show_faults() {
    timeout 10 scontrol show config 2>&1 >/dev/null | sed -n 's/^scontrol: error: .*: \(Parsing error\)/\1/p' |
        head -n 3 >&2
}

count_idle() {
    # A node has a line for each of its partitions.
    timeout 10 sinfo -h -N -o '%n %t' 2>>"$dir/log/start.controller.log" | sort -u | grep -c ' idle$'
}

wait_for_nodes() {
    local end=$((SECONDS + START_SECONDS)) idle most=0
    while idle=$(count_idle) || true; [[ $idle != "$nodes" ]]; do
        ((idle > most)) && most=$idle end=$((SECONDS + START_SECONDS))
        if ((SECONDS >= end)) || ! is_running; then
            warn "only ${idle:-0} of $nodes nodes came up, slurmctld $(is_running && echo runs ||
                echo has ended)"
            show_logs controller slurmctld
            return 1
        fi
        sleep 0.05
    done
}

# Root over namespaces is enough to mount. Servers and jobs run under their owner's own ids, all in
# one more namespace of users, where MPI libraries may look at each other as without namespaces. It
# lasts as long as a process is in it: until start ends, `cat`.
hold_namespace() {
    [[ -n $owner ]] || return 0
    coproc HOLDER {
        exec unshare --user "--map-user=${owner%:*}" "--map-group=${owner#*:}" cat
    }
    echo ready >&"${HOLDER[1]}" && read -r <&"${HOLDER[0]}"
}

bring_up() {
    export SLURM_CONF=$conf
    make_folders && write_configuration && hold_namespace || return
    [[ $task_plugin != cgroup ]] || cpuset_folder "$cpuset" || return
    if ! launch controller; then
        warn "the controller did not start"
        show_logs controller slurmctld
        show_faults
        return 1
    fi
    launch_nodes && wait_for_nodes
}

take_lock() {
    exec {lock}<"$LOCK" || exit "$FAILED"
    flock -w 120 "$lock" ||
        die "$FAILED" "another sandbox has been starting or stopping for two minutes"
}

# bash would report each killed node on standard error.
interrupted() {
    warn "interrupted"
    exec 2>/dev/null
    tear_down
    exit 130
}

do_start() {
    local began=$EPOCHREALTIME took digits=$((nodes < 100 ? 2 : 3))
    check_files
    check_machine
    become_root "$@"
    check_folder
    take_lock
    if is_running; then
        say "already running in $dir; to change its options, stop it first"
        return
    fi
    trap interrupted INT TERM HUP
    # What a crash left behind would hold our ports and folders.
    kill_all cluster_pids
    if ! bring_up; then
        tear_down
        die "$FAILED" "the cluster did not start; its logs are in $dir/log"
    fi
    took=$(((${EPOCHREALTIME/./} - ${began/./}) / 10000))
    say "$nodes nodes of $sockets x $cores cores up in" \
        "$((took / 100)).$(printf %02d $((took % 100))) s; SLURM_CONF=$conf"
}

