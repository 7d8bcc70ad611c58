/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap stats: summarises the administrator's log. */
#include "cli/commands.h"
#include "cli/stats.h"

#include "base/error.h"
#include "base/list.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The largest log that is read if it is named, and in a folder, where steps that end at once may
 * exceed the plugin's limit by their lines. */
#define MOST_BYTES ((size_t)1 << 30)
#define MOST_IN_FOLDER ((size_t)WIRE_DECISION_FILE + ((size_t)1 << 20))
/* Longer lines hold no decision, whatever the system's log puts in front. */
#define MOST_LINE (2 * WIRE_DECISION_LINE)

static struct {
    const char *format, *days, *output;
} args;

static const struct cli_option options[] = {
    {"format", 'f', "text|json|openmetrics", "output format [text]", &args.format,
     NULL},
    {"days", 'd', "N", "only decisions of the last N days", &args.days, NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};
static const struct cli_command command = {
    "topomap stats",
    "[OPTION]... LOG...",
    "Summarise the plugin's decisions: logs of steps, or folders of such logs.",
    "Examples:\n"
    "  topomap stats /var/log/topomap\n"
    "  journalctl -t topomap -o cat | topomap stats -\n"
    "  topomap stats -f openmetrics -o /var/lib/node_exporter/topomap.prom /var/log/topomap\n",
    options,
};

/* ---- reading ------------------------------------------------------------------------------- */

static void tally_add(struct tally *tally, const char *name)
{
    for (size_t i = 0; i < tally->count; i++) {
        if (strcmp(tally->row[i].name, name) == 0) {
            tally->row[i].times++;
            return;
        }
    }
    if (tally->count == TALLY_ROWS) {
        tally->others++;
        return;
    }
    tally->row[tally->count].name = strdup(name);
    if (tally->row[tally->count].name)
        tally->row[tally->count++].times = 1;
    else
        tally->failed = true;
}

static void sample_add(struct sample *sample, double value)
{
    if (array_grow(&sample->value, &sample->room, sample->count + 1, sizeof *sample->value) < 0) {
        sample->failed = true;
        return;
    }
    sample->value[sample->count++] = value;
    sample->sum += value;
}

static void take(struct stats *stats, const struct decision_read *read)
{
    const struct wire_decision *decision = &read->decision;

    if (decision->time < stats->since)
        return;
    stats->decisions++;
    stats->asked += decision->asked;
    stats->limited += decision->limited;
    stats->outcome[decision->outcome]++;
    if (!stats->first || decision->time < stats->first)
        stats->first = decision->time;
    if (decision->time > stats->last)
        stats->last = decision->time;
    if (decision->milliseconds > 0)
        sample_add(&stats->seconds, decision->milliseconds / 1e3);
    if (decision->outcome == DECISION_DECLINED) {
        stats->code[decision->code]++;
        tally_add(&stats->reasons, read->reason ? read->reason : "not told");
    }
    if (decision->outcome != DECISION_PLACED)
        return;
    stats->ranks += decision->ranks;
    tally_add(&stats->algorithms, read->algorithm ? read->algorithm : "not told");
    if (decision->scored)
        sample_add(&stats->gain, 1 - decision->score);
}

static int take_text(struct stats *stats, const char *text, size_t length)
{
    const char *at = text, *end = text + length, *line, *stop;
    struct decision_read read;

    while (text_line(&at, end, &line, &stop)) {
        bool likely = line < stop && stop - line <= MOST_LINE;
        int found = likely ? decision_parse(&read, line, (size_t)(stop - line)) : 0;

        if (found < 0)
            return -1;
        stats->skipped += found == 0 && line < stop;
        if (found == 0)
            continue;
        take(stats, &read);
        decision_free(&read);
    }
    return 0;
}

/* Take what was read, and free it; NULL: reading failed. */
static int take_bytes(struct stats *stats, char *text, size_t length, struct topomap_error *error)
{
    int result = text ? take_text(stats, text, length) : 0;

    free(text);
    if (!text)
        return -1;
    return result < 0 ? error_memory(error) : 0;
}

static int take_file(struct stats *stats, const char *path, struct topomap_error *error)
{
    size_t length;
    char *text = cli_read(path, MOST_BYTES, &length, error);

    return take_bytes(stats, text, length, error);
}

static int is_log(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot && dot != entry->d_name && strcmp(dot, ".log") == 0;
}

/* Whether a file's name is UID.log, as the plugin writes the number. */
static bool parse_name(const char *name, uint64_t *user)
{
    const char *at = name;

    return (name[0] != '0' || name[1] == '.') &&
           text_parse_number(&at, name + strlen(name), UINT32_MAX, user) == 0 &&
           strcmp(at, ".log") == 0;
}

/* Why an open file of a folder is not counted, or NULL. Users may have put anything there. A copy
 * belongs to root, or to the user who made it for this command. */
static const char *fault(const char *name, const struct stat *status)
{
    uint64_t user;

    if (!parse_name(name, &user))
        return "its name is not UID.log";
    if (!S_ISREG(status->st_mode))
        return "it is no regular file";
    if (status->st_uid != user && status->st_uid != 0 && status->st_uid != geteuid())
        return "it belongs to another user";
    return (uint64_t)status->st_size > MOST_IN_FOLDER ? "it is larger than the plugin makes it"
                                                      : NULL;
}

static int take_open(struct stats *stats, int file, const char *path, struct topomap_error *error)
{
    struct stat status;
    size_t length;
    char *text;
    const char *why = fstat(file, &status) < 0 ? strerror(errno) : fault(base_name(path), &status);

    if (why)
        return error_set(error, TOPOMAP_INPUT, "%.300s: is not counted: %s", path, why);
    if ((uint64_t)status.st_size > WIRE_DECISION_FILE - WIRE_DECISION_LINE)
        cli_warn(&command, "%s: is full: new decisions are lost until it gets another name", path);
    text = cli_read_open(file, path, MOST_IN_FOLDER, &length, error);
    return take_bytes(stats, text, length, error);
}

/* Take a file of a folder. One that cannot be read or does not count is passed over with a line. */
static int take_users(struct stats *stats, const char *path)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), result;
    struct topomap_error error;

    if (file >= 0)
        result = take_open(stats, file, path, &error);
    else
        result = error_set(&error, TOPOMAP_INPUT, "%.300s: is not counted: %s", path,
                           errno == ELOOP ? "it is a link" : strerror(errno));
    if (file >= 0)
        close(file);
    if (result < 0)
        cli_warn(&command, "%s", error.text);
    return result < 0 && error.code == TOPOMAP_INTERNAL ? -1 : 0;
}

