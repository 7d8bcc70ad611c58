/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* malloc gives arrays from this size on a mapping of their own. */
#define LARGE ((size_t)32 << 20)

/* Ask for huge pages for a large array: first use then costs a fraction of the page faults. */
static void *prepare(void *array, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (array && bytes >= LARGE) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE), ahead = (uintptr_t)array & (page - 1);

        madvise((char *)array - ahead, bytes + ahead, MADV_HUGEPAGE);
    }
#endif
    return array;
}

void *array_new(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
        return NULL;
    return prepare(calloc(1, bytes), bytes);
}

void *array_raw(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
        return NULL;
    return prepare(malloc(bytes), bytes);
}

int array_resize(void *array, size_t count, size_t size)
{
    void **where = array;
    size_t bytes;
    void *resized;

    if (__builtin_mul_overflow(count, size, &bytes))
        return -1;
    resized = realloc(*where, bytes);
    if (!resized)
        return -1;
    *where = prepare(resized, bytes);
    return 0;
}

int array_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    size_t wanted = *capacity ? *capacity : 16;

    if (needed <= *capacity)
        return 0;
    while (wanted < needed) {
        if (__builtin_mul_overflow(wanted, (size_t)2, &wanted))
            return -1;
    }
    if (array_resize(array, wanted, size) < 0)
        return -1;
    *capacity = wanted;
    return 0;
}
