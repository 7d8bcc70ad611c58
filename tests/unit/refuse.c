/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/refuse.h"

#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
char *__real_strndup(const char *string, size_t length);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);
char *__wrap_strndup(const char *string, size_t length);

unsigned long countdown, calls;

static bool refused(void)
{
    calls++;
    return countdown && --countdown == 0;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refused() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
    return refused() ? NULL : __real_strdup(string);
}

char *__wrap_strndup(const char *string, size_t length)
{
    return refused() ? NULL : __real_strndup(string, length);
}
