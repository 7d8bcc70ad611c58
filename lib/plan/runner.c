/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/runner.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/tuning.h"
#include "bound/hop_bytes.h"
#include "bound/ideal.h"
#include "map/common/shared.h"
#include "plan/leaders.h"
#include "plan/strategy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many placements compete to be refined, and how many of those whose busiest links were
 * relieved. */
#define LEADERS 3
#define RELIEVED 4

/* A trial, and what it found. */
struct trial {
    const struct strategy_step *step;
    struct objective_score score;
};

struct runner {
    struct contest *contest;
    const struct features *features;
    struct leaders leaders;
    struct leaders relieved;              /* the fastest placements whose busiest links were
                                           * relieved; their scores have the time first */
    struct objective_score relief[2 * STRATEGY_MAX_STEPS]; /* of placements whose busiest links
                                           * were relieved, before and after, hop-bytes first */
    size_t reliefs;
    bool searched, found;                 /* from relieved placements; something better than the
                                           * best one */
    bool left_out;                        /* the step before */
    bool series;                          /* times are predicted after each series of steps */
    unsigned int seen;                    /* flags of enum strategy_seen that stay set */
    const struct refinement *refinement;  /* refinement of the current series of steps; NULL:
                                           * none yet */
    struct trial trial[STRATEGY_MAX_STEPS]; /* those that were not repeated yet */
    size_t trials;
    double best_trial;                    /* the score of the best one, repeated or not */
    double before_trials;                 /* the best score when they began */
    double ideal;                         /* ideal hop-bytes; below 0: not computed yet; 0:
                                           * unknown */
    bool judged;                          /* the best placement was compared with the bound */
};

/* ---- what is seen ------------------------------------------------------------------------ */

/* The best score, in the terms in which leaders compete: hop-bytes. */
static double best_score(const struct contest *c)
{
    return c->objective->busiest ? c->shortest.score.value : c->best.value;
}

/* Bytes between ranks on different nodes. */
static double leaving(const struct topomap_graph *graph, const uint32_t *placement)
{
    double bytes = 0;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->pair_offset[r]; e < graph->pair_offset[r + 1]; e++)
            bytes += placement[r] != placement[graph->partner[e]] ? (double)graph->weight[e] : 0;
    }
    return bytes;
}

/* Note whether the new partition shows that further partitions are not worth their time. */
static void judge_partition(struct runner *r)
{
    const struct contest *c = r->contest;
    double layout = leaving(c->job->graph, c->stage->layout);

    if (leaving(c->job->graph, c->now.placement) >= tuning(TUNING_POOR_PARTITION) * layout)
        r->seen |= SEEN_POOR_PARTITION;
}

/* Note whether the best placement on a switch tree is so near the bound that others can hardly
 * beat it. On other networks the algorithms tell this themselves. */
static int judge_bound(struct runner *r, struct topomap_error *error)
{
    const struct map_job *job = r->contest->job;
    const struct topomap_structure *structure;
    struct ideal ideal;

    if (r->ideal < 0) {
        structure = map_shared_structure(job, error);
        if (!structure)
            return -1;
        r->ideal = 0;
        if (ideal_init(&ideal, structure, job->graph) &&
            ideal_hop_bytes(&ideal, job->allocation, &r->ideal, error) < 0)
            return -1;
    }
    if (best_score(r->contest) <= tuning(TUNING_NEAR_BOUND) * r->ideal)
        r->seen |= SEEN_NEAR_BOUND;
    return 0;
}

/* Note whether the best placement is proved to be optimal: it is one of a process grid, all
 * neighbours on different nodes are one hop apart, and no placement has fewer of them. */
static int judge_optimal(struct runner *r, struct topomap_error *error)
{
    const struct map_job *job = r->contest->job;
    const struct topomap_structure *structure;
    double bytes;

    if (r->judged || !(r->seen & SEEN_NEAR_BOUND))
        return 0;
    r->judged = true;
    structure = map_shared_structure(job, error);
    if (!structure || bound_leaving(structure, job->graph, job->allocation, &bytes, error) < 0)
        return -1;
    if (best_score(r->contest) <= bytes)
        r->seen |= SEEN_OPTIMAL;
    return 0;
}

static struct objective_score turned(struct objective_score score)
{
    return (struct objective_score){score.tie, score.value};
}

