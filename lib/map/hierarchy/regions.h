/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_REGIONS_H
#define MAP_HIERARCHY_REGIONS_H

#include "map/hierarchy/hierarchy.h"
#include "partition/coarsen.h"
#include "partition/cut.h"

#define REGIONS_SAMPLES 4

/*
 * A partition of a graph's vertices into regions. Each region belongs to the nodes of one vertex of
 * a binary hierarchy. Regions are disjoint, and together cover all nodes.
 */
struct regions {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    const struct coarsen_level *level; /* whose vertices these are */
    uint32_t *where;                   /* [vertices]: vertex of the hierarchy */
    uint32_t *spare;                   /* [vertices of the finest graph] */
    uint32_t count;
    uint32_t *region;   /* [count]: the vertices of the hierarchy that have regions */
    uint32_t *first;    /* [hierarchy vertices]: range of `member` */
    uint32_t *members;  /* [hierarchy vertices] */
    uint32_t *member;   /* [vertices] */
    uint64_t *size;     /* [hierarchy vertices]: vertices of the finest graph in the region */
    uint64_t *capacity; /* [hierarchy vertices]: tasks of its nodes */
    uint32_t (*sample)[REGIONS_SAMPLES]; /* [hierarchy vertices]: some of its nodes */
    uint32_t *seen;     /* [hierarchy vertices]: when `sum` was last set */
    uint32_t turn;
    double *sum;        /* [hierarchy vertices]: of the vertex or region looked at */
    uint32_t *touched;  /* [hierarchy vertices] */
    uint32_t *local;    /* [vertices]: number in the region that is cut */
    struct cut cut;
};

/* One region, of all vertices of `level`, for all nodes. */
int regions_init(struct regions *regions, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct coarsen *coarsen,
                struct topomap_error *error);
void regions_free(struct regions *regions);

/* Sum of the hops between 16 pairs of nodes of the two ranges, which may be the same. */
uint32_t regions_distance(const struct regions *b, uint32_t one, uint32_t other);

/* Project the regions to the next finer level. */
void regions_project(struct regions *regions, const struct coarsen_level *finer);

/* Update the lists of members after vertices moved. */
void regions_list(struct regions *regions);

/*
 * Bisect all regions with at least `vertices` vertices and more than one node, and the resulting
 * regions likewise. Neighbours in other regions pull each vertex to the half that is nearer to them
 * (Pellegrini: Static mapping by dual recursive bipartitioning of process and architecture graphs,
 * SHPCC 1994). `tries` as in cut_find.
 */
int regions_cut(struct regions *regions, uint32_t vertices, uint32_t tries,
               struct topomap_error *error);

/* Move vertices to regions of their neighbours while that lowers the hop-bytes between regions. */
int regions_refine(struct regions *regions, struct topomap_error *error);

/* Give each region of the finest graph exactly as many vertices as its nodes have tasks. */
int regions_settle(struct regions *regions, struct topomap_error *error);

#endif
