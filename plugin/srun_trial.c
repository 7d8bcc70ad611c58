/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_trial.h"

#include "base/clock.h"
#include "base/text.h"
#include "child.h"
#include "srun_command_line.h"
#include "srun_forecast.h"
#include "srun_inquiry.h"
#include "srun_policy.h"
#include "srun_report.h"
#include "srun_request.h"
#include "srun_topology.h"
#include "wire/idlist.h"

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

/* Set in the second srun. */
#define SECOND "TOPOMAP_SECOND_SRUN"

#define MOST_OUTPUT ((size_t)1 << 20)

/* A plan of a step that does not exist. */
struct trial {
    struct command_line words;
    struct forecast forecast;
    struct layout layout;
    struct planning planning;
    struct wire_reply reply;
    struct wish wish;
};

/* SPANK does not tell that srun is only to test. --te names no other option of srun. */
bool trial_is_one(void)
{
    return command_line_has("--test-only", strlen("--te"));
}

bool trial_is_second(void)
{
    return getenv(SECOND) != NULL;
}

/*
 * Runs in a copy of srun, and becomes the second one: with -v it prints its options, too. All is
 * printed to standard error. It gets --test-only in any case, as the word that looks like it may be
 * the argument of another option.
 */
static int run_second(void *data)
{
    struct command_line *words = data;

    memmove(words->word + 3, words->word + 1, (size_t)words->count * sizeof *words->word);
    words->word[1] = (char *)(uintptr_t)"-v";
    words->word[2] = (char *)(uintptr_t)"--test-only";
    if (setenv(SECOND, "1", 1) == 0 && dup2(STDOUT_FILENO, STDERR_FILENO) >= 0)
        execv("/proc/self/exe", words->word);
    return START_FAILED;
}

static int ask_second(struct trial *trial, struct topomap_error *error)
{
    struct child child = {
        .function = run_second,
        .function_data = &trial->words,
        .deadline = planner_time_left(&trial->planning),
        .output_limit = MOST_OUTPUT,
    };
    enum child_end end = child_run(&child);
    int result = -1;

    if (end == CHILD_DONE && child.output)
        result = forecast_read(&trial->forecast, child.output, error);
    else if (end == CHILD_LATE)
        error_set(error, TOPOMAP_IMPOSSIBLE, "slurmctld did not answer within %.3g s",
                  planner_deadline(&trial->planning));
    else
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "Slurm does not say on which nodes the step would start");
    child_free(&child);
    return result;
}

static int ask_cpus(void *data)
{
    const struct layout *layout = data;
    uint32_t *cpus = array_new(layout->nodes, sizeof *cpus);

    if (!cpus || topology_cpus(layout->hosts, cpus, layout->nodes) < 0)
        return 1;
    for (uint32_t i = 0; i < layout->nodes; i++) {
        if (printf("%u\n", cpus[i]) < 0)
            return 1;
    }
    return fflush(stdout) == 0 ? 0 : 1;
}

/* The CPUs of each node, [nodes], which the caller frees; NULL if slurmctld does not tell. */
static uint32_t *node_cpus(struct trial *trial)
{
    struct layout *layout = &trial->layout;
    struct child child = {
        .function = ask_cpus,
        .function_data = layout,
        .deadline = planner_time_left(&trial->planning),
        .output_limit = MOST_OUTPUT,
    };
    uint32_t *cpus = array_new(layout->nodes, sizeof *cpus), known = 0;

    if (cpus && child_run(&child) == CHILD_DONE && child.output) {
        const char *at = child.output, *end = at + child.output_length, *line, *stop;
        uint64_t number;

        while (known < layout->nodes && text_line(&at, end, &line, &stop) &&
               text_parse_number(&line, stop, UINT16_MAX, &number) == 0)
            cpus[known++] = (uint32_t)number;
    }
    child_free(&child);
    if (known == layout->nodes)
        return cpus;
    free(cpus);
    return NULL;
}

/* Count the likely nodes and the ranks. */
static int size_up(struct trial *trial, struct topomap_error *error)
{
    const struct forecast *forecast = &trial->forecast;
    struct layout *layout = &trial->layout;
    slurm_hostlist list = slurm_hostlist_create(forecast->hosts);
    int count = list ? slurm_hostlist_count(list) : 0;

    if (list)
        slurm_hostlist_destroy(list);
    layout->hosts = strdup(forecast->hosts);
    if (!layout->hosts)
        return error_memory(error);
    layout->nodes = count > 0 ? (uint32_t)count : 0;
    layout->ranks = forecast_ranks(forecast, layout->nodes);
    if (forecast->distribution && strncmp(forecast->distribution, "arbitrary", 9) == 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the user chose an arbitrary distribution");
    if (layout->nodes == 0 || layout->ranks < layout->nodes || layout->ranks > TOPOMAP_MAX_RANKS)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "Slurm does not say how many tasks the step would have");
    if (layout->nodes == 1)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "one node is likely, %s", layout->hosts);
    return 0;
}

