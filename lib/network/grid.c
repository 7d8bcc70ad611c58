/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/grid_text.h"
#include "network/kinds.h"
#include "network/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One dimension, and the numbers of its links. */
struct axis {
    uint32_t size;
    uint32_t stride;       /* distance of neighbours along this dimension in place numbers */
    uint32_t first;        /* first link */
    uint32_t one_way;      /* links in one direction; for a crossbar all links */
    enum network_wrap wrap; /* how links are made: a ring of two places counts as a line */
};

struct grid {
    struct axis axis[NETWORK_MAX_DIMS];
    int32_t *coordinate;   /* [nodes][dims] */
};

static const struct grid *grid_of(const struct topomap_network *network)
{
    return network->data;
}

/* Steps from `from` to `to` along an axis; negative steps lead down. */
static int32_t steps(const struct axis *axis, int32_t from, int32_t to)
{
    int32_t way = to - from;
    int32_t size = (int32_t)axis->size;

    if (axis->wrap == NETWORK_CROSSBAR)
        return way ? 1 : 0;
    if (axis->wrap == NETWORK_MESH)
        return way;
    if (way < 0)
        way += size;
    return way > size / 2 ? way - size : way;
}

static uint32_t grid_parts(const struct topomap_network *network)
{
    return network->dims;
}

static uint32_t grid_part_of(const struct topomap_network *network, uint32_t part, uint32_t node)
{
    return (uint32_t)grid_of(network)->coordinate[(size_t)node * network->dims + part];
}

static uint32_t grid_part_hops(const struct topomap_network *network, uint32_t part, uint32_t x,
                               uint32_t y)
{
    return (uint32_t)abs(steps(&grid_of(network)->axis[part], (int32_t)x, (int32_t)y)) *
           network->weight[part];
}

static uint32_t grid_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const struct grid *grid = grid_of(network);
    const int32_t *from = grid->coordinate + (size_t)a * network->dims;
    const int32_t *to = grid->coordinate + (size_t)b * network->dims;
    uint32_t hops = 0;

    for (uint32_t d = 0; d < network->dims; d++)
        hops += (uint32_t)abs(steps(&grid->axis[d], from[d], to[d])) * network->weight[d];
    return hops;
}

/*
 * The index of a place among the links of a line with size-1 links. The last place has no link up
 * and the first none down, so links are numbered by their lower place.
 */
static uint32_t line_index(const struct axis *axis, uint32_t place, uint32_t low)
{
    uint32_t slab = axis->stride * axis->size;

    return place / slab * (slab - axis->stride) + low * axis->stride + place % axis->stride;
}

static uint32_t link_up(const struct axis *axis, uint32_t place, uint32_t coordinate)
{
    if (axis->wrap == NETWORK_MESH)
        return axis->first + line_index(axis, place, coordinate);
    return axis->first + place;
}

static uint32_t link_down(const struct axis *axis, uint32_t place, uint32_t coordinate)
{
    if (axis->wrap == NETWORK_MESH)
        return axis->first + axis->one_way + line_index(axis, place, coordinate - 1);
    return axis->first + axis->one_way + place;
}

static uint32_t link_across(const struct axis *axis, uint32_t place, uint32_t from, uint32_t to)
{
    return axis->first + place * (axis->size - 1) + (to > from ? to - 1 : to);
}

enum routing {
    BOTH_WAYS, /* opposite places of a ring */
    ASCENDING,
    SIMGRID,
};

static const struct network_routing routings[] = {
    [BOTH_WAYS] = {"both-ways", "by dimension; half of the traffic each way if both are as long"},
    [ASCENDING] = {"ascending", "by dimension; in ascending direction if both are as long"},
    [SIMGRID] = {"simgrid", "as ascending, but down from the middle of a ring to 0"},
    {0},
};

/* Whether traffic between opposite places of a ring goes one way. */
static bool goes_one_way(uint32_t routing)
{
    return routing == ASCENDING || routing == SIMGRID;
}

