/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_NEAR_H
#define REFINE_NEAR_H

#include "map/map.h"

/* For each allocated node, some of the other nodes with tasks that are nearest to it. */
struct refine_near {
    uint32_t count; /* for each node */
    uint32_t *node; /* [nodes][count] */
};

/*
 * Up to `count` nodes each. Of up to 2048 nodes they are the nearest ones;
 * beyond, those next to it in the natural hierarchy, which are near but not always nearest.
 */
int refine_near_create(struct refine_near *near, const struct map_job *job, uint32_t count,
                       struct topomap_error *error);
void refine_near_free(struct refine_near *near);

#endif
