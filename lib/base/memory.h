/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Allocate `count` elements of `size` bytes, zeroed. Returns NULL on overflow or when memory runs
 * out, but not for a count of 0: the pointer can then be freed as usual. */
void *array_new(size_t count, size_t size);

/* The same without zeroing. */
void *array_raw(size_t count, size_t size);

/* Resize `*array` to `count` elements of `size` bytes, at least one. Returns 0, or -1 with the
 * array unchanged. */
int array_resize(void *array, size_t count, size_t size);

/*
 * Make room for at least `needed` elements of `size` bytes in `*array`, doubling `*capacity`.
 * Returns 0, or -1 with the array unchanged.
 */
int array_grow(void *array, size_t *capacity, size_t needed, size_t size);

#endif
