/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways through a dragonfly: single routes, and expected loads. */
#include "network/dragonfly_ways.h"
#include "network/walk.h"

const struct network_routing dragonfly_routings[] = {
    [MINIMAL] = {"minimal", "the shortest ways with one global link"},
    [VALIANT] = {"valiant", "through a third group"},
    [ADAPTIVE] = {"adaptive", "minimal or through a third group, as UGAL chooses"},
    {0},
};

const struct network_routing dragonfly_percs_routings[] = {
    [MINIMAL] = {"direct", "the shortest ways with one D link"},
    [VALIANT] = {"indirect", "through a third supernode"},
    [ADAPTIVE] = {"adaptive", "direct or indirect, as UGAL chooses"},
    {0},
};

/* Routes are the shortest by number of links; distances add the weights of the links. */
static const uint32_t plain[DRAGONFLY_CLASSES] = {1, 1, 1, 1};

/* The index of group `to` among the other groups of `from`, in the order of the arrangement. */
static uint32_t group_index(const struct dragonfly *d, uint32_t from, uint32_t to)
{
    uint32_t groups = d->shape.groups;
    uint32_t ahead = to > from ? to - from : to + groups - from;

    if (d->shape.arrangement == NETWORK_RELATIVE)
        return ahead - 1;
    if (d->shape.arrangement != NETWORK_CIRCULANT)
        return to < from ? to : to - 1;
    return ahead <= groups / 2 ? 2 * (ahead - 1) : 2 * (groups - ahead) - 1;
}

/* The inverse of group_index. */
uint32_t dragonfly_group_at(const struct dragonfly *d, uint32_t from, uint32_t index)
{
    uint32_t groups = d->shape.groups;

    if (d->shape.arrangement == NETWORK_RELATIVE)
        return (from + index + 1) % groups;
    if (d->shape.arrangement != NETWORK_CIRCULANT)
        return index < from ? index : index + 1;
    return index % 2 ? (from + groups - (index + 1) / 2) % groups : (from + index / 2 + 1) % groups;
}

uint32_t dragonfly_port_to(const struct dragonfly *d, uint32_t from, uint32_t to, uint32_t k)
{
    return k * (d->shape.groups - 1) + group_index(d, from, to);
}

uint32_t dragonfly_router_of_port(const struct dragonfly *d, uint32_t group, uint32_t port)
{
    uint32_t others = d->shape.groups - 1;

    if (d->shape.arrangement == NETWORK_NUMBERED)
        port = port / others * d->shape.groups + dragonfly_group_at(d, group, port % others);
    return group * d->routers + port / d->shape.ports;
}

uint32_t dragonfly_local_hops(const struct dragonfly *d, const uint32_t *weight, uint32_t a,
                           uint32_t b)
{
    uint32_t columns = d->shape.columns;
    uint32_t column = a / columns != b / columns ? weight[CLASS_COLUMN] : 0;
    uint32_t row = a % columns != b % columns ? weight[CLASS_ROW] : 0;

    return d->shape.percs && column ? column : row + column;
}

uint32_t dragonfly_hops_to_link(const struct dragonfly *d, const uint32_t *weight, uint32_t router,
                             uint32_t group, uint32_t k)
{
    uint32_t from = router / d->routers;
    uint32_t port = dragonfly_port_to(d, from, group, k);

    return dragonfly_local_hops(d, weight, router, dragonfly_router_of_port(d, from, port));
}

/* The weighted distance of routers of two groups over the k-th link. */
static uint32_t hops_by(const struct dragonfly *d, const uint32_t *weight, uint32_t a, uint32_t b,
                        uint32_t k)
{
    return dragonfly_hops_to_link(d, weight, a, b / d->routers, k) + weight[CLASS_GLOBAL] +
           dragonfly_hops_to_link(d, weight, b, a / d->routers, k);
}

