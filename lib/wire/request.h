/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The launch request: what the Slurm plugin tells the planner. A text of lines, documented in
 * topomap-request(5), so that a recorded launch can be planned again anywhere.
 */
#ifndef WIRE_REQUEST_H
#define WIRE_REQUEST_H

#include "option/option.h"

/* The first word of a request. */
#define WIRE_REQUEST "topomap-request"

/* An input that is a file, a pattern or inline text. At most one of the three is set. */
struct wire_source {
    char *file;      /* path */
    char *pattern;   /* of a graph, see topomap_graph_pattern; of coordinates, the sides of a
                      * grid */
    char *text;      /* inline text */
    size_t length;
};

/* Where to look for the graph in stores of profiles; see store/find.h. */
struct wire_store {
    char *program; /* path of the executable; NULL: no store */
    char *label;
    char *folders[2];
};

void wire_store_free(struct wire_store *store);

struct wire_request {
    uint32_t ranks;
    uint32_t nodes;
    char *hosts;           /* host list in Slurm's syntax: `nodes` names in the step's order */
    uint32_t *tasks;       /* [nodes] */
    uint32_t *tids;        /* [ranks]: the ranks of each node, node after node, ascending */
    struct wire_source graph;
    struct wire_store store;   /* where to find the graph, instead of `graph` */
    struct wire_source network; /* neither file nor text: a flat network */
    char *topology;             /* which of several in `network`; NULL: the cluster's default */
    struct wire_source recipe;  /* with a graph or without */
    struct wire_source coordinates; /* of the ranks; if unset, those of the graph, if it has any */
    struct settings settings; /* options of the scope of requests */
};

/* A request with the presets; wire_request_free frees what it comes to hold. Returns 0, or -1 when
 * memory runs out. */
int wire_request_init(struct wire_request *request);
void wire_request_free(struct wire_request *request);

/* The request as a text of *length bytes; NULL when memory runs out. */
char *wire_request_print(const struct wire_request *request, size_t *length);

/* Fill an initialised request. TOPOMAP_INPUT with `name:line: `. */
int wire_request_parse(struct wire_request *request, const char *name, const char *text,
                       size_t length, struct topomap_error *error);

struct lines;

/*
 * Check that `tids` [sum of tasks], read from `lines`, is a permutation of the numbers below that
 * sum and ascends on each node. Returns 0, or -1 with TOPOMAP_INPUT and `name:line: `.
 */
int wire_check_tids(const struct lines *lines, uint32_t nodes, const uint32_t *tasks,
                    uint32_t ranks, const uint32_t *tids, struct topomap_error *error);

#endif
