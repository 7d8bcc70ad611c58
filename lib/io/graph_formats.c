/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/hint.h"
#include "base/memory.h"
#include "graph/pattern_name.h"
#include "io/graph_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* If two formats are equally certain the earlier one wins. */
static const struct graph_format *const formats[] = {
    &graph_format_edges,
    &graph_format_metis,
    &graph_format_mtx,
    &graph_format_csv,
    &graph_format_csv_by_receiver,
    &graph_format_grf,
    &graph_format_npy,
    &graph_format_json,
    &graph_format_dot,
    &graph_format_prof,
    &graph_format_ipm,
    &graph_format_tau,
    &graph_format_profile,
};

#define FORMATS (sizeof formats / sizeof formats[0])

/* The length of a name without the extensions of compression. */
static size_t unpacked_length(const char *name)
{
    static const char *const packed[] = {".gz", ".zst"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        size_t ending = strlen(packed[i]);

        if (length > ending && strcasecmp(name + length - ending, packed[i]) == 0)
            return length - ending;
    }
    return length;
}

static bool has_extension(const char *name, const char *extensions)
{
    size_t name_length = unpacked_length(name);

    while (*extensions) {
        size_t length = strcspn(extensions, " ");

        if (name_length > length &&
            strncasecmp(name + name_length - length, extensions, length) == 0)
            return true;
        extensions += length + strspn(extensions + length, " ");
    }
    return false;
}

/* No format recognised the text: say what it looks like, and list the formats. */
static void refuse(const struct graph_preview *preview, struct topomap_error *error)
{
    char seen[TOPOMAP_ERROR_TEXT / 2], list[TOPOMAP_ERROR_TEXT / 2] = "";
    size_t length = 0;

    graph_preview_describe(preview, seen, sizeof seen);
    for (size_t i = 0; i < FORMATS && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   formats[i]->name);
    error_set(error, TOPOMAP_INPUT, "%.200s: %.140s; graph formats are %.150s",
              preview->source->name, seen, list);
}

static const struct graph_format *recognise(const struct source *source,
                                            struct topomap_error *error)
{
    const struct graph_format *best = NULL;
    int best_score = 0;
    struct graph_preview preview;

    graph_preview_read(&preview, source);
    for (size_t i = 0; i < FORMATS; i++) {
        int score = (int)formats[i]->match(&preview);

        if (score == FORMAT_POSSIBLE && has_extension(source->name, formats[i]->extensions))
            score++;
        if (score > best_score) {
            best = formats[i];
            best_score = score;
        }
    }
    if (!best)
        refuse(&preview, error);
    return best;
}

static const struct graph_format *find_format(const char *name, struct topomap_error *error)
{
    struct hint hint;

    hint_init(&hint, name, strlen(name));
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
        hint_offer(&hint, formats[i]->name);
    }
    error_set(error, TOPOMAP_USAGE, "there is no graph format '%s'%s", name, hint_text(&hint));
    return NULL;
}

static struct topomap_graph *parse(const struct source *source, const char *format,
                                   struct topomap_error *error)
{
    const struct graph_format *chosen;
    struct topomap_error why;

    chosen = format ? find_format(format, &why) : recognise(source, &why);
    if (chosen && chosen->binary)
        return chosen->parse(source, error);
    /* An empty or binary text is a better error than an unknown format. */
    if (source_check(source, error) < 0)
        return NULL;
    if (!chosen)
        error_set(error, why.code, "%s", why.text);
    return chosen ? chosen->parse(source, error) : NULL;
}

struct topomap_graph *topomap_graph_read(const char *path, const char *format,
                                         struct topomap_error *error)
{
    struct topomap_graph *graph;
    struct source source;
    char *text;

    if ((format && !find_format(format, error)) ||
        (access(path, F_OK) < 0 && errno == ENOENT && pattern_refuse(path, error) < 0) ||
        source_read(&source, path, SOURCE_MAX_GRAPH, error) < 0)
        return NULL;
    text = (char *)source.text;
    source.owner = &text;
    graph = parse(&source, format, error);
    free(text);
    return graph;
}

struct topomap_graph *topomap_graph_parse(const char *name, const char *text, size_t length,
                                          const char *format, struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};

    return parse(&source, format, error);
}

char *topomap_graph_print(const struct topomap_graph *graph, const char *format, size_t *length,
                          struct topomap_error *error)
{
    const struct graph_format *chosen = find_format(format, error);
    struct text text = {0};
    char *printed;

    if (!chosen)
        return NULL;
    if (!chosen->print) {
        error_set(error, TOPOMAP_USAGE, "graphs cannot be written in the format '%s'", format);
        return NULL;
    }
    if (chosen->print(graph, &text, error) < 0) {
        text_free(&text);
        return NULL;
    }
    if (length)
        *length = text.length;
    printed = text_take(&text);
    if (!printed)
        error_memory(error);
    return printed;
}

bool topomap_graph_format_get(size_t index, const char **name, const char **summary)
{
    if (index >= FORMATS)
        return false;
    *name = formats[index]->name;
    *summary = formats[index]->summary;
    return true;
}

bool topomap_graph_writer_get(size_t index, const char **name, const char **summary)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i]->print && index-- == 0)
            return topomap_graph_format_get(i, name, summary);
    }
    return false;
}
