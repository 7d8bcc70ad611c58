/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_helper.h"

#include "wire/ruling.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Looking at the hardware takes some ten milliseconds, and tasks wait for it. */
#define HELPER_SECONDS 3.0
#define HELPER_MEMORY (UINT64_C(1) << 30)
#define HELPER_OUTPUT (1U << 20)

/*
 * The node helper runs as the user but outside the step's container: a process of the user that
 * took it over by ptrace could outlive the job. The kernel lets nobody trace a program whose file
 * they may not read. This process already has the user's effective identity. If slurmd does not run
 * as root, slurmstepd belongs to the user anyway.
 */
static int check_helper(const char *folder, struct topomap_error *error)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, NODE_HELPER);
    if (getuid() != 0 || geteuid() == 0 || faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) < 0)
        return 0;
    return error_set(error, TOPOMAP_INPUT,
                     "the user could take over the node helper, as %s is readable: chmod 711",
                     path);
}

int helper_run(const struct settings *site, char *const *arguments, const char *input,
               size_t length, struct child *child, struct topomap_error *error)
{
    *child = (struct child){
        .directory = site->libexecdir,
        .program = NODE_HELPER,
        .arguments = arguments,
        .input = input,
        .input_length = length,
        .deadline = HELPER_SECONDS,
#ifndef SANITIZERS
        .memory = HELPER_MEMORY,
#endif
        .output_limit = HELPER_OUTPUT,
        .alone = true,
    };
    if (check_helper(site->libexecdir, error) < 0)
        return -1;
    if (child_run(child) == CHILD_DONE)
        return 0;
    return error_set(error, TOPOMAP_INTERNAL, "the node helper %s", child->complaint);
}

/* Ask what the policy says of this node. A failure is an answer, too. */
static void ask_policy(const struct settings *site, struct ruling *ruling)
{
    char *const arguments[] = {"--policy", site->policy, NULL};
    struct topomap_error error;
    struct child child = {0};

    if (helper_run(site, arguments, "", 0, &child, &error) < 0 ||
        wire_ruling_parse(ruling, child.output, child.output_length, &error) < 0) {
        *ruling = (struct ruling){.failed = strdup(error.text)};
        if (!ruling->failed)
            ruling->enabled = false;
    }
    child_free(&child);
}

bool helper_enabled(const struct settings *site, const char **why)
{
    static struct ruling ruling;
    static bool asked;

    *why = NULL;
    if (!site->enabled || !site->policy)
        return site->enabled;
    if (!asked)
        ask_policy(site, &ruling);
    asked = true;
    if (ruling.ignored)
        say("the policy is ignored: %s", ruling.ignored);
    *why = ruling.failed;
    return !ruling.failed && ruling.enabled;
}
