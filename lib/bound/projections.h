/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_PROJECTIONS_H
#define BOUND_PROJECTIONS_H

#include <stdint.h>

#define PROJECTIONS_MAX_AXES 16

/*
 * A set of places of a grid meets p[i] of the lines along axis i: as many places has its projection
 * along that axis. By the inequality of Loomis and Whitney (Bulletin of the American Mathematical
 * Society 55, 1949) the product of all p[i] is at least size^(axes-1). Both functions return the
 * least sum of weight[i] * p[i] over the p[i] >= least[i] for which that holds; weights are above
 * 0, least[i] at least 1, axes at most PROJECTIONS_MAX_AXES.
 */

/* The p[i] may be any positive numbers; `least` may be NULL: no minimum. A weight may be 0 then.
 * 0 without axes. */
double projections_least(const double *weight, const double *least, uint32_t axes, double size);

/* The p[i] are whole numbers, each at least 1; weights descend. Rounding never makes the result
 * too high. */
double projections_least_whole(const double *weight, const double *least, uint32_t axes,
                               uint32_t size);

#endif