/* Go `way` steps along an axis. */
static void walk_steps(struct walk *walk, const struct axis *axis, uint32_t from, uint32_t to,
                       int32_t way)
{
    uint32_t base = walk->place - from * axis->stride;

    if (axis->wrap == NETWORK_CROSSBAR) {
        if (way)
            walk_link(walk, link_across(axis, walk->place, from, to));
    } else if (way > 0) {
        for (uint32_t at = from; way > 0; way--, at = at + 1 == axis->size ? 0 : at + 1)
            walk_link(walk, link_up(axis, base + at * axis->stride, at));
    } else {
        for (uint32_t at = from; way < 0; way++, at = at ? at - 1 : axis->size - 1)
            walk_link(walk, link_down(axis, base + at * axis->stride, at));
    }
    walk->place = base + to * axis->stride;
}

/* Along an axis; where both ways are as long, as the routing has it. A single route of both goes
 * up. */
static void walk_axis(struct walk *walk, const struct axis *axis, uint32_t from, uint32_t to,
                      uint32_t routing)
{
    int32_t way = steps(axis, (int32_t)from, (int32_t)to);
    uint32_t start = walk->place;
    bool opposite = axis->wrap == NETWORK_WRAP && 2 * (uint32_t)way == axis->size;

    if (opposite && routing == SIMGRID && to == 0)
        way = -way;
    if (!opposite || goes_one_way(routing) || !walk->shares) {
        walk_steps(walk, axis, from, to, way);
        return;
    }
    walk->parts = NETWORK_PARTS / 2;
    walk_steps(walk, axis, from, to, way);
    walk->place = start;
    walk_steps(walk, axis, from, to, -way);
    walk->parts = NETWORK_PARTS;
}

static size_t walk_grid(const struct topomap_network *network, uint32_t a, uint32_t b,
                        struct walk *walk)
{
    const struct grid *grid = grid_of(network);
    const int32_t *from = grid->coordinate + (size_t)a * network->dims;
    const int32_t *to = grid->coordinate + (size_t)b * network->dims;

    for (uint32_t d = 0; d < network->dims; d++)
        walk->place += (uint32_t)from[d] * grid->axis[d].stride;
    for (uint32_t d = 0; d < network->dims; d++) {
        if (from[d] != to[d])
            walk_axis(walk, &grid->axis[d], (uint32_t)from[d], (uint32_t)to[d],
                      network->routing);
    }
    return walk->length;
}

static size_t grid_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                         uint32_t *links, size_t size)
{
    return walk_grid(network, a, b, &(struct walk){.links = links, .size = size});
}

static size_t grid_spread(const struct topomap_network *network, uint32_t a, uint32_t b,
                          struct network_share *shares)
{
    return goes_one_way(network->routing) ? 0 :
           walk_grid(network, a, b, &(struct walk){.shares = shares, .parts = NETWORK_PARTS});
}

#define PLACE_TEXT (NETWORK_MAX_DIMS * 11 + 2) /* room for "(x,y,z)" of any place */

static void print_place(const struct topomap_network *network, uint32_t place, char *text)
{
    const struct grid *grid = grid_of(network);
    int length = 0;

    for (uint32_t d = 0; d < network->dims; d++)
        length += snprintf(text + length, PLACE_TEXT - (size_t)length, "%c%u", d ? ',' : '(',
                           place / grid->axis[d].stride % grid->axis[d].size);
    snprintf(text + length, PLACE_TEXT - (size_t)length, ")");
}

static void name_across(const struct topomap_network *network, const struct axis *axis,
                        uint32_t link, char *text, size_t size)
{
    uint32_t place = link / (axis->size - 1);
    uint32_t from = place / axis->stride % axis->size;
    uint32_t to = link % (axis->size - 1);
    char one[PLACE_TEXT], two[PLACE_TEXT];

    to += to >= from;
    print_place(network, place, one);
    print_place(network, place - from * axis->stride + to * axis->stride, two);
    snprintf(text, size, "%s->%s", one, two);
}

