/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/network.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct topomap_network *network_new(const struct network_ops *ops, uint32_t nodes,
                                    char *const *node_names, struct topomap_error *error)
{
    struct topomap_network *network;
    struct topomap_error names_error;

    if (nodes > NETWORK_MAX_NODES) {
        error_set(error, TOPOMAP_INPUT, "a network has at most %u nodes", NETWORK_MAX_NODES);
        return NULL;
    }
    network = array_new(1, sizeof *network);
    if (!network) {
        error_memory(error);
        return NULL;
    }
    network->ops = ops;
    network->nodes = nodes;
    network->scale = 1;
    network->routing = NETWORK_UNSTATED;
    for (uint32_t c = 0; c < NETWORK_MAX_DEPTH; c++)
        network->weight[c] = 1;
    if (names_init(&network->names, nodes, node_names, &names_error) < 0) {
        error_set(error, names_error.code, "%s%.400s",
                  names_error.code == TOPOMAP_INPUT ? "node " : "", names_error.text);
        free(network);
        return NULL;
    }
    return network;
}

struct topomap_network *network_finish(struct topomap_network *network, struct text *summary,
                                       struct topomap_error *error)
{
    network->summary = text_take(summary);
    if (network->ops->weigh)
        network->ops->weigh(network);
    if (network->summary)
        return network;
    error_memory(error);
    topomap_network_destroy(network);
    return NULL;
}

struct topomap_network *network_of_parts(const struct network_ops *ops,
                                         const struct topomap_network *whole, uint32_t parts,
                                         void *data, struct topomap_error *error)
{
    struct topomap_network parted = {.ops = ops, .data = data};
    struct topomap_network *network = network_new(ops, 0, NULL, error);
    struct text summary = {0};

    if (!network) {
        if (ops->free)
            ops->free(&parted);
        return NULL;
    }
    network->data = data;
    network->nodes = parts;
    network->links = whole->links;
    network->classes = whole->classes;
    network->longest_route = whole->longest_route;
    network->max_distance = whole->max_distance;
    network->scale = whole->scale;
    memcpy(network->weight, whole->weight, sizeof network->weight);
    network->speeds = whole->speeds;
    memcpy(network->speed, whole->speed, sizeof network->speed);
    network->send_ports = whole->send_ports;
    network->receive_ports = whole->receive_ports;
    network->background = whole->background;
    network->protocol = whole->protocol;
    text_printf(&summary, "%u parts of nodes of a %s", parts, whole->summary);
    return network_finish(network, &summary, error);
}

static void tree_free(struct network_tree *tree)
{
    if (!tree)
        return;
    for (uint32_t s = 0; tree->name && s < tree->switches; s++)
        free(tree->name[s]);
    free(tree->name);
    free(tree->parent);
    free(tree->depth);
    free(tree->level);
    free(tree->width);
    free(tree->leaf);
    free(tree->lane);
    free(tree);
}

static void background_free(struct network_background *background)
{
    if (background)
        free(background->named);
    free(background);
}

void topomap_network_destroy(struct topomap_network *network)
{
    if (!network)
        return;
    if (network->ops->free)
        network->ops->free(network);
    tree_free(network->tree);
    if (!network->ops->whole)
        background_free(network->background);
    names_free(&network->names);
    free(network->summary);
    free(network);
}

const char *topomap_network_kind(const struct topomap_network *network)
{
    return network->ops->kind;
}

const char *topomap_network_summary(const struct topomap_network *network)
{
    return network->summary;
}

uint32_t topomap_network_nodes(const struct topomap_network *network)
{
    return network->nodes;
}

const char *topomap_network_node_name(const struct topomap_network *network, uint32_t node)
{
    return network->names.name[node];
}

int64_t topomap_network_find(const struct topomap_network *network, const char *name)
{
    return names_find(&network->names, name);
}

uint32_t topomap_network_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    return network->ops->distance(network, a, b);
}

uint32_t topomap_network_links(const struct topomap_network *network)
{
    return network->links;
}

void topomap_network_link_name(const struct topomap_network *network, uint32_t link, char *text,
                               size_t size)
{
    if (link < network->links)
        network->ops->link_name(network, link, text, size);
    else
        snprintf(text, size, "link %u", link);
}

uint32_t topomap_network_classes(const struct topomap_network *network)
{
    return network->classes;
}

void topomap_network_class_name(const struct topomap_network *network, uint32_t index, char *text,
                                size_t size)
{
    network->ops->class_name(network, index, text, size);
}

uint32_t topomap_network_link_class(const struct topomap_network *network, uint32_t link)
{
    return network->ops->link_class(network, link);
}

uint32_t topomap_network_link_width(const struct topomap_network *network, uint32_t link)
{
    return network->ops->link_width ? network->ops->link_width(network, link) : 1;
}

uint32_t topomap_network_dims(const struct topomap_network *network)
{
    return network->dims;
}

uint32_t topomap_network_dim(const struct topomap_network *network, uint32_t d)
{
    return network->dim[d];
}

void topomap_network_coordinates(const struct topomap_network *network, uint32_t node,
                                 uint32_t *out)
{
    int32_t at[NETWORK_MAX_DIMS];

    if (!network->dims)
        return;
    network->ops->coordinates(network, node, at);
    for (uint32_t d = 0; d < network->dims; d++)
        out[d] = (uint32_t)at[d];
}

size_t topomap_network_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                             uint32_t *links, size_t size)
{
    return network->ops->route(network, a, b, links, size);
}
