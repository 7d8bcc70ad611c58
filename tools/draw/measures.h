/* SPDX-License-Identifier: BSD-3-Clause */
/* The measures of ranks that the colours of a placement show. */
#ifndef DRAW_MEASURES_H
#define DRAW_MEASURES_H

#include "draw/scale.h"
#include "draw/scene.h"

#define MEASURES 4

struct measure {
    char name[80];
    const double *value; /* [ranks] */
    struct scale scale;
    bool moved;          /* for the second side only: hops between a rank's nodes before and
                          * after */
};

struct measures {
    struct measure item[MEASURES];
    unsigned count; /* at least 1 */
    double *values;
};

/*
 * Make the measures: coordinates of ranks in the application along each of its first three
 * dimensions, or rank numbers if there are none; and with two sides how far ranks have moved. Call
 * measures_free() in any case.
 */
int measures_make(struct measures *measures, const struct scene *scene,
                  struct topomap_error *error);
void measures_free(struct measures *measures);

#endif
