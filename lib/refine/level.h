/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_LEVEL_H
#define REFINE_LEVEL_H

#include "map/map.h"
#include "partition/subgraph.h"
#include "refine/contents.h"
#include "refine/near.h"

/*
 * Things on nodes that talk to each other, with all that makes the gain of a swap cheap: ranks, or
 * the whole contents of nodes. For each thing the weights to its neighbours are kept added up by
 * node, and its share of the hop-bytes.
 */
struct refine_level {
    const struct topomap_allocation *allocation;
    const struct partition_graph *graph;
    const struct search_near *near;
    const uint32_t *kind; /* [nodes]: swaps stay between nodes of a kind; NULL: any */
    uint32_t *place;      /* [vertices]: node; the caller's array */
    uint32_t held;        /* the thing that stays where it is; UINT32_MAX, as it is first: none */
    double total;         /* hop-bytes */

    struct refine_contents contents;
    double *cost;     /* [vertices]: sum of weight times distance */
    uint32_t *length; /* [vertices]: of its row, which begins at graph->offset */
    uint32_t *at;     /* row: nodes where neighbours are */
    double *weight;   /* row: weight to the neighbours there */
    uint32_t *queue;  /* [vertices]: ring of things to look at */
    bool *queued;     /* [vertices] */
    uint32_t head;
    uint32_t waiting;
    uint64_t *seen; /* [nodes]: by which look it was tried last */
    uint64_t look;
    uint64_t work; /* distances asked for */
};

/* `place` is updated by refine_level_run; everything given must outlive the level. */
int refine_level_init(struct refine_level *level, const struct topomap_allocation *allocation,
                      const struct partition_graph *graph, const struct search_near *near,
                      const uint32_t *kind, uint32_t *place, struct topomap_error *error);

/*
 * Look at all things once, and again at those near one that moved, until no swap pays, level->work
 * exceeds `limit`, or `job` is late. Returns whether anything was swapped.
 */
bool refine_level_run(struct refine_level *level, const struct map_job *job, uint64_t limit);

/* What `thing` would cost on `node`. O(nodes where it has partners). */
double refine_level_cost(struct refine_level *level, uint32_t thing, uint32_t node);

/* The same if it is below `most`, else any number that is not. */
double refine_level_cost_below(struct refine_level *level, uint32_t thing, uint32_t node,
                               double most);

/* Weight between two things, 0 if they do not talk. O(log edges of one). */
double refine_level_weight(const struct refine_level *level, uint32_t a, uint32_t b);

/* Each of `count` things takes the place of the next one, the last one that of the first. It lowers
 * the hop-bytes by `gain`. */
void refine_level_rotate(struct refine_level *level, const uint32_t *thing, uint32_t count,
                         double gain);

void refine_level_free(struct refine_level *level);

#endif
