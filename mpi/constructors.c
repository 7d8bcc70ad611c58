/* SPDX-License-Identifier: BSD-3-Clause */
#include "constructors.h"

#include "topomap-mpi.h"

/* MPI's own functions. Under their names calls would reach ours if these are preloaded. */
static struct {
    __typeof__(&MPI_Cart_create) cart;
    __typeof__(&MPI_Graph_create) graph;
    __typeof__(&MPI_Dist_graph_create) dist;
    __typeof__(&MPI_Dist_graph_create_adjacent) adjacent;
} mpi;

/* Give `*comm`, which has the old order, the new one. On any failure it keeps the old one. */
static int finish(int code, MPI_Info info, MPI_Comm *comm)
{
    MPI_Comm reordered;

    if (code != MPI_SUCCESS || *comm == MPI_COMM_NULL)
        return code;
    if (topomap_mpi_reorder(*comm, info, &reordered) == MPI_SUCCESS) {
        PMPI_Comm_free(comm);
        *comm = reordered;
    }
    return code;
}

static int cart_create(MPI_Comm old, int dims, const int *dim, const int *periods, int reorder,
                       MPI_Comm *comm)
{
    int code = mpi.cart(old, dims, dim, periods, 0, comm);

    return reorder ? finish(code, MPI_INFO_NULL, comm) : code;
}

static int graph_create(MPI_Comm old, int nodes, const int *index, const int *edges, int reorder,
                        MPI_Comm *comm)
{
    int code = mpi.graph(old, nodes, index, edges, 0, comm);

    return reorder ? finish(code, MPI_INFO_NULL, comm) : code;
}

static int dist_create(MPI_Comm old, int n, const int *sources, const int *degrees,
                       const int *destinations, const int *weights, MPI_Info info, int reorder,
                       MPI_Comm *comm)
{
    int code = mpi.dist(old, n, sources, degrees, destinations, weights, info, 0, comm);

    return reorder ? finish(code, info, comm) : code;
}

static int adjacent_create(MPI_Comm old, int in, const int *sources, const int *source_weights,
                           int out, const int *destinations, const int *destination_weights,
                           MPI_Info info, int reorder, MPI_Comm *comm)
{
    int code = mpi.adjacent(old, in, sources, source_weights, out, destinations,
                            destination_weights, info, 0, comm);

    return reorder ? finish(code, info, comm) : code;
}

void topomap_mpi_constructors(constructor_function *const *theirs, constructor_function **ours)
{
    mpi.cart = (__typeof__(mpi.cart))theirs[CART_CREATE];
    mpi.graph = (__typeof__(mpi.graph))theirs[GRAPH_CREATE];
    mpi.dist = (__typeof__(mpi.dist))theirs[DIST_GRAPH_CREATE];
    mpi.adjacent = (__typeof__(mpi.adjacent))theirs[DIST_GRAPH_CREATE_ADJACENT];
    ours[CART_CREATE] = (constructor_function *)cart_create;
    ours[GRAPH_CREATE] = (constructor_function *)graph_create;
    ours[DIST_GRAPH_CREATE] = (constructor_function *)dist_create;
    ours[DIST_GRAPH_CREATE_ADJACENT] = (constructor_function *)adjacent_create;
}
