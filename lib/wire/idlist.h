/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_IDLIST_H
#define WIRE_IDLIST_H

#include "base/text.h"

/* Print numbers in any order; ascending runs are written as ranges: "0-3,9,5". An empty list is
 * "-". */

void idlist_print(struct text *text, const uint32_t *ids, size_t count);

/*
 * Parse exactly `count` numbers, each at most `limit`, from [*cursor, end), and move *cursor past
 * them. Returns 0, or -1 if the list is malformed, has another count, or holds a larger number.
 */
int idlist_parse(const char **cursor, const char *end, uint32_t limit, uint32_t *ids,
                 size_t count);

/* The number of numbers in the list, or -1 if it is malformed or has more than `limit`. */
int64_t idlist_count(const char *cursor, const char *end, uint64_t limit);

/* The same, and *cursor moves past the list, or to where it goes wrong. */
int64_t idlist_scan(const char **cursor, const char *end, uint64_t limit);

#endif
