/* SPDX-License-Identifier: BSD-3-Clause */
#include "neighbours.h"

#include <limits.h>
#include <stdlib.h>

/* Room for `count` numbers; NULL only on failure. */
static int *numbers(int count)
{
    return calloc((size_t)count + 1, sizeof(int));
}

static int grid_neighbours(MPI_Comm comm, struct edge **edges)
{
    int dims, count = 0;

    PMPI_Cartdim_get(comm, &dims);
    *edges = calloc((size_t)dims * 2 + 1, sizeof **edges);
    if (!*edges)
        return -1;
    for (int d = 0; d < dims; d++) {
        int side[2];

        PMPI_Cart_shift(comm, d, 1, &side[0], &side[1]);
        for (int i = 0; i < 2; i++) {
            if (side[i] != MPI_PROC_NULL)
                (*edges)[count++] = (struct edge){side[i], 1};
        }
    }
    return count;
}

static int graph_neighbours(MPI_Comm comm, struct edge **edges)
{
    int rank, count, *to;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &count);
    to = numbers(count);
    *edges = calloc((size_t)count + 1, sizeof **edges);
    if (!to || !*edges) {
        free(to);
        return -1;
    }
    PMPI_Graph_neighbors(comm, rank, count, to);
    for (int i = 0; i < count; i++)
        (*edges)[i] = (struct edge){to[i], 1};
    free(to);
    return count;
}

/* One process's part of a distributed graph: ranks and weights [in] and [out]. */
struct adjacency {
    int in, out, weighted;
    int *sources, *source_weights, *destinations, *destination_weights;
};

static int adjacency_make(struct adjacency *adjacency)
{
    adjacency->sources = numbers(adjacency->in);
    adjacency->source_weights = numbers(adjacency->in);
    adjacency->destinations = numbers(adjacency->out);
    adjacency->destination_weights = numbers(adjacency->out);
    return adjacency->sources && adjacency->source_weights && adjacency->destinations &&
                   adjacency->destination_weights
               ? 0
               : -1;
}

static void adjacency_free(struct adjacency *adjacency)
{
    free(adjacency->sources);
    free(adjacency->source_weights);
    free(adjacency->destinations);
    free(adjacency->destination_weights);
}

static int adjacency_get(MPI_Comm comm, struct adjacency *adjacency)
{
    *adjacency = (struct adjacency){.in = 0};
    PMPI_Dist_graph_neighbors_count(comm, &adjacency->in, &adjacency->out, &adjacency->weighted);
    if (adjacency_make(adjacency) < 0)
        return -1;
    PMPI_Dist_graph_neighbors(comm, adjacency->in, adjacency->sources, adjacency->source_weights,
                              adjacency->out, adjacency->destinations,
                              adjacency->destination_weights);
    return 0;
}

static int dist_graph_neighbours(MPI_Comm comm, struct edge **edges)
{
    struct adjacency adjacency;
    int result = adjacency_get(comm, &adjacency);

    *edges = calloc((size_t)adjacency.out + 1, sizeof **edges);
    for (int i = 0; result == 0 && *edges && i < adjacency.out; i++)
        (*edges)[i] = (struct edge){adjacency.destinations[i],
                                    adjacency.weighted ? adjacency.destination_weights[i] : 1};
    adjacency_free(&adjacency);
    return result == 0 && *edges ? adjacency.out : -1;
}

int neighbours_get(MPI_Comm comm, struct edge **edges)
{
    int topology;

    *edges = NULL;
    PMPI_Topo_test(comm, &topology);
    if (topology == MPI_CART)
        return grid_neighbours(comm, edges);
    return topology == MPI_GRAPH ? graph_neighbours(comm, edges)
                                 : dist_graph_neighbours(comm, edges);
}

/* The first edge of each rank; NULL if there are too many edges. */
static int *begins(const int *count, int ranks)
{
    int *begin = numbers(ranks);
    int sum = 0;

    for (int i = 0; begin && i < ranks; i++) {
        begin[i] = sum;
        if (count[i] < 0 || __builtin_add_overflow(sum, count[i], &sum)) {
            free(begin);
            return NULL;
        }
    }
    if (begin)
        begin[ranks] = sum;
    return begin;
}

