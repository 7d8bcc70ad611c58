/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"
#include "cli/dry_run.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Different reasons of an outcome that are told. */
#define MOST_REASONS 32

struct reason {
    enum dry_outcome outcome;
    const char *text;
    size_t steps;
};

struct totals {
    size_t steps[DRY_OUTCOMES];
    double node_hours[DRY_OUTCOMES];
    double saved;      /* sum of gain times node hours, of those placed */
    double gains;      /* sum of gains */
    double best;       /* the largest gain */
    double seconds;    /* of planning */
    double slowest;    /* longest planning */
    size_t planned;    /* different steps that were planned */
    struct reason reason[MOST_REASONS];
    size_t reasons;
    size_t more;       /* steps with other reasons */
};

static double node_hours(const struct accounting_step *step)
{
    return (double)step->nodes * (double)step->seconds / 3600;
}

static void add_reason(struct totals *totals, const struct dry_row *row)
{
    size_t i;

    for (i = 0; i < totals->reasons; i++) {
        if (totals->reason[i].outcome == row->outcome &&
            strcmp(totals->reason[i].text, row->reason) == 0)
            break;
    }
    if (i == MOST_REASONS) {
        totals->more++;
        return;
    }
    if (i == totals->reasons)
        totals->reason[totals->reasons++] = (struct reason){row->outcome, row->reason, 0};
    totals->reason[i].steps++;
}

static int by_count(const void *a, const void *b)
{
    const struct reason *x = a, *y = b;

    if (x->outcome != y->outcome)
        return x->outcome < y->outcome ? -1 : 1;
    return (x->steps < y->steps) - (x->steps > y->steps);
}

static void add_up(const struct dry_run *run, struct totals *totals)
{
    *totals = (struct totals){.planned = 0};
    for (size_t i = 0; i < run->accounting.count; i++) {
        const struct dry_row *row = &run->row[i];

        totals->steps[row->outcome]++;
        totals->node_hours[row->outcome] += node_hours(row->step);
        totals->seconds += row->seconds;
        totals->planned += row->seconds > 0;
        if (row->seconds > totals->slowest)
            totals->slowest = row->seconds;
        if (row->reason)
            add_reason(totals, row);
        if (row->outcome != DRY_PLACED)
            continue;
        totals->gains += row->gain;
        totals->saved += row->gain * node_hours(row->step);
        if (row->gain > totals->best)
            totals->best = row->gain;
    }
    qsort(totals->reason, totals->reasons, sizeof *totals->reason, by_count);
}

