/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The launch request: what the Slurm plugin tells the planner. A text of lines, documented in
 * topomap-request(5), so that a recorded launch can be planned again anywhere.
 */
#ifndef WIRE_REQUEST_H
#define WIRE_REQUEST_H

#include "option/option.h"

/* What the text of a request begins with. */
#define WIRE_REQUEST "topomap-request"

/* A text that comes from a file or stands in the request itself; one of the three or none. */
struct wire_source {
    char *file;      /* path */
    char *pattern;   /* of a graph, see topomap_graph_pattern; the grid of coordinates */
    char *text;      /* inline text */
    size_t length;
};

/* Where to look for the graph in stores of profiles; see store/find.h. */
struct wire_store {
    char *program; /* path of the executable; NULL: not there */
    char *label;
    char *folders[2];
};

void wire_store_free(struct wire_store *store);

struct wire_request {
    uint32_t ranks;
    uint32_t nodes;
    char *hosts;           /* host list in Slurm's syntax, `nodes` names in the step's order */
    uint32_t *tasks;       /* [nodes] */
    uint32_t *tids;        /* [ranks]: the ranks of each node, node after node, ascending */
    struct wire_source graph;
    struct wire_store store;   /* for the graph; not with `graph` */
    struct wire_source network; /* neither file nor text: a flat network */
    struct wire_source recipe;  /* may come with a graph or without */
    struct wire_source coordinates; /* of the ranks; none: those of the graph, if it has any */
    struct settings settings; /* those of the scope of requests */
};

/* A request with the presets; free what it comes to hold with wire_request_free. Returns 0, or -1
 * when memory is out. */
int wire_request_init(struct wire_request *request);
void wire_request_free(struct wire_request *request);

/* The request as text of *length bytes, or NULL when memory is out. */
char *wire_request_print(const struct wire_request *request, size_t *length);

/* Fill an initialised request. TOPOMAP_INPUT with `name:line: `. */
int wire_request_parse(struct wire_request *request, const char *name, const char *text,
                       size_t length, struct topomap_error *error);

/*
 * 0 if `tids` [sum of tasks] holds every number below that sum once and ascends on each node;
 * otherwise -1 and TOPOMAP_INPUT.
 */
int wire_check_tids(uint32_t nodes, const uint32_t *tasks, uint32_t ranks, const uint32_t *tids,
                    struct topomap_error *error);

#endif
