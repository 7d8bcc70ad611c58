/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

static int check_counts(const struct topomap_allocation *allocation, const uint32_t *placement,
                        uint32_t *counts, struct topomap_error *error)
{
    for (uint32_t r = 0; r < allocation->ranks; r++) {
        if (placement[r] >= allocation->nodes)
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             "rank %u is on node %u, but there are only %u nodes, from 0", r,
                             placement[r], allocation->nodes);
        counts[placement[r]]++;
    }
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        if (counts[i] != allocation->tasks[i])
            return error_set(error, TOPOMAP_IMPOSSIBLE, "host '%s' gets %u ranks, but runs %u",
                             allocation->hosts.name ? allocation->hosts.name[i] : "",
                             counts[i], allocation->tasks[i]);
    }
    return 0;
}

int topomap_placement_check(const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error)
{
    uint32_t *counts = array_new(allocation->nodes, sizeof *counts);
    int result;

    if (!counts)
        return error_memory(error);
    result = check_counts(allocation, placement, counts, error);
    free(counts);
    return result;
}

void topomap_placement_block(const struct topomap_allocation *allocation, uint32_t *placement)
{
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        for (uint32_t r = allocation->first[i]; r < allocation->first[i + 1]; r++)
            placement[r] = i;
    }
}

/*
 * In each round every node that still has room takes a rank. The list of these nodes occupies the
 * end of the array: that needs no memory and keeps the work linear. The ranks left are at least as
 * many as the nodes with room, so a round never overwrites the list for the next one.
 */
void topomap_placement_cyclic(const struct topomap_allocation *allocation, uint32_t *placement)
{
    uint32_t ranks = allocation->ranks;
    uint32_t list = ranks, rank = 0;

    for (uint32_t i = allocation->nodes; i > 0; i--) {
        if (allocation->tasks[i - 1] > 0)
            placement[--list] = i - 1;
    }
    for (uint32_t round = 1; rank < ranks; round++) {
        uint32_t count = ranks - list;

        memmove(placement + rank, placement + list, count * sizeof *placement);
        list = ranks;
        for (uint32_t i = rank + count; i > rank; i--) {
            if (allocation->tasks[placement[i - 1]] > round)
                placement[--list] = placement[i - 1];
        }
        rank += count;
    }
}

void topomap_placement_random(const struct topomap_allocation *allocation, uint64_t seed,
                              uint32_t *placement)
{
    struct random random;

    topomap_placement_block(allocation, placement);
    random_seed(&random, seed);
    random_shuffle(&random, placement, allocation->ranks);
}

int placement_order_slots(const struct topomap_allocation *allocation, const uint32_t *placement,
                          uint32_t *slots, struct topomap_error *error)
{
    uint32_t *fill = array_new(allocation->nodes, sizeof *fill);

    if (!fill)
        return error_memory(error);
    for (uint32_t rank = 0; rank < allocation->ranks; rank++)
        slots[rank] = fill[placement[rank]]++;
    free(fill);
    return 0;
}
