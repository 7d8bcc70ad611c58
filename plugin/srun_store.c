/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_store.h"

#include "base/text.h"
#include "child.h"
#include "srun_command_line.h"

#include <limits.h>
#include <stdio.h>

/* Time to read a large executable without a build id on a busy machine. */
#define RECORD_DEADLINE 5.0

bool store_is_named(const char *text, const char *word, const char **label)
{
    size_t length = strlen(word);

    *label = NULL;
    if (strncmp(text, word, length) != 0 || (text[length] && text[length] != ':'))
        return false;
    if (text[length])
        *label = text + length + 1;
    return true;
}

const char *store_command(spank_t spank)
{
    char **arguments = NULL;
    int count;

    if (spank_get_item(spank, S_JOB_ARGV, &count, &arguments) || count < 1 || !arguments)
        return NULL;
    return arguments[0];
}

/* The folder of the user's store; the caller frees it. */
static char *find_folder(struct topomap_error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text text = {0};
    char *folder;

    if (data && *data == '/')
        text_printf(&text, "%s/topomap", data);
    else if (home && *home == '/')
        text_printf(&text, "%s/.local/share/topomap", home);
    folder = text.length ? text_take(&text) : NULL;
    if (folder && !strpbrk(folder, "\n\r"))
        return folder;
    error_set(error, TOPOMAP_IMPOSSIBLE, "there is no store: %s",
              folder ? "its path has a line break" : "HOME is not a folder");
    free(folder);
    return NULL;
}

int store_describe(struct wire_store *store, const char *command, const struct settings *settings,
                   const char *label, struct topomap_error *error)
{
    store->program = command_line_program(command, error);
    if (!store->program)
        return -1;
    store->folders[0] = find_folder(error);
    /* The site's store alone is enough. */
    if (!store->folders[0] && !settings->store)
        return -1;
    if (label && strpbrk(label, "\n\r"))
        return error_set(error, TOPOMAP_USAGE, "the label contains a line break");
    store->label = label ? strdup(label) : NULL;
    store->folders[1] = settings->store ? strdup(settings->store) : NULL;
    if ((label && !store->label) || (settings->store && !store->folders[1]))
        return error_memory(error);
    return 0;
}

/* "--NAME=VALUE"; the caller frees it. */
static char *option(const char *name, const char *value)
{
    struct text text = {0};

    text_printf(&text, "--%s=%s", name, value);
    return text_take(&text);
}

/* Run the planner with options, and return its answer. */
static char *ask(const struct settings *settings, char **options, struct topomap_error *error)
{
    struct child child = {
        .directory = settings->libexecdir,
        .program = PLANNER,
        .arguments = options,
        .deadline = settings->deadline > 0 ? settings->deadline : RECORD_DEADLINE,
        .output_limit = PATH_MAX,
    };
    char *path = NULL;

    if (child_run(&child) != CHILD_DONE)
        error_set(error, TOPOMAP_INTERNAL, "the planner %s", child.complaint);
    else if (child.output_length == 0 || *child.output != '/' || strpbrk(child.output, "\n\r"))
        error_set(error, TOPOMAP_INTERNAL, "the planner named no profile");
    else if (!(path = strdup(child.output)))
        error_memory(error);
    child_free(&child);
    return path;
}

/* Room for the planner's options and the NULL at their end. */
#define MAX_OPTIONS 7

static char *name_profile(const struct settings *settings, const char *const texts[][2],
                          struct topomap_error *error)
{
    char *options[MAX_OPTIONS] = {NULL}, *path = NULL;
    size_t count = 0;
    bool failed = false;

    for (size_t i = 0; texts[i][0]; i++) {
        if (texts[i][1] && !(options[count++] = option(texts[i][0], texts[i][1])))
            failed = true;
    }
    if (failed)
        error_memory(error);
    else
        path = ask(settings, options, error);
    for (size_t i = 0; i < count; i++)
        free(options[i]);
    return path;
}

char *store_new_profile(spank_t spank, const struct settings *settings, const char *label,
                        uint64_t first, uint32_t job, uint32_t step, struct topomap_error *error)
{
    char number[32], origin[32], most[32], *path = NULL;
    char *folder = find_folder(error), *program = NULL;
    uint32_t ranks;

    if (folder)
        program = command_line_program(store_command(spank), error);
    if (program && spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &ranks)) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "SPANK does not describe the step");
    } else if (program) {
        const char *const texts[][2] = {
            {"record", folder}, {"program", program}, {"ranks", number}, {"origin", origin},
            {"label", label},   {"first", first ? most : NULL}, {NULL, NULL},
        };

        snprintf(number, sizeof number, "%u", ranks);
        snprintf(origin, sizeof origin, "%u.%u", job, step);
        snprintf(most, sizeof most, "%llu", (unsigned long long)first);
        path = name_profile(settings, texts, error);
    }
    free(program);
    free(folder);
    return path;
}
