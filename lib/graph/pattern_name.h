/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_PATTERN_NAME_H
#define GRAPH_PATTERN_NAME_H

#include "topomap_internal.h"

/* The patterns of topomap_graph_pattern. Names are kept apart from the generators because the Slurm
 * plugin only has to tell a pattern from a file name. */
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

/* Whether a pattern's name is followed by ':' and settings. */
enum pattern_shape { PATTERN_ALONE, PATTERN_SHAPED, PATTERN_SETTINGS /* optional */ };

struct pattern_name {
    const char *name;
    enum pattern_shape shaped;
    const char *example; /* of the settings, or NULL */
    const char *algorithms; /* that suit the pattern, in the syntax of topomap_request; NULL: any.
                             * Those of "order" keep consecutive ranks together, as nothing else is
                             * known */
    bool is_random;   /* see topomap_graph_pattern_is_random */
    bool is_counted;  /* messages are those of an application; else bytes are weights */
    bool keeps_first; /* rank 0 should stay on its node: true for training jobs, whose scripts use
                       * its host name */
    const char *summary;
};

extern const struct pattern_name pattern_names[PATTERN_KINDS];

/*
 * Explain a name that should be that of a graph's file, but is not: if it is a pattern, or its
 * first word is close to a pattern's name, set TOPOMAP_INPUT with what is meant and return -1; else
 * return 0.
 */
int pattern_refuse(const char *text, struct topomap_error *error);

/* The kind named by the first word of a text; PATTERN_KINDS if it is not a pattern. */
enum pattern_kind pattern_kind(const char *text);

#endif
