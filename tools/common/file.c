/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/cli.h"

#include "base/error.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int file_error(struct topomap_error *error, const char *path, const char *what)
{
    return error_set(error, TOPOMAP_INPUT, "%s: %s", path, what);
}

int cli_write(const char *path, const char *text, struct topomap_error *error)
{
    return cli_write_bytes(path, text, strlen(text), error);
}

int cli_write_bytes(const char *path, const char *text, size_t length,
                    struct topomap_error *error)
{
    if (!path || strcmp(path, "-") == 0)
        return file_write_all(STDOUT_FILENO, text, length) < 0
                   ? file_error(error, "standard output", strerror(errno))
                   : 0;
    return file_write(path, text, length, true) < 0 ? file_error(error, path, strerror(errno)) : 0;
}

int cli_flush(struct topomap_error *error)
{
    return fflush(stdout) || ferror(stdout)
               ? file_error(error, "standard output", strerror(errno))
               : 0;
}

char *cli_read_open(int file, const char *path, size_t limit, size_t *length,
                    struct topomap_error *error)
{
    size_t capacity = 1 << 16, used = 0;
    char *data = malloc(capacity + 1);

    while (data) {
        ssize_t got = read(file, data + used, capacity - used);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            if (got == 0) {
                data[used] = '\0';
                *length = used;
                return data;
            }
            file_error(error, path, strerror(errno));
            free(data);
            return NULL;
        }
        used += (size_t)got;
        if (used > limit) {
            file_error(error, path, "too large");
            free(data);
            return NULL;
        }
        if (used == capacity) {
            char *grown = realloc(data, 2 * capacity + 1);

            if (!grown) {
                error_memory(error);
                free(data);
                return NULL;
            }
            data = grown;
            capacity *= 2;
        }
    }
    error_memory(error);
    return NULL;
}

char *cli_read(const char *path, size_t limit, size_t *length, struct topomap_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char *data;

    if (fd < 0) {
        file_error(error, path, strerror(errno));
        return NULL;
    }
    data = cli_read_open(fd, standard ? "standard input" : path, limit, length, error);
    if (!standard)
        close(fd);
    return data;
}
