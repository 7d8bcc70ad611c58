/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of routers in a circle, with their traffic as chords. */
#ifndef DRAW_CHORDS_H
#define DRAW_CHORDS_H

#include "draw/placement.h"

struct chords {
    uint32_t groups;  /* 0: there are no groups, or too many to draw */
    double *bytes[2]; /* of each side, [groups * groups]: traffic both ways at [low * groups +
                       * high] */
    struct scale scale;
};

/* Add up the traffic between groups; call chords_free() in any case. */
int chords_make(struct chords *chords, const struct placement_drawing *drawing,
                struct topomap_error *error);
void chords_free(struct chords *chords);

/* Width of a circle, with which two fit side by side unless there are many groups. */
double chords_width(const struct chords *chords);

/* Its height, which is less for two groups. */
double chords_height(const struct chords *chords);

/* Draw the circle of a side from x and y on. Its groups are filled with cells of the drawing's
 * mosaic, coloured by the scale of `measure`. */
void chords_draw(const struct chords *chords, struct placement_drawing *drawing,
                 const struct measure *measure, unsigned side, double x, double y);

#endif
