/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways through a dragonfly: single routes, and expected loads. */
#include "network/dragonfly_ways.h"

#include "base/memory.h"
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
static inline uint32_t group_index(const struct dragonfly *d, uint32_t from, uint32_t to)
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

/* The number, among the links of one group to all others, of its k-th link to another. */
static inline uint32_t port_to(const struct dragonfly *d, uint32_t from, uint32_t to, uint32_t k)
{
    return k * (d->shape.groups - 1) + group_index(d, from, to);
}

static inline uint32_t door_to(const struct dragonfly *d, uint32_t from, uint32_t to, uint32_t k)
{
    return d->door[d->shape.arrangement == NETWORK_NUMBERED ? k * d->shape.groups + to
                                                            : port_to(d, from, to, k)];
}

uint32_t dragonfly_door_to(const struct dragonfly *d, uint32_t from, uint32_t to, uint32_t k)
{
    return door_to(d, from, to, k);
}

int dragonfly_table(struct dragonfly *d)
{
    uint32_t others = d->shape.groups > 2 ? d->shape.groups - 2 : 0;

    d->doors = d->trunk * (d->shape.groups - (d->shape.arrangement != NETWORK_NUMBERED));
    d->asides = others < NETWORK_WAYS ? others : NETWORK_WAYS;
    for (uint32_t i = 0; i < d->asides; i++)
        d->aside[i] = (struct dragonfly_aside){i * others / d->asides,
                                               walk_part(NETWORK_PARTS, i, d->asides)};
    d->spot = array_raw(d->routers, sizeof *d->spot);
    d->door = array_raw((size_t)d->doors + 1, sizeof *d->door);
    if (!d->spot || !d->door)
        return -1;
    for (uint32_t r = 0; r < d->routers; r++)
        d->spot[r] = (struct dragonfly_spot){r / d->shape.columns, r % d->shape.columns};
    for (uint32_t port = 0; port < d->doors; port++)
        d->door[port] = port / d->shape.ports;
    return 0;
}

static inline uint32_t local_hops(const struct dragonfly *d, const uint32_t *weight, uint32_t a,
                                  uint32_t b)
{
    struct dragonfly_spot from = d->spot[a], to = d->spot[b];
    uint32_t column = from.row != to.row ? weight[CLASS_COLUMN] : 0;
    uint32_t row = from.column != to.column ? weight[CLASS_ROW] : 0;

    return d->shape.percs && column ? column : row + column;
}

static inline uint32_t hops_to_link(const struct dragonfly *d, const uint32_t *weight,
                                    struct dragonfly_router router, uint32_t group, uint32_t k)
{
    return local_hops(d, weight, router.index, door_to(d, router.group, group, k));
}

uint32_t dragonfly_local_hops(const struct dragonfly *d, const uint32_t *weight, uint32_t a,
                              uint32_t b)
{
    return local_hops(d, weight, a, b);
}

uint32_t dragonfly_hops_to_link(const struct dragonfly *d, const uint32_t *weight,
                                struct dragonfly_router router, uint32_t group, uint32_t k)
{
    return hops_to_link(d, weight, router, group, k);
}

/* The weighted distance of routers of two groups over the k-th link. */
static inline uint32_t hops_by(const struct dragonfly *d, const uint32_t *weight,
                               struct dragonfly_router a, struct dragonfly_router b, uint32_t k)
{
    return hops_to_link(d, weight, a, b.group, k) + weight[CLASS_GLOBAL] +
           hops_to_link(d, weight, b, a.group, k);
}

uint32_t dragonfly_best_link(const struct dragonfly *d, const uint32_t *weight,
                             struct dragonfly_router a, struct dragonfly_router b, uint32_t start,
                             uint32_t *hops)
{
    uint32_t k = d->trunk > 1 ? start % d->trunk : 0, best = 0;

    *hops = UINT32_MAX;
    for (uint32_t i = 0; i < d->trunk; i++) {
        uint32_t found = hops_by(d, weight, a, b, k);

        if (found < *hops) {
            *hops = found;
            best = k;
        }
        k = k + 1 < d->trunk ? k + 1 : 0;
    }
    return best;
}

/* ---- ways -------------------------------------------------------------------------------- */

