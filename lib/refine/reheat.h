/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REHEAT_H
#define REFINE_REHEAT_H

#include "map/map.h"
#include "search/near.h"

/*
 * Anneal the ranks of a valid placement, whatever it bears, from a temperature in mean volumes of
 * ranks (see struct anneal_heat): half of one keeps most of the placement, two forget it. The
 * result is kept if it is better than the placement.
 */
int refine_reheat(const struct map_job *job, const struct search_near *near, float volumes,
                  uint32_t *placement, struct topomap_error *error);

#endif
