/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include "graph/graph.h"
#include "machine/allocation.h"

/* A case of the bench: a graph, a network and an allocation. */
struct bench_case {
    struct topomap_graph *graph;
    struct topomap_network *network;
    struct topomap_allocation *allocation;
};

/* Load a case from the arguments GRAPH NETWORK HOSTS TASKS; the last two are files. Free it in any
 * case. */
int case_load(struct bench_case *bench, char **argv, struct topomap_error *error);
void case_free(struct bench_case *bench);

/* The text of a file without trailing line ends, ended by NUL; the caller frees it. NULL if it
 * cannot be read. */
char *case_read_text(const char *path, size_t *length, struct topomap_error *error);

#endif