static int lay_out(struct trial *trial, struct topomap_error *error)
{
    struct layout *layout = &trial->layout;
    uint32_t *cpus = node_cpus(trial);
    int result;

    layout->tasks = array_new(layout->nodes, sizeof *layout->tasks);
    layout->tids = array_new(layout->ranks, sizeof *layout->tids);
    result = layout->tasks && layout->tids
                 ? forecast_spread(&trial->forecast, cpus, layout->nodes, layout->tasks,
                                   layout->tids, error)
                 : error_memory(error);
    free(cpus);
    return result;
}

/* Ask the site's policy, and combine all settings again. */
static int follow_policy(struct local *local, struct trial *trial, struct topomap_error *error)
{
    const struct wire_facts facts = {
        .partition = trial->forecast.partition,
        .account = trial->forecast.account,
        .constraint = trial->forecast.constraint ? trial->forecast.constraint : (char[]){""},
        .executable = command_line_program(trial->planning.command, NULL),
        .nodes = trial->layout.nodes,
        .tasks = trial->layout.ranks,
    };
    struct said said = {.options = &local->options,
                        .site = &local->site,
                        .ruling = &local->ruling,
                        .ranks = trial->layout.ranks};
    char *off;

    policy_rule_facts(&facts, local);
    free(facts.executable);
    wish_free(&trial->wish);
    if (options_wish(&said, &trial->wish, error) < 0)
        return -1;
    off = local_why_off(local);
    if (off)
        error_set(error, TOPOMAP_IMPOSSIBLE, "%s", off);
    else if (!trial->wish.graph)
        error_set(error, TOPOMAP_IMPOSSIBLE, "the site's policy does not allow one");
    else
        return 0;
    free(off);
    return -1;
}

static enum planner_end plan(struct trial *trial, struct topomap_error *error)
{
    struct planning *planning = &trial->planning;
    const char *topology = trial->wish.settings.topology;
    enum planner_end end = PLANNER_ANSWERED;

    if (request_make(planning, &trial->wish, error) < 0)
        return PLANNER_FAILED;
    if (trial->forecast.cpus_per_task)
        planning->request.settings.pus_per_task = trial->forecast.cpus_per_task;
    if (!topology)
        end = inquiry_run(planning, false, true, error);
    else if (!(planning->request.network.file = strdup(topology)) && error_memory(error) < 0)
        end = PLANNER_FAILED;
    if (end != PLANNER_ANSWERED)
        return end;
    planning->request.settings.time_budget = planner_budget(planning);
    end = planner_run(planning, &trial->reply, error);
    if (end != PLANNER_ANSWERED || trial->reply.status != WIRE_FAILED)
        return end;
    error_set(error, trial->reply.code, "%s", trial->reply.reason);
    return PLANNER_FAILED;
}

/* The ranks of each node, a line each. */
static void print_placement(const struct trial *trial)
{
    slurm_hostlist list = slurm_hostlist_create(trial->layout.hosts);
    const uint32_t *tids = trial->reply.tids;

    for (uint32_t i = 0; list && i < trial->layout.nodes; i++) {
        char *host = slurm_hostlist_shift(list);
        struct text ids = {0};
        char *line;

        idlist_print(&ids, tids, trial->layout.tasks[i]);
        line = text_take(&ids);
        if (host && line)
            say("  %-18s %s", host, line);
        tids += trial->layout.tasks[i];
        free(host);
        free(line);
    }
    if (list)
        slurm_hostlist_destroy(list);
}

static void print(const struct trial *trial)
{
    struct text where = {0};
    char *begins;
    struct report report = {
        .settings = &trial->wish.settings,
        .reply = &trial->reply,
        .file = trial->planning.request.network.file,
        .seconds = trial->planning.seconds,
    };

    text_printf(&where, "on the likely nodes %s: ", trial->layout.hosts);
    begins = text_take(&where);
    report.where = begins;
    report_print(&report);
    /* With `verbose` the placement is among what has been printed. */
    if (!trial->wish.settings.verbose)
        print_placement(trial);
    free(begins);
}

/* All steps up to the plan. Returns 0, or -1 with an error. */
static int make_plan(struct local *local, struct trial *trial, struct topomap_error *error)
{
    if (command_line_read(&trial->words) < 0)
        return error_memory(error);
    if (optind > 0 && optind < trial->words.count)
        trial->planning.command = trial->words.word[optind];
    if (ask_second(trial, error) < 0 || size_up(trial, error) < 0 ||
        follow_policy(local, trial, error) < 0 || lay_out(trial, error) < 0)
        return -1;
    trial->planning.partition = trial->forecast.partition;
    return plan(trial, error) == PLANNER_ANSWERED ? 0 : -1;
}

void trial_plan(struct local *local, struct wish *wish)
{
    struct trial trial = {.wish = *wish};
    struct topomap_error error;

    *wish = (struct wish){0};
    trial.planning.settings = &trial.wish.settings;
    trial.planning.layout = &trial.layout;
    trial.planning.began = clock_seconds();
    if (make_plan(local, &trial, &error) == 0)
        print(&trial);
    else if (trial.wish.settings.messages == MESSAGES_QUIET)
        whisper("no plan for --test-only: %s", error.text);
    else
        say("no plan for --test-only: %s", error.text);
    wire_reply_free(&trial.reply);
    wire_request_free(&trial.planning.request);
    layout_free(&trial.layout);
    forecast_free(&trial.forecast);
    wish_free(&trial.wish);
    command_line_free(&trial.words);
}
