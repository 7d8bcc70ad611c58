/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include <string.h>

/* In the order of listing. plan/strategy names those that `auto` runs. */
static const struct map_algorithm *const algorithms[] = {
    &algorithm_inorder,
    &algorithm_cyclic,
    &algorithm_plane,
    &algorithm_order,
    &algorithm_random,
    &algorithm_random_nodes,
    &algorithm_random_drawers,
    &algorithm_random_blocks,
    &algorithm_blocked,
    &algorithm_sweep,
    &algorithm_scan,
    &algorithm_gray,
    &algorithm_hilbert,
    &algorithm_peano,
    &algorithm_zorder,
    &algorithm_fold,
    &algorithm_rcb,
    &algorithm_bricks,
    &algorithm_multisect,
    &algorithm_tree,
    &algorithm_tree_nj,
    &algorithm_bisect,
    &algorithm_rcm,
    &algorithm_hs_recursive,
    &algorithm_bokhari,
    &algorithm_topo_aware,
    &algorithm_greedy,
    &algorithm_fhgreedy,
    &algorithm_greedyallc,
    &algorithm_pacmap,
    &algorithm_bipartition,
};

#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

const struct map_algorithm *map_algorithm(size_t index)
{
    return index < ALGORITHMS ? algorithms[index] : NULL;
}

const struct map_algorithm *map_algorithm_find(const char *name)
{
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (strcmp(algorithms[i]->about.name, name) == 0)
            return algorithms[i];
    }
    return NULL;
}

const struct topomap_algorithm *topomap_algorithm_get(size_t index)
{
    return index < ALGORITHMS ? &algorithms[index]->about : NULL;
}
