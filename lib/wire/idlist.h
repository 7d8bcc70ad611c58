/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_IDLIST_H
#define WIRE_IDLIST_H

#include "base/text.h"

/* Lists of numbers in any order, runs that ascend by one written as ranges: "0-3,9,5". An empty
 * list is "-". */

void idlist_print(struct text *text, const uint32_t *ids, size_t count);

/*
 * Parse exactly `count` numbers, each at most `limit`, from [*cursor, end); *cursor moves behind
 * them. Returns 0, or -1 if it is no list, holds more or fewer numbers, or a larger one.
 */
int idlist_parse(const char **cursor, const char *end, uint32_t limit, uint32_t *ids,
                 size_t count);

/* How many numbers the list holds, or -1 if it is none or more than `limit`. */
int64_t idlist_count(const char *cursor, const char *end, uint64_t limit);

#endif
