/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_EMBED_H
#define MAP_COMMON_EMBED_H

#include "map/common/shared.h"

#define EMBED_NONE UINT32_MAX

/* Up to this number of places, all free ones are candidates each time, unless places times
 * directed edges exceed the second number. Otherwise some nearby places are. */
#define EMBED_ALL 4096
#define EMBED_WORK (UINT64_C(1) << 31)

/*
 * Shared by algorithms that place one vertex after another. Vertices are groups of ranks, one for
 * each node and as large as its tasks, or single ranks. Places are the nodes with tasks in the
 * order of the natural hierarchy, which also decides ties: neighbours in it are near in any kind of
 * network.
 */
struct embed {
    const struct map_job *job;
    const struct topomap_allocation *allocation;
    struct partition_graph graph; /* the vertices to place; a view */
    uint32_t vertices;
    const uint32_t *part;       /* [ranks]: vertex; NULL: the same number */
    const uint32_t *class;      /* [vertices]; NULL: all vertices fit all places */
    const uint32_t *node_class; /* [allocation nodes] */
    const uint32_t *order;      /* [places]: index in the allocation */
    uint32_t places;
    bool strongest;   /* bonds are heaviest edges instead of sums */
    const struct nearest *near; /* nearby nodes; NULL: all places are candidates */
    uint32_t *position; /* [allocation nodes]: place of a node */
    uint32_t *place;  /* [vertices]; EMBED_NONE: not yet */
    uint32_t *room;   /* [places]: free capacity, in vertices */
    uint32_t *right;  /* [places+1]: a free place there or further right, see embed_free_right */
    uint32_t *left;   /* [places+1]: the same to the left, places counted from 1 */
    double *bond;     /* [vertices]: weight of the edges to placed neighbours */
    double *total;    /* [vertices]: weight of all its edges */
    uint32_t *queue;  /* heap of vertices that are not placed, the next one first */
    uint32_t *rank;   /* [vertices]: where it is in the queue */
    uint32_t waiting; /* length of the queue */
    uint32_t bound;      /* placed neighbours of the current vertex: */
    uint32_t *bound_to;  /* [bound]: where */
    double *bound_by;    /* [bound]: weight of the edge */
    uint32_t candidates; /* candidate places of it: */
    uint32_t *candidate; /* [candidates]: ascending */
    double start;        /* when mapping began, for its phase */
};

enum embed_vertices { EMBED_GROUPS, EMBED_RANKS };

int embed_init(struct embed *embed, const struct map_job *job, enum embed_vertices vertices,
               struct topomap_error *error);
void embed_free(struct embed *embed);

/* Remove all vertices from their places. O(vertices + places). */
void embed_restart(struct embed *embed);

/*
 * The vertex to place next: the one with the strongest bond to placed vertices; among equals, the
 * one with the least other traffic. If no vertex has a bond, the one with the most traffic.
 */
uint32_t embed_next(const struct embed *embed);

/* Put a waiting vertex on a place that is free and that it fits. O(degree * log vertices). */
void embed_put(struct embed *embed, uint32_t vertex, uint32_t place);

/* Override the bond of a waiting vertex. */
void embed_rebond(struct embed *embed, uint32_t vertex, double bond);

/* Hops between two places. */
static inline uint32_t embed_distance(const struct embed *embed, uint32_t a, uint32_t b)
{
    return allocation_distance(embed->allocation, embed->order[a], embed->order[b]);
}

/* One of embed->near->count places near to `place`. */
static inline uint32_t embed_near(const struct embed *embed, uint32_t place, uint32_t number)
{
    return embed->position[nearest_of(embed->near, embed->order[place])[number]];
}

static inline bool embed_fits(const struct embed *embed, uint32_t vertex, uint32_t place)
{
    return !embed->class || embed->class[vertex] == embed->node_class[embed->order[place]];
}

/* The first free place from `place` on; embed->places if there is none. */
uint32_t embed_free_right(struct embed *embed, uint32_t place);

/*
 * Find the placed neighbours of `vertex` and its candidates: all free places that fit it. With
 * embed->near, those near to the neighbours with the strongest bonds, or near to `to` without
 * bonds. There is at least one.
 */
void embed_look(struct embed *embed, uint32_t vertex, uint32_t to);

/* The same with the candidates near to `to` and no neighbours. */
void embed_look_near(struct embed *embed, uint32_t vertex, uint32_t to);

/* Sum of weight times distance from `place` to the neighbours found. */
double embed_cost(const struct embed *embed, uint32_t place);

/* The cheapest candidate; the first among equals. */
uint32_t embed_cheapest(const struct embed *embed);

/* The first place that `vertex` fits of those with the least mean distance to all places, or, with
 * embed->near, to a sample of them. */
uint32_t embed_centre(const struct embed *embed, uint32_t vertex);

/* Hop-bytes, counted once a pair, of a complete embedding. O(edges). */
double embed_score(struct embed *embed);

/* The placement of the ranks; the time since the last one is that of the phase "mapping". */
void embed_write(struct embed *embed, uint32_t *placement);

#endif
