/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include "graph/graph.h"
#include "machine/allocation.h"

/* A case of the bench: what is to be placed where. */
struct bench_case {
    struct topomap_graph *graph;
    struct topomap_network *network;
    struct topomap_allocation *allocation;
};

/* From the arguments GRAPH NETWORK HOSTS TASKS; the last two are files that hold them. To be freed
 * in any case. */
int case_load(struct bench_case *bench, char **argv, struct topomap_error *error);
void case_free(struct bench_case *bench);

/* The text of a file, ended by NUL, without line ends behind it; freed by the caller. NULL if it
 * cannot be read. */
char *case_read_text(const char *path, size_t *length, struct topomap_error *error);

#endif
