/* SPDX-License-Identifier: BSD-3-Clause */
#include "topomap-mpi.h"

#include "hosts.h"
#include "lead.h"
#include "neighbours.h"
#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Our own traffic uses PMPI, so that profilers do not count it as the application's. Communicators
 * for the application are made by the MPI functions, so that tools see them.
 */

/* Whether `comm` can be planned for: MPI_SUCCESS or an error, the same on all processes. */
static int check(MPI_Comm comm)
{
    int flag, topology;

    if (comm == MPI_COMM_NULL)
        return MPI_ERR_COMM;
    PMPI_Comm_test_inter(comm, &flag);
    if (flag)
        return MPI_ERR_COMM;
    PMPI_Topo_test(comm, &topology);
    return topology == MPI_UNDEFINED ? MPI_ERR_TOPOLOGY : MPI_SUCCESS;
}

static void say(const struct outcome *outcome)
{
    const char *verbose = getenv("TOPOMAP_VERBOSE");

    if (verbose && *verbose && strcmp(verbose, "0") != 0)
        fprintf(stderr, "topomap: %s\n", outcome->text);
}

/* Gather the edges of all ranks on rank 0; false on all processes if that fails. */
static bool gather(MPI_Comm comm, struct edges *edges)
{
    struct edge *own;
    int count = neighbours_get(comm, &own), result;

    result = edges_gather(comm, own, count, edges);
    free(own);
    return result == 0;
}

/* Rank 0 plans, and all processes get their new ranks; `*newrank` is the old rank if the order
 * stays. */
static void find_rank(MPI_Comm comm, MPI_Info info, int *newrank, struct outcome *outcome)
{
    struct edges edges = {.count = NULL};
    struct hosts hosts;
    int rank, ranks, *all = NULL;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    *newrank = rank;
    hosts_gather(comm, &hosts);
    if (rank == 0 && lead_wanted(&hosts, (uint32_t)ranks, outcome)) {
        all = calloc((size_t)ranks, sizeof *all);
        outcome->kept = all == NULL;
    }
    outcome_share(outcome, comm);
    if (!outcome->kept && !gather(comm, &edges))
        outcome_keep(outcome, "the old order stays: the edges are too many for the memory");
    else if (!outcome->kept && rank == 0)
        lead_plan(comm, info, &hosts, &edges, (uint32_t)ranks, all, outcome);
    outcome_share(outcome, comm);
    if (!outcome->kept)
        PMPI_Scatter(all, 1, MPI_INT, newrank, 1, MPI_INT, 0, comm);
    edges_free(&edges);
    hosts_free(&hosts);
    free(all);
    if (rank == 0)
        say(outcome);
}

int topomap_mpi_newrank(MPI_Comm comm, MPI_Info info, int *newrank)
{
    struct outcome outcome = {.code = MPI_SUCCESS, .kept = true,
                              .text = "the old order stays: out of memory"};
    int code = check(comm);

    if (code != MPI_SUCCESS)
        return code;
    if (!newrank)
        return MPI_ERR_ARG;
    find_rank(comm, info, newrank, &outcome);
    outcome_attach(&outcome, comm);
    return outcome.code;
}

int topomap_mpi_reorder(MPI_Comm comm, MPI_Info info, MPI_Comm *reordered)
{
    struct outcome outcome = {.code = MPI_SUCCESS, .kept = true,
                              .text = "the old order stays: out of memory"};
    MPI_Comm ordered;
    int newrank, code = check(comm);

    if (!reordered)
        return MPI_ERR_ARG;
    *reordered = MPI_COMM_NULL;
    if (code != MPI_SUCCESS)
        return code;
    find_rank(comm, info, &newrank, &outcome);
    if (outcome.code == MPI_SUCCESS && outcome.kept) {
        MPI_Comm_dup(comm, reordered);
    } else if (outcome.code == MPI_SUCCESS) {
        PMPI_Comm_split(comm, 0, newrank, &ordered);
        outcome.code = neighbours_rebuild(comm, ordered, reordered);
        PMPI_Comm_free(&ordered);
    }
    outcome_attach(&outcome, comm);
    if (*reordered != MPI_COMM_NULL)
        outcome_attach(&outcome, *reordered);
    return outcome.code;
}
