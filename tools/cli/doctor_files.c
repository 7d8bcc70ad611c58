/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor: the plugin's files, the helper programs, who can write them, and the node. */
#include "cli/doctor.h"

#include "base/error.h"
#include "base/trust.h"
#include "common/slurm.h"
#include "topomap_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the plugin ----------------------------------------------------------------------------- */

/* The plugin's file; Slurm looks for names without a path in its PluginDir. */
static bool find_plugin(struct doctor *doctor)
{
    const char *named = doctor->site.stack.plugin;
    char folder[PATH_MAX], path[2 * PATH_MAX];

    if (!named)
        return false;
    if (*named == '/')
        snprintf(path, sizeof path, "%s", named);
    else if (doctor_config(doctor, "PluginDir", folder, sizeof folder))
        snprintf(path, sizeof path, "%.*s/%s", (int)strcspn(folder, ":"), folder, named);
    else
        return false;
    doctor->plugin = strdup(path);
    doctor->failed |= !doctor->plugin;
    return doctor->plugin != NULL;
}

/* The file that the loader opens for the release of Slurm. */
static bool find_release(struct doctor *doctor)
{
    const char *slash = strrchr(doctor->plugin, '/');
    struct text text = {0};

    if (!doctor->major || !slash)
        return false;
    text_add(&text, doctor->plugin, (size_t)(slash + 1 - doctor->plugin));
    text_printf(&text, "topomap_slurm-%u.%02u.so", doctor->major, doctor->minor);
    doctor->release_plugin = text_take(&text);
    doctor->failed |= !doctor->release_plugin;
    return doctor->release_plugin != NULL;
}

static void advise_build(struct doctor *doctor)
{
    doctor_advise(doctor, "build topomap for Slurm %u.%02u (configure --with-slurm) and install it "
                  "into the same folder", doctor->major, doctor->minor);
}

static void check_release(struct doctor *doctor)
{
    struct topomap_error error;
    unsigned version;

    if (!find_release(doctor))
        return;
    if (access(doctor->release_plugin, R_OK) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "plugin", "there is no %s for this Slurm",
                   doctor->release_plugin);
        advise_build(doctor);
    } else if (elf_number(doctor->release_plugin, "topomap_loader", &version, &error) == 0) {
        doctor_add(doctor, VERDICT_WRONG, "plugin", "%s is the loader, spank_topomap.so, not the "
                   "plugin for this Slurm", doctor->release_plugin);
        advise_build(doctor);
    } else if (elf_number(doctor->release_plugin, "plugin_version", &version, &error) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "plugin", "%s", error.text);
        advise_build(doctor);
    } else if (version >> 16 != doctor->major || (version >> 8 & 255) != doctor->minor) {
        doctor_add(doctor, VERDICT_WRONG, "plugin", "%s was built for Slurm %u.%02u",
                   doctor->release_plugin, version >> 16, version >> 8 & 255);
        advise_build(doctor);
    } else {
        doctor_add(doctor, VERDICT_OK, "plugin", "%s is for this Slurm, %u.%02u",
                   doctor->release_plugin, doctor->major, doctor->minor);
    }
}

void doctor_check_plugin(struct doctor *doctor)
{
    struct topomap_error error;
    unsigned version;

    if (!find_plugin(doctor))
        return;
    if (access(doctor->plugin, R_OK) < 0) {
        /* Of a whole path the check of plugstack.conf has said it. */
        if (*doctor->site.stack.plugin != '/') {
            doctor_add(doctor, VERDICT_WRONG, "plugin", "there is no %s", doctor->plugin);
            doctor_advise(doctor, "install topomap's plugin there, or name its whole path in %s",
                          doctor->site.stack.file);
        }
        return;
    }
    if (elf_number(doctor->plugin, "spank_plugin_version", &version, &error) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "plugin", "is no plugin of Slurm: %s", error.text);
        doctor_advise(doctor, "install topomap's plugin again");
        return;
    }
    check_release(doctor);
}

/* ---- the helper programs -------------------------------------------------------------------- */

void doctor_advise_install(struct doctor *doctor)
{
    doctor_advise(doctor, "install topomap on this machine, or name the folder of its programs by "
                  "libexecdir= in plugstack.conf");
}

static bool find_program(const struct doctor *doctor, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", doctor->libexec, name);
    return access(path, X_OK) == 0;
}

/* Whether the program says that it is of our version. What others could have written is not run by
 * root. */
static bool same_version(const char *path, char *version, size_t size)
{
    char *const words[] = {(char *)path, "--version", NULL};
    struct topomap_error error;
    size_t length;
    char *text, *number;

    snprintf(version, size, "of no version");
    if (geteuid() == 0 && trust_check(path, &error) < 0)
        return true;
    text = slurm_ask(words, &length);
    number = text ? strchr(text, ' ') : NULL;
    if (number)
        snprintf(version, size, "of version %.*s", doctor_line(number + 1), number + 1);
    free(text);
    return number && strcmp(version + strlen("of version "), topomap_version()) == 0;
}

