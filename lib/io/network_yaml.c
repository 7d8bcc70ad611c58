/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Networks in YAML. topomap's own description is a map below the key `network`:
 *
 *   kind: torus | mesh | haec | hypercube | tree | dragonfly | percs | fabric | matrix | flat
 *   name: a name for the summary                                         (optional)
 *   links: [{bandwidth: bytes/s, latency: seconds, weight: of a hop}, ...] (optional)
 *   background: {class or link: bytes/s of other jobs, ...}                (optional)
 *   protocol: {sizes: [{from: bytes, bandwidth: factor, latency: factor}, ...],
 *              header: bytes of each message beside its own,
 *              acknowledgements: bytes back for each byte,
 *              inside: {bandwidth: bytes/s, latency: seconds, memory: bytes/s of all messages},
 *              adapters: {rails: of a node, bandwidth: bytes/s of each, messages: per second of
 *              each}}                                                    (optional)
 *   routing: a word of the kind's row, as d-mod-k or valiant               (optional)
 *   torus, mesh: dims: [16, 12, 16]
 *                wrap: [true, false, crossbar], or one for all           (torus only, optional)
 *                nodes: host list, the first dimension fastest, or with
 *                name_pattern: "c{x}-{y}n{z}", at the places in names; or
 *                coordinates: {name: [x, y, z], ...}; or
 *                coordinates_file: lines `name x y z`, path relative to this file
 *   haec:  as torus, with three dimensions: the rings of a board, and the boards
 *   hypercube: dims: number of dimensions, nodes: host list
 *   tree:  switches: [{name:, nodes: host list, switches: host list, width: links up}, ...]; or
 *          children: [nodes of a lowest switch, switches of one a level higher, ...],
 *          nodes: host list, widths: [links up from each level but the highest]  (optional)
 *   dragonfly: groups:, rows:, columns:, nodes_per_router:, nodes: host list
 *              node_links: true | false, global_ports:, group_links:, global_links: absolute |
 *              relative | circulant | numbered                       (optional)
 *   percs: supernodes:, drawers:, nodes_per_drawer:, nodes: host list
 *          global_ports:, group_links:, global_links:                (optional)
 *   fabric: switches: [{name:, nodes: host list, ports: [switch, ...], routes: "PORTxCOUNT ..."}]
 *   matrix: nodes: host list, distances: a row of numbers for each node; or
 *          distances_file: the rows as lines, path relative to this file
 *   flat:  nodes: host list
 */
#include "base/error.h"
#include "base/memory.h"
#include "io/network_yaml.h"
#include "network/background.h"
#include "network/kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RAILS 64 /* network adapters of a node */

/* Wide enough for any unit of measure, and for times to stay finite. */
struct range {
    double least, most;
};

static const struct range
    rates = {1e-3, 1e18},     /* bytes or messages per second */
    latencies = {0, 1e6},     /* seconds */
    factors = {1e-6, 1e6},    /* of what messages of a size have of these */
    headers = {0, 65536},     /* bytes of a message beside its own */
    parts = {0, 1};           /* of a byte that go back */

/* A number of a map; it stays as it is if the map does not have it. */
static int parse_real(const struct source *source, const struct item *map, const char *key,
                      struct range range, double *number, struct topomap_error *error)
{
    const struct item *item = item_find(map, key);

    if (!item)
        return 0;
    if (item_real(source, item, number, error) < 0)
        return -1;
    if (*number < range.least || *number > range.most)
        return item_fail(source, item, error, "'%s' is not from %g to %g", key, range.least,
                         range.most);
    return 0;
}

/* A number that the map must have. */
static int need_real(const struct source *source, const struct item *map, const char *key,
                     struct range range, double *number, struct topomap_error *error)
{
    return item_need(source, map, key, ITEM_SCALAR, error)
               ? parse_real(source, map, key, range, number, error) : -1;
}

static int parse_speed(const struct source *source, const struct item *item,
                       struct network_link_speed *speed, struct topomap_error *error)
{
    *speed = (struct network_link_speed){0, NETWORK_LATENCY_UNKNOWN};
    if (item_check_keys(source, item, "bandwidth latency weight", error) < 0 ||
        parse_real(source, item, "bandwidth", rates, &speed->bandwidth, error) < 0)
        return -1;
    return parse_real(source, item, "latency", latencies, &speed->latency, error);
}

static int parse_weight(const struct source *source, const struct item *item, uint32_t *weight,
                        struct topomap_error *error)
{
    const struct item *given = item_find(item, "weight");
    uint64_t number = 1;

    if (given && item_number(source, given, NETWORK_MAX_WEIGHT, &number, error) < 0)
        return -1;
    if (number < 1)
        return item_fail(source, given, error, "'weight' must be above 0");
    *weight = (uint32_t)number;
    return 0;
}

/* Whether any entry has a weight. */
static bool has_weights(const struct item *list)
{
    for (const struct item *item = list->child; item; item = item->next) {
        if (item_find(item, "weight"))
            return true;
    }
    return false;
}

