# SPDX-License-Identifier: BSD-3-Clause

# ---- configuration -----------------------------------------------------------------------------

# names FROM TO: "n[01-04]"
names() {
    printf 'n[%0*d-%0*d]' "$digits" "$1" "$digits" "$2"
}

node_name() {
    printf 'n%0*d' "$digits" "$1"
}

# A run of free TCP ports, one for slurmctld and one for each slurmd: prints the first. The search
# starts at a place that depends on the folder, so that a sandbox tends to keep its ports.
free_ports() {
    local low=10000 high=32000 wanted=$((nodes + 1)) port run=0 steps
    local -A used=()
    while read -r port; do
        used[$((16#$port))]=1
    done < <(sed -nE 's/^ *[0-9]+: [0-9A-F]+:([0-9A-F]+) .*/\1/p' /proc/net/tcp /proc/net/tcp6)
    port=$((low + $(cksum <<<"$dir" | cut -d' ' -f1) % (high - low)))
    for ((steps = 0; steps < 2 * (high - low); steps++, port++)); do
        ((port >= high)) && port=$low run=0
        [[ -n ${used[$port]:-} ]] && run=0 || run=$((run + 1))
        ((run == wanted)) && echo $((port - wanted + 1)) && return
    done
    return 1
}

write_topology() {
    local leaf leaves=$(((nodes + 3) / 4)) spine spines last
    spines=$(((leaves + 1) / 2))
    for ((leaf = 0; leaf < leaves; leaf++)); do
        last=$((leaf * 4 + 4 < nodes ? leaf * 4 + 4 : nodes))
        echo "SwitchName=leaf$leaf Nodes=$(names $((leaf * 4 + 1)) "$last")"
    done
    ((leaves > 1)) || return 0
    for ((spine = 0; spine < spines; spine++)); do
        last=$((spine * 2 + 1 < leaves ? spine * 2 + 1 : leaves - 1))
        echo "SwitchName=spine$spine Switches=leaf[$((spine * 2))-$last]"
    done
    ((spines > 1)) || return 0
    echo "SwitchName=root Switches=spine[0-$((spines - 1))]"
}

write_plugstack() {
    local plugin helpers=
    if [[ -n $plugstack ]]; then
        cat "$plugstack"
        return
    fi
    # A build tree's own plugin, with its own helper programs, comes before an installed one.
    for plugin in "${SELF%/*}/../plugin/.libs/spank_topomap.so" "$INSTALLED_PLUGIN"; do
        [[ -f $plugin ]] || continue
        [[ $plugin == "$INSTALLED_PLUGIN" ]] || helpers=" libexecdir=${SELF%/*}"
        echo "optional $(readlink -f "$plugin")$helpers${plugin_args:+ $plugin_args}"
        return
    done
}

write_slurm_conf() {
    local port=$1 owner_id=${owner%:*}
    owner_id=${owner_id:-0}
    cat <<CONF
ClusterName=sandbox
SlurmctldHost=controller(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$owner_id
SlurmdUser=$owner_id
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge/munge.socket.2
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
TmpFS=$dir/tmp
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.%n.log
PlugStackConfig=$dir/etc/plugstack.conf
ProctrackType=proctrack/linuxproc
TaskPlugin=$(task_plugins)
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/$scheduler
SchedulerParameters=bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=0
KillWait=2
NodeName=$(names 1 "$nodes") NodeHostname=$(names 1 "$nodes") NodeAddr=127.0.1.[1-$nodes] \\
 Port=[$((port + 1))-$((port + nodes))] Sockets=$sockets CoresPerSocket=$cores \\
 ThreadsPerCore=$threads RealMemory=1000${gres:+ Gres=$gres} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=YES State=UP
CONF
    [[ -z $gres ]] || echo "GresTypes=${gres%:*}"
    case $topology in
    flat) ;;
    tree) echo TopologyPlugin=topology/tree ;;
    # A topology.yaml names its plugins itself.
    *) sed -n 's,^\(tree\|block\)$,TopologyPlugin=topology/&,p' <<<"$(topology_kind "$topology")" ;;
    esac
}

# Cgroups confine jobs, and task/affinity binds tasks inside of them, as sites have it.
task_plugins() {
    [[ $task_plugin == cgroup ]] && echo task/cgroup,task/affinity || echo "task/$task_plugin"
}

# slurmd wants devices. Which ones does not matter where no cgroup confines jobs to theirs.
write_gres_conf() {
    local i name=${gres%:*} count=${gres#*:}
    mkdir -p "$dir/run/gres"
    for ((i = 0; i < count; i++)); do
        ln -s /dev/null "$dir/run/gres/$name$i" || return
    done
    echo "NodeName=$(names 1 "$nodes") Name=$name File=$dir/run/gres/${name}[0-$((count - 1))]"
}

# srun reads the rest of the file before it lists what there is.
write_mpi_default() {
    local known kind
    known=$(SLURM_CONF=$conf srun --mpi=list 2>&1)
    for kind in pmix pmi2; do
        if grep -qx "[[:space:]]*$kind" <<<"$known"; then
            echo "MpiDefault=$kind"
            return
        fi
    done
}

# The user's settings come last, as the last of a name counts; the last line may have no end.
write_settings() {
    [[ -z $settings ]] || { cat "$settings" && echo; }
}

# Slurm before 24.05 wants a real cgroup plugin even where nothing uses it.
write_cgroup_conf() {
    if [[ $task_plugin == cgroup ]]; then
        printf '%s\n' CgroupPlugin=cgroup/v1 ConstrainCores=yes
        return
    fi
    slurm_has 24 05 && echo CgroupPlugin=disabled || echo CgroupPlugin=cgroup/v1
}

make_folders() {
    local node
    umask 022
    mkdir -p "$dir" && : >"$dir/.topomap-sandbox" && chmod 755 "$dir" || return
    rm -rf "${dir:?}"/{etc,log,run,state,spool,tmp,nodes}
    mkdir -p "$dir"/{etc,log,run/munge,run/private,state,spool,tmp,nodes} || return
    chmod 1777 "$dir/tmp"
    for ((node = 1; node <= nodes; node++)); do
        set -- "$dir/nodes/$(node_name "$node")"
        mkdir -p "$1/munge" "$1/tmp" "$dir/spool/${1##*/}" && chmod 1777 "$1/tmp" || return
    done
}

# PMIx's tree fence lets a rank through before all others have come, on a machine where tens of
# ranks share a core: Open MPI then receives messages in the middle of MPI_Init, and crashes.
write_configuration() {
    local port
    port=$(free_ports) || { warn "no $((nodes + 1)) free TCP ports in a row"; return 1; }
    (umask 377 && head -c 128 /dev/urandom >"$dir/etc/munge.key") &&
        write_slurm_conf "$port" >"$conf" &&
        write_mpi_default >>"$conf" &&
        write_settings >>"$conf" &&
        write_plugstack >"$dir/etc/plugstack.conf" &&
        write_cgroup_conf >"$dir/etc/cgroup.conf" &&
        echo 'PMIxCollFence=ring' >"$dir/etc/mpi.conf" || return
    [[ -z $gres ]] || write_gres_conf >"$dir/etc/gres.conf" || return
    case $topology in
    flat) ;;
    tree) write_topology >"$dir/etc/topology.conf" ;;
    *.yaml | *.yml) cat "$topology" >"$dir/etc/topology.yaml" ;;
    *) cat "$topology" >"$dir/etc/topology.conf" ;;
    esac
}

