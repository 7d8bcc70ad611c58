/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_EXTREMES_H
#define BASE_EXTREMES_H

/* fmin and fmax of numbers, where many are needed: those are calls of functions, which would take a
 * tenth of the time of a simulation. */
static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

#endif
