# SPDX-License-Identifier: BSD-3-Clause

# ---- what is needed ----------------------------------------------------------------------------

check_programs() {
    local entry missing=''
    for entry in slurmctld:slurmctld slurmd:slurmd srun:slurm-client munged:munge \
        unshare:util-linux nsenter:util-linux flock:util-linux mount:mount hostname:hostname; do
        command -v "${entry%:*}" >/dev/null || missing+=" ${entry%:*} (package ${entry#*:})"
    done
    [[ -z $missing ]] || die "$IMPOSSIBLE" "programs are missing:$missing"
}

namespace_advice() {
    if ((EUID == 0)); then
        echo "a container needs --privileged"
    else
        echo "run it as root, or have root allow them to users (sysctl user.max_user_namespaces," \
            "kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
    fi
}

# An ordinary user needs root only over namespaces, and is that in a namespace of users.
become_root() {
    ((EUID == 0)) || exec unshare --user --map-root-user "$BASH" "$SELF" "$@" --dir "$dir" \
        --owner "$(id -u):$(id -g)"
}

check_machine() {
    local present reason
    local -a namespaces=(--mount --uts --propagation private)
    ((EUID == 0)) || namespaces+=(--user --map-root-user)
    check_programs
    check_topology
    reason=$(unshare "${namespaces[@]}" mount -t tmpfs tmpfs /dev/shm 2>&1) ||
        die "$IMPOSSIBLE" "namespaces are not allowed here: ${reason##*$'\n'}; $(namespace_advice)"
    present=$(nproc --all)
    if [[ $task_plugin == cgroup && ! ( $EUID == 0 && -w $CPUSET/cpuset.cpus ) ]]; then
        die "$IMPOSSIBLE" "--task-plugin cgroup needs root, and $CPUSET of version 1"
    fi
    if [[ $task_plugin != none ]] && ((sockets * cores * threads > present)); then
        die "$IMPOSSIBLE" "--task-plugin $task_plugin: nodes of" \
            "$((sockets * cores * threads)) CPUs cannot be bound on a machine of $present"
    fi
}

check_files() {
    local file
    [[ -n $topology ]] || usage_error "--topology: '' is neither tree, flat nor a file"
    for file in "$plugstack" "$settings" "$topology"; do
        [[ $file =~ ^(|tree|flat)$ || (-f $file && -r $file) ]] ||
            die "$INPUT" "$file: no such readable file"
    done
}

# A folder that is not ours may hold anything; stop removes parts of ours.
check_folder() {
    if [[ -e $dir && ! -e $dir/.topomap-sandbox ]]; then
        [[ -d $dir && -z $(ls -A "$dir") ]] ||
            die "$INPUT" "$dir exists and is not the folder of a sandbox"
    fi
    [[ ! -e $dir || -O $dir ]] || die "$INPUT" "$dir belongs to another user"
}

# ---- what this Slurm and this munge can do -----------------------------------------------------

# slurm_has MAJOR MINOR: true if the Slurm that is installed is of that release or a later one.
slurm_has() {
    [[ $(slurmctld -V) =~ ([0-9]+)\.([0-9]+) ]] || die "$FAILED" "slurmctld -V prints no version"
    ((10#${BASH_REMATCH[1]} * 100 + 10#${BASH_REMATCH[2]} >= $1 * 100 + 10#$2))
}

# topology_kind FILE: tree, block or yaml. Slurm itself tells them apart by name and plugin.
topology_kind() {
    if [[ $1 =~ \.ya?ml$ ]]; then
        echo yaml
    elif grep -qiE '^[[:space:]]*(BlockName|BlockSizes)[[:space:]]*=' "$1"; then
        echo block
    else
        echo tree
    fi
}

check_topology() {
    [[ $topology =~ ^(tree|flat)$ ]] && return
    case $(topology_kind "$topology") in
    block) slurm_has 23 11 ||
        die "$IMPOSSIBLE" "$topology: blocks need Slurm 23.11; here is $(slurmctld -V)" ;;
    yaml) slurm_has 25 05 ||
        die "$IMPOSSIBLE" "$topology: topology.yaml needs Slurm 25.05; here is $(slurmctld -V)" ;;
    esac
}

