/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_submission.h"

#include "srun_command_line.h"
#include "srun_request.h"
#include "srun_trial.h"

#include <string.h>
#include <unistd.h>

static void warn(const struct wish *wish, const char *what, const char *text)
{
    const char *outcome = wish->settings.required ? "such steps will not be launched"
                                                  : "such steps will run as Slurm places them";

    if (wish->settings.messages == MESSAGES_QUIET)
        whisper("warning: %s%s; %s", what, text, outcome);
    else
        say("warning: %s%s; %s", what, text, outcome);
}

/* "off" needs nothing, and what "on" stands for is known where the steps run. */
static bool names_graph(const struct local *local)
{
    const char *graph = local->options.graph;

    return graph && strcmp(graph, WISH_OFF) != 0 && strcmp(graph, WISH_ON) != 0;
}

/* Such a step is started by its job's step manager (Slurm 26.05), after srun has ended. */
static void decline_later_start(const struct wish *wish)
{
    if (wish->settings.messages == MESSAGES_QUIET)
        whisper("Slurm's placement stays: srun --async leaves the launch to the step manager");
    else
        say("Slurm's placement stays: srun --async leaves the launch to the step manager");
}

void submission_refuse_parts(const struct local *local)
{
    struct said said = {
        .options = &local->options, .site = &local->site, .ruling = &local->ruling};
    struct topomap_error error;
    struct wish wish;
    bool wrong;

    if (local->components < 2 || !local->inside || spank_context() != S_CTX_LOCAL ||
        trial_is_second() || trial_is_one() || !local->site.enabled ||
        local->site.mode == MODE_OFF)
        return;
    wrong = options_wish(&said, &wish, &error) < 0;
    if (wish.settings.required && !(wish.graph && strcmp(wish.graph, WISH_OFF) == 0)) {
        complain("%s; " LAUNCH_REFUSED, wrong ? error.text : "the step is heterogeneous");
        _exit(LAUNCH_FAILED);
    }
    wish_free(&wish);
}

void submission_check(struct local *local)
{
    struct said said = {
        .options = &local->options, .site = &local->site, .ruling = &local->ruling};
    bool tests = !trial_is_second() && trial_is_one();
    bool later = command_line_has("--async", strlen("--as"));
    struct topomap_error error;
    struct wish wish;

    if (!local->site.enabled || (spank_context() != S_CTX_ALLOCATOR && !tests && !later) ||
        (!tests && !names_graph(local) && !local->options.keys) || command_line_is_quiet())
        return;
    if (options_wish(&said, &wish, &error) < 0)
        warn(&wish, "", error.text);
    else if (names_graph(local) && request_check(&wish, &error) < 0)
        warn(&wish, "--topomap: ", error.text);
    else if (later && wish.asked)
        decline_later_start(&wish);
    else if (tests && wish.graph && wish.asked && strcmp(wish.graph, WISH_OFF) != 0)
        trial_plan(local, &wish);
    wish_free(&wish);
}
