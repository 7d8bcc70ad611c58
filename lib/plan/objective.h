/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_OBJECTIVE_H
#define PLAN_OBJECTIVE_H

#include "graph/graph.h"
#include "machine/allocation.h"

/* What a placement is judged by: a cost, lower is better. */
struct objective {
    const char *name;
    const char *summary;
    double (*score)(const struct topomap_graph *graph,
                    const struct topomap_allocation *allocation, const uint32_t *placement);
};

/* By name (NULL: the first), or NULL; and index 0, 1, ... until NULL. */
const struct objective *objective_find(const char *name);
const struct objective *objective_get(size_t index);

#endif
