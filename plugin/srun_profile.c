/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_profile.h"

#include "base/file.h"
#include "base/text.h"
#include "child.h"
#include "profile_text.h"
#include "srun_command_line.h"
#include "srun_daemons.h"
#include "srun_output.h"
#include "srun_store.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Joining the records of many ranks from a busy file system takes time. */
#define JOIN_DEADLINE 60.0

/* The profile that this srun waits for, or NULL. */
static char *awaited;
static struct file_state before, folder_before; /* what was there of it, and of ranks' records */
static bool in_store;
static bool unasked; /* the site wants the profile, not the user */

/* The absolute name of the profile, which ranks write; the caller frees it. */
static char *name_profile(const char *pattern, uint32_t job, uint32_t step)
{
    const struct output_step names = {
        .job = job,
        .step = step,
        .job_name = getenv("SLURM_JOB_NAME"),
        .array_job = getenv("SLURM_ARRAY_JOB_ID"),
        .array_task = getenv("SLURM_ARRAY_TASK_ID"),
    };
    char *name = output_name(pattern, &names), *folder;
    struct text text = {0};

    if (!name || *name == '/')
        return name;
    folder = realpath(".", NULL);
    if (folder)
        text_printf(&text, "%s/%s", folder, name);
    free(folder);
    free(name);
    return text.length ? text_take(&text) : NULL;
}

/* The folder in which ranks leave records, which the caller frees; NULL when memory runs out. */
static char *name_folder(void)
{
    struct text folder = {0};

    text_printf(&folder, "%s.ranks", awaited);
    return text_take(&folder);
}

/* Note what is there before the run. */
static void look(void)
{
    char *folder = name_folder();

    before = file_look(awaited);
    folder_before = folder ? file_look(folder) : (struct file_state){0};
    free(folder);
}

static void tell_nodes(const struct settings *settings, uint32_t job, uint32_t step,
                       const char *path)
{
    const struct profile_text profile = {
        .job = job,
        .step = step,
        .mpi = settings->profile_mpi,
        .sample = settings->profile_sample,
        .slice = settings->profile_slice,
        .file = path,
    };
    char *value = profile_text_encode(&profile);

    if (!value || setenv(PROFILE_VARIABLE, value, 1) < 0)
        complain("out of memory; nothing is recorded");
    free(value);
}

/* Whether this step may be recorded although nobody asked: the site records first runs. */
static bool may_be_first(spank_t spank, const struct local *local)
{
    const char *format;
    char **arguments = NULL;
    uint32_t ranks;
    int count = 0;

    return local->site.record_first > 0 && local->components <= 1 && !command_line_has_terminal() &&
           spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &ranks) == ESPANK_SUCCESS &&
           ranks >= local->site.record_ranks &&
           spank_get_item(spank, S_JOB_ARGV, &count, &arguments) == ESPANK_SUCCESS && count > 0 &&
           arguments && !daemon_find(arguments[0], &format);
}

/* Put the name of the profile for `wanted` (NULL: the site's) into `awaited`. Returns 0, or -1 with
 * an error. */
static int name_awaited(spank_t spank, const struct settings *settings, const char *wanted,
                        uint32_t job, uint32_t step, struct topomap_error *error)
{
    const char *label = NULL;

    in_store = !wanted || store_is_named(wanted, STORE_RECORD, &label);
    if (in_store)
        awaited = store_new_profile(spank, settings, label, wanted ? 0 : settings->record_first,
                                    job, step, error);
    else
        awaited = name_profile(wanted, job, step);
    if (!awaited && in_store)
        return -1;
    if (!awaited || strlen(awaited) >= PATH_MAX)
        error_set(error, TOPOMAP_INPUT, "the profile's name is too long");
    else if (strpbrk(awaited, "\n\r"))
        error_set(error, TOPOMAP_INPUT, "the profile's path has a line break");
    else if (!file_is_replaceable(awaited))
        error_set(error, TOPOMAP_INPUT, "cannot write '%s': not a regular file", awaited);
    else
        return 0;
    free(awaited);
    awaited = NULL;
    return -1;
}

/* Say why nothing is recorded, where the user asked for it. */
static void refuse(const struct topomap_error *error)
{
    if (unasked)
        whisper("%s; nothing is recorded", error->text);
    else
        complain("%s; nothing is recorded", error->text);
}

static void tell_off(const struct local *local)
{
    char *reason = local_why_off(local);

    if (reason)
        say("%s; nothing is recorded", reason);
    free(reason);
}

