/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/portfolio.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "plan/choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A layout is refined too if it costs at most so many times what the best algorithm gave. */
#define LAYOUT_CLOSE 1.25

struct portfolio {
    struct topomap_plan *plan;
    struct map_job *job;
    const struct objective *objective;
    struct objective_score best;   /* of plan->placement */
    struct objective_score trial_score;
    uint32_t *trial;       /* [ranks] */
    uint32_t *second;      /* [ranks]: the best unrefined placements of `auto` ... */
    struct objective_score second_score;
    char second_name[CHOICE_SIZE];
    char best_name[CHOICE_SIZE];
};

static struct topomap_candidate *candidate_new(struct portfolio *p, const char *name,
                                               struct topomap_error *error)
{
    struct topomap_plan *plan = p->plan;
    struct topomap_candidate *candidate;
    char *copy;

    if (plan->candidates == PLAN_MAX_CANDIDATES) {
        error_set(error, TOPOMAP_USAGE, "more than %d algorithms", PLAN_MAX_CANDIDATES);
        return NULL;
    }
    copy = strdup(name);
    if (!copy) {
        error_memory(error);
        return NULL;
    }
    candidate = &plan->candidate[plan->candidates++];
    *candidate = (struct topomap_candidate){.algorithm = copy};
    return candidate;
}

/* Score p->trial for `candidate`, and keep it if it beats the best one. */
static int offer(struct portfolio *p, struct topomap_candidate *candidate, double start,
                 struct topomap_error *error)
{
    if (p->objective->score(p->job->graph, p->job->allocation, p->trial, &p->trial_score,
                            error) < 0)
        return -1;
    candidate->score = p->trial_score.value;
    candidate->seconds = clock_seconds() - start;
    if (!objective_better(p->trial_score, p->best))
        return 0;
    memcpy(p->plan->placement, p->trial, p->plan->ranks * sizeof *p->trial);
    p->best = p->trial_score;
    snprintf(p->best_name, sizeof p->best_name, "%s", candidate->algorithm);
    return 0;
}

/* Run `choice` into p->trial. Returns 0, or -1 with the failure noted as the candidate's. */
static int run_map(struct portfolio *p, const struct choice *choice,
                   struct topomap_candidate *candidate, struct topomap_error *error)
{
    struct topomap_error why;

    if (choice_run(choice, p->job, p->trial, &why) == 0)
        return topomap_placement_check(p->job->allocation, p->trial, error);
    candidate->score = NAN;
    candidate->failure = strdup(why.text);
    if (!candidate->failure)
        return error_memory(error);
    if (why.code == TOPOMAP_IMPOSSIBLE)
        return error_set(error, why.code, "%s: %s", choice->text, why.text);
    return error_set(error, why.code, "%s", why.text);
}

/* Run `choice` and offer the result. */
static int run_one(struct portfolio *p, const struct choice *choice, struct topomap_error *error)
{
    double start = clock_seconds();
    struct topomap_candidate *candidate = candidate_new(p, choice->text, error);

    if (!candidate || run_map(p, choice, candidate, error) < 0)
        return -1;
    return offer(p, candidate, start, error);
}

/* Refine `from` as one more candidate. */
static int run_refinement(struct portfolio *p, const char *base, const uint32_t *from,
                          const struct refinement *refinement, struct topomap_error *error)
{
    char name[CHOICE_SIZE];
    double start = clock_seconds();
    struct topomap_candidate *candidate;

    snprintf(name, sizeof name, "%s%s", base, refinement->suffix);
    candidate = candidate_new(p, name, error);
    if (!candidate)
        return -1;
    if (from != p->trial)
        memcpy(p->trial, from, p->plan->ranks * sizeof *from);
    if (refinement->refine(p->job, p->trial, error) < 0)
        return -1;
    return offer(p, candidate, start, error);
}

