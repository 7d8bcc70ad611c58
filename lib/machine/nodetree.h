/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_NODETREE_H
#define MACHINE_NODETREE_H

#include "machine/nodetree_text.h"
#include "topomap_internal.h"

#include <stdatomic.h>

#define NODETREE_NONE UINT32_MAX

/* A package, group, cache, core or PU of the node: a range of PUs in tree order. */
struct nodetree_vertex {
    uint32_t first;
    uint32_t count;
    uint32_t child;    /* number of the first child; children are consecutive */
    uint32_t children; /* 0: a leaf */
};

/* Weights of levels are whole numbers of 1/NODETREE_UNIT. */
#define NODETREE_UNIT 100
#define NODETREE_MAX_WEIGHT (100 * NODETREE_UNIT)

/* All objects of one type: the packages, the NUMA nodes, the cores, ... */
struct nodetree_level {
    int type;        /* hwloc's number of the type */
    uint32_t weight; /* what a byte counts between two of the objects */
    uint32_t *part;  /* [pus]: the object that holds each PU, or NODETREE_NONE */
};

/* The tree that hwloc found, without objects that add no structure. The root is vertex 0. */
struct topomap_nodetree {
    uint32_t pus;
    uint32_t *os; /* [pus]: the operating system's number of each PU, in tree order */
    uint32_t cores;
    uint32_t *core; /* [cores+1]: first PU of each core, in tree order */
    uint32_t *next_core; /* [pus+1]: first PU of the first core that begins at this PU or after
                          * it */
    uint32_t vertices;
    struct nodetree_vertex *vertex;
    uint32_t os_limit;
    uint32_t *place; /* [os_limit]: the tree order of each PU, or NODETREE_NONE */
    uint32_t levels;
    struct nodetree_level *level; /* [levels] */
    char *missing; /* see topomap_nodetree_missing */
    atomic_uint holders; /* references besides the creator's */
};

/* Take a reference, which topomap_nodetree_destroy returns. NULL is allowed. */
void nodetree_hold(const struct topomap_nodetree *tree);

/* The type of object named by `length` bytes of text, in hwloc's words; -1 if there is none. */
int nodetree_type(const char *text, size_t length);

/* Whether the tree has objects of a type. */
bool nodetree_has_type(const struct topomap_nodetree *tree, int type);

/* The levels of the tree as a text, "package, l3, core"; the caller frees it. NULL when memory runs
 * out. */
char *nodetree_level_list(const struct topomap_nodetree *tree);

/* What a byte counts between two PUs, given in tree order: the sum of the weights of all levels
 * that separate them. */
uint32_t nodetree_weight(const struct topomap_nodetree *tree, uint32_t a, uint32_t b);

/* Whether any level has a weight. */
bool nodetree_is_weighted(const struct topomap_nodetree *tree);

/*
 * Cut `slots` slots of `pus` PUs each: slot i has the PUs start[i] to start[i]+pus-1 in tree order,
 * and start ascends. TOPOMAP_IMPOSSIBLE as in topomap_nodetree_slots.
 */
int nodetree_cut(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                 enum topomap_slot_order order, uint32_t *start, struct topomap_error *error);

/* Cut slots for the tasks of all nodes: start[allocation ranks], node after node. Nodes for which
 * the tree is too small get NODETREE_NONE. -1 when memory runs out. */
int nodetree_cut_all(const struct topomap_nodetree *tree,
                     const struct topomap_allocation *allocation, uint32_t pus,
                     enum topomap_slot_order order, uint32_t *start);

/* The same for one node with this many tasks. */
int nodetree_cut_or_none(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                         enum topomap_slot_order order, uint32_t *start);

#endif
