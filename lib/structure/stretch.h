/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_STRETCH_H
#define STRUCTURE_STRETCH_H

#include "topomap_internal.h"

/* The sides of a grid, and those of the stretched one. */
struct stretch {
    uint32_t dims;
    uint32_t from[TOPOMAP_MAX_DIMS], to[TOPOMAP_MAX_DIMS];
};

/*
 * Stretch the graph of an application to another number of ranks, if it is a process grid with
 * ranks numbered in order. The sides grow by factors as equal as the number allows. Neighbours in
 * each direction then exchange the average of what they exchange in `graph`, and ranks that are not
 * neighbours exchange nothing; in `graph` these may have at most a tenth of the bytes. `sides`
 * receives the sides unless it is NULL. TOPOMAP_IMPOSSIBLE if the graph is not such a grid, or no
 * grid fits the number of ranks.
 */
struct topomap_graph *graph_stretch(const struct topomap_graph *graph, uint32_t ranks,
                                    struct stretch *sides, struct topomap_error *error);

#endif
