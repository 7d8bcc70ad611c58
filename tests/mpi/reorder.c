/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reorder DIMxDIM...[p] CONSTRUCTOR:WAY[:KEY=VALUE]...
 *
 * Makes, for each argument, a communicator of a process grid that is a ring along its first
 * dimension, or along all of them with p, and where a message along dimension d of n weighs 10^(n-1-d) if the constructor takes
 * weights:
 *   CONSTRUCTOR  cart, graph, dist (each rank tells the edges of the next one) or adjacent
 *   WAY          mpi (reorder=1 and no more), old (reorder=0), topomap (topomap_mpi_reorder), refused
 *                (the same, for a wrong setting), newrank (topomap_mpi_newrank and MPI_Comm_split,
 *                which leaves no topology)
 *   KEY=VALUE    for MPI_Info
 * Looks whether each rank has the neighbours and weights that its number should have, and whether
 * messages reach them. Prints `N RANK HOST` for each rank of the communicator of argument N (1, 2,
 * ...). Rank 0 of the world writes the report to the file `report.N`, and the edges to `edges.N`.
 */
#include "topomap-mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIMS 8
#define MAX_NEIGHBOURS (2 * MAX_DIMS)

static int dims, dim[MAX_DIMS], periodic[MAX_DIMS], size, failures;

static void expect(int good, const char *what)
{
    if (!good)
        fprintf(stderr, "reorder: %s\n", what);
    failures += !good;
}

/* The rank at distance `step` along dimension `d`, or -1. */
static int beside(int rank, int d, int step)
{
    int stride = 1, at;

    for (int i = d + 1; i < dims; i++)
        stride *= dim[i];
    at = rank / stride % dim[d] + step;
    if (periodic[d])
        at = (at + dim[d]) % dim[d];
    return at < 0 || at >= dim[d] ? -1 : rank + (at - rank / stride % dim[d]) * stride;
}

/* The neighbours of a rank and their weights, [MAX_NEIGHBOURS]. */
static int neighbours(int rank, int *to, int *weight)
{
    int count = 0;

    for (int d = dims - 1, w = 1; d >= 0; d--, w *= 10) {
        for (int step = -1; step <= 1; step += 2) {
            if (beside(rank, d, step) < 0)
                continue;
            to[count] = beside(rank, d, step);
            weight[count++] = w;
        }
    }
    return count;
}

static MPI_Comm make_graph(int reorder)
{
    int *index = calloc((size_t)size, sizeof *index);
    int *edges = calloc((size_t)size * MAX_NEIGHBOURS, sizeof *edges);
    int weight[MAX_NEIGHBOURS], end = 0;
    MPI_Comm comm = MPI_COMM_NULL;

    for (int i = 0; index && edges && i < size; i++)
        index[i] = end += neighbours(i, edges + end, weight);
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, reorder, &comm);
    free(index);
    free(edges);
    return comm;
}

static MPI_Comm make(const char *constructor, int reorder, MPI_Info info)
{
    int to[MAX_NEIGHBOURS], weight[MAX_NEIGHBOURS], rank, next, count;
    MPI_Comm comm = MPI_COMM_NULL;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    next = (rank + 1) % size;
    if (strcmp(constructor, "cart") == 0) {
        MPI_Cart_create(MPI_COMM_WORLD, dims, dim, periodic, reorder, &comm);
    } else if (strcmp(constructor, "graph") == 0) {
        comm = make_graph(reorder);
    } else if (strcmp(constructor, "adjacent") == 0) {
        count = neighbours(rank, to, weight);
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, count, to, weight, count, to, weight, info,
                                       reorder, &comm);
    } else {
        count = neighbours(next, to, weight);
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &next, &count, to, weight, info, reorder, &comm);
    }
    return comm;
}

/* Whether two lists of ranks are the same in any order, with or without weights. */
static int same(int count, const int *a, const int *wa, const int *b, const int *wb)
{
    for (int i = 0; i < count; i++) {
        int here = 0, there = 0;

        for (int k = 0; k < count; k++) {
            here += a[k] == a[i] && (!wa || wa[k] == wa[i]);
            there += b[k] == a[i] && (!wa || wb[k] == wa[i]);
        }
        if (here != there)
            return 0;
    }
    return 1;
}

