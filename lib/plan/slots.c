/* SPDX-License-Identifier: BSD-3-Clause */
/* The inside of the nodes of a placement: slots, and what they cost. */
#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* The ranks of each node, node after node, ascending: ranks[first[node]...]. */
static void group_by_node(const struct topomap_allocation *allocation, const uint32_t *placement,
                          uint32_t *ranks, uint32_t *fill)
{
    memcpy(fill, allocation->first, allocation->nodes * sizeof *fill);
    for (uint32_t rank = 0; rank < allocation->ranks; rank++)
        ranks[fill[placement[rank]]++] = rank;
}

int plan_slots(const struct topomap_request *r, const uint32_t *placement, uint32_t *slots,
               struct topomap_error *error)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *ranks = array_raw(a->ranks, sizeof *ranks);
    uint32_t *work = array_raw((size_t)a->nodes + a->ranks, sizeof *work);
    uint32_t pus = r->pus_per_task ? r->pus_per_task : 1;
    int result = ranks && work ? 0 : error_memory(error);

    if (result == 0)
        group_by_node(a, placement, ranks, work);
    for (uint32_t node = 0; result == 0 && node < a->nodes; node++) {
        const uint32_t *here = ranks + a->first[node];

        for (uint32_t i = 0; i < a->tasks[node]; i++)
            work[i] = i;
        if (r->nodetree && a->tasks[node] > 1)
            result = topomap_nodetree_map(r->nodetree, r->graph, a->tasks[node], here, pus,
                                          r->slot_order, work, error);
        for (uint32_t i = 0; i < a->tasks[node]; i++)
            slots[here[i]] = work[i];
    }
    free(ranks);
    free(work);
    return result;
}

/* Slots in the order of ranks, as tasks get them where nothing is mapped. */
static void order_slots(const struct topomap_allocation *a, const uint32_t *placement,
                        uint32_t *slots, uint32_t *fill)
{
    memset(fill, 0, a->nodes * sizeof *fill);
    for (uint32_t rank = 0; rank < a->ranks; rank++)
        slots[rank] = fill[placement[rank]]++;
}

int plan_inside(const struct topomap_request *r, const uint32_t *placement, const uint32_t *slots,
                double *level_bytes, struct topomap_error *error)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *own;
    int result;

    *level_bytes = 0;
    if (!r->nodetree)
        return 0;
    own = array_raw((size_t)a->ranks + a->nodes, sizeof *own);
    if (!own)
        return error_memory(error);
    if (!slots)
        order_slots(a, placement, own, own + a->ranks);
    result = topomap_node_levels_get(r->graph, a, placement, slots ? slots : own, r->nodetree,
                                r->pus_per_task ? r->pus_per_task : 1, r->slot_order, level_bytes,
                                error);
    free(own);
    return result;
}
