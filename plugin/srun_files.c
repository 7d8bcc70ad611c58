/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_files.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* A larger input could not be planned in time. */
#define INPUT_MAX (UINT64_C(2) << 30)

static int fails(struct topomap_error *error, const char *what, const char *name)
{
    return error_set(error, TOPOMAP_INPUT, "cannot %s '%s': %s", what, name, strerror(errno));
}

static const char *kind(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR:
        return "a folder";
    case S_IFIFO:
        return "a pipe";
    case S_IFSOCK:
        return "a socket";
    default:
        return "a device";
    }
}

static int check_input(const char *what, const char *name, const struct stat *status,
                       struct topomap_error *error)
{
    if (!S_ISREG(status->st_mode))
        return error_set(error, TOPOMAP_INPUT, "%s '%s' is %s, not a regular file", what, name,
                         kind(status->st_mode));
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
    struct stat status = {0};
    char *path;

    /* Check before opening: opening a pipe could block. A pipe without a name has no real path
     * either. */
    if (stat(name, &status) == 0 && check_input(what, name, &status, error) < 0)
        return NULL;
    path = realpath(name, NULL);
    if (!path || access(path, R_OK) < 0) {
        error_set(error, TOPOMAP_INPUT, "cannot read %s '%s': %s", what, name, strerror(errno));
    } else if (strpbrk(path, "\r\n")) {
        error_set(error, TOPOMAP_INPUT, "%s '%s' has a line break in its path", what, name);
    } else {
        *bytes += (uint64_t)status.st_size;
        return path;
    }
    free(path);
    return NULL;
}

/* Refuse to overwrite a file that the step reads, or the other one that it writes. */
static int check_output(const char *key, const char *name, const struct wire_request *request,
                        const char *record, struct topomap_error *error)
{
    const struct {
        const char *what, *path;
    } others[] = {
        {"the graph", request->graph.file},
        {"the network", request->network.file},
        {"the coordinates", request->coordinates.file},
        {"the recipe", request->recipe.file},
        {"the record", record},
    };
    struct stat status, other;

    if (stat(name, &status) < 0)
        return 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].path && stat(others[i].path, &other) == 0 &&
            other.st_dev == status.st_dev && other.st_ino == status.st_ino)
            return error_set(error, TOPOMAP_INPUT, "'%s' would overwrite %s, '%s'", key,
                             others[i].what, name);
    }
    return 0;
}

char *files_output(const char *key, const char *pattern, const struct output_step *step,
                   const struct wire_request *request, const char *record,
                   struct topomap_error *error)
{
    char *name = output_name(pattern, step);

    if (!name)
        error_memory(error);
    else if (check_output(key, name, request, record, error) == 0)
        return name;
    free(name);
    return NULL;
}

/* The names of the nodes, and the node of each rank. */
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
    result = data ? output_write(name, data, length, error) : error_memory(error);
    for (uint32_t node = 0; names && node < layout->nodes; node++)
        free(names[node]);
    free(names);
    free(node_of);
    free(data);
    return result;
}

/* Replace the file of a source by its text. */
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

        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = ESTALE; /* it has become shorter */
        if (got <= 0)
            break;
        inlined->length += (size_t)got;
    }
    if (inlined->text && inlined->length < (size_t)status.st_size)
        fails(error, "read", source->file);
    close(file);
    if (!inlined->text)
        return error_memory(error);
    return inlined->length < (size_t)status.st_size ? -1 : 0;
}

bool files_may_replace(const char *name)
{
    static const char word[] = WIRE_REQUEST;
    char begin[sizeof word - 1];
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool may = file < 0 ? errno == ENOENT
                        : read(file, begin, sizeof begin) == (ssize_t)sizeof begin &&
                              memcmp(begin, word, sizeof begin) == 0;

    if (file >= 0)
        close(file);
    return may;
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
        result = data ? output_write(name, data, length, error) : error_memory(error);
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
