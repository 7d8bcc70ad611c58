/* SPDX-License-Identifier: BSD-3-Clause */
/* To be preloaded: makes allocation number STARVE_AT fail. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static long left;

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("STARVE_AT");

    left = at ? atol(at) : 0;
}

static int starves(void)
{
    if (left == 0 || --left > 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return starves() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return starves() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return starves() ? NULL : __libc_realloc(old, size);
}
