/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/portfolio.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/list.h"
#include "base/memory.h"
#include "bound/ideal.h"
#include "map/common/shared.h"
#include "bound/hop_bytes.h"
#include "plan/choice.h"
#include "plan/rival.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From here on partitions take too long where coordinates of ranks are known; below the smaller
 * number, all algorithms take no time to speak of. */
#define MANY_RANKS 32768
#define FEW_RANKS 1024

/* Swaps do not bring a placement from behind so many times the best; and hardly one of more than
 * few ranks on a tree, where they gain little. */
#define HOPELESS 1.6
#define TREE_HOPELESS 1.01

/* If a partition lets so many of the bytes leave nodes that leave those of the layout, more
 * partitions are in vain, and annealing does better from ranks in order. */
#define VAIN 0.95

/* The part of the work in annealing then: the layout is good, and what else is done takes less. It
 * is the same on a tree where swaps gain less than another part of the score. */
#define LESS_WORK 0.5
#define CALM 0.01

/* The part of the work in annealing of ranks that tells what all of it would lead to; that is not
 * done if it is so many times as bad as the best result of anything. */
#define TRY_PART 0.125
#define NO_CHANCE 1.05

/* From a layout of more than few ranks from which swaps gain less than this part, annealing gains
 * nothing either: its ranks lie as they number, and those that talk have numbers close by. */
#define AT_REST 5e-4

/* Of more than few ranks, a placement on a tree that costs no more than this part of the ideal is
 * good enough. */
#define SETTLED 1.03

/* Seconds that a partition may take, which nothing can stop, for each pair of ranks that talk; at
 * effort `best` several of them are tried. */
#define SLOW_SECONDS 7e-7
#define BEST_SECONDS 1e-5

struct portfolio {
    struct topomap_plan *plan;
    struct map_job job;    /* its algorithm, part and the like are those of what runs */
    const struct stage *stage;
    const struct objective *objective;
    bool replaces;         /* the plan is the best of what is named, not the layout */
    struct objective_score best;   /* of plan->placement */
    double inside;         /* of it, see stage_inside; below 0: not known yet */
    uint32_t *trial;       /* [ranks] */
    struct objective_score trial_score; /* by which rivals compete: see rank_of */
    unsigned int hints;    /* of all results so far, see map_result */
    bool vain;             /* partitions hold hardly more than nodes of the layout do */
    struct rival start;    /* that with the best such score so far; kept for run_relief */
    struct rival rival[RIVALS]; /* of `auto`, the best one first */
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
    if (p->stage->request->begins)
        p->stage->request->begins(p->stage->request->context, copy);
    p->job.algorithm = copy;
    return candidate;
}

/* Forget the last candidate and its phases. */
static void candidate_drop(struct portfolio *p)
{
    struct topomap_candidate *candidate = &p->plan->candidate[--p->plan->candidates];
    struct map_times *times = p->job.times;

    while (times->phases && times->phase[times->phases - 1].algorithm == candidate->algorithm)
        times->phases--;
    p->job.algorithm = NULL;
    free((char *)candidate->algorithm);
    free((char *)candidate->failure);
}

/* What rivals compete by: hop-bytes first, even where the busiest link counts, as that is what
 * algorithms and swaps lower, and where relief best starts. */
static struct objective_score rank_of(const struct portfolio *p, struct objective_score score)
{
    return p->objective->busiest ? (struct objective_score){score.tie, score.value} : score;
}

/* Keep p->trial as where relief starts, if it is the best so far by its rank. */
static void keep_start(struct portfolio *p, const char *name)
{
    if (!p->objective->busiest || !objective_better(p->trial_score, p->start.score))
        return;
    memcpy(p->start.placement, p->trial, p->plan->ranks * sizeof *p->trial);
    p->start.score = p->trial_score;
    snprintf(p->start.name, sizeof p->start.name, "%s", name);
}

static int inside_of(const struct portfolio *p, const uint32_t *placement, double *level_bytes,
                     struct topomap_error *error)
{
    uint32_t *slots = array_raw(p->plan->ranks, sizeof *slots);
    int result;

    if (!slots)
        return error_memory(error);
    result = stage_slots(p->stage, placement, slots, error);
    if (result == 0)
        result = stage_inside(p->stage, placement, slots, level_bytes, error);
    free(slots);
    return result;
}

/* Whether p->trial is better than the best placement inside the nodes, where they are equal but
 * for that. Returns 1, 0, or -1 when memory is out. */
