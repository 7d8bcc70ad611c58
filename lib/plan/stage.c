/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/stage.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "map/common/innode.h"
#include "map/common/shared.h"
#include "metric/node_levels.h"
#include "plan/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t pus_of(const struct topomap_request *r)
{
    return r->pus_per_task ? r->pus_per_task : 1;
}

static uint32_t node_of(const struct stage *stage, uint32_t place)
{
    return stage->domains ? stage->domains->node[place] : place;
}

/* ---- making ------------------------------------------------------------------------------ */

static int cut(struct stage *stage, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;

    stage->start = array_raw(r->allocation->ranks, sizeof *stage->start);
    if (!stage->start)
        return error_memory(error);
    if (nodetree_cut_all(r->nodetree, r->allocation, pus_of(r), r->slot_order, stage->start) < 0)
        return error_memory(error);
    if (!nodetree_is_weighted(r->nodetree))
        return 0;
    stage->domains = domains_create(r->allocation, r->nodetree, stage->start, error);
    if (!stage->domains)
        return -1;
    stage->allocation = stage->domains->allocation;
    return 0;
}

uint32_t *stage_lift(const struct stage *stage, const uint32_t *nodes, const uint32_t *slots,
                     struct topomap_error *error)
{
    const struct topomap_allocation *a = stage->request->allocation;
    uint32_t *placement = array_raw(a->ranks, sizeof *placement);

    if (!placement) {
        error_memory(error);
        return NULL;
    }
    if (!stage->domains) {
        memcpy(placement, nodes, a->ranks * sizeof *placement);
        return placement;
    }
    if (!slots && placement_order_slots(a, nodes, placement, error) < 0) {
        free(placement);
        return NULL;
    }
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        uint32_t slot = slots ? slots[rank] : placement[rank];

        placement[rank] = stage->domains->of_slot[a->first[nodes[rank]] + slot];
    }
    return placement;
}

int stage_init(struct stage *stage, const struct topomap_request *request, const uint32_t *layout,
               const uint32_t *recipe, const uint32_t *recipe_slots, struct topomap_error *error)
{
    *stage = (struct stage){.request = request, .allocation = request->allocation};
    if ((request->graph && graph_need_pairs(request->graph, error) < 0) ||
        (request->nodetree && cut(stage, error) < 0))
        return -1;
    stage->layout = stage_lift(stage, layout, NULL, error);
    if (recipe)
        stage->recipe = stage_lift(stage, recipe, recipe_slots, error);
    stage->shared = map_shared_create(error);
    return stage->layout && (!recipe || stage->recipe) && stage->shared ? 0 : -1;
}

void stage_free(struct stage *stage)
{
    domains_destroy(stage->domains);
    free(stage->start);
    free(stage->layout);
    free(stage->recipe);
    map_shared_destroy(stage->shared);
}

/* ---- slots ------------------------------------------------------------------------------- */

/* The ranks of each node of an allocation, node after node, ascending: ranks[first[node]...]. */
static int group_ranks(const struct topomap_allocation *allocation, const uint32_t *placement,
                       uint32_t *ranks, struct topomap_error *error)
{
    uint32_t *fill = array_raw(allocation->nodes, sizeof *fill);

    if (!fill)
        return error_memory(error);
    memcpy(fill, allocation->first, allocation->nodes * sizeof *fill);
    for (uint32_t rank = 0; rank < allocation->ranks; rank++)
        ranks[fill[placement[rank]]++] = rank;
    free(fill);
    return 0;
}

/* Map the ranks of each node of `a` to its slots: slots[rank]. `a` is the allocation of nodes or
 * that of domains; slots are numbered over the whole node. */
static int map_slots(const struct stage *stage, const struct topomap_allocation *a,
                     const uint32_t *placement, uint32_t *slots, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    uint32_t *ranks = array_raw(a->ranks, sizeof *ranks);
    uint32_t *work = array_raw(a->ranks, sizeof *work);
    int result = ranks && work ? group_ranks(a, placement, ranks, error) : error_memory(error);

    for (uint32_t node = 0; result == 0 && node < a->nodes; node++) {
        const uint32_t *here = ranks + a->first[node];

        for (uint32_t i = 0; i < a->tasks[node]; i++)
            work[i] = i;
        if (stage->start && a->tasks[node] > 1)
            result = innode_map(r->nodetree, r->graph, a->tasks[node], here,
                                stage->start + a->first[node], work, error);
        for (uint32_t i = 0; i < a->tasks[node]; i++)
            slots[here[i]] = a->first[node] + work[i];
    }
    free(ranks);
    free(work);
    return result;
}

int stage_spread(const struct stage *stage, uint32_t *placement, struct topomap_error *error)
{
    const struct topomap_allocation *a = stage->request->allocation;

    if (!stage->domains)
        return 0;
    if (map_slots(stage, a, placement, placement, error) < 0)
        return -1;
    for (uint32_t rank = 0; rank < a->ranks; rank++)
        placement[rank] = stage->domains->of_slot[placement[rank]];
    return 0;
}

