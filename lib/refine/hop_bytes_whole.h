/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_HOP_BYTES_WHOLE_H
#define REFINE_HOP_BYTES_WHOLE_H

#include "machine/allocation.h"
#include "partition/subgraph.h"
#include "refine/cost_table.h"
#include "search/model.h"

/*
 * Hop-bytes of units on nodes, as a cost for annealing, which looks at many units for each swap.
 * Edges are not added up by node, so that a swap updates few numbers. Costs are whole numbers,
 * scaled so that none overflows: sums are exact, and the same on every machine.
 */
struct hop_bytes_whole {
    struct model model;
    const struct topomap_allocation *allocation;
    const uint32_t *place; /* the arrangement's */
    const size_t *offset;  /* the graph's rows ... */
    const uint32_t *target; /* ... and targets */
    int32_t *weight; /* of edges */
    int32_t *cost;   /* by slot: sum of weight times distance; not if tabled */
    int32_t *inside; /* by slot: weight to units on the same node; not if tabled */
    float volume;    /* mean weight of a unit to its partners */
    struct cost_table table; /* of small jobs */
    bool tabled;     /* it is kept, in place of `cost` and `inside` */
    uint64_t moves;  /* that were judged */
};

/* All arguments must outlive the model. Returns -1 when memory runs out. */
int hop_bytes_whole_init(struct hop_bytes_whole *whole, struct arrangement *arrangement,
                         const struct partition_graph *graph,
                         const struct topomap_allocation *allocation);

/* Keep the table in place of the costs of units, if there is one, or these: annealing changes by
 * itself to what is quicker. Returns whether it is kept. */
bool hop_bytes_whole_tabulate(struct hop_bytes_whole *whole, bool table);

void hop_bytes_whole_free(struct hop_bytes_whole *whole);

#endif
