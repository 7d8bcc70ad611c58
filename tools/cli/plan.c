/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"
#include "cli/policy.h"
#include "cli/progress.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REQUEST ((size_t)1 << 30)

static struct {
    struct inputs inputs;
    const char *layout, *format, *output, *request;
    const char *policy, *partition, *account, *user, *constraint, *executable;
    bool keep_layout, explain;
    struct topomap_coordinates *loaded;
} args;

/* What the policy of --policy says. */
static struct {
    struct site site;
    struct step_verdict verdict;
} ruled;

static const struct cli_option options[] = {
    INPUT_OPTIONS(args.inputs),
    {"layout", 0, "block|cyclic|random|FILE", "placement to beat, FILE as for --mapping [block]",
     &args.layout, NULL},
    {"keep-layout", 0, NULL, "keep the layout if no named algorithm is better, as auto does",
     NULL, &args.keep_layout},
    {"format", 'f', "NAME", "format of the plan, see 'topomap list formats' [text]", &args.format,
     NULL},
    {"explain", 0, NULL, "show the steps that auto took, why, and what each gained", NULL,
     &args.explain},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {"jobid", 'j', "N", "hosts, tasks and network of this Slurm job, waiting or running",
     &args.inputs.job_id, NULL},
    {"recipe", 'R', "FILE", "recipe to plan by, see topomap-recipe(5)", &args.inputs.recipe_path,
     NULL},
    {"policy", 0, "FILE", "plan as this policy, or plugstack.conf, would have it", &args.policy,
     NULL},
    {"partition", 0, "NAME", "partition of the job, for the policy", &args.partition, NULL},
    {"account", 0, "NAME", "its account", &args.account, NULL},
    {"user", 0, "NAME", "its user", &args.user, NULL},
    {"constraint", 0, "FEATURES", "its --constraint", &args.constraint, NULL},
    {"executable", 0, "FILE", "the program of the step", &args.executable, NULL},
    {"request", 'r', "FILE", "plan a launch that the Slurm plugin recorded", &args.request, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap plan",
    "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...\n"
    "   or: topomap plan --recipe FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...\n"
    "   or: topomap plan --graph FILE --jobid N [OPTION]...\n"
    "   or: topomap plan --request FILE [OPTION]...",
    "Plan on which node each rank should run.",
    "Examples:\n"
    "  topomap plan -g lulesh_64.p2p.el -N topology.conf -H 'n[01-16]' -t 4 --format hosts\n"
    "  topomap plan -g grid:8x8x8 -N torus:4x4x4 -H 'n[0-63]' -t 8 --explain\n",
    options,
};

static bool gave(const char *name)
{
    return inputs_gave(&args.inputs, name);
}

/* Put into the request what the command line alone decides. */
static void settings(struct topomap_request *r)
{
    if (args.loaded)
        r->coordinates = args.loaded;
    r->replace_layout = (gave("algorithm") || args.inputs.recipe_path) && !args.keep_layout &&
                        !gave("min-gain") && !args.policy;
}

/* Warn of algorithms that cannot run, and are left out of a list. */
static void warn_of_failures(const struct topomap_plan *plan)
{
    const struct topomap_candidate *candidate;

    for (size_t i = 0; (candidate = topomap_plan_candidate(plan, i)); i++) {
        if (candidate->failure)
            cli_warn(&command, "%s is left out: %s", candidate->algorithm, candidate->failure);
    }
}

/* The plan in a format, and its explanation; the caller frees it. NULL on failure. */
static char *print(const struct topomap_plan *plan, const char *format,
                   struct topomap_error *error)
{
    char *text = topomap_plan_print(plan, format, error);
    bool reads = strcmp(format, "json") != 0; /* JSON has the explanation anyway */
    char *why, *both;

    if (!text || !args.explain || !reads)
        return text;
    why = topomap_plan_explain(plan, error);
    both = why ? realloc(text, strlen(text) + strlen(why) + 1) : NULL;
    if (both) {
        memcpy(both + strlen(both), why, strlen(why) + 1);
    } else {
        error_memory(error);
        free(text);
    }
    free(why);
    return both;
}

static int plan_and_print(struct topomap_request *r)
{
    const char *format = args.format ? args.format : "text";
    struct progress progress;
    struct topomap_error error;
    struct topomap_plan *plan;
    char *text;
    int result;

    progress_start(&progress, "planning", 0);
    r->begins = progress_begins;
    /* cppcheck-suppress autoVariables ; only used during this call */
    r->context = &progress;
    plan = topomap_plan_create(r, &error);
    progress_begins(&progress, "printing");
    text = plan ? print(plan, format, &error) : NULL;
    progress_end(&progress);
    if (plan)
        warn_of_failures(plan);
    result = text ? cli_write(args.output, text, &error) : -1;
    free(text);
    topomap_plan_destroy(plan);
    return result < 0 ? cli_fail(&command, &error) : TOPOMAP_OK;
}

/* The placement to beat, [ranks], which the caller frees; NULL with an error. */
static uint32_t *read_layout(struct topomap_error *error)
{
    const struct topomap_allocation *a = args.inputs.allocation;
    uint32_t *layout = calloc(topomap_allocation_ranks(a), sizeof *layout);

    if (!layout) {
        error_memory(error);
        return NULL;
    }
    if (placement_read(a, args.layout ? args.layout : "block", args.inputs.settings.seed, layout,
                       NULL, NULL, error) == 0)
        return layout;
    free(layout);
    return NULL;
}

static bool copy(const char *text, char **to)
{
    *to = text ? strdup(text) : NULL;
    return *to || !text;
}

static int know(struct wire_facts *facts, uint32_t nodes, uint32_t tasks)
{
    const char *partition = args.partition ? args.partition : args.inputs.job.partition;

    facts->nodes = nodes;
    facts->tasks = tasks;
    if (args.user)
        facts->group = user_groups(args.user);
    return copy(partition, &facts->partition) && copy(args.account, &facts->account) &&
                   copy(args.user, &facts->user) && copy(args.constraint, &facts->constraint) &&
                   copy(args.executable, &facts->executable)
               ? 0
               : -1;
}

static void tell_verdict(const struct step_verdict *verdict)
{
    fprintf(stderr, "%s: ", command.name);
    if (verdict->ruling.line)
        fprintf(stderr, "%s:%u: ", ruled.site.file, verdict->ruling.line);
    fprintf(stderr, "%s", verdict_text(verdict));
    if (*verdict->kept)
        fprintf(stderr, "; kept by the site's policy: %s", verdict->kept);
    fprintf(stderr, "\n");
}

/* Replace the settings that sites and users have at a launch. */
static int take_settings(const struct settings *launch, struct settings *settings)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if ((row->scopes & (SCOPE_SITE | SCOPE_POLICY | SCOPE_USER)) &&
            option_copy(row, launch, settings) < 0)
            return -1;
    }
    return 0;
}

