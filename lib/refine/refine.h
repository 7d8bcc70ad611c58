/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REFINE_H
#define REFINE_REFINE_H

#include "map/map.h"
#include "search/near.h"

/*
 * Local searches that lower the hop-bytes of a valid placement, the load of its busiest link or its
 * predicted time. Those for hop-bytes and loads swap node contents with others of as many tasks
 * first, then ranks. The placement stays valid and never gets worse by what is lowered. Work is
 * counted, not timed: without a deadline the result is always the same. job->effort sets the amount
 * of work. Memory O(edges); where links count O(links) more.
 */
struct refinement {
    const char *suffix; /* of names of algorithms: "+swap" */
    const char *summary;
    bool by_links; /* it looks at links or times: what stands where inside a node is no matter */
    int (*refine)(const struct map_job *job, uint32_t *placement, struct topomap_error *error);
};

/* Descent by swaps until no swap gains anything. */
extern const struct refinement refinement_swap;

/* Simulated annealing of node contents, clusters and ranks; then swaps and cycles. */
extern const struct refinement refinement_anneal;

/* Simulated annealing of ranks only, then swaps and cycles. Warm annealing keeps most of the
 * start, hot annealing none of it. Both need much work to find more than refinement_anneal. */
extern const struct refinement refinement_warm;
extern const struct refinement refinement_hot;

/* Congestion reduction: swaps that lower the bytes over the busiest link or, if job->timed, its
 * seconds, as long as the predicted time does not get longer. Hop-bytes decide between equal
 * placements. */
extern const struct refinement refinement_congestion;

/* Simulated annealing of node contents and ranks by time, whatever the objective is: by the seconds
 * of links in each part of the exchange. The predicted time never gets longer; hop-bytes may grow.
 * For small jobs, as each prediction looks at all of the traffic. */
extern const struct refinement refinement_anneal_time;

/* Descents among regular placements, linear maps of the digits of ranks to those of nodes, by the
 * predicted time if job->timed, else by hop-bytes. The start only is what must be beaten.
 * TOPOMAP_IMPOSSIBLE: nodes have different numbers of tasks. */
extern const struct refinement refinement_digits;

/* All of them: index 0, 1, ... until NULL. */
const struct refinement *refinement_get(size_t index);

/* Their suffixes and summaries: index 0, 1, ... until it returns false. */
bool refinement_name_get(size_t index, const char **name, const char **summary);

/* Run a refinement, timed as the phase "refinement". */
int refinement_run(const struct refinement *refinement, const struct map_job *job,
                   uint32_t *placement, struct topomap_error *error);

/* The nearby nodes of each node that refinements try. The lists belong to the job. */
int refinement_near(const struct map_job *job, struct search_near *near,
                    struct topomap_error *error);

#endif
