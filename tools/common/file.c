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
static int set_mode(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    return fchmod(fd, 0666 & ~mask);
}

/* Owner and mode of the file that is replaced; the owner first, as that takes rights away. */
static int copy_rights(int fd, const struct stat *old)
{
    return fchown(fd, old->st_uid, old->st_gid) < 0 ? -1 : fchmod(fd, old->st_mode & 07777);
}

static int fill_beside(int fd, const char *text, size_t length, const struct stat *old)
{
    if ((old ? copy_rights(fd, old) : set_mode(fd)) < 0)
        return -1;
    return write_all(fd, text, length);
}

/* Through a temporary file beside `path`; `old` is what it replaces, or NULL. -1 with errno. */
static int write_beside(const char *path, const char *text, size_t length,
                        const struct stat *old)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *name = malloc(size);
    int fd, failed, why;

    if (!name)
        return -1;
    snprintf(name, size, "%s.XXXXXX", path);
    fd = mkstemp(name);
    failed = fd < 0 || fill_beside(fd, text, length, old) < 0;
    why = errno;
    if (fd >= 0 && close(fd) < 0 && !failed) {
        failed = 1;
        why = errno;
    }
    if (!failed && rename(name, path) < 0) {
        failed = 1;
        why = errno;
    }
    if (failed && fd >= 0)
        unlink(name);
    free(name);
    errno = why;
    return failed ? -1 : 0;
}

/* Into an open file. Space is taken first, so that a full disk leaves a regular file as it was. */
static int write_into(int fd, const char *text, size_t length, const struct stat *status)
{
    if (!S_ISREG(status->st_mode))
        return write_all(fd, text, length);
    if ((off_t)length > status->st_size) {
        int why = posix_fallocate(fd, 0, (off_t)length);

        if (why != 0 && why != EINVAL && why != EOPNOTSUPP) {
            (void)!ftruncate(fd, status->st_size);
            errno = why;
            return -1;
        }
    }
    return write_all(fd, text, length) < 0 ? -1 : ftruncate(fd, (off_t)length);
}

/* Whether `path` is the file of `status`, and its only name. */
static bool is_only_name(const char *path, const struct stat *status)
{
    struct stat found;

    return lstat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 1 &&
           found.st_dev == status->st_dev && found.st_ino == status->st_ino;
}

/* Replace a regular file behind all links, or write into the open file where that is no regular
 * one, has other names, or only its owner could make another like it. */
static int write_open(int fd, const char *path, const char *text, size_t length)
{
    struct stat status;
    bool replace;
    char *real;
    int result;

    if (fstat(fd, &status) < 0)
        return -1;
    real = S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    replace = real && is_only_name(real, &status);
    result = replace ? write_beside(real, text, length, &status) : -1;
    free(real);
    if (replace && (result == 0 || (errno != EPERM && errno != EACCES && errno != EINVAL)))
        return result;
    return write_into(fd, text, length, &status);
}

/* Open what is at `path`; behind a link to a file that is not there an empty one is `made`. */
static int open_old(const char *path, bool *made)
{
    struct stat status;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);

    *made = fd < 0 && errno == ENOENT && lstat(path, &status) == 0;
    if (*made)
        fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_CREAT, 0666);
    return fd;
}

static void remove_made(const char *path)
{
    char *real = realpath(path, NULL);

    if (real)
        unlink(real);
    free(real);
}

int cli_write(const char *path, const char *text, struct topomap_error *error)
{
    return cli_write_bytes(path, text, strlen(text), error);
}

int cli_write_bytes(const char *path, const char *text, size_t length,
                    struct topomap_error *error)
{
    int fd, result, why;
    bool made;

    if (!path || strcmp(path, "-") == 0) {
        if (write_all(STDOUT_FILENO, text, length) < 0)
            return file_error(error, "standard output", strerror(errno));
        return 0;
    }
    fd = open_old(path, &made);
    if (fd < 0 && errno != ENOENT)
        return file_error(error, path, strerror(errno));
    result = fd < 0 ? write_beside(path, text, length, NULL)
                    : write_open(fd, path, text, length);
    why = errno;
    if (fd >= 0 && close(fd) < 0 && result == 0) {
        result = -1;
        why = errno;
    }
    if (result < 0 && fd >= 0 && made)
        remove_made(path);
    return result < 0 ? file_error(error, path, strerror(why)) : 0;
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
