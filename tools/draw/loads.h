/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads of links, before and after. */
#ifndef DRAW_LOADS_H
#define DRAW_LOADS_H

#include "draw/scale.h"
#include "draw/scene.h"

struct loads {
    const struct scene *scene;
    uint32_t links;
    double *load[2];    /* [links] bytes: of each of the parallel links that a link stands for */
    struct scale scale; /* of all of them, from 0 on */
};

int loads_make(struct loads *loads, const struct scene *scene, struct topomap_error *error);
void loads_free(struct loads *loads);

/* A torus or mesh as seen along its dimensions, with the loads of all links that lie behind each
 * other added up; nothing for other networks. *y is left below. */
int projections_draw(struct svg *svg, const struct loads *loads, double *y,
                     struct topomap_error *error);

#endif
