/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "common/join.h"

#include "base/error.h"
#include "base/memory.h"
#include "common/cli.h"
#include "io/profile_records.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct pile {
    struct topomap_profile **profiles;
    size_t count, capacity;
};

static void pile_free(struct pile *pile)
{
    for (size_t i = 0; i < pile->count; i++)
        topomap_profile_destroy(pile->profiles[i]);
    free(pile->profiles);
}

static int pile_add(struct pile *pile, const char *path, struct topomap_error *error)
{
    struct topomap_profile *profile;

    if (array_grow(&pile->profiles, &pile->capacity, pile->count + 1, sizeof *pile->profiles) < 0)
        return error_memory(error);
    profile = topomap_profile_read(path, error);
    if (!profile)
        return -1;
    pile->profiles[pile->count++] = profile;
    return 0;
}

static int count_ranks(const char *path, struct join_ranks *found, struct topomap_error *error)
{
    struct topomap_profile *profile = topomap_profile_read(path, error);
    const struct topomap_profile_info *info = profile ? topomap_profile_info(profile) : NULL;

    if (!profile)
        return -1;
    *found = (struct join_ranks){info->ranks, info->recorded, info->unfinished, false};
    topomap_profile_destroy(profile);
    return 0;
}

/* Take the last profile out again if no rank has a record in it. */
static bool pile_drop_silent(struct pile *pile)
{
    struct topomap_profile *last = pile->profiles[pile->count - 1];

    if (topomap_profile_info(last)->recorded > 0)
        return false;
    topomap_profile_destroy(last);
    pile->count--;
    return true;
}

/* Whether a file was made, but nothing was written to it: the rank that made it was killed, or had
 * no space. What ranks write begins with a word. */
static bool is_unwritten(const char *path)
{
    FILE *file = fopen(path, "r");
    int first = file ? fgetc(file) : 1;

    if (file)
        fclose(file);
    return first == EOF || first == 0;
}

/* The same, also if all ranks of a node write records of their own. */
static bool is_silent(const char *path)
{
    struct join_ranks found = {.recorded = 1};

    return is_unwritten(path) || (count_ranks(path, &found, NULL) == 0 && found.recorded == 0);
}

static int pile_add_folder(struct pile *pile, const char *path, const struct cli_command *command,
                           struct topomap_error *error)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, versionsort), result = 0;

    if (count < 0)
        return error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char file[PATH_MAX];

        if (result == 0 && profile_is_record(name)) {
            bool silent;

            snprintf(file, sizeof file, "%s/%s", path, name);
            silent = is_unwritten(file);
            if (!silent)
                result = pile_add(pile, file, error);
            silent = silent || (result == 0 && pile_drop_silent(pile));
            if (silent && command)
                cli_warn(command, "%s is empty: the ranks that it is for have no record in it",
                         file);
        }
        free(entries[i]);
    }
    free(entries);
    return result;
}

int join_profiles(char *const *paths, size_t count, const char *output,
                  const struct cli_command *command, struct topomap_error *error)
{
    struct pile pile = {0};
    struct stat status;
    char *joined = NULL;
    size_t length;
    int result = 0;

    for (size_t i = 0; result == 0 && i < count; i++) {
        if (stat(paths[i], &status) == 0 && S_ISDIR(status.st_mode))
            result = pile_add_folder(&pile, paths[i], command, error);
        else
            result = pile_add(&pile, paths[i], error);
    }
    if (result == 0 && !pile.count)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: there are no records in it", paths[0]);
    if (result == 0)
        joined = topomap_profile_join((const struct topomap_profile *const *)pile.profiles,
                                      pile.count, &length, error);
    pile_free(&pile);
    if (joined)
        result = cli_write_bytes(output, joined, length, error);
    free(joined);
    return joined ? result : -1;
}

/* Whether a folder has nothing that a rank wrote. */
static bool is_without_records(const char *path)
{
    DIR *list = opendir(path);
    struct dirent *entry;
    bool found = false;

    while (list && !found && (entry = readdir(list))) {
        char file[PATH_MAX + sizeof entry->d_name];

        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        found = profile_is_record(entry->d_name) && !is_silent(file);
    }
    if (list)
        closedir(list);
    return list && !found;
}

/* Returns 0, or -1 if the path is too long. */
static int name_folder(const char *profile, char folder[PATH_MAX])
{
    return snprintf(folder, PATH_MAX, "%s.ranks", profile) < PATH_MAX ? 0 : -1;
}

struct file_state join_look(const char *profile)
{
    char folder[PATH_MAX];

    return name_folder(profile, folder) == 0 ? file_look(folder) : (struct file_state){0};
}

/* Each run that is recorded makes the folder, or at least files in it: that changes its time. */
bool join_is_old(const char *profile, const struct file_state *before)
{
    char folder[PATH_MAX];

    struct stat status;

    return name_folder(profile, folder) == 0 && lstat(folder, &status) == 0 &&
           S_ISDIR(status.st_mode) && !file_is_written(folder, before) &&
           !is_without_records(folder);
}

int join_leftovers(const char *profile, bool written, const char *output,
                   const struct cli_command *command, struct join_ranks *found,
                   struct topomap_error *error)
{
    char folder[PATH_MAX];
    /* A record that a rank handed over in MPI_Finalize takes precedence. */
    char *paths[] = {(char *)profile, folder};
    struct stat status;

    *found = (struct join_ranks){0};
    if (name_folder(profile, folder) < 0)
        return error_set(error, TOPOMAP_INPUT, "%.300s: the path is too long", profile);
    if (lstat(folder, &status) < 0)
        return 0;
    if (!S_ISDIR(status.st_mode))
        return error_set(error, TOPOMAP_INPUT,
                         "%.300s: is no folder: no rank leaves a record there", folder);
    if (written && count_ranks(profile, found, error) < 0)
        return -1;
    /* A profile that lacks nothing is no early one: what lies beside it are leftovers. */
    if (written && found->recorded == found->ranks &&
        (found->unfinished == 0 || is_without_records(folder))) {
        profile_records_remove(folder);
        if (found->unfinished == 0 || rename(profile, output) == 0)
            return 0;
        return error_set(error, TOPOMAP_INPUT, "%.300s: %s", output, strerror(errno));
    }
    if (!written && is_without_records(folder)) {
        rmdir(folder);
        return 0;
    }
    if (join_profiles(paths + !written, 1 + (size_t)written, output, command, error) < 0 ||
        count_ranks(output, found, error) < 0)
        return -1;
    if (found->recorded == found->ranks)
        profile_records_remove(folder);
    else
        rmdir(folder); /* if it is empty */
    found->joined = true;
    if (strcmp(profile, output) == 0)
        return 1;
    if (found->recorded == found->ranks && found->unfinished == 0) {
        if (rename(output, profile) < 0)
            return error_set(error, TOPOMAP_INPUT, "%.300s: %s", profile, strerror(errno));
    } else if (written) {
        unlink(profile);
    }
    return 1;
}
