/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/contest.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "refine/seconds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the time decides, all metrics of the layout come at once, unless it is scored on domains:
 * metrics are those of nodes. */
static int score_layout(struct contest *c, struct topomap_error *error)
{
    const struct topomap_graph *graph = c->job->graph;
    struct topomap_plan *plan = c->plan;

    plan->before_known = c->watches || (c->objective->timed && !c->stage->domains);
    if (c->watches && topomap_metrics_timed(graph, c->job->allocation, plan->layout, &plan->before,
                                            error) < 0)
        return -1;
    if (!c->objective->timed || c->stage->domains)
        return c->objective->score(graph, c->stage->allocation, c->stage->layout, INFINITY,
                                   &plan->score_before, error);
    return objective_measure(graph, c->stage->allocation, c->stage->layout, &plan->before,
                             &plan->score_before, error);
}

int contest_init(struct contest *c, struct topomap_plan *plan, const struct map_job *job,
                 const struct stage *stage, const struct objective *objective,
                 struct topomap_error *error)
{
    *c = (struct contest){.plan = plan, .job = job, .stage = stage, .objective = objective,
                          .best_name = "layout", .inside = -1,
                          .replaces = plan_replaces(stage->request)};
    c->watches = !c->replaces && objective_replaced(stage->request);
    HOLDS(!objective->guided || !stage->domains); /* hop-bytes replace it there */
    if (score_layout(c, error) < 0)
        return -1;
    memcpy(plan->placement, stage->layout, plan->ranks * sizeof *plan->placement);
    c->shortest.score = (struct objective_score){INFINITY, INFINITY};
    c->best = c->replaces ? c->shortest.score : plan->score_before;
    c->now.placement = array_raw(plan->ranks, sizeof *c->now.placement);
    c->shortest.placement = array_raw(plan->ranks, sizeof *c->shortest.placement);
    return c->now.placement && c->shortest.placement ? 0 : error_memory(error);
}

void contest_free(struct contest *c)
{
    free(c->now.placement);
    free(c->shortest.placement);
}

/* ---- candidates -------------------------------------------------------------------------- */

static struct topomap_candidate *candidate_new(struct contest *c, const char *name,
                                               struct topomap_error *error)
{
    const struct topomap_request *request = c->stage->request;
    struct topomap_plan *plan = c->plan;
    struct topomap_candidate *candidate;
    char *copy = strdup(name);

    if (!copy || array_grow(&plan->candidate, &plan->candidate_room, plan->candidates + 1,
                            sizeof *plan->candidate) < 0) {
        free(copy);
        error_memory(error);
        return NULL;
    }
    candidate = &plan->candidate[plan->candidates++];
    *candidate = (struct topomap_candidate){.algorithm = copy};
    c->found = 0;
    if (request->begins)
        request->begins(request->context, copy);
    return candidate;
}

void contest_drop(struct contest *c)
{
    struct topomap_candidate *candidate = &c->plan->candidate[--c->plan->candidates];
    struct map_times *times = c->job->times;

    while (times->phases && times->phase[times->phases - 1].algorithm == candidate->algorithm)
        times->phases--;
    free((char *)candidate->algorithm);
    free((char *)candidate->failure);
}

/* ---- the best one ------------------------------------------------------------------------ */

static int inside_of(const struct contest *c, const uint32_t *placement, double *level_bytes,
                     struct topomap_error *error)
{
    uint32_t *slots = array_raw(c->plan->ranks, sizeof *slots);
    int result;

    if (!slots)
        return error_memory(error);
    result = stage_slots(c->stage, placement, slots, error);
    if (result == 0)
        result = stage_inside(c->stage, placement, slots, level_bytes, error);
    free(slots);
    return result;
}

/* Whether the latest placement beats the best one by the cost of messages inside nodes, when
 * their scores are equal. Returns 1, 0, or -1 when memory runs out. */
static int is_better_inside(struct contest *c, struct objective_score score, double *inside,
                            struct topomap_error *error)
{
    size_t size = c->plan->ranks * sizeof *c->now.placement;

