/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/nearest.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* With more nodes, computing all distances takes longer than it helps. */
#define EXACT_NODES 2048

/* The search among neighbours of neighbours. */
#define ROUNDS 8
#define RANDOM (NEAREST / 2) /* random members of the first lists, beside neighbours in the order */

/* ---- all distances ----------------------------------------------------------------------- */

/* The node at a position of the order, which is cyclic. */
static uint32_t order_at(const struct hierarchy *hierarchy, uint32_t position)
{
    return hierarchy->order[position < hierarchy->nodes ? position : position - hierarchy->nodes];
}

/* Look at nodes outwards from `position`, so that relatives in the hierarchy come first among
 * equals. */
static void take_nearest(const struct topomap_allocation *allocation,
                         const struct hierarchy *hierarchy, uint32_t position, uint32_t count,
                         uint32_t *nearest)
{
    uint32_t node = hierarchy->order[position];
    uint32_t distance[NEAREST];
    uint32_t taken = 0;
    uint32_t farthest = 0; /* of those taken */

    for (uint32_t step = 1; step < hierarchy->nodes; step++) {
        uint32_t half = (step + 1) / 2;
        uint32_t offset = step % 2 ? half : hierarchy->nodes - half;
        uint32_t other = order_at(hierarchy, position + offset);
        uint32_t hops = allocation_distance(allocation, node, other);
        uint32_t at;

        if (taken == count && hops >= farthest)
            continue;
        at = taken < count ? taken++ : count - 1;
        for (; at > 0 && distance[at - 1] > hops; at--) {
            distance[at] = distance[at - 1];
            nearest[at] = nearest[at - 1];
        }
        distance[at] = hops;
        nearest[at] = other;
        farthest = distance[taken - 1];
    }
}

/* ---- no distances ------------------------------------------------------------------------ */

static void take_window(const struct hierarchy *hierarchy, uint32_t position, uint32_t count,
                        uint32_t *nearest)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t half = i / 2 + 1;
        uint32_t offset = i % 2 ? half : hierarchy->nodes - half;

        nearest[i] = order_at(hierarchy, position + offset);
    }
}

/* ---- neighbours of neighbours ------------------------------------------------------------ */

typedef uint32_t list[NEAREST];

/* Nodes are numbered by their positions in the order here. */
struct search {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    list *near;
    list *hops;     /* ascending */
    uint64_t found; /* members added in this round */
};

static uint32_t distance(const struct search *s, uint32_t a, uint32_t b)
{
    return allocation_distance(s->allocation, s->hierarchy->order[a], s->hierarchy->order[b]);
}

/* Insert `other` into the list of `position` if it is nearer than the last member. */
static void offer(struct search *s, uint32_t position, uint32_t other, uint32_t hops)
{
    uint32_t *near = s->near[position];
    uint32_t *far = s->hops[position];
    uint32_t at = NEAREST - 1;

    if (hops >= far[at])
        return;
    for (uint32_t i = 0; i < NEAREST && far[i] <= hops; i++) {
        if (near[i] == other)
            return;
    }
    for (; at > 0 && far[at - 1] > hops; at--) {
        near[at] = near[at - 1];
        far[at] = far[at - 1];
    }
    near[at] = other;
    far[at] = hops;
    s->found++;
}

static void offer_both(struct search *s, uint32_t a, uint32_t b)
{
    uint32_t hops;

    if (a == b)
        return;
    hops = distance(s, a, b);
    offer(s, a, b, hops);
    offer(s, b, a, hops);
}

static void begin(struct search *s)
{
    uint32_t nodes = s->hierarchy->nodes;
    struct random random;

    random_seed(&random, 0);
    memset(s->near, 0xff, nodes * sizeof *s->near);
    memset(s->hops, 0xff, nodes * sizeof *s->hops);
    for (uint32_t position = 0; position < nodes; position++) {
        for (uint32_t k = 1; k <= (NEAREST - RANDOM) / 2; k++)
            offer_both(s, position, (position + k) % nodes);
        for (uint32_t k = 0; k < RANDOM; k++)
            offer_both(s, position, random_below(&random, nodes));
    }
}

/* Offer the members of a list to each other: nodes near to one node are often near to each
 * other. */
static void join(struct search *s, uint32_t position)
{
    uint32_t near[NEAREST];

    memcpy(near, s->near[position], sizeof near);
    for (uint32_t i = 0; i < NEAREST; i++) {
        for (uint32_t k = 0; k < i; k++)
            offer_both(s, near[i], near[k]);
    }
}

static int search_lists(struct nearest *nearest, const struct topomap_allocation *allocation,
                        const struct hierarchy *hierarchy)
{
    struct search s = {
        .allocation = allocation,
        .hierarchy = hierarchy,
        .near = array_raw(hierarchy->nodes, sizeof *s.near),
        .hops = array_raw(hierarchy->nodes, sizeof *s.hops),
    };
    bool done = s.near && s.hops;

    if (done)
        begin(&s);
    for (uint32_t round = 0; done && round < ROUNDS; round++) {
        s.found = 0;
        for (uint32_t position = 0; position < hierarchy->nodes; position++)
            join(&s, position);
        if (s.found < hierarchy->nodes / 16)
            break;
    }
    for (uint32_t position = 0; done && position < hierarchy->nodes; position++) {
        for (uint32_t k = 0; k < NEAREST; k++)
            nearest->node[(size_t)hierarchy->order[position] * NEAREST + k] =
                hierarchy->order[s.near[position][k]];
    }
    free(s.near);
    free(s.hops);
    return done ? 0 : -1;
}

/* ---- all of it --------------------------------------------------------------------------- */

static int fill(struct nearest *nearest, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, enum nearest_care care)
{
    if (hierarchy->nodes > EXACT_NODES && care == NEAREST_CLOSE)
        return search_lists(nearest, allocation, hierarchy);
    for (uint32_t position = 0; position < hierarchy->nodes; position++) {
        uint32_t *row = nearest->node + (size_t)hierarchy->order[position] * nearest->count;

        if (hierarchy->nodes <= EXACT_NODES)
            take_nearest(allocation, hierarchy, position, nearest->count, row);
        else
            take_window(hierarchy, position, nearest->count, row);
    }
    return 0;
}

struct nearest *nearest_find(const struct topomap_allocation *allocation,
                             const struct hierarchy *hierarchy, enum nearest_care care)
{
    struct nearest *nearest = array_new(1, sizeof *nearest);

    if (!nearest)
        return NULL;
    nearest->count = NEAREST < hierarchy->nodes ? NEAREST : hierarchy->nodes - 1;
    nearest->node = array_new((size_t)allocation->nodes * nearest->count, sizeof *nearest->node);
    if (!nearest->node || fill(nearest, allocation, hierarchy, care) < 0) {
        nearest_free(nearest);
        return NULL;
    }
    return nearest;
}

void nearest_free(struct nearest *nearest)
{
    if (nearest)
        free(nearest->node);
    free(nearest);
}
