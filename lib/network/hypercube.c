/* SPDX-License-Identifier: BSD-3-Clause */
/* A hypercube: nodes whose numbers differ in one binary digit are linked. Routes correct the lowest
 * digit first. There may be fewer nodes than places. Link i*dims+d changes digit d of place i.
 * Coordinates are the digits; above 8 dimensions coordinate d combines the digits d, d+8, ... */
#include "base/error.h"
#include "input/item.h"
#include "network/kinds.h"

#include <stdio.h>

/* Dimensions of the cube; each is a class of links. */
static uint32_t cube_dims(const struct topomap_network *network)
{
    return network->classes;
}

/* Binary digits per part: tables then have 64 numbers. */
#define PART_DIGITS 6

static uint32_t hypercube_parts(const struct topomap_network *network)
{
    return network->classes ? (network->classes + PART_DIGITS - 1) / PART_DIGITS : 1;
}

static uint32_t hypercube_part_of(const struct topomap_network *network, uint32_t part,
                                  uint32_t node)
{
    (void)network;
    return node >> part * PART_DIGITS & ((1U << PART_DIGITS) - 1);
}

/* The weighted distance for a set of differing digits. The lowest of them is digit `first` of the
 * cube. */
static uint32_t digits_distance(const struct topomap_network *network, uint32_t first,
                                uint32_t digits)
{
    uint32_t distance = 0;

    for (; digits; digits &= digits - 1)
        distance += network->weight[first + (uint32_t)__builtin_ctz(digits)];
    return distance;
}

static uint32_t hypercube_part_hops(const struct topomap_network *network, uint32_t part,
                                    uint32_t x, uint32_t y)
{
    return digits_distance(network, part * PART_DIGITS, x ^ y);
}

static uint32_t hypercube_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    return digits_distance(network, 0, a ^ b);
}

static size_t hypercube_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                              uint32_t *links, size_t size)
{
    uint32_t dims = cube_dims(network);
    size_t length = 0;

    for (uint32_t d = 0, at = a; d < dims; d++) {
        if (!((at ^ b) >> d & 1))
            continue;
        if (length < size)
            links[length] = at * dims + d;
        length++;
        at ^= UINT32_C(1) << d;
    }
    return length;
}

static void hypercube_link_name(const struct topomap_network *network, uint32_t link, char *text,
                                size_t size)
{
    uint32_t place = link / cube_dims(network);
    uint32_t other = place ^ UINT32_C(1) << link % cube_dims(network);
    char one[24], two[24];

    /* A place is named after its node, if it has one. */
    snprintf(one, sizeof one, "place %u", place);
    snprintf(two, sizeof two, "place %u", other);
    snprintf(text, size, "%s->%s", place < network->nodes ? network->names.name[place] : one,
             other < network->nodes ? network->names.name[other] : two);
}

static void hypercube_coordinates(const struct topomap_network *network, uint32_t node,
                                  int32_t *out)
{
    uint32_t digits[NETWORK_MAX_DIMS] = {0};

    for (uint32_t d = 0; d < cube_dims(network); d++)
        digits[d % NETWORK_MAX_DIMS] |= (node >> d & 1) << d / NETWORK_MAX_DIMS;
    for (uint32_t d = 0; d < network->dims; d++)
        out[d] = (int32_t)digits[d];
}

static uint32_t hypercube_link_class(const struct topomap_network *network, uint32_t link)
{
    return link % cube_dims(network);
}

static void hypercube_class_name(const struct topomap_network *network, uint32_t class, char *text,
                                 size_t size)
{
    (void)network;
    snprintf(text, size, "dimension %u", class + 1);
}

/* Coordinate c is made of the digits c, c+8, ... */
static void hypercube_weigh(struct topomap_network *network)
{
    network->max_distance = 0;
    for (uint32_t d = 0; d < network->classes; d++) {
        uint32_t *step = &network->step[d % NETWORK_MAX_DIMS];

        network->max_distance += network->weight[d];
        *step = d < NETWORK_MAX_DIMS || network->weight[d] > *step ? network->weight[d] : *step;
    }
}

static struct topomap_network *create(uint32_t dims, uint32_t nodes, char *const *node_names,
                                      struct topomap_error *error)
{
    struct topomap_network *network;
    struct text summary = {0};

    if (dims > NETWORK_MAX_CUBE || nodes < 1 || nodes > UINT32_C(1) << dims) {
        error_set(error, TOPOMAP_INPUT, "a hypercube of %u dimensions cannot have %u nodes", dims,
                  nodes);
        return NULL;
    }
    network = network_new(&network_hypercube_ops, nodes, node_names, error);
    if (!network)
        return NULL;
    network->classes = network->longest_route = dims;
    network->links = dims << dims;
    network->dims = dims < NETWORK_MAX_DIMS ? dims : NETWORK_MAX_DIMS;
    /* A coordinate of several digits is not a line. */
    network->traits = dims > 0 && dims <= NETWORK_MAX_DIMS ? NETWORK_SUMS_AXES : 0;
    for (uint32_t d = 0; d < network->dims; d++) {
        network->dim[d] = UINT32_C(1) << (dims - d + NETWORK_MAX_DIMS - 1) / NETWORK_MAX_DIMS;
        /* A coordinate of several digits is not a line: its ends are as near as neighbours. */
        network->wrap[d] = dims > NETWORK_MAX_DIMS ? NETWORK_CROSSBAR : NETWORK_MESH;
    }
    text_printf(&summary, "hypercube of %u dimension%s, %u node%s (1 hop to a neighbour)", dims,
                dims == 1 ? "" : "s", nodes, nodes == 1 ? "" : "s");
    return network_finish(network, &summary, error);
}

static struct topomap_network *hypercube_parse(const struct source *source,
                                               const struct item *map,
                                               struct topomap_error *error)
{
    struct topomap_network *network = NULL;
    struct topomap_error why;
    const struct item *nodes, *dims;
    uint64_t number;
    uint32_t count;
    char **names;

    if (item_check_keys(source, map, NETWORK_KEYS " dims nodes", error) < 0)
        return NULL;
    dims = item_need(source, map, "dims", ITEM_SCALAR, error);
    if (!dims || item_number(source, dims, NETWORK_MAX_CUBE, &number, error) < 0)
        return NULL;
    nodes = item_need(source, map, "nodes", ITEM_SCALAR, error);
    if (!nodes)
        return NULL;
    if (topomap_hostlist_expand(nodes->text, &names, &count, &why) == 0) {
        network = create((uint32_t)number, count, names, &why);
        topomap_hostlist_free(names, count);
    }
    if (!network)
        item_relay(source, nodes, error, &why);
    return network;
}

static uint64_t hypercube_nodes(const uint64_t *dims)
{
    return *dims <= NETWORK_MAX_CUBE ? UINT64_C(1) << *dims : UINT64_MAX;
}

const struct network_ops network_hypercube_ops = {
    .kind = "hypercube",
    .summary = "nodes whose numbers differ in one binary digit are linked",
    .example = "hypercube:6 (dimensions, at most 22)",
    .form = {.keys = {"dims"}, .nodes = hypercube_nodes},
    .parse = hypercube_parse,
    .distance = hypercube_distance,
    .parts = hypercube_parts,
    .part_of = hypercube_part_of,
    .part_hops = hypercube_part_hops,
    .route = hypercube_route,
    .link_name = hypercube_link_name,
    .coordinates = hypercube_coordinates,
    .link_class = hypercube_link_class,
    .class_name = hypercube_class_name,
    .weigh = hypercube_weigh,
};
