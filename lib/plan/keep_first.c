/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/keep_first.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"
#include "plan/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct search {
    const struct map_job *job;
    const struct hierarchy *hierarchy;
    uint32_t home;
    uint32_t *position; /* [nodes]: in hierarchy->order */
    uint32_t *goes;     /* [nodes]: new node of the contents of each node */
    uint32_t *trial;    /* [ranks] */
    uint32_t *best;     /* [ranks] */
    double hop_bytes;   /* of it */
};

static int offer(struct search *s, struct topomap_error *error)
{
    struct objective_score score;

    if (objective_find("hop-bytes")->score(s->job->graph, s->job->allocation, s->trial, INFINITY,
                                           &score, error) < 0)
        return -1;
    if (score.value < s->hop_bytes) {
        s->hop_bytes = score.value;
        memcpy(s->best, s->trial, s->job->graph->ranks * sizeof *s->best);
    }
    return 0;
}

/* ---- a rank ------------------------------------------------------------------------------ */

/* The cost of rank `r` on `node`, without its traffic with rank `without`. */
static double cost_on(const struct search *s, uint32_t r, uint32_t node, uint32_t without,
                      const uint32_t *placement)
{
    const struct topomap_graph *g = s->job->graph;
    double sum = 0;

    for (size_t e = g->pair_offset[r]; e < g->pair_offset[r + 1]; e++) {
        if (g->partner[e] != without)
            sum += g->weight[e] *
                   allocation_distance(s->job->allocation, node, placement[g->partner[e]]);
    }
    return sum;
}

/* Swap rank 0 with the cheapest rank of its home node. */
static int exchange(struct search *s, const uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = s->job->graph->ranks, there = placement[0], partner = NONE;
    double least = 0;

    for (uint32_t r = 1; r < ranks; r++) {
        double change;

        if (placement[r] != s->home)
            continue;
        change = cost_on(s, 0, s->home, r, placement) - cost_on(s, 0, there, r, placement) +
                 cost_on(s, r, there, 0, placement) - cost_on(s, r, s->home, 0, placement);
        if (partner != NONE && change >= least)
            continue;
        least = change;
        partner = r;
    }
    memcpy(s->trial, placement, ranks * sizeof *s->trial);
    s->trial[0] = s->home;
    s->trial[partner] = there;
    return offer(s, error);
}

/* ---- subtrees ---------------------------------------------------------------------------- */

/* The child of `vertex` whose range holds a position. */
static const struct hierarchy_vertex *child_at(const struct search *s,
                                               const struct hierarchy_vertex *vertex,
                                               uint32_t position)
{
    const struct hierarchy_vertex *child = &s->hierarchy->vertex[vertex->child];

    while (position >= child->first + child->count)
        child++;
    return child;
}

/* Whether the nodes of two ranges have the same numbers of tasks, one after another. */
static bool are_alike(const struct search *s, uint32_t a, uint32_t b, uint32_t count)
{
    const uint32_t *order = s->hierarchy->order, *tasks = s->job->allocation->tasks;

    for (uint32_t i = 0; i < count; i++) {
        if (tasks[order[a + i]] != tasks[order[b + i]])
            return false;
    }
    return true;
}

static void swap_ranges(struct search *s, uint32_t a, uint32_t b, uint32_t count)
{
    const uint32_t *order = s->hierarchy->order;

    for (uint32_t node = 0; node < s->job->allocation->nodes; node++)
        s->goes[node] = node;
    for (uint32_t i = 0; i < count; i++) {
        s->goes[order[a + i]] = order[b + i];
        s->goes[order[b + i]] = order[a + i];
    }
    for (uint32_t r = 0; r < s->job->graph->ranks; r++)
        s->trial[r] = s->goes[s->trial[r]];
}

/* Move rank 0 towards its home by swapping the largest matching subtrees at least `skip`
 * vertices below the lowest common one. Returns false if there are none. */
static bool approach(struct search *s, uint32_t skip)
{
    uint32_t a = s->position[s->trial[0]], b = s->position[s->home];
    const struct hierarchy_vertex *x = s->hierarchy->vertex, *y = x;

    while (x->children) {
        x = child_at(s, x, a);
        y = child_at(s, y, b);
        if (x != y)
            break;
    }
    for (; x != y; skip -= skip > 0) {
        if (!skip && x->count == y->count && are_alike(s, x->first, y->first, x->count)) {
            swap_ranges(s, x->first, y->first, x->count);
            return true;
        }
        if (!x->children || !y->children)
            break;
        x = child_at(s, x, a);
        y = child_at(s, y, b);
    }
    if (!are_alike(s, a, b, 1))
        return false;
    swap_ranges(s, a, b, 1);
    return true;
}

static uint32_t depth_of_home(const struct search *s)
{
    const struct hierarchy_vertex *vertex = s->hierarchy->vertex;
    uint32_t depth = 1;

    for (; vertex->children; depth++)
        vertex = child_at(s, vertex, s->position[s->home]);
    return depth;
}

/* Try this from subtrees of each size downwards. */
static int change_subtrees(struct search *s, const uint32_t *placement, struct topomap_error *error)
{
    uint32_t depth = depth_of_home(s);

    for (uint32_t skip = 0; skip < depth; skip++) {
        bool moved;

        memcpy(s->trial, placement, s->job->graph->ranks * sizeof *s->trial);
        moved = approach(s, skip);
        while (moved && s->trial[0] != s->home)
            moved = approach(s, 0);
        if (moved && offer(s, error) < 0)
            return -1;
    }
    return 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

static int search(struct search *s, uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = s->job->graph->ranks;

    if (!s->position || !s->goes || !s->trial || !s->best)
        return error_memory(error);
    for (uint32_t i = 0; i < s->hierarchy->nodes; i++)
        s->position[s->hierarchy->order[i]] = i;
    if (exchange(s, placement, error) < 0 || change_subtrees(s, placement, error) < 0)
        return -1;
    memcpy(placement, s->best, ranks * sizeof *placement);
    return 0;
}

int keep_first(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    uint32_t nodes = job->allocation->nodes, ranks = job->graph->ranks;
    struct search s = {.job = job, .home = job->layout[0], .hop_bytes = INFINITY};
    int result;

    if (!job->keep_first || out->placement[0] == s.home)
        return 0;
    s.hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);
    if (!s.hierarchy)
        return -1;
    s.position = array_raw(nodes, sizeof *s.position);
    s.goes = array_raw(nodes, sizeof *s.goes);
    s.trial = array_raw(ranks, sizeof *s.trial);
    s.best = array_raw(ranks, sizeof *s.best);
    result = search(&s, out->placement, error);
    out->hints &= ~(unsigned int)MAP_NEAR_BOUND;
    free(s.position);
    free(s.goes);
    free(s.trial);
    free(s.best);
    return result;
}
