/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/dragonfly_ways.h"
#include "network/dragonfly_text.h"
#include "network/kinds.h"

#include <stdio.h>
#include <stdlib.h>

/* The links between two groups are tried one by one for the shortest way, so they are limited. */
#define MAX_TRUNK 1024

/* One part, whose numbers are the routers. */
static uint32_t dragonfly_parts(const struct topomap_network *network)
{
    (void)network;
    return 1;
}

static uint32_t dragonfly_part_of(const struct topomap_network *network, uint32_t part,
                                  uint32_t node)
{
    (void)part;
    return node / dragonfly_of(network)->shape.nodes_per_router;
}

static uint32_t dragonfly_part_hops(const struct topomap_network *network, uint32_t part,
                                    uint32_t x, uint32_t y)
{
    const struct dragonfly *d = dragonfly_of(network);
    struct dragonfly_router from = dragonfly_router(d, x), to = dragonfly_router(d, y);
    uint32_t hops;

    (void)part;
    if (from.group == to.group)
        hops = dragonfly_local_hops(d, network->weight, from.index, to.index);
    else
        dragonfly_best_link(d, network->weight, from, to, 0, &hops);
    return hops + (d->shape.node_links ? 2 * network->weight[CLASS_NODE] : 0);
}

static struct network_groups dragonfly_groups(const struct topomap_network *network)
{
    const struct dragonfly *d = dragonfly_of(network);

    return (struct network_groups){d->shape.groups, d->routers, d->trunk,
                                   network->weight[CLASS_GLOBAL]};
}

static uint32_t dragonfly_op_hops(const struct topomap_network *network, uint32_t router,
                                  uint32_t group, uint32_t k)
{
    const struct dragonfly *d = dragonfly_of(network);

    return dragonfly_hops_to_link(d, network->weight, dragonfly_router(d, router), group, k);
}

static uint32_t dragonfly_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    return a == b ? 0
                  : dragonfly_part_hops(network, 0, dragonfly_part_of(network, 0, a),
                                        dragonfly_part_of(network, 0, b));
}

/* The ends of a link between routers. */
static void link_ends(const struct dragonfly *d, uint32_t link, uint32_t *from, uint32_t *to)
{
    uint32_t columns = d->shape.columns;

    if (link >= d->first_global) {
        uint32_t ports = d->trunk * (d->shape.groups - 1);
        uint32_t group = (link - d->first_global) / ports, port = (link - d->first_global) % ports;
        uint32_t other = dragonfly_group_at(d, group, port % (d->shape.groups - 1));
        uint32_t k = port / (d->shape.groups - 1);

        *from = group * d->routers + dragonfly_door_to(d, group, other, k);
        *to = other * d->routers + dragonfly_door_to(d, other, group, k);
    } else if (link >= d->first_across) {
        uint32_t router = (link - d->first_across) / d->across;
        uint32_t other = (link - d->first_across) % d->across;
        uint32_t row = router / columns % d->shape.rows;
        uint32_t to_row = d->shape.percs ? other / columns : other;
        uint32_t to_column = d->shape.percs ? other % columns : router % columns;

        *from = router;
        *to = (router / columns - row + to_row + (to_row >= row)) * columns + to_column;
    } else {
        uint32_t other = (link - d->first_row) % (columns - 1);

        *from = (link - d->first_row) / (columns - 1);
        *to = *from - *from % columns + other + (other >= *from % columns);
    }
}

static void print_router(const struct dragonfly *d, uint32_t router, char *text, size_t size)
{
    snprintf(text, size, "(%u,%u,%u)", router / d->shape.columns % d->shape.rows,
             router % d->shape.columns, router / d->routers);
}

static void dragonfly_link_name(const struct topomap_network *network, uint32_t link, char *text,
                                size_t size)
{
    const struct dragonfly *d = dragonfly_of(network);
    char one[40], two[40];
    uint32_t from, to;

    if (link < d->first_row) {
        const char *node = network->names.name[link / 2];

        print_router(d, link / 2 / d->shape.nodes_per_router, one, sizeof one);
        snprintf(text, size, "%s->%s", link % 2 ? one : node, link % 2 ? node : one);
        return;
    }
    link_ends(d, link, &from, &to);
    print_router(d, from, one, sizeof one);
    print_router(d, to, two, sizeof two);
    if (link >= d->first_global && d->trunk > 1)
        snprintf(text, size, "%s->%s#%u", one, two,
                 (link - d->first_global) % (d->trunk * (d->shape.groups - 1)) /
                 (d->shape.groups - 1));
    else
        snprintf(text, size, "%s->%s", one, two);
}

