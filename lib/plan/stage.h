/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_STAGE_H
#define PLAN_STAGE_H

#include "machine/domains.h"
#include "map/map.h"
#include "refine/refine.h"
#include "topomap_internal.h"

/*
 * Where planning places ranks: on nodes or, where levels inside nodes have weights, on domains of
 * nodes (see machine/domains.h), so that the objective counts what is inside too. Algorithms map
 * on nodes; what they give is spread over the domains, refined and scored there. Placements "on
 * the stage" have numbers of nodes of stage->allocation.
 */
struct stage {
    const struct topomap_request *request;
    const struct topomap_allocation *allocation; /* of the domains, or that of the request */
    struct domains *domains;   /* NULL: no level has a weight */
    uint32_t *start;           /* [ranks]: see nodetree_cut_all; NULL without a node tree */
    uint32_t *layout, *recipe; /* [ranks], on the stage; no recipe: NULL */
    struct map_shared *shared; /* of jobs on the stage */
};

/* `layout` and `recipe` (NULL: none) are placements on nodes, the latter with slots. The stage is
 * to be released in any case. */
int stage_init(struct stage *stage, const struct topomap_request *request, const uint32_t *layout,
               const uint32_t *recipe, const uint32_t *recipe_slots, struct topomap_error *error);
void stage_free(struct stage *stage);

/* A placement on nodes, with `slots` or (NULL) those in the order of ranks, on the stage: [ranks],
 * freed by the caller. NULL when memory is out. */
uint32_t *stage_lift(const struct stage *stage, const uint32_t *nodes, const uint32_t *slots,
                     struct topomap_error *error);

/* From nodes to the stage: the ranks of each node go where its tree suggests. In place. */
int stage_spread(const struct stage *stage, uint32_t *placement, struct topomap_error *error);

/* Refine a placement on the stage; the job is one on nodes. Hop-bytes are refined there, and from
 * what refinement on nodes alone leads to, as whole contents of nodes cannot change places among
 * domains: the better result counts. */
int stage_refine(const struct stage *stage, const struct refinement *refinement,
                 const struct map_job *job, uint32_t *placement, struct topomap_error *error);

/* From the stage to nodes, in place. */
void stage_nodes(const struct stage *stage, uint32_t *placement);

/* Map the ranks of a placement on the stage on slots of their nodes: `slots` [ranks]; the identity
 * without a node tree. The score stays what it is. */
int stage_slots(const struct stage *stage, const uint32_t *placement, uint32_t *slots,
                struct topomap_error *error);

/* What messages inside nodes cost with these slots (NULL: in the order of ranks), as
 * node_levels_bytes says; 0 without a node tree. The placement is on the stage. */
int stage_inside(const struct stage *stage, const uint32_t *placement, const uint32_t *slots,
                 double *level_bytes, struct topomap_error *error);

/* What they add to hop-bytes: bytes times weights of levels. */
double stage_weighted(const struct stage *stage, const uint32_t *placement);

#endif
