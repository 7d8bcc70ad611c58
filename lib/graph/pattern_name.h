/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_PATTERN_NAME_H
#define GRAPH_PATTERN_NAME_H

#include "topomap_internal.h"

/* The patterns of topomap_graph_pattern. Their names are apart from their makers because the
 * Slurm plugin must tell a pattern from a file name, and no more. */
enum pattern_kind {
    PATTERN_GRID,
    PATTERN_ROWS,
    PATTERN_RING,
    PATTERN_ALLTOALL,
    PATTERN_BUTTERFLY,
    PATTERN_RANDOM,
    PATTERN_GEOMETRIC,
    PATTERN_POWER_LAW,
    PATTERN_CG,
    PATTERN_ORDER,
    PATTERN_TRAIN,
    PATTERN_KINDS
};

/* Whether ':' and more follow a pattern's name. */
enum pattern_shape { PATTERN_ALONE, PATTERN_SHAPED, PATTERN_SETTINGS /* they may */ };

struct pattern_name {
    const char *name;
    enum pattern_shape shaped;
    const char *example; /* of what follows, or NULL */
    const char *algorithms; /* that suit it; NULL: any */
    bool keeps_first; /* see topomap_graph_pattern_keeps_first */
    const char *summary;
};

extern const struct pattern_name pattern_names[PATTERN_KINDS];

/*
 * What to say of a graph that is no file: if its first word is that of a pattern, or near to one,
 * set TOPOMAP_INPUT, which names the pattern meant, and return -1; else 0.
 */
int pattern_refuse(const char *text, struct topomap_error *error);

/* The kind by the first word of a text; PATTERN_KINDS: no pattern. */
enum pattern_kind pattern_kind(const char *text);

#endif
