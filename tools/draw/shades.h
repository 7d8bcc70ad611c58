/* SPDX-License-Identifier: BSD-3-Clause */
/* The shades of viridis. Readers with any kind of colour vision can tell them apart, and they keep
 * their order when printed in grey. Larger values have more contrast to the paper, in dark mode
 * too. */
#ifndef DRAW_SHADES_H
#define DRAW_SHADES_H

#include "base/text.h"

#include <stdbool.h>

#define SVG_SHADES 32

/* Style sheet rules for the shades on light or dark paper: classes k0 to k31 fill with them, s0 to
 * s31 draw lines in them. */
void shades_style(struct text *out, bool dark);

#endif
