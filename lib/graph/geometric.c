/* SPDX-License-Identifier: BSD-3-Clause */
/* Random geometric graphs: points in a square, with edges between near ones. */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "graph/generate.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define MAX_EDGES ((size_t)1 << 28)

struct geometric {
    uint32_t ranks;
    double radius;
    double *x, *y;       /* [ranks]: in the unit square */
    uint32_t side;       /* cells along a side; each is at least as wide as the radius */
    uint32_t *first;     /* [cells + 1]: into member */
    uint32_t *member;    /* [ranks]: cell by cell */
    struct edge_array *edges;
};

static void geometric_free(struct geometric *g)
{
    free(g->x);
    free(g->y);
    free(g->first);
    free(g->member);
}

static uint32_t cell_along(const struct geometric *g, double position)
{
    uint32_t cell = (uint32_t)(position * g->side);

    return cell < g->side ? cell : g->side - 1;
}

static size_t cell_of(const struct geometric *g, uint32_t rank)
{
    return (size_t)cell_along(g, g->y[rank]) * g->side + cell_along(g, g->x[rank]);
}

/* Draw the points and sort them into cells. */
static int throw_points(struct geometric *g, uint64_t seed)
{
    struct random random;
    size_t cells = (size_t)g->side * g->side;

    g->x = array_raw(g->ranks, sizeof *g->x);
    g->y = array_raw(g->ranks, sizeof *g->y);
    g->first = array_new(cells + 2, sizeof *g->first);
    g->member = array_raw(g->ranks, sizeof *g->member);
    if (!g->x || !g->y || !g->first || !g->member)
        return -1;
    random_seed(&random, seed);
    for (uint32_t r = 0; r < g->ranks; r++) {
        g->x[r] = random_unit(&random);
        g->y[r] = random_unit(&random);
        g->first[cell_of(g, r) + 2]++;
    }
    for (size_t c = 0; c < cells; c++)
        g->first[c + 2] += g->first[c + 1];
    for (uint32_t r = 0; r < g->ranks; r++)
        g->member[g->first[cell_of(g, r) + 1]++] = r;
    return 0;
}

/* Add the edges from `rank` to the points of one cell. */
static int join_cell(struct geometric *g, uint32_t rank, size_t cell)
{
    for (uint32_t i = g->first[cell]; i < g->first[cell + 1]; i++) {
        uint32_t other = g->member[i];
        double dx = g->x[rank] - g->x[other], dy = g->y[rank] - g->y[other];

        if (other == rank || dx * dx + dy * dy > g->radius * g->radius)
            continue;
        if (g->edges->count == MAX_EDGES ||
            edge_array_add(g->edges, (struct topomap_edge){rank, other, GENERATED_BYTES, 1}) < 0)
            return -1;
    }
    return 0;
}

static int join_near(struct geometric *g, uint32_t rank)
{
    uint32_t column = cell_along(g, g->x[rank]), row = cell_along(g, g->y[rank]);

    for (uint32_t v = row ? row - 1 : 0; v <= row + 1 && v < g->side; v++) {
        for (uint32_t h = column ? column - 1 : 0; h <= column + 1 && h < g->side; h++) {
            if (join_cell(g, rank, (size_t)v * g->side + h) < 0)
                return -1;
        }
    }
    return 0;
}

int geometric_edges(struct edge_array *edges, uint32_t ranks, double degree, uint64_t seed)
{
    struct geometric g = {.ranks = ranks, .radius = sqrt(degree / (PI * ranks)), .edges = edges};
    /* Use about as many cells as points, none narrower than the radius. */
    double wide = fmin(1 / g.radius, sqrt(ranks));
    int result;

    g.side = wide > 1 ? (uint32_t)wide : 1;
    result = throw_points(&g, seed);
    for (uint32_t r = 0; result == 0 && r < ranks; r++)
        result = join_near(&g, r);
    geometric_free(&g);
    return result;
}

struct topomap_graph *topomap_graph_geometric(uint32_t ranks, double degree, uint64_t seed,
                                              struct topomap_error *error)
{
    struct edge_array edges = {0};

    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS || !(degree > 0) || degree > ranks) {
        error_set(error, TOPOMAP_USAGE,
                  "a geometric graph has 1 to %u ranks, and 0 to as many neighbours of each",
                  TOPOMAP_MAX_RANKS);
        return NULL;
    }
    if (geometric_edges(&edges, ranks, degree, seed) == 0)
        return graph_take(ranks, edges.edge, edges.count, error);
    free(edges.edge);
    error_memory(error);
    return NULL;
}
