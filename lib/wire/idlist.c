/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/idlist.h"

#include "base/list.h"

#include <string.h>

void idlist_print(struct text *text, const uint32_t *ids, size_t count)
{
    size_t last;

    if (count == 0)
        text_puts(text, "-");
    for (size_t i = 0; i < count; i = last + 1) {
        last = i;
        while (last + 1 < count && ids[last] != UINT32_MAX && ids[last + 1] == ids[last] + 1)
            last++;
        if (i)
            text_puts(text, ",");
        text_number(text, ids[i]);
        if (last > i) {
            text_puts(text, last == i + 1 ? "," : "-");
            text_number(text, ids[last]);
        }
    }
}

/* In lists that users write, the separators are those of lists of names. */
static bool is_mark(char c)
{
    return strchr(LIST_NAMES, c) && c;
}

/* Parse a number or a range; for a number both ends are the same. If it is malformed, *cursor is at
 * the number that is missing or too small. */
static int parse_range(const char **cursor, const char *end, uint64_t *low, uint64_t *high)
{
    const char *second;

    if (text_parse_number(cursor, end, UINT32_MAX, low) < 0)
        return -1;
    *high = *low;
    if (*cursor == end || **cursor != '-')
        return 0;
    second = ++(*cursor);
    if (text_parse_number(&second, end, UINT32_MAX, high) < 0 || *high <= *low)
        return -1;
    *cursor = second;
    return 0;
}

int64_t idlist_scan(const char **cursor, const char *end, uint64_t limit)
{
    uint64_t low, high, total = 0;

    if (*cursor < end && **cursor == '-')
        return 0;
    for (;;) {
        if (parse_range(cursor, end, &low, &high) < 0)
            return -1;
        total += high - low + 1;
        if (total > limit)
            return -1;
        if (*cursor == end || !is_mark(**cursor))
            return (int64_t)total;
        (*cursor)++;
    }
}

int64_t idlist_count(const char *cursor, const char *end, uint64_t limit)
{
    return idlist_scan(&cursor, end, limit);
}

int idlist_parse(const char **cursor, const char *end, uint32_t limit, uint32_t *ids, size_t count)
{
    uint64_t low, high;
    size_t filled = 0;

    if (*cursor < end && **cursor == '-') {
        (*cursor)++;
        return count == 0 ? 0 : -1;
    }
    for (;;) {
        if (parse_range(cursor, end, &low, &high) < 0 || high > limit ||
            high - low + 1 > count - filled)
            return -1;
        for (uint64_t id = low; id <= high; id++)
            ids[filled++] = (uint32_t)id;
        if (*cursor == end || !is_mark(**cursor))
            return filled == count ? 0 : -1;
        (*cursor)++;
    }
}
