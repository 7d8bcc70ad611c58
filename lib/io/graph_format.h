/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRAPH_FORMAT_H
#define IO_GRAPH_FORMAT_H

#include "base/text.h"
#include "graph/graph.h"
#include "io/source.h"

/* How sure a format is that a text is its own. */
enum format_match {
    FORMAT_NO = 0,
    FORMAT_POSSIBLE = 1, /* a fitting file extension decides among these */
    FORMAT_CERTAIN = 3,
    FORMAT_NAMED = 4,    /* the text names the format */
};

/* A graph format; one file per format, one line in the table of io/graph_formats.c. */
struct graph_format {
    const char *name;
    const char *summary;
    const char *extensions; /* separated by blanks: ".graph .metis" */
    bool binary;            /* NUL bytes are no mistake */

    /* `line` of `length` bytes is the first line that is not blank. */
    enum format_match (*match)(const char *line, size_t length);
    struct topomap_graph *(*parse)(const struct source *source, struct topomap_error *error);

    /* NULL: read only. Memory that runs out shows in the text; other failures give -1. */
    int (*print)(const struct topomap_graph *graph, struct text *text,
                 struct topomap_error *error);
};

extern const struct graph_format graph_format_csv;
extern const struct graph_format graph_format_edges;
extern const struct graph_format graph_format_grf;
extern const struct graph_format graph_format_metis;
extern const struct graph_format graph_format_mtx;
extern const struct graph_format graph_format_prof;
extern const struct graph_format graph_format_profile;

/* Number of whole numbers that a line consists of; 0 if it holds anything else. */
size_t format_count_numbers(const char *line, size_t length);

#endif
