/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/explain.h"

#include "base/error.h"
#include "option/words.h"
#include "plan/tried.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL_SIZE 64

/* What a step does, in one or two words. */
static const char *label(const struct strategy_step *step, char text[LABEL_SIZE])
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth"};
    static const char *const sources[] = {
        [STRATEGY_LEADER] = "",
        [STRATEGY_PROMISING] = "promising",
        [STRATEGY_BEST_TRIAL] = "best try",
        [STRATEGY_SHORTEST] = "shortest",
        [STRATEGY_LATEST] = "latest",
        [STRATEGY_RELIEVED] = " relieved",
        [STRATEGY_BEST] = "fastest",
    };

    if (step->source == STRATEGY_ALGORITHM)
        return step->algorithm;
    snprintf(text, LABEL_SIZE, "%s%s%s",
             step->source == STRATEGY_LEADER || step->source == STRATEGY_RELIEVED
                 ? ordinals[step->leader]
                 : "",
             sources[step->source], step->refinement ? step->refinement->suffix : "");
    return text;
}

/* The part by which a step lowered the best score so far; 0: it did not. */
static double gain(const struct plan_step *step)
{
    return step->before > 0 && step->score < step->before ? 1 - step->score / step->before : 0;
}

/* ---- text -------------------------------------------------------------------------------- */

static void print_network(struct text *text, const struct features *f)
{
    if (f->tree)
        text_printf(text, "%-22s tree of switches\n", "network");
    else if (f->dims)
        text_printf(text, "%-22s nodes have coordinates, %u each\n", "network", f->dims);
    else
        text_printf(text, "%-22s nodes have no coordinates\n", "network");
    text_printf(text, "%-22s %u; %.3g hops apart on average, %g at most, in a sample\n", "nodes",
                f->nodes, f->mean_hops, f->most_hops);
    if (f->least_tasks == f->most_tasks)
        text_printf(text, "%-22s %u each\n", "tasks of nodes", f->most_tasks);
    else
        text_printf(text, "%-22s %u to %u\n", "tasks of nodes", f->least_tasks, f->most_tasks);
}

static void print_features(struct text *text, const struct features *f)
{
    text_printf(text, "%-22s %u, each communicates with %.3g others\n", "ranks", f->ranks,
                (double)f->pairs / f->ranks);
    text_printf(text, "%-22s %s\n", "structure of the graph",
                *f->structure ? f->structure : "not looked for");
    text_printf(text, "%-22s %s\n", "coordinates of ranks", f->coordinates ? "known" : "unknown");
    print_network(text, f);
    text_printf(text, "%-22s %s%s\n", "objective",
                f->guided    ? "time, searched for by hop-bytes"
                : !f->busiest ? "hop-bytes"
                : f->timed    ? "time"
                              : "the busiest link",
                f->inside ? "; levels inside nodes count" : "");
    if (f->seconds == INFINITY)
        text_printf(text, "%-22s no limit\n", "time");
    else
        text_printf(text, "%-22s %.3g s left\n", "time", f->seconds);
}

/* Steps may have names of five parts. */
#define STEP "%-40s"

/* The result of a step, which made `candidate`, and its cost. */
static void print_taken(struct text *text, const struct plan_step *step,
                        const struct topomap_candidate *candidate)
{
    char score[TRIED_SIZE];

    text_printf(text, STEP " %-14s %8.2f %% %9.4f  %s", step->name,
                tried_text(candidate, 10, score), 100 * gain(step), step->seconds,
                step->step.purpose);
    if (step->step.share < 1)
        text_printf(text, " (%.2g of the work)", step->step.share);
    text_puts(text, "\n");
}

static void print_steps(struct text *text, const struct topomap_plan *plan)
{
    char name[LABEL_SIZE];

    text_printf(text, STEP " %-14s %10s %9s  why\n", "step", "score", "gain", "seconds");
    text_printf(text, STEP " %.10g\n", "layout", plan->score_before.value);
    for (size_t i = 0; i < plan->steps; i++) {
        const struct plan_step *step = &plan->step[i];

        if (step->taken)
            print_taken(text, step, &plan->candidate[step->candidate]);
        else
            text_printf(text, STEP " left out: %s\n", label(&step->step, name), step->why);
    }
}

char *topomap_plan_explain(const struct topomap_plan *plan, struct topomap_error *error)
{
    struct text text = {0};
    char *result;

    if (plan->steps) {
        text_puts(&text, "\nfeatures of the job\n");
        print_features(&text, &plan->features);
        text_puts(&text, "\nsteps of auto; gain: by how much the best score fell\n");
        print_steps(&text, plan);
    } else {
        text_puts(&text, "\nauto did not run: there is no strategy to explain\n");
    }
    result = text_take(&text);
    if (!result)
        error_memory(error);
    return result;
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void json_features(struct json *json, const struct features *f)
{
    json_open(json, "features", '{');
    json_whole(json, "ranks", f->ranks);
    json_number(json, "partners_per_rank", (double)f->pairs / f->ranks);
    json_string(json, "structure", *f->structure ? f->structure : NULL);
    json_bool(json, "coordinates_of_ranks", f->coordinates);
    json_bool(json, "tree", f->tree);
    json_whole(json, "coordinates_of_nodes", f->dims);
    json_whole(json, "nodes", f->nodes);
    json_number(json, "mean_hops", f->mean_hops);
    json_number(json, "most_hops", f->most_hops);
    json_whole(json, "least_tasks", f->least_tasks);
    json_whole(json, "most_tasks", f->most_tasks);
    json_bool(json, "busiest_link", f->busiest);
    json_bool(json, "timed", f->timed);
    json_bool(json, "guided_by_hop_bytes", f->guided);
    json_bool(json, "inside_nodes", f->inside);
    json_number(json, "seconds_left", f->seconds);
    json_close(json, '}');
}

static void json_step(struct json *json, const struct topomap_plan *plan,
                      const struct plan_step *step)
{
    char name[LABEL_SIZE];

    json_open(json, NULL, '{');
    json_string(json, "step", label(&step->step, name));
    json_bool(json, "taken", step->taken);
    json_string(json, "why", step->taken ? step->step.purpose : step->why);
    json_string(json, "effort", option_efforts[step->step.effort]);
    json_number(json, "share", step->step.share);
    json_string(json, "candidate", step->taken ? step->name : NULL);
    json_number(json, "best_before", step->taken ? step->before : NAN);
    json_number(json, "score", step->taken ? step->score : NAN);
    json_number(json, "score_at_least",
                step->taken ? tried_least(&plan->candidate[step->candidate]) : NAN);
    json_number(json, "seconds", step->taken ? step->seconds : NAN);
    json_close(json, '}');
}

void explain_json(struct json *json, const struct topomap_plan *plan)
{
    if (!plan->steps) {
        json_string(json, "explain", NULL);
        return;
    }
    json_open(json, "explain", '{');
    json_features(json, &plan->features);
    json_open(json, "steps", '[');
    for (size_t i = 0; i < plan->steps; i++)
        json_step(json, plan, &plan->step[i]);
    json_close(json, ']');
    json_close(json, '}');
}