static void name_along(const struct topomap_network *network, uint32_t d, uint32_t link,
                       char *text, size_t size)
{
    const struct axis *axis = &grid_of(network)->axis[d];
    bool down = link >= axis->one_way;
    uint32_t place = down ? link - axis->one_way : link;
    char from[PLACE_TEXT];

    if (axis->wrap == NETWORK_MESH) {
        uint32_t slab = axis->stride * (axis->size - 1);

        place += place / slab * axis->stride + (down ? axis->stride : 0);
    }
    print_place(network, place, from);
    snprintf(text, size, "%s%c%c", from, down ? '-' : '+', network_axis_letter(network->dims, d));
}

/* Each dimension is a class. */
static uint32_t grid_link_class(const struct topomap_network *network, uint32_t link)
{
    const struct grid *grid = grid_of(network);
    uint32_t d = network->dims - 1;

    while (link < grid->axis[d].first)
        d--;
    return d;
}

static void grid_link_name(const struct topomap_network *network, uint32_t link, char *text,
                           size_t size)
{
    const struct grid *grid = grid_of(network);
    uint32_t d = grid_link_class(network, link);

    if (grid->axis[d].wrap == NETWORK_CROSSBAR)
        name_across(network, &grid->axis[d], link - grid->axis[d].first, text, size);
    else
        name_along(network, d, link - grid->axis[d].first, text, size);
}

static void grid_coordinates(const struct topomap_network *network, uint32_t node, int32_t *out)
{
    memcpy(out, grid_of(network)->coordinate + (size_t)node * network->dims,
           network->dims * sizeof *out);
}

static void grid_class_name(const struct topomap_network *network, uint32_t class, char *text,
                            size_t size)
{
    snprintf(text, size, "%c", network_axis_letter(network->dims, class));
}

/* Links of the longest way along an axis. */
static uint32_t longest_way(const struct axis *axis)
{
    if (axis->wrap == NETWORK_CROSSBAR)
        return axis->size > 1;
    return axis->wrap == NETWORK_MESH ? axis->size - 1 : axis->size / 2;
}

static void grid_weigh(struct topomap_network *network)
{
    network->max_distance = 0;
    for (uint32_t d = 0; d < network->dims; d++) {
        network->max_distance += longest_way(&grid_of(network)->axis[d]) * network->weight[d];
        network->step[d] = network->weight[d];
    }
}

/* Both ways around a ring count where they may be as long. */
static int set_longest_spread(struct topomap_network *network, struct topomap_error *error)
{
    const struct grid *grid = grid_of(network);

    (void)error;
    network->longest_spread = 0;
    for (uint32_t d = 0; d < network->dims && !goes_one_way(network->routing); d++) {
        const struct axis *axis = &grid->axis[d];
        bool both = axis->wrap == NETWORK_WRAP && axis->size % 2 == 0;

        network->longest_spread += (both ? 2 : 1) * longest_way(axis);
    }
    return 0;
}

static void grid_free(struct topomap_network *network)
{
    struct grid *grid = network->data;

    if (grid)
        free(grid->coordinate);
    free(grid);
}

/* The three kinds differ only in what their descriptions allow. */
#define GRID_FUNCTIONS                                                                             \
    .distance = grid_distance, .parts = grid_parts, .part_of = grid_part_of,                       \
    .part_hops = grid_part_hops, .route = grid_route, .spread = grid_spread,                       \
    .reroute = set_longest_spread,                                                                 \
    .link_name = grid_link_name,                                                                   \
    .coordinates = grid_coordinates, .link_class = grid_link_class,                                \
    .class_name = grid_class_name, .weigh = grid_weigh, .free = grid_free

const struct network_ops network_torus_ops = {
    .kind = "torus",
    .summary = "a grid of up to 8 dimensions: rings, lines or crossbars",
    .example = "torus:4x4x4",
    .form = {.list = "dims"},
    .routings = routings,
    .parse = torus_parse,
    .simgrid = torus_simgrid,
    GRID_FUNCTIONS,
};

