/* SPDX-License-Identifier: BSD-3-Clause */
/* The shades of viridis. Readers with any kind of colour vision can tell them apart, and they keep
 * their order when printed in grey. Larger values have more contrast to the paper, in dark mode
 * too. */
#ifndef DRAW_SHADES_H
#define DRAW_SHADES_H

#include "base/text.h"

#include <stdbool.h>

#define SVG_SHADES 32

/* Tints of several hues, from light to dark. */
#define SVG_HUES 8
#define SVG_TINTS_EACH 14
#define SVG_TINTS (SVG_HUES * SVG_TINTS_EACH)

/* Style sheet rules for the shades on light or dark paper: classes k0 to k31 fill with them, s0 to
 * s31 draw lines in them. */
void shades_style(struct text *out, bool dark);

/* The class of text on cells of a shade from 1 to SVG_SHADES: of black and white, on light and on
 * dark paper, the one with more contrast. tests/cli/look.html measures it. */
const char *shades_text(unsigned shade);

/* Rules for the tints, hue after hue: classes h0 to h111 fill with them. */
void tints_style(struct text *out);

#endif