uint32_t dragonfly_best_link(const struct dragonfly *d, const uint32_t *weight, uint32_t a,
                             uint32_t b,
                          uint32_t start, uint32_t *hops)
{
    uint32_t best = 0;

    *hops = UINT32_MAX;
    for (uint32_t i = 0; i < d->trunk; i++) {
        uint32_t k = (start % d->trunk + i) % d->trunk;
        uint32_t found = hops_by(d, weight, a, b, k);

        if (found < *hops) {
            *hops = found;
            best = k;
        }
    }
    return best;
}

/* Links of a router to others leave out the router itself. */
static uint32_t skip(uint32_t from, uint32_t to)
{
    return to > from ? to - 1 : to;
}

/* The place of a walk is its router. */
static void walk_local(const struct dragonfly *d, struct walk *walk, uint32_t to)
{
    uint32_t columns = d->shape.columns;
    uint32_t row = walk->place / columns, column = walk->place % columns;
    bool leaves_row = to / columns != row;

    if (column != to % columns && !(d->shape.percs && leaves_row)) {
        walk_link(walk, d->first_row + walk->place * (columns - 1) + skip(column, to % columns));
        walk->place = row * columns + to % columns;
    }
    if (leaves_row) {
        uint32_t other = skip(row % d->shape.rows, to / columns % d->shape.rows);

        if (d->shape.percs)
            other = other * columns + to % columns;
        walk_link(walk, d->first_across + walk->place * d->across + other);
        walk->place = to;
    }
}

/* Over the k-th link to another group. */
static void walk_global(const struct dragonfly *d, struct walk *walk, uint32_t group, uint32_t k)
{
    uint32_t from = walk->place / d->routers;
    uint32_t port = dragonfly_port_to(d, from, group, k);

    walk_local(d, walk, dragonfly_router_of_port(d, from, port));
    walk_link(walk, d->first_global + from * (d->trunk * (d->shape.groups - 1)) + port);
    walk->place = dragonfly_router_of_port(d, group, dragonfly_port_to(d, group, from, k));
}

static void walk_minimal(const struct dragonfly *d, struct walk *walk, uint32_t to, uint32_t hash)
{
    uint32_t group = to / d->routers, hops;

    if (group != walk->place / d->routers)
        walk_global(d, walk, group, dragonfly_best_link(d, plain, walk->place, to, hash, &hops));
    walk_local(d, walk, to);
}

/* The i-th of the groups that are neither of two. */
static uint32_t third_group(uint32_t from, uint32_t target, uint32_t i)
{
    uint32_t low = from < target ? from : target, high = from < target ? target : from;

    i += i >= low;
    return i + (i >= high);
}

/* The nearest link to a group. */
static uint32_t nearest_link(const struct dragonfly *d, uint32_t router, uint32_t group)
{
    uint32_t best = 0, least = UINT32_MAX;

    for (uint32_t k = 0; k < d->trunk; k++) {
        uint32_t hops = dragonfly_hops_to_link(d, plain, router, group, k);

        if (hops < least) {
            least = hops;
            best = k;
        }
    }
    return best;
}

/* To where the nearest link enters a third group. */
static void walk_aside(const struct dragonfly *d, struct walk *walk, uint32_t to, uint32_t index)
{
    uint32_t group = third_group(walk->place / d->routers, to / d->routers, index);

    walk_global(d, walk, group, nearest_link(d, walk->place, group));
}

size_t dragonfly_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                              uint32_t *links, size_t size)
{
    const struct dragonfly *d = dragonfly_of(network);
    uint32_t from = a / d->shape.nodes_per_router, to = b / d->shape.nodes_per_router;
    uint32_t hash = network_hash_pair(a, b);
    struct walk walk = {.links = links, .size = size, .place = from};

    if (a == b)
        return 0;
    if (d->shape.node_links)
        walk_link(&walk, 2 * a);
    if (network->routing == VALIANT && d->shape.groups > 2 && from / d->routers != to / d->routers)
        walk_aside(d, &walk, to, hash % (d->shape.groups - 2));
    walk_minimal(d, &walk, to, hash);
    if (d->shape.node_links)
        walk_link(&walk, 2 * b + 1);
    return walk.length;
}

