/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_policy.h"

#include "child.h"
#include "srun_command_line.h"
#include "srun_files.h"
#include "srun_store.h"
#include "srun_topology.h"

#include <stdio.h>
#include <unistd.h>

/* For the answers of slurmctld and of the planner. */
#define POLICY_SECONDS 5.0
#define MOST_FACTS 1000000
#define MOST_ANSWER 1000000

/* Runs in a copy of srun, as slurmctld may not answer. */
static int ask_job(void *data)
{
    struct wire_facts facts = {0};
    size_t length;
    char *text;

    topology_job(*(const uint32_t *)data, &facts);
    text = wire_facts_print(&facts, &length);
    return text && dprintf(STDOUT_FILENO, "%s", text) >= 0 ? 0 : 1;
}

/* Take the facts about the job from slurmctld. Users can change the variables. */
static void learn_job(uint32_t job, struct wire_facts *facts)
{
    struct child child = {
        .function = ask_job,
        .function_data = &job,
        .deadline = POLICY_SECONDS,
        .output_limit = MOST_FACTS,
    };

    if (child_run(&child) == CHILD_DONE)
        wire_facts_parse(facts, child.output, child.output_length, NULL);
    child_free(&child);
}

/* What srun knows itself of a step. User and groups are those of the planner's process. */
static void learn(spank_t spank, struct wire_facts *facts)
{
    uint32_t nodes, tasks;

    if (spank_get_item(spank, S_JOB_NNODES, &nodes) == ESPANK_SUCCESS)
        facts->nodes = nodes;
    if (spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &tasks) == ESPANK_SUCCESS)
        facts->tasks = tasks;
    facts->executable = command_line_program(store_command(spank), NULL);
}

static int ask_planner(const struct settings *site, const struct wire_facts *facts,
                       struct ruling *ruling, struct topomap_error *error)
{
    size_t length;
    char *question = wire_facts_print(facts, &length);
    char *const arguments[] = {"--policy", site->policy, NULL};
    struct child child = {
        .directory = site->libexecdir,
        .program = PLANNER,
        .arguments = arguments,
        .input = question,
        .input_length = length,
        .deadline = POLICY_SECONDS,
        .output_limit = MOST_ANSWER,
    };
    int result;

    if (!question)
        return error_memory(error);
    if (child_run(&child) == CHILD_DONE)
        result = wire_ruling_parse(ruling, child.output, child.output_length, error);
    else
        result = error_set(error, TOPOMAP_INTERNAL, "the planner %s", child.complaint);
    child_free(&child);
    free(question);
    return result;
}

/* Slurmctld is asked only where the policy asks for what it knows: its answer takes longer than all
 * the rest. */
static int ask(spank_t spank, const struct settings *site, struct ruling *ruling,
               struct topomap_error *error)
{
    struct wire_facts facts = {0};
    uint32_t job;
    int result;

    learn(spank, &facts);
    result = ask_planner(site, &facts, ruling, error);
    if (result == 0 && ruling->unknown && spank_get_item(spank, S_JOB_ID, &job) == ESPANK_SUCCESS) {
        ruling_free(ruling);
        wire_facts_free(&facts);
        learn_job(job, &facts);
        learn(spank, &facts);
        result = ask_planner(site, &facts, ruling, error);
    }
    wire_facts_free(&facts);
    return result;
}

/* Whether the policy could change anything for this step. */
static bool concerns(spank_t spank, const struct local *local)
{
    uint32_t ranks;

    return local->site.policy && local->site.enabled && local->components <= 1 &&
           spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &ranks) == ESPANK_SUCCESS &&
           (ranks > 1 || local->options.profile ||
            (local->site.record_first > 0 && ranks >= local->site.record_ranks));
}

/* Take a ruling, or the failure to get one. */
static void take(struct local *local, int result, const struct ruling *ruling,
                 const struct topomap_error *error)
{
    local->ruled = true;
    if (result < 0) {
        local->ruling.failed = strdup(error->text);
        local->site.enabled = false;
        return;
    }
    ruling_free(&local->ruling);
    local->ruling = *ruling;
    if (ruling->failed || ruling_set(ruling, &local->site) < 0)
        local->site.enabled = false;
}

void policy_rule(spank_t spank, struct local *local)
{
    struct topomap_error error;
    struct ruling ruling;

    if (!local->ruled && concerns(spank, local))
        take(local, ask(spank, &local->site, &ruling, &error), &ruling, &error);
}

void policy_rule_facts(const struct wire_facts *facts, struct local *local)
{
    struct topomap_error error;
    struct ruling ruling;

    if (!local->ruled && local->site.policy && local->site.enabled)
        take(local, ask_planner(&local->site, facts, &ruling, &error), &ruling, &error);
}
