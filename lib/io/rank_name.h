/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_RANK_NAME_H
#define IO_RANK_NAME_H

#include "io/graph_collect.h"

/* What the names of a graph's vertices have in common: the letters before their numbers. Start
 * from {0}. */
struct rank_names {
    const char *letters;
    size_t length;
    bool known;
    uint32_t ranks; /* the largest number so far and one */
};

/* The rank that a vertex's name says, as "12", "rank12" or "r 12" do: the number at its end, behind
 * letters that all names share. TOPOMAP_INPUT, where the cursor stands, for other names. */
int rank_name(struct rank_names *names, struct graph_collect *collect, const char *name,
              size_t length, uint32_t *rank);

/* What an edge without a direction stands for: its ends exchange `bytes`, both ways together. Each
 * sends half of them, the lower rank the odd byte, as in METIS's graphs. */
int collect_both_ways(struct graph_collect *collect, uint32_t a, uint32_t b, uint64_t bytes,
                      uint64_t messages);

#endif
