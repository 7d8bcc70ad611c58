/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_REHEAT_H
#define REFINE_REHEAT_H

#include "refine/near.h"

/*
 * Anneal the ranks of a valid placement twice more, whatever it bears: warm, which keeps most of
 * it, and hot, which forgets it. The better result is kept, if it is better than the placement.
 */
int refine_reheat(const struct map_job *job, const struct refine_near *near, uint32_t *placement,
                  struct topomap_error *error);

#endif
