/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_program.h"

#include "common.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first executable file of this name in the folders of PATH; the caller frees it. Like
 * slurmstepd, which does this in the folder of the tasks, it passes over empty entries. */
static char *search_path(const char *name, const char *folder)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    struct stat status;

    for (; path && *path; path += *path == ':') {
        size_t length = strcspn(path, ":");
        bool whole = *path == '/';
        int size = snprintf(file, sizeof file, "%s%s%.*s/%s", whole ? "" : folder,
                            whole ? "" : "/", (int)length, path, name);

        path += length;
        if (length && size > 0 && (size_t)size < sizeof file && access(file, X_OK) == 0 &&
            stat(file, &status) == 0 && S_ISREG(status.st_mode))
            return realpath(file, NULL);
    }
    return NULL;
}

/* As slurmstepd looks for it: PATH also counts for names with a slash, unless they begin with a
 * slash or full stop. */
static char *search(const char *command, const char *folder)
{
    char file[PATH_MAX], *path = NULL;
    int size;

    if (*command == '/')
        return realpath(command, NULL);
    if (*command != '.')
        path = search_path(command, folder);
    size = snprintf(file, sizeof file, "%s/%s", folder, command);
    if (!path && size > 0 && (size_t)size < sizeof file)
        path = realpath(file, NULL);
    return path;
}

char *program_find(const char *command, const char *folder, struct topomap_error *error)
{
    char *path;

    if (!command) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "SPANK does not report the command");
        return NULL;
    }
    if (!folder && *command != '/') {
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "the store needs the executable, but the folder in which the step runs is not "
                  "known here");
        return NULL;
    }
    path = search(command, folder);
    if (path && !strpbrk(path, "\n\r"))
        return path;
    error_set(error, TOPOMAP_IMPOSSIBLE, "the store needs the executable, but %.100s %s", command,
              path ? "has a line break in its path" : "was not found");
    free(path);
    return NULL;
}
