/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_program.h"

#include "common.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first executable file of this name in the folders of PATH; the caller frees it. */
static char *search_path(const char *name)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    struct stat status;

    while (path && *path) {
        size_t length = strcspn(path, ":");
        int size = snprintf(file, sizeof file, "%.*s/%s", (int)length, length ? path : ".", name);

        if (size > 0 && (size_t)size < sizeof file && access(file, X_OK) == 0 &&
            stat(file, &status) == 0 && S_ISREG(status.st_mode))
            return realpath(file, NULL);
        path += length;
        path += *path == ':';
    }
    return NULL;
}

char *program_find(const char *command, struct topomap_error *error)
{
    char *path = NULL;

    if (!command) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "SPANK does not report the command");
        return NULL;
    }
    if (!strchr(command, '/'))
        path = search_path(command);
    if (!path)
        path = realpath(command, NULL);
    if (path && !strpbrk(path, "\n\r"))
        return path;
    free(path);
    error_set(error, TOPOMAP_IMPOSSIBLE, "the store needs the executable, but %.100s was not found",
              command);
    return NULL;
}
