/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/shades.h"

#include <math.h>
#include <stdio.h>

/* Viridis in nine stops, without its brightest part, which would be invisible on white paper.
 * Source of the colours: van der Walt and Smith, matplotlib, CC0. */
static const unsigned char viridis[][3] = {
    {0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b}, {0x2c, 0x72, 0x8e},
    {0x21, 0x91, 0x8c}, {0x28, 0xae, 0x80}, {0x5e, 0xc9, 0x62}, {0xad, 0xdc, 0x30},
    {0xfd, 0xe7, 0x25},
};
#define BRIGHTEST 0.93

enum { STOPS = sizeof viridis / sizeof *viridis };

static unsigned mix(size_t stop, double rest, int c)
{
    return (unsigned)lround(viridis[stop][c] * (1 - rest) + viridis[stop + 1][c] * rest);
}

void shades_style(struct text *out, bool dark)
{
    for (unsigned k = 0; k < SVG_SHADES; k++) {
        double bright = (dark ? k : SVG_SHADES - 1 - k) * BRIGHTEST / (SVG_SHADES - 1);
        double at = (dark ? 1 - BRIGHTEST + bright : bright) * (STOPS - 1);
        size_t stop = (size_t)at < STOPS - 1 ? (size_t)at : STOPS - 2;
        double rest = at - (double)stop;
        char colour[40];

        snprintf(colour, sizeof colour, "#%02x%02x%02x", mix(stop, rest, 0), mix(stop, rest, 1),
                 mix(stop, rest, 2));
        text_printf(out, ".k%u{fill:%s}.s%u{stroke:%s}%s", k, colour, k, colour,
                    k % 2 ? "\n" : "");
    }
}

const char *shades_text(unsigned shade)
{
    return shade > 17 ? "white" : shade > 13 ? "middle" : "black";
}

/* Hues chosen for readers with any kind of colour vision, after Okabe and Ito, Color Universal
 * Design, 2008; seams divide boxes whose hues are alike to a reader. */
static const unsigned char hues[SVG_HUES][3] = {
    {0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
    {0xd0, 0xbc, 0x20}, {0x6a, 0x4f, 0xb3}, {0x80, 0x80, 0x80}, {0x30, 0xb8, 0xcc},
};
#define LIGHTEST 0.72 /* part of white in the first tint of a hue */
#define DARKEST 0.55  /* part of black in the last one */

static unsigned tint(unsigned char hue, double part)
{
    double light = part < 0.5 ? LIGHTEST * (1 - 2 * part) : 0;
    double dark = part > 0.5 ? DARKEST * (2 * part - 1) : 0;

    return (unsigned)lround((hue * (1 - light) + 255 * light) * (1 - dark));
}

void tints_style(struct text *out)
{
    for (unsigned h = 0; h < SVG_TINTS; h++) {
        const unsigned char *hue = hues[h / SVG_TINTS_EACH];
        double part = (double)(h % SVG_TINTS_EACH) / (SVG_TINTS_EACH - 1);

        text_printf(out, ".h%u{fill:#%02x%02x%02x}%s", h, tint(hue[0], part), tint(hue[1], part),
                    tint(hue[2], part), h % 4 == 3 ? "\n" : "");
    }
}