static void dragonfly_coordinates(const struct topomap_network *network, uint32_t node,
                                  int32_t *out)
{
    const struct dragonfly *d = dragonfly_of(network);
    uint32_t router = node / d->shape.nodes_per_router;

    out[0] = (int32_t)(router / d->shape.columns % d->shape.rows);
    out[1] = (int32_t)(router % d->shape.columns);
    out[2] = (int32_t)(router / d->routers);
}

static uint32_t dragonfly_link_class(const struct topomap_network *network, uint32_t link)
{
    const struct dragonfly *d = dragonfly_of(network);

    if (link < d->first_row)
        return CLASS_NODE;
    if (link >= d->first_global)
        return CLASS_GLOBAL;
    return link >= d->first_across ? CLASS_COLUMN : CLASS_ROW;
}

static void dragonfly_class_name(const struct topomap_network *network, uint32_t class, char *text,
                                 size_t size)
{
    static const char *const names[] = {"row", "column", "global", "node"};
    static const char *const percs[] = {"LL", "LR", "D", "node"};

    snprintf(text, size, "%s", (dragonfly_of(network)->shape.percs ? percs : names)[class]);
}

static void dragonfly_weigh(struct topomap_network *network)
{
    const struct network_dragonfly *s = &dragonfly_of(network)->shape;
    const uint32_t *weight = network->weight;
    uint32_t row = s->columns > 1 ? weight[CLASS_ROW] : 0;
    uint32_t column = s->rows > 1 ? weight[CLASS_COLUMN] : 0;
    uint32_t local = !s->percs ? row + column : row > column ? row : column;

    network->step[0] = weight[CLASS_COLUMN];
    network->step[1] = weight[CLASS_ROW];
    network->step[2] = 2 * local + weight[CLASS_GLOBAL];
    network->max_distance = (s->groups > 1 ? network->step[2] : local) +
                            (s->node_links ? 2 * weight[CLASS_NODE] : 0);
}

/* SimGrid's dragonflies have one link between two groups. With several rows their routes inside
 * groups do not keep track of the row. */
static bool dragonfly_simgrid(const struct topomap_network *network, struct text *attributes)
{
    const struct dragonfly *d = dragonfly_of(network);
    const struct network_dragonfly *s = &d->shape;

    if (s->rows != 1 || s->arrangement != NETWORK_NUMBERED || s->ports != 1 || d->trunk != 1 ||
        network->routing == VALIANT || network->routing == ADAPTIVE || !s->node_links ||
        s->groups > s->columns ||
        network->nodes != s->groups * d->routers * s->nodes_per_router)
        return false;
    text_printf(attributes, "topology=\"DRAGONFLY\" topo_parameters=\"%u,1;1,1;%u,1;%u\"",
                s->groups, s->columns, s->nodes_per_router);
    return true;
}

static void dragonfly_free(struct topomap_network *network)
{
    struct dragonfly *d = network->data;

    if (d) {
        free(d->spot);
        free(d->door);
    }
    free(d);
}

static int check_shape(const struct network_dragonfly *s, uint32_t nodes,
                       struct topomap_error *error)
{
    uint64_t routers = s->groups;

    if (s->groups < 1 || s->rows < 1 || s->columns < 1 || s->nodes_per_router < 1)
        return error_set(error, TOPOMAP_INPUT, "a dragonfly has at least one of each part");
    if (__builtin_mul_overflow(routers, s->rows, &routers) ||
        __builtin_mul_overflow(routers, s->columns, &routers) || routers > NETWORK_MAX_NODES)
        return error_set(error, TOPOMAP_INPUT, "there are at most %u routers", NETWORK_MAX_NODES);
    if (nodes > routers * s->nodes_per_router)
        return error_set(error, TOPOMAP_INPUT, "%u nodes do not fit on %u routers of %u nodes",
                         nodes, (uint32_t)routers, s->nodes_per_router);
    return 0;
}

