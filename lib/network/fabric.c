/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/fabric.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "network/kinds.h"
#include "network/walk.h"

#include <stdio.h>
#include <stdlib.h>

#define UNREACHED UINT16_MAX

enum link_class {
    CLASS_NODE,
    CLASS_SWITCH,
    CLASSES
};

static const struct fabric *fabric_of(const struct topomap_network *network)
{
    return network->data;
}

static uint16_t hops_from(const struct fabric *f, uint32_t leaf, uint32_t s)
{
    return f->hops[(size_t)f->leaf_number[leaf] * f->switches + s];
}

/* One part, whose numbers are the switches. */
static uint32_t fabric_parts(const struct topomap_network *network)
{
    (void)network;
    return 1;
}

static uint32_t fabric_part_of(const struct topomap_network *network, uint32_t part, uint32_t node)
{
    (void)part;
    return fabric_of(network)->leaf[node];
}

static uint32_t fabric_part_hops(const struct topomap_network *network, uint32_t part, uint32_t x,
                                 uint32_t y)
{
    (void)part;
    return 2 * network->weight[CLASS_NODE] +
           network->weight[CLASS_SWITCH] * hops_from(fabric_of(network), x, y);
}

static uint32_t fabric_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const uint32_t *leaf = fabric_of(network)->leaf;

    return a == b ? 0 : fabric_part_hops(network, 0, leaf[a], leaf[b]);
}

/* ---- ways -------------------------------------------------------------------------------- */

/* Whether a port is on a shortest way to a switch with nodes. */
static bool is_nearer(const struct fabric *f, uint32_t port, uint32_t s, uint32_t target)
{
    return hops_from(f, target, f->peer[port]) + 1 == hops_from(f, target, s);
}

static uint32_t count_ports(const struct fabric *f, uint32_t s, uint32_t target)
{
    uint32_t count = 0;

    for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++)
        count += is_nearer(f, p, s, target);
    return count;
}

/* The i-th port of a switch on shortest ways. */
static uint32_t find_port(const struct fabric *f, uint32_t s, uint32_t target, uint32_t i)
{
    uint32_t p = f->first[s];

    while (!is_nearer(f, p, s, target) || i-- > 0)
        p++;
    return p;
}

/* Shortest ways from a switch to another. */
struct ways {
    const struct fabric *f;
    uint32_t links;  /* that are not ports, before these */
    uint32_t target;
    uint32_t hash;   /* of the nodes at both ends */
};

static struct ways ways_between(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const struct fabric *f = fabric_of(network);

    return (struct ways){f, 2 * network->nodes, f->leaf[b], network_hash_pair(a, b)};
}

/* How many shortest ways lead from a switch to the target; counted up to `most`. */
static uint32_t count_ways(const struct ways *ways, uint32_t s, uint32_t most)
{
    const struct fabric *f = ways->f;
    uint32_t count = 1;

    /* Each port beside the first one begins further ways. */
    while (s != ways->target && count < most) {
        uint32_t ports = count_ports(f, s, ways->target);

        for (uint32_t i = 1; i < ports && count < most; i++)
            count += count_ways(ways, f->peer[find_port(f, s, ways->target, i)], most - count);
        s = f->peer[find_port(f, s, ways->target, 0)];
    }
    return count;
}

/*
 * Go to the target by `count` of its shortest ways, or by `all` if these are known to be fewer.
 * Each switch divides what comes alike among its ports that are on shortest ways. If it has more of
 * them than ways are left, it takes some: which ones a hash of the nodes and of the hops that are
 * left selects, and the number `first` of the first of these ways, so that ways of one pair differ.
 */
static void walk_shortest(const struct ways *ways, struct walk *walk, uint32_t first,
                          uint32_t count, bool all)
{
    const struct fabric *f = ways->f;

    while (walk->place != ways->target) {
        uint32_t place = walk->place, whole = walk->parts;
        uint32_t ports = count_ports(f, place, ways->target);
        uint32_t taken = ports < count ? ports : count;
        uint32_t begin = network_hash_pair(ways->hash, hops_from(f, ways->target, place));

        HOLDS(ports > 0);
        if (!all && taken > 1)
            all = count_ways(ways, place, count + 1) <= count;
        for (uint32_t i = 0, way = first; i < taken; i++) {
            uint32_t below = all ? count : walk_part(count, i, taken);
            uint32_t port = find_port(f, place, ways->target,
                                      (begin % ports + first + i) % ports);

            walk->place = f->peer[port];
            walk->parts = walk_part(whole, i, taken);
            walk_link(walk, ways->links + port);
            if (taken > 1)
                walk_shortest(ways, walk, way, below, all);
            way += below;
        }
        walk->parts = whole;
    }
}

static void walk_table(const struct topomap_network *network, struct walk *walk, uint32_t node)
{
    const struct fabric *f = fabric_of(network);

    while (walk->place != f->leaf[node]) {
        uint32_t port = f->first[walk->place] +
                        f->table[(size_t)walk->place * network->nodes + node];

        walk_link(walk, 2 * network->nodes + port);
        walk->place = f->peer[port];
    }
}

