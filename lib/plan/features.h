/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_FEATURES_H
#define PLAN_FEATURES_H

#include "map/map.h"
#include "plan/objective.h"
#include "plan/stage.h"

/* What the strategy of `auto` knows about a job before it tries anything. */
struct features {
    uint32_t ranks;
    uint32_t nodes;
    uint64_t pairs;            /* of ranks that communicate, counted from both sides */
    char structure[64];        /* of the graph: "grid 16x16x16"; "none"; "": not looked for */
    bool coordinates;          /* of the ranks: given, or those of the structure */
    bool tree;                 /* the network is a tree of switches */
    uint32_t dims;             /* of the nodes' coordinates; 0: they have none */
    double mean_hops;          /* between two allocated nodes, of a sample of pairs */
    double most_hops;
    uint32_t least_tasks;      /* of nodes that have any */
    uint32_t most_tasks;
    bool inside;               /* levels inside nodes count in the objective */
    bool busiest;              /* the objective is the busiest link, by bytes or by time */
    bool guided;               /* but the search is that for hop-bytes */
    bool timed;                /* the objective is a time */
    double part_channels;      /* links and ports of the network, times parts of the exchange */
    double seconds;            /* left of the time budget; INFINITY: there is none */
};

/* The features of a job on nodes. Recognizes the structure of the graph, which job->shared
 * keeps, unless the time budget has passed. Fails when memory runs out. O(edges). */
int features_get(const struct map_job *job, const struct stage *stage,
                 const struct objective *objective, struct features *features,
                 struct topomap_error *error);

#endif