static void check_neighbours(MPI_Comm comm, int rank)
{
    int want[MAX_NEIGHBOURS], weight[MAX_NEIGHBOURS], count = neighbours(rank, want, weight);
    int to[MAX_NEIGHBOURS], from[MAX_NEIGHBOURS], wto[MAX_NEIGHBOURS], wfrom[MAX_NEIGHBOURS];
    int topology, in = 0, out = 0, weighted, seen = 0, known, place[MAX_DIMS];

    MPI_Topo_test(comm, &topology);
    if (topology == MPI_GRAPH) {
        MPI_Graph_neighbors_count(comm, rank, &out);
        MPI_Graph_neighbors(comm, rank, MAX_NEIGHBOURS, to);
        expect(out == count && same(count, want, NULL, to, NULL), "other neighbours in the graph");
    } else if (topology == MPI_DIST_GRAPH) {
        MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
        MPI_Dist_graph_neighbors(comm, MAX_NEIGHBOURS, from, wfrom, MAX_NEIGHBOURS, to, wto);
        expect(weighted && in == count && out == count && same(count, want, weight, to, wto) &&
                   same(count, want, weight, from, wfrom),
               "other neighbours in the distributed graph");
    } else {
        MPI_Cart_coords(comm, rank, MAX_DIMS, place);
        for (int d = dims - 1, rest = rank; d >= 0; rest /= dim[d--])
            expect(place[d] == rest % dim[d], "other coordinates");
    }
    for (int i = 0; i < count; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, want[i], 0, &seen, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                     MPI_STATUS_IGNORE);
        known = 0;
        for (int k = 0; k < count; k++)
            known += want[k] == seen;
        expect(known, "a message from no neighbour");
    }
}

static FILE *open_file(const char *name, int number)
{
    char path[64];

    snprintf(path, sizeof path, "%s.%d", name, number);
    return fopen(path, "w");
}

static void write_edges(int number, int weighted)
{
    FILE *file = open_file("edges", number);
    int to[MAX_NEIGHBOURS], weight[MAX_NEIGHBOURS];

    fprintf(file, "# n=%d\n", size);
    for (int i = 0; i < size; i++) {
        int count = neighbours(i, to, weight);

        for (int k = 0; k < count; k++)
            fprintf(file, "%d %d %d\n", i, to[k], weighted ? weight[k] : 1);
    }
    fclose(file);
}

static void write_report(int number, MPI_Comm comm)
{
    char text[TOPOMAP_MPI_REPORT];
    double before, after;
    FILE *file = open_file("report", number);

    expect(topomap_mpi_report(comm, text, sizeof text) == MPI_SUCCESS && *text, "no report");
    topomap_mpi_scores(comm, &before, &after);
    expect(after <= before, "worse than the old order");
    fprintf(file, "%.0f %.0f %s\n", before, after, text);
    fclose(file);
}

/* The communicator in the new order, made in the given way. */
static MPI_Comm order(const char *way, MPI_Comm old, MPI_Info info)
{
    MPI_Comm comm = old;
    int newrank, rank;

    if (strcmp(way, "topomap") == 0)
        expect(topomap_mpi_reorder(old, info, &comm) == MPI_SUCCESS, "topomap_mpi_reorder failed");
    if (strcmp(way, "refused") == 0) {
        int code = topomap_mpi_reorder(old, info, &comm);

        expect((code == MPI_ERR_INFO_KEY || code == MPI_ERR_INFO_VALUE) && comm == MPI_COMM_NULL,
               "a wrong setting was not refused");
        comm = old;
    }
    if (strcmp(way, "newrank") == 0) {
        expect(topomap_mpi_newrank(old, info, &newrank) == MPI_SUCCESS,
               "topomap_mpi_newrank failed");
        MPI_Comm_split(old, 0, newrank, &comm);
        MPI_Comm_rank(comm, &rank);
        expect(rank == newrank, "the new ranks are no permutation");
    }
    return comm;
}

/* One argument: CONSTRUCTOR:WAY[:KEY=VALUE]. */
static void run(int number, char *words, const char *host)
{
    char *way = strchr(words, ':') + 1, *key = strchr(way, ':'), *sign;
    int rank, world, weighted;
    MPI_Info info;
    MPI_Comm old, comm;

    way[-1] = '\0';
    MPI_Info_create(&info);
    if (key && (sign = strchr(key, '='))) {
        *key = *sign = '\0';
        MPI_Info_set(info, key + 1, sign + 1);
    }
    weighted = strcmp(words, "dist") == 0 || strcmp(words, "adjacent") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    if (world == 0)
        write_edges(number, weighted);
    old = make(words, strcmp(way, "mpi") == 0, info);
    comm = order(way, old, info);
    MPI_Comm_rank(comm, &rank);
    if (strcmp(way, "newrank") != 0)
        check_neighbours(comm, rank);
    if (world == 0 && (strcmp(way, "topomap") == 0 || strcmp(way, "refused") == 0))
        write_report(number, comm);
    printf("%d %d %s\n", number, rank, host);
    if (comm != old)
        MPI_Comm_free(&comm);
    MPI_Comm_free(&old);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    char host[MPI_MAX_PROCESSOR_NAME];
    int length, rings = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(host, &length);
    for (char *at = argc > 1 ? argv[1] : NULL; at && dims < MAX_DIMS; at++) {
        dim[dims++] = (int)strtol(at, &at, 10);
        rings = *at == 'p';
        if (*at != 'x')
            break;
    }
    periodic[0] = dim[0] > 2;
    for (int d = 0; rings && d < dims; d++)
        periodic[d] = 1;
    for (int i = 2; i < argc; i++)
        run(i - 1, argv[i], host);
    MPI_Finalize();
    return failures != 0;
}
