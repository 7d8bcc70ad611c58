/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_SHARED_H
#define MAP_COMMON_SHARED_H

#include "map/common/groups.h"
#include "map/hierarchy/descend.h"
#include "map/hierarchy/hierarchy.h"
#include "map/hierarchy/nearest.h"
#include "map/map.h"
#include "metric/time.h"

/*
 * Results that several algorithms of one job share, computed on demand. They belong to one job: one
 * graph, allocation and seed. They do not depend on what ran before, nor at which effort.
 */
struct map_shared;

struct map_shared *map_shared_create(struct topomap_error *error);
void map_shared_destroy(struct map_shared *shared);

enum map_hierarchy {
    MAP_NATURAL, /* the switch tree; else halved boxes of coordinates; else halved distances */
    MAP_BINARY,  /* the same, binary */
    MAP_JOINED,  /* the neighbour-joining tree; MAP_BINARY where there are too many nodes */
    MAP_HIERARCHIES,
};

/* What structure the graph has; NULL when memory runs out. */
const struct topomap_structure *map_shared_structure(const struct map_job *job,
                                                     struct topomap_error *error);

/* The coordinates of the ranks: those given, else those of the graph's structure.
 * TOPOMAP_IMPOSSIBLE if there are neither. */
const struct topomap_coordinates *map_shared_coordinates(const struct map_job *job,
                                                         struct topomap_error *error);

/* Predicts the times of placements of the job; NULL on failure. */
struct time_predictor *map_shared_predictor(const struct map_job *job,
                                            struct topomap_error *error);

/* The hierarchy of the allocated nodes; NULL on failure. */
const struct hierarchy *map_shared_hierarchy(const struct map_job *job, enum map_hierarchy kind,
                                             struct topomap_error *error);

/* The ranks bisected down the binary hierarchy: a valid placement, [ranks]; NULL on failure. */
const uint32_t *map_shared_bisection(const struct map_job *job, struct topomap_error *error);

/* The ranks partitioned into groups, one for each node of the natural hierarchy, by METIS: k-way
 * for up to some thousand ranks, else as bisected down the binary hierarchy. NULL on failure. */
const struct map_groups *map_shared_groups(const struct map_job *job, struct topomap_error *error);

/* The groups mapped down one of the hierarchies, see map_groups_down: fills `placement` [ranks]. */
int map_shared_down(const struct map_job *job, enum map_hierarchy kind, uint32_t *placement,
                    struct topomap_error *error);

/* The nodes near to each, by the natural hierarchy, see nearest_find; NULL on failure. */
const struct nearest *map_shared_nearest(const struct map_job *job, enum nearest_care care,
                                         struct topomap_error *error);

#endif