/* A walk from router to router. */
struct way {
    const struct dragonfly *d;
    struct walk walk;           /* its place is not used */
    struct dragonfly_router at;
    uint32_t aside;             /* the first of the third groups that count */
};

/* Links of a router to others leave out the router itself. */
static uint32_t skip(uint32_t from, uint32_t to)
{
    return to > from ? to - 1 : to;
}

/* To another router of the group. */
static inline void walk_local(struct way *way, uint32_t to)
{
    const struct dragonfly *d = way->d;
    struct dragonfly_spot from = d->spot[way->at.index], target = d->spot[to];
    uint32_t columns = d->shape.columns, router = way->at.group * d->routers + way->at.index;

    if (from.column != target.column && !(d->shape.percs && from.row != target.row)) {
        walk_link(&way->walk, d->first_row + router * (columns - 1) +
                                  skip(from.column, target.column));
        router = router - from.column + target.column;
    }
    if (from.row != target.row) {
        uint32_t other = skip(from.row, target.row);

        if (d->shape.percs)
            other = other * columns + target.column;
        walk_link(&way->walk, d->first_across + router * d->across + other);
    }
    way->at.index = to;
}

/* Over the k-th link to another group. */
static inline void walk_global(struct way *way, uint32_t group, uint32_t k)
{
    const struct dragonfly *d = way->d;
    uint32_t from = way->at.group, links = d->trunk * (d->shape.groups - 1);

    walk_local(way, door_to(d, from, group, k));
    walk_link(&way->walk, d->first_global + from * links + port_to(d, from, group, k));
    way->at = (struct dragonfly_router){group, door_to(d, group, from, k)};
}

static inline void walk_minimal(struct way *way, struct dragonfly_router to, uint32_t hash)
{
    uint32_t k = 0, hops;

    if (to.group != way->at.group) {
        if (way->d->trunk > 1)
            k = dragonfly_best_link(way->d, plain, way->at, to, hash, &hops);
        walk_global(way, to.group, k);
    }
    walk_local(way, to.index);
}

/* The i-th of the groups that are neither of two. */
static uint32_t third_group(uint32_t from, uint32_t target, uint32_t i)
{
    uint32_t low = from < target ? from : target, high = from < target ? target : from;

    i += i >= low;
    return i + (i >= high);
}

/* The nearest link to a group. */
static uint32_t nearest_link(const struct dragonfly *d, struct dragonfly_router router,
                             uint32_t group)
{
    uint32_t best = 0, least = UINT32_MAX;

    for (uint32_t k = 0; d->trunk > 1 && k < d->trunk; k++) {
        uint32_t hops = hops_to_link(d, plain, router, group, k);

        if (hops < least) {
            least = hops;
            best = k;
        }
    }
    return best;
}

/* To where the nearest link enters a third group. */
static void walk_aside(struct way *way, uint32_t target, uint32_t index)
{
    uint32_t group = third_group(way->at.group, target, index);

    walk_global(way, group, nearest_link(way->d, way->at, group));
}

size_t dragonfly_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                       uint32_t *links, size_t size)
{
    const struct dragonfly *d = dragonfly_of(network);
    struct dragonfly_router from = dragonfly_router(d, a / d->shape.nodes_per_router);
    struct dragonfly_router to = dragonfly_router(d, b / d->shape.nodes_per_router);
    struct way way = {.d = d, .walk = {.links = links, .size = size}, .at = from};
    uint32_t hash = network_hash_pair(a, b);

    if (a == b)
        return 0;
    if (d->shape.node_links)
        walk_link(&way.walk, 2 * a);
    if (network->routing == VALIANT && d->shape.groups > 2 && from.group != to.group)
        walk_aside(&way, to.group, hash % (d->shape.groups - 2));
    walk_minimal(&way, to, hash);
    if (d->shape.node_links)
        walk_link(&way.walk, 2 * b + 1);
    return way.walk.length;
}

/* ---- expected loads ---------------------------------------------------------------------- */

/* What part of the traffic is routed in each of three ways, of all of them. */
static const struct mix {
    uint32_t minimal, valiant, adaptive;
} stated[] = {[MINIMAL] = {1, 0, 0}, [VALIANT] = {0, 1, 0}, [ADAPTIVE] = {0, 0, 1}},
  unstated = {1, 1, 1};

