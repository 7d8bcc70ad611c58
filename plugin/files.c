/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "files.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* More could not be planned in time. */
#define INPUT_MAX (UINT64_C(2) << 30)

static int fails(struct topomap_error *error, const char *what, const char *name)
{
    return error_set(error, TOPOMAP_INPUT, "cannot %s '%s': %s", what, name, strerror(errno));
}

static int check_input(const char *what, const char *name, const struct stat *status,
                       struct topomap_error *error)
{
    if (!S_ISREG(status->st_mode))
        return error_set(error, TOPOMAP_INPUT, "%s '%s' is not a regular file", what, name);
    if (status->st_size == 0)
        return error_set(error, TOPOMAP_INPUT, "%s '%s' is empty", what, name);
    if ((uint64_t)status->st_size > INPUT_MAX)
        return error_set(error, TOPOMAP_INPUT, "%s '%s' is larger than %llu bytes", what, name,
                         (unsigned long long)INPUT_MAX);
    return 0;
}

char *files_input(const char *what, const char *name, uint64_t *bytes,
                  struct topomap_error *error)
{
    char *path = realpath(name, NULL);
    struct stat status;

    /* A FIFO must not be opened: that could wait for ever. */
    if (!path || stat(path, &status) < 0 || access(path, R_OK) < 0) {
        error_set(error, TOPOMAP_INPUT, "cannot read %s '%s': %s", what, name, strerror(errno));
        free(path);
        return NULL;
    }
    if (check_input(what, name, &status, error) < 0 || strpbrk(path, "\r\n")) {
        if (strpbrk(path, "\r\n"))
            error_set(error, TOPOMAP_INPUT, "%s '%s' has a line break in its path", what, name);
        free(path);
        return NULL;
    }
    *bytes += (uint64_t)status.st_size;
    return path;
}

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

/* Write to a new file beside `name` and put it in place when it is whole. */
static int write_file(const char *name, const char *data, size_t length,
                      struct topomap_error *error)
{
    struct text temporary = {0};
    struct stat status;
    char *path;
    int file, result;

    if (stat(name, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, TOPOMAP_INPUT, "cannot write '%s': not a regular file", name);
    text_printf(&temporary, "%s.%ld.tmp", name, (long)getpid());
    path = text_take(&temporary);
    if (!path)
        return error_memory(error);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    result = file < 0 ? -1 : write_all(file, data, length);
    if (file >= 0 && (close(file) < 0 || result < 0 || rename(path, name) < 0)) {
        result = fails(error, "write", name);
        unlink(path);
    } else if (file < 0) {
        result = fails(error, "write", name);
    }
    free(path);
    return result;
}

/* Names of the nodes, and for each rank where it runs. */
static int host_of_ranks(const struct layout *layout, const uint32_t *tids, char **names,
                         uint32_t *node_of)
{
    slurm_hostlist list = slurm_hostlist_create(layout->hosts);
    size_t at = 0;
    int result = list ? 0 : -1;

    for (uint32_t node = 0; result == 0 && node < layout->nodes; node++) {
        names[node] = slurm_hostlist_shift(list);
        if (!names[node])
            result = -1;
        for (uint32_t i = 0; i < layout->tasks[node]; i++)
            node_of[tids[at++]] = node;
    }
    if (list)
        slurm_hostlist_destroy(list);
    return result;
}

int files_write_placement(const char *name, const struct layout *layout, const uint32_t *tids,
                          struct topomap_error *error)
{
    char **names = array_new(layout->nodes, sizeof *names);
    uint32_t *node_of = array_new(layout->ranks, sizeof *node_of);
    struct text text = {0};
    size_t length;
    char *data = NULL;
    int result = -1;

    if (names && node_of && host_of_ranks(layout, tids, names, node_of) == 0) {
        for (uint32_t rank = 0; rank < layout->ranks; rank++) {
            text_puts(&text, names[node_of[rank]]);
            text_puts(&text, "\n");
        }
        length = text.length;
        data = text_take(&text);
    }
    result = data ? write_file(name, data, length, error) : error_memory(error);
    for (uint32_t node = 0; names && node < layout->nodes; node++)
        free(names[node]);
    free(names);
    free(node_of);
    free(data);
    return result;
}

/* The file of a source as its text. */
static int read_source(const struct wire_source *source, struct wire_source *inlined,
                       struct topomap_error *error)
{
    struct stat status;
    int file;

    *inlined = (struct wire_source){0};
    if (!source->file) { /* inline, a pattern, or absent */
        *inlined = *source;
        return 0;
    }
    file = open(source->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &status) < 0) {
        fails(error, "read", source->file);
        if (file >= 0)
            close(file);
        return -1;
    }
    inlined->text = array_raw((size_t)status.st_size, 1);
    while (inlined->text && inlined->length < (size_t)status.st_size) {
        ssize_t got = read(file, inlined->text + inlined->length,
                           (size_t)status.st_size - inlined->length);

        if (got <= 0)
            break;
        inlined->length += (size_t)got;
    }
    close(file);
    return inlined->text ? 0 : error_memory(error);
}

int files_write_request(const char *name, const struct wire_request *request,
                        struct topomap_error *error)
{
    struct wire_request whole = *request;
    size_t length;
    char *data = NULL;
    int result = -1;

    whole.network = whole.coordinates = whole.recipe = (struct wire_source){0};
    if (read_source(&request->graph, &whole.graph, error) == 0 &&
        read_source(&request->network, &whole.network, error) == 0 &&
        read_source(&request->coordinates, &whole.coordinates, error) == 0 &&
        read_source(&request->recipe, &whole.recipe, error) == 0) {
        data = wire_request_print(&whole, &length);
        result = data ? write_file(name, data, length, error) : error_memory(error);
    }
    if (request->graph.file)
        free(whole.graph.text);
    if (request->network.file)
        free(whole.network.text);
    if (request->coordinates.file)
        free(whole.coordinates.text);
    if (request->recipe.file)
        free(whole.recipe.text);
    free(data);
    return result;
}
