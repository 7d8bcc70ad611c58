/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_ALGORITHMS_H
#define MAP_ALGORITHMS_H

#include "map/map.h"

/* The algorithms. Each file defines one, and registry.c lists them all. */
extern const struct map_algorithm algorithm_inorder;
extern const struct map_algorithm algorithm_cyclic;
extern const struct map_algorithm algorithm_plane;
extern const struct map_algorithm algorithm_order;
extern const struct map_algorithm algorithm_random;
extern const struct map_algorithm algorithm_random_nodes;
extern const struct map_algorithm algorithm_random_drawers;
extern const struct map_algorithm algorithm_random_blocks;
extern const struct map_algorithm algorithm_blocked;
extern const struct map_algorithm algorithm_fold;
extern const struct map_algorithm algorithm_bricks;
extern const struct map_algorithm algorithm_rcb;
extern const struct map_algorithm algorithm_sweep;
extern const struct map_algorithm algorithm_scan;
extern const struct map_algorithm algorithm_gray;
extern const struct map_algorithm algorithm_hilbert;
extern const struct map_algorithm algorithm_peano;
extern const struct map_algorithm algorithm_zorder;
extern const struct map_algorithm algorithm_tree;
extern const struct map_algorithm algorithm_tree_nj;
extern const struct map_algorithm algorithm_bisect;
extern const struct map_algorithm algorithm_multisect;
extern const struct map_algorithm algorithm_rcm;
extern const struct map_algorithm algorithm_hs_recursive;
extern const struct map_algorithm algorithm_bokhari;
extern const struct map_algorithm algorithm_topo_aware;
extern const struct map_algorithm algorithm_greedy;
extern const struct map_algorithm algorithm_fhgreedy;
extern const struct map_algorithm algorithm_greedyallc;
extern const struct map_algorithm algorithm_pacmap;
extern const struct map_algorithm algorithm_bipartition;

/* Sources of several algorithms. */
#define SOURCE_WU                                                                                  \
    "Wu, Xiong, Lan: Hierarchical task mapping for parallel applications on "                      \
    "supercomputers, J. Supercomputing 2015"
#define SOURCE_MAPPING_MATTERS "Korndoerfer et al.: Mapping Matters, 2020 (MapLib)"
#define SOURCE_HOEFLER                                                                             \
    "Hoefler, Snir: Generic topology mapping strategies for large-scale parallel architectures, "  \
    "ICS 2011 (LibTopoMap)"
#define SOURCE_HOT_SPOTS                                                                           \
    "Bhatele et al.: Avoiding hot-spots on two-level direct networks, SC 2011"

#endif
