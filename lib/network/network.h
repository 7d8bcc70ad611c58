/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_NETWORK_H
#define NETWORK_NETWORK_H

#include "base/text.h"
#include "network/names.h"
#include "topomap_internal.h"

#define NETWORK_MAX_NODES (1U << 22)
#define NETWORK_MAX_LINKS (1U << 27)
#define NETWORK_MAX_DIMS TOPOMAP_MAX_DIMS
#define NETWORK_MAX_CUBE 22  /* dimensions of a hypercube */
#define NETWORK_MAX_MATRIX 8192U /* nodes of a distance matrix */
#define NETWORK_MAX_DEPTH 64 /* levels of switches */
#define NETWORK_MAX_WEIGHT 100 /* of a class of links */
#define NETWORK_MAX_WIDTH 65535 /* parallel links between two switches */
#define NETWORK_NONE UINT32_MAX

/* A network of groups: all have the same number of routers, and every two groups have the same
 * number of links between them. */
struct network_groups {
    uint32_t groups;
    uint32_t routers; /* per group; router r is in group r / routers */
    uint32_t links;   /* from a group to each other group */
    uint32_t weight;  /* of each of these links */
};

struct item;
struct source;

/* One of the routings that a kind of network can have. */
struct network_routing {
    const char *word;    /* in descriptions */
    const char *summary; /* one line */
    bool drawn;          /* routes are unknown: times are means over some draws of them */
};

#define NETWORK_UNSTATED UINT32_MAX /* the routing where a description says nothing about it */

/* A link, and the part of the traffic between two nodes that is over it: a whole number of
 * 1/NETWORK_PARTS, so that sums of loads are exact. */
struct network_share {
    uint32_t link;
    float part;
};

#define NETWORK_PARTS 4096U

/* The keys that every description may have. */
#define NETWORK_KEYS "kind name links background protocol"

/* Short forms of networks, such as "torus:4x4x4" or "percs:16x4x8:indirect": numbers separated by
 * 'x', then a routing if wanted. They stand for a description with the nodes n0, n1, ... */
#define NETWORK_FORM_NUMBERS 8

struct network_form {
    const char *list;                       /* the key whose value is the list of numbers, or
                                             * NULL */
    const char *keys[NETWORK_FORM_NUMBERS]; /* else a key for each number */
    /* The number of nodes, above NETWORK_MAX_NODES if the network is impossible; NULL: the product
     * of the numbers. */
    uint64_t (*nodes)(const uint64_t *numbers);
};

/* A kind of network: its name and syntax, its structure and its functions. There is one table for
 * each kind, see network/kinds.h. */
