/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_user_file.h"

#include "base/text.h"
#include "common.h"
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES 65536
#define BLANKS " \t\r"

char *user_file_path(void)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    struct text text = {0};

    if (config && *config == '/')
        text_printf(&text, "%s/topomap/settings", config);
    else if (home && *home == '/')
        text_printf(&text, "%s/.config/topomap/settings", home);
    return text.length ? text_take(&text) : NULL;
}

/* Open a regular file without ever blocking. Returns -1 with an error. */
static int open_regular(const char *path, struct topomap_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat status;

    if (file < 0)
        return error_set(error, TOPOMAP_INPUT, "cannot read '%s': %s", path, strerror(errno));
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_BYTES)
        return file;
    close(file);
    return error_set(error, TOPOMAP_INPUT, "'%s' is not a regular file of at most %d bytes", path,
                     MOST_BYTES);
}

/* Read a whole file, `*length` bytes; NULL on failure. */
static char *read_all(int file, const char *path, size_t *length, struct topomap_error *error)
{
    char *text = malloc(MOST_BYTES + 1);
    ssize_t got = 1;

    if (!text) {
        error_memory(error);
        return NULL;
    }
    for (*length = 0; got != 0 && *length < MOST_BYTES; *length += got > 0 ? (size_t)got : 0) {
        got = read(file, text + *length, MOST_BYTES - *length);
        if (got < 0 && errno != EINTR) {
            error_set(error, TOPOMAP_INPUT, "cannot read '%s': %s", path, strerror(errno));
            free(text);
            return NULL;
        }
    }
    return text;
}

static int set_line(struct settings *settings, const char *line, size_t length,
                    struct topomap_error *error)
{
    char *keys = strndup(line, length);
    int result = keys ? settings_set_list(settings, keys, error) : error_memory(error);

    free(keys);
    return result;
}

static int set_lines(struct settings *settings, const char *path, const char *text, size_t length,
                     struct topomap_error *error)
{
    const char *end = text + length, *at = text_begin(text, end), *line, *stop;
    struct topomap_error why;
    int result = 0;

    for (unsigned number = 1; text_line(&at, end, &line, &stop); number++) {
        while (line < stop && strchr(BLANKS, *line))
            line++;
        while (stop > line && strchr(BLANKS, stop[-1]))
            stop--;
        if (line == stop || *line == '#')
            continue;
        if (set_line(settings, line, (size_t)(stop - line), &why) < 0 && result == 0)
            result = error_set(error, why.code, "%s:%u: %s", path, number, why.text);
    }
    return result;
}

int user_file_set(struct settings *settings, const char *path, struct topomap_error *error)
{
    struct stat status;
    int file, result;
    size_t length;
    char *text;

    if (stat(path, &status) < 0)
        return 0;
    file = open_regular(path, error);
    if (file < 0)
        return -1;
    text = read_all(file, path, &length, error);
    close(file);
    result = text ? set_lines(settings, path, text, length, error) : -1;
    free(text);
    return result;
}
