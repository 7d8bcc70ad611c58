/* SPDX-License-Identifier: BSD-3-Clause */
#include "input/source.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "input/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_STEP (UINT64_C(1) << 16)

/* Large files are read in parts of this size, in parallel. */
#define PART (UINT64_C(8) << 20)

void source_drop(const struct source *source)
{
    if (!source->owner)
        return;
    free(*source->owner);
    *source->owner = NULL;
}

static int check_kind(const struct source *source, const struct stat *status, uint64_t limit,
                      struct topomap_error *error)
{
    const char *name = source->name;

    if (S_ISDIR(status->st_mode))
        return error_set(error, TOPOMAP_INPUT, "%s: is a directory", name);
    if (S_ISBLK(status->st_mode) || (S_ISCHR(status->st_mode) && source->path))
        return error_set(error, TOPOMAP_INPUT, "%s: is a device", name);
    if (S_ISREG(status->st_mode) && (uint64_t)status->st_size > limit)
        return error_set(error, TOPOMAP_INPUT, "%s: is larger than %llu MiB", name,
                         (unsigned long long)(limit >> 20));
    return 0;
}

/* Part i of a file is read to text + i * PART. */
struct parts {
    int fd;
    off_t begin;  /* offset of the first part in the file */
    size_t count;
    char *text;
    size_t *got;  /* [count]: bytes read of each part */
};

static void read_part(void *argument, unsigned i)
{
    struct parts *parts = argument;
    size_t at = i * PART;
    ssize_t got = 1;

    while (got > 0 && parts->got[i] < PART) {
        size_t done = parts->got[i];

        got = pread(parts->fd, parts->text + at + done, PART - done,
                    parts->begin + (off_t)(at + done));
        parts->got[i] += got > 0 ? (size_t)got : 0;
    }
}

/* Read the complete parts among `expected` bytes from the current offset, and move the offset past
 * what was read. Returns the number of bytes up to the first that could not be read. The sequential
 * read that follows reports the error, and also reads what was appended meanwhile. */
static size_t read_parts(int fd, char *text, size_t expected)
{
    struct parts parts = {.fd = fd, .begin = lseek(fd, 0, SEEK_CUR), .count = expected / PART,
                          .text = text};
    size_t length = 0;

    if (parts.begin < 0 || parts.count < 2)
        return 0;
    parts.got = array_new(parts.count, sizeof *parts.got);
    if (!parts.got)
        return 0;
    parallel_run((unsigned)parts.count, read_part, &parts);
    for (size_t i = 0; i < parts.count && length == i * PART; i++)
        length += parts.got[i];
    free(parts.got);
    return lseek(fd, parts.begin + (off_t)length, SEEK_SET) < 0 ? 0 : length;
}

/* Read to the end of the file; the size that the file system reports is only a hint. */
static int read_all(int fd, struct source *source, uint64_t hint, uint64_t limit,
                    struct topomap_error *error)
{
    size_t capacity = 0, length;
    char *text = NULL;

    if (array_grow(&text, &capacity, (size_t)hint + 1, 1) < 0)
        return error_memory(error);
    length = read_parts(fd, text, (size_t)hint);
    for (;;) {
        ssize_t got;

        if (length == capacity && array_grow(&text, &capacity, length + READ_STEP, 1) < 0) {
            free(text);
            return error_memory(error);
        }
        got = read(fd, text + length, capacity - length);
        if (got == 0)
            break;
        if (got < 0 && errno == EINTR)
            continue;
        if (got > 0)
            length += (size_t)got;
        if (got < 0 || length > limit) {
            free(text);
            if (got < 0)
                return error_set(error, TOPOMAP_INPUT, "%s: %s", source->name, strerror(errno));
            return error_set(error, TOPOMAP_INPUT, "%s: is larger than %llu MiB", source->name,
                             (unsigned long long)(limit >> 20));
        }
    }
    source->text = text;
    source->length = length;
    return 0;
}

/* Replace a packed text by the unpacked one. */
static int replace_packed(struct source *source, uint64_t limit, struct topomap_error *error)
{
    char *text;
    size_t length;
    int result = unpack(source->name, source->text, source->length, limit, &text, &length, error);

    if (result)
        free((char *)source->text);
    if (result > 0) {
        source->text = text;
        source->length = length;
    }
    return result < 0 ? -1 : 0;
}

int source_read(struct source *source, const char *path, uint64_t limit,
                struct topomap_error *error)
{
    bool standard_input = strcmp(path, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    int result;

    *source = (struct source){.name = standard_input ? "(standard input)" : path,
                              .path = standard_input ? NULL : path};
    if (fd < 0)
        return error_set(error, TOPOMAP_INPUT, "%s: %s", path, strerror(errno));
    if (fstat(fd, &status) < 0)
        result = error_set(error, TOPOMAP_INPUT, "%s: %s", source->name, strerror(errno));
    else
        result = check_kind(source, &status, limit, error);
    if (result == 0)
        result = read_all(fd, source, S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0,
                          limit, error);
    if (!standard_input)
        close(fd);
    return result == 0 ? replace_packed(source, limit, error) : result;
}

int source_check(const struct source *source, struct topomap_error *error)
{
    const char *nul = source->length ? memchr(source->text, '\0', source->length) : NULL;
    size_t line = 1;

    if (source->length == 0)
        return error_set(error, TOPOMAP_INPUT, "%s: is empty", source->name);
    if (!nul)
        return 0;
    for (const char *c = source->text; c < nul; c++)
        line += *c == '\n';
    return error_set(error, TOPOMAP_INPUT, "%s:%zu: is not text: it holds a NUL byte",
                     source->name, line);
}
