/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_NODETREE_H
#define MACHINE_NODETREE_H

#include "topomap.h"

#define NODETREE_MAX_PUS (1U << 16)
#define NODETREE_NONE UINT32_MAX

/* A package, group, cache, core or PU of the node, as a range of PUs in tree order. */
struct nodetree_vertex {
    uint32_t first;
    uint32_t count;
    uint32_t child;    /* number of the first child; children are consecutive */
    uint32_t children; /* 0: a leaf */
};

/* What hwloc found, without the objects that add no structure. The root is vertex 0. */
struct topomap_nodetree {
    uint32_t pus;
    uint32_t *os; /* [pus]: the system's number of each PU, in tree order */
    uint32_t cores;
    uint32_t *core; /* [cores+1]: first PU of each core, in tree order */
    uint32_t *next_core; /* [pus+1]: first PU of the first core that begins there or later */
    uint32_t vertices;
    struct nodetree_vertex *vertex;
    uint32_t os_limit;
    uint32_t *place; /* [os_limit]: where in tree order a PU is, or NODETREE_NONE */
};

/*
 * Cut `slots` slots of `pus` PUs each: slot i is the PUs start[i] to start[i]+pus-1 in tree
 * order, and start ascends. TOPOMAP_IMPOSSIBLE as topomap_nodetree_slots.
 */
int nodetree_cut(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                 enum topomap_slot_order order, uint32_t *start, struct topomap_error *error);

#endif