const struct network_ops network_haec_ops = {
    .kind = "haec",
    .summary = "a HAEC box: boards that are 2-D tori, corresponding nodes of all boards linked",
    .example = "haec:4x4x4",
    .form = {.list = "dims"},
    .routings = routings,
    .parse = haec_parse,
    GRID_FUNCTIONS,
};

const struct network_ops network_mesh_ops = {
    .kind = "mesh",
    .summary = "a grid of up to 8 dimensions, all of them lines",
    .example = "mesh:8x8",
    .form = {.list = "dims"},
    .parse = mesh_parse,
    GRID_FUNCTIONS,
};

/* Number the links of all dimensions; `places` receives the number of places. */
static int number_links(struct topomap_network *network, struct grid *grid, uint64_t *places,
                        struct topomap_error *error)
{
    uint64_t links = 0;

    *places = 1;
    for (uint32_t d = 0; d < network->dims; d++) {
        *places *= network->dim[d];
        if (network->dim[d] < 1 || *places > NETWORK_MAX_NODES)
            return error_set(error, TOPOMAP_INPUT, "a grid has 1 to %u places",
                             NETWORK_MAX_NODES);
    }
    for (uint32_t d = 0, stride = 1; d < network->dims; stride *= network->dim[d], d++) {
        struct axis *axis = &grid->axis[d];
        uint64_t size = network->dim[d], one_way = *places;

        *axis = (struct axis){(uint32_t)size, stride, (uint32_t)links, 0, network->wrap[d]};
        if (axis->wrap == NETWORK_WRAP && size <= 2)
            axis->wrap = NETWORK_MESH;
        if (axis->wrap == NETWORK_CROSSBAR)
            one_way = *places * (size - 1);
        else if (axis->wrap == NETWORK_MESH)
            one_way = *places / size * (size - 1);
        axis->one_way = (uint32_t)one_way;
        links += axis->wrap == NETWORK_CROSSBAR ? one_way : 2 * one_way;
        if (links > NETWORK_MAX_LINKS)
            return error_set(error, TOPOMAP_INPUT, "a network has at most %u links",
                             NETWORK_MAX_LINKS);
        network->longest_route += longest_way(axis);
    }
    network->links = (uint32_t)links;
    return set_longest_spread(network, error);
}

static void place_in_order(const struct topomap_network *network, struct grid *grid)
{
    for (uint32_t i = 0; i < network->nodes; i++) {
        for (uint32_t d = 0; d < network->dims; d++)
            grid->coordinate[(size_t)i * network->dims + d] =
                (int32_t)(i / grid->axis[d].stride % grid->axis[d].size);
    }
}

/* Use the given coordinates; `owner` [places] is scratch of zeros, which gets node + 1 at each
 * place. */
static int place_given(const struct topomap_network *network, struct grid *grid,
                       const int32_t *coordinates, uint32_t *owner, struct topomap_error *error)
{
    for (uint32_t i = 0; i < network->nodes; i++) {
        const int32_t *at = coordinates + (size_t)i * network->dims;
        uint32_t place = 0;

        for (uint32_t d = 0; d < network->dims; d++) {
            if (at[d] < 0 || (uint32_t)at[d] >= network->dim[d])
                return error_set(error, TOPOMAP_INPUT,
                                 "node '%s': coordinate %u is %d, not from 0 to %u",
                                 network->names.name[i], d + 1, at[d], network->dim[d] - 1);
            place += (uint32_t)at[d] * grid->axis[d].stride;
        }
        if (owner[place])
            return error_set(error, TOPOMAP_INPUT, "nodes '%s' and '%s' are at the same place",
                             network->names.name[owner[place] - 1], network->names.name[i]);
        owner[place] = i + 1;
    }
    memcpy(grid->coordinate, coordinates,
           (size_t)network->nodes * network->dims * sizeof *coordinates);
    return 0;
}

