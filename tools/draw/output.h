/* SPDX-License-Identifier: BSD-3-Clause */
/* Converts pictures to the formats of files. */
#ifndef DRAW_OUTPUT_H
#define DRAW_OUTPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Names and summaries of the formats, for index 0, 1, ... until it returns false. */
bool picture_format_get(size_t index, const char **name, const char **summary);

/* The format for a file name's extension, in either case of letters; svg for names without one and
 * for NULL, standard output. NULL with TOPOMAP_USAGE for other extensions. */
const char *picture_format_of(const char *path, struct topomap_error *error);

/*
 * Convert the picture `svg` to a format, *length bytes that the caller frees. `title` is the title
 * of a page. PNG is made by rsvg-convert, which must be in PATH. NULL on failure, with
 * TOPOMAP_IMPOSSIBLE if rsvg-convert is missing or fails.
 */
char *picture_convert(const char *svg, const char *format, const char *title, size_t *length,
                      struct topomap_error *error);

#endif
