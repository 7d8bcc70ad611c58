/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/stats.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

/* Reasons and algorithms that text shows. */
#define SHOWN 10

static const double quantiles[] = {0.5, 0.95, 1};

static void put_time(struct text *text, uint64_t seconds)
{
    time_t when = (time_t)seconds;
    struct tm parts;
    char line[32];

    if (gmtime_r(&when, &parts) && strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ", &parts))
        text_puts(text, line);
}

/* A line for each code of declines: rare ones are not to be lost among reasons. */
static void put_codes(struct text *text, const struct stats *stats)
{
    const char *title = "codes";

    for (int i = TOPOMAP_OK; i <= TOPOMAP_TIMEOUT; i++) {
        if (!stats->code[i])
            continue;
        text_printf(text, "%-12s %8" PRIu64 "  %s\n", title, stats->code[i], decision_codes[i]);
        title = "";
    }
}

static void put_tally(struct text *text, const char *title, const struct tally *tally)
{
    uint64_t others = tally->others;

    for (size_t i = 0; i < tally->count && i < SHOWN; i++)
        text_printf(text, "%-12s %8" PRIu64 "  %s\n", i ? "" : title, tally->row[i].times,
                    tally->row[i].name);
    for (size_t i = SHOWN; i < tally->count; i++)
        others += tally->row[i].times;
    if (others)
        text_printf(text, "%-12s %8" PRIu64 "  others\n", "", others);
}

void stats_print_text(const struct stats *stats, struct text *text)
{
    const struct sample *gain = &stats->gain, *seconds = &stats->seconds;

    text_printf(text, "%-12s %8" PRIu64 "  %" PRIu64 " of them asked for", "decisions",
                stats->decisions, stats->asked);
    if (stats->decisions) {
        text_puts(text, ", ");
        put_time(text, stats->first);
        text_puts(text, " to ");
        put_time(text, stats->last);
    }
    text_puts(text, "\n");
    for (int i = 0; i < DECISION_OUTCOMES; i++)
        text_printf(text, "%-12s %8" PRIu64 "\n", decision_outcomes[i], stats->outcome[i]);
    if (gain->count)
        text_printf(text, "%-12s %8.1f%% in the mean, median %.1f%%, at most %.1f%%\n", "gain",
                    100 * gain->sum / (double)gain->count, 100 * sample_quantile(gain, 0.5),
                    100 * sample_quantile(gain, 1));
    if (seconds->count)
        text_printf(text, "%-12s %8.3f s in all, median %.3f s, 95%% within %.3f s, at most "
                    "%.3f s\n", "planning", seconds->sum, sample_quantile(seconds, 0.5),
                    sample_quantile(seconds, 0.95), sample_quantile(seconds, 1));
    put_tally(text, "algorithms", &stats->algorithms);
    put_codes(text, stats);
    put_tally(text, "reasons", &stats->reasons);
    if (stats->limited)
        text_printf(text, "%-12s %8" PRIu64 "  minutes of a user in which lines were left out\n",
                    "limited", stats->limited);
    if (stats->skipped)
        text_printf(text, "%-12s %8" PRIu64 "  lines that hold no decision\n", "skipped",
                    stats->skipped);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_sample(struct json *json, const char *key, const struct sample *sample)
{
    json_open(json, key, '{');
    json_whole(json, "count", sample->count);
    json_number(json, "sum", sample->sum);
    json_number(json, "median", sample_quantile(sample, 0.5));
    json_number(json, "quantile_95", sample_quantile(sample, 0.95));
    json_number(json, "max", sample_quantile(sample, 1));
    json_close(json, '}');
}

static void json_tally(struct json *json, const char *key, const char *name,
                       const struct tally *tally)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < tally->count; i++) {
        json_open(json, NULL, '{');
        json_string(json, name, tally->row[i].name);
        json_whole(json, "count", tally->row[i].times);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void stats_print_json(const struct stats *stats, struct text *text)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_whole(&json, "decisions", stats->decisions);
    json_whole(&json, "asked", stats->asked);
    json_whole(&json, "first", stats->first);
    json_whole(&json, "last", stats->last);
    for (int i = 0; i < DECISION_OUTCOMES; i++)
        json_whole(&json, decision_outcomes[i], stats->outcome[i]);
    json_open(&json, "codes", '{');
    for (int i = TOPOMAP_INTERNAL; i <= TOPOMAP_TIMEOUT; i++)
        json_whole(&json, decision_codes[i], stats->code[i]);
    json_close(&json, '}');
    json_whole(&json, "ranks_placed", stats->ranks);
    json_sample(&json, "gain", &stats->gain);
    json_sample(&json, "planning_seconds", &stats->seconds);
    json_tally(&json, "algorithms", "algorithm", &stats->algorithms);
    json_whole(&json, "other_algorithms", stats->algorithms.others);
    json_tally(&json, "reasons", "reason", &stats->reasons);
    json_whole(&json, "other_reasons", stats->reasons.others);
    json_whole(&json, "limited", stats->limited);
    json_whole(&json, "skipped", stats->skipped);
    json_close(&json, '}');
    text_puts(&json.text, "\n");
    *text = json.text;
}

/* ---- OpenMetrics ---------------------------------------------------------------------------- */

static void head(struct text *text, const char *name, const char *type, const char *help)
{
    text_printf(text, "# HELP topomap_%s %s\n# TYPE topomap_%s %s\n", name, help, name, type);
}

static void summary(struct text *text, const char *name, const char *help,
                    const struct sample *sample)
{
    head(text, name, "summary", help);
    for (size_t i = 0; sample->count && i < sizeof quantiles / sizeof *quantiles; i++)
        text_printf(text, "topomap_%s{quantile=\"%g\"} %.9g\n", name, quantiles[i],
                    sample_quantile(sample, quantiles[i]));
    text_printf(text, "topomap_%s_sum %.9g\ntopomap_%s_count %zu\n", name, sample->sum, name,
                sample->count);
}

void stats_print_openmetrics(const struct stats *stats, struct text *text)
{
    head(text, "decisions", "counter", "Steps that topomap decided about, by outcome.");
    for (int i = 0; i < DECISION_OUTCOMES; i++)
        text_printf(text, "topomap_decisions_total{outcome=\"%s\"} %" PRIu64 "\n",
                    decision_outcomes[i], stats->outcome[i]);
    head(text, "declines", "counter", "Steps that were not planned, by the kind of reason.");
    for (int i = TOPOMAP_INTERNAL; i <= TOPOMAP_TIMEOUT; i++)
        text_printf(text, "topomap_declines_total{reason=\"%s\"} %" PRIu64 "\n",
                    decision_codes[i], stats->code[i]);
    head(text, "placed_ranks", "counter", "Ranks of the steps that were placed.");
    text_printf(text, "topomap_placed_ranks_total %" PRIu64 "\n", stats->ranks);
    summary(text, "gain_ratio", "Part of the score of Slurm's placement that plans save.",
            &stats->gain);
    summary(text, "planning_seconds", "Time that planning took in front of launches.",
            &stats->seconds);
    head(text, "log_skipped_lines", "counter", "Lines of the logs that hold no decision.");
    text_printf(text, "topomap_log_skipped_lines_total %" PRIu64 "\n# EOF\n", stats->skipped);
}