    if (!c->stage->start || objective_better(c->best, score) ||
        (!c->replaces && !objective_better(c->best, c->plan->score_before)) ||
        memcmp(c->now.placement, c->plan->placement, size) == 0)
        return 0;
    if ((c->inside < 0 && inside_of(c, c->plan->placement, &c->inside, error) < 0) ||
        inside_of(c, c->now.placement, inside, error) < 0)
        return -1;
    return *inside < c->inside;
}

/* Keep the latest placement as the start of congestion reduction if it has the fewest hop-bytes
 * so far. */
static void keep_shortest(struct contest *c)
{
    if (!c->objective->busiest || !objective_better(c->now.score, c->shortest.score))
        return;
    memcpy(c->shortest.placement, c->now.placement, c->plan->ranks * sizeof *c->now.placement);
    c->shortest.score = c->now.score;
    c->shortest.exact = c->now.exact;
    memcpy(c->shortest.name, c->now.name, sizeof c->shortest.name);
}

static struct objective_score hop_bytes_first(const struct contest *c, struct objective_score score)
{
    return c->objective->busiest ? (struct objective_score){score.tie, score.value} : score;
}

/* Score the latest placement. A time that refinement has told is not predicted again. A guided
 * search predicts a time only for placements whose hop-bytes are near the fewest so far or that
 * were searched for by links, `last` being the refinement that ended with them, and only once for
 * the layout. The former may be left to contest_settle. A time that is not predicted counts as
 * infinite. */
static int score_latest(const struct contest *c, const struct map_job *job,
                        const struct refinement *last, struct objective_score *score,
                        struct topomap_error *error)
{
    const struct topomap_allocation *a = c->stage->allocation;
    const uint32_t *placement = c->now.placement;
    struct objective_score before = c->plan->score_before, hop_bytes;
    double enough = c->brief ? c->best.value : INFINITY;
    bool by_links = last && last->by_links;

    if (!c->guided && c->found == 0)
        return c->objective->score(job->graph, a, placement, enough, score, error);
    if (objective_find("hop-bytes")->score(job->graph, a, placement, INFINITY, &hop_bytes,
                                         error) < 0)
        return -1;
    *score = (struct objective_score){c->found > 0 ? c->found : INFINITY, hop_bytes.value};
    if (c->found > 0)
        return 0;
    if (!by_links && (c->deferred ||
                      hop_bytes.value > tuning(TUNING_PREDICTED) * c->shortest.score.value))
        return 0;
    if (hop_bytes.value != before.tie ||
        memcmp(placement, c->stage->layout, c->plan->ranks * sizeof *placement) != 0)
        return c->objective->score(job->graph, a, placement, enough, score, error);
    *score = before;
    return 0;
}

/* Note what is known of the score of the latest placement, for its candidate too. */
static void note_score(struct contest *c, struct objective_score score,
                       struct topomap_candidate *candidate)
{
    c->now.score = hop_bytes_first(c, score);
    c->now.exact = score.value < INFINITY &&
                   (c->found > 0 || !c->brief || score.value <= c->best.value);
    candidate->score = c->now.exact ? score.value : NAN;
    candidate->least = c->now.exact || score.value == INFINITY ? 0 : score.value;
}

/* Whether the latest placement takes longer than the layout. The plan notes the time of that with
 * the best score. Returns 1, 0, or -1 when memory runs out. */
static int is_slower(struct contest *c, const struct map_job *job, struct objective_score score,
                     struct topomap_error *error)
{
    struct topomap_plan *plan = c->plan;
    uint32_t *nodes = array_raw(plan->ranks, sizeof *nodes);
    double seconds;
    int result;

    if (!nodes)
        return error_memory(error);
    memcpy(nodes, c->now.placement, plan->ranks * sizeof *nodes);
    stage_nodes(c->stage, nodes);
    result = refine_judge(job, nodes, &seconds, error);
    free(nodes);
    if (result < 0 || score_at_most(seconds, plan->before.seconds))
        return result;
    if (!plan->slower || score.value < plan->shortest.value)
        plan->shortest = (struct objective_score){score.value, seconds};
    plan->slower = true;
    return 1;
}

