/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include <string.h>

#define WU                                                                                         \
    "Wu, Xiong, Lan: Hierarchical task mapping for parallel applications on "                      \
    "supercomputers, J. Supercomputing 2015"

#define MAPPING_MATTERS "Korndoerfer et al.: Mapping Matters, 2020 (MapLib)"

static const struct map_algorithm algorithms[] = {
    {
        {
            .name = "inorder",
            .summary = "consecutive ranks on one node after another, in allocation order",
            .source = "Slurm's block distribution",
            .needs = "any network",
            .complexity = "O(n)",
        },
        map_inorder,
        true,
    },
    {
        {
            .name = "cyclic",
            .summary = "ranks round robin over the nodes",
            .source = "Slurm's cyclic distribution",
            .needs = "any network",
            .complexity = "O(n)",
        },
        map_cyclic,
        true,
    },
    {
        {
            .name = "order",
            .summary = "consecutive ranks on nodes that follow each other closely in the network",
            .source = "depth-first order of the switch tree, or of recursively halved coordinates",
            .needs = "any network",
            .complexity = "O(n + m log^2 m)",
        },
        map_order,
        true,
    },
    {
        {
            .name = "random",
            .summary = "a random placement (seeded): what not looking costs",
            .source = "Fisher and Yates shuffle of the block distribution",
            .needs = "any network",
            .complexity = "O(n)",
        },
        map_random,
        false,
    },
    {
        {
            .name = "random-nodes",
            .summary = "consecutive ranks on one node after another, nodes in random order "
                       "(seeded)",
            .source = "Bhatele et al.: Avoiding hot-spots on two-level direct networks, SC 2011",
            .needs = "any network",
            .complexity = "O(n)",
        },
        map_random_nodes,
        false,
    },
    {
        {
            .name = "sweep",
            .summary = "consecutive ranks line by line, each line from its beginning",
            .source = MAPPING_MATTERS,
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_sweep,
        false,
    },
    {
        {
            .name = "scan",
            .summary = "consecutive ranks line by line, to and fro",
            .source = MAPPING_MATTERS,
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_scan,
        false,
    },
    {
        {
            .name = "gray",
            .summary = "consecutive ranks along the Gray-coded curve",
            .source = "Faloutsos: Gray codes for partial match and range queries, IEEE TSE 14(10), "
                      "1988; as in "
                      MAPPING_MATTERS,
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_gray,
        false,
    },
    {
        {
            .name = "hilbert",
            .summary = "consecutive ranks along Hilbert's curve",
            .source = "Hamilton, Rau-Chaplin: Compact Hilbert indices, IPL 105(5), 2008; oriented "
                      "as in "
                      MAPPING_MATTERS,
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_hilbert,
        false,
    },
    {
        {
            .name = "peano",
            .summary = "the curve published as peano with Mapping Matters: that of zorder",
            .source = MAPPING_MATTERS,
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_zorder,
        false,
    },
    {
        {
            .name = "zorder",
            .summary = "consecutive ranks along Morton's curve: binary digits of coordinates "
                       "interleaved",
            .source = "Morton: A computer oriented geodetic data base, IBM, 1966",
            .needs = "coordinates",
            .complexity = "O(n + m log m)",
        },
        map_zorder,
        false,
    },
    {
        {
            .name = "tree",
            .summary = "groups of ranks, one a node, partitioned down the switch tree, or a "
                       "neighbour-joining tree where there are no switches",
            .source = WU ", Algorithm 1",
            .needs = "any network",
            .complexity = "O(e log m), and O(t^3) to join t <= 512 nodes",
        },
        map_tree,
        true,
    },
    {
        {
            .name = "tree-nj",
            .summary = "the same, always down the neighbour-joining tree of hop distances",
            .source = WU ", Algorithm 1",
            .needs = "any network",
            .complexity = "O(e log m), and O(t^3) to join t <= 512 nodes or leaf switches",
        },
        map_tree_joined,
        false,
    },
    {
        {
            .name = "bisect",
            .summary = "ranks and nodes bisected together, nodes across the longest side of their "
                       "coordinates or along the switch tree",
            .source = WU ", Algorithm 2",
            .needs = "any network",
            .complexity = "O(e log m + m log^2 m)",
        },
        map_bisect,
        true,
    },
};

#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

const struct map_algorithm *map_algorithm(size_t index)
{
    return index < ALGORITHMS ? &algorithms[index] : NULL;
}

const struct map_algorithm *map_algorithm_find(const char *name)
{
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (strcmp(algorithms[i].about.name, name) == 0)
            return &algorithms[i];
    }
    return NULL;
}

const struct topomap_algorithm *topomap_algorithm_get(size_t index)
{
    return index < ALGORITHMS ? &algorithms[index].about : NULL;
}