/* Count the links between two groups. */
static int set_ports(struct dragonfly *d, struct topomap_error *error)
{
    uint32_t others = d->shape.groups - 1;
    uint32_t each = others + (d->shape.arrangement == NETWORK_NUMBERED); /* of a trunk */
    uint64_t ports;

    if (d->shape.ports == 0)
        d->shape.ports = others ? (each + d->routers - 1) / d->routers : 1;
    ports = (uint64_t)d->shape.ports * d->routers;
    if (ports < each)
        return error_set(error, TOPOMAP_INPUT,
                         "a group has %llu global ports, too few for links to %u other groups",
                         (unsigned long long)ports, others);
    if (others && ports / each > MAX_TRUNK)
        return error_set(error, TOPOMAP_INPUT, "there are %llu links between two groups, above %u",
                         (unsigned long long)(ports / each), MAX_TRUNK);
    d->trunk = others ? (uint32_t)(ports / each) : 0;
    if (d->shape.trunk > d->trunk)
        return error_set(error, TOPOMAP_INPUT,
                         "there are ports for %u links between two groups, not for %u", d->trunk,
                         d->shape.trunk);
    if (d->shape.trunk)
        d->trunk = d->shape.trunk;
    return 0;
}

static int number_links(struct topomap_network *network, struct dragonfly *d,
                        struct topomap_error *error)
{
    const struct network_dragonfly *s = &d->shape;
    uint64_t routers = (uint64_t)s->groups * d->routers;
    uint64_t nodes = s->node_links ? 2 * (uint64_t)network->nodes : 0;
    uint64_t row = routers * (s->columns - 1);
    uint64_t across = s->percs ? (uint64_t)(s->rows - 1) * s->columns : s->rows - 1;
    uint64_t global = (uint64_t)s->groups * d->trunk * (s->groups - 1);

    /* No product overflows: the numbers of routers and of all parts of a router are below 2^23. */
    if (nodes + row + routers * across > NETWORK_MAX_LINKS ||
        global > NETWORK_MAX_LINKS - (nodes + row + routers * across))
        return error_set(error, TOPOMAP_INPUT, "a network has at most %u links",
                         NETWORK_MAX_LINKS);
    d->across = (uint32_t)across;
    d->first_row = (uint32_t)nodes;
    d->first_across = (uint32_t)(nodes + row);
    d->first_global = (uint32_t)(nodes + row + routers * across);
    network->links = (uint32_t)(d->first_global + global);
    return 0;
}

/* The longest way inside a group. */
static uint32_t local_most(const struct network_dragonfly *s)
{
    return s->percs ? s->rows * s->columns > 1 : (s->rows > 1) + (s->columns > 1);
}

/* Longest route: node, local, global, local, and as Valiant goes global and local again. */
static int set_longest(struct topomap_network *network, struct topomap_error *error)
{
    const struct dragonfly *d = dragonfly_of(network);
    const struct network_dragonfly *s = &d->shape;
    uint32_t local = local_most(s), nodes = s->node_links ? 2 : 0;
    uint32_t minimal = s->groups > 1 ? 2 * local + 1 : local;
    uint32_t aside = s->groups > 2 ? minimal + local + 1 : 0;
    uint32_t ways = d->trunk < 1 ? 1 : d->trunk < NETWORK_WAYS ? d->trunk : NETWORK_WAYS;
    uint32_t asides = network->routing == MINIMAL ? 0 : d->asides;

    (void)error;
    network->longest_route = nodes + (aside ? aside : minimal);
    network->longest_spread = nodes + ways * minimal + asides * aside;
    return 0;
}

/* The ending of a noun after the number. */
static const char *plural(uint32_t number)
{
    return number == 1 ? "" : "s";
}

