/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRAPH_COLLECT_H
#define IO_GRAPH_COLLECT_H

#include "graph/rows.h"
#include "input/scan.h"

/* Collects the edges of a graph while its text is read. Start from {.error = error} and
 * scan_init. */
struct graph_collect {
    struct scan scan;
    struct rows rows;
    size_t count;       /* edges so far */
    uint64_t bytes;     /* of all edges */
    uint64_t messages;
    struct topomap_error *error;
};

/* Add what `src` sends to `dst`. TOPOMAP_INPUT at the cursor if a limit is exceeded. */
int collect_edge(struct graph_collect *collect, uint32_t src, uint32_t dst, uint64_t bytes,
                 uint64_t messages);

/* Read a number that must be followed by a blank, `separator` or the end of the line; skips the
 * blanks after it. */
int collect_number(struct graph_collect *collect, const char *what, uint64_t limit,
                   char separator, uint64_t *number);

/* The same for a number that may have a fraction or an exponent and may be quoted; it is
 * rounded. */
int collect_rounded(struct graph_collect *collect, const char *what, char separator,
                    uint64_t *number);

/* Read a number from 0 to 2^53 that may have a fraction or an exponent; anything may follow it. */
int collect_real(struct graph_collect *collect, const char *what, double *value);

/* The graph of the collected edges. */
struct topomap_graph *collect_graph(struct graph_collect *collect, uint32_t ranks);

/* Free the collected edges if no graph was made of them. */
void collect_free(struct graph_collect *collect);

/*
 * The graph of an undirected file whose edges were collected from both ends, with one message each.
 * The weight of an edge is what its ends exchange in both directions together: each sends half of
 * it, the lower rank the odd byte; if all are 1, which has no half, each sends 1. TOPOMAP_INPUT if
 * the two ends of an edge disagree. line[v] is the line of the list of vertex v; messages count
 * vertices from `base`.
 */
struct topomap_graph *collect_undirected(struct graph_collect *collect, uint32_t vertices,
                                         const uint32_t *line, uint32_t base);

#endif
