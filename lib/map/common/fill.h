/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_FILL_H
#define MAP_COMMON_FILL_H

#include "machine/allocation.h"

/* Consecutive ranks fill the nodes in `order` [allocation nodes], a permutation of them. */
void map_fill(const struct topomap_allocation *allocation, const uint32_t *order,
              uint32_t *placement);

#endif