static void print_summary(const struct topomap_network *network, struct text *summary)
{
    static const char *const arrangements[] = {"absolute", "relative", "circulant", "numbered"};
    const struct dragonfly *d = dragonfly_of(network);
    const struct network_dragonfly *s = &d->shape;

    if (s->percs)
        text_printf(summary, "PERCS, %u supernode%s of %u drawer%s of %u node%s, %u node%s",
                    s->groups, plural(s->groups), s->rows, plural(s->rows), s->columns,
                    plural(s->columns), network->nodes, plural(network->nodes));
    else
        text_printf(summary, "dragonfly, %u group%s of %ux%u router%s, %u link%s from group to "
                    "group (%s), %u node%s", s->groups, plural(s->groups), s->rows, s->columns,
                    plural(s->rows * s->columns), d->trunk, plural(d->trunk),
                    arrangements[s->arrangement], network->nodes, plural(network->nodes));
    if (network->routing == NETWORK_UNSTATED)
        text_puts(summary, ", routing unstated (");
    else
        text_printf(summary, ", %s routes (", network->ops->routings[network->routing].word);
    if (!s->percs)
        text_printf(summary, "%u hops on one router, ", s->node_links ? 2 : 0);
    text_printf(summary, "distances over at most one %s link)", s->percs ? "D" : "global");
}

#define OPS                                                                                        \
    .distance = dragonfly_distance, .parts = dragonfly_parts, .part_of = dragonfly_part_of,        \
    .part_hops = dragonfly_part_hops, .groups = dragonfly_groups,                                  \
    .hops_to_link = dragonfly_op_hops, .route = dragonfly_route, .spread = dragonfly_spread,       \
    .reroute = set_longest, .summarise = print_summary, .link_name = dragonfly_link_name,          \
    .coordinates = dragonfly_coordinates, .link_class = dragonfly_link_class,                      \
    .class_name = dragonfly_class_name, .weigh = dragonfly_weigh, .free = dragonfly_free

const struct network_ops network_dragonfly_ops = {
    .kind = "dragonfly",
    .summary = "groups of rows and columns of routers; minimal, Valiant or adaptive routes",
    .example = "dragonfly:26x6x16x4[:valiant] (groups, rows, columns, nodes of each router)",
    .form = {.keys = {"groups", "rows", "columns", "nodes_per_router"}},
    .routings = dragonfly_routings,
    .parse = dragonfly_parse,
    .simgrid = dragonfly_simgrid,
    OPS,
};

const struct network_ops network_percs_ops = {
    .kind = "percs",
    .summary = "supernodes of drawers: LL, LR and D links; direct, indirect or adaptive routes",
    .example = "percs:16x4x8[:indirect] (supernodes, drawers, nodes of each drawer)",
    .form = {.keys = {"supernodes", "drawers", "nodes_per_drawer"}},
    .routings = dragonfly_percs_routings,
    .parse = percs_parse,
    OPS,
};

static void set_dims(struct topomap_network *network, const struct network_dragonfly *s)
{
    network->traits = NETWORK_ROUTER_ROWS;
    network->dims = 3;
    network->dim[0] = s->rows;
    network->dim[1] = s->columns;
    network->dim[2] = s->groups;
    for (uint32_t d = 0; d < 3; d++)
        network->wrap[d] = NETWORK_CROSSBAR;
}

struct topomap_network *network_dragonfly_create(const struct network_dragonfly *shape,
                                                 uint32_t nodes, char *const *node_names,
                                                 struct topomap_error *error)
{
    struct topomap_network *network;
    struct text summary = {0};
    struct dragonfly *d;

    if (check_shape(shape, nodes, error) < 0)
        return NULL;
    network = network_new(shape->percs ? &network_percs_ops : &network_dragonfly_ops, nodes,
                          node_names, error);
    if (!network)
        return NULL;
    network->data = d = array_new(1, sizeof *d);
    if (!d) {
        error_memory(error);
        goto fail;
    }
    d->shape = *shape;
    d->routers = shape->rows * shape->columns;
    if (set_ports(d, error) < 0 || number_links(network, d, error) < 0)
        goto fail;
    if (dragonfly_table(d) < 0) {
        error_memory(error);
        goto fail;
    }
    set_dims(network, shape);
    network->classes = shape->node_links ? DRAGONFLY_CLASSES : CLASS_NODE;
    if (set_longest(network, error) < 0)
        goto fail;
    network->send_ports = network->receive_ports = !shape->node_links && !shape->percs;
    print_summary(network, &summary);
    return network_finish(network, &summary, error);
fail:
    topomap_network_destroy(network);
    return NULL;
}