struct network_ops {
    const char *kind;
    const char *summary; /* one line for `topomap list` */
    const char *example; /* a short form, if there is one; else a description */
    struct network_form form; /* without keys if there is none */
    /* The routings, ended by one without a word; NULL: there is no choice. */
    const struct network_routing *routings;
    /* Make the network of a description: the map below `network:`. The keys `kind`, `name`,
     * `links`, `routing`, `background` and `protocol` are read elsewhere. NULL on failure, mostly
     * TOPOMAP_INPUT with `name:line: `. */
    struct topomap_network *(*parse)(const struct source *source, const struct item *map,
                                     struct topomap_error *error);
    /* If the whole network, with its nodes in order, is one of SimGrid's clusters: append the
     * attributes of that cluster. NULL: SimGrid has no such clusters. */
    bool (*simgrid)(const struct topomap_network *network, struct text *attributes);
    uint32_t (*distance)(const struct topomap_network *network, uint32_t a, uint32_t b);
    /* For tables of distances: the distance of two different nodes is a sum over parts, each of
     * which depends on one number of either node. The functions give the number of parts, a
     * node's number in a part, and the hops between two numbers. NULL: only distances of nodes
     * are known. */
    uint32_t (*parts)(const struct topomap_network *network);
    uint32_t (*part_of)(const struct topomap_network *network, uint32_t part, uint32_t node);
    uint32_t (*part_hops)(const struct topomap_network *network, uint32_t part, uint32_t x,
                          uint32_t y);
    /* If the only part is routers in groups, and the way between two groups takes the link for
     * which it is the shortest: the hops from a router to the k-th link to another group. NULL
     * otherwise. */
    struct network_groups (*groups)(const struct topomap_network *network);
    uint32_t (*hops_to_link)(const struct topomap_network *network, uint32_t router,
                             uint32_t group, uint32_t k);
    /* Store the first `size` links of the route; returns the number of its links. */
    size_t (*route)(const struct topomap_network *network, uint32_t a, uint32_t b,
                    uint32_t *links, size_t size);
    /* The expected load of the links: the part of the traffic from a to b that is over each, up to
     * network->longest_spread of them. A link may come several times: its parts add up. NULL, or 0
     * for different nodes: all is over the route. */
    size_t (*spread)(const struct topomap_network *network, uint32_t a, uint32_t b,
                     struct network_share *shares);
    /* Set what depends on network->routing: the numbers of links, and longest_spread. NULL: nothing
     * does. */
    int (*reroute)(struct topomap_network *network, struct topomap_error *error);
    /* The number in network->given of the link, or of the trunk that it belongs to. NULL: links
     * have the same numbers there. */
    uint32_t (*given_link)(const struct topomap_network *network, uint32_t link);
    /* Print the summary; NULL: it does not depend on the routing. */
    void (*summarise)(const struct topomap_network *network, struct text *summary);
    void (*link_name)(const struct topomap_network *network, uint32_t link, char *text,
                      size_t size);
    /* Coordinates of a node, [network->dims]; NULL if nodes have none (dims == 0). */
    void (*coordinates)(const struct topomap_network *network, uint32_t node, int32_t *out);
    /* The class of a link, below network->classes, and the name of a class. */
    uint32_t (*link_class)(const struct topomap_network *network, uint32_t link);
    void (*class_name)(const struct topomap_network *network, uint32_t class, char *text,
                       size_t size);
    /* The parallel links that a link stands for; NULL: one each. */
    uint32_t (*link_width)(const struct topomap_network *network, uint32_t link);
    /* Set what depends on network->weight: max_distance and step. NULL: distances are not sums over
     * links, so classes cannot have weights. */
    void (*weigh)(struct topomap_network *network);
    /* If the nodes are parts of nodes: the network of the whole nodes, and in *node the one that
     * holds the part. NULL: nodes are whole. */
    const struct topomap_network *(*whole)(const struct topomap_network *network, uint32_t *node);
    void (*free)(struct topomap_network *network); /* frees the contents of `data`; NULL: there
                                                    * are none */
};

/*
 * The switch hierarchy of a network: a tree whose leaves are groups of nodes. Switches are numbered
 * 0..count-1. There is one root, whose parent is NETWORK_NONE; if the description has several, a
 * virtual root joins them. Networks that are not trees have NULL.
 */
struct network_tree {
    uint32_t switches;
    uint32_t root;
    uint32_t *parent;        /* [switches] */
    uint32_t *depth;         /* [switches]; 0 at the root */
    uint32_t *level;         /* [switches]: 1 for leaf switches, else one more than the highest
                              * switch below */
    uint32_t *width;         /* [switches]: parallel links of the trunk to the parent */
    uint32_t *leaf;          /* [nodes]: the leaf switch of each node */
    uint32_t *lane;          /* [switches+1]: the first of the routed links up from each switch.
                              * With adaptive, unstated or undrawn routing one link stands for the
                              * trunk, else each link is routed; the root has none */
    char **name;             /* [switches] */
    bool virtual_root;       /* the root joins parts that are not connected in the description */
};

/* The traffic of other jobs, as a part of what links can carry. */
struct network_background {
    double class[NETWORK_MAX_DEPTH]; /* on each link of a class */
    struct background_link {
        uint32_t link;
        double used;
    } *named;                        /* [count]: on single links, that of their class included */
    uint32_t count;
};

#define NETWORK_LATENCY_UNKNOWN (-1.0)

/* The speed of the links of a dimension, level or class. */
struct network_link_speed {
    double bandwidth; /* bytes per second; 0: unknown */
    double latency;   /* seconds, or NETWORK_LATENCY_UNKNOWN */
};

