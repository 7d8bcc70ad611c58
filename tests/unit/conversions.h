/* SPDX-License-Identifier: BSD-3-Clause */
/* Converts texts of graphs. */
#ifndef UNIT_CONVERSIONS_H
#define UNIT_CONVERSIONS_H

#include "unit/unit.h"

#define HEAD(n) "# n=" n "  src dst bytes msgs\n" /* of an edge list */
#define WEIGHTS(n) "# n=" n "  src dst weight\n"  /* of one whose messages were not counted */

/* The graph in a file `name`, converted to another format; if `from` is NULL the format is
 * recognised. NULL if it is refused. */
char *convert(const char *name, const char *text, const char *from, const char *to,
              struct topomap_error *error);

struct conversion {
    const char *format;
    const char *text;
    const char *result; /* the edge list, or a part of the message */
};

/* Check that files "g" of these formats become these edge lists. */
void conversions_give(const struct conversion *cases, size_t count);

/* Check that they are refused as malformed, with these errors. */
void conversions_refused(const struct conversion *cases, size_t count);

#endif
