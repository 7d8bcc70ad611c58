/* SPDX-License-Identifier: BSD-3-Clause */
/* Communication graphs of irregular applications: points in space, and meshes divided among
 * ranks. */
#include "base/error.h"
#include "bench/generate.h"
#include "graph/graph.h"
#include "partition/partition.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct point {
    double at[3];
};

static int by_x(const void *a, const void *b)
{
    double x = ((const struct point *)a)->at[0], y = ((const struct point *)b)->at[0];

    return (x > y) - (x < y);
}

static int by_y(const void *a, const void *b)
{
    double x = ((const struct point *)a)->at[1], y = ((const struct point *)b)->at[1];

    return (x > y) - (x < y);
}

static int by_z(const void *a, const void *b)
{
    double x = ((const struct point *)a)->at[2], y = ((const struct point *)b)->at[2];

    return (x > y) - (x < y);
}

/* Recursive coordinate bisection, alternating between dimensions. */
static void bisect_points(struct point *points, uint32_t count, uint32_t dims, uint32_t dim)
{
    static int (*const order[])(const void *, const void *) = {by_x, by_y, by_z};

    if (count < 2)
        return;
    qsort(points, count, sizeof *points, order[dim]);
    bisect_points(points, count / 2, dims, (dim + 1) % dims);
    bisect_points(points + count / 2, count - count / 2, dims, (dim + 1) % dims);
}

double *generate_points(uint32_t count, uint32_t dims, uint64_t seed)
{
    struct point *sorted = generate_memory(count, sizeof *sorted);
    double *points = generate_memory((size_t)count * dims, sizeof *points);
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t d = 0; d < dims; d++)
            sorted[i].at[d] = random_unit(&random);
    }
    bisect_points(sorted, count, dims, 0);
    for (uint32_t i = 0; i < count; i++)
        memcpy(points + (size_t)i * dims, sorted[i].at, dims * sizeof *points);
    free(sorted);
    return points;
}

/*
 * Points in a square, joined when closer than 0.55 sqrt(ln n / n), as in the 10th DIMACS
 * implementation challenge (Bader et al., 2012): just connected, about 8 neighbours.
 */
static int geometric(int argc, char **argv)
{
    uint32_t ranks = (uint32_t)atol(argv[0]);
    double radius = 0.55 * sqrt(log(ranks) / ranks);
    double *points;

    (void)argc;
    if (ranks < 2)
        return generate_fail("at least 2 ranks");
    points = generate_points(ranks, 2, strtoull(argv[1], NULL, 10));
    printf("# n=%" PRIu32 "\n", ranks);
    for (uint32_t a = 0; a < ranks; a++) {
        for (uint32_t b = 0; b < ranks; b++) {
            double dx = points[2 * a] - points[2 * b], dy = points[2 * a + 1] - points[2 * b + 1];

            if (a != b && dx * dx + dy * dy <= radius * radius)
                printf("%" PRIu32 " %" PRIu32 " 4096 1\n", a, b);
        }
    }
    free(points);
    return 0;
}

/* Points for qhull. */
static int points(int argc, char **argv)
{
    uint32_t count = (uint32_t)atol(argv[0]), dims = (uint32_t)atol(argv[1]);
    double *points;

    (void)argc;
    if (count < 4 || dims < 2 || dims > 3)
        return generate_fail("at least 4 points in 2 or 3 dimensions");
    points = generate_points(count, dims, strtoull(argv[2], NULL, 10));
    printf("%" PRIu32 "\n%" PRIu32 "\n", dims, count);
    for (size_t i = 0; i < (size_t)count * dims; i++)
        printf("%.17g%c", points[i], i % dims + 1 == dims ? '\n' : ' ');
    free(points);
    return 0;
}

/* The mesh's edges from the simplices that `qdelaunay i` prints, in both directions. */
static struct topomap_edge *read_simplices(uint32_t corners, uint32_t *points, size_t *count)
{
    struct topomap_edge *edges;
    unsigned long simplices;
    uint32_t corner[4];

    if (scanf("%lu", &simplices) != 1)
        return NULL;
    edges = generate_memory(simplices * corners * (corners - 1), sizeof *edges);
    *count = 0;
    *points = 0;
    for (unsigned long s = 0; s < simplices; s++) {
        for (uint32_t i = 0; i < corners; i++) {
            if (scanf("%" SCNu32, &corner[i]) != 1)
                return NULL;
            *points = corner[i] >= *points ? corner[i] + 1 : *points;
            for (uint32_t j = 0; j < i; j++) {
                edges[(*count)++] = (struct topomap_edge){corner[i], corner[j], 1, 1};
                edges[(*count)++] = (struct topomap_edge){corner[j], corner[i], 1, 1};
            }
        }
    }
    return edges;
}

/* A mesh edge lies in several simplices, but counts once: eight bytes each way. */
static void print_quotient(const struct topomap_graph *mesh, const uint32_t *part, uint32_t ranks)
{
    printf("# n=%" PRIu32 "\n", ranks);
    for (size_t i = 0; i < topomap_graph_edges(mesh); i++) {
        struct topomap_edge edge = topomap_graph_edge(mesh, i);

        if (part[edge.src] != part[edge.dst])
            printf("%" PRIu32 " %" PRIu32 " 8 1\n", part[edge.src], part[edge.dst]);
    }
}

/* Divide a mesh among ranks by METIS, as applications do; the graph connects the parts that touch.
 * The numbers of METIS's parts are the ranks: they have the locality of its bisections. */
static int quotient(int argc, char **argv)
{
    uint32_t ranks = (uint32_t)atol(argv[0]), dims = (uint32_t)atol(argv[1]), points;
    struct topomap_error error = {TOPOMAP_INTERNAL, "no simplices on standard input"};
    struct partition_graph view;
    struct topomap_graph *mesh;
    struct topomap_edge *edges;
    uint32_t *capacity, *part;
    size_t count;

    (void)argc;
    if (dims < 2 || dims > 3)
        return generate_fail("2 or 3 dimensions");
    edges = read_simplices(dims + 1, &points, &count);
    if (!edges)
        return generate_fail(error.text);
    if (ranks < 2 || ranks > points)
        return generate_fail("fewer points than ranks");
    mesh = topomap_graph_create(points, edges, count, &error);
    free(edges);
    if (!mesh || graph_need_pairs(mesh, &error) < 0)
        return generate_fail(error.text);
    part = generate_memory(points, sizeof *part);
    capacity = generate_memory(ranks, sizeof *capacity);
    for (uint32_t r = 0; r < ranks; r++)
        capacity[r] = points / ranks + (r < points % ranks);
    view = partition_graph_view(mesh);
    if (partition_exact(&view, ranks, capacity, NULL, PARTITION_RECURSIVE, 1, part, &error) < 0)
        return generate_fail(error.text);
    print_quotient(mesh, part, ranks);
    free(part);
    free(capacity);
    topomap_graph_destroy(mesh);
    return 0;
}

const struct generator mesh_generators[] = {
    {"geometric", "RANKS SEED", 2, 2, geometric},
    {"points", "COUNT DIMS SEED", 3, 3, points},
    {"quotient", "RANKS DIMS <SIMPLICES", 2, 2, quotient},
    {0},
};
