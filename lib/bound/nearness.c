/* SPDX-License-Identifier: BSD-3-Clause */
#include "bound/nearness.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

#define NONE UINT32_MAX

struct growing {
    const struct topomap_allocation *allocation;
    struct nearness *n;
    uint32_t *node; /* [nodes]: in the allocation */
    uint32_t *hops; /* [nodes]: distance to the tree, NONE for those in it */
    uint32_t *from; /* [nodes]: nearest node of the tree */
};

/* Add node `a` to the tree. Returns the next node nearest to the tree. */
static uint32_t take(struct growing *g, uint32_t a)
{
    struct nearness *n = g->n;
    uint32_t *within = n->within + (size_t)a * n->levels, nearest = NONE, sum = 0;

    g->hops[a] = NONE;
    for (uint32_t b = 0; b < n->nodes; b++) {
        uint32_t hops = allocation_distance(g->allocation, g->node[a], g->node[b]);

        if (hops < n->levels)
            within[hops] += n->tasks[b];
        if (g->hops[b] == NONE)
            continue;
        if (hops < g->hops[b]) {
            g->hops[b] = hops;
            g->from[b] = a;
        }
        if (nearest == NONE || g->hops[b] < g->hops[nearest])
            nearest = b;
    }
    for (uint32_t d = 0; d < n->levels; d++)
        within[d] = sum += within[d];
    return nearest;
}

static int compare_links(const void *a, const void *b)
{
    const struct nearness_link *x = a, *y = b;

    return (x->hops > y->hops) - (x->hops < y->hops);
}

/* Minimum spanning tree (Prim, 1957). */
static void grow(struct growing *g)
{
    uint32_t next = 0;

    for (uint32_t b = 0; b < g->n->nodes; b++)
        g->hops[b] = NONE - 1;
    for (uint32_t i = 0; i < g->n->nodes; i++) {
        if (i > 0)
            g->n->link[i - 1] = (struct nearness_link){next, g->from[next], g->hops[next]};
        next = take(g, next);
    }
    if (g->n->nodes > 1)
        qsort(g->n->link, g->n->nodes - 1, sizeof *g->n->link, compare_links);
}

int nearness_init(struct nearness *nearness, const struct topomap_allocation *allocation,
                  uint32_t levels, struct topomap_error *error)
{
    struct growing g = {.allocation = allocation, .n = nearness};
    int result = -1;

    *nearness = (struct nearness){.levels = levels};
    nearness->tasks = array_raw(allocation->nodes, sizeof *nearness->tasks);
    nearness->link = array_raw(allocation->nodes, sizeof *nearness->link);
    nearness->within = array_new((size_t)allocation->nodes * levels, sizeof *nearness->within);
    g.node = array_raw(allocation->nodes, sizeof *g.node);
    g.hops = array_raw(allocation->nodes, sizeof *g.hops);
    g.from = array_raw(allocation->nodes, sizeof *g.from);
    if (nearness->tasks && nearness->link && nearness->within && g.node && g.hops && g.from) {
        for (uint32_t node = 0; node < allocation->nodes; node++) {
            if (allocation->tasks[node] == 0)
                continue;
            g.node[nearness->nodes] = node;
            nearness->tasks[nearness->nodes++] = allocation->tasks[node];
        }
        grow(&g);
        result = 0;
    }
    free(g.node);
    free(g.hops);
    free(g.from);
    return result < 0 ? error_memory(error) : 0;
}

void nearness_free(struct nearness *nearness)
{
    free(nearness->tasks);
    free(nearness->link);
    free(nearness->within);
}
