/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRAPH_FORMAT_H
#define IO_GRAPH_FORMAT_H

#include "base/text.h"
#include "graph/graph.h"
#include "io/graph_preview.h"

/* How certain a format is that a text is in it. */
enum format_match {
    FORMAT_NO = 0,
    FORMAT_POSSIBLE = 1, /* the file extension decides between formats of this value */
    FORMAT_LIKELY = 2,   /* unless the file has the extension of a possible one */
    FORMAT_CERTAIN = 3,
    FORMAT_NAMED = 4,    /* the text names the format */
};

/* A graph format. Each has its own file and one line in the table of io/graph_formats.c. */
struct graph_format {
    const char *name;
    const char *summary;
    const char *extensions; /* separated by blanks: ".graph .metis" */
    bool binary;            /* NUL bytes are allowed */

    enum format_match (*match)(const struct graph_preview *preview);
    struct topomap_graph *(*parse)(const struct source *source, struct topomap_error *error);

    /* NULL: read only. Returns -1 on failure; the text itself remembers that memory ran out. */
    int (*print)(const struct topomap_graph *graph, struct text *text,
                 struct topomap_error *error);
};

extern const struct graph_format graph_format_csv;
extern const struct graph_format graph_format_csv_by_receiver;
extern const struct graph_format graph_format_dot;
extern const struct graph_format graph_format_edges;
extern const struct graph_format graph_format_grf;
extern const struct graph_format graph_format_ipm;
extern const struct graph_format graph_format_json;
extern const struct graph_format graph_format_metis;
extern const struct graph_format graph_format_mtx;
extern const struct graph_format graph_format_npy;
extern const struct graph_format graph_format_prof;
extern const struct graph_format graph_format_profile;
extern const struct graph_format graph_format_tau;

#endif
