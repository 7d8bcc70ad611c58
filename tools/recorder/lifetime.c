/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls that start and end a run, and those that mark its phases. */
#include "config.h"

#include "base/file.h"
#include "base/locale.h"
#include "gather.h"
#include "live.h"
#include "record.h"
#include "run.h"
#include "spill.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_SECONDS 60.0
#define LONGEST_SECONDS 86400.0
#define MAX_SAMPLING 1000000
#define PATIENCE 10 /* seconds for which ranks may begin after others without a word */

static MPI_Comm own_comm; /* a copy of MPI_COMM_WORLD, so that no message of the application is
                           * matched */
static char library[128];

/* ---- settings ---------------------------------------------------------------------------- */

/* A number from the environment; `other` if it is missing or makes no sense. */
static double setting(const char *name, double other, double least, double most)
{
    const char *text = getenv(name);
    locale_t before;
    char *end;
    double number;

    if (!text || !*text)
        return other;
    before = locale_enter();
    number = strtod(text, &end);
    locale_leave(before);
    if (*end || !(number >= least && number <= most)) {
        if (run.rank == 0)
            run_say("%s needs a number from %g to %g, not '%s'", name, least, most, text);
        return other;
    }
    return number;
}

static void read_settings(const char *path)
{
    run.seconds = setting("TOPOMAP_PROFILE_SECONDS", DEFAULT_SECONDS, 0, LONGEST_SECONDS);
    run.head.sampling = (uint32_t)setting("TOPOMAP_PROFILE_SAMPLE", 1, 1, MAX_SAMPLING);
    run.head.slice =
        (uint32_t)ceil(1000 * setting("TOPOMAP_PROFILE_SLICE", 0, 0, LONGEST_SECONDS));
    snprintf(run.path, sizeof run.path, "%s", path);
}

/* "Open MPI v4.1.4": the first words of the library's version text. */
static void name_library(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    if (NEXT(MPI_Get_library_version)(text, &length) != MPI_SUCCESS)
        snprintf(text, sizeof text, "%s", ABI_NAME);
    text[strcspn(text, ",\n")] = '\0';
    for (char *c = text; *c; c++) {
        if (*c == '\t')
            *c = ' ';
    }
    snprintf(library, sizeof library, "%.*s", (int)sizeof library - 1, text);
    run.head.library = library;
    run.head.program = program_invocation_short_name;
}

/* ---- waiting for all ranks --------------------------------------------------------------- */

static sem_t all_came;

/* Say why the job waits, if not all ranks are there in time. */
static void *watch(void *unused)
{
    struct timespec until;
    int result;

    (void)unused;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    while ((result = sem_timedwait(&all_came, &until)) < 0 && errno == EINTR)
        continue;
    if (result < 0 && errno == ETIMEDOUT)
        run_say("rank %u has waited in MPI_Init for %d seconds for all ranks to be recorded; a job "
                "in which some are not waits for ever (topomap-profile(7))", run.rank, PATIENCE);
    return NULL;
}

/* Make a communicator for the recorder. All ranks must call this, or the others wait for ever: no
 * call tells without them who is recorded. A thread of the first and of the last rank says so. */
static int make_comm(void)
{
    bool watched = run.rank == 0 || run.rank + 1 == run.head.ranks;
    sigset_t all, before;
    pthread_t thread;
    int result;

    if (watched) {
        sem_init(&all_came, 0, 0);
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        watched = pthread_create(&thread, NULL, watch, NULL) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    result = NEXT(MPI_Comm_dup)(MPI_COMM_WORLD, &own_comm);
    if (watched) {
        sem_post(&all_came);
        pthread_join(thread, NULL);
    }
    return result;
}

/* ---- start and end ----------------------------------------------------------------------- */

/* Agree on an id for this run; 0: the profile cannot be written. */
static uint64_t agree(void)
{
    struct timespec time;
    uint64_t id = 0;

    if (run.rank == 0) {
        clock_gettime(CLOCK_REALTIME, &time);
        if (!file_is_replaceable(run.path))
            run_say("%s: not a regular file; nothing is recorded", run.path);
        else if (file_has_room(run.path))
            id = ((uint64_t)time.tv_sec << 30 | (uint64_t)time.tv_nsec) ^ (uint64_t)getpid() << 44;
        else
            run_say("%s: %s; nothing is recorded", run.path, strerror(errno));
        if (id != 0) {
            spill_prepare();
            spill_clean();
            spill_make_folder();
        }
    }
    NEXT(MPI_Bcast)(&id, sizeof id, MPI_BYTE, 0, own_comm);
    return id;
}

static void begin(void)
{
    const char *path = getenv("TOPOMAP_PROFILE");
    MPI_Comm parent;
    int rank, size;

    if (!path || !*path || run.head.ranks)
        return;
    NEXT(MPI_Comm_rank)(MPI_COMM_WORLD, &rank);
    NEXT(MPI_Comm_size)(MPI_COMM_WORLD, &size);
    run.rank = (uint32_t)rank;
    run.head.ranks = (uint32_t)size;
    if (NEXT(MPI_Comm_get_parent)(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL) {
        if (rank == 0)
            run_say("processes started by MPI_Comm_spawn are not recorded");
        return;
    }
    read_settings(path);
    name_library();
    if (make_comm() != MPI_SUCCESS)
        return;
    run.head.run = agree();
    if (run.head.run == 0 || comms_setup() < 0)
        return;
    counts_setup(run.rank, run.head.sampling, run.head.slice);
    spill_prepare();
    spill_arm();
    live_start(&own_comm);
    atomic_store(&recording, true);
}

static void end(void)
{
    if (!atomic_exchange(&recording, false))
        return;
    if (counts_lost())
        run_say("rank %u: %llu messages are not recorded: memory ran out", run.rank,
                (unsigned long long)counts_lost());
    if (live_mended())
        run_say("rank %u: %s.ranks was truncated meanwhile; counts in it are lost", run.rank,
                run.path);
    gather(&own_comm);
    NEXT(MPI_Comm_free)(&own_comm);
    comms_free();
}

int MPI_Init(int *argc, char ***argv)
{
    int result = NEXT(MPI_Init)(argc, argv);

    if (result == MPI_SUCCESS)
        begin();
    return result;
}
TAKE_NAME(MPI_Init);

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int result = NEXT(MPI_Init_thread)(argc, argv, required, provided);

    if (result == MPI_SUCCESS)
        begin();
    return result;
}
TAKE_NAME(MPI_Init_thread);

int MPI_Finalize(void)
{
    end();
    return NEXT(MPI_Finalize)();
}
TAKE_NAME(MPI_Finalize);

/* MPI_Abort may return: MPICH's does if Slurm's PMI2 is slow to end the step. A rank that then
 * reaches MPI_Finalize still counts as ended early. */
int MPI_Abort(MPI_Comm comm, int code)
{
    atomic_store(&recording, false);
    spill_now(SPILL_EARLY);
    return NEXT(MPI_Abort)(comm, code);
}
TAKE_NAME(MPI_Abort);

/* Level 0 stops recording, 1 continues it in the initial phase, and others select phases. */
int MPI_Pcontrol(const int level, ...)
{
    if (level >= 0)
        counts_phase((uint32_t)level);
    return NEXT(MPI_Pcontrol)(level);
}
TAKE_NAME(MPI_Pcontrol);
