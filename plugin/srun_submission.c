/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_submission.h"

#include "srun_request.h"

#include <getopt.h>
#include <stdio.h>

/* The part of the command line that is looked at; options behind it are not seen. */
#define MOST_BYTES 65536

/* Whether a word is --test-only, or as much of it as names no other option of srun. */
static bool is_test_only(const char *word)
{
    static const char option[] = "--test-only";

    return strlen(word) >= strlen("--te") && strncmp(word, option, strlen(word)) == 0;
}

/* SPANK does not tell that srun is only to test. Its options are the words before the program,
 * whose index getopt keeps. */
static bool only_tests(void)
{
    FILE *file = fopen("/proc/self/cmdline", "re");
    char *text = file ? array_new(MOST_BYTES + 1, 1) : NULL;
    size_t length = text ? fread(text, 1, MOST_BYTES, file) : 0;
    const char *word = text, *end = text + length;
    bool found = false;

    for (int i = 0; text && word < end && (optind <= 0 || i < optind); i++) {
        found = found || (i > 0 && is_test_only(word));
        word += strlen(word) + 1;
    }
    free(text);
    if (file)
        fclose(file);
    return found;
}

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

void submission_check(const struct local *local)
{
    struct said said = {
        .options = &local->options, .site = &local->site, .ruling = &local->ruling};
    bool tests = spank_context() == S_CTX_LOCAL && only_tests();
    struct topomap_error error;
    struct wish wish;

    if (!local->site.enabled || (!names_graph(local) && !local->options.keys) ||
        (spank_context() != S_CTX_ALLOCATOR && !tests))
        return;
    if (options_wish(&said, &wish, &error) < 0)
        warn(&wish, "", error.text);
    else if (names_graph(local) && request_check(&wish, &error) < 0)
        warn(&wish, "--topomap: ", error.text);
    else if (tests)
        say("no plan for --test-only, as no step has nodes yet; 'topomap plan --jobid' plans for "
            "a job that waits, and --topomap-opts=dry-run for a step");
    wish_free(&wish);
}
