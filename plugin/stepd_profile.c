/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_profile.h"

#include "base/text.h"
#include "profile_text.h"
#include "srun_daemons.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#define LONGEST_PRELOAD 65536

static void report(spank_t spank, const char *what, const char *why)
{
    uint32_t node;

    if (spank_get_item(spank, S_JOB_NODEID, &node) == ESPANK_SUCCESS && node > 0)
        say("%s: %s; nothing is recorded", what, why);
    else
        complain("%s: %s; nothing is recorded", what, why);
}

/* A daemon of mpirun starts ranks of the program that the step records in which mpirun runs. */
static bool is_daemon(spank_t spank)
{
    char **arguments = NULL;
    const char *format;
    int count;

    return spank_get_item(spank, S_JOB_ARGV, &count, &arguments) == ESPANK_SUCCESS && count > 0 &&
           arguments && daemon_find(arguments[0], &format);
}

static void unload(spank_t spank, const char *library)
{
    static char list[LONGEST_PRELOAD];

    if (spank_getenv(spank, "LD_PRELOAD", list, sizeof list) != ESPANK_SUCCESS)
        return;
    profile_text_unload(list, library);
    if (*list)
        spank_setenv(spank, "LD_PRELOAD", list, 1);
    else
        spank_unsetenv(spank, "LD_PRELOAD");
}

/* Drop the recorder of the step in a task of which this step was started, unless the user records
 * another profile there. */
static void drop_inherited(spank_t spank)
{
    static char recorder[2 * PATH_MAX], file[PATH_MAX];
    char *blank;

    if (spank_getenv(spank, RECORDER_VARIABLE, recorder, sizeof recorder) != ESPANK_SUCCESS ||
        !(blank = strchr(recorder, ' ')) || is_daemon(spank))
        return;
    spank_unsetenv(spank, RECORDER_VARIABLE);
    if (spank_getenv(spank, "TOPOMAP_PROFILE", file, sizeof file) == ESPANK_SUCCESS &&
        strcmp(file, blank + 1) != 0)
        return;
    *blank = '\0';
    unload(spank, recorder);
    spank_unsetenv(spank, "TOPOMAP_PROFILE");
    spank_unsetenv(spank, "TOPOMAP_PROFILE_SAMPLE");
    spank_unsetenv(spank, "TOPOMAP_PROFILE_SLICE");
}

/* Set the library to preload, for the MPI that was named or the one that a task links, and tell
 * steps that are started in the tasks. */
static bool set_preload(spank_t spank, const struct settings *site,
                        const struct profile_text *profile)
{
    static const char *const libraries[] = {"pick", "record-openmpi", "record-mpich"};
    static char before[LONGEST_PRELOAD], recorder[2 * PATH_MAX];
    char library[PATH_MAX], *all;
    struct text text = {0};
    spank_err_t got;
    bool done;

    snprintf(library, sizeof library, "%s/libtopomap-%s.so", site->libexecdir,
             libraries[profile->mpi]);
    if (faccessat(AT_FDCWD, library, R_OK, AT_EACCESS) < 0) {
        report(spank, library, strerror(errno));
        return false;
    }
    if (strpbrk(library, " :")) {
        report(spank, library, "the dynamic linker takes no path with a blank or colon");
        return false;
    }
    got = spank_getenv(spank, "LD_PRELOAD", before, sizeof before);
    if (got == ESPANK_NOSPACE) {
        report(spank, "LD_PRELOAD", "too long");
        return false;
    }
    if (got != ESPANK_SUCCESS)
        *before = '\0';
    text_printf(&text, "%s%s%s", before, *before ? ":" : "", library);
    all = text_take(&text);
    snprintf(recorder, sizeof recorder, "%s %s", library, profile->file);
    done = all && spank_setenv(spank, "LD_PRELOAD", all, 1) == ESPANK_SUCCESS &&
           spank_setenv(spank, RECORDER_VARIABLE, recorder, 1) == ESPANK_SUCCESS;
    free(all);
    return done;
}

static void set_number(spank_t spank, const char *name, double number, double nothing)
{
    char text[32];

    if (number == nothing)
        return;
    text_format(text, sizeof text, "%.15g", number);
    spank_setenv(spank, name, text, 1);
}

void profile_node(spank_t spank, const struct settings *site)
{
    static char text[PATH_MAX + 128];
    struct profile_text profile;
    uint32_t job, step;

    drop_inherited(spank);
    if (spank_getenv(spank, PROFILE_VARIABLE, text, sizeof text) != ESPANK_SUCCESS)
        return;
    spank_unsetenv(spank, PROFILE_VARIABLE);
    if (spank_get_item(spank, S_JOB_ID, &job) || spank_get_item(spank, S_JOB_STEPID, &step))
        return;
    if (!profile_text_decode(text, &profile)) {
        report(spank, PROFILE_VARIABLE, "malformed, or of another version of topomap");
        return;
    }
    /* A variable of another step was inherited, and is ignored. */
    if (profile.job != job || profile.step != step)
        return;
    if (!set_preload(spank, site, &profile))
        return;
    spank_setenv(spank, "TOPOMAP_PROFILE", profile.file, 1);
    set_number(spank, "TOPOMAP_PROFILE_SAMPLE", (double)profile.sample, 1);
    set_number(spank, "TOPOMAP_PROFILE_SLICE", profile.slice, 0);
}