/* Put what the policy says of such a step into the settings. Returns 0 or the exit code. */
static int follow_policy(void)
{
    struct inputs *in = &args.inputs;
    const struct said_by_user said = {.graph = in->graph_path ? in->graph_path : in->recipe_path,
                                      .settings = &in->settings};
    struct step_verdict *verdict = &ruled.verdict;
    struct topomap_error error;
    uint32_t nodes, tasks;
    int code = inputs_count(in, &command, &nodes, &tasks);

    if (code != TOPOMAP_OK)
        return code;
    if (site_read(&ruled.site, args.policy) < 0)
        return cli_memory(&command);
    if (ruled.site.problems.errors) {
        problems_print(&ruled.site.problems, true);
        return TOPOMAP_INPUT;
    }
    verdict->site = &ruled.site;
    if (know(&verdict->facts, nodes, tasks) < 0)
        return cli_memory(&command);
    if (verdict_reach(verdict, &said, &error) < 0)
        return cli_fail(&command, &error);
    tell_verdict(verdict);
    return take_settings(&verdict->settings, &in->settings) < 0 ? cli_memory(&command)
                                                                : TOPOMAP_OK;
}

static int plan_inputs(void)
{
    struct topomap_error error;
    struct topomap_request r = {0};
    uint32_t *layout = NULL;
    int code;

    code = inputs_ask_job(&args.inputs, &command);
    if (code == TOPOMAP_OK && args.policy)
        code = follow_policy();
    if (code == TOPOMAP_OK)
        code = coordinates_load(&args.inputs.settings, &command, &args.loaded);
    if (code == TOPOMAP_OK)
        code = inputs_load(&args.inputs, &command);
    if (code != TOPOMAP_OK)
        return code;
    if (!args.inputs.graph && (gave("algorithm") || gave("objective") || gave("min-gain")))
        return cli_usage(&command, "--algorithm, --objective and --min-gain need a graph: "
                         "without one a recipe is not scored");
    layout = read_layout(&error);
    if (!layout)
        return cli_fail(&command, &error);
    inputs_request(&args.inputs, &r);
    settings(&r);
    r.layout = layout;
    code = plan_and_print(&r);
    free(layout);
    return code;
}

static int plan_request(void)
{
    struct topomap_error error;
    struct topomap_launch *launch = NULL;
    struct topomap_request r;
    struct progress progress;
    size_t length;
    char *text;
    int code;

    if (args.policy || args.inputs.job_id || args.inputs.graph_path || args.inputs.network_path ||
        args.inputs.hosts_spec || args.inputs.tasks_spec || args.inputs.ranks_spec ||
        args.inputs.recipe_path || args.layout || gave("node-tree") || gave("link-weights"))
        return cli_usage(&command, "--request brings its own graph, network, hosts and layout");
    progress_start(&progress, "reading", 0);
    text = cli_read(args.request, MAX_REQUEST, &length, &error);
    if (text)
        launch = topomap_launch_parse(args.request, text, length, &error);
    free(text);
    progress_end(&progress);
    if (!launch)
        return cli_fail(&command, &error);
    r = *topomap_launch_request(launch);
    code = coordinates_load(&args.inputs.settings, &command, &args.loaded);
    if (code == TOPOMAP_OK) {
        option_apply(&args.inputs.settings, true, &r);
        settings(&r);
        nodetree_warn(&command, r.nodetree, r.allocation, r.pus_per_task);
        code = plan_and_print(&r);
    }
    topomap_launch_destroy(launch);
    return code;
}

int command_plan(int argc, char **argv)
{
    int code = TOPOMAP_OK, first;

    first = cli_parse_settings(&command, SCOPE_PLAN, &args.inputs.settings, argc, argv, &code);
    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    if (args.explain && args.format && strcmp(args.format, "text") != 0 &&
        strcmp(args.format, "details") != 0 && strcmp(args.format, "json") != 0)
        return cli_usage(&command, "--explain needs the format text, details or json");
    if (format_check(&command, args.format, topomap_plan_format_get) != TOPOMAP_OK)
        return TOPOMAP_USAGE;
    code = args.request ? plan_request() : plan_inputs();
    topomap_coordinates_destroy(args.loaded);
    verdict_free(&ruled.verdict);
    site_free(&ruled.site);
    inputs_free(&args.inputs);
    return code;
}