static size_t fabric_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                           uint32_t *links, size_t size)
{
    const struct fabric *f = fabric_of(network);
    struct walk walk = {.links = links, .size = size, .place = f->leaf[a]};
    const struct ways ways = ways_between(network, a, b);

    if (a == b)
        return 0;
    walk_link(&walk, 2 * a);
    if (f->table)
        walk_table(network, &walk, b);
    else
        walk_shortest(&ways, &walk, 0, 1, false);
    walk_link(&walk, 2 * b + 1);
    return walk.length;
}

static size_t fabric_spread(const struct topomap_network *network, uint32_t a, uint32_t b,
                            struct network_share *shares)
{
    const struct fabric *f = fabric_of(network);
    struct walk walk = {.shares = shares, .parts = NETWORK_PARTS, .place = f->leaf[a]};
    const struct ways ways = ways_between(network, a, b);

    if (f->table)
        return 0;
    walk_link(&walk, 2 * a);
    walk_shortest(&ways, &walk, 0, NETWORK_WAYS, false);
    walk_link(&walk, 2 * b + 1);
    return walk.length;
}

/* ---- links ------------------------------------------------------------------------------- */

/* The switch of a port. */
static uint32_t switch_of(const struct fabric *f, uint32_t port)
{
    uint32_t low = 0, high = f->switches;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (f->first[middle] <= port)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void print_port(const struct fabric *f, uint32_t port, char *text, size_t size)
{
    uint32_t s = switch_of(f, port), before = 0, all = 0;
    char number[16] = "";

    for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++) {
        before += p < port && f->peer[p] == f->peer[port];
        all += f->peer[p] == f->peer[port];
    }
    if (all > 1)
        snprintf(number, sizeof number, "#%u", before);
    snprintf(text, size, "%s->%s%s", f->names.name[s], f->names.name[f->peer[port]], number);
}

static void fabric_link_name(const struct topomap_network *network, uint32_t link, char *text,
                             size_t size)
{
    const struct fabric *f = fabric_of(network);
    const char *node, *s;

    if (link >= 2 * network->nodes) {
        print_port(f, link - 2 * network->nodes, text, size);
        return;
    }
    node = network->names.name[link / 2];
    s = f->names.name[f->leaf[link / 2]];
    snprintf(text, size, "%s->%s", link % 2 ? s : node, link % 2 ? node : s);
}

static uint32_t fabric_link_class(const struct topomap_network *network, uint32_t link)
{
    return link < 2 * network->nodes ? CLASS_NODE : CLASS_SWITCH;
}

static void fabric_class_name(const struct topomap_network *network, uint32_t class, char *text,
                              size_t size)
{
    (void)network;
    snprintf(text, size, "%s", class == CLASS_NODE ? "node" : "switch");
}

/* The longest of the shortest ways between switches with nodes. */
static uint32_t most_hops(const struct fabric *f)
{
    uint32_t most = 0;

    for (uint32_t s = 0; s < f->switches; s++) {
        for (uint32_t t = 0; t < f->switches && f->leaf_number[s] != NETWORK_NONE; t++) {
            if (f->leaf_number[t] != NETWORK_NONE && hops_from(f, s, t) > most)
                most = hops_from(f, s, t);
        }
    }
    return most;
}

static void fabric_weigh(struct topomap_network *network)
{
    network->max_distance = 2 * network->weight[CLASS_NODE] +
                            network->weight[CLASS_SWITCH] * most_hops(fabric_of(network));
}

void fabric_free(struct fabric *fabric)
{
    names_free(&fabric->names);
    free(fabric->first);
    free(fabric->peer);
    free(fabric->leaf);
    free(fabric->leaf_number);
    free(fabric->hops);
    free(fabric->table);
}

static void fabric_destroy(struct topomap_network *network)
{
    if (network->data)
        fabric_free(network->data);
    free(network->data);
}

const struct network_ops network_fabric_ops = {
    .kind = "fabric",
    .summary = "switches with any cabling, and their routing tables if they are known",
    .example = "network: {kind: fabric, switches: [{name: s0, nodes: \"n[0-3]\", ports: [s1, s1]}, "
               "{name: s1, nodes: \"n[4-7]\", ports: [s0, s0]}]}",
    .parse = fabric_parse,
    .distance = fabric_distance,
    .parts = fabric_parts,
    .part_of = fabric_part_of,
    .part_hops = fabric_part_hops,
    .route = fabric_route,
    .spread = fabric_spread,
    .link_name = fabric_link_name,
    .link_class = fabric_link_class,
    .class_name = fabric_class_name,
    .weigh = fabric_weigh,
    .free = fabric_destroy,
};

/* ---- making one -------------------------------------------------------------------------- */

/* Hops from a switch to all others, breadth first; `queue` [switches] is scratch. */
static void search(const struct fabric *f, uint32_t start, uint16_t *hops, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;

    for (uint32_t s = 0; s < f->switches; s++)
        hops[s] = UNREACHED;
    hops[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        uint32_t s = queue[head++];

        for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++) {
            if (hops[f->peer[p]] != UNREACHED)
                continue;
            hops[f->peer[p]] = (uint16_t)(hops[s] + 1);
            queue[tail++] = f->peer[p];
        }
    }
}

