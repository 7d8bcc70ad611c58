/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_CHOICE_H
#define PLAN_CHOICE_H

#include "map/map.h"
#include "plan/stage.h"
#include "refine/refine.h"

#define CHOICE_SIZE 128

#define CHOICE_REFINEMENTS 4

/* An algorithm as the user names it: "NAME[:PARAMETER][+REFINEMENT]...". */
struct choice {
    char text[CHOICE_SIZE];                /* the whole name, as reports show it */
    char parameter[CHOICE_SIZE];           /* "" if there is none */
    const struct map_algorithm *algorithm; /* NULL: "layout", the placement found, or "recipe" */
    bool recipe;
    const struct refinement *refinement[CHOICE_REFINEMENTS]; /* in order, NULL behind the last */
};

/*
 * Parse `length` bytes of text. TOPOMAP_USAGE: the algorithm is unknown, takes no parameter, or
 * needs one, or refinements are unknown or too many. Algorithms check the values of their
 * parameters when they run.
 */
int choice_parse(struct choice *choice, const char *text, size_t length,
                 struct topomap_error *error);

/* Whether the name is "auto", which is no algorithm. */
bool choice_is_auto(const char *text, size_t length);

/* Check a list of algorithms, which may hold "auto". Fails as choice_parse does. */
int choice_check_list(const char *list, struct topomap_error *error);

/* The last refinement; NULL: there is none. */
const struct refinement *choice_last(const struct choice *choice);

/* Run the algorithm and its refinements on a job on nodes. Fills `out` with a placement on the
 * stage. Returns the errors of the algorithm. */
int choice_run(const struct choice *choice, const struct map_job *job, const struct stage *stage,
               struct map_result *out, struct topomap_error *error);

#endif
