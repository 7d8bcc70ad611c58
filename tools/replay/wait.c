/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waits for messages. MPI libraries wait by polling all the time, which is fastest if each rank has
 * its own CPU. If ranks outnumber CPUs, a polling rank holds the CPU that a working one needs:
 * then, and until that is known, ranks sleep between looks.
 */
#include "config.h"

#include "replay.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#undef wait_least

/* The pause between two looks doubles from the first to the last, in nanoseconds. */
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

/* What a rank sends to rank 0: its machine, and the CPUs that it may use there. */
struct place {
    char machine[64];
    cpu_set_t cpus;
};

/* The hosts of containers and of a sandbox differ in name, but not in this. */
static void name_machine(char *name, size_t size)
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

    if (!file || !fgets(name, (int)size, file))
        gethostname(name, size - 1);
    if (file)
        fclose(file);
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct place *)a)->machine, ((const struct place *)b)->machine);
}

/* Whether on any machine ranks outnumber the CPUs that they may use together. Sorts the places. */
static bool is_crowded(struct place *places, int ranks)
{
    cpu_set_t cpus;
    int here = 0;

    qsort(places, (size_t)ranks, sizeof *places, compare);
    for (int i = 0; i < ranks; i++) {
        if (i == 0 || compare(&places[i - 1], &places[i]) != 0) {
            CPU_ZERO(&cpus);
            here = 0;
        }
        CPU_OR(&cpus, &cpus, &places[i].cpus);
        here++;
        /* After the last rank of a machine all its CPUs are known. */
        if ((i + 1 == ranks || compare(&places[i], &places[i + 1]) != 0) && here > CPU_COUNT(&cpus))
            return true;
    }
    return false;
}

bool wait_choose(void)
{
    struct place mine = {0}, *places = NULL;
    MPI_Request request;
    int rank, ranks, crowded = true;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name_machine(mine.machine, sizeof mine.machine);
    if (sched_getaffinity(0, sizeof mine.cpus, &mine.cpus) < 0)
        CPU_ZERO(&mine.cpus);
    if (rank == 0)
        places = calloc((size_t)ranks, sizeof *places);
    if (wait_least(rank != 0 || places)) {
        /* Rank 0 decides for all: an all-gather would connect all pairs of ranks. */
        MPI_Igather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD,
                    &request);
        wait_all(1, &request);
        if (rank == 0)
            crowded = is_crowded(places, ranks);
        wait_share(&crowded, 1, MPI_INT);
    }
    free(places);
    sleeps = crowded;
    return sleeps;
}
