/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap-planner: reads a launch request from standard input and writes the reply to standard
 * output. The Slurm plugin runs it as a separate process, so that no failure here affects srun.
 */
#include "common/cli.h"
#include "common/join.h"
#include "common/policy.h"
#include "store/store.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REQUEST ((size_t)1 << 30)

static bool want_list;
static struct {
    const char *profile, *output;
    bool written;
} leftovers;
static struct {
    const char *folder, *program, *ranks, *label, *origin, *first;
} entry;

static const char *policy_path;

static const struct cli_option options[] = {
    {"list", 0, NULL, "list the algorithms and objectives", NULL, &want_list},
    {"record", 0, "STORE", "name a new profile in a store, and keep the store within its limits",
     &entry.folder, NULL},
    {"program", 0, "FILE", "the executable that is recorded", &entry.program, NULL},
    {"ranks", 0, "N", "its ranks", &entry.ranks, NULL},
    {"origin", 0, "WORD", "where the profile comes from", &entry.origin, NULL},
    {"first", 0, "N", "only if fewer runs than this have been recorded or begun", &entry.first,
     NULL},
    {"label", 0, "LABEL", "its label", &entry.label, NULL},
    {"join", 0, "PROFILE", "join the records of ranks that did not finalize",
     &leftovers.profile, NULL},
    {"written", 0, NULL, "with the profile itself, which is of the same run", NULL,
     &leftovers.written},
    {"output", 'o', "FILE", "into this file [PROFILE]", &leftovers.output, NULL},
    {"policy", 0, "FILE", "print what the site's policy says about a step", &policy_path, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap-planner",
    "[--list | --record STORE ... | --join PROFILE ... | --policy FILE] < REQUEST > REPLY",
    "Plan a launch; the Slurm plugin runs this.",
    NULL,
    options,
};

static int list(void)
{
    const struct topomap_algorithm *algorithm;
    const char *name, *summary;

    printf("algorithms:\n");
    for (size_t i = 0; (algorithm = topomap_algorithm_get(i)); i++)
        printf("  %s%-*s %s\n", algorithm->name,
               (int)(strlen(algorithm->name) < 12 ? 12 - strlen(algorithm->name) : 0),
               algorithm->parameter ? algorithm->parameter : "", algorithm->summary);
    printf("objectives:\n");
    for (size_t i = 0; topomap_objective_get(i, &name, &summary); i++)
        printf("  %-12s %s\n", name, summary);
    return cli_printed(&command);
}

/* Whether this is one of the first runs, or all runs are wanted. */
static int check_first(const struct store_key *key, struct topomap_error *error)
{
    uint64_t first = UINT64_MAX;
    uint32_t runs = 0;

    if (entry.first && (cli_whole(entry.first, UINT32_MAX, &first) < 0 ||
                        store_runs(entry.folder, key, &runs, error) < 0))
        return -1;
    if (runs < first)
        return 0;
    error->code = TOPOMAP_IMPOSSIBLE;
    snprintf(error->text, sizeof error->text, "%u runs have been recorded", runs);
    return -1;
}

/* Print the path to which the recorder is to write. */
static int name_entry(void)
{
    struct topomap_error error = {TOPOMAP_USAGE, "--first needs a number"};
    char identity[STORE_IDENTITY], *path = NULL;
    struct store_key key = {.program = identity, .label = entry.label};
    uint64_t ranks;

    if (!entry.program || !entry.ranks || !entry.origin || !store_is_label(entry.origin) ||
        cli_whole(entry.ranks, TOPOMAP_MAX_RANKS, &ranks) < 0 || ranks == 0)
        return cli_usage(&command, "--record needs a program, a number of ranks and an origin");
    if (entry.label && !store_is_label(entry.label))
        return cli_usage(&command, "'%s' is not a label: letters, digits, '.', '_', '+' or '-'",
                         entry.label);
    key.ranks = (uint32_t)ranks;
    if (store_identify(entry.program, identity, &error) < 0 ||
        check_first(&key, &error) < 0 || store_prune(entry.folder, NULL, NULL, &error) < 0)
        return cli_fail(&command, &error);
    path = store_name(entry.folder, &key, entry.program, entry.origin, &error);
    if (!path || (entry.first && store_mark(path, &error) < 0) ||
        cli_write(NULL, path, &error) < 0) {
        free(path);
        return cli_fail(&command, &error);
    }
    free(path);
    return TOPOMAP_OK;
}

/* Print the number of ranks, of records, and of records whose rank did not finalize; all 0: no rank
 * left a record. Last, 1 if records were joined, else 0. */
static int join(void)
{
    const char *output = leftovers.output ? leftovers.output : leftovers.profile;
    struct join_ranks found = {0};
    struct topomap_error error;

    if (join_leftovers(leftovers.profile, leftovers.written, output, NULL, &found, &error) < 0)
        return cli_fail(&command, &error);
    printf("%u %u %u %d\n", found.ranks, found.recorded, found.unfinished, found.joined);
    return cli_printed(&command);
}

/* Answer what the policy says about a step. */
static char *answer_policy(const char *text, size_t length, struct topomap_error *error)
{
    struct wire_facts facts = {0};
    char *reply;

    if (wire_facts_parse(&facts, text, length, error) < 0)
        return NULL;
    user_self(&facts);
    reply = policy_answer(policy_path, &facts, error);
    wire_facts_free(&facts);
    return reply;
}

static char *answer(const char *request, size_t length, struct topomap_error *error)
{
    struct topomap_error why;
    struct topomap_launch *launch = topomap_launch_parse(NULL, request, length, &why);
    char *reply;

    if (!launch)
        return topomap_launch_refusal(&why, error);
    reply = topomap_launch_answer(launch, error);
    topomap_launch_destroy(launch);
    return reply;
}

int main(int argc, char **argv)
{
    struct topomap_error error;
    char *request, *reply;
    size_t length;
    int code, result;

    /* If the reader is gone writing must fail, not raise a signal. */
    signal(SIGPIPE, SIG_IGN);
    if (cli_parse(&command, argc, argv, &code) < 0)
        return code;
    if (want_list)
        return list();
    if (entry.folder)
        return name_entry();
    if (leftovers.profile)
        return join();
    request = cli_read("-", MAX_REQUEST, &length, &error);
    reply = request ? (policy_path ? answer_policy : answer)(request, length, &error) : NULL;
    result = reply ? cli_write(NULL, reply, &error) : -1;
    free(request);
    free(reply);
    return result < 0 ? cli_fail(&command, &error) : TOPOMAP_OK;
}
