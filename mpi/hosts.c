/* SPDX-License-Identifier: BSD-3-Clause */
#include "hosts.h"

#include "base/holds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct host own_names(void)
{
    struct host host = {.name = ""};
    const char *slurm = getenv("SLURMD_NODENAME");
    int length;

    PMPI_Get_processor_name(host.name, &length);
    if (slurm)
        snprintf(host.slurm, sizeof host.slurm, "%s", slurm);
    return host;
}

/* Where a leader finds its name: `told` [leaders], on rank 0. */
struct leader {
    const struct host *host;
    uint32_t index;
};

static int by_name(const void *left, const void *right)
{
    const struct leader *a = left, *b = right;
    int order = strcmp(a->host->name, b->host->name);

    return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Number the nodes: `number` [leaders] is the node of each leader. */
static int number_nodes(struct hosts *hosts, const struct host *told, uint32_t leaders,
                        uint32_t *number)
{
    struct leader *sorted = calloc(leaders, sizeof *sorted);

    if (!sorted)
        return -1;
    for (uint32_t i = 0; i < leaders; i++)
        sorted[i] = (struct leader){told + i, i};
    qsort(sorted, leaders, sizeof *sorted, by_name);
    /* First find the lowest leader with the same name ... */
    for (uint32_t i = 0, first = 0; i < leaders; i++) {
        if (strcmp(sorted[first].host->name, sorted[i].host->name) != 0)
            first = i;
        number[sorted[i].index] = sorted[first].index;
    }
    free(sorted);
    /* ... which already has its number when the others look it up. */
    for (uint32_t i = 0; i < leaders; i++) {
        if (number[i] == i) {
            hosts->host[hosts->count] = told[i];
            number[i] = hosts->count++;
        } else {
            number[i] = number[number[i]];
        }
    }
    return 0;
}

/* Fill in the nodes from the names of the leaders and the leader of each rank. */
static int fill(struct hosts *hosts, const struct host *told, uint32_t leaders, const int *leader,
                uint32_t ranks)
{
    uint32_t *number;
    int result = -1;

    HOLDS(leaders > 0 && leader);
    number = calloc(leaders, sizeof *number);
    hosts->host = calloc(leaders, sizeof *hosts->host);
    hosts->tasks = calloc(leaders, sizeof *hosts->tasks);
    hosts->node = calloc(ranks, sizeof *hosts->node);
    if (number && hosts->host && hosts->tasks && hosts->node)
        result = number_nodes(hosts, told, leaders, number);
    for (uint32_t i = 0; result == 0 && i < ranks; i++) {
        hosts->node[i] = number[leader[i]];
        hosts->tasks[hosts->node[i]]++;
    }
    free(number);
    if (result < 0)
        hosts_free(hosts);
    return result;
}

/* Gather the names of all leaders on the first one. If memory runs out there, the others still
 * send. */
static struct host *gather_names(MPI_Comm leaders, int count, int rank)
{
    struct host own = own_names();
    struct host *told = rank == 0 ? calloc((size_t)count, sizeof *told) : NULL;
    int ready = rank != 0 || told;

    PMPI_Bcast(&ready, 1, MPI_INT, 0, leaders);
    if (ready)
        PMPI_Gather(&own, (int)sizeof own, MPI_BYTE, told, (int)sizeof own, MPI_BYTE, 0, leaders);
    return told;
}

int hosts_gather(MPI_Comm comm, struct hosts *hosts)
{
    MPI_Comm local, leaders;
    int ranks, rank, local_rank, own = 0, count = 0, result = 0;
    struct host *told = NULL;
    int *leader = NULL, ready;

    *hosts = (struct hosts){.count = 0};
    PMPI_Comm_size(comm, &ranks);
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
    PMPI_Comm_rank(local, &local_rank);
    PMPI_Comm_split(comm, local_rank == 0 ? 0 : MPI_UNDEFINED, 0, &leaders);
    if (leaders != MPI_COMM_NULL) {
        PMPI_Comm_rank(leaders, &own);
        PMPI_Comm_size(leaders, &count);
        told = gather_names(leaders, count, own);
        PMPI_Comm_free(&leaders);
    }
    PMPI_Bcast(&own, 1, MPI_INT, 0, local);
    PMPI_Comm_free(&local);
    if (rank == 0)
        leader = calloc((size_t)ranks, sizeof *leader);
    ready = rank != 0 || (leader && told);
    PMPI_Bcast(&ready, 1, MPI_INT, 0, comm);
    if (ready)
        PMPI_Gather(&own, 1, MPI_INT, leader, 1, MPI_INT, 0, comm);
    if (rank == 0)
        result = ready ? fill(hosts, told, (uint32_t)count, leader, (uint32_t)ranks) : -1;
    free(told);
    free(leader);
    return result;
}

void hosts_free(struct hosts *hosts)
{
    free(hosts->host);
    free(hosts->tasks);
    free(hosts->node);
    *hosts = (struct hosts){.count = 0};
}