static int is_better_inside(struct portfolio *p, struct objective_score score, double *inside,
                            struct topomap_error *error)
{
    if (!p->stage->start || objective_better(p->best, score) ||
        (!p->replaces && !objective_better(p->best, p->plan->score_before)) ||
        memcmp(p->trial, p->plan->placement, p->plan->ranks * sizeof *p->trial) == 0)
        return 0;
    if ((p->inside < 0 && inside_of(p, p->plan->placement, &p->inside, error) < 0) ||
        inside_of(p, p->trial, inside, error) < 0)
        return -1;
    return *inside < p->inside;
}

/* Score p->trial for `candidate`, and keep it if it beats the best one. */
static int offer(struct portfolio *p, struct topomap_candidate *candidate, double start,
                 struct topomap_error *error)
{
    double scoring = clock_seconds();
    struct objective_score score;
    double inside = -1;

    if (p->objective->score(p->job.graph, p->stage->allocation, p->trial, &score, error) < 0)
        return -1;
    map_phase(&p->job, "scoring", &scoring);
    candidate->score = score.value;
    candidate->seconds = clock_seconds() - start;
    p->job.algorithm = NULL;
    p->trial_score = rank_of(p, score);
    keep_start(p, candidate->algorithm);
    if (!objective_better(score, p->best)) {
        int better = is_better_inside(p, score, &inside, error);

        if (better <= 0)
            return better;
    }
    p->inside = inside;
    memcpy(p->plan->placement, p->trial, p->plan->ranks * sizeof *p->trial);
    p->best = score;
    snprintf(p->best_name, sizeof p->best_name, "%s", candidate->algorithm);
    return 0;
}

/* Run `choice` into p->trial. Returns 0, or -1 with the failure noted as the candidate's. */
static int run_map(struct portfolio *p, const struct choice *choice,
                   struct topomap_candidate *candidate, struct topomap_error *error)
{
    struct map_result out = {.placement = p->trial};
    struct topomap_error why;

    if (choice_run(choice, &p->job, p->stage, &out, &why) == 0) {
        p->hints |= out.hints;
        return topomap_placement_check(p->stage->allocation, p->trial, error);
    }
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

/* Refine p->trial, the placement of `base`, as one more candidate. */
static int run_refinement(struct portfolio *p, const char *base,
                          const struct refinement *refinement, struct topomap_error *error)
{
    char name[CHOICE_SIZE];
    double start = clock_seconds();
    struct topomap_candidate *candidate;

    snprintf(name, sizeof name, "%s%s", base, refinement->suffix);
    candidate = candidate_new(p, name, error);
    if (!candidate || stage_refine(p->stage, refinement, &p->job, p->trial, error) < 0)
        return -1;
    return offer(p, candidate, start, error);
}

/* ---- auto -------------------------------------------------------------------------------- */

/* Whether there is no time for algorithms that are far slower than those that use coordinates, or
 * it is better spent on refinement. */
static bool in_haste(const struct portfolio *p)
{
    return p->job.effort == TOPOMAP_EFFORT_FAST ||
           (p->job.effort == TOPOMAP_EFFORT_DEFAULT &&
            (p->plan->ranks > MANY_RANKS ||
             ((p->hints & MAP_GOOD_GROUPS) && p->plan->ranks >= FEW_RANKS)));
}

/* Whether there is time for what takes so many seconds for each pair of ranks that talk. */
static bool has_time(const struct portfolio *p, double seconds)
{
    const struct topomap_graph *graph = p->job.graph;

    return p->job.deadline == 0 ||
           clock_seconds() + seconds * (double)graph->near_offset[graph->ranks] < p->job.deadline;
}

/* The bytes that leave their nodes. */
static double leaving(const struct topomap_graph *graph, const uint32_t *placement)
{
    double bytes = 0;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->near_offset[r]; e < graph->near_offset[r + 1]; e++)
            bytes += placement[r] != placement[graph->near[e]] ? (double)graph->weight[e] : 0;
    }
    return bytes;
}

/* See whether p->trial, of an algorithm that partitions the graph, shows that others of that kind
 * are not worth their time. */
static void judge_partition(struct portfolio *p)
{
    const struct topomap_graph *graph = p->job.graph;

    p->vain = p->job.effort == TOPOMAP_EFFORT_DEFAULT && graph->ranks >= FEW_RANKS &&
              leaving(graph, p->trial) >= VAIN * leaving(graph, p->stage->layout);
}

