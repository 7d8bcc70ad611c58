/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/pattern_name.h"

#include "base/error.h"
#include "base/hint.h"

#include <string.h>

const struct pattern_name pattern_names[PATTERN_KINDS] = {
    [PATTERN_GRID] = {"grid", PATTERN_SHAPED, ":16x8", NULL, false, false, false,
                      "AxBxC[:periodic][:27][:order=K][:column]: neighbours in a process grid"},
    [PATTERN_ROWS] = {"rows", PATTERN_SHAPED, ":16x8", NULL, false, false, false,
                      "AxB[:column]: all to all in every row and column of a grid"},
    [PATTERN_RING] = {"ring", PATTERN_ALONE, NULL, NULL, false, false, false,
                      "each rank and the next one, closed to a ring"},
    [PATTERN_ALLTOALL] = {"alltoall", PATTERN_ALONE, NULL, NULL, false, false, false,
                          "each rank and all others"},
    [PATTERN_BUTTERFLY] = {"butterfly", PATTERN_ALONE, NULL, NULL, false, false, false,
                           "ranks at distance 1, 2, 4, ... in the bits of their numbers"},
    [PATTERN_RANDOM] = {"random", PATTERN_SETTINGS, NULL, NULL, true, false, false,
                        "[:degree=D][:seed=S]: each rank and about 8 random others"},
    [PATTERN_GEOMETRIC] = {"geometric", PATTERN_SETTINGS, NULL, NULL, true, false, false,
                           "[:degree=D][:seed=S]: points in a square, each with about 6 near ones"},
    [PATTERN_POWER_LAW] = {"power-law", PATTERN_SETTINGS, NULL, NULL, true, false, false,
                           "[:degree=D][:seed=S]: few ranks have many partners, 6 on average"},
    [PATTERN_CG] = {"cg", PATTERN_SETTINGS, NULL, NULL, false, true, false,
                    "[:class=A]: CG of the NAS Parallel Benchmarks, classes S to F"},
    [PATTERN_ORDER] = {"order", PATTERN_ALONE, NULL, "order", false, false, false,
                       "nothing known: ranks send more to ranks close in number"},
    [PATTERN_TRAIN] = {"train", PATTERN_SHAPED, ":tp=8,pp=4,dp=16", NULL, false, true, true,
                       "tp=A,pp=B,dp=C[,cp=D][,ep=E]...: a training job, a rank for each GPU"},
};

/* The kind with this name; PATTERN_KINDS if there is none. */
static enum pattern_kind find_kind(const char *word, size_t length)
{
    int kind = 0;

    while (kind < PATTERN_KINDS && (strlen(pattern_names[kind].name) != length ||
                                    memcmp(pattern_names[kind].name, word, length) != 0))
        kind++;
    return (enum pattern_kind)kind;
}

int pattern_refuse(const char *text, struct topomap_error *error)
{
    size_t length = strcspn(text, ":");
    const struct pattern_name *meant;
    const char *shape = text[length] ? text + length : "";
    struct hint hint;

    hint_init(&hint, text, length);
    for (int kind = 0; kind < PATTERN_KINDS; kind++)
        hint_offer(&hint, pattern_names[kind].name);
    if (strchr(text, '/') || !hint.nearest)
        return 0;
    if (pattern_kind(text) != PATTERN_KINDS)
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s' is a pattern, and a file is needed here; 'topomap graph "
                         "generate' makes one", text);
    meant = &pattern_names[find_kind(hint.nearest, strlen(hint.nearest))];
    if (meant->shaped == PATTERN_SHAPED && !*shape)
        shape = meant->example;
    return error_set(error, TOPOMAP_INPUT,
                     "'%.100s' is neither a file nor a pattern; did you mean '%s%.100s'?", text,
                     meant->name, meant->shaped == PATTERN_ALONE ? "" : shape);
}

enum pattern_kind pattern_kind(const char *text)
{
    size_t length = strcspn(text, ":");
    enum pattern_kind kind = find_kind(text, length);

    if (kind != PATTERN_KINDS && pattern_names[kind].shaped != PATTERN_SETTINGS &&
        (pattern_names[kind].shaped == PATTERN_SHAPED) != (text[length] == ':'))
        kind = PATTERN_KINDS;
    return kind;
}
