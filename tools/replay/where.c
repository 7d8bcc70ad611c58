/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints where each rank runs, from every source that says so. */
#include "config.h"

#include "replay.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 512

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : "-";
}

/* The CPUs that this process may use, as a list such as 0-3,8. */
static void affinity(char *text, size_t size)
{
    cpu_set_t set;
    size_t at = 0;

    snprintf(text, size, "-");
    if (sched_getaffinity(0, sizeof set, &set) < 0)
        return;
    for (int cpu = 0, last; cpu < CPU_SETSIZE && at < size; cpu = last + 1) {
        last = cpu;
        if (!CPU_ISSET(cpu, &set))
            continue;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set))
            last++;
        at += (size_t)snprintf(text + at, size - at, "%s%d", at ? "," : "", cpu);
        if (last > cpu && at < size)
            at += (size_t)snprintf(text + at, size - at, "-%d", last);
    }
}

static void describe(char *line)
{
    char host[128] = "?", cpus[256];
    const char *launcher = getenv("PMIX_RANK") ? variable("PMIX_RANK") : variable("PMI_RANK");
    MPI_Comm shared;
    int rank, neighbours;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* There is no variant of this that does not block. */
    wait_barrier();
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
    MPI_Comm_size(shared, &neighbours);
    MPI_Comm_free(&shared);
    gethostname(host, sizeof host - 1);
    affinity(cpus, sizeof cpus);
    snprintf(line, LINE, "%d\t%s\t%s\t%s\t%s\t%d\t%s", rank, host, launcher,
             variable("SLURM_PROCID"), variable("SLURM_LOCALID"), neighbours, cpus);
}

void where_print(void)
{
    char line[LINE] = "";
    char *lines = NULL;
    MPI_Request request;
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    describe(line);
    if (rank == 0)
        lines = malloc((size_t)ranks * LINE);
    if (rank == 0 && !lines)
        MPI_Abort(MPI_COMM_WORLD, TOPOMAP_INTERNAL);
    MPI_Igather(line, LINE, MPI_CHAR, lines, LINE, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
    if (rank != 0)
        return;
    printf("rank\thost\tpmix_rank\tprocid\tlocal_rank\tshared\tcpus\n");
    for (int i = 0; i < ranks; i++)
        printf("%s\n", lines + (size_t)i * LINE);
    fflush(stdout);
    free(lines);
}
