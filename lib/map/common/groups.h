/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_GROUPS_H
#define MAP_COMMON_GROUPS_H

#include "map/hierarchy/hierarchy.h"
#include "map/map.h"
#include "partition/subgraph.h"

/*
 * Groups of ranks, one for each node with tasks and as large as its tasks, with little traffic
 * between groups. Groups of the same size are of one class, as are the nodes they fit.
 */
struct map_groups {
    uint32_t count;
    uint32_t *part;               /* [ranks]: group */
    struct partition_graph graph; /* contracted to groups */
    uint32_t classes;
    uint32_t *class;      /* [count] */
    uint32_t *node_class; /* [allocation nodes] */
    uint32_t *takes;      /* [allocation nodes]: 1 for nodes with tasks */
};

/* A way to partition the ranks: fills groups->part; group i is as large as the tasks of node
 * hierarchy->order[i]. */
typedef int map_groups_cut(const struct map_job *job, const struct hierarchy *hierarchy,
                           struct map_groups *groups, struct topomap_error *error);

/* By METIS, k-way. */
map_groups_cut map_groups_kway;

/* A group for each node of `hierarchy`. NULL on failure; errors are those of `cut`. */
struct map_groups *map_groups_create(const struct map_job *job, const struct hierarchy *hierarchy,
                                     map_groups_cut *cut, struct topomap_error *error);
void map_groups_destroy(struct map_groups *groups);

/* Map whole groups down a hierarchy (Wu et al., Algorithm 1): fills `placement` [ranks]. */
int map_groups_down(const struct map_job *job, const struct map_groups *groups,
                    const struct hierarchy *hierarchy, uint32_t *placement,
                    struct topomap_error *error);

#endif
