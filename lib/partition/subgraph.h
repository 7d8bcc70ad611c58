/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_SUBGRAPH_H
#define PARTITION_SUBGRAPH_H

#include "graph/graph.h"

/*
 * An undirected weighted graph in compressed rows, as partitioning sees it: a view of a
 * communication graph, a part of one, or one contracted to groups. Rows are ascending and
 * without self edges; every pair stands in both rows with the same weight.
 */
struct partition_graph {
    uint32_t vertices;
    const size_t *offset;   /* [vertices+1] */
    const uint32_t *target; /* [offset[vertices]] */
    const double *weight;   /* [offset[vertices]] */
    const uint32_t *id;     /* [vertices]: number in the outermost graph; NULL: the same */
    void *memory;           /* memory owned by this graph; NULL for views */
};

/* The number of a vertex in the outermost graph. */
static inline uint32_t partition_graph_id(const struct partition_graph *graph, uint32_t vertex)
{
    return graph->id ? graph->id[vertex] : vertex;
}

/* The symmetrised view of a communication graph, which must outlive it. */
struct partition_graph partition_graph_view(const struct topomap_graph *graph);

void partition_graph_free(struct partition_graph *graph);

/* Where `target` stands in the row of `vertex`; SIZE_MAX: nowhere. */
size_t partition_graph_find(const struct partition_graph *graph, uint32_t vertex, uint32_t target);

/*
 * Cut `graph` into the subgraphs induced by `part` (values below `parts`), vertices in their old
 * order: `pieces` has `parts` elements, each to be freed. Work and memory O(edges + vertices).
 */
int partition_graph_split(const struct partition_graph *graph, uint32_t parts, const uint32_t *part,
                          struct partition_graph *pieces, struct topomap_error *error);

/*
 * The subgraph induced by `count` ascending `vertices`; its ids are 0 to count-1. Work is that of
 * their edges times log count: for picking a few out of a large graph.
 */
int partition_graph_pick(const struct partition_graph *graph, uint32_t count,
                         const uint32_t *vertices, struct partition_graph *picked,
                         struct topomap_error *error);

/* Contract `graph` to one vertex for each of `parts` parts; weights between two parts add up. */
int partition_graph_contract(const struct partition_graph *graph, uint32_t parts,
                             const uint32_t *part, struct partition_graph *contracted,
                             struct topomap_error *error);

#endif
