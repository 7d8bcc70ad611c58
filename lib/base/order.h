/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stdint.h>

/* Orders for qsort. */
static inline int ascending_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static inline int descending_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

#endif
