/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REFINE_H
#define REFINE_REFINE_H

#include "map/map.h"

/*
 * Ways to lower the hop-bytes of a valid placement: first the whole contents of nodes change places
 * with those of nodes that have as many tasks, then ranks do. The placement stays valid and never
 * gets worse. Work is counted, not timed, so that the answer is always the same, unless the job
 * has a deadline; job->effort says how much. O(edges) memory.
 */
struct refinement {
    const char *suffix; /* of names of algorithms: "+swap" */
    const char *summary;
    int (*refine)(const struct map_job *job, uint32_t *placement, struct topomap_error *error);
};

/* Index 0, 1, ... until NULL. */
const struct refinement *refinement_get(size_t index);

/* Swaps, again and again until none that is looked at pays. */
int refine_swap(const struct map_job *job, uint32_t *placement, struct topomap_error *error);

/* Simulated annealing, then swaps. */
int refine_anneal(const struct map_job *job, uint32_t *placement, struct topomap_error *error);

#endif