/* Whether congestion reduction has begun or ended with a placement of this score. */
static bool is_relieved(const struct runner *r, struct objective_score score)
{
    for (size_t i = 0; i < r->reliefs; i++) {
        if (r->relief[i].value == score.value && r->relief[i].tie == score.tie)
            return true;
    }
    return false;
}

/* Beside the search for hop-bytes congestion reduction may take a part of its work. */
static uint64_t guided_work(const struct contest *c)
{
    double work = tuning(TUNING_GUIDED_WORK) * (double)c->job->times->work;

    return (uint64_t)fmax(work, tuning(TUNING_LEAST_GUIDED_WORK));
}

/* The score of the placement that congestion reduction would begin with, hop-bytes first. */
static struct objective_score start_of(const struct contest *c, const struct strategy_step *step)
{
    return step->source == STRATEGY_BEST       ? turned(c->best)
           : step->source == STRATEGY_SHORTEST ? c->shortest.score
                                               : c->now.score;
}

/* Compare a step's leader with the first one. */
static unsigned int look_at_leaders(const struct runner *r, const struct strategy_step *step)
{
    const struct leader *first = &r->leaders.leader[0];
    double best = first->placed.score.value;
    double score = r->leaders.leader[step->leader].placed.score.value;
    unsigned int seen = 0;

    if (score == INFINITY)
        seen |= SEEN_NO_LEADER;
    else if (step->leader && score > step->within * best)
        seen |= SEEN_LEADER_BEHIND;
    if (first->gain < tuning(TUNING_LOW_SWAP_GAIN))
        seen |= SEEN_LOW_SWAP_GAIN;
    if (first->gain <= tuning(TUNING_NEGLIGIBLE_SWAP_GAIN) &&
        strcmp(first->placed.name, "layout") == 0)
        seen |= SEEN_LAYOUT_STAYS;
    return seen;
}

/* The index of the best trial that was not repeated. */
static size_t pick_trial(const struct runner *r)
{
    size_t best = 0;

    for (size_t i = 1; i < r->trials; i++) {
        if (objective_better(r->trial[i].score, r->trial[best].score))
            best = i;
    }
    return best;
}

static unsigned int look_at_trials(const struct runner *r)
{
    double behind = tuning(TUNING_TRIAL_BEHIND);
    unsigned int seen = 0;

    if (r->trials == 0)
        return SEEN_NO_TRIAL;
    /* What both find is likely to be all there is to find. */
    if (r->best_trial == r->before_trials || r->best_trial > behind * r->before_trials)
        seen |= SEEN_TRIALS_FRUITLESS;
    if (r->trial[pick_trial(r)].score.value > behind * r->best_trial)
        seen |= SEEN_TRIAL_BEHIND;
    return seen;
}

static int look(struct runner *r, const struct strategy_step *step, unsigned int *seen,
                struct topomap_error *error)
{
    const struct contest *c = r->contest;
    const struct map_job *job = c->job;
    double partition = tuning(TUNING_PARTITION_SECONDS) * (double)r->features->pairs;

    if ((step->unless & SEEN_OPTIMAL) && judge_optimal(r, error) < 0)
        return -1;
    *seen = r->seen;
    if (c->plan->candidates > 1 && map_late(job))
        *seen |= SEEN_LATE;
    if (job->deadline > 0 && clock_seconds() + partition >= job->deadline)
        *seen |= SEEN_PARTITION_TOO_LATE;
    if (c->best.value == 0)
        *seen |= SEEN_FREE;
    if (r->left_out)
        *seen |= SEEN_LEFT_OUT;
    if (r->searched && !r->found)
        *seen |= SEEN_FRUITLESS;
    if (step->refinement == &refinement_congestion && is_relieved(r, start_of(c, step)))
        *seen |= SEEN_RELIEVED;
    if (c->guided &&
        (double)guided_work(c) < tuning(TUNING_RELIEF_LEAST) * (double)r->features->pairs)
        *seen |= SEEN_LITTLE_WORK;
    if (step->source == STRATEGY_RELIEVED &&
        r->relieved.leader[step->leader].placed.score.value == INFINITY)
        *seen |= SEEN_NO_LEADER;
    if (step->source == STRATEGY_LEADER)
        *seen |= look_at_leaders(r, step);
    if (step->source == STRATEGY_BEST_TRIAL)
        *seen |= look_at_trials(r);
    return 0;
}

/* ---- steps ------------------------------------------------------------------------------- */

