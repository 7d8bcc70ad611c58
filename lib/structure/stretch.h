/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_STRETCH_H
#define STRUCTURE_STRETCH_H

#include "topomap_internal.h"

/* The sides of a grid, and those that it was given instead. */
struct stretch {
    uint32_t dims;
    uint32_t from[TOPOMAP_MAX_DIMS], to[TOPOMAP_MAX_DIMS];
};

/*
 * The graph of an application at another number of ranks, if it is a process grid of ranks that are
 * numbered in order: the sides grow by factors as equal as the number allows, and neighbours in
 * each direction exchange what they do in `graph` on average. Ranks that are no neighbours exchange
 * nothing then; they must not have more than a tenth of the bytes. `sides` receives the sides
 * unless it is NULL. TOPOMAP_IMPOSSIBLE if the graph is no such grid, or the ranks make none.
 */
struct topomap_graph *graph_stretch(const struct topomap_graph *graph, uint32_t ranks,
                                    struct stretch *sides, struct topomap_error *error);

#endif