static int place_nodes(struct topomap_network *network, struct grid *grid,
                       const int32_t *coordinates, uint64_t places, struct topomap_error *error)
{
    uint32_t *owner;
    int result;

    if (network->nodes > places)
        return error_set(error, TOPOMAP_INPUT, "%u nodes do not fit in a grid of %llu places",
                         network->nodes, (unsigned long long)places);
    grid->coordinate = array_raw((size_t)network->nodes * network->dims,
                                 sizeof *grid->coordinate);
    if (!grid->coordinate)
        return error_memory(error);
    if (!coordinates) {
        place_in_order(network, grid);
        return 0;
    }
    owner = array_new(places, sizeof *owner);
    if (!owner)
        return error_memory(error);
    result = place_given(network, grid, coordinates, owner, error);
    free(owner);
    return result;
}

static void print_summary(const struct topomap_network *network, struct text *summary)
{
    bool mixed = false;

    text_puts(summary, network->ops->kind);
    for (uint32_t d = 0; d < network->dims; d++) {
        text_add(summary, d ? "x" : " ", 1);
        text_number(summary, network->dim[d]);
        mixed = mixed || network->wrap[d] != network->wrap[0];
    }
    if (mixed || network->wrap[0] == NETWORK_CROSSBAR) {
        static const char *const shape[] = {"line", "ring", "crossbar"};

        for (uint32_t d = 0; d < network->dims; d++)
            text_printf(summary, "%s%s", d ? ", " : " (", shape[network->wrap[d]]);
        text_puts(summary, ")");
    }
    text_printf(summary, ", %u node%s (1 hop to a neighbour)", network->nodes,
                network->nodes == 1 ? "" : "s");
}

static struct topomap_network *create(const struct network_ops *ops, uint32_t dims,
                                      const uint32_t *dim, const enum network_wrap *wrap,
                                      uint32_t nodes, char *const *node_names,
                                      const int32_t *coordinates, struct topomap_error *error)
{
    struct topomap_network *network;
    struct text summary = {0};
    struct grid *grid;
    uint64_t places;

    if (dims < 1 || dims > NETWORK_MAX_DIMS || nodes < 1) {
        error_set(error, TOPOMAP_INPUT, "a grid has 1 to %d dimensions and at least one node",
                  NETWORK_MAX_DIMS);
        return NULL;
    }
    network = network_new(ops, nodes, node_names, error);
    if (!network)
        return NULL;
    network->dims = network->classes = dims;
    network->traits = NETWORK_SUMS_AXES;
    memcpy(network->dim, dim, dims * sizeof *dim);
    memcpy(network->wrap, wrap, dims * sizeof *wrap);
    network->data = grid = array_new(1, sizeof *grid);
    if (!grid) {
        error_memory(error);
        goto fail;
    }
    if (number_links(network, grid, &places, error) < 0 ||
        place_nodes(network, grid, coordinates, places, error) < 0)
        goto fail;
    print_summary(network, &summary);
    return network_finish(network, &summary, error);
fail:
    topomap_network_destroy(network);
    return NULL;
}

struct topomap_network *network_grid_create(uint32_t dims, const uint32_t *dim,
                                            const enum network_wrap *wrap, uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error)
{
    const struct network_ops *ops = &network_mesh_ops;

    for (uint32_t d = 0; d < dims && d < NETWORK_MAX_DIMS; d++) {
        if (wrap[d] != NETWORK_MESH)
            ops = &network_torus_ops;
    }
    return create(ops, dims, dim, wrap, nodes, node_names, coordinates, error);
}

struct topomap_network *network_haec_create(const uint32_t dim[3], uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error)
{
    static const enum network_wrap wrap[] = {NETWORK_WRAP, NETWORK_WRAP, NETWORK_CROSSBAR};

    return create(&network_haec_ops, 3, dim, wrap, nodes, node_names, coordinates, error);
}
