/* SPDX-License-Identifier: BSD-3-Clause */
#include "bound/projections.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define EXACT 128   /* places up to which lines are counted as whole numbers */
#define SLACK 1e-12 /* upper limit of the relative error of sums that involve exp() */

/* At first line counts are inversely proportional to weights. Counts below their minimum are
 * raised to it, and the others share the rest of the product. */
double projections_least(const double *weight, const double *least, uint32_t axes, double size)
{
    bool fixed[PROJECTIONS_MAX_AXES] = {false};
    double scale = 0, sum = 0;
    bool changed = true;

    while (changed) {
        double left = (axes - 1.0) * log(size);
        uint32_t open = 0;

        for (uint32_t i = 0; i < axes; i++) {
            left += fixed[i] ? -log(least[i]) : log(weight[i]);
            open += !fixed[i];
        }
        changed = false;
        scale = open ? exp(left / open) : 0;
        for (uint32_t i = 0; least && i < axes; i++) {
            if (!fixed[i] && scale < weight[i] * least[i])
                fixed[i] = changed = true;
        }
    }
    for (uint32_t i = 0; i < axes; i++)
        sum += fixed[i] ? weight[i] * least[i] : scale;
    return sum;
}

/* The least sum over the whole numbers whose product is at least `product`, for two axes or
 * three. */
static double count_lines(const double *weight, const double *least, uint32_t axes, double product,
                          uint32_t size)
{
    double best = INFINITY;

    for (double p = least[0]; p <= size; p++) {
        double left = ceil(product / p - 1e-9), cost;

        if (axes == 3)
            cost = count_lines(weight + 1, least + 1, 2, left, size);
        else
            cost = weight[1] * (left > least[1] ? left : least[1]);
        cost += weight[0] * p;
        best = cost < best ? cost : best;
    }
    return best;
}

double projections_least_whole(const double *weight, const double *least, uint32_t axes,
                               uint32_t size)
{
    double sum;

    if (axes == 1)
        return weight[0] * least[0];
    if (axes <= 3 && size <= EXACT)
        return count_lines(weight, least, axes, axes == 2 ? size : (double)size * size, size);
    sum = projections_least(weight, least, axes, size) * (1 - SLACK);
    /* Sums of equal weights are whole multiples of them. */
    return weight[0] <= weight[axes - 1] ? weight[0] * ceil(sum / weight[0] - 1e-7) : sum;
}
