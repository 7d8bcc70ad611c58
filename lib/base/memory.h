/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* `count` elements of `size` bytes, zeroed; NULL on overflow or when memory is out. Never NULL
 * for want of a size: a count of 0 gives a pointer that can be freed. */
void *array_new(size_t count, size_t size);

/* The same without zeroing. */
void *array_raw(size_t count, size_t size);

/* Make `*array` have `count` elements of `size` bytes, at least one. Returns 0, or -1 with the
 * array unchanged. */
int array_resize(void *array, size_t count, size_t size);

/*
 * Make room for at least `needed` elements of `size` bytes in `*array`, doubling `*capacity`.
 * Returns 0, or -1 with the array unchanged.
 */
int array_grow(void *array, size_t *capacity, size_t needed, size_t size);

#endif
