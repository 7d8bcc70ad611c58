/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs of patterns. */
#ifndef UNIT_PATTERNS_H
#define UNIT_PATTERNS_H

#include "unit/unit.h"

/* The graph of a valid pattern; `ranks` as in topomap_graph_pattern. */
struct topomap_graph *pattern_make(const char *pattern, uint32_t ranks);

/* The bytes that one rank sends to another, 0 without an edge. */
uint64_t pattern_bytes(const struct topomap_graph *graph, uint32_t src, uint32_t dst);

#endif
