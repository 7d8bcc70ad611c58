/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int file_error(struct topomap_error *error, const char *path, const char *what)
{
    if (error) {
        error->code = TOPOMAP_INPUT;
        snprintf(error->text, sizeof error->text, "%s: %s", path, what);
    }
    return -1;
}

static int write_all(int fd, const char *text, size_t length)
{
    while (length) {
        ssize_t done = write(fd, text, length);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        text += done;
        length -= (size_t)done;
    }
    return 0;
}

/* A file of mode 0666 less the umask, as a shell's redirection makes it; mkstemp gives 0600. */
static void open_mode(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
}

static int write_beside(const char *path, const char *text, struct topomap_error *error)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *name = malloc(size);
    int fd, failed, why;

    if (!name)
        return file_error(error, path, "out of memory");
    snprintf(name, size, "%s.XXXXXX", path);
    fd = mkstemp(name);
    if (fd < 0) {
        why = errno;
        free(name);
        return file_error(error, path, strerror(why));
    }
    open_mode(fd);
    failed = write_all(fd, text, strlen(text)) < 0;
    why = errno;
    if (close(fd) < 0 && !failed) {
        failed = 1;
        why = errno;
    }
    if (!failed && rename(name, path) < 0) {
        failed = 1;
        why = errno;
    }
    if (failed)
        unlink(name);
    free(name);
    return failed ? file_error(error, path, strerror(why)) : 0;
}

int cli_write(const char *path, const char *text, struct topomap_error *error)
{
    struct stat status;

    if (!path || strcmp(path, "-") == 0) {
        if (write_all(STDOUT_FILENO, text, strlen(text)) < 0)
            return file_error(error, "standard output", strerror(errno));
        return 0;
    }
    /* A device or pipe is written in place: there is nothing to keep whole. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        int failed = fd < 0 || write_all(fd, text, strlen(text)) < 0;
        int why = errno;

        if (fd >= 0)
            close(fd);
        return failed ? file_error(error, path, strerror(why)) : 0;
    }
    return write_beside(path, text, error);
}

static char *read_fd(int fd, const char *path, size_t limit, size_t *length,
                     struct topomap_error *error)
{
    size_t capacity = 1 << 16, used = 0;
    char *data = malloc(capacity + 1);

    while (data) {
        ssize_t got = read(fd, data + used, capacity - used);

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
        if (used == capacity) {
            char *grown = capacity < limit ? realloc(data, 2 * capacity + 1) : NULL;

            if (!grown) {
                file_error(error, path, capacity < limit ? "out of memory" : "too large");
                free(data);
                return NULL;
            }
            data = grown;
            capacity *= 2;
        }
    }
    file_error(error, path, "out of memory");
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
    data = read_fd(fd, standard ? "standard input" : path, limit, length, error);
    if (!standard)
        close(fd);
    return data;
}
