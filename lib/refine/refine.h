/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REFINE_H
#define REFINE_REFINE_H

#include "map/map.h"
#include "search/near.h"

/*
 * Ways to lower the hop-bytes of a valid placement, or what its busiest link carries: first the
 * whole contents of nodes change places with those of nodes that have as many tasks, then ranks do.
 * The placement stays valid and never gets worse by what is lowered. Work is counted, not timed, so
 * that the answer is always the same, unless the job has a deadline; job->effort says how much.
 * O(edges) memory, and O(links) where those count.
 */
struct refinement {
    const char *suffix; /* of names of algorithms: "+swap" */
    const char *summary;
    int (*refine)(const struct map_job *job, uint32_t *placement, struct topomap_error *error);
};

/* Swaps, again and again until none that is looked at pays. */
extern const struct refinement refinement_swap;

/* Simulated annealing, then swaps, and cycles of three ranks. */
extern const struct refinement refinement_anneal;

/* Simulated annealing of ranks alone, then the same: warm, which keeps most of the start, and hot,
 * which forgets it. Both take long to find more. */
extern const struct refinement refinement_warm;
extern const struct refinement refinement_hot;

/* Swaps that lower the bytes over the busiest link or, if job->timed, the predicted time; among
 * equals, the hop-bytes. */
extern const struct refinement refinement_congestion;

/* All of them: index 0, 1, ... until NULL. */
const struct refinement *refinement_get(size_t index);

/* Run one of them, timed as the phase "refinement". */
int refinement_run(const struct refinement *refinement, const struct map_job *job,
                   uint32_t *placement, struct topomap_error *error);

/* The nodes near to each that refinements try; they belong to the job. */
int refinement_near(const struct map_job *job, struct search_near *near,
                    struct topomap_error *error);

#endif
