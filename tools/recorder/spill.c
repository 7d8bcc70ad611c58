/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "spill.h"

#include "base/file.h"
#include "io/profile_records.h"
#include "live.h"
#include "report.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[RUN_PATH + 16];
static char file[16], half[24]; /* in it: the record of this rank, and while it is written */
enum { DISARMED, ARMED, WRITING };
static _Atomic int armed;
static pid_t process;
static struct profile_writer writer;
static _Atomic(struct block *) held;

/* How ranks are ended: by Slurm and mpirun, by limits, and by their own faults. */
static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGABRT,
                           SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define ENDS (sizeof ends / sizeof *ends)
#define FIRST_FAULT 4
static struct sigaction before[ENDS];
static _Atomic bool written[ENDS]; /* such a signal was handled, and the record written before */

void spill_clean(void)
{
    profile_records_remove(folder);
}

void spill_prepare(void)
{
    snprintf(folder, sizeof folder, "%s.ranks", run.path);
    snprintf(file, sizeof file, "%u", run.rank);
    snprintf(half, sizeof half, "%u" PROFILE_RECORD_HALF, run.rank);
}

void spill_make_folder(void)
{
    if ((mkdir(folder, 0777) < 0 && errno != EEXIST) || !file_may_work_in(folder))
        run_say("%s: %s; ranks that end early will leave no records", folder, strerror(errno));
}

/* The first of all ranks speaks: at once, and by what is safe in a signal handler. */
static void tell_first(const char *why)
{
    const char *const parts[] = {
        "topomap: ", why, "; records are in ", folder,
        " until they are joined, by srun, 'topomap profile' or 'topomap profile --join'\n",
    };
    static char line[RUN_PATH + 512];
    size_t length = 0, part;
    int inside = file_open_folder(folder);
    int fd = inside < 0 ? -1 : openat(inside, PROFILE_RECORDS_TOLD,
                                      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (inside >= 0)
        close(inside);
    if (fd < 0 || close(fd) < 0)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, length += part) {
        part = strnlen(parts[i], sizeof line - length);
        memcpy(line + length, parts[i], part);
    }
    file_write_all(STDERR_FILENO, line, length);
}

/* Returns whether the record is in its file. */
static bool spill_inside(int inside)
{
    const struct block *block = atomic_load(&held);
    bool done;
    int fd;

    /* Somebody else may have made what is there a name of another file. */
    unlinkat(inside, half, 0);
    fd = openat(inside, half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    profile_begin(&writer, run_put, &fd);
    profile_put_head(&writer, &run.head);
    if (!block)
        report(&writer, PROFILE_SPILLED);
    for (; block; block = block->next)
        profile_put_chunks(&writer, block->data, block->length, block->count);
    /* Whoever ends us may lose patience meanwhile. */
    done = profile_put_end(&writer) == 0 && renameat(inside, half, inside, file) == 0;
    if (!done)
        unlinkat(inside, half, 0);
    close(fd);
    return done;
}

static bool spill(void)
{
    bool done;
    int inside;

    mkdir(folder, 0777);
    inside = file_open_folder(folder);
    done = inside >= 0 && spill_inside(inside);
    if (inside >= 0)
        close(inside);
    return done;
}

/* Write the record, unless it is being written or is safe; then be armed or not as `next` says.
 * Returns whether the record is in its file. */
static bool spill_once(int next)
{
    int state = ARMED;
    bool done;

    /* A child made by fork() is not a rank. */
    if (process != getpid() || !atomic_compare_exchange_strong(&armed, &state, WRITING))
        return false;
    done = spill();
    state = WRITING;
    atomic_compare_exchange_strong(&armed, &state, next);
    return done;
}

void spill_now(const char *why)
{
    if (spill_once(DISARMED))
        tell_first(why);
}

void spill_hold(struct block *newest)
{
    atomic_store(&held, newest);
}

/* Whether the process may go on after a signal, because the application handles it. It does not
 * after a handler of faults that is called only once, as that of Open MPI, which shows where one
 * was. */
static bool may_go_on(size_t i)
{
    bool is_fault = i >= FIRST_FAULT && i < ENDS;

    return before[i].sa_handler != SIG_DFL && !(is_fault && (before[i].sa_flags & SA_RESETHAND));
}

/* Leave a signal to the application's handler. It may end the process in a way that is not seen
 * here: counts that would be lost then are written before, but not each time. */
static void pass_on(size_t i, siginfo_t *info, void *context)
{
    struct sigaction action = before[i];

    if (!live_holds() && !atomic_exchange(&written[i], true))
        spill_once(ARMED);
    if (action.sa_flags & SA_RESETHAND)
        before[i] = (struct sigaction){.sa_handler = SIG_DFL};
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(ends[i], info, context);
    else
        action.sa_handler(ends[i]);
}

/* Do what would have happened without us. A fault recurs on return. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    int before_signal = errno;
    size_t i = 0;

    if (number == SIGBUS && live_mend(info->si_addr)) {
        errno = before_signal;
        return;
    }
    while (ends[i] != number)
        i++;
    if (may_go_on(i)) {
        pass_on(i, info, context);
        errno = before_signal;
        return;
    }
    spill_now(SPILL_EARLY);
    sigaction(number, &before[i], NULL);
    if (info->si_code <= 0 || number == SIGTERM || number == SIGINT || number == SIGHUP ||
        number == SIGXCPU)
        raise(number);
}

/* Take the place of one handler; that of the application still runs as it asked for. */
static void take(size_t i)
{
    struct sigaction action = {.sa_flags = SA_ONSTACK};

    if (sigaction(ends[i], NULL, &before[i]) < 0 || before[i].sa_handler == SIG_IGN)
        return;
    if (may_go_on(i))
        action = before[i];
    else
        sigfillset(&action.sa_mask);
    action.sa_sigaction = on_signal;
    action.sa_flags |= SA_SIGINFO;
    action.sa_flags &= ~(int)SA_RESETHAND; /* see pass_on */
    sigaction(ends[i], &action, NULL);
}

void spill_arm(void)
{
    process = getpid();
    for (size_t i = 0; i < ENDS; i++)
        take(i);
    atomic_store(&armed, ARMED);
}

void spill_disarm(void)
{
    struct sigaction now;

    atomic_store(&armed, DISARMED);
    for (size_t i = 0; i < ENDS; i++) {
        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_sigaction == on_signal)
            sigaction(ends[i], &before[i], NULL);
    }
}

/* exit() without MPI_Finalize. */
__attribute__((destructor)) static void on_exit_of_rank(void)
{
    spill_now(SPILL_EARLY);
}
