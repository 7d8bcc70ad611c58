/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_OBJECTIVE_H
#define PLAN_OBJECTIVE_H

#include "base/score.h"
#include "graph/graph.h"
#include "machine/allocation.h"

/* The score of a placement; lower is better. */
struct objective_score {
    double value;
    double tie; /* decides between equal values */
};

/* The function that placements are scored by. */
struct objective {
    const char *name;
    const char *summary;
    const char *quantity; /* what its scores are, for people */
    bool busiest; /* the busiest link decides; congestion reduction runs at the end */
    bool timed;   /* the predicted time decides */
    bool guided;  /* the search is that for hop-bytes, with little work for the busiest link */
    double error; /* part of a score by which differences mean nothing: the layout stays */
    /* `placement` is valid. A value above `enough` may be too low, but is above it.
     * Fails when memory runs out. */
    int (*score)(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                 const uint32_t *placement, double enough, struct objective_score *score,
                 struct topomap_error *error);
};

/* Whether `a` is strictly better than `b`. */
static inline bool objective_better(struct objective_score a, struct objective_score b)
{
    return score_is_better(a.value, a.tie, b.value, b.tie);
}

/* By name (NULL: the first), or NULL; and index 0, 1, ... until NULL. */
const struct objective *objective_find(const char *name);

/* The same, NULL with TOPOMAP_USAGE set. */
const struct objective *objective_need(const char *name, struct topomap_error *error);
const struct objective *objective_get(size_t index);

/* That of a request: "auto" is hop-bytes where links, or levels inside nodes, have weights, and
 * where nothing but distances is known. NULL as above. */
const struct objective *objective_of(const struct topomap_request *request,
                                     struct topomap_error *error);

/* Whether levels inside nodes have weights. */
bool objective_weighs_inside(const struct topomap_request *request);

/* What the scores of a plan are, for people: the quantity of the objective in its request; "score"
 * for hop-bytes to which weighted bytes inside nodes are added. */
const char *objective_quantity(const struct topomap_request *request);

/* Whether "auto" is hop-bytes, though none were asked for: no placement is the plan then that takes
 * longer than the layout. */
bool objective_replaced(const struct topomap_request *request);

/* All metrics of a placement, and by these its score by an objective with `guided`. Fails when
 * memory runs out. */
int objective_measure(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct objective_score *score,
                      struct topomap_error *error);

/* Whether a search by time adds the latency of routes to the loads: not if the graph has weights.
 * It adds one. The latencies of all rounds (metric/time.h) decide between the placements found, but
 * searching by them finds longer times. */
bool objective_delayed(const struct topomap_graph *graph);

#endif