/* Whether many ranks are to be placed on a tree by default: how good partitions are counts there,
 * and not what annealing makes of worse ones. */
static bool is_large_on_tree(const struct portfolio *p)
{
    return p->job.effort == TOPOMAP_EFFORT_DEFAULT && p->plan->ranks >= FEW_RANKS &&
           p->job.allocation->network->tree;
}

/* Whether `auto` tries an algorithm. Returns 1, 0, or -1 when memory is out. */
static int is_wanted(struct portfolio *p, const struct map_algorithm *algorithm,
                     struct topomap_error *error)
{
    struct topomap_error why;
    bool haste = algorithm->slow && in_haste(p);
    bool known;

    if (!algorithm->in_auto || (p->plan->candidates > 1 && map_late(&p->job)) ||
        (algorithm->slow && (p->vain || !has_time(p, SLOW_SECONDS))))
        return 0;
    if ((algorithm->patient && p->job.effort == TOPOMAP_EFFORT_FAST) ||
        (algorithm->deep && is_large_on_tree(p)))
        return 0;
    if (!algorithm->coordinates && !haste)
        return 1;
    known = map_shared_coordinates(&p->job, &why) != NULL;
    if (!known && why.code != TOPOMAP_IMPOSSIBLE)
        return error_set(error, why.code, "%s", why.text);
    return known != haste;
}

/* Whether more candidates are not worth their time. */
static bool is_settled(const struct portfolio *p)
{
    return (p->hints & MAP_NEAR_BOUND) && p->objective == objective_get(0) &&
           p->job.effort != TOPOMAP_EFFORT_BEST;
}

/* See whether the best placement is so good on a tree of switches that others can hardly beat it;
 * on other networks algorithms say that themselves. */
static int settle(struct portfolio *p, struct topomap_error *error)
{
    const struct topomap_structure *structure;
    struct ideal ideal;
    double hop_bytes = 0;

    if (!p->job.allocation->network->tree || p->objective != objective_get(0) ||
        p->plan->ranks < FEW_RANKS)
        return 0;
    structure = map_shared_structure(&p->job, error);
    if (!structure || (ideal_init(&ideal, structure, p->job.graph) &&
                       ideal_hop_bytes(&ideal, p->job.allocation, &hop_bytes, error) < 0))
        return -1;
    if (p->best.value <= SETTLED * hop_bytes)
        p->hints |= MAP_NEAR_BOUND;
    return 0;
}

/* Whether the best placement is proved to be so: that of a process grid whose neighbours are a hop
 * apart, where as few of them are on different nodes as can be. Returns 1, 0 or -1. */
static int is_optimal(struct portfolio *p, struct topomap_error *error)
{
    const struct topomap_structure *structure;
    double bytes;

    if (!(p->hints & MAP_NEAR_BOUND) || p->job.allocation->network->tree ||
        p->objective != objective_get(0))
        return 0;
    structure = map_shared_structure(&p->job, error);
    if (!structure ||
        bound_leaving(structure, p->job.graph, p->job.allocation, &bytes, error) < 0)
        return -1;
    return p->best.value <= bytes;
}

/* Let the layout and all plain algorithms of `auto` compete. */
static int run_plain(struct portfolio *p, struct topomap_error *error)
{
    memcpy(p->trial, p->stage->layout, p->plan->ranks * sizeof *p->trial);
    p->trial_score = rank_of(p, p->plan->score_before);
    keep_start(p, "layout");
    rivals_challenge(p->rival, p->trial, p->plan->ranks, p->trial_score, "layout", false);
    for (size_t i = 0; map_algorithm(i) && !is_settled(p); i++) {
        const struct map_algorithm *algorithm = map_algorithm(i);
        const char *name = algorithm->about.name;
        int wanted = is_wanted(p, algorithm, error);
        struct choice choice;
        struct topomap_error why;

        if (wanted < 0)
            return -1;
        if (!wanted)
            continue;
        if (choice_parse(&choice, name, strlen(name), &why) < 0 ||
            run_one(p, &choice, &why) < 0) {
            if (why.code != TOPOMAP_IMPOSSIBLE)
                return error_set(error, why.code, "%s", why.text);
            candidate_drop(p); /* not for this network */
            continue;
        }
        rivals_challenge(p->rival, p->trial, p->plan->ranks, p->trial_score, name,
                         algorithm->deep);
        if (algorithm->slow)
            judge_partition(p);
        if (algorithm->coordinates && settle(p, error) < 0)
            return -1;
    }
    return 0;
}

