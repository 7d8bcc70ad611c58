/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_user_file.h"

#include "base/text.h"
#include "common.h"

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

/* Read a whole file, `*length` bytes, without ever blocking; NULL if it is not a regular file. */
static char *read_all(const char *path, size_t *length)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat status;
    char *text = NULL;
    ssize_t got;

    if (file < 0)
        return NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_BYTES)
        text = malloc(MOST_BYTES + 1);
    for (*length = 0; text && *length < MOST_BYTES; *length += (size_t)got) {
        got = read(file, text + *length, MOST_BYTES - *length);
        if (got <= 0)
            break;
    }
    close(file);
    return text;
}

char *user_file_read(const char *path)
{
    struct text list = {0};
    size_t length;
    char *text = read_all(path, &length);
    const char *end = text ? text + length : NULL, *at = text ? text_begin(text, end) : NULL;
    const char *line, *stop;

    while (text && text_line(&at, end, &line, &stop)) {
        while (line < stop && strchr(BLANKS, *line))
            line++;
        while (stop > line && strchr(BLANKS, stop[-1]))
            stop--;
        if (line == stop || *line == '#' || memchr(line, '\0', (size_t)(stop - line)))
            continue;
        text_puts(&list, list.length ? "," : "");
        text_add(&list, line, (size_t)(stop - line));
    }
    free(text);
    return list.length ? text_take(&list) : NULL;
}