static int check_reach(const struct fabric *f, uint32_t from, struct topomap_error *error)
{
    for (uint32_t s = 0; s < f->switches; s++) {
        if (f->leaf_number[s] != NETWORK_NONE && hops_from(f, from, s) == UNREACHED)
            return error_set(error, TOPOMAP_INPUT, "no cables lead from switch '%.100s' to "
                             "'%.100s'", f->names.name[from], f->names.name[s]);
    }
    return 0;
}

static int measure(struct fabric *f, uint32_t nodes, struct topomap_error *error)
{
    uint32_t *queue = array_raw(f->switches, sizeof *queue);
    int result = 0;

    f->leaf_number = array_raw(f->switches, sizeof *f->leaf_number);
    if (!queue || !f->leaf_number) {
        free(queue);
        return error_memory(error);
    }
    for (uint32_t s = 0; s < f->switches; s++)
        f->leaf_number[s] = NETWORK_NONE;
    for (uint32_t i = 0; i < nodes; i++) {
        if (f->leaf_number[f->leaf[i]] == NETWORK_NONE)
            f->leaf_number[f->leaf[i]] = f->leaves++;
    }
    if ((uint64_t)f->leaves * f->switches > FABRIC_MAX_CELLS)
        result = error_set(error, TOPOMAP_INPUT, "%u switches, %u of them with nodes, are too many",
                           f->switches, f->leaves);
    else
        f->hops = array_raw((size_t)f->leaves * f->switches, sizeof *f->hops);
    if (result == 0 && !f->hops)
        result = error_memory(error);
    for (uint32_t s = 0; s < f->switches && result == 0; s++) {
        if (f->leaf_number[s] == NETWORK_NONE)
            continue;
        search(f, s, f->hops + (size_t)f->leaf_number[s] * f->switches, queue);
        result = check_reach(f, s, error);
    }
    free(queue);
    return result;
}

/* The cables that the table takes from a switch to a node, or -1 with the reason. */
static int64_t follow(const struct topomap_network *network, uint32_t from, uint32_t node,
                      struct topomap_error *error)
{
    const struct fabric *f = fabric_of(network);
    uint32_t s = from, length = 0;

    for (; s != f->leaf[node]; length++) {
        uint16_t port = f->table[(size_t)s * network->nodes + node];

        if (port == FABRIC_HERE || length > f->switches)
            return error_set(error, TOPOMAP_INPUT, "the routes from switch '%.100s' to node "
                             "'%.100s' %s '%.100s'", f->names.name[from], network->names.name[node],
                             port == FABRIC_HERE ? "end at" : "run in a circle through",
                             f->names.name[s]);
        s = f->peer[f->first[s] + port];
    }
    return length;
}

static int check_table(struct topomap_network *network, struct topomap_error *error)
{
    const struct fabric *f = fabric_of(network);

    for (uint32_t s = 0; s < f->switches && f->table; s++) {
        for (uint32_t i = 0; i < network->nodes && f->leaf_number[s] != NETWORK_NONE; i++) {
            int64_t length = follow(network, s, i, error);

            if (length < 0)
                return -1;
            if (length + 2 > network->longest_route)
                network->longest_route = (uint32_t)length + 2;
        }
    }
    return 0;
}

static int finish(struct topomap_network *network, struct topomap_error *error)
{
    struct fabric *f = network->data;
    uint64_t links = 2 * (uint64_t)network->nodes + f->first[f->switches];

    if (links > NETWORK_MAX_LINKS)
        return error_set(error, TOPOMAP_INPUT, "a network has at most %u links", NETWORK_MAX_LINKS);
    if (measure(f, network->nodes, error) < 0)
        return -1;
    network->links = (uint32_t)links;
    network->classes = CLASSES;
    network->longest_route = 2 + most_hops(f);
    network->longest_spread = 2 + NETWORK_WAYS * most_hops(f);
    return check_table(network, error);
}

struct topomap_network *fabric_create(struct fabric *fabric, uint32_t nodes,
                                      char *const *node_names, struct topomap_error *error)
{
    struct topomap_network *network = network_new(&network_fabric_ops, nodes, node_names, error);
    struct text summary = {0};

    if (!network) {
        fabric_free(fabric);
        return NULL;
    }
    network->data = array_new(1, sizeof *fabric);
    if (!network->data) {
        error_memory(error);
        fabric_free(fabric);
        topomap_network_destroy(network);
        return NULL;
    }
    *(struct fabric *)network->data = *fabric;
    if (finish(network, error) < 0) {
        topomap_network_destroy(network);
        return NULL;
    }
    text_printf(&summary, "fabric, %u switch%s, %u cable%s, %u node%s, %s (2 hops under a switch)",
                fabric->switches, fabric->switches == 1 ? "" : "es",
                fabric->first[fabric->switches] / 2,
                fabric->first[fabric->switches] == 2 ? "" : "s", nodes, nodes == 1 ? "" : "s",
                fabric->table ? "routes given" : "all shortest routes");
    return network_finish(network, &summary, error);
}
