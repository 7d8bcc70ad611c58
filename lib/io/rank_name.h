/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_RANK_NAME_H
#define IO_RANK_NAME_H

#include "io/graph_collect.h"

/* The letters before the number that all names of a graph's vertices have in common. Start from
 * {0}. */
struct rank_names {
    const char *letters;
    size_t length;
    bool known;
    uint32_t ranks; /* one more than the largest number so far */
};

/* The rank in the name of a vertex, such as "12", "rank12" or "r 12": the number at its end, after
 * letters that are the same in all names. TOPOMAP_INPUT at the cursor for other names. */
int rank_name(struct rank_names *names, struct graph_collect *collect, const char *name,
              size_t length, uint32_t *rank);

/* Add an undirected edge, whose ends exchange `bytes` in both directions together. Each sends half
 * of them, the lower rank the odd byte, as in METIS graphs. */
int collect_both_ways(struct graph_collect *collect, uint32_t a, uint32_t b, uint64_t bytes,
                      uint64_t messages);

#endif
