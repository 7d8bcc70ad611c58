/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STORE_FIND_H
#define STORE_FIND_H

#include "store/store.h"

/* What a launch looks up. */
struct store_query {
    const char *path;       /* of the executable */
    const char *label;      /* NULL: none */
    uint32_t ranks;
    const char *folders[2]; /* the first with a profile at this number of ranks wins; or NULL */
};

struct store_answer {
    struct topomap_graph *graph;
    char *path;   /* of the profile */
    char *origin; /* one line: which profile, and how it was changed */
};

/*
 * The graph of the newest profile of a program at a number of ranks, or else one of another number,
 * stretched (graph_stretch), of which the number is nearest. Profiles that cannot be read
 * are passed over. The caller destroys the graph and frees path and origin. TOPOMAP_IMPOSSIBLE if
 * there is none, and the error tells how to record one with srun; TOPOMAP_USAGE if the label may be
 * none; TOPOMAP_INPUT if the executable cannot be read.
 */
int store_find(const struct store_query *query, struct store_answer *answer,
               struct topomap_error *error);

#endif
