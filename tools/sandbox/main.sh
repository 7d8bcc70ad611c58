# SPDX-License-Identifier: BSD-3-Clause

# ---- stop, status, exec ------------------------------------------------------------------------

# Jobs are cancelled first so that their srun ends by itself and tells its user. What does not end
# soon may be what keeps the machine too busy for it, and is killed with the rest.
cancel_jobs() {
    local end=$((SECONDS + CANCEL_SECONDS)) jobs cancelled=''
    is_running || return 0
    export SLURM_CONF=$conf
    while ((SECONDS < end)); do
        jobs=$(timeout "$CANCEL_SECONDS" squeue -h -o %A 2>/dev/null) || return 0
        [[ -n $jobs ]] || return 0
        # shellcheck disable=SC2086 # one argument for each job
        [[ $jobs == "$cancelled" ]] || timeout "$CANCEL_SECONDS" scancel --quiet $jobs 2>/dev/null
        cancelled=$jobs
        sleep 0.1
    done
}

tear_down() {
    trap '' INT TERM HUP
    kill_all cluster_pids || warn "some processes do not end: $(cluster_pids | tr '\n' ' ')"
    kill_all client_pids
    remove_cpuset
    rm -rf "${dir:?}"/{run,state,spool,tmp,nodes} "$dir/etc/munge.key"
}

do_stop() {
    local outcome="not running in $dir"
    check_folder
    grep -qF " $mark " /proc/self/mountinfo &&
        die "$IMPOSSIBLE" "a cluster cannot be stopped from one of its own jobs"
    if [[ -e $dir/.topomap-sandbox ]]; then
        take_lock
        is_running && outcome=stopped
        cancel_jobs
        tear_down
    fi
    say "$outcome"
    [[ -z $(cluster_pids) ]] || exit "$FAILED"
}

require_running() {
    is_running || die "$NOT_RUNNING" "not running in $dir"
    export SLURM_CONF=$conf
}

do_status() {
    require_running
    say "running in $dir; SLURM_CONF=$conf"
    timeout 20 sinfo -N -o '%8N %10t %7z %7O %f' | uniq || exit "$FAILED"
}

# Export NAME=VALUE unless the caller has his own idea of it.
default_to() {
    local name=${1%%=*}
    [[ -n ${!name+set} ]] || export "${1?}"
}

do_exec() {
    ((${#arguments[@]} > 0)) || usage_error "exec needs a command"
    require_running
    default_to OMPI_MCA_btl_tcp_if_include=lo
    default_to OMPI_MCA_mpi_yield_when_idle=1
    exec "${arguments[@]}"
}

main() {
    PATH=$PATH:/usr/sbin:/sbin
    parse_arguments "$@"
    check_dir
    [[ $command != @(stop|status|exec) || -z $cluster_option ]] ||
        usage_error "$command does not take '$cluster_option', an option of start"
    case $command in
    start | stop | status)
        ((${#arguments[@]} == 0)) || usage_error "unexpected argument '${arguments[0]}'"
        "do_$command" "$@"
        ;;
    exec) do_exec ;;
    inside) do_inside ;;
    '') usage_error "a command is missing" ;;
    *) usage_error "unknown command '$command'" ;;
    esac
}

main "$@"