/* Make the latest placement the best one. */
static void keep_latest(struct contest *c, struct objective_score score, double inside,
                        const char *name)
{
    c->inside = inside;
    memcpy(c->plan->placement, c->now.placement, c->plan->ranks * sizeof *c->now.placement);
    c->plan->after_known = false;
    c->best = score;
    memcpy(c->best_name, name, strlen(name) + 1);
}

/* Score the latest placement, which `last` refined if not NULL, for `candidate`, and keep it if it
 * beats the best one and may be the plan. */
static int offer(struct contest *c, const struct map_job *job, const struct refinement *last,
                 struct topomap_candidate *candidate, double start, struct topomap_error *error)
{
    double scoring = clock_seconds();
    struct objective_score score;
    double inside = -1;

    if (score_latest(c, job, last, &score, error) < 0)
        return -1;
    map_phase(job, "scoring", &scoring);
    candidate->seconds = clock_seconds() - start;
    note_score(c, score, candidate);
    keep_shortest(c);
    if (!objective_better(score, c->best)) {
        int better = is_better_inside(c, score, &inside, error);

        if (better <= 0)
            return better;
    }
    if (c->watches) {
        int slower = is_slower(c, job, score, error);

        map_phase(job, "scoring", &scoring);
        if (slower != 0)
            return slower < 0 ? -1 : 0;
    }
    keep_latest(c, score, inside, candidate->algorithm);
    return 0;
}

/* ---- what runs --------------------------------------------------------------------------- */

/* The job for one candidate. */
static struct map_job job_for(const struct contest *c, const struct topomap_candidate *candidate,
                              const struct contest_work *work)
{
    struct map_job job = *c->job;

    job.algorithm = candidate->algorithm;
    job.effort = work->effort;
    job.part = work->share < 1 ? work->share : 0;
    job.seed += (uint64_t)work->draw << 32;
    job.is_start = work->is_start;
    job.grouped = work->grouped;
    job.most_work = work->most;
    return job;
}

/* On failure, returns -1 and notes the reason in the candidate. */
static int run_choice(struct contest *c, const struct choice *choice, const struct map_job *job,
                      struct topomap_candidate *candidate, struct topomap_error *error)
{
    struct map_result out = {.placement = c->now.placement};
    struct topomap_error why;

    if (choice_run(choice, job, c->stage, &out, &why) == 0) {
        c->now.hints = out.hints;
        if (topomap_placement_check(c->stage->allocation, out.placement, &why) == 0)
            return 0;
        /* No reason to leave it out, but a defect of the algorithm. */
        return error_set(error, TOPOMAP_INTERNAL, "%s: %s", choice->text, why.text);
    }
    candidate->score = NAN;
    candidate->failure = strdup(why.text);
    if (!candidate->failure)
        return error_memory(error);
    if (why.code == TOPOMAP_IMPOSSIBLE)
        return error_set(error, why.code, "%s: %s", choice->text, why.text);
    return error_set(error, why.code, "%s", why.text);
}

int contest_run(struct contest *c, const struct choice *choice, const struct contest_work *work,
                struct topomap_error *error)
{
    double start = clock_seconds();
    struct topomap_candidate *candidate = candidate_new(c, choice->text, error);
    struct map_job job;

    if (!candidate)
        return -1;
    job = job_for(c, candidate, work);
    memcpy(c->now.name, choice->text, sizeof c->now.name);
    if (run_choice(c, choice, &job, candidate, error) < 0)
        return -1;
    return offer(c, &job, choice_last(choice), candidate, start, error);
}

void contest_layout(struct contest *c)
{
    memcpy(c->now.placement, c->stage->layout, c->plan->ranks * sizeof *c->now.placement);
    memcpy(c->now.name, "layout", sizeof "layout");
    c->now.score = hop_bytes_first(c, c->plan->score_before);
    c->now.exact = true;
    c->now.hints = 0;
    keep_shortest(c);
}