static int take_folder(struct stats *stats, const char *path, struct topomap_error *error)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_log, alphasort), result = 0;

    if (count < 0)
        return error_set(error, TOPOMAP_INPUT, "%.300s: cannot be listed", path);
    for (int i = 0; i < count; i++) {
        struct text text = {0};
        char *file;

        text_printf(&text, "%s/%s", path, entries[i]->d_name);
        file = text_take(&text);
        if (!file || (result == 0 && take_users(stats, file) < 0))
            result = error_memory(error);
        free(file);
        free(entries[i]);
    }
    free(entries);
    return result;
}

static int take_log(struct stats *stats, const char *path, struct topomap_error *error)
{
    struct stat status;

    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return take_folder(stats, path, error);
    return take_file(stats, path, error);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int descending(const void *a, const void *b)
{
    const struct tally_row *x = a, *y = b;

    if (x->times != y->times)
        return x->times < y->times ? 1 : -1;
    return strcmp(x->name, y->name);
}

double sample_quantile(const struct sample *sample, double part)
{
    return sample->count ? sample->value[(size_t)(part * (double)(sample->count - 1) + 0.5)] : NAN;
}

static int finish(struct stats *stats)
{
    if (stats->seconds.failed || stats->gain.failed || stats->reasons.failed ||
        stats->algorithms.failed)
        return -1;
    if (stats->seconds.count)
        qsort(stats->seconds.value, stats->seconds.count, sizeof(double), ascending);
    if (stats->gain.count)
        qsort(stats->gain.value, stats->gain.count, sizeof(double), ascending);
    qsort(stats->reasons.row, stats->reasons.count, sizeof *stats->reasons.row, descending);
    qsort(stats->algorithms.row, stats->algorithms.count, sizeof *stats->algorithms.row,
          descending);
    return 0;
}

static void stats_free(struct stats *stats)
{
    for (size_t i = 0; i < stats->reasons.count; i++)
        free(stats->reasons.row[i].name);
    for (size_t i = 0; i < stats->algorithms.count; i++)
        free(stats->algorithms.row[i].name);
    free(stats->seconds.value);
    free(stats->gain.value);
}

static int print(const struct stats *stats, struct topomap_error *error)
{
    static void (*const printers[])(const struct stats *, struct text *) = {
        stats_print_text, stats_print_json, stats_print_openmetrics};
    struct text text = {0};
    char *taken;
    int result;

    printers[stats->format](stats, &text);
    taken = text_take(&text);
    result = taken ? cli_write(args.output, taken, error) : error_memory(error);
    free(taken);
    return result;
}

static int run(char **logs, struct stats *stats, struct topomap_error *error)
{
    for (; *logs; logs++) {
        if (take_log(stats, *logs, error) < 0)
            return -1;
    }
    return finish(stats) < 0 ? error_memory(error) : print(stats, error);
}

/* Read --format and --days. */
static int read_options(struct stats *stats)
{
    static const char *const formats[] = {"text", "json", "openmetrics", NULL};
    uint64_t days, now;

    if (args.format)
        stats->format = option_word(formats, args.format, strlen(args.format));
    if (stats->format < 0)
        return cli_usage(&command, "--format needs text, json or openmetrics, not '%s'",
                         args.format);
    if (!args.days)
        return TOPOMAP_OK;
    if (cli_whole(args.days, 36500, &days) < 0)
        return cli_usage(&command, "--days needs a whole number up to 36500, not '%s'", args.days);
    now = (uint64_t)time(NULL);
    stats->since = now > days * 86400 ? now - days * 86400 : 0;
    return TOPOMAP_OK;
}

int command_stats(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct stats stats = {.format = 0};
    struct topomap_error error;

    if (first < 0)
        return code;
    if (first == argc)
        return cli_usage(&command, "a log is needed");
    code = read_options(&stats);
    if (code == TOPOMAP_OK && run(argv + first, &stats, &error) < 0)
        code = cli_fail(&command, &error);
    stats_free(&stats);
    return code;
}