/* The mean gain of the steps that were placed, by node hours where these are known. */
static double mean_gain(const struct totals *totals)
{
    if (totals->node_hours[DRY_PLACED] > 0)
        return totals->saved / totals->node_hours[DRY_PLACED];
    return totals->steps[DRY_PLACED] ? totals->gains / (double)totals->steps[DRY_PLACED] : 0;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Users choose names: these must not reach a terminal as they are. */
static void put_word(struct text *text, int width, const char *word)
{
    char shown[64];

    text_format(shown, sizeof shown, "%.*s", width, word && *word ? word : "-");
    text_hide_controls(shown);
    text_printf(text, "%-*s ", width, shown);
}

static void put_row(const struct dry_run *run, const struct dry_row *row, struct text *text)
{
    const struct accounting_step *step = row->step;
    char reason[200];

    put_word(text, 14, step->id);
    put_word(text, 10, step->partition);
    put_word(text, 10, step->user);
    put_word(text, 14, step->name);
    text_printf(text, "%6u %7u  %-9s ", step->nodes, step->tasks, dry_outcomes[row->outcome]);
    if (row->outcome == DRY_PLACED)
        text_printf(text, "%5.1f%% ", 100 * row->gain);
    else
        text_puts(text, "     - ");
    if (row->rule)
        text_printf(text, " %s:%u", base_name(run->policy), row->rule);
    if (row->reason) {
        text_format(reason, sizeof reason, "%s", row->reason);
        text_hide_controls(reason);
        text_printf(text, " %s", reason);
    }
    text_puts(text, "\n");
}

static void put_table(const struct dry_run *run, struct text *text)
{
    text_printf(text, "%-14s %-10s %-10s %-14s %6s %7s  %-9s %6s  %s\n", "step", "partition",
                "user", "program", "nodes", "tasks", "outcome", "gain", "rule, reason");
    for (size_t i = 0; i < run->accounting.count; i++)
        put_row(run, &run->row[i], text);
    text_puts(text, "\n");
}

static void put_outcome(const struct dry_run *run, const struct totals *totals,
                        enum dry_outcome outcome, struct text *text)
{
    text_printf(text, "%-10s %8zu", dry_outcomes[outcome], totals->steps[outcome]);
    if (run->accounting.timed)
        text_printf(text, "  %.1f node hours", totals->node_hours[outcome]);
    if (outcome == DRY_PLACED && totals->steps[outcome])
        text_printf(text, "  gain %.1f%% in the mean, at most %.1f%%", 100 * mean_gain(totals),
                    100 * totals->best);
    text_puts(text, "\n");
    for (size_t i = 0; i < totals->reasons; i++) {
        char reason[200];

        if (totals->reason[i].outcome != outcome)
            continue;
        text_format(reason, sizeof reason, "%s", totals->reason[i].text);
        text_hide_controls(reason);
        text_printf(text, "  %8zu  %s\n", totals->reason[i].steps, reason);
    }
}

void dry_run_print_text(const struct dry_run *run, bool totals_only, struct text *text)
{
    struct totals totals;

    add_up(run, &totals);
    if (!totals_only)
        put_table(run, text);
    text_printf(text, "%-10s %8zu  of %zu job%s; %zu more that srun did not start\n", "steps",
                run->accounting.count, run->accounting.jobs, run->accounting.jobs == 1 ? "" : "s",
                run->accounting.others);
    for (int i = 0; i < DRY_OUTCOMES; i++)
        put_outcome(run, &totals, (enum dry_outcome)i, text);
    if (totals.more)
        text_printf(text, "  %8zu  other reasons\n", totals.more);
    if (totals.planned)
        text_printf(text, "%-10s %8.3f s for %zu different steps, at most %.3f s\n", "planning",
                    totals.seconds, totals.planned, totals.slowest);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_row(struct json *json, const struct dry_row *row)
{
    const struct accounting_step *step = row->step;

    json_open(json, NULL, '{');
    json_string(json, "step", step->id);
    json_whole(json, "line", step->line);
    json_string(json, "partition", step->partition);
    json_string(json, "account", step->account);
    json_string(json, "user", step->user);
    json_string(json, "program", step->name);
    json_string(json, "hosts", step->hosts);
    json_whole(json, "nodes", step->nodes);
    json_whole(json, "tasks", step->tasks);
    json_whole(json, "seconds", step->seconds);
    json_string(json, "outcome", dry_outcomes[row->outcome]);
    json_string(json, "reason", row->reason);
    json_whole(json, "rule", row->rule);
    json_number(json, "gain", row->gain);
    json_close(json, '}');
}

static void json_outcome(struct json *json, const struct totals *totals, enum dry_outcome outcome)
{
    json_open(json, dry_outcomes[outcome], '{');
    json_whole(json, "steps", totals->steps[outcome]);
    json_number(json, "node_hours", totals->node_hours[outcome]);
    json_open(json, "reasons", '[');
    for (size_t i = 0; i < totals->reasons; i++) {
        if (totals->reason[i].outcome != outcome)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "reason", totals->reason[i].text);
        json_whole(json, "steps", totals->reason[i].steps);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

char *dry_run_print_json(const struct dry_run *run, bool totals_only)
{
    struct json json = {0};
    struct totals totals;

    add_up(run, &totals);
    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "policy", run->policy);
    json_whole(&json, "jobs", run->accounting.jobs);
    json_whole(&json, "steps", run->accounting.count);
    json_whole(&json, "other_steps", run->accounting.others);
    json_open(&json, "outcomes", '{');
    for (int i = 0; i < DRY_OUTCOMES; i++)
        json_outcome(&json, &totals, (enum dry_outcome)i);
    json_close(&json, '}');
    json_number(&json, "mean_gain", mean_gain(&totals));
    json_number(&json, "best_gain", totals.best);
    json_number(&json, "planning_seconds", totals.seconds);
    json_number(&json, "slowest_plan", totals.slowest);
    if (!totals_only) {
        json_open(&json, "rows", '[');
        for (size_t i = 0; i < run->accounting.count; i++)
            json_row(&json, &run->row[i]);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    text_puts(&json.text, "\n");
    return text_take(&json.text);
}
