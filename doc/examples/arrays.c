/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Graph and network from arrays: 16 ranks that exchange data in pairs far apart, on 4 nodes below
 * 2 switches. Prints where each rank should run, and what that saves.
 *
 *     cc arrays.c $(pkg-config --cflags --libs topomap) -o arrays && ./arrays
 */
#include <stdio.h>
#include <topomap.h>

#define RANKS 16
#define NODES 4

/* Vertices 0 to 3 are the nodes, 4 and 5 the switches. */
static const uint32_t ends[][2] = {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 5}};
static const char *const names[NODES] = {"red", "green", "blue", "white"};
static const uint32_t tasks[NODES] = {4, 4, 4, 4};

int main(void)
{
    struct topomap_error error;
    size_t offsets[RANKS + 1];
    uint32_t targets[RANKS];
    uint64_t bytes[RANKS];

    for (uint32_t i = 0; i < RANKS; i++) { /* each rank sends to one partner */
        offsets[i] = i;
        targets[i] = (i + RANKS / 2) % RANKS;
        bytes[i] = 1000000;
    }
    offsets[RANKS] = RANKS;

    /* What fails gives NULL: each step asks whether the one before was done. */
    struct topomap_graph *graph =
        topomap_graph_from_csr(RANKS, offsets, targets, bytes, NULL, &error);
    struct topomap_network *network =
        graph ? topomap_network_from_links(NODES, names, 2, ends[0], 5, &error) : NULL;
    struct topomap_allocation *allocation =
        network ? topomap_allocation_from(network, NODES, names, tasks, &error) : NULL;
    struct topomap_request *request =
        allocation ? topomap_request_new(graph, allocation, &error) : NULL;
    int set = request ? topomap_request_set(request, "seed", "7", &error) : -1;
    struct topomap_plan *plan = set == 0 ? topomap_plan_create(request, &error) : NULL;
    if (plan) {
        for (uint32_t i = 0; i < RANKS; i++)
            printf("rank %u: %s\n", i, names[topomap_plan_placement(plan)[i]]);
        printf("hop-bytes: %.0f, before: %.0f\n",
               topomap_metrics_get(topomap_plan_after(plan), TOPOMAP_HOP_BYTES),
               topomap_metrics_get(topomap_plan_before(plan), TOPOMAP_HOP_BYTES));
    } else {
        fprintf(stderr, "arrays: %s\n", error.text);
    }
    topomap_plan_destroy(plan);
    topomap_request_destroy(request);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_graph_destroy(graph);
    return plan ? 0 : (int)error.code;
}