#define NETWORK_MAX_SIZES 16U

/* What MPI's protocol and the nodes make of messages. All zero: nothing is known. */
struct network_protocol {
    struct network_size {
        double from;      /* bytes: the least message to which the factors apply */
        double bandwidth; /* of a link for such messages, as a part of its bandwidth */
        double latency;   /* likewise */
    } size[NETWORK_MAX_SIZES]; /* in ascending order */
    uint32_t sizes;
    double header;           /* bytes that each message has beside its own, which do not count in
                              * size[].from */
    double acknowledgement;  /* bytes that go back for each byte */
    struct network_link_speed inside; /* of a message inside a node; bandwidth 0: takes no time */
    double memory;            /* bytes per second of all messages inside a node; 0: no limit */
    struct network_adapters { /* what a node sends to others, and gets from them, at the most */
        double bandwidth;     /* bytes per second, of all adapters; 0: no limit */
        double messages;      /* per second, likewise */
    } adapters;
};

/* The factors for messages of that many bytes. */
struct network_size network_size_of(const struct network_protocol *protocol, double bytes);

/* Properties of a network beyond the functions of its kind. */
enum network_trait {
    NETWORK_SUMS_AXES = 1,   /* the distance is the sum of the hops along each coordinate */
    NETWORK_ROUTER_ROWS = 2, /* the first two coordinates are the row and column of a router; the
                              * nodes of a row form a unit, and so do those of all rows */
    NETWORK_DISTANCES = 4,   /* only distances are known, not the links that messages share */
    NETWORK_ALIKE = 8,       /* any two nodes are one hop apart */
};

struct topomap_network {
    const struct network_ops *ops;
    uint32_t nodes;          /* 0: a flat network that stands for any nodes */
    struct names names;      /* node names and their index */
    char *summary;
    uint32_t links;          /* number of directed links */
    uint32_t classes;        /* classes of links; 0 only if no two places are linked */
    uint32_t longest_route;  /* links of the longest route, or an upper bound */
    uint32_t longest_spread; /* most shares that ops->spread gives, or an upper bound; 0: as many
                              * as longest_route */
    uint32_t routing;        /* index in ops->routings, or NETWORK_UNSTATED */
    uint32_t draw;           /* where routes are drawn: the number of the draw; 0: none, loads are
                              * the mean of all */
    const uint32_t *drawn_for; /* [nodes]: the numbers of the nodes for the draw; NULL: their own */
    uint32_t max_distance;   /* largest distance of any two nodes, or an upper bound */
    uint32_t scale;          /* what a hop counts in distances */
    uint32_t weight[NETWORK_MAX_DEPTH]; /* for each class of links, what a hop over one counts in
                                         * distances */
    uint32_t traits;         /* a set of enum network_trait */
    uint32_t dims;           /* dimensions of node coordinates; 0: nodes have none */
    uint32_t dim[NETWORK_MAX_DIMS];
    enum network_wrap {
        NETWORK_MESH,        /* a line */
        NETWORK_WRAP,        /* a ring */
        NETWORK_CROSSBAR,    /* all to all */
    } wrap[NETWORK_MAX_DIMS];
    uint32_t step[NETWORK_MAX_DIMS]; /* largest distance between neighbouring places in each
                                      * dimension */
    struct network_tree *tree;
    /* Link speeds: none, one for all, or one per class. */
    uint32_t speeds;
    struct network_link_speed speed[NETWORK_MAX_DEPTH];
    /* What other jobs send, or NULL; its links have their numbers in `given`, if there is one. */
    struct network_background *background;
    const struct topomap_network *given; /* of which this one is another routing; NULL: none */
    struct network_protocol protocol;
    /* Whether nodes send and receive over ports that are not links of the network but limit a
     * node's traffic. Where nodes are their own routers, their links are their ports. */
    bool send_ports, receive_ports;
    void *data;              /* data of the kind */
};

