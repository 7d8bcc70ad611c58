/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_ANNEAL_H
#define REFINE_ANNEAL_H

#include "map/map.h"
#include "refine/things.h"
#include "refine/near.h"

/* How hot annealing begins: in mean volumes of a thing, that is, weights to all its neighbours,
 * and ends when next to nothing moves uphill; or, where that is 0, so many times as hot as the
 * placement bears without getting worse, and ends at a tenth of it. */
struct refine_heat {
    float volumes;
    float times;
};

/*
 * Lower the hop-bytes of things on nodes by simulated annealing (Kirkpatrick, Gelatt, Vecchi:
 * Optimization by simulated annealing, Science 220, 1983): things are swapped with things of
 * another node that are as large, uphill too, but the less the later.
 *
 * things->place is updated, unless the start is better than what was found. The hotter the
 * beginning, the more of the start is lost at first, but the more can be found. `work` is how many
 * edges are looked at, and things; nothing is done for long once no swap is found.
 */
int refine_anneal_level(const struct map_job *job, const struct refine_things *things,
                        const struct search_near *near, const struct refine_heat *heat,
                        uint64_t work, uint64_t seed, struct topomap_error *error);

#endif
