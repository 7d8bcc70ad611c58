/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t matrix_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const uint16_t *distance = network->data;

    if (a == b)
        return 0;
    return distance[a < b ? network_matrix_at(a, b) : network_matrix_at(b, a)];
}

static size_t matrix_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                           uint32_t *links, size_t size)
{
    if (matrix_distance(network, a, b) == 0)
        return 0;
    if (size > 0)
        links[0] = a;
    return 1;
}

static void matrix_link_name(const struct topomap_network *network, uint32_t link, char *text,
                             size_t size)
{
    snprintf(text, size, "%s->network", network->names.name[link]);
}

static uint32_t matrix_link_class(const struct topomap_network *network, uint32_t link)
{
    (void)network;
    (void)link;
    return 0;
}

static void matrix_class_name(const struct topomap_network *network, uint32_t class, char *text,
                              size_t size)
{
    (void)network;
    (void)class;
    snprintf(text, size, "node");
}

static void matrix_free(struct topomap_network *network)
{
    free(network->data);
}

const struct network_ops network_matrix_ops = {
    .kind = "matrix",
    .summary = "any distances, as a matrix gives them; links are those of nodes only",
    .distance = matrix_distance,
    .route = matrix_route,
    .link_name = matrix_link_name,
    .link_class = matrix_link_class,
    .class_name = matrix_class_name,
    .free = matrix_free,
};

struct topomap_network *network_matrix_create(uint32_t nodes, char *const *node_names,
                                              const uint16_t *distance,
                                              struct topomap_error *error)
{
    struct topomap_network *network;
    struct text summary = {0};
    uint16_t *copy;
    size_t count;

    if (nodes < 1 || nodes > NETWORK_MAX_MATRIX) {
        error_set(error, TOPOMAP_INPUT, "a distance matrix has 1 to %u nodes", NETWORK_MAX_MATRIX);
        return NULL;
    }
    network = network_new(&network_matrix_ops, nodes, node_names, error);
    if (!network)
        return NULL;
    count = network_matrix_at(0, nodes);
    network->data = copy = array_raw(count, sizeof *copy);
    if (!copy) {
        error_memory(error);
        topomap_network_destroy(network);
        return NULL;
    }
    memcpy(copy, distance, count * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        network->max_distance = copy[i] > network->max_distance ? copy[i] : network->max_distance;
    network->links = nodes;
    network->longest_route = 1;
    network->receive_ports = true;
    network->classes = 1;
    text_printf(&summary, "distance matrix, %u node%s (up to %u hop%s)", nodes,
                nodes == 1 ? "" : "s", network->max_distance,
                network->max_distance == 1 ? "" : "s");
    return network_finish(network, &summary, error);
}
