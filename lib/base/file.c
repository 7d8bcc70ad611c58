/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_TRIES 100
/* A file under one of the first descriptors, as /dev/stdout, is not replaced. */
#define FIRST_DESCRIPTORS 256

int file_write_all(int file, const void *data, size_t length)
{
    const char *at = data;

    while (length > 0) {
        ssize_t written = write(file, at, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        at += written;
        length -= (size_t)written;
    }
    return 0;
}

/* The first descriptor but `own` by which this process writes to the file; -1: there is none. */
static int find_writer(const struct stat *file, int own)
{
    struct stat other;

    for (int i = 0; i < FIRST_DESCRIPTORS; i++) {
        int flags = i != own ? fcntl(i, F_GETFL) : -1;

        if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(i, &other) == 0 &&
            other.st_dev == file->st_dev && other.st_ino == file->st_ino)
            return i;
    }
    return -1;
}

bool file_is_replaceable(const char *name)
{
    struct stat status;

    return stat(name, &status) < 0 || (S_ISREG(status.st_mode) && find_writer(&status, -1) < 0);
}

bool file_has_room(const char *name)
{
    const char *slash = strrchr(name, '/');
    char *folder = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");
    bool writable = folder && access(folder, W_OK | X_OK) == 0;
    int why = errno;

    free(folder);
    errno = why;
    return writable;
}