/* Refine the best `count` rivals. p->rival[0] becomes what led to the best of the results, those of
 * deep ones counting for less. */
static int run_rivals(struct portfolio *p, size_t count, const struct refinement *refinement,
                      struct topomap_error *error)
{
    double hopeless = is_large_on_tree(p) ? TREE_HOPELESS : HOPELESS;
    struct objective_score best = {INFINITY, INFINITY};
    size_t winner = 0;

    for (size_t i = 0; i < count && p->rival[i].score.value < INFINITY; i++) {
        struct objective_score score;

        if (i &&
            (p->rival[i].score.value > hopeless * p->rival[0].score.value || map_late(&p->job)))
            break;
        memcpy(p->trial, p->rival[i].placement, p->plan->ranks * sizeof *p->trial);
        if (run_refinement(p, p->rival[i].name, refinement, error) < 0)
            return -1;
        score = p->trial_score;
        p->rival[i].gain = 1 - score.value / p->rival[i].score.value;
        score.value *= rival_handicap(&p->rival[i], p->vain);
        if (!objective_better(score, best))
            continue;
        best = score;
        winner = i;
    }
    rivals_put_first(p->rival, winner);
    return 0;
}

/* Anneal the ranks of one rival or, behind the last one, hot those of the first: which rival is
 * forgotten does not matter. From itself, as what else it led to is too good to lead elsewhere. */
static int run_heat(struct portfolio *p, size_t number, double part, struct topomap_error *error)
{
    const struct rival *rival = &p->rival[number % RIVALS];
    int result;

    memcpy(p->trial, rival->placement, p->plan->ranks * sizeof *p->trial);
    p->job.part = part;
    result = run_refinement(p, rival->name,
                            number < RIVALS ? &refinement_warm : &refinement_hot, error);
    p->job.part = 0;
    return result;
}

/* Do so with all rivals for a short time, which tells well what a long one leads to, and for a long
 * time with what led to the best result, where that has a chance. */
static int run_last_tries(struct portfolio *p, struct topomap_error *error)
{
    struct objective_score best = {INFINITY, INFINITY};
    size_t winner = 0;

    for (size_t i = 0; i <= RIVALS && p->best.value > 0 && !map_late(&p->job); i++) {
        if (p->rival[i % RIVALS].score.value == INFINITY)
            continue;
        if (run_heat(p, i, TRY_PART, error) < 0)
            return -1;
        if (objective_better(p->trial_score, best)) {
            best = p->trial_score;
            winner = i;
        }
    }
    if (best.value > NO_CHANCE * rank_of(p, p->best).value || map_late(&p->job))
        return 0;
    return run_heat(p, winner, 0, error);
}

/* Relieve the busiest links of the placement with the fewest hop-bytes, where they count. */
static int run_relief(struct portfolio *p, struct topomap_error *error)
{
    if (!p->objective->busiest || p->best.value == 0 || map_late(&p->job))
        return 0;
    memcpy(p->trial, p->start.placement, p->plan->ranks * sizeof *p->trial);
    return run_refinement(p, p->start.name, &refinement_congestion, error);
}

/* Whether what swaps led to is the layout, and they gained next to nothing. */
static bool is_at_rest(const struct portfolio *p)
{
    return p->plan->ranks >= FEW_RANKS && strcmp(p->rival[0].name, "layout") == 0 &&
           p->rival[0].gain <= AT_REST;
}

/*
 * `auto`: all plain algorithms; swaps for the best of them, among which the layout may be; and
 * annealing of what was best then, because swaps tell early, if not surely, what it will lead to.
 */