void stage_nodes(const struct stage *stage, uint32_t *placement)
{
    for (uint32_t rank = 0; rank < stage->allocation->ranks; rank++)
        placement[rank] = node_of(stage, placement[rank]);
}

int stage_slots(const struct stage *stage, const uint32_t *placement, uint32_t *slots,
                struct topomap_error *error)
{
    const struct topomap_allocation *nodes = stage->request->allocation;

    if (map_slots(stage, stage->allocation, placement, slots, error) < 0)
        return -1;
    for (uint32_t rank = 0; rank < nodes->ranks; rank++)
        slots[rank] -= nodes->first[node_of(stage, placement[rank])];
    return 0;
}

/* ---- refinement -------------------------------------------------------------------------- */

/* Convert a job on nodes to a job on the stage. */
static struct map_job stage_job(const struct stage *stage, const struct map_job *job)
{
    struct map_job own = *job;

    own.allocation = stage->allocation;
    own.layout = stage->layout;
    own.recipe = stage->recipe;
    own.shared = stage->shared;
    return own;
}

/* Refine a placement on nodes, spread the result over the stage and refine it there. */
static int refine_nodes(const struct stage *stage, const struct refinement *refinement,
                        const struct map_job *job, const struct map_job *own, uint32_t *placement,
                        struct topomap_error *error)
{
    stage_nodes(stage, placement);
    if (refinement_run(refinement, job, placement, error) < 0 ||
        stage_spread(stage, placement, error) < 0)
        return -1;
    return refinement_run(refinement, own, placement, error);
}

/* Refine on the stage directly, and in `other` [ranks] first on nodes; take the better result. */
static int refine_both(const struct stage *stage, const struct refinement *refinement,
                       const struct map_job *job, uint32_t *placement, uint32_t *other,
                       struct topomap_error *error)
{
    const struct objective *hop_bytes = objective_find("hop-bytes");
    struct map_job own = stage_job(stage, job);
    struct objective_score one, two;
    size_t size = stage->allocation->ranks * sizeof *other;

    memcpy(other, placement, size);
    if (refinement_run(refinement, &own, placement, error) < 0 ||
        refine_nodes(stage, refinement, job, &own, other, error) < 0 ||
        hop_bytes->score(job->graph, stage->allocation, placement, INFINITY, &one, error) < 0 ||
        hop_bytes->score(job->graph, stage->allocation, other, INFINITY, &two, error) < 0)
        return -1;
    if (objective_better(two, one))
        memcpy(placement, other, size);
    return 0;
}

int stage_refine(const struct stage *stage, const struct refinement *refinement,
                 const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    struct map_job own;
    uint32_t *other;
    int result;

    if (!stage->domains)
        return refinement_run(refinement, job, placement, error);
    own = stage_job(stage, job);
    if (refinement->by_links)
        return refinement_run(refinement, &own, placement, error);
    other = array_raw(stage->allocation->ranks, sizeof *other);
    if (!other)
        return error_memory(error);
    result = refine_both(stage, refinement, job, placement, other, error);
    free(other);
    return result;
}

/* ---- costs ------------------------------------------------------------------------------- */

int stage_inside(const struct stage *stage, const uint32_t *placement, const uint32_t *slots,
                 double *level_bytes, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    const struct node_levels levels = {r->nodetree, pus_of(r), stage->start};
    uint32_t ranks = r->allocation->ranks;
    uint32_t *nodes, *own;
    int result = 0;

    *level_bytes = 0;
    if (!stage->start)
        return 0;
    nodes = array_raw(ranks, sizeof *nodes);
    own = array_raw(ranks, sizeof *own);
    if (nodes && own) {
        memcpy(nodes, placement, ranks * sizeof *nodes);
        stage_nodes(stage, nodes);
        if (!slots)
            result = placement_order_slots(r->allocation, nodes, own, error);
        if (result == 0)
            *level_bytes = node_levels_bytes(&levels, r->graph, r->allocation, nodes,
                                             slots ? slots : own);
    } else {
        result = error_memory(error);
    }
    free(nodes);
    free(own);
    return result;
}

/* What messages inside nodes add to hop-bytes. */
static double weighted_bytes(const struct stage *stage, const uint32_t *placement)
{
    const struct topomap_graph *graph = stage->request->graph;
    double sum = 0;

    for (uint32_t rank = 0; stage->domains && rank < graph->ranks; rank++) {
        uint32_t here = placement[rank];

        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            uint32_t there = placement[graph->target[e]];

            if (here != there && node_of(stage, here) == node_of(stage, there))
                sum += (double)graph->bytes[e] *
                       allocation_distance(stage->allocation, here, there);
        }
    }
    return sum / stage->allocation->network->scale;
}

int stage_told(const struct stage *stage, const uint32_t *placement, const uint32_t *slots,
               double *level_bytes, double *weighted, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    const struct topomap_allocation *a = r->allocation;
    bool crowded = r->nodetree && topomap_nodetree_crowded(r->nodetree, a, pus_of(r)) < a->nodes;

    if (stage_inside(stage, placement, slots, level_bytes, error) < 0)
        return -1;
    *weighted = weighted_bytes(stage, placement);
    if (crowded)
        *level_bytes = *weighted = NAN;
    return 0;
}
