/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UNIT_ROUTES_H
#define UNIT_ROUTES_H

#include "unit/unit.h"

/*
 * Check a network against the graph of its links, taken from their names: names are distinct, each
 * link has a class and each node a place,
 * distances between all pairs of nodes are those of a breadth-first search, and each route is a
 * chain of links that leads from one node to the other and is as long as the distance. A path has at
 * most one link of the classes "global" and "D".
 */
void routes_check(const struct topomap_network *network);

/* The same for routes that take detours and so have other lengths. */
void routes_check_detours(const struct topomap_network *network);

/* The check of shortest routes for some sixteen nodes of a large network. */
void routes_check_some(const struct topomap_network *network);

#endif
