/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_LEVEL_UNITS_H
#define MAP_COMMON_LEVEL_UNITS_H

#include "machine/allocation.h"

/*
 * The units of nodes at a level, from 1 on: switches of a tree, 1 being the leaves; rows of routers
 * (drawers) of a dragonfly or PERCS, and its groups (supernodes); on grids and hypercubes, lines of
 * the first dimension, planes of the first two, ...
 *
 * unit[node] becomes a number below *count; units are numbered in order of occurrence in the
 * allocation. TOPOMAP_IMPOSSIBLE: the network has no such level.
 */
int level_units_find(const struct topomap_allocation *allocation, uint32_t level, uint32_t *unit,
                      uint32_t *count, struct topomap_error *error);

#endif
