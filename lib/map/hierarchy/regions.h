/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_REGIONS_H
#define MAP_HIERARCHY_REGIONS_H

#include "map/hierarchy/hierarchy.h"
#include "partition/coarsen.h"
#include "partition/cut.h"

#define BLOCKS_SAMPLES 4

/*
 * The vertices of a graph in blocks, each of which is for the nodes of one vertex of a binary
 * hierarchy: no two of these lie below one another, and together they have all nodes.
 */
struct blocks {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    const struct coarsen_level *level; /* whose vertices these are */
    uint32_t *where;                   /* [vertices]: vertex of the hierarchy */
    uint32_t *spare;                   /* [vertices of the finest graph] */
    uint32_t count;
    uint32_t *block;    /* [count]: the vertices of the hierarchy that have blocks */
    uint32_t *first;    /* [hierarchy vertices]: range of `member` */
    uint32_t *members;  /* [hierarchy vertices] */
    uint32_t *member;   /* [vertices] */
    uint64_t *size;     /* [hierarchy vertices]: vertices of the finest graph in the block */
    uint64_t *capacity; /* [hierarchy vertices]: what its nodes take */
    uint32_t (*sample)[BLOCKS_SAMPLES]; /* [hierarchy vertices]: some of its nodes */
    uint32_t *seen;     /* [hierarchy vertices]: when `sum` was last set */
    uint32_t turn;
    double *sum;        /* [hierarchy vertices]: of the vertex or block looked at */
    uint32_t *touched;  /* [hierarchy vertices] */
    uint32_t *local;    /* [vertices]: number in the block that is cut */
    struct cut cut;
};

/* One block, of all vertices of `level`, for all nodes. */
int blocks_init(struct blocks *blocks, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct coarsen *coarsen,
                struct topomap_error *error);
void blocks_free(struct blocks *blocks);

/* Sum of the hops between 16 pairs of nodes of the two ranges, which may be the same. */
uint32_t blocks_distance(const struct blocks *blocks, uint32_t a, uint32_t b);

/* Go on with the next finer level. */
void blocks_project(struct blocks *blocks, const struct coarsen_level *finer);

/* List the members of each block again, after vertices moved. */
void blocks_list(struct blocks *blocks);

/*
 * Cut all blocks with at least `vertices` vertices, whose nodes can be parted, and the blocks that
 * these become; neighbours in other blocks draw each vertex to the half that is nearer to them
 * (Pellegrini: Static mapping by dual recursive bipartitioning of process and architecture graphs,
 * SHPCC 1994). `tries` is cut_find's.
 */
int blocks_cut(struct blocks *blocks, uint32_t vertices, uint32_t tries,
               struct topomap_error *error);

/* Move vertices to blocks of neighbours while that lowers the hop-bytes between blocks. */
int blocks_refine(struct blocks *blocks, struct topomap_error *error);

/* Give each block of the finest graph exactly what its nodes take. */
int blocks_settle(struct blocks *blocks, struct topomap_error *error);

#endif
