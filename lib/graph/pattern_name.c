/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/pattern_name.h"

#include <string.h>

const struct pattern_name pattern_names[PATTERN_KINDS] = {
    [PATTERN_GRID] = {"grid", true, NULL,
                      "AxBxC[:periodic][:27][:column]: neighbours in a process grid"},
    [PATTERN_ROWS] = {"rows", true, NULL,
                      "AxB[:column]: all to all in every row and column of a grid"},
    [PATTERN_ORDER] = {"order", false, "order", "nothing known: the closer in rank, the more"},
};

enum pattern_kind pattern_kind(const char *text)
{
    size_t length = strcspn(text, ":");
    int kind = 0;

    while (kind < PATTERN_KINDS &&
           (strlen(pattern_names[kind].name) != length ||
            memcmp(pattern_names[kind].name, text, length) != 0 ||
            pattern_names[kind].shaped != (text[length] == ':')))
        kind++;
    return (enum pattern_kind)kind;
}