static void check_program(struct doctor *doctor, const char *name, bool *good)
{
    char path[PATH_MAX], version[80];
    struct topomap_error error;
    struct stat status;

    *good = false;
    if (!find_program(doctor, name, path, sizeof path)) {
        doctor_add(doctor, VERDICT_WRONG, "programs", "%s is missing or cannot be run", path);
        doctor_advise_install(doctor);
    } else if (reach_check(path, S_IXOTH, &error) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "programs", "%s is of no use to users: %s", path,
                   error.text);
        doctor_advise(doctor, "chmod o+x what is named there");
    } else if (!same_version(path, version, sizeof version)) {
        doctor_add(doctor, VERDICT_WRONG, "programs", "%s is %s, this command of %s", path,
                   version, topomap_version());
        doctor_advise(doctor, "install one version of topomap on all machines");
    } else if (strcmp(name, "topomap-node-helper") == 0 && stat(path, &status) == 0 &&
               (status.st_mode & (S_IRGRP | S_IROTH))) {
        doctor_add(doctor, VERDICT_WRONG, "programs", "%s is readable by users, who could take it "
                   "over: it is not run", path);
        doctor_advise(doctor, "chmod 711 %s", path);
    } else {
        *good = true;
    }
}

void doctor_check_programs(struct doctor *doctor)
{
    const char *set = doctor->site.stack.settings.libexecdir;
    bool planner, helper;

    doctor->libexec = set ? set : LIBEXEC_DIR;
    check_program(doctor, "topomap-planner", &planner);
    check_program(doctor, "topomap-node-helper", &helper);
    if (planner && helper)
        doctor_add(doctor, VERDICT_OK, "programs", "planner and node helper of version %s in %s",
                   topomap_version(), doctor->libexec);
}

/* ---- rights --------------------------------------------------------------------------------- */

static void check_right(struct doctor *doctor, const char *path, size_t *good)
{
    struct topomap_error error;

    if (!path || access(path, F_OK) < 0)
        return;
    if (*path == '/' && trust_check(path, &error) == 0) {
        ++*good;
        return;
    }
    if (*path != '/')
        return;
    doctor_add(doctor, VERDICT_WRONG, "rights", "%s can be changed by others than root: %s", path,
               error.text);
    doctor_advise(doctor, "chown root and chmod go-w what is named there");
}

/* Files that srun reads as the user. */
static void check_reach(struct doctor *doctor, const char *path)
{
    struct topomap_error error;

    if (!path || *path != '/' || access(path, F_OK) < 0 || reach_check(path, S_IROTH, &error) == 0)
        return;
    doctor_add(doctor, VERDICT_WRONG, "rights", "%s is of no use to users: %s", path, error.text);
    doctor_advise(doctor, "chmod o+x folders, and o+r the file");
}

/* The policy is not among them: its check says that the plugin ignores a policy of others. */
void doctor_check_rights(struct doctor *doctor)
{
    static const char *const programs[] = {"topomap-planner", "topomap-node-helper"};
    const struct settings *settings = &doctor->site.stack.settings;
    char path[PATH_MAX];
    size_t good = 0, before = doctor->verdicts[VERDICT_WRONG];

    check_right(doctor, doctor->site.stack.file, &good);
    check_right(doctor, doctor->plugin, &good);
    check_right(doctor, doctor->release_plugin, &good);
    check_right(doctor, settings->topology, &good);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (find_program(doctor, programs[i], path, sizeof path))
            check_right(doctor, path, &good);
    }
    check_reach(doctor, doctor->site.stack.file);
    check_reach(doctor, doctor->plugin);
    check_reach(doctor, doctor->release_plugin);
    if (doctor->verdicts[VERDICT_WRONG] == before && good)
        doctor_add(doctor, VERDICT_OK, "rights", "%zu file%s that only root can change", good,
                   good == 1 ? "" : "s");
}

/* ---- the node ------------------------------------------------------------------------------- */

void doctor_check_node(struct doctor *doctor)
{
    struct topomap_error error;
    struct topomap_nodetree *tree = topomap_nodetree_create("self", NULL, &error);

    if (tree) {
        doctor_add(doctor, VERDICT_OK, "node", "hwloc finds %u cores and %u PUs here",
                   topomap_nodetree_cores(tree), topomap_nodetree_pus(tree));
    } else {
        doctor_add(doctor, VERDICT_WRONG, "node", "hwloc does not know this machine: %s",
                   error.text);
        doctor_advise(doctor, "run lstopo to see why; until then tasks are not bound here");
    }
    topomap_nodetree_destroy(tree);
}
