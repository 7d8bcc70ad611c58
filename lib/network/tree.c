/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/kinds.h"
#include "network/tree_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One part, whose numbers are the leaf switches. */
static uint32_t tree_parts(const struct topomap_network *network)
{
    (void)network;
    return 1;
}

static uint32_t tree_part_of(const struct topomap_network *network, uint32_t part, uint32_t node)
{
    (void)part;
    return network->tree->leaf[node];
}

/* The weighted distance of two leaf switches, or the number of links if `weight` is NULL. */
static uint32_t way_length(const struct network_tree *tree, const uint32_t *weight, uint32_t x,
                           uint32_t y)
{
    uint32_t length = 0;

    while (x != y) {
        uint32_t *lower = tree->depth[x] >= tree->depth[y] ? &x : &y;

        length += weight ? weight[tree->level[*lower]] : 1;
        *lower = tree->parent[*lower];
    }
    return length;
}

static uint32_t tree_part_hops(const struct topomap_network *network, uint32_t part, uint32_t x,
                               uint32_t y)
{
    (void)part;
    return 2 * network->weight[0] + way_length(network->tree, network->weight, x, y);
}

static uint32_t tree_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const uint32_t *leaf = network->tree->leaf;

    return a == b ? 0 : tree_part_hops(network, 0, leaf[a], leaf[b]);
}

enum routing {
    ADAPTIVE, /* traffic spreads evenly over the links of a trunk */
    D_MOD_K,  /* the receiving node determines the link of each trunk */
    RANDOM,   /* a hash of both nodes determines it, which only the fabric knows */
};

static const struct network_routing routings[] = {
    [ADAPTIVE] = {"adaptive", "traffic spreads evenly over the links of a trunk"},
    [D_MOD_K] = {"d-mod-k", "the receiver's number determines the link of each trunk"},
    [RANDOM] = {"random", "a hash of both nodes determines the link of each trunk", .drawn = true},
    {0},
};

/* A trunk is one link. If it is unknown which way a message takes, that is the mean over its
 * links. */
bool tree_joins_lanes(const struct topomap_network *network)
{
    return network->routing == ADAPTIVE || network->routing == NETWORK_UNSTATED ||
           (network->routing == RANDOM && !network->draw);
}

bool tree_is_d_mod_k(const struct topomap_network *network)
{
    return network->routing == D_MOD_K;
}

/* The number that selects among parallel links on the way between two nodes. */
static uint32_t choose(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const uint32_t *number = network->drawn_for;

    if (network->routing != RANDOM)
        return b;
    return network_hash_pair(number ? network_hash_pair(number[a], number[b])
                                    : network_hash_pair(a, b), network->draw);
}

uint32_t network_tree_up(const struct topomap_network *network, uint32_t s)
{
    return 2 * (network->nodes + network->tree->lane[s]);
}

/* The link up from a switch; the link down to it is the next number. */
static uint32_t switch_link(const struct topomap_network *network, uint32_t s, uint32_t choice)
{
    const uint32_t *lane = network->tree->lane;

    return network_tree_up(network, s) + 2 * (choice % (lane[s + 1] - lane[s]));
}

/* The lower switch of a link between switches. */
static uint32_t switch_below(const struct topomap_network *network, uint32_t link)
{
    uint32_t low = 0, high = network->tree->switches, lane = link / 2 - network->nodes;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (network->tree->lane[middle] <= lane)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t tree_given_link(const struct topomap_network *network, uint32_t link)
{
    uint32_t s;

    if (link / 2 < network->nodes)
        return link;
    s = switch_below(network, link);
    return switch_link(network->given, s, link / 2 - network->nodes - network->tree->lane[s]) +
           link % 2;
}

static void put_link(uint32_t *links, size_t size, size_t at, uint32_t link)
{
    if (at < size)
        links[at] = link;
}

/* The links up from `a` fill the route from its start, those down to `b` from its end. They meet
 * because their number is known beforehand. */
static size_t tree_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                         uint32_t *links, size_t size)
{
    const struct network_tree *tree = network->tree;
    uint32_t s = tree->leaf[a], t = tree->leaf[b];
    size_t length = a == b ? 0 : 2 + (size_t)way_length(tree, NULL, s, t);
    uint32_t choice = choose(network, a, b);
    size_t head = 0, tail = length;

    if (length == 0)
        return 0;
    put_link(links, size, head++, 2 * a);
    put_link(links, size, --tail, 2 * b + 1);
    while (s != t) {
        if (tree->depth[s] >= tree->depth[t]) {
            put_link(links, size, head++, switch_link(network, s, choice));
            s = tree->parent[s];
        } else {
            put_link(links, size, --tail, switch_link(network, t, choice) + 1);
            t = tree->parent[t];
        }
    }
    return length;
}

