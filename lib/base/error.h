/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "topomap.h"

#include <stdbool.h>

/* Record a failure; always returns -1, so that callers can `return error_set(...)`. */
int error_set(struct topomap_error *error, enum topomap_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Memory that is out is told in one way. A function that can fail for no other reason takes no
 * error, and says so by -1 or NULL; the first of its callers that takes one sets it by
 * error_memory. An error that is handed out of a command begins as ERROR_MEMORY, so that what fails
 * without a word says the same.
 */
#define ERROR_MEMORY {TOPOMAP_INTERNAL, "out of memory"}

/* Returns -1. */
int error_memory(struct topomap_error *error);

#endif
