/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/published.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAPLIB SOURCE_DIR "/graphs/maplib/"

size_t published_each(bool (*check)(const struct published *row))
{
    FILE *file = fopen(MAPLIB "published-hopbytes.tsv", "r");
    struct published row;
    char line[256], printed[32];
    size_t rows = 0;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%15s %7s %7s %15s %31s %lf", row.application, row.weights, row.network,
                   row.algorithm, printed, &row.recomputed) != 6)
            continue;
        row.printed = strtod(printed, NULL);
        for (char *c = row.algorithm; *c; c++)
            *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
        rows += check(&row);
    }
    fclose(file);
    return rows;
}

void published_world(const struct published *row, struct world *world)
{
    struct topomap_error error = {0};
    struct topomap_graph *graph;
    char text[256];

    snprintf(text, sizeof text, MAPLIB "%s.%s.csv", row->application, row->weights);
    graph = topomap_graph_read(text, NULL, &error);
    if (!graph)
        fail_msg("%s", error.text);
    snprintf(text, sizeof text, "network: {kind: %s, dims: [4, 4, 4], nodes: 'n[0-63]'}",
             row->network);
    world_even(world, text, "n[0-63]", 1, graph);
}

static uint32_t hops(const struct published *row, const struct world *world, uint32_t a, uint32_t b)
{
    if (a == b)
        return strcmp(row->network, "mesh") != 0;
    if (strcmp(row->network, "haec") == 0 && a / 16 != b / 16)
        return (uint32_t)abs((int)(a / 16) - (int)(b / 16));
    return topomap_allocation_distance(world->allocation, a, b);
}

double published_hop_bytes(const struct published *row, const struct world *world,
                           const uint32_t *placement)
{
    double sum = 0;

    for (size_t e = 0; e < topomap_graph_edges(world->graph); e++) {
        struct topomap_edge edge = topomap_graph_edge(world->graph, e);

        sum += (double)edge.bytes * hops(row, world, placement[edge.src], placement[edge.dst]);
    }
    for (uint32_t r = 0; r < 64; r++)
        sum += (double)topomap_graph_self(world->graph, r).bytes *
               hops(row, world, placement[r], placement[r]);
    return sum;
}