static void tree_link_name(const struct topomap_network *network, uint32_t link, char *text,
                           size_t size)
{
    const struct network_tree *tree = network->tree;
    uint32_t below = link / 2;
    const char *low, *high;
    char lane[16] = "";

    if (below < network->nodes) {
        low = network->names.name[below];
        high = tree->name[tree->leaf[below]];
    } else {
        uint32_t s = switch_below(network, link);

        low = tree->name[s];
        high = tree->name[tree->parent[s]];
        if (tree->lane[s + 1] - tree->lane[s] > 1)
            snprintf(lane, sizeof lane, "#%u", below - network->nodes - tree->lane[s]);
    }
    snprintf(text, size, "%s->%s%s", link % 2 ? high : low, link % 2 ? low : high, lane);
}

static uint32_t tree_link_class(const struct topomap_network *network, uint32_t link)
{
    return link / 2 < network->nodes ? 0 : network->tree->level[switch_below(network, link)];
}

static void tree_class_name(const struct topomap_network *network, uint32_t class, char *text,
                            size_t size)
{
    (void)network;
    if (class == 0)
        snprintf(text, size, "node");
    else
        snprintf(text, size, "level %u", class);
}

static uint32_t tree_link_width(const struct topomap_network *network, uint32_t link)
{
    const struct network_tree *tree = network->tree;

    return !tree_joins_lanes(network) || link / 2 < network->nodes
               ? 1
               : tree->width[switch_below(network, link)];
}

static void tree_weigh(struct topomap_network *network)
{
    const struct network_tree *tree = network->tree;

    network->max_distance = 0;
    for (uint32_t i = 0; i < network->nodes; i++) {
        uint32_t up = network->weight[0] +
                      way_length(tree, network->weight, tree->leaf[i], tree->root);

        network->max_distance = 2 * up > network->max_distance ? 2 * up : network->max_distance;
    }
}

static uint32_t count_roots(uint32_t switches, const uint32_t *parent)
{
    uint32_t roots = 0;

    for (uint32_t s = 0; s < switches; s++)
        roots += parent[s] == NETWORK_NONE;
    return roots;
}

/* Find the depth of each switch by climbing, up to a switch whose depth is known. */
static int set_depths(struct network_tree *tree, struct topomap_error *error)
{
    for (uint32_t s = 0; s < tree->switches; s++) {
        uint32_t depth = 0;

        for (uint32_t t = s; tree->parent[t] != NETWORK_NONE; t = tree->parent[t]) {
            if (++depth >= NETWORK_MAX_DEPTH)
                return error_set(error, TOPOMAP_INPUT,
                                 "switch '%s' is below itself, or below more than %d others",
                                 tree->name[s], NETWORK_MAX_DEPTH - 1);
        }
        tree->depth[s] = depth;
    }
    return 0;
}

/* Each switch raises those above it, up to the first that is high enough already. */
static void set_levels(struct network_tree *tree)
{
    for (uint32_t s = 0; s < tree->switches; s++)
        tree->level[s] = 1;
    for (uint32_t s = 0; s < tree->switches; s++) {
        for (uint32_t t = s; tree->parent[t] != NETWORK_NONE; t = tree->parent[t]) {
            if (tree->level[tree->parent[t]] > tree->level[t])
                break;
            tree->level[tree->parent[t]] = tree->level[t] + 1;
        }
    }
}

static struct network_tree *tree_new(uint32_t switches, uint32_t nodes)
{
    struct network_tree *tree = array_new(1, sizeof *tree);

    if (!tree)
        return NULL;
    tree->switches = switches;
    tree->parent = array_raw(switches, sizeof *tree->parent);
    tree->depth = array_raw(switches, sizeof *tree->depth);
    tree->level = array_raw(switches, sizeof *tree->level);
    tree->width = array_raw(switches, sizeof *tree->width);
    tree->leaf = array_raw(nodes, sizeof *tree->leaf);
    tree->lane = array_new((size_t)switches + 1, sizeof *tree->lane);
    tree->name = array_new(switches, sizeof *tree->name);
    return tree;
}

static int copy_switches(struct network_tree *tree, uint32_t switches, char *const *names,
                         const uint32_t *parent, const uint32_t *width)
{
    if (!tree->parent || !tree->depth || !tree->level || !tree->width || !tree->leaf ||
        !tree->lane || !tree->name)
        return -1;
    for (uint32_t s = 0; s < switches; s++) {
        tree->name[s] = strdup(names[s]);
        if (!tree->name[s])
            return -1;
        tree->parent[s] = parent[s];
        tree->width[s] = width ? width[s] : 1;
        if (parent[s] != NETWORK_NONE)
            continue;
        tree->root = s;
        if (tree->virtual_root)
            tree->parent[s] = tree->switches - 1;
    }
    if (!tree->virtual_root)
        return 0;
    tree->root = tree->switches - 1;
    tree->parent[tree->root] = NETWORK_NONE;
    tree->width[tree->root] = 1;
    tree->name[tree->root] = strdup("(root)");
    return tree->name[tree->root] ? 0 : -1;
}

