/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STORE_FIND_H
#define STORE_FIND_H

#include "store/store.h"

/* What a launch looks for. */
struct store_query {
    const char *path;       /* path of the executable */
    const char *label;      /* NULL: none */
    uint32_t ranks;
    const char *folders[2]; /* folders in order of preference, or NULL: the first with a profile
                             * at this number of ranks wins */
};

struct store_answer {
    struct topomap_graph *graph;
    char *path;   /* path of the profile */
    char *origin; /* one line: which profile, and how it was stretched */
};

/*
 * The graph of the newest profile of a program at a number of ranks; one that ended early counts
 * only if there is no other in any folder. If there is none at all, a profile with another number
 * of ranks is stretched (graph_stretch): the nearest numbers are tried, up to four in each folder,
 * without profiles that ended early. Profiles are skipped that cannot be read, or are larger than
 * store_limits_default allows for an entry. The caller destroys the graph and frees path and
 * origin. TOPOMAP_IMPOSSIBLE if there is none; the error tells how to record one with srun.
 * TOPOMAP_USAGE if the label is not valid; TOPOMAP_INPUT if the executable cannot be read.
 */
int store_find(const struct store_query *query, struct store_answer *answer,
               struct topomap_error *error);

#endif
