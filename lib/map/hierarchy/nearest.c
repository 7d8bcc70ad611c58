/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/nearest.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 8
#define RANDOM (NEAREST / 2) /* members that lists begin with besides neighbours in order */

struct search {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    nearest_list *near;
    nearest_list *hops; /* ascending */
    uint64_t found;     /* members added in this round */
};

static uint32_t distance(const struct search *s, uint32_t a, uint32_t b)
{
    return allocation_distance(s->allocation, s->hierarchy->order[a], s->hierarchy->order[b]);
}

/* Take `other` into the list of `place` if it is nearer than the last one there. */
static void offer(struct search *s, uint32_t place, uint32_t other, uint32_t hops)
{
    uint32_t *near = s->near[place];
    uint32_t *far = s->hops[place];
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
    for (uint32_t place = 0; place < nodes; place++) {
        for (uint32_t k = 1; k <= (NEAREST - RANDOM) / 2; k++)
            offer_both(s, place, (place + k) % nodes);
        for (uint32_t k = 0; k < RANDOM; k++)
            offer_both(s, place, random_below(&random, nodes));
    }
}

/* Compare the members of a list with each other: what is near to one node is often near. */
static void join(struct search *s, uint32_t place)
{
    uint32_t near[NEAREST];

    memcpy(near, s->near[place], sizeof near);
    for (uint32_t i = 0; i < NEAREST; i++) {
        for (uint32_t k = 0; k < i; k++)
            offer_both(s, near[i], near[k]);
    }
}

nearest_list *nearest_find(const struct topomap_allocation *allocation,
                           const struct hierarchy *hierarchy)
{
    struct search s = {
        .allocation = allocation,
        .hierarchy = hierarchy,
        .near = array_raw(hierarchy->nodes, sizeof *s.near),
        .hops = array_raw(hierarchy->nodes, sizeof *s.hops),
    };

    if (!s.near || !s.hops) {
        free(s.near);
        free(s.hops);
        return NULL;
    }
    begin(&s);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        s.found = 0;
        for (uint32_t place = 0; place < hierarchy->nodes; place++)
            join(&s, place);
        if (s.found < hierarchy->nodes / 16)
            break;
    }
    free(s.hops);
    return s.near;
}