/*
 * Constructors. They copy arrays, which stay the caller's. Node names are unique.
 *
 * A switch tree: the `parent` of each switch (NETWORK_NONE for roots), the names of switches, the
 * number of parallel links up from each (`width`; NULL: one), and the switch that each node is
 * attached to. TOPOMAP_INPUT if the parents form a cycle or more than NETWORK_MAX_DEPTH levels.
 * Several roots are joined by a virtual one.
 *
 * Links: with x = i for node i and x = nodes + s for switch s (the root is left out: later switches
 * move down by one), link 2x leads up from x and link 2x+1 down to it. Distances count all links on
 * the way, including those of nodes: 2 hops below one switch, 4 one level higher. Class 0 has the
 * links of nodes, class k those up from and down to switches of level k.
 *
 * If the routing is adaptive or unstated, parallel links form one trunk, a single link with their
 * total capacity, over which traffic spreads evenly; also if it is random, until it is drawn, see
 * network_routed. Otherwise links are numbered anew: x = nodes + lane[s] + i for the i-th link up
 * from switch s. D-mod-k takes link `receiver modulo width`, both up and down, as in fat trees
 * whose switches divide the links equally among those of the next level. Source: Zahavi, "D-Mod-K
 * routing providing non-blocking traffic for shift permutations on real life fat trees", 2010.
 * Random routing takes the link that a hash of both nodes and of the draw selects.
 */
struct topomap_network *network_tree_create(uint32_t switches, char *const *switch_names,
                                            const uint32_t *parent, const uint32_t *width,
                                            uint32_t nodes, char *const *node_names,
                                            const uint32_t *leaf, struct topomap_error *error);

/* The first of the links up from switch `s`, which must not be the root. The link down beside each
 * has the next number. The link up from node `n` is 2 * n. */
uint32_t network_tree_up(const struct topomap_network *network, uint32_t s);

/*
 * A grid of `dims` dimensions, each with its wrap. `coordinates` is [nodes][dims] (two nodes at one
 * place are refused), or NULL: places are filled in order, first dimension fastest. There may be
 * fewer nodes than places. The kind is "mesh" if no dimension wraps, else "torus".
 *
 * Links lead from place to place, also through places without a node; a distance is the number of
 * these links. Routes go dimension by dimension, the lowest first, the shorter way round. On a ring
 * of even size both ways between opposite places are as short: half of the traffic goes each way. A
 * single route goes in the direction of growing coordinates, and all traffic if the routing is
 * `ascending`; with `simgrid` it does so, too, but goes down from the middle of a ring to its first
 * place, as SimGrid's TorusZone. Links are numbered by dimension, then direction (up, down), then
 * place. A ring of two places has one link in each direction, a crossbar one from each place of a
 * row to each other.
 */
struct topomap_network *network_grid_create(uint32_t dims, const uint32_t *dim,
                                            const enum network_wrap *wrap, uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error);

/* The letters of dimensions: x, y, z; a, b, ... if there are more. */
static inline char network_axis_letter(uint32_t dims, uint32_t d)
{
    return dims <= 3 ? "xyz"[d] : "abcdefgh"[d];
}

/*
 * Any two nodes are 1 hop apart. Link i is the port over which node i sends, so a route is one
 * link. All links are one class. With 0 nodes the network stands for the nodes of any allocation.
 */
struct topomap_network *network_flat_create(uint32_t nodes, char *const *node_names,
                                            struct topomap_error *error);

/*
 * Distances from a symmetric matrix: that of nodes a < b is distance[network_matrix_at(a, b)].
 * Nodes may be 0 hops apart.
 *
 * The links inside the network are unknown. Link i is the port over which node i sends. A route is
 * that link alone, or nothing between nodes 0 hops apart, so routes are shorter than distances.
 */
struct topomap_network *network_matrix_create(uint32_t nodes, char *const *node_names,
                                              const uint16_t *distance,
                                              struct topomap_error *error);

static inline size_t network_matrix_at(size_t a, size_t b)
{
    return b * (b - 1) / 2 + a;
}

/*
 * A HAEC box, a grid of ring, ring and crossbar: boards that are tori of the first two dimensions;
 * the nodes at the same place of all boards are linked all to all. Routes go along the board first.
 * Source: Korndoerfer et al., "Mapping Matters", 2020, section 5.
 */
