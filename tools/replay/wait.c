/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting for messages. MPI libraries wait by looking all the time, which is fastest where a rank
 * has a CPU for itself. Where ranks outnumber CPUs, a rank that waits so holds the CPU that a
 * working one needs: there, and until that is known, ranks sleep between looks.
 */
#include "config.h"

#include "replay.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The time between two looks doubles from the first to the last, in nanoseconds. */
#define FIRST_PAUSE 50000
#define LAST_PAUSE 2000000

static bool sleeps = true;

void wait_all(int count, MPI_Request *requests)
{
    struct timespec pause = {.tv_nsec = FIRST_PAUSE};
    int done = 0;

    if (!sleeps) {
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        return;
    }
    for (;;) {
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        if (done)
            return;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LAST_PAUSE)
            pause.tv_nsec *= 2;
    }
}

void wait_barrier(void)
{
    MPI_Request request;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait_all(1, &request);
}

void wait_share(void *data, int count, MPI_Datatype type)
{
    MPI_Request request;

    MPI_Ibcast(data, count, type, 0, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
}

void wait_reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op operation)
{
    MPI_Request request;

    MPI_Ireduce(mine, all, count, type, operation, 0, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
}

int wait_least(int mine)
{
    MPI_Request request;
    int least;

    MPI_Iallreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
    return least;
}

/* What a rank tells the others: its machine, and the CPUs that it may use there. */
struct place {
    char machine[64];
    cpu_set_t cpus;
};

/* Hosts of containers and of a sandbox differ in name but not in this. */
static void name_machine(char *name, size_t size)
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

    if (!file || !fgets(name, (int)size, file))
        gethostname(name, size - 1);
    if (file)
        fclose(file);
}

/* Whether the ranks on the machine of `mine` outnumber the CPUs that they may use together. */
static bool is_crowded(const struct place *mine, const struct place *places, int ranks)
{
    cpu_set_t cpus;
    int here = 0;

    CPU_ZERO(&cpus);
    for (int i = 0; i < ranks; i++) {
        if (strcmp(places[i].machine, mine->machine) != 0)
            continue;
        CPU_OR(&cpus, &cpus, &places[i].cpus);
        here++;
    }
    return here > CPU_COUNT(&cpus);
}

bool wait_choose(void)
{
    struct place mine = {0}, *places;
    bool crowded = true;
    MPI_Request request;
    int ranks;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name_machine(mine.machine, sizeof mine.machine);
    if (sched_getaffinity(0, sizeof mine.cpus, &mine.cpus) < 0)
        CPU_ZERO(&mine.cpus);
    places = calloc((size_t)ranks, sizeof *places);
    if (wait_least(places != NULL)) {
        MPI_Iallgather(&mine, sizeof mine, MPI_BYTE, places, sizeof *places, MPI_BYTE,
                       MPI_COMM_WORLD, &request);
        wait_all(1, &request);
        crowded = is_crowded(&mine, places, ranks);
    }
    free(places);
    crowded = !wait_least(!crowded);
    sleeps = crowded;
    return crowded;
}
