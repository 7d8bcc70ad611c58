/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_CHOICE_H
#define PLAN_CHOICE_H

#include "map/map.h"
#include "plan/stage.h"
#include "refine/refine.h"

#define CHOICE_SIZE 128

#define CHOICE_REFINEMENTS 4

/* An algorithm as it is asked for: "NAME[:PARAMETER][+REFINEMENT]...". */
struct choice {
    char text[CHOICE_SIZE];                /* all of it; what reports call it */
    char parameter[CHOICE_SIZE];           /* "" if there is none */
    const struct map_algorithm *algorithm; /* NULL: "layout", the placement found, or "recipe" */
    bool recipe;
    const struct refinement *refinement[CHOICE_REFINEMENTS]; /* in order, NULL behind the last */
};

/*
 * Parse `length` bytes of text. TOPOMAP_USAGE: there is no such algorithm, or it takes no
 * parameter, or it needs one. What the parameter means is for the algorithm to say.
 */
int choice_parse(struct choice *choice, const char *text, size_t length,
                 struct topomap_error *error);

/* Run it on a job on nodes: fills `out`, with a placement on the stage. Errors are those of the
 * algorithm. */
int choice_run(const struct choice *choice, const struct map_job *job, const struct stage *stage,
               struct map_result *out, struct topomap_error *error);

#endif