int file_open_folder(const char *name)
{
    return open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool file_may_work_in(const char *folder)
{
    int inside = file_open_folder(folder), why = errno;
    bool may = inside >= 0 && faccessat(inside, ".", W_OK | X_OK, 0) == 0;

    if (inside >= 0) {
        why = errno;
        close(inside);
    }
    errno = why;
    return may;
}

struct file_state file_look(const char *name)
{
    struct stat status;

    if (stat(name, &status) < 0)
        return (struct file_state){0};
    return (struct file_state){status.st_dev, status.st_ino, status.st_mtim};
}

bool file_is_written(const char *name, const struct file_state *before)
{
    struct file_state now = file_look(name);

    return now.inode != 0 &&
           (now.inode != before->inode || now.device != before->device ||
            now.changed.tv_sec != before->changed.tv_sec ||
            now.changed.tv_nsec != before->changed.tv_nsec);
}

/* Writing past the limit on file sizes raises SIGXFSZ, which would end the process: block it. */
static int put_limited(int file, const struct file_content *content)
{
    const struct timespec at_once = {0};
    sigset_t limit, before;
    int result, why;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    if (pthread_sigmask(SIG_BLOCK, &limit, &before) != 0)
        return -1;
    result = content->put(file, content->data, content->length);
    why = errno;
    while (sigtimedwait(&limit, NULL, &at_once) == SIGXFSZ)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return result;
}

/* Give the new file the owner and mode of the old one. The owner goes first, as chown clears bits
 * of the mode. */
static int copy_rights(int file, const struct stat *old)
{
    if (fchown(file, old->st_uid, old->st_gid) < 0)
        return -1;
    return fchmod(file, old->st_mode & 07777);
}

/* Create a temporary file beside `path`. The caller frees *name, its path. Names that killed
 * processes left behind are skipped. */
static int open_beside(const char *path, char **name)
{
    size_t size = strlen(path) + 64;
    int file = -1;

    *name = malloc(size);
    for (unsigned try = 0; *name && file < 0 && try < MOST_TRIES; try++) {
        snprintf(*name, size, "%s.%ld-%u.tmp", path, (long)getpid(), try);
        file = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

/* Make signals that would end this process wait, so that no temporary file stays behind. */
static void hold_signals(sigset_t *before)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t held;

    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&held, ending[i]);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

/*
 * Write a temporary file beside `path` and rename it to `path` when it is complete. `old` describes
 * the file that is replaced, or is NULL. Returns 0, or -1 with errno.
 */
static int replace_at_once(const char *path, const struct file_content *content,
                           const struct stat *old)
{
    char *name = NULL;
    int file = open_beside(path, &name), result, why;

    result = file < 0 || (old && copy_rights(file, old) < 0) ||
                     put_limited(file, content) < 0
                 ? -1
                 : 0;
    why = errno;
    if (file >= 0 && close(file) < 0 && result == 0) {
        result = -1;
        why = errno;
    }
    if (result == 0 && rename(name, path) < 0) {
        result = -1;
        why = errno;
    }
    if (result < 0 && file >= 0)
        unlink(name);
    free(name);
    errno = why;
    return result;
}

static int replace(const char *path, const struct file_content *content, const struct stat *old)
{
    sigset_t before;
    int result, why;

    if (!content->unbroken)
        return replace_at_once(path, content, old);
    hold_signals(&before);
    result = replace_at_once(path, content, old);
    why = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return result;
}

/* Allocate the space first, so that a full disk or a limit leaves the file as it was. */
static int overwrite(int file, const struct file_content *content, const struct stat *old)
{
    off_t length = (off_t)content->length;
    struct rlimit limit;
    int why;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < content->length) {
        errno = EFBIG;
        return -1;
    }
    /* Also where the file is long enough: it may have holes. */
    why = length > 0 ? posix_fallocate(file, 0, length) : 0;
    /* EBADF: where the file system cannot, the C library wants to read the file instead. */
    if (why != 0 && why != EINVAL && why != EOPNOTSUPP && why != EBADF) {
        if (length > old->st_size)
            (void)!ftruncate(file, old->st_size);
        errno = why;
        return -1;
    }
    return content->put(file, content->data, content->length) < 0 ? -1 : ftruncate(file, length);
}

/* The path of the file behind all symbolic links, if it is the file `old` and has only one hard
 * link; else NULL. */
static char *only_name(const char *name, const struct stat *old)
{
    char *path = old->st_nlink == 1 ? realpath(name, NULL) : NULL;
    struct stat found;

    if (path && lstat(path, &found) == 0 && found.st_dev == old->st_dev &&
        found.st_ino == old->st_ino)
        return path;
    free(path);
    return NULL;
}

/* Write to a file that is open already. */
static int write_open(int file, const char *name, const struct file_content *content, bool special)
{
    struct stat old;
    char *path;
    int result = -1, writer;

    if (fstat(file, &old) < 0)
        return -1;
    writer = S_ISREG(old.st_mode) ? find_writer(&old, file) : file;
    if (writer >= 0 && special)
        return put_limited(writer, content);
    if (writer >= 0) {
        errno = EINVAL;
        return -1;
    }
    path = only_name(name, &old);
    if (path)
        result = replace(path, content, &old);
    if (!path || (result < 0 && (errno == EPERM || errno == EACCES || errno == EINVAL)))
        result = overwrite(file, content, &old);
    free(path);
    return result;
}

/* Open an existing file. If a symbolic link points to a file that does not exist, try to create it,
 * and set `made`. */
static int open_old(const char *name, bool *made, bool special)
{
    const int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (special ? 0 : O_NONBLOCK);
    struct stat status;
    int file = open(name, flags);

    *made = file < 0 && errno == ENOENT && lstat(name, &status) == 0;
    if (*made)
        file = open(name, flags | O_CREAT, 0666);
    return file;
}

static void remove_made(const char *name)
{
    char *path = realpath(name, NULL);

    if (path)
        unlink(path);
    free(path);
}

int file_make(const char *name, const struct file_content *content, bool special)
{
    bool made;
    int file = open_old(name, &made, special), result, why;

    if (file >= 0)
        result = write_open(file, name, content, special);
    else
        result = errno == ENOENT && !made ? replace(name, content, NULL) : -1;
    why = errno;
    if (file >= 0 && close(file) < 0 && result == 0) {
        result = -1;
        why = errno;
    }
    if (result < 0 && file >= 0 && made)
        remove_made(name);
    errno = why;
    return result;
}

int file_write(const char *name, const char *data, size_t length, bool special)
{
    const struct file_content content = {length, file_write_all, data, .unbroken = true};

    return file_make(name, &content, special);
}