static int refuse_count(const struct source *source, const struct item *list,
                        const struct topomap_network *network, struct topomap_error *error)
{
    char *classes = network_class_list(network);

    if (!classes)
        return error_memory(error);
    item_fail(source, list, error, "'links' has %u entries, not 1%s%s", list->count,
              network->classes > 1 ? ", or one each for " : "",
              network->classes > 1 ? classes : "");
    free(classes);
    return -1;
}

static int parse_links(const struct source *source, const struct item *list,
                       struct topomap_network *network, struct topomap_error *error)
{
    uint32_t weight[NETWORK_MAX_DEPTH], i = 0;
    struct topomap_error why;

    if (item_check_kind(source, list, ITEM_LIST, error) < 0)
        return -1;
    if (list->count != 1 && list->count != network->classes)
        return refuse_count(source, list, network, error);
    for (const struct item *item = list->child; item; item = item->next, i++) {
        if (parse_speed(source, item, &network->speed[network->speeds++], error) < 0 ||
            parse_weight(source, item, &weight[i], error) < 0)
            return -1;
    }
    for (; i > 0 && i < network->classes; i++)
        weight[i] = weight[0];
    if (!has_weights(list) || network_weigh(network, weight, &why) == 0)
        return 0;
    return why.code == TOPOMAP_IMPOSSIBLE ? item_fail(source, list, error, "%s", why.text)
                                          : error_memory(error);
}

static int add_background(const struct source *source, const struct item *item,
                          struct topomap_network *network, struct topomap_error *error)
{
    struct topomap_error why;
    double bytes;

    if (item_real(source, item, &bytes, error) < 0)
        return -1;
    if (bytes < 0)
        return item_fail(source, item, error, "bytes per second are not below 0");
    if (background_add(network, item->key, bytes, &why) < 0)
        return item_relay(source, item, error, &why);
    return 0;
}

/* Classes first, as single links have theirs too. */
static int parse_background(const struct source *source, const struct item *map,
                            struct topomap_network *network, struct topomap_error *error)
{
    if (item_check_kind(source, map, ITEM_MAP, error) < 0)
        return -1;
    for (int links = 0; links < 2; links++) {
        for (const struct item *item = map->child; item; item = item->next) {
            bool class = network_find_class(network, item->key, strlen(item->key)) <
                         network->classes;

            if (class != (links == 0))
                continue;
            if (add_background(source, item, network, error) < 0)
                return -1;
        }
    }
    return 0;
}

static int parse_sizes(const struct source *source, const struct item *list,
                       struct network_protocol *protocol, struct topomap_error *error)
{
    if (item_check_kind(source, list, ITEM_LIST, error) < 0)
        return -1;
    if (list->count > NETWORK_MAX_SIZES)
        return item_fail(source, list, error, "'sizes' has %u entries, more than %u", list->count,
                         NETWORK_MAX_SIZES);
    for (const struct item *item = list->child; item; item = item->next) {
        struct network_size *size = &protocol->size[protocol->sizes];
        const struct item *from;

        if (item_check_keys(source, item, "from bandwidth latency", error) < 0)
            return -1;
        from = item_need(source, item, "from", ITEM_SCALAR, error);
        if (!from || item_real(source, from, &size->from, error) < 0 ||
            need_real(source, item, "bandwidth", factors, &size->bandwidth, error) < 0 ||
            need_real(source, item, "latency", factors, &size->latency, error) < 0)
            return -1;
        if (protocol->sizes > 0 ? size->from <= size[-1].from : size->from < 0)
            return item_fail(source, from, error, "'from' must be above that of the entry before");
        protocol->sizes++;
    }
    return 0;
}

static int parse_inside(const struct source *source, const struct item *map,
                        struct network_protocol *protocol, struct topomap_error *error)
{
    struct network_link_speed *inside = &protocol->inside;

    if (item_check_keys(source, map, "bandwidth latency memory", error) < 0 ||
        need_real(source, map, "bandwidth", rates, &inside->bandwidth, error) < 0 ||
        parse_real(source, map, "memory", rates, &protocol->memory, error) < 0)
        return -1;
    return parse_real(source, map, "latency", latencies, &inside->latency, error);
}

/* `rails` adapters that are alike. */
static int parse_adapters(const struct source *source, const struct item *map,
                          struct network_adapters *adapters, struct topomap_error *error)
{
    const struct item *rails = item_find(map, "rails");
    uint64_t count = 1;

    if (item_check_keys(source, map, "rails bandwidth messages", error) < 0 ||
        (rails && item_number(source, rails, MAX_RAILS, &count, error) < 0) ||
        parse_real(source, map, "bandwidth", rates, &adapters->bandwidth, error) < 0 ||
        parse_real(source, map, "messages", rates, &adapters->messages, error) < 0)
        return -1;
    if (count == 0)
        return item_fail(source, rails, error, "'rails' must be above 0");
    if (adapters->bandwidth <= 0 && adapters->messages <= 0)
        return item_fail(source, map, error, "adapters need 'bandwidth' or 'messages'");
    adapters->bandwidth *= (double)count;
    adapters->messages *= (double)count;
    return 0;
}

