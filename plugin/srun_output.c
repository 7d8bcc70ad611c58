/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_output.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_DIGITS 10
#define ACCOUNT_BYTES 4096

/* ---- names -------------------------------------------------------------------------------- */

static void put_number(struct text *text, const char *digits, size_t width)
{
    for (size_t length = strlen(digits); length < width; length++)
        text_puts(text, "0");
    text_puts(text, digits);
}

static void put_user(struct text *text)
{
    char room[ACCOUNT_BYTES];
    struct passwd account, *found = NULL;

    if (getpwuid_r(geteuid(), &account, room, sizeof room, &found) == 0 && found)
        text_puts(text, found->pw_name);
    else
        text_printf(text, "%lu", (unsigned long)geteuid());
}

/* Replace one symbol. Returns false if it is none of those that are known. */
static bool put_symbol(struct text *text, char symbol, size_t width, const struct output_step *step)
{
    char job[16], number[16];

    snprintf(job, sizeof job, "%u", step->job);
    snprintf(number, sizeof number, "%u", step->step);
    switch (symbol) {
    case 'j':
        put_number(text, job, width);
        return true;
    case 'J':
        put_number(text, job, width);
        text_printf(text, ".%s", number);
        return true;
    case 's':
        put_number(text, number, width);
        return true;
    case 'A':
        put_number(text, step->array_job ? step->array_job : job, width);
        return true;
    case 'a':
        put_number(text, step->array_task ? step->array_task : "0", width);
        return true;
    case 'x':
        text_puts(text, step->job_name ? step->job_name : "");
        return true;
    case 'u':
        put_user(text);
        return true;
    default:
        return false;
    }
}

/* The symbol that begins behind a '%' at `at`; returns what is behind it. */
static const char *put_pattern(struct text *text, const char *at, const struct output_step *step)
{
    const char *start = at;
    unsigned long width = 0;

    if (*at == '%') {
        text_puts(text, "%");
        return at + 1;
    }
    if (isdigit((unsigned char)*at)) {
        char *end;

        width = strtoul(at, &end, 10);
        at = end;
    }
    if (put_symbol(text, *at, width < MAX_DIGITS ? width : MAX_DIGITS, step))
        return at + 1;
    text_puts(text, "%");
    text_add(text, start, (size_t)(at - start));
    return at;
}

char *output_name(const char *pattern, const struct output_step *step)
{
    bool literal = strchr(pattern, '\\') != NULL;
    struct text text = {0};

    for (const char *at = pattern; *at;) {
        if (literal ? *at == '\\' : *at == '%') {
            at++;
            if (!literal)
                at = put_pattern(&text, at, step);
        } else {
            text_add(&text, at++, 1);
        }
    }
    return text_take(&text);
}

/* ---- contents ----------------------------------------------------------------------------- */

static int write_all(int file, const char *data, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, data, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        data += written;
        length -= (size_t)written;
    }
    return 0;
}

/* Past the limit on the size of files the kernel sends a signal, which would end srun. */
static int write_limited(int file, const char *data, size_t length)
{
    const struct timespec at_once = {0};
    sigset_t limit, before;
    int result, why;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    if (pthread_sigmask(SIG_BLOCK, &limit, &before) != 0)
        return -1;
    result = write_all(file, data, length);
    why = errno;
    while (sigtimedwait(&limit, NULL, &at_once) == SIGXFSZ)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return result;
}

/* Owner and mode of the file that is replaced; the owner first, as that takes rights away. */
static int copy_rights(int file, const struct stat *old)
{
    if (fchown(file, old->st_uid, old->st_gid) < 0)
        return -1;
    return fchmod(file, old->st_mode & 07777);
}

/*
 * Write a new file beside `path` and put it there when it is whole; `old` is what it replaces, or
 * NULL. Returns 0, or -1 with errno.
 */
static int replace(const char *path, const char *data, size_t length, const struct stat *old)
{
    struct text temporary = {0};
    char *name;
    int file, result, why;

    text_printf(&temporary, "%s.%ld.tmp", path, (long)getpid());
    name = text_take(&temporary);
    if (!name)
        return -1;
    file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    result = file < 0 || (old && copy_rights(file, old) < 0) ||
                     write_limited(file, data, length) < 0
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

/* Space is taken first, so that a full disk or a limit leaves the file as it was. */
static int overwrite(int file, const char *data, size_t length, const struct stat *old)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < length) {
        errno = EFBIG;
        return -1;
    }
    if ((off_t)length > old->st_size) {
        int why = posix_fallocate(file, 0, (off_t)length);

        if (why != 0 && why != EINVAL && why != EOPNOTSUPP) {
            (void)!ftruncate(file, old->st_size);
            errno = why;
            return -1;
        }
    }
    return write_all(file, data, length) < 0 ? -1 : ftruncate(file, (off_t)length);
}

/* The file behind all links, if `old` is it and it has no other name; else NULL. */
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

/* Into what `file` was opened from. */
static int write_open(int file, const char *name, const char *data, size_t length)
{
    struct stat old;
    char *path;
    int result = -1;

    if (fstat(file, &old) < 0)
        return -1;
    path = only_name(name, &old);
    if (path)
        result = replace(path, data, length, &old);
    if (!path || (result < 0 && (errno == EPERM || errno == EACCES || errno == EINVAL)))
        result = overwrite(file, data, length, &old);
    free(path);
    return result;
}

/* Open what is there; for a symbolic link to a file that is not there an empty one is `made`. */
static int open_old(const char *name, bool *made)
{
    const int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
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

int output_write(const char *name, const char *data, size_t length, struct topomap_error *error)
{
    struct stat status;
    int file, result, why;
    bool made;

    /* Not even opened: a pipe without a reader, say, or a device. */
    if (stat(name, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, TOPOMAP_INPUT, "cannot write '%s': not a regular file", name);
    file = open_old(name, &made);
    if (file >= 0)
        result = write_open(file, name, data, length);
    else
        result = errno == ENOENT ? replace(name, data, length, NULL) : -1;
    why = errno;
    if (file >= 0 && close(file) < 0 && result == 0) {
        result = -1;
        why = errno;
    }
    if (result < 0 && file >= 0 && made)
        remove_made(name);
    if (result < 0)
        return error_set(error, TOPOMAP_INPUT, "cannot write '%s': %s", name, strerror(why));
    return 0;
}