/* Over all links between two groups that make the way the shortest. */
static void spread_minimal(struct way *way, struct dragonfly_router to, uint32_t hash,
                           uint32_t least)
{
    const struct dragonfly *d = way->d;
    struct dragonfly_router from = way->at;
    uint32_t k = d->trunk > 1 ? hash % d->trunk : 0, ways = 0, parts = way->walk.parts;
    uint32_t link[NETWORK_WAYS];

    for (uint32_t i = 0; i < d->trunk && ways < NETWORK_WAYS; i++) {
        if (hops_by(d, plain, from, to, k) == least)
            link[ways++] = k;
        k = k + 1 < d->trunk ? k + 1 : 0;
    }
    for (uint32_t i = 0; i < ways; i++) {
        way->at = from;
        way->walk.parts = walk_part(parts, i, ways);
        walk_global(way, to.group, link[i]);
        walk_local(way, to.index);
    }
}

/* Through third groups, as far as the mix of routings says; the walk has left what is not. */
static void spread_aside(struct way *way, struct dragonfly_router to, uint32_t hash,
                         const struct mix *mix, uint32_t least)
{
    const struct dragonfly *d = way->d;
    uint32_t others = d->shape.groups - 2;
    uint32_t all = mix->minimal + mix->valiant + mix->adaptive;
    struct dragonfly_router from = way->at;
    struct walk *walk = &way->walk;
    uint32_t left = NETWORK_PARTS;

    for (uint32_t i = 0; i < d->asides; i++) {
        uint32_t index = way->aside + d->aside[i].offset;
        size_t first = walk->length;
        uint32_t hops;

        way->at = from;
        walk_aside(way, to.group, index < others ? index : index - others);
        walk_minimal(way, to, hash);
        /* How many hops it takes decides how much goes this way. */
        hops = least + (uint32_t)(walk->length - first);
        walk->parts = d->aside[i].parts * (mix->valiant * hops + mix->adaptive * least) /
                      (hops * all);
        walk_resize(walk, first);
        left -= walk->parts;
    }
    way->at = from;
    walk->parts = left;
}

/* The first of the third groups that count. Where not all do, the pairs of regular patterns begin
 * with each group about equally often, so that their loads are near those over all groups. Source:
 * Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018 (R2, its constants times
 * 2^32). */
static uint32_t first_aside(const struct dragonfly *d, uint32_t a, uint32_t b)
{
    uint32_t others = d->shape.groups > 2 ? d->shape.groups - 2 : 0;

    if (others <= d->asides)
        return others ? network_hash_pair(a, b) % others : 0;
    return (uint32_t)((uint64_t)(a * 3242174889U + b * 2447445414U) * others >> 32);
}

static void spread_between_groups(struct way *way, struct dragonfly_router to, uint32_t hash,
                                  uint32_t routing)
{
    const struct mix *mix = routing == NETWORK_UNSTATED ? &unstated : &stated[routing];
    uint32_t least;

    dragonfly_best_link(way->d, plain, way->at, to, hash, &least);
    if (way->d->shape.groups > 2 && routing != MINIMAL)
        spread_aside(way, to, hash, mix, least);
    if (way->walk.parts > 0)
        spread_minimal(way, to, hash, least);
}

size_t dragonfly_spread(const struct topomap_network *network, uint32_t a, uint32_t b,
                        struct network_share *shares)
{
    const struct dragonfly *d = dragonfly_of(network);
    struct dragonfly_router to = dragonfly_router(d, b / d->shape.nodes_per_router);
    struct way way = {.d = d, .walk = {.shares = shares, .parts = NETWORK_PARTS},
                      .at = dragonfly_router(d, a / d->shape.nodes_per_router),
                      .aside = first_aside(d, a, b)};

    if (d->shape.node_links)
        walk_link(&way.walk, 2 * a);
    if (way.at.group == to.group)
        walk_local(&way, to.index);
    else
        spread_between_groups(&way, to, network_hash_pair(a, b), network->routing);
    way.walk.parts = NETWORK_PARTS;
    if (d->shape.node_links)
        walk_link(&way.walk, 2 * b + 1);
    return way.walk.length;
}
