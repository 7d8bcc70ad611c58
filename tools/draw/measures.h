/* SPDX-License-Identifier: BSD-3-Clause */
/* What the colours of a placement tell about each rank. */
#ifndef DRAW_MEASURES_H
#define DRAW_MEASURES_H

#include "draw/scale.h"
#include "draw/scene.h"

#define MEASURES 4

struct measure {
    char name[80];
    const double *value; /* [ranks] */
    struct scale scale;
    bool moved;          /* of the second side only: hops between the nodes before and after */
};

struct measures {
    struct measure item[MEASURES];
    unsigned count; /* at least 1 */
    double *values;
};

/*
 * Where ranks are in the application: along each of its first three dimensions, or by their number
 * where no more is known; and last, with two sides, how far they have moved. measures_free() in any
 * case.
 */
int measures_make(struct measures *measures, const struct scene *scene,
                  struct topomap_error *error);
void measures_free(struct measures *measures);

#endif
