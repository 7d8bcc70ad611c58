/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_STAGE_H
#define PLAN_STAGE_H

#include "machine/domains.h"
#include "map/map.h"
#include "refine/refine.h"
#include "topomap_internal.h"

/*
 * What planning places ranks on: nodes or, if levels inside nodes have weights, domains of nodes
 * (see machine/domains.h), so that the objective counts messages inside nodes too. Algorithms map
 * to nodes. Their placements are then spread over the domains, refined and scored there. Placements
 * "on the stage" have indices of nodes of stage->allocation.
 */
struct stage {
    const struct topomap_request *request;
    const struct topomap_allocation *allocation; /* of domains, or the request's own */
    struct domains *domains;   /* NULL: no level has a weight */
    uint32_t *start;           /* [ranks]: see nodetree_cut_all; NULL without a node tree */
    uint32_t *layout, *recipe; /* [ranks], on the stage; no recipe: NULL */
    struct map_shared *shared; /* shared results of jobs on the stage */
};

/* `layout` and `recipe` (NULL: none) are placements on nodes, the recipe with slots. stage_free
 * is due after failures too. */
int stage_init(struct stage *stage, const struct topomap_request *request, const uint32_t *layout,
               const uint32_t *recipe, const uint32_t *recipe_slots, struct topomap_error *error);
void stage_free(struct stage *stage);

/* Convert a placement on nodes to the stage, with `slots` or (NULL) slots in the order of ranks:
 * [ranks], freed by the caller. NULL when memory runs out. */
uint32_t *stage_lift(const struct stage *stage, const uint32_t *nodes, const uint32_t *slots,
                     struct topomap_error *error);

/* Spread a placement on nodes over the stage, by each node's tree. In place. */
int stage_spread(const struct stage *stage, uint32_t *placement, struct topomap_error *error);

/* Refine a placement on the stage; the job is one on nodes. Hop-bytes are refined on the stage,
 * and also on nodes first, since whole node contents cannot be swapped among domains. The better
 * result counts. */
int stage_refine(const struct stage *stage, const struct refinement *refinement,
                 const struct map_job *job, uint32_t *placement, struct topomap_error *error);

/* Convert a placement from the stage to nodes, in place. */
void stage_nodes(const struct stage *stage, uint32_t *placement);

/* Map the ranks of a placement on the stage to slots of their nodes: `slots` [ranks]; the
 * identity without a node tree. Does not change the score. */
int stage_slots(const struct stage *stage, const uint32_t *placement, uint32_t *slots,
                struct topomap_error *error);

/* Cost of messages inside nodes with these slots (NULL: in the order of ranks), see
 * node_levels_bytes; 0 without a node tree. The placement is on the stage. */
int stage_inside(const struct stage *stage, const uint32_t *placement, const uint32_t *slots,
                 double *level_bytes, struct topomap_error *error);

/* The same, and what such messages add to hop-bytes, bytes times weights of levels, for reports:
 * NAN where that is not known, as the tree has too few PUs for the tasks of a node. */
int stage_told(const struct stage *stage, const uint32_t *placement, const uint32_t *slots,
               double *level_bytes, double *weighted, struct topomap_error *error);

#endif
