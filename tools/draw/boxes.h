/* SPDX-License-Identifier: BSD-3-Clause */
/* The boxes of a recipe, as in the figures of Rubik: Bhatele et al., "Mapping Applications with
 * Collectives over Sub-communicators on Torus Networks", SC 2012. */
#ifndef DRAW_BOXES_H
#define DRAW_BOXES_H

#include "topomap_internal.h"

/* As SVG and for terminals, with `title` above; the caller frees the text. NULL with an error. */
char *boxes_draw(const struct topomap_recipe *recipe, const char *title,
                 struct topomap_error *error);
char *boxes_print(const struct topomap_recipe *recipe, const char *title,
                  struct topomap_error *error);

#endif
