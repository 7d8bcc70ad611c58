/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes in a row, and the switches above them as bars over what is below each. */
#ifndef DRAW_BARS_H
#define DRAW_BARS_H

#include "draw/scale.h"
#include "draw/scene.h"

/* Leaf after leaf of a tree; other networks in the allocation's order: column[nodes]. */
int bars_order(const struct scene *scene, uint32_t *column, struct topomap_error *error);

/*
 * Draw the switches of a tree from *y on, which is left below them. With loads of links (NULL:
 * none) bars have the colour of the busiest link that joins a switch with what is above it, and a
 * row of nodes follows, those of one column together.
 */
int bars_draw(struct svg *svg, const struct scene *scene, const uint32_t *column, double x,
              double *y, double width, const double *load, const struct scale *scale,
              struct topomap_error *error);

#endif