int edges_gather(MPI_Comm comm, const struct edge *own, int count, struct edges *edges)
{
    int rank, ranks, *begin = NULL, ready;

    *edges = (struct edges){.count = NULL};
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    if (rank == 0)
        edges->count = numbers(ranks);
    ready = rank != 0 || edges->count;
    PMPI_Bcast(&ready, 1, MPI_INT, 0, comm);
    if (!ready)
        return -1;
    PMPI_Gather(&count, 1, MPI_INT, edges->count, 1, MPI_INT, 0, comm);
    if (rank == 0) {
        begin = begins(edges->count, ranks);
        if (begin)
            edges->edge = calloc((size_t)begin[ranks] + 1, sizeof *edges->edge);
        ready = edges->edge != NULL;
    }
    PMPI_Bcast(&ready, 1, MPI_INT, 0, comm);
    if (ready)
        PMPI_Gatherv(own, count, MPI_2INT, edges->edge, edges->count, begin, MPI_2INT, 0, comm);
    free(begin);
    return ready ? 0 : -1;
}

void edges_free(struct edges *edges)
{
    free(edges->count);
    free(edges->edge);
}

static int all_ready(int ready, MPI_Comm comm)
{
    PMPI_Allreduce(MPI_IN_PLACE, &ready, 1, MPI_INT, MPI_LAND, comm);
    return ready;
}

static int rebuild_grid(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built)
{
    int count;
    int *dims, *periods, *place;

    PMPI_Cartdim_get(comm, &count);
    dims = numbers(count);
    periods = numbers(count);
    place = numbers(count);
    if (all_ready(dims && periods && place, comm)) {
        PMPI_Cart_get(comm, count, dims, periods, place);
        MPI_Cart_create(ordered, count, dims, periods, 0, built);
    }
    free(dims);
    free(periods);
    free(place);
    return *built == MPI_COMM_NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

static int rebuild_graph(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built)
{
    int nodes, count;
    int *index, *to;

    PMPI_Graphdims_get(comm, &nodes, &count);
    index = numbers(nodes);
    to = numbers(count);
    if (all_ready(index && to, comm)) {
        PMPI_Graph_get(comm, nodes, count, index, to);
        MPI_Graph_create(ordered, nodes, index, to, 0, built);
    }
    free(index);
    free(to);
    return *built == MPI_COMM_NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

/* Each process of `comm` with rank r sends its part to the process that has rank r of `ordered`. */
static void hand_on(MPI_Comm ordered, int to, const struct adjacency *own,
                    struct adjacency *theirs, int from)
{
    const int *const parts[] = {own->sources, own->source_weights, own->destinations,
                                own->destination_weights};
    int *const room[] = {theirs->sources, theirs->source_weights, theirs->destinations,
                         theirs->destination_weights};

    for (int i = 0; i < 4; i++)
        PMPI_Sendrecv(parts[i], i < 2 ? own->in : own->out, MPI_INT, to, i, room[i],
                      i < 2 ? theirs->in : theirs->out, MPI_INT, from, i, ordered,
                      MPI_STATUS_IGNORE);
}

static int rebuild_dist_graph(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built)
{
    struct adjacency own, theirs = {.in = 0};
    int ready = adjacency_get(comm, &own) == 0;
    const int own_degrees[2] = {own.in, own.out};
    int degrees[2], to;
    MPI_Status status;

    PMPI_Comm_rank(comm, &to);
    PMPI_Sendrecv(own_degrees, 2, MPI_INT, to, 0, degrees, 2, MPI_INT, MPI_ANY_SOURCE, 0, ordered,
                  &status);
    theirs.in = degrees[0];
    theirs.out = degrees[1];
    theirs.weighted = own.weighted;
    ready = adjacency_make(&theirs) == 0 && ready;
    if (all_ready(ready, comm)) {
        hand_on(ordered, to, &own, &theirs, status.MPI_SOURCE);
        MPI_Dist_graph_create_adjacent(
            ordered, theirs.in, theirs.sources,
            theirs.weighted ? theirs.source_weights : MPI_UNWEIGHTED, theirs.out,
            theirs.destinations, theirs.weighted ? theirs.destination_weights : MPI_UNWEIGHTED,
            MPI_INFO_NULL, 0, built);
    }
    adjacency_free(&own);
    adjacency_free(&theirs);
    return *built == MPI_COMM_NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

int neighbours_rebuild(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built)
{
    int topology;

    *built = MPI_COMM_NULL;
    PMPI_Topo_test(comm, &topology);
    if (topology == MPI_CART)
        return rebuild_grid(comm, ordered, built);
    return topology == MPI_GRAPH ? rebuild_graph(comm, ordered, built)
                                 : rebuild_dist_graph(comm, ordered, built);
}
