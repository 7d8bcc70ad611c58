/* SPDX-License-Identifier: BSD-3-Clause */
/* The shades of viridis, which readers with any kind of colour vision tell apart, and which stay in
 * order when they are printed in grey. What is more has more contrast to the paper, in dark mode
 * too. */
#ifndef DRAW_SHADES_H
#define DRAW_SHADES_H

#include "base/text.h"

#include <stdbool.h>

#define SVG_SHADES 32

/* Rules of a style sheet for the shades, on light or dark paper: classes k0 to k31 fill with them,
 * s0 to s31 draw lines in them. */
void shades_style(struct text *out, bool dark);

#endif
