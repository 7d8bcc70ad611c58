/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/quote.h"
#include "cli/scenes.h"
#include "draw/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct job job;
    const char *output;
    bool html, json;
} args;

static const struct cli_option options[] = {
    JOB_OPTIONS(args.job),
    {"html", 0, NULL, "a page with pictures and a table of all ranks", NULL, &args.html},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap report", "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...",
    "Report on a placement: in a sentence, as JSON, or as a page with pictures.",
    "Example:\n"
    "  topomap report --html -g grid:8x8 -N torus:4x4 -H 'n[0-15]' -t 4 -o report.html\n",
    options,
};

/* Whether the words from `word` on are an option that `topomap plan` does not have, or one that the
 * commands below set themselves; *count is the number of these words. */
static bool is_ours(char *const *word, int left, int *count)
{
    static const char *const with[] = {"--output", "--title", "-o"};
    static const char *const without[] = {"--html", "--json", "-j"};

    *count = 1;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        if (strcmp(*word, without[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        size_t length = strlen(with[i]);

        if (strncmp(*word, with[i], length) != 0)
            continue;
        if (!(*word)[length] && left > 1)
            *count = 2;
        if (!(*word)[length] || (*word)[length] == '=' || length == 2)
            return true;
    }
    return false;
}

/* "topomap NAME" and the words of the command line, followed by `more`. Options of the report are
 * left out unless `all` is set. The caller frees the text; NULL when memory runs out. */
static char *repeat(const char *name, int argc, char *const *argv, bool all, const char *more)
{
    struct text text = {0};
    int count;

    text_printf(&text, "topomap %s", name);
    for (int i = 1; i < argc; i += count) {
        bool ours = is_ours(argv + i, argc - i, &count);

        for (int k = i; k < i + count && (all || !ours); k++) {
            text_puts(&text, " ");
            quote_shell(&text, argv[k]);
        }
    }
    text_puts(&text, more);
    return text_take(&text);
}

/* Add the commands that repeat the report, and that run the job with this placement. */
static int add_commands(struct report *report, int argc, char *const *argv,
                        struct topomap_error *error)
{
    struct text run = {0};

    report->command[0] = repeat("report", argc, argv, true, "");
    if (!args.job.mapping) {
        report->command[1] = repeat("plan", argc, argv, false, " -f hosts -o hosts.txt");
        text_printf(&run, "SLURM_HOSTFILE=hosts.txt srun -m arbitrary -n %u ./app",
                    report->scene->ranks);
        report->command[2] = text_take(&run);
    }
    if (!report->command[0] || (!args.job.mapping && (!report->command[1] || !report->command[2])))
        return error_memory(error);
    return 0;
}

/* The metrics of both sides, as plan and eval print them. */
static char *print_text(const struct report *report, struct topomap_error *error)
{
    const struct scene *scene = report->scene;
    const struct scene_side *last = scene_last(scene);
    struct topomap_placed base = {"layout", scene->side[0].placement, scene->side[0].slots};
    struct topomap_placed other = {"placement", last->placement, last->slots};
    char *table = topomap_score_print(scene->request, &base, &other, "text", error), *taken;
    struct text out = {0};

    if (!table)
        return NULL;
    text_printf(&out, "%s\n%s\n\n%s", report->title, report->summary, table);
    free(table);
    taken = text_take(&out);
    if (!taken)
        error_memory(error);
    return taken;
}

static int write_report(int argc, char *const *argv, struct topomap_error *error)
{
    struct report report;
    char *text = NULL;
    int result = report_make(&report, &args.job.scene, error);

    if (result == 0)
        result = add_commands(&report, argc, argv, error);
    if (result == 0)
        text = args.html ? report_html(&report, error)
               : args.json ? report_json(&report, error)
                           : print_text(&report, error);
    result = text ? cli_write(args.output, text, error) : -1;
    free(text);
    report_free(&report);
    return result;
}

int command_report(int argc, char **argv)
{
    struct topomap_error error;
    int code = TOPOMAP_OK, first;

    first = cli_parse_settings(&command, SCOPE_PLAN, &args.job.inputs.settings, argc, argv, &code);
    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    if (args.html && args.json)
        return cli_usage(&command, "--html and --json exclude each other");
    code = job_load(&args.job, &command);
    if (code == TOPOMAP_OK && write_report(argc, argv, &error) < 0)
        code = cli_fail(&command, &error);
    job_free(&args.job);
    return code;
}