static int run_auto(struct portfolio *p, struct topomap_error *error)
{
    static const struct {
        size_t swapped;
        size_t annealed;
    } rivals[] = {
        [TOPOMAP_EFFORT_FAST] = {1, 0},
        [TOPOMAP_EFFORT_DEFAULT] = {RIVALS, 1},
        [TOPOMAP_EFFORT_BEST] = {RIVALS, RIVALS},
    };
    enum topomap_effort effort = p->job.effort;
    int result;

    p->hints = 0; /* whatever ran before */
    p->vain = false;
    if (effort == TOPOMAP_EFFORT_BEST && !has_time(p, BEST_SECONDS))
        p->job.effort = TOPOMAP_EFFORT_DEFAULT;
    result = run_plain(p, error);
    p->job.effort = effort;
    if (result < 0)
        return -1;
    result = is_optimal(p, error);
    if (result != 0)
        return result < 0 ? -1 : 0;
    /* What settles a placement on nodes says nothing about their inside. */
    if (is_settled(p) && !p->stage->domains)
        effort = TOPOMAP_EFFORT_FAST;
    if (p->best.value == 0 || map_late(&p->job))
        return 0;
    if (p->vain)
        rivals_foresee(p->rival);
    if (run_rivals(p, p->vain ? 1 : rivals[effort].swapped, &refinement_swap, error) < 0)
        return -1;
    if (map_late(&p->job) || (effort == TOPOMAP_EFFORT_DEFAULT && is_at_rest(p)))
        return 0;
    p->job.part = p->vain || (is_large_on_tree(p) && p->rival[0].gain < CALM) ? LESS_WORK : 0;
    p->job.grouped = p->vain;
    result = run_rivals(p, rivals[effort].annealed, &refinement_anneal, error);
    p->job.part = 0;
    p->job.grouped = false;
    return result == 0 && effort == TOPOMAP_EFFORT_BEST ? run_last_tries(p, error) : result;
}

static int run_name(struct portfolio *p, const char *name, size_t length,
                    struct topomap_error *error)
{
    struct choice choice;

    if (length == 4 && memcmp(name, "auto", length) == 0)
        return run_auto(p, error) < 0 ? -1 : run_relief(p, error);
    return choice_parse(&choice, name, length, error) < 0 ? -1 : run_one(p, &choice, error);
}

/* An algorithm that cannot work on this network is left out, unless no other is in the list. */
static int run_list(struct portfolio *p, const char *list, struct topomap_error *error)
{
    size_t length, before = p->plan->candidates;
    struct topomap_error why = {0};
    const char *name;
    bool ran = false;

    while (list_next(&list, LIST_NAMES, &name, &length)) {
        if (run_name(p, name, length, &why) == 0)
            ran = true;
        else if (why.code != TOPOMAP_IMPOSSIBLE || p->plan->candidates == before ||
                 !p->plan->candidate[p->plan->candidates - 1].failure)
            return error_set(error, why.code, "%s", why.text);
        before = p->plan->candidates;
    }
    return ran ? 0 : error_set(error, why.code, "%s", why.text);
}

/* The recipe comes first, and alone unless algorithms are named. */
static int run_all(struct portfolio *p, const char *algorithms, struct topomap_error *error)
{
    if (p->job.recipe && run_list(p, "recipe", error) < 0)
        return -1;
    if (p->job.recipe && !algorithms)
        return 0;
    return run_list(p, algorithms ? algorithms : "auto", error);
}

static int portfolio_init(struct portfolio *p)
{
    int result = rivals_init(p->rival, p->plan->ranks);

    p->trial = array_raw(p->plan->ranks, sizeof *p->trial);
    p->start.score = (struct objective_score){INFINITY, INFINITY};
    p->start.placement = array_raw(p->plan->ranks, sizeof *p->start.placement);
    return p->trial && p->start.placement ? result : -1;
}

static void portfolio_free(struct portfolio *p)
{
    free(p->trial);
    free(p->start.placement);
    rivals_free(p->rival);
}

int portfolio_run(struct topomap_plan *plan, const struct map_job *job,
                  const struct stage *stage, const struct objective *objective,
                  struct topomap_error *error)
{
    struct portfolio p = {.plan = plan, .job = *job, .stage = stage, .objective = objective,
                          .best_name = "layout", .inside = -1};
    int result;

    if (objective->score(job->graph, stage->allocation, stage->layout, &plan->score_before,
                         error) < 0)
        return -1;
    memcpy(plan->placement, stage->layout, plan->ranks * sizeof *plan->placement);
    p.replaces = plan_replaces(stage->request);
    p.best = p.replaces ? (struct objective_score){INFINITY, INFINITY} : plan->score_before;
    result = portfolio_init(&p) < 0 ? error_memory(error)
                                    : run_all(&p, stage->request->algorithms, error);
    portfolio_free(&p);
    if (result < 0)
        return -1;
    plan->score_after = p.best;
    plan->kept = !p.replaces && !objective_better(p.best, plan->score_before);
    plan->algorithm = strdup(p.best_name);
    return plan->algorithm ? 0 : error_memory(error);
}
