/* SPDX-License-Identifier: BSD-3-Clause */
/* The files that pictures become. */
#ifndef DRAW_OUTPUT_H
#define DRAW_OUTPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Names and summaries of the formats: index 0, 1, ... until false. */
bool picture_format_get(size_t index, const char **name, const char **summary);

/* The format that the ending of a file's name tells; NULL: none. */
const char *picture_format_of(const char *path);

/*
 * The picture `svg` in a format, *length bytes that the caller frees. `title` is that of a page.
 * PNG is made by rsvg-convert, which is searched for in PATH. NULL on failure: TOPOMAP_IMPOSSIBLE
 * if that is not there or fails.
 */
char *picture_convert(const char *svg, const char *format, const char *title, size_t *length,
                      struct topomap_error *error);

#endif
