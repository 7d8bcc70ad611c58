/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/rank_name.h"

#include "base/text.h"

#include <string.h>

#define SHOWN 24 /* bytes of a name shown in messages */

int rank_name(struct rank_names *names, struct graph_collect *collect, const char *name,
              size_t length, uint32_t *rank)
{
    const char *at = name + length;
    int shown = length < SHOWN ? (int)length : SHOWN;
    uint64_t number;
    size_t letters;

    while (at > name && at[-1] >= '0' && at[-1] <= '9')
        at--;
    letters = (size_t)(at - name);
    if (at == name + length || (letters == 1 && *name == '-'))
        return scan_fail(&collect->scan, collect->error,
                         "'%.*s' does not name a rank: it does not end in a whole number",
                         shown, name);
    if (text_parse_number(&at, name + length, TOPOMAP_MAX_RANKS - 1, &number) < 0)
        return scan_fail(&collect->scan, collect->error, "the rank exceeds %u",
                         TOPOMAP_MAX_RANKS - 1);
    if (names->known &&
        (letters != names->length || memcmp(name, names->letters, letters) != 0))
        return scan_fail(&collect->scan, collect->error,
                         "'%.*s' does not name a rank: the others begin with '%.*s'", shown, name,
                         (int)(names->length < SHOWN ? names->length : SHOWN), names->letters);
    *names = (struct rank_names){name, letters, true, names->ranks};
    if (number >= names->ranks)
        names->ranks = (uint32_t)number + 1;
    *rank = (uint32_t)number;
    return 0;
}

int collect_both_ways(struct graph_collect *collect, uint32_t a, uint32_t b, uint64_t bytes,
                      uint64_t messages)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;

    if (a == b)
        return collect_edge(collect, a, b, bytes, messages);
    if (collect_edge(collect, low, high, bytes - bytes / 2, messages) < 0)
        return -1;
    return bytes / 2 ? collect_edge(collect, high, low, bytes / 2, messages) : 0;
}