/* Run an algorithm and offer its placement as a leader. */
static int run_algorithm(struct runner *r, const struct strategy_step *step,
                         const struct contest_work *work, struct topomap_error *error)
{
    struct contest *c = r->contest;
    struct choice choice;

    if (choice_parse(&choice, step->algorithm, strlen(step->algorithm), error) < 0 ||
        contest_run(c, &choice, work, error) < 0)
        return -1;
    leaders_offer(&r->leaders, &c->now, c->plan->ranks, step->hard_to_refine);
    if (c->now.hints & MAP_NEAR_BOUND)
        r->seen |= SEEN_NEAR_BOUND;
    if (c->now.hints & MAP_GOOD_GROUPS)
        r->seen |= SEEN_GOOD_GROUPS;
    if (step->partition)
        judge_partition(r);
    return step->bounded ? judge_bound(r, error) : 0;
}

static int refine_leader(struct runner *r, const struct strategy_step *step,
                         const struct contest_work *work, struct topomap_error *error)
{
    struct contest *c = r->contest;

    contest_begin(c, &r->leaders.leader[step->leader].placed);
    if (contest_refine(c, step->refinement, work, error) < 0)
        return -1;
    if (!step->trial)
        leaders_note_refined(&r->leaders, step->leader, c->now.score);
    return 0;
}

static int make_trial(struct runner *r, const struct strategy_step *step,
                      const struct contest_work *work, struct topomap_error *error)
{
    struct objective_score score;

    if (r->trials == 0)
        r->before_trials = best_score(r->contest);
    if (refine_leader(r, step, work, error) < 0)
        return -1;
    score = r->contest->now.score;
    r->trial[r->trials++] = (struct trial){step, score};
    r->best_trial = fmin(r->best_trial, score.value);
    return 0;
}

static int repeat_trial(struct runner *r, const struct contest_work *work,
                        struct topomap_error *error)
{
    struct trial *trial = &r->trial[pick_trial(r)];
    const struct strategy_step *step = trial->step;

    *trial = r->trial[--r->trials];
    return refine_leader(r, step, work, error);
}

/* Refine the latest placement by links: its busiest ones, or all. */
static int refine_latest(struct runner *r, const struct strategy_step *step,
                         struct contest_work *work, struct topomap_error *error)
{
    struct contest *c = r->contest;
    struct objective_score before = c->now.score;
    struct contestant relieved;

    work->most = c->objective->guided ? guided_work(c) : 0;
    if (contest_refine(c, step->refinement, work, error) < 0)
        return -1;
    if (step->refinement != &refinement_congestion)
        return 0;
    r->relief[r->reliefs++] = before;
    r->relief[r->reliefs++] = c->now.score;
    relieved = c->now;
    relieved.score = turned(relieved.score);
    leaders_offer(&r->relieved, &relieved, c->plan->ranks, false);
    return 0;
}

/* Refine one of the placements whose busiest links were relieved. */
static int refine_relieved(struct runner *r, const struct strategy_step *step,
                           struct contest_work *work, struct topomap_error *error)
{
    struct contestant from = r->relieved.leader[step->leader].placed;
    struct objective_score before = r->contest->best;

    from.score = turned(from.score);
    contest_begin(r->contest, &from);
    if (refine_latest(r, step, work, error) < 0)
        return -1;
    r->searched = true;
    r->found = r->found || objective_better(r->contest->best, before);
    return 0;
}

static int take(struct runner *r, const struct strategy_step *step, struct topomap_error *error)
{
    struct contest_work work = {
        .effort = step->effort,
        .share = step->share,
        .draw = step->draw,
        .is_start = step->is_start,
        .grouped = step->grouped,
    };

    switch (step->source) {
    case STRATEGY_ALGORITHM:
        return run_algorithm(r, step, &work, error);
    case STRATEGY_SHORTEST:
        if (r->contest->deferred && contest_settle(r->contest, false, error) < 0)
            return -1;
        contest_begin(r->contest, &r->contest->shortest);
        return refine_latest(r, step, &work, error);
    case STRATEGY_BEST:
        contest_begin_best(r->contest);
        return refine_latest(r, step, &work, error);
    case STRATEGY_RELIEVED:
        return refine_relieved(r, step, &work, error);
    case STRATEGY_LATEST:
        return refine_latest(r, step, &work, error);
    case STRATEGY_PROMISING:
        leaders_put_promising_first(&r->leaders, tuning(TUNING_HANDICAP_BEFORE_SWAPS));
        break;
    case STRATEGY_BEST_TRIAL:
        return repeat_trial(r, &work, error);
    case STRATEGY_LEADER:
        break;
    }
    return (step->trial ? make_trial : refine_leader)(r, step, &work, error);
}