struct topomap_network *network_haec_create(const uint32_t dim[3], uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error);

/*
 * A dragonfly: groups of rows x columns routers. The routers of a row are linked all to all, and so
 * are those of a column. Every two groups have as many links as ports allow. Router r of a group
 * has the ports r*p to r*p+p-1. The k-th link to the i-th other group takes port k*(groups-1)+i;
 * with numbered groups, that to group i takes port k*groups+i. Node i is attached to router i /
 * nodes_per_router; routers count columns fastest, then rows, then groups. Coordinates are row,
 * column and group.
 *
 * Distances are those of the shortest path with at most one global link, as in minimal routing on
 * these machines: in a group the row comes first, then the column. Nodes of one router are 2 hops
 * apart if node links count, else 0. Inside a group routes are always minimal.
 *
 * Loads are those expected over all packets. Minimal packets take the shortest ways over all links
 * between two groups in equal parts.
 * Valiant packets go through a third group; all groups are equally likely. Adaptive packets follow
 * UGAL: they take the minimal way if the length of its queue times its number of links is less than
 * that of a way through a third group. The queues are unknown. If both have the same exponential
 * distribution, the minimal way has the probability h/(m+h), for m links on it and h on the other.
 * If the routing is unstated, loads are the mean of the three. At most NETWORK_WAYS shortest ways
 * count, beginning with one that a hash of the pair selects, and at most as many third groups, at
 * even distances; where there are more, the first is another one for the next pair. A single route
 * takes the first shortest way; it goes through a third group only if the routing is Valiant.
 * Source: Kim et al., "Technology-driven, highly-scalable dragonfly topology", ISCA 2008; Singh,
 * "Load-balanced routing in interconnection networks", 2005 (UGAL).
 *
 * Arrangements of global links: Hastings et al., "Comparing global link arrangements for Dragonfly
 * networks", CLUSTER 2015.
 */
struct network_dragonfly {
    uint32_t groups;
    uint32_t rows;
    uint32_t columns;
    uint32_t nodes_per_router;
    uint32_t ports;          /* global ports per router; 0: the fewest that link all groups */
    enum network_arrangement {
        NETWORK_ABSOLUTE,    /* the other groups in ascending order */
        NETWORK_RELATIVE,    /* the next group, the one after it, ... */
        NETWORK_CIRCULANT,   /* the next group, the one before, the next but one, ... */
        NETWORK_NUMBERED,    /* ascending, with an unused port for the group itself: port p leads
                              * to group p, as in SimGrid */
    } arrangement;
    bool node_links;         /* count the links between nodes and routers */
    /* PERCS: groups are supernodes, rows are drawers, and all routers of a supernode are linked: LL
     * links inside a drawer, LR links between drawers, D links between supernodes. Source: Bhatele
     * et al., "Avoiding hot-spots on two-level direct networks", SC 2011. */
    bool percs;
    uint32_t trunk;          /* links between two groups; 0: as many as there are ports for */
};

#define NETWORK_WAYS 8U

struct topomap_network *network_dragonfly_create(const struct network_dragonfly *shape,
                                                 uint32_t nodes, char *const *node_names,
                                                 struct topomap_error *error);

/* Choose the routing: an index in ops->routings, or NETWORK_UNSTATED. Links may have other numbers
 * then. TOPOMAP_INPUT if there are too many. */
int network_route_by(struct topomap_network *network, uint32_t routing,
                     struct topomap_error *error);

/* A network that differs in its routing and draw alone. It shares all but the numbers of its links,
 * so the given network must outlive it. The routing of that is unstated or the same, and not drawn.
 * NULL: see network_route_by. */
struct topomap_network *network_routed(const struct topomap_network *network, uint32_t routing,
                                       uint32_t draw, struct topomap_error *error);
void network_routed_free(struct topomap_network *network);

/* The network of the whole nodes, which has the links and ports, and in *node the node of it that
 * holds the given one. Both stay as they are if nodes are whole. */
const struct topomap_network *network_whole(const struct topomap_network *network, uint32_t *node);

