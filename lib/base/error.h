/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "topomap.h"

/* Record a failure; always returns -1, so that callers can `return error_set(...)`. */
int error_set(struct topomap_error *error, enum topomap_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The failure "out of memory"; returns -1. */
int error_memory(struct topomap_error *error);

#endif
