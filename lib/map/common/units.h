/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_UNITS_H
#define MAP_COMMON_UNITS_H

#include "machine/allocation.h"

/*
 * Which nodes sit together, at a level from 1 on: the switches of that level of a tree, 1 being
 * leaves; the rows of routers (drawers) of a dragonfly or PERCS, and its groups (supernodes); on
 * grids and hypercubes, lines of the first dimension, planes of the first two, ...
 *
 * unit[node] of the allocation's nodes receives a number below *count; units count up in the
 * order in which the allocation first meets them. TOPOMAP_IMPOSSIBLE: no such level here.
 */
int units_find(const struct topomap_allocation *allocation, uint32_t level, uint32_t *unit,
               uint32_t *count, struct topomap_error *error);

#endif
