/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "draw/output.h"

#include "base/text.h"
#include "draw/svg.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONVERTER "rsvg-convert"
#define MAX_PNG ((size_t)1 << 30)

extern char **environ;

/* ---- PNG --------------------------------------------------------------------------------- */

/* A running converter: it reads from `input`, and its output appears at `output`. */
struct converter {
    pid_t child;
    int input, output;
};

static int start(struct converter *converter)
{
    char *words[] = {CONVERTER, "--zoom=2", "--format=png", NULL};
    posix_spawn_file_actions_t actions;
    int in[2], out[2], result;

    if (pipe2(in, O_CLOEXEC) < 0)
        return errno;
    if (pipe2(out, O_CLOEXEC) < 0) {
        result = errno;
        close(in[0]);
        close(in[1]);
        return result;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    result = posix_spawnp(&converter->child, CONVERTER, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    *converter = (struct converter){converter->child, in[1], out[0]};
    if (result) {
        close(in[1]);
        close(out[0]);
    }
    return result;
}

/* Write all of the text to it while reading its output. False if the output is too long or memory
 * runs out. */
static bool exchange(struct converter *converter, const char *svg, size_t left, struct text *png)
{
    fcntl(converter->input, F_SETFL, O_NONBLOCK);
    for (;;) {
        struct pollfd wait[2] = {{.fd = converter->output, .events = POLLIN},
                                 {.fd = converter->input, .events = POLLOUT}};
        char buffer[65536];
        ssize_t done;

        if (poll(wait, 2, -1) < 0 && errno != EINTR)
            return false;
        if (converter->input >= 0 && wait[1].revents) {
            done = left ? write(converter->input, svg, left) : 0;
            if (done > 0) {
                svg += done;
                left -= (size_t)done;
            }
            if (!left || (done < 0 && errno != EINTR && errno != EAGAIN)) {
                close(converter->input); /* the text is complete, or the converter reads no more */
                converter->input = -1;
            }
        }
        if (!wait[0].revents)
            continue;
        done = read(converter->output, buffer, sizeof buffer);
        if (done == 0)
            return !png->failed;
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0)
            text_add(png, buffer, (size_t)done);
        if (png->length > MAX_PNG)
            return false;
    }
}

static char *to_png(const char *svg, size_t *length, struct topomap_error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    struct converter converter = {0};
    struct text png = {0};
    int result = start(&converter), status = 0;
    bool whole;

    if (result) {
        error_set(error, TOPOMAP_IMPOSSIBLE, result == ENOENT
                  ? "PNG needs the program " CONVERTER ", which is missing (Debian: "
                    "librsvg2-bin); write SVG" : CONVERTER ": %s", strerror(result));
        return NULL;
    }
    sigaction(SIGPIPE, &ignore, &before); /* the converter may end early */
    whole = exchange(&converter, svg, strlen(svg), &png);
    sigaction(SIGPIPE, &before, NULL);
    if (converter.input >= 0)
        close(converter.input);
    close(converter.output);
    while (waitpid(converter.child, &status, 0) < 0 && errno == EINTR)
        ;
    if (whole && WIFEXITED(status) && WEXITSTATUS(status) == 0 && png.length) {
        *length = png.length;
        return text_take(&png);
    }
    text_free(&png);
    error_set(error, TOPOMAP_IMPOSSIBLE, CONVERTER " failed");
    return NULL;
}

/* ---- HTML and SVG ------------------------------------------------------------------------ */

static char *taken(struct text *out, size_t *length, struct topomap_error *error)
{
    char *all;

    *length = out->length;
    all = text_take(out);
    if (!all)
        error_memory(error);
    return all;
}

static char *to_html(const char *svg, const char *title, size_t *length,
                     struct topomap_error *error)
{
    struct text out = {0};

    text_puts(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
                    "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    svg_escape(&out, title);
    text_puts(&out, "</title>\n<style>body{margin:0}svg{max-width:100%;height:auto}</style>\n"
                    "</head>\n<body>\n");
    text_puts(&out, svg);
    text_puts(&out, "</body>\n</html>\n");
    return taken(&out, length, error);
}

char *picture_convert(const char *svg, const char *format, const char *title, size_t *length,
                      struct topomap_error *error)
{
    struct text out = {0};

    if (strcmp(format, "png") == 0)
        return to_png(svg, length, error);
    if (strcmp(format, "html") == 0)
        return to_html(svg, title, length, error);
    text_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text_puts(&out, svg);
    return taken(&out, length, error);
}

static const struct {
    const char *name;
    const char *summary;
} formats[] = {
    {"svg", "vector graphics, with a style for dark screens"},
    {"png", "an image of twice as many pixels, made by rsvg-convert"},
    {"html", "a page with the picture in it"},
};

#define FORMATS (sizeof formats / sizeof *formats)

bool picture_format_get(size_t index, const char **name, const char **summary)
{
    if (index >= FORMATS)
        return false;
    *name = formats[index].name;
    *summary = formats[index].summary;
    return true;
}

/* The extension of a file's name, without its dot; "" if there is none. */
static const char *extension(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');

    return dot && dot > name ? dot + 1 : "";
}

const char *picture_format_of(const char *path, struct topomap_error *error)
{
    const char *wanted = path ? extension(path) : "";
    char list[64] = "";
    size_t length = 0;

    if (!*wanted)
        return formats[0].name;
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcasecmp(wanted, formats[i].name) == 0)
            return formats[i].name;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   formats[i].name);
    }
    error_set(error, TOPOMAP_USAGE,
              "'%.200s': pictures have no format '%.40s'; formats are %s, and --format chooses one "
              "for any name", path, wanted, list);
    return NULL;
}
