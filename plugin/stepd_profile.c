/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_profile.h"

#include "base/text.h"
#include "profile_text.h"
#include "stepd_helper.h"

#include <errno.h>
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

/* Set the library to preload, for the MPI that was named or the one that a task links. */
static bool set_preload(spank_t spank, const struct settings *site, int mpi)
{
    static const char *const libraries[] = {"pick", "record-openmpi", "record-mpich"};
    static char before[LONGEST_PRELOAD];
    char library[PATH_MAX], *all;
    struct text text = {0};
    bool done;

    snprintf(library, sizeof library, "%s/libtopomap-%s.so", site->libexecdir, libraries[mpi]);
    if (access(library, R_OK) < 0) {
        report(spank, library, strerror(errno));
        return false;
    }
    if (strpbrk(library, " :")) {
        report(spank, library, "the dynamic linker takes no path with a blank or colon");
        return false;
    }
    if (spank_getenv(spank, "LD_PRELOAD", before, sizeof before) != ESPANK_SUCCESS)
        *before = '\0';
    text_printf(&text, "%s%s%s", before, *before ? ":" : "", library);
    all = text_take(&text);
    done = all && spank_setenv(spank, "LD_PRELOAD", all, 1) == ESPANK_SUCCESS;
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
    const char *why;

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
    if (!helper_enabled(site, &why)) {
        if (why)
            report(spank, why, "the site's policy cannot be used");
        return;
    }
    if (!set_preload(spank, site, profile.mpi))
        return;
    spank_setenv(spank, "TOPOMAP_PROFILE", profile.file, 1);
    set_number(spank, "TOPOMAP_PROFILE_SAMPLE", (double)profile.sample, 1);
    set_number(spank, "TOPOMAP_PROFILE_SLICE", profile.slice, 0);
}