/* ---- expected loads ---------------------------------------------------------------------- */

/* What part of the traffic is routed in each of three ways, of all of them. */
static const struct mix {
    uint32_t minimal, valiant, adaptive;
} stated[] = {[MINIMAL] = {1, 0, 0}, [VALIANT] = {0, 1, 0}, [ADAPTIVE] = {0, 0, 1}},
  unstated = {1, 1, 1};

/* Over all links between two groups that make the way the shortest. */
static void spread_minimal(const struct dragonfly *d, struct walk *walk, uint32_t to,
                           uint32_t hash)
{
    uint32_t from = walk->place, group = to / d->routers, ways = 0, parts = walk->parts, least;
    uint32_t link[NETWORK_WAYS];

    dragonfly_best_link(d, plain, from, to, hash, &least);
    for (uint32_t i = 0; i < d->trunk && ways < NETWORK_WAYS; i++) {
        uint32_t k = (hash % d->trunk + i) % d->trunk;

        if (hops_by(d, plain, from, to, k) == least)
            link[ways++] = k;
    }
    for (uint32_t i = 0; i < ways; i++) {
        walk->place = from;
        walk->parts = walk_part(parts, i, ways);
        walk_global(d, walk, group, link[i]);
        walk_local(d, walk, to);
    }
}

/* Through third groups, as far as the mix of routings says; the walk has left what is not. */
static void spread_aside(const struct dragonfly *d, struct walk *walk, uint32_t to, uint32_t hash,
                         const struct mix *mix)
{
    uint32_t others = d->shape.groups - 2, ways = others < NETWORK_WAYS ? others : NETWORK_WAYS;
    uint32_t all = mix->minimal + mix->valiant + mix->adaptive, from = walk->place, least;
    uint32_t left = NETWORK_PARTS;

    dragonfly_best_link(d, plain, from, to, hash, &least);
    for (uint32_t i = 0; i < ways; i++) {
        uint32_t index = (uint32_t)((hash % others + (uint64_t)i * others / ways) % others);
        size_t first = walk->length;
        uint32_t hops;

        walk->place = from;
        walk_aside(d, walk, to, index);
        walk_minimal(d, walk, to, hash);
        /* How many hops it takes decides how much goes this way. */
        hops = least + (uint32_t)(walk->length - first);
        walk->parts = walk_part(NETWORK_PARTS, i, ways) *
                      (mix->valiant * hops + mix->adaptive * least) / (hops * all);
        walk_resize(walk, first);
        left -= walk->parts;
    }
    walk->place = from;
    walk->parts = left;
}

size_t dragonfly_spread(const struct topomap_network *network, uint32_t a, uint32_t b,
                               struct network_share *shares)
{
    const struct dragonfly *d = dragonfly_of(network);
    const struct mix *mix = network->routing == NETWORK_UNSTATED ? &unstated
                                                                 : &stated[network->routing];
    uint32_t from = a / d->shape.nodes_per_router, to = b / d->shape.nodes_per_router;
    uint32_t hash = network_hash_pair(a, b);
    struct walk walk = {.shares = shares, .parts = NETWORK_PARTS, .place = from};

    if (d->shape.node_links)
        walk_link(&walk, 2 * a);
    if (from / d->routers == to / d->routers) {
        walk_local(d, &walk, to);
    } else {
        if (d->shape.groups > 2 && network->routing != MINIMAL)
            spread_aside(d, &walk, to, hash, mix);
        if (walk.parts > 0)
            spread_minimal(d, &walk, to, hash);
    }
    walk.parts = NETWORK_PARTS;
    if (d->shape.node_links)
        walk_link(&walk, 2 * b + 1);
    return walk.length;
}