/* Run the plain algorithms of `auto`; p->second becomes the best of them but the layout. */
static int run_plain(struct portfolio *p, struct topomap_error *error)
{
    for (size_t i = 0; map_algorithm(i); i++) {
        const char *name = map_algorithm(i)->about.name;
        struct choice choice;
        struct topomap_error why;

        if (!map_algorithm(i)->in_auto || (p->plan->candidates > 1 && map_late(p->job)))
            continue;
        if (choice_parse(&choice, name, strlen(name), &why) < 0 ||
            run_one(p, &choice, &why) < 0) {
            if (why.code == TOPOMAP_IMPOSSIBLE)
                continue; /* not for this network; the candidate says so */
            return error_set(error, why.code, "%s", why.text);
        }
        if (objective_better(p->trial_score, p->second_score)) {
            p->second_score = p->trial_score;
            memcpy(p->second, p->trial, p->plan->ranks * sizeof *p->trial);
            snprintf(p->second_name, sizeof p->second_name, "%s", name);
        }
    }
    return 0;
}

/*
 * `auto`: all plain algorithms, then refinement of the best of them and of the layout if it is not
 * much worse: an almost good numbering often leads further than any partition does.
 */
static int run_auto(struct portfolio *p, struct topomap_error *error)
{
    const struct refinement *refinement =
        refinement_get(p->job->effort == TOPOMAP_EFFORT_FAST ? 0 : 1);
    bool plain;

    if (run_plain(p, error) < 0)
        return -1;
    if (p->best.value == 0 || map_late(p->job))
        return 0;
    plain = p->second_score.value < INFINITY;
    if (plain && run_refinement(p, p->second_name, p->second, refinement, error) < 0)
        return -1;
    if (map_late(p->job) ||
        (plain && p->plan->score_before.value > LAYOUT_CLOSE * p->second_score.value))
        return 0;
    return run_refinement(p, "layout", p->job->layout, refinement, error);
}

static int run_name(struct portfolio *p, const char *name, size_t length,
                    struct topomap_error *error)
{
    struct choice choice;

    if (length == 4 && memcmp(name, "auto", length) == 0)
        return run_auto(p, error);
    return choice_parse(&choice, name, length, error) < 0 ? -1 : run_one(p, &choice, error);
}

static int run_list(struct portfolio *p, const char *list, struct topomap_error *error)
{
    for (;;) {
        size_t length = strcspn(list, ",");

        if (run_name(p, list, length, error) < 0)
            return -1;
        if (list[length] == '\0')
            return 0;
        list += length + 1;
    }
}

/* The recipe comes first, and alone unless algorithms are named. */
static int run_all(struct portfolio *p, const char *algorithms, struct topomap_error *error)
{
    if (p->job->recipe && run_list(p, "recipe", error) < 0)
        return -1;
    if (p->job->recipe && !algorithms)
        return 0;
    return run_list(p, algorithms ? algorithms : "auto", error);
}

int portfolio_run(struct topomap_plan *plan, struct map_job *job,
                  const struct objective *objective, const char *algorithms,
                  struct topomap_error *error)
{
    struct portfolio p = {.plan = plan, .job = job, .objective = objective,
                          .second_score = {INFINITY, INFINITY}};
    int result = -1;

    if (objective->score(job->graph, job->allocation, job->layout, &plan->score_before, error) < 0)
        return -1;
    p.best = plan->score_before;
    p.trial = array_raw(plan->ranks, sizeof *p.trial);
    p.second = array_raw(plan->ranks, sizeof *p.second);
    snprintf(p.best_name, sizeof p.best_name, "layout");
    if (!p.trial || !p.second)
        error_memory(error);
    else
        result = run_all(&p, algorithms, error);
    free(p.trial);
    free(p.second);
    if (result < 0)
        return -1;
    plan->score_after = p.best;
    plan->kept = !objective_better(p.best, plan->score_before);
    plan->algorithm = strdup(p.best_name);
    return plan->algorithm ? 0 : error_memory(error);
}
