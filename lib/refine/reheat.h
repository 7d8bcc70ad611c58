/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REHEAT_H
#define REFINE_REHEAT_H

#include "map/map.h"
#include "search/near.h"

/*
 * Anneal the ranks of a valid placement from a given temperature, in mean volumes of ranks (see
 * struct anneal_heat). Half a volume keeps most of the placement, two volumes keep nothing of it.
 * The placement is replaced only by a better one.
 */
int refine_reheat(const struct map_job *job, const struct search_near *near, float volumes,
                  uint32_t *placement, struct topomap_error *error);

#endif