static int parse_protocol(const struct source *source, const struct item *map,
                          struct network_protocol *protocol, struct topomap_error *error)
{
    const struct item *sizes = item_find(map, "sizes"), *inside = item_find(map, "inside");
    const struct item *adapters = item_find(map, "adapters");

    if (item_check_keys(source, map, "sizes header acknowledgements inside adapters", error) < 0 ||
        (sizes && parse_sizes(source, sizes, protocol, error) < 0) ||
        (inside && parse_inside(source, inside, protocol, error) < 0) ||
        (adapters && parse_adapters(source, adapters, &protocol->adapters, error) < 0) ||
        parse_real(source, map, "header", headers, &protocol->header, error) < 0)
        return -1;
    return parse_real(source, map, "acknowledgements", parts, &protocol->acknowledgement, error);
}

static struct topomap_network *parse_kind(const struct source *source, const struct item *map,
                                          struct topomap_error *error)
{
    const struct item *kind = item_need(source, map, "kind", ITEM_SCALAR, error);
    const struct network_ops *ops = kind ? network_kind_find(kind->text, strlen(kind->text)) : NULL;

    if (kind && !ops)
        item_fail(source, kind, error, "there is no network kind '%.60s'", kind->text);
    return ops ? ops->parse(source, map, error) : NULL;
}

/* "adaptive, d-mod-k or random" */
static void list_routings(const struct network_ops *ops, struct text *text)
{
    uint32_t count = network_routings(ops);

    for (uint32_t i = 0; i < count; i++)
        text_printf(text, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ",
                    ops->routings[i].word);
}

static int parse_routing(const struct source *source, const struct item *item,
                         struct topomap_network *network, struct topomap_error *error)
{
    uint32_t routing = NETWORK_UNSTATED;
    struct topomap_error why;
    struct text known = {0};

    if (network_routings(network->ops) == 0)
        return item_fail(source, item, error, "without rings there is one routing: leave 'routing' "
                         "out");
    if (item->kind == ITEM_SCALAR)
        routing = network_routing_find(network->ops, item->text, strlen(item->text));
    if (routing != NETWORK_UNSTATED)
        return network_route_by(network, routing, &why) < 0 ? item_relay(source, item, error, &why)
                                                            : 0;
    list_routings(network->ops, &known);
    item_fail(source, item, error, "'routing' is %s", known.data ? known.data : "another word");
    text_free(&known);
    return -1;
}

/* Put the name in the description in front of the summary. */
static int add_name(struct topomap_network *network, const char *name,
                    struct topomap_error *error)
{
    struct text text = {0};
    char *summary;

    text_printf(&text, "%s: %s", name, network->summary);
    summary = text_take(&text);
    if (!summary)
        return error_memory(error);
    free(network->summary);
    network->summary = summary;
    return 0;
}

/* topomap's own description: the map below `network:`. */
static struct topomap_network *parse_own(const struct source *source, const struct item *map,
                                         struct topomap_error *error)
{
    struct topomap_network *network;
    const struct item *name, *links, *routing, *background, *protocol;

    if (item_check_kind(source, map, ITEM_MAP, error) < 0)
        return NULL;
    name = item_find(map, "name");
    links = item_find(map, "links");
    routing = item_find(map, "routing");
    background = item_find(map, "background");
    protocol = item_find(map, "protocol");
    if (name && item_check_kind(source, name, ITEM_SCALAR, error) < 0)
        return NULL;
    network = parse_kind(source, map, error);
    if (!network)
        return NULL;
    if ((routing && parse_routing(source, routing, network, error) < 0) ||
        (name && add_name(network, name->text, error) < 0) ||
        (links && parse_links(source, links, network, error) < 0) ||
        (background && parse_background(source, background, network, error) < 0) ||
        (protocol && parse_protocol(source, protocol, &network->protocol, error) < 0)) {
        topomap_network_destroy(network);
        return NULL;
    }
    return network;
}

static struct topomap_network *parse_root(const struct source *source, const struct item *root,
                                          struct network_wanted *wanted,
                                          struct topomap_error *error)
{
    const struct item *map;

    if (root->kind == ITEM_LIST)
        return network_topology_parse(source, root, wanted, error);
    if (root->kind != ITEM_MAP) {
        item_fail(source, root, error, "is neither a topology.conf nor a topology.yaml of Slurm, "
                  "nor a network of topomap, which begins with 'network:'");
        return NULL;
    }
    if (item_check_keys(source, root, "network", error) < 0)
        return NULL;
    map = item_need(source, root, "network", ITEM_MAP, error);
    wanted->own = map;
    return map ? parse_own(source, map, error) : NULL;
}

struct topomap_network *network_yaml_parse(const struct source *source,
                                           struct network_wanted *wanted,
                                           struct topomap_error *error)
{
    struct item *root = item_load(source, error);
    struct topomap_network *network;

    if (!root)
        return NULL;
    network = parse_root(source, root, wanted, error);
    item_free(root);
    return network;
}
