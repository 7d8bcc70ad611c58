/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_ALGORITHMS_H
#define MAP_ALGORITHMS_H

#include "map/map.h"

/* The algorithms that the registry lists; one file each. */
int map_inorder(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_cyclic(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_order(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_random(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_random_nodes(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_sweep(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_scan(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_gray(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_hilbert(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_zorder(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_tree(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_tree_joined(struct map_job *job, uint32_t *placement, struct topomap_error *error);
int map_bisect(struct map_job *job, uint32_t *placement, struct topomap_error *error);

#endif
