/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A network that only its distances describe: 32 nodes in a double ring, where a hop across costs
 * twice one along. Compares a placement of one's own with the planned one.
 *
 *     cc distance.c $(pkg-config --cflags --libs topomap) -o distance && ./distance
 */
#include <err.h>
#include <stdio.h>
#include <topomap.h>

#define NODES 32

struct ring {
    uint32_t length, across;
};

/* Called once for each pair of nodes, while the network is made. */
static uint32_t hops(void *context, uint32_t a, uint32_t b)
{
    const struct ring *ring = context;
    uint32_t along = (b % ring->length + ring->length - a % ring->length) % ring->length;

    along = along > ring->length / 2 ? ring->length - along : along;
    return along + (a / ring->length != b / ring->length ? ring->across : 0);
}

static const void *need(const void *object, const struct topomap_error *error)
{
    if (!object)
        errx(error->code, "%s", error->text);
    return object;
}
#define NEED(call) ((void *)need(call, &error))

int main(void)
{
    struct ring ring = {NODES / 2, 2};
    struct topomap_error error;
    uint32_t mine[NODES];
    struct topomap_network *network =
        NEED(topomap_network_from_distances(NODES, NULL, hops, &ring, &error));
    struct topomap_allocation *allocation =
        NEED(topomap_allocation_create(network, "n[0-31]", "1", &error));
    struct topomap_graph *graph = NEED(topomap_graph_pattern("grid:8x4:periodic", NODES, &error));
    struct topomap_request *request = NEED(topomap_request_new(graph, allocation, &error));
    struct topomap_plan *plan = NEED(topomap_plan_create(request, &error));

    for (uint32_t i = 0; i < NODES; i++) /* ranks alternate between the rings */
        mine[i] = i / 2 + i % 2 * (NODES / 2);
    struct topomap_metrics *metrics = NEED(topomap_metrics_create(request, mine, NULL, &error));

    printf("average hops: %.3f in order, %.3f alternating, %.3f by %s\n",
           topomap_metrics_get(topomap_plan_before(plan), TOPOMAP_AVERAGE_HOPS),
           topomap_metrics_get(metrics, TOPOMAP_AVERAGE_HOPS),
           topomap_metrics_get(topomap_plan_after(plan), TOPOMAP_AVERAGE_HOPS),
           topomap_plan_algorithm(plan));
    return 0;
}
