/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_ARGUMENTS 8

/*
 * More threads do not pay, and each of them reserves address space. hwloc loads its plugins on
 * first use; they are for devices, and need graphics and XML libraries whose loading takes longer
 * than everything else.
 */
static char *const clean_environment[] = {
    "PATH=/usr/bin:/bin", "LC_ALL=C", "OMP_NUM_THREADS=4", "OMP_WAIT_POLICY=passive",
    "HWLOC_PLUGINS_PATH=", NULL,
};

/* Everything that the new process needs is prepared before fork: after fork in a program with
 * threads only async-signal-safe functions may be called. */
struct plan {
    int (*function)(void *); /* NULL: the program at `path` */
    void *function_data;
    char path[PATH_MAX];
    char *arguments[MAX_ARGUMENTS + 2];
    int ends[3];
    struct rlimit memory, cpu, descriptors, files;
    bool alone;
    pid_t parent;
};

/* A limit that does not exceed the current soft one, which the user may have set. */
static struct rlimit lower(int resource, rlim_t wanted)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur < wanted)
        wanted = limit.rlim_cur;
    return (struct rlimit){wanted, wanted};
}

static int prepare_program(const struct child *child, struct plan *plan)
{
    int length = snprintf(plan->path, sizeof plan->path, "%s/%s", child->directory, child->program);
    size_t count = 0;

    if (length < 0 || (size_t)length >= sizeof plan->path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (access(plan->path, X_OK) < 0)
        return -1;
    plan->arguments[count++] = plan->path;
    for (size_t i = 0; child->arguments && child->arguments[i] && i < MAX_ARGUMENTS; i++)
        plan->arguments[count++] = child->arguments[i];
    plan->arguments[count] = NULL;
    plan->memory = lower(RLIMIT_AS, child->memory ? (rlim_t)child->memory : RLIM_INFINITY);
    /* The deadline goes by the clock; it may have passed. The limit on CPU time of all threads
     * catches a process that outlives it. */
    plan->cpu = lower(RLIMIT_CPU, child->deadline > 0 ? (rlim_t)(child->deadline * 4) + 2 : 2);
    plan->descriptors = lower(RLIMIT_NOFILE, 256);
    plan->alone = child->alone;
    plan->files = lower(RLIMIT_FSIZE, child->writes ? RLIM_INFINITY : 0);
    return 0;
}

static int prepare(const struct child *child, struct plan *plan)
{
    plan->parent = getpid();
    plan->function = child->function;
    plan->function_data = child->function_data;
    return child->function ? 0 : prepare_program(child, plan);
}

static void close_rest(rlim_t highest)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0)
        return;
#endif
    for (int descriptor = 3; (rlim_t)descriptor < highest && descriptor < 65536; descriptor++)
        close(descriptor);
}

static void reset_signals(void)
{
    struct sigaction fresh = {.sa_handler = SIG_DFL};
    sigset_t none;

    sigemptyset(&fresh.sa_mask);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &fresh, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Take the effective identity for good: in slurmstepd the real one is still root's. The C library's
 * functions take locks to change all threads, so the system calls are used.
 */
static int drop_identity(void)
{
    gid_t group = getegid();
    uid_t user = geteuid();

    if (syscall(SYS_setresgid, group, group, group) < 0 ||
        syscall(SYS_setresuid, user, user, user) < 0)
        return -1;
    return 0;
}

static int set_limits(const struct plan *plan)
{
    static const struct rlimit nothing = {0, 0};

    return setrlimit(RLIMIT_AS, &plan->memory) < 0 || setrlimit(RLIMIT_CPU, &plan->cpu) < 0 ||
                   setrlimit(RLIMIT_FSIZE, &plan->files) < 0 ||
                   setrlimit(RLIMIT_CORE, &nothing) < 0 ||
                   setrlimit(RLIMIT_NOFILE, &plan->descriptors) < 0
               ? -1
               : 0;
}

/* Forbid further processes and threads. Before the change of identity this would be another user's
 * limit, and the kernel would refuse to execute the program. */
static int stay_alone(const struct plan *plan)
{
    static const struct rlimit nothing = {0, 0};

    return plan->alone ? setrlimit(RLIMIT_NPROC, &nothing) : 0;
}

/* If the process at the other end is gone, reading and writing must fail, not raise a signal. */
static void run_function(const struct plan *plan)
{
    signal(SIGPIPE, SIG_IGN);
    _exit(plan->function(plan->function_data));
}

static void run_program(const struct plan *plan)
{
    if (set_limits(plan) == 0 && stay_alone(plan) == 0)
        execve(plan->path, plan->arguments, clean_environment);
    _exit(START_FAILED);
}

/*
 * Runs in the new process. Until it executes the program its memory is a copy of the parent's, in
 * slurmstepd a copy of root's: other processes of the user must not reach it once it has the user's
 * identity.
 */
static void become(const struct plan *plan)
{
    struct rlimit descriptors = {0, 0};

    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    setpgid(0, 0);
    reset_signals();
    for (int i = 0; i < 3; i++) {
        if (dup2(plan->ends[i], i) < 0)
            _exit(START_FAILED);
    }
    getrlimit(RLIMIT_NOFILE, &descriptors);
    close_rest(descriptors.rlim_cur);
    if (drop_identity() < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        _exit(START_FAILED);
    /* The change of identity resets this, so it comes after it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->parent)
        _exit(START_FAILED);
    if (plan->function)
        run_function(plan);
    run_program(plan);
}

/* Move a descriptor beyond the standard ones, which the parent may have closed. */
static int lift(int *descriptor)
{
    int high;

    if (*descriptor > 2)
        return 0;
    high = fcntl(*descriptor, F_DUPFD_CLOEXEC, 3);
    if (high < 0)
        return -1;
    close(*descriptor);
    *descriptor = high;
    return 0;
}

static int open_ends(int pairs[3][2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pairs[0]) < 0 ||
        pipe2(pairs[1], O_CLOEXEC) < 0 || pipe2(pairs[2], O_CLOEXEC) < 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        if (lift(&pairs[i][0]) < 0 || lift(&pairs[i][1]) < 0)
            return -1;
    }
    if (fcntl(pairs[1][0], F_SETFL, O_NONBLOCK) < 0)
        return -1;
    return fcntl(pairs[2][0], F_SETFL, O_NONBLOCK);
}

static void close_ends(int pairs[3][2], int side)
{
    for (int i = 0; i < 3; i++) {
        if (pairs[i][side] >= 0)
            close(pairs[i][side]);
        pairs[i][side] = -1;
    }
}

int start_process(const struct child *child, struct started *process)
{
    int pairs[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    struct plan plan;
    int why;

    *process = (struct started)STARTED_NONE;
    if (prepare(child, &plan) < 0)
        return -1;
    if (open_ends(pairs) == 0) {
        /* As for pipes, index 0 is the reading end, although a socket has no direction. */
        plan.ends[0] = pairs[0][0];
        plan.ends[1] = pairs[1][1];
        plan.ends[2] = pairs[2][1];
        process->pid = fork();
        if (process->pid == 0)
            become(&plan);
    }
    why = errno;
    if (process->pid < 0) {
        close_ends(pairs, 0);
        close_ends(pairs, 1);
        errno = why;
        return -1;
    }
    setpgid(process->pid, process->pid);
    close(pairs[0][0]);
    close(pairs[1][1]);
    close(pairs[2][1]);
    process->input = pairs[0][1];
    process->output = pairs[1][0];
    process->error = pairs[2][0];
    return 0;
}
