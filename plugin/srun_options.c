/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_options.h"

#include "child.h"
#include "graph/pattern_name.h"
#include "srun_user_file.h"

#include <stdio.h>

#define HELP_DEADLINE 5.0

static bool is(const char *value, const char *word)
{
    return value && strcmp(value, word) == 0;
}

int options_graph(struct options *options, const char *value)
{
    char *copy;

    if (is(value, WISH_ON) && options->graph && !is(options->graph, WISH_OFF))
        return 0;
    copy = strdup(value);
    if (!copy)
        return -1;
    free(options->graph);
    options->graph = copy;
    return 0;
}

int options_keys(struct options *options, const char *value)
{
    size_t old = options->keys ? strlen(options->keys) : 0;
    size_t size = old + strlen(value) + 2;
    char *joined = malloc(size);

    if (!joined)
        return -1;
    snprintf(joined, size, "%s%s%s", old ? options->keys : "", old ? "," : "", value);
    free(options->keys);
    options->keys = joined;
    return 0;
}

int options_profile(struct options *options, const char *value)
{
    char *copy = strdup(value);

    if (!copy)
        return -1;
    free(options->profile);
    options->profile = copy;
    return 0;
}

bool options_want_profile(const struct options *options)
{
    return options->profile && !is(options->profile, WISH_OFF);
}

void options_free(struct options *options)
{
    free(options->profile);
    free(options->graph);
    free(options->keys);
    *options = (struct options){0};
}

/* The value of a variable of srun's environment; NULL if it is empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

/* With "on" on the command line the environment counts, whatever the site's default is. */
static bool environment_counts(const struct options *options, const struct settings *site)
{
    return site->environment || is(options->graph, WISH_ON);
}

static const char *plain(const char *wanted)
{
    return is(wanted, WISH_ON) ? pattern_names[PATTERN_ORDER].name : wanted;
}

const char *options_wanted(const struct options *options, const struct settings *site)
{
    const char *wanted = options->graph;

    if (!wanted || is(wanted, WISH_ON)) {
        const char *named = environment_counts(options, site) ? variable("SLURM_TOPOMAP") : NULL;

        if (!wanted || (named && !is(named, WISH_OFF)))
            wanted = named;
    }
    return plain(wanted);
}

/* Set the keys of a list; `where` names it in messages. The first error is kept. */
static int take(struct wish *wish, const char *where, const char *keys, int result,
                struct topomap_error *error)
{
    struct topomap_error why;

    if (!keys || settings_set_list(&wish->settings, keys, &why) == 0)
        return result;
    return result < 0 ? result : error_set(error, why.code, "%s: %s", where, why.text);
}

/* Take the user's settings, the strongest last. */
static int take_user(const struct said *said, struct wish *wish, struct topomap_error *error)
{
    const struct options *options = said->options;
    bool counts = environment_counts(options, said->site);
    const char *keys = counts ? variable("SLURM_TOPOMAP_OPTS") : NULL;
    int result = take(wish, "--topomap-opts", options->keys, 0, error);
    char *path = counts && wish->graph ? user_file_path() : NULL;
    struct topomap_error why;

    if (path && user_file_set(&wish->settings, path, &why) < 0 && result == 0)
        result = error_set(error, why.code, "%s", why.text);
    result = take(wish, "SLURM_TOPOMAP_OPTS", keys, result, error);
    /* Again, so that the command line has the last word. */
    if (options->keys)
        settings_set_list(&wish->settings, options->keys, NULL);
    free(path);
    return result;
}

static int bound(const struct said *said, const char *asked, struct wish *wish)
{
    struct text kept = {0};

    text_puts(&kept, "");
    wish->overruled = asked && !wish->asked;
    if (wish->overruled)
        text_printf(&kept, "--topomap=%s", wish->graph ? wish->graph : WISH_OFF);
    if (ruling_bound(said->ruling, said->site, said->ranks, &wish->settings, &kept) < 0)
        text_free(&kept);
    else
        wish->kept = text_take(&kept);
    return wish->kept ? 0 : -1;
}

int options_wish(const struct said *said, struct wish *wish, struct topomap_error *error)
{
    const char *asked = options_wanted(said->options, said->site);
    const char *wanted = ruling_wanted(said->ruling, said->site, asked);
    int result;

    *wish = (struct wish){.graph = plain(wanted),
                          .asked = asked && wanted == asked,
                          .wants = asked && !is(asked, WISH_OFF)};
    if (settings_copy(&wish->settings, said->site) < 0)
        return error_memory(error);
    wish->settings.given = 0;
    wish->settings.verbose = said->site->messages == MESSAGES_FULL;
    result = take_user(said, wish, error);
    return bound(said, asked, wish) < 0 ? error_memory(error) : result;
}

void wish_free(struct wish *wish)
{
    settings_free(&wish->settings);
    free(wish->kept);
}

/* Only the planner knows the algorithms and objectives. */
static void print_planner(const struct settings *site)
{
    char *const arguments[] = {"--list", NULL};
    struct child child = {
        .directory = site->libexecdir,
        .program = PLANNER,
        .arguments = arguments,
        .deadline = HELP_DEADLINE,
        .output_limit = 65536,
    };

    if (child_run(&child) == CHILD_DONE)
        printf("\n%s", child.output);
    child_free(&child);
}

int options_help(const struct settings *site)
{
    static const char *const behind[] = {
        [PATTERN_ALONE] = " ", [PATTERN_SHAPED] = ": ", [PATTERN_SETTINGS] = ""};

    printf("--topomap=FILE   place ranks on nodes by the communication graph in FILE\n");
    for (int i = 0; i < PATTERN_KINDS; i++)
        printf("--topomap=%s%s%s\n", pattern_names[i].name, behind[pattern_names[i].shaped],
               pattern_names[i].summary);
    printf("--topomap=" RECIPE_PREFIX "FILE  place ranks by a recipe, see topomap-recipe(5)\n");
    printf("--topomap=auto[:LABEL]  place ranks by the program's newest profile in your store\n");
    printf("--topomap=on     what SLURM_TOPOMAP names, or order\n"
           "--topomap=off    leave Slurm's placement alone\n"
           "--topomap-profile=FILE  record the communication graph of the step in FILE\n"
           "--topomap-profile=store[:LABEL]  record it in your store, for --topomap=auto\n"
           "--topomap-opts=KEY[=VALUE][,KEY[=VALUE]...]\n");
    settings_help(SCOPE_USER);
    print_planner(site);
    printf("\nThe environment variables SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS mean the same;\n"
           "the command line wins. See spank_topomap(8).\n");
    if (!site->enabled)
        printf("\ntopomap is switched off here: options are accepted, and nothing is placed.\n");
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : -1;
}
