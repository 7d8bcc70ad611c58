/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "base/text.h"
#include "map/map.h"
#include "metric/routings.h"
#include "plan/choice.h"
#include "plan/objective.h"
#include "plan/strategy.h"
#include "topomap_internal.h"

/* The outcome of a step of `auto`. */
struct plan_step {
    struct strategy_step step;
    bool taken;
    const char *why;        /* the reason why it was left out; NULL: it was taken */
    char name[CHOICE_SIZE]; /* of the candidate, if the step was taken */
    size_t candidate;       /* the index of that */
    double before;          /* the best score so far */
    double score;           /* of its placement; NAN: its time was not predicted */
    double seconds;
    char failure[160];      /* why the algorithm cannot run here; `why` points to it */
};

struct topomap_plan {
    struct topomap_request request; /* what the plan's texts need of it */
    uint32_t ranks;
    uint32_t *layout;      /* [ranks] */
    uint32_t *placement;   /* [ranks] */
    uint32_t *slots;       /* [ranks] */
    bool kept;
    double gain;           /* of a better placement that was too little better: part of the score */
    double mean;           /* the time of a better placement, as a part of the layout's, that takes
                            * longer by the mean of all routings; 0: there was none */
    bool lucky;            /* what was found is faster by the draws of routes that the search saw,
                            * and not by others */
    bool slower;           /* a placement with fewer hop-bytes, `shortest`, was slower */
    bool scored;           /* there was a graph */
    char *algorithm;
    struct objective_score score_before; /* of the layout */
    struct objective_score score_after;
    struct objective_score shortest; /* of the placement with the fewest hop-bytes, which are the
                                      * first value; 0 unless the busiest link counts or `slower` */
    double inside_before;  /* see stage_told; 0 without a node tree */
    double inside_after;
    double weighted_before; /* what messages inside nodes add to hop-bytes */
    double weighted_after;
    struct topomap_metrics before;
    struct topomap_metrics after;
    bool before_known;     /* scoring has told the metrics already */
    bool after_known;
    struct routing_load routing[ROUTINGS_MAX]; /* [routings], of layout and placement */
    uint32_t routings;
    bool routings_known;
    struct topomap_candidate *candidate; /* [candidates]; owns names and failures */
    size_t candidates, candidate_room;
    struct features features; /* of `auto`, if it ran */
    struct plan_step step[STRATEGY_MAX_STEPS];
    size_t steps;             /* 0: it did not */
    struct map_times times;
    double seconds;
};

/* The coordinates of the ranks that a request brings, or its graph; NULL: unknown. */
const struct topomap_coordinates *plan_coordinates(const struct topomap_request *request);

/* Why the layout stays, "no better placement was found" or the like. */
void plan_why_kept(const struct topomap_plan *plan, struct text *text);

/* What was gained: "exchange 1.00 -> 0.72 of Slurm's time (hop-bytes 0.80, heaviest link 0.69". */
void plan_tell_gain(const struct topomap_plan *plan, struct text *text);

/* The loads of layout and placement by each possible routing, see routings_compare. */
int plan_routings(const struct topomap_plan *plan, struct routing_load *loads, uint32_t *count,
                  struct topomap_error *error);

/* Whether the layout is replaced even by a worse placement. */
bool plan_replaces(const struct topomap_request *request);

/* Check that the parts of a request fit together. TOPOMAP_IMPOSSIBLE if not; TOPOMAP_USAGE
 * without graph and recipe, or with a recipe where rank 0 shall stay. */
int plan_check(const struct topomap_request *request, struct topomap_error *error);

#endif