static void print_summary(const struct topomap_network *network, struct text *summary)
{
    const struct network_tree *tree = network->tree;
    uint32_t levels = tree->level[tree->root] - tree->virtual_root, parts = 0, widest = 1;

    for (uint32_t s = 0; s < tree->switches; s++) {
        widest = s != tree->root && tree->width[s] > widest ? tree->width[s] : widest;
        parts += tree->parent[s] == tree->root;
    }
    text_printf(summary, "switch tree, %u level%s, %u switch%s, %u node%s (2 hops under a switch",
                levels, levels == 1 ? "" : "s", tree->switches - tree->virtual_root,
                tree->switches - tree->virtual_root == 1 ? "" : "es", network->nodes,
                network->nodes == 1 ? "" : "s");
    if (tree->virtual_root)
        text_printf(summary, "; %u parts joined by a virtual root", parts);
    if (widest > 1)
        text_printf(summary, "; trunks of up to %u links", widest);
    if (widest > 1 && network->routing != NETWORK_UNSTATED)
        text_printf(summary, ", %s routes", routings[network->routing].word);
    text_puts(summary, ")");
}

/* Number the links between switches. */
static int set_lanes(struct topomap_network *network, struct topomap_error *error)
{
    struct network_tree *tree = network->tree;
    uint64_t lanes = 0;

    for (uint32_t s = 0; s < tree->switches; s++) {
        tree->lane[s] = (uint32_t)lanes;
        if (s != tree->root)
            lanes += tree_joins_lanes(network) ? 1 : tree->width[s];
        if (2 * (network->nodes + lanes) > NETWORK_MAX_LINKS)
            return error_set(error, TOPOMAP_INPUT, "a network has at most %u links",
                             NETWORK_MAX_LINKS);
    }
    tree->lane[tree->switches] = (uint32_t)lanes;
    network->links = (uint32_t)(2 * (network->nodes + lanes));
    return 0;
}

const struct network_ops network_tree_ops = {
    .kind = "tree",
    .summary = "switches in a tree; distances count all links, those of the nodes too",
    .example = "tree:16x12x8 (children of each level, from the nodes up)",
    .form = {.list = "children"},
    .routings = routings,
    .parse = tree_parse,
    .simgrid = tree_simgrid,
    .distance = tree_distance,
    .parts = tree_parts,
    .part_of = tree_part_of,
    .part_hops = tree_part_hops,
    .route = tree_route,
    .reroute = set_lanes,
    .given_link = tree_given_link,
    .summarise = print_summary,
    .link_name = tree_link_name,
    .link_class = tree_link_class,
    .class_name = tree_class_name,
    .link_width = tree_link_width,
    .weigh = tree_weigh,
};

static struct topomap_network *finish(struct topomap_network *network, struct topomap_error *error)
{
    const struct network_tree *tree = network->tree;
    struct text summary = {0};
    uint32_t deepest = 0;

    for (uint32_t i = 0; i < network->nodes; i++)
        deepest = tree->depth[tree->leaf[i]] > deepest ? tree->depth[tree->leaf[i]] : deepest;
    network->classes = tree->level[tree->root];
    network->longest_route = 2 * (deepest + 1);
    if (set_lanes(network, error) < 0) {
        topomap_network_destroy(network);
        return NULL;
    }
    print_summary(network, &summary);
    return network_finish(network, &summary, error);
}

struct topomap_network *network_tree_create(uint32_t switches, char *const *switch_names,
                                            const uint32_t *parent, const uint32_t *width,
                                            uint32_t nodes, char *const *node_names,
                                            const uint32_t *leaf, struct topomap_error *error)
{
    uint32_t roots = count_roots(switches, parent);
    bool virtual_root = roots > 1;
    struct topomap_network *network;

    if (switches < 1 || roots < 1 || nodes < 1 || switches > NETWORK_MAX_NODES) {
        error_set(error, TOPOMAP_INPUT, "a switch tree has %s",
                  switches < 1 ? "at least one switch" :
                  nodes < 1 ? "at least one node" :
                  roots < 1 ? "a root, but these switches form a cycle" : "too many switches");
        return NULL;
    }
    network = network_new(&network_tree_ops, nodes, node_names, error);
    if (!network)
        return NULL;
    network->tree = tree_new(switches + virtual_root, nodes);
    if (network->tree)
        network->tree->virtual_root = virtual_root;
    if (!network->tree || copy_switches(network->tree, switches, switch_names, parent, width) < 0) {
        error_memory(error);
        goto fail;
    }
    memcpy(network->tree->leaf, leaf, nodes * sizeof *leaf);
    if (set_depths(network->tree, error) < 0)
        goto fail;
    set_levels(network->tree);
    return finish(network, error);
fail:
    topomap_network_destroy(network);
    return NULL;
}