/* ---- running them ------------------------------------------------------------------------ */

/* Take a step. An algorithm that cannot run on this network is left out. */
static int take_or_drop(struct runner *r, const struct strategy_step *step,
                        struct plan_step *noted, struct topomap_error *error)
{
    struct contest *c = r->contest;
    struct topomap_error why = {0};
    double start = clock_seconds();

    if (take(r, step, &why) == 0) {
        noted->taken = true;
        noted->candidate = c->plan->candidates - 1;
        noted->seconds = clock_seconds() - start;
        memcpy(noted->name, c->now.name, sizeof noted->name);
        return 0;
    }
    if (step->source != STRATEGY_ALGORITHM || why.code != TOPOMAP_IMPOSSIBLE)
        return error_set(error, why.code, "%s", why.text);
    snprintf(noted->failure, sizeof noted->failure, "%s",
             c->plan->candidate[c->plan->candidates - 1].failure);
    noted->why = noted->failure;
    contest_drop(c);
    return 0;
}

/* Whether the step refines one of the leaders that compete by hop-bytes. */
static bool refines_leader(const struct strategy_step *step)
{
    return step->source == STRATEGY_LEADER || step->source == STRATEGY_PROMISING;
}

static int run_step(struct runner *r, const struct strategy_step *step, struct topomap_error *error)
{
    struct topomap_plan *plan = r->contest->plan;
    struct plan_step *noted = &plan->step[plan->steps++];
    unsigned int seen;

    if (refines_leader(step) && step->refinement != r->refinement) {
        if (r->series && contest_settle(r->contest, false, error) < 0)
            return -1;
        leaders_put_best_first(&r->leaders, tuning(TUNING_HANDICAP_AFTER_SWAPS));
        r->refinement = step->refinement;
    }
    if (look(r, step, &seen, error) < 0)
        return -1;
    *noted = (struct plan_step){.step = *step, .why = strategy_refuses(step, seen)};
    if (!noted->why && take_or_drop(r, step, noted, error) < 0)
        return -1;
    r->left_out = !noted->taken;
    return 0;
}

/* Note the scores of steps. Some are known only when times have been predicted. */
static void note_scores(struct topomap_plan *plan, double best)
{
    for (size_t i = 0; i < plan->steps; i++) {
        struct plan_step *step = &plan->step[i];

        if (!step->taken)
            continue;
        step->before = best;
        step->score = plan->candidate[step->candidate].score;
        best = fmin(best, step->score);
    }
}

static int run_steps(struct runner *r, const struct strategy *strategy, struct topomap_error *error)
{
    struct contest *c = r->contest;
    double best = c->best.value;

    c->guided = c->objective->guided;
    c->brief = c->objective->timed;
    c->deferred = c->guided && strategy->times != STRATEGY_TIMES_EACH;
    r->series = c->guided && strategy->times == STRATEGY_TIMES_SERIES;
    contest_layout(c);
    leaders_offer(&r->leaders, &c->now, c->plan->ranks, false);
    for (size_t i = 0; i < strategy->steps; i++) {
        if (run_step(r, &strategy->step[i], error) < 0)
            return -1;
    }
    if (c->deferred && contest_settle(c, true, error) < 0)
        return -1;
    note_scores(c->plan, best);
    return 0;
}

int runner_run(struct contest *contest, struct topomap_error *error)
{
    struct topomap_plan *plan = contest->plan;
    struct runner r = {.contest = contest, .features = &plan->features, .ideal = -1,
                       .best_trial = INFINITY};
    struct strategy strategy;
    int result;

    plan->steps = 0; /* forget the steps of an earlier "auto" in the list */
    if (features_get(contest->job, contest->stage, contest->objective, &plan->features, error) < 0)
        return -1;
    strategy_choose(&plan->features, contest->job->effort, &strategy);
    result = leaders_init(&r.leaders, LEADERS, plan->ranks) < 0 ||
                     leaders_init(&r.relieved, RELIEVED, plan->ranks) < 0
                 ? error_memory(error)
                 : run_steps(&r, &strategy, error);
    leaders_free(&r.leaders);
    leaders_free(&r.relieved);
    contest->guided = contest->brief = false;
    return result;
}