void profile_launch(spank_t spank, const struct local *local)
{
    const char *wanted = local->options.profile;
    struct wish wish = {0};
    struct topomap_error error;
    uint32_t job, step;

    unsetenv(PROFILE_VARIABLE);
    unasked = !wanted;
    if (unasked ? !local->site.enabled || !may_be_first(spank, local)
                : !options_want_profile(&local->options))
        return;
    if (!local->site.enabled) {
        tell_off(local);
        return;
    }
    if (wanted && !*wanted) {
        say("no file was given (--topomap-profile=FILE); nothing is recorded");
        return;
    }
    /* Each component has an MPI_COMM_WORLD of its own, and numbers its nodes on its own. */
    if (local->components > 1 || spank_get_item(spank, S_JOB_ID, &job) ||
        spank_get_item(spank, S_JOB_STEPID, &step)) {
        say("the step is heterogeneous; nothing is recorded");
        return;
    }
    if (local_wish(spank, local, &wish, &error) < 0 ||
        name_awaited(spank, &wish.settings, wanted, job, step, &error) < 0) {
        refuse(&error);
    } else {
        look();
        tell_nodes(&wish.settings, job, step, awaited);
    }
    wish_free(&wish);
}

void profile_cancel(void)
{
    unsetenv(PROFILE_VARIABLE);
    free(awaited);
    awaited = NULL;
}

/* The name for the profile of an application that ended early, which the caller frees: in a store
 * it must not come before complete ones. */
static char *name_early(void)
{
    const char *slash = strrchr(awaited, '/'), *at = slash ? strchr(slash, '@') : NULL;
    struct text text = {0};

    if (!in_store || !at)
        return strdup(awaited);
    text_printf(&text, "%.*s-early%s", (int)(at - awaited), awaited, at);
    return text_take(&text);
}

/* Join the records that ranks left; `written` tells that there is also a profile. */
static void join(const struct settings *site, bool written)
{
    char *output = name_early();
    char *arguments[] = {"--join", awaited, "--output", output, written ? "--written" : NULL, NULL};
    struct child child = {
        .directory = site->libexecdir,
        .program = PLANNER,
        .arguments = arguments,
        .deadline = JOIN_DEADLINE,
        .writes = true,
        .output_limit = 256,
    };
    uint32_t ranks, recorded, unfinished;
    int joined;

    if (!output)
        complain("out of memory; records of ranks are in %s.ranks", awaited);
    else if (child_run(&child) != CHILD_DONE)
        complain("the planner %s; records of ranks are in %s.ranks", child.complaint, awaited);
    else if (sscanf(child.output, "%u %u %u %d", &ranks, &recorded, &unfinished, &joined) != 4)
        complain("the planner's answer is malformed; records of ranks are in %s.ranks", awaited);
    else if (ranks == 0 && !written)
        say("%s was not written, and no rank left a record", awaited);
    else if (unfinished > 0 || recorded < ranks)
        say("the application ended early: %s has the records of %u of %u ranks, %u of them did not "
            "finalize", output, recorded, ranks, unfinished);
    else if (joined) /* the ranks themselves have said that some are missing */
        say("the records were joined: %s has all of its %u ranks", awaited, ranks);
    child_free(&child);
    free(output);
}

/* There is neither a profile nor a new record of a rank on this host; what happened on the nodes is
 * not known here. `ranks` is where records would be. */
static void tell_missing(const char *ranks)
{
    if (!file_has_room(awaited))
        say("%s was not written: %s", awaited, strerror(errno));
    else
        say("%s was not written, or not where this host sees it; only tasks that call MPI_Init of "
            "an Open MPI or MPICH that they link dynamically, without another PMPI library, are "
            "recorded (topomap-profile(7))", awaited);
    if (access(ranks, F_OK) < 0)
        return;
    if (!file_may_work_in(ranks))
        say("%s: %s; ranks that end early leave no records", ranks, strerror(errno));
    else
        say("%s has records of an earlier run; join them with 'topomap profile --join'", ranks);
}

void profile_finish(const struct settings *site)
{
    char *folder;
    bool written;

    if (!awaited)
        return;
    folder = name_folder();
    written = file_is_written(awaited, &before);
    if (folder && file_is_written(folder, &folder_before))
        join(site, written);
    else if (written && unasked)
        say("this run was recorded in %s, like the first runs of all programs "
            "here; --topomap-profile=off prevents that", awaited);
    else if (written)
        whisper("the profile is in %s", awaited);
    else if (!unasked && folder)
        tell_missing(folder);
    free(folder);
    free(awaited);
    awaited = NULL;
}
