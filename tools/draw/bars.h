/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes in a row, with the switches above them drawn as bars over the nodes below. */
#ifndef DRAW_BARS_H
#define DRAW_BARS_H

#include "draw/scale.h"
#include "draw/scene.h"

/* The column of each node, column[nodes]: leaf by leaf in a tree, else in the order of the
 * allocation. */
int bars_order(const struct scene *scene, uint32_t *column, struct topomap_error *error);

/*
 * Draw the switches of a tree from *y on, and move *y below them. With loads of links (else NULL) a
 * bar has the colour of the busiest link between the switch and the one above. A row of nodes
 * follows; nodes of one column are combined.
 */
int bars_draw(struct svg *svg, const struct scene *scene, const uint32_t *column, double x,
              double *y, double width, const double *load, const struct scale *scale,
              struct topomap_error *error);

#endif
