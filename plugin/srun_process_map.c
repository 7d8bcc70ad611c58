/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_process_map.h"

#include <stdio.h>
#include <stdlib.h>

/* Nodes next to each other with as many ranks in a row. */
struct block {
    uint32_t node;
    uint32_t nodes;
    uint32_t ranks; /* on each */
};

static size_t block_length(const struct block *block)
{
    if (!block->nodes)
        return 0;
    return (size_t)snprintf(NULL, 0, ",(%u,%u,%u)", block->node, block->nodes, block->ranks);
}

/* [ranks] the node of each. */
static uint32_t *nodes_of(const struct layout *layout, const uint32_t *tids)
{
    uint32_t *node_of = array_raw(layout->ranks, sizeof *node_of);
    size_t at = 0;

    for (uint32_t node = 0; node_of && node < layout->nodes; node++) {
        for (uint32_t i = 0; i < layout->tasks[node]; i++)
            node_of[tids[at++]] = node;
    }
    return node_of;
}

size_t process_map_length(const struct layout *layout, const uint32_t *tids)
{
    uint32_t *node_of = nodes_of(layout, tids);
    size_t length = strlen("(vector)");
    struct block block = {0};

    if (!node_of)
        return 0;
    for (uint32_t rank = 0, first; rank < layout->ranks;) {
        uint32_t node = node_of[rank];

        for (first = rank; rank < layout->ranks && node_of[rank] == node; rank++)
            ;
        if (block.ranks == rank - first && block.node + block.nodes == node) {
            block.nodes++;
            continue;
        }
        length += block_length(&block);
        block = (struct block){node, 1, rank - first};
    }
    free(node_of);
    return length + block_length(&block);
}

int process_map_check(const struct layout *layout, const uint32_t *tids,
                      struct topomap_error *error)
{
    const char *type = getenv("SLURM_MPI_TYPE"); /* srun sets it, also by --mpi and MpiDefault */
    size_t length;

    if (!type || strcmp(type, "pmi2") != 0)
        return 0;
    length = process_map_length(layout, tids);
    if (length == 0)
        return error_memory(error);
    if (length > PROCESS_MAP_MAX)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "mpi/pmi2 would describe the placement in %zu characters, and MPI "
                         "libraries read %d (--mpi=pmix has no such limit, nor --mpi=none)",
                         length, PROCESS_MAP_MAX);
    return 0;
}
