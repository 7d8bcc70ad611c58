/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_SWAP_H
#define REFINE_SWAP_H

#include "map/map.h"

/*
 * Lower the hop-bytes of a valid placement by swaps, first of the whole contents of two nodes
 * with the same number of tasks, then of two ranks, again and again until none that is looked
 * at pays or the work that job->effort allows is used up. Work is counted, not timed, so that
 * the answer is always the same, unless the job has a deadline. Never makes a placement worse;
 * it stays valid. O(edges) memory, no distance matrix.
 */
int refine_swap(const struct map_job *job, uint32_t *placement, struct topomap_error *error);

#endif