/* Whether the routing is not stated, and much depends on it: not on trees without parallel links,
 * nor on grids, where only the ways around opposite places of a ring differ. */
bool network_is_uncertain(const struct topomap_network *network);

/* Whether the routing is stated, but its routes are to be drawn. */
bool network_is_to_draw(const struct topomap_network *network);

/* Whether a predicted time is the mean of several: one of both is true. */
bool network_has_courses(const struct topomap_network *network);

/* Whether a predicted time goes by draws of routes. */
bool network_has_draws(const struct topomap_network *network);

/* How often a message between two nodes has the latency of the links on its route: once for each
 * hop if only distances are known, else once. */
double network_latencies(const struct topomap_network *network, uint32_t a, uint32_t b);

/* The part of a link that other jobs leave, above 0 and up to 1; and how many unused single links
 * would carry as much, which counts parallel links. */
double network_link_free(const struct topomap_network *network, uint32_t link);
double network_link_capacity(const struct topomap_network *network, uint32_t link);

/* The index of the routing that `length` bytes of text name, or NETWORK_UNSTATED. */
uint32_t network_routing_find(const struct network_ops *ops, const char *word, size_t length);

/* How many routings a kind has, 0 if there is no choice. */
uint32_t network_routings(const struct network_ops *ops);

/*
 * Expected loads of links. The buffer is the caller's, for the network or parts of its nodes.
 * network_spread fills shares [network_spread_most] and returns how many there are; its links are
 * those of the whole network. Parts of a link that comes several times add up.
 */
struct network_spread {
    const struct topomap_network *network;
    uint32_t *route; /* [longest_route] */
};

int network_spread_init(struct network_spread *spread, const struct topomap_network *network);
void network_spread_free(struct network_spread *spread);
uint32_t network_spread_most(const struct topomap_network *network);
size_t network_spread(const struct network_spread *spread, uint32_t a, uint32_t b,
                      struct network_share *shares);

/*
 * Set what a hop over a link of each class counts, `weight` [network->classes], 1 to
 * NETWORK_MAX_WEIGHT. Call it before distances are tabled: tables made earlier are wrong
 * afterwards. TOPOMAP_IMPOSSIBLE if distances are not sums over links.
 */
int network_weigh(struct topomap_network *network, const uint32_t *weight,
                  struct topomap_error *error);

/*
 * Parse one "CLASS:WEIGHT" of `length` bytes, in the syntax of topomap_network_weigh. The class is
 * the first *name bytes; whether a network has it is not checked. TOPOMAP_USAGE.
 */
int network_parse_weight(const char *text, size_t length, size_t *name, uint32_t *weight,
                         struct topomap_error *error);

/* The class of links that `length` bytes of text name, in the syntax of topomap_network_weigh, or
 * network->classes. */
uint32_t network_find_class(const struct topomap_network *network, const char *text, size_t length);

/* The names of the classes, "a, b, c"; the caller frees them. NULL when memory runs out. */
char *network_class_list(const struct topomap_network *network);

/* Decides among equal routes between two nodes: the finalizer of splitmix64 over both. */
static inline uint32_t network_hash_pair(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) + UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x ^ (x >> 31));
}

/* The speed of a node's port: that of the fastest link, without latency. */
struct topomap_link_speed network_port_speed(const struct topomap_network *network);

/*
 * For constructors: a network of `nodes` (at least 1) named nodes, all else zeroed; and setting its
 * summary by a format. The latter destroys the network and returns NULL when memory runs out.
 */
struct topomap_network *network_new(const struct network_ops *ops, uint32_t nodes,
                                    char *const *node_names, struct topomap_error *error);
struct topomap_network *network_finish(struct topomap_network *network, struct text *summary,
                                       struct topomap_error *error);

/*
 * For constructors of networks whose nodes are parts of nodes: `parts` parts, without names, of the
 * nodes of `whole`, which must outlive it. Links and distances are those of `whole` until the
 * constructor changes them. `data` is freed as ops->free does, on failure too.
 */
struct topomap_network *network_of_parts(const struct network_ops *ops,
                                         const struct topomap_network *whole, uint32_t parts,
                                         void *data, struct topomap_error *error);

#endif
