/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads of links, before and after. */
#ifndef DRAW_LOADS_H
#define DRAW_LOADS_H

#include "draw/scale.h"
#include "draw/scene.h"

struct loads {
    const struct scene *scene;
    uint32_t links;
    double *load[2];    /* [links] bytes: the load of each of the parallel links that a link
                         * stands for */
    struct scale scale; /* of all loads, from 0 on */
};

int loads_make(struct loads *loads, const struct scene *scene, struct topomap_error *error);
void loads_free(struct loads *loads);

/* Draw a torus, mesh or HAEC box as projections along its dimensions, which add up the loads of
 * links behind each other. Other networks draw nothing. *y moves below the drawing. */
int projections_draw(struct svg *svg, const struct loads *loads, double *y,
                     struct topomap_error *error);

/* Draw the groups of a dragonfly or of PERCS as a matrix, coloured by the busiest links between
 * them. Other networks, and those with too many routers, draw nothing. *y moves below the drawing.
 */
int groups_draw(struct svg *svg, const struct loads *loads, double *y,
                struct topomap_error *error);

#endif
