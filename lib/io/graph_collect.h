/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRAPH_COLLECT_H
#define IO_GRAPH_COLLECT_H

#include "graph/rows.h"
#include "input/scan.h"

/* The edges of a graph while its text is read. Start from {.error = error} and scan_init. */
struct graph_collect {
    struct scan scan;
    struct rows rows;
    size_t count;       /* edges collected */
    uint64_t bytes;     /* of all edges */
    uint64_t messages;
    struct topomap_error *error;
};

/* Add what `src` sends to `dst`. TOPOMAP_INPUT, where the cursor stands, when it is too much. */
int collect_edge(struct graph_collect *collect, uint32_t src, uint32_t dst, uint64_t bytes,
                 uint64_t messages);

/* A number that a blank, `separator` or the end of the line must follow; the blanks are skipped. */
int collect_number(struct graph_collect *collect, const char *what, uint64_t limit,
                   char separator, uint64_t *number);

/* The same for a number that may have a fraction or an exponent, and stand in quotes; rounded to a
 * whole one. */
int collect_rounded(struct graph_collect *collect, const char *what, char separator,
                    uint64_t *number);

/* A number from 0 to 2^53 that may have a fraction or an exponent, whatever follows it. */
int collect_real(struct graph_collect *collect, const char *what, double *value);

/* The graph of the edges collected. */
struct topomap_graph *collect_graph(struct graph_collect *collect, uint32_t ranks);

/* Free what was collected, where no graph was made of it. */
void collect_free(struct graph_collect *collect);

/*
 * The graph of an undirected one whose edges were collected from both ends, with 1 message each:
 * its weight is what the ends exchange, both ways together; each sends half of it, the lower rank
 * the odd byte. TOPOMAP_INPUT where both ends do not say the same: line[v] is where the list of
 * vertex v stands, and vertices are named from `base` on.
 */
struct topomap_graph *collect_undirected(struct graph_collect *collect, uint32_t vertices,
                                         const uint32_t *line, uint32_t base);

#endif
