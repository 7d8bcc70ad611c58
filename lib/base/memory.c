/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *array_new(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
        return NULL;
    return calloc(1, bytes);
}

void *array_raw(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
        return NULL;
    return malloc(bytes);
}

int array_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    void **where = array;
    size_t wanted = *capacity ? *capacity : 16;
    size_t bytes;
    void *grown;

    if (needed <= *capacity)
        return 0;
    while (wanted < needed) {
        if (__builtin_mul_overflow(wanted, (size_t)2, &wanted))
            return -1;
    }
    if (__builtin_mul_overflow(wanted, size, &bytes))
        return -1;
    grown = realloc(*where, bytes);
    if (!grown)
        return -1;
    *where = grown;
    *capacity = wanted;
    return 0;
}