void contest_begin(struct contest *c, const struct contestant *from)
{
    memcpy(c->now.placement, from->placement, c->plan->ranks * sizeof *from->placement);
    memcpy(c->now.name, from->name, sizeof c->now.name);
    c->now.score = from->score;
    c->now.exact = from->exact;
}

void contest_begin_best(struct contest *c)
{
    memcpy(c->now.placement, c->plan->placement, c->plan->ranks * sizeof *c->now.placement);
    memcpy(c->now.name, c->best_name, sizeof c->now.name);
    c->now.score = hop_bytes_first(c, c->best);
    c->now.exact = true;
}

/* What is refined in the same way again keeps its name. */
static void add_suffix(char name[CHOICE_SIZE], const char *suffix)
{
    size_t length = strlen(name), part = strlen(suffix);

    if (length < part || strcmp(name + length - part, suffix) != 0)
        snprintf(name + length, CHOICE_SIZE - length, "%s", suffix);
}

int contest_refine(struct contest *c, const struct refinement *refinement,
                   const struct contest_work *work, struct topomap_error *error)
{
    double start = clock_seconds();
    struct topomap_candidate *candidate;
    struct map_job job;

    add_suffix(c->now.name, refinement->suffix);
    candidate = candidate_new(c, c->now.name, error);
    if (!candidate)
        return -1;
    job = job_for(c, candidate, work);
    job.known = c->objective->timed && c->now.exact ? c->now.score.tie : 0;
    job.found = c->objective->timed ? &c->found : NULL;
    c->now.hints = 0;
    if (stage_refine(c->stage, refinement, &job, c->now.placement, error) < 0)
        return -1;
    return offer(c, &job, refinement, candidate, start, error);
}

int contest_settle(struct contest *c, bool last, struct topomap_error *error)
{
    struct topomap_candidate *candidate = c->plan->candidate + c->plan->candidates;
    double start = clock_seconds();
    const struct topomap_allocation *a = c->stage->allocation;
    const struct topomap_graph *graph = c->job->graph;
    struct topomap_metrics metrics;
    struct objective_score score;

    while (candidate > c->plan->candidate && strcmp(candidate[-1].algorithm, c->shortest.name) != 0)
        candidate--;
    if (candidate-- == c->plan->candidate || !isnan(candidate->score) || candidate->least > 0)
        return 0;
    contest_begin(c, &c->shortest);
    if ((last ? objective_measure(graph, a, c->now.placement, &metrics, &score, error)
              : c->objective->score(graph, a, c->now.placement, INFINITY, &score, error)) < 0)
        return -1;
    map_phase(c->job, "scoring", &start);
    candidate->score = c->shortest.score.tie = score.value;
    c->shortest.exact = true;
    if (!objective_better(score, c->best))
        return 0;
    keep_latest(c, score, -1, candidate->algorithm);
    if (last)
        c->plan->after = metrics;
    c->plan->after_known = last;
    return 0;
}

/* Where the layout stays, the time of the placement with the fewest hop-bytes is told: a lower
 * bound of it would say too little. */
static int know_shortest(struct contest *c, struct topomap_error *error)
{
    double before = c->plan->score_before.value;
    struct objective_score score;

    if (!c->objective->guided || c->replaces || c->shortest.exact ||
        c->best.value <= (1 - c->objective->error) * before)
        return 0;
    if (c->objective->score(c->job->graph, c->stage->allocation, c->shortest.placement, INFINITY,
                            &score, error) < 0)
        return -1;
    c->shortest.score.tie = score.value;
    return 0;
}

int contest_end(struct contest *c, struct topomap_error *error)
{
    struct topomap_plan *plan = c->plan;

    if (know_shortest(c, error) < 0)
        return -1;
    plan->score_after = c->best;
    if (c->objective->busiest)
        plan->shortest = c->shortest.score;
    plan->kept = !c->replaces && !objective_better(c->best, plan->score_before);
    plan->algorithm = strdup(c->best_name);
    return plan->algorithm ? 0 : error_memory(error);
}
