/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "topomap.h"

#include <stdbool.h>

/* Record a failure; always returns -1, so that callers can `return error_set(...)`. */
int error_set(struct topomap_error *error, enum topomap_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Report that memory ran out; returns -1. A function that can fail for no other reason takes no
 * error argument and returns -1 or NULL. Its first caller that does take one calls error_memory.
 */
int error_memory(struct topomap_error *error);

/* clang's analyzer sees one source file at a time: what it must know of those above. */
#ifdef __clang_analyzer__
#define error_set(...) (error_set(__VA_ARGS__), -1)
#define error_memory(error) (error_memory(error), -1)
#endif

#endif
