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

/* A network of groups of as many routers, every two groups joined by as many links. */
struct network_groups {
    uint32_t groups;
    uint32_t routers; /* of a group; router r is in group r / routers */
    uint32_t links;   /* from a group to each other one */
    uint32_t weight;  /* of these links */
};

struct item;
struct source;

/* Networks in a word, like "torus:4x4x4" or "percs:16x4x8:indirect": numbers with 'x' between,
 * which stand for a description with nodes n0, n1, ... */
#define NETWORK_FORM_NUMBERS 8

struct network_form {
    const char *list;                       /* the key whose list the numbers are, or NULL: */
    const char *keys[NETWORK_FORM_NUMBERS]; /* a key for each number */
    const char *routing;                    /* what may stand behind the numbers, or NULL */
    /* The nodes that it has, above NETWORK_MAX_NODES if it cannot be; NULL: the product of the
     * numbers. */
    uint64_t (*nodes)(const uint64_t *numbers);
};

/* A kind of network: what it is called and written like, what is in it, what it can do. One table
 * for each kind, see network/kinds.h. */
struct network_ops {
    const char *kind;
    const char *summary; /* one line for `topomap list` */
    const char *example; /* in a word, where there is a form; else a description */
    struct network_form form; /* without keys: none */
    /* The network of a description: the map below `network:`, whose keys `kind`, `name` and `links`
     * are read elsewhere. NULL on failure, mostly TOPOMAP_INPUT with `name:line: `. */
    struct topomap_network *(*parse)(const struct source *source, const struct item *map,
                                     struct topomap_error *error);
    /* If SimGrid has clusters of this form, and the whole network is one, with its nodes in order:
     * add the attributes of a cluster that tell its topology. NULL: it has none. */
    bool (*simgrid)(const struct topomap_network *network, struct text *attributes);
    uint32_t (*distance)(const struct topomap_network *network, uint32_t a, uint32_t b);
    /* For tables of distances: the distance of two different nodes is a sum over parts, each of
     * which depends on one number of either node. How many parts there are, the number of a node,
     * and the hops between two numbers. NULL: nothing is known but single distances. */
    uint32_t (*parts)(const struct topomap_network *network);
    uint32_t (*part_of)(const struct topomap_network *network, uint32_t part, uint32_t node);
    uint32_t (*part_hops)(const struct topomap_network *network, uint32_t part, uint32_t x,
                          uint32_t y);
    /* If the only part is routers in groups, and the way between groups takes the link that makes
     * it the shortest: hops from a router to the k-th link to another group. NULL: it is not. */
    struct network_groups (*groups)(const struct topomap_network *network);
    uint32_t (*hops_to_link)(const struct topomap_network *network, uint32_t router,
                             uint32_t group, uint32_t k);
    /* The first `size` links of the route; returns how many links it has. */
    size_t (*route)(const struct topomap_network *network, uint32_t a, uint32_t b,
                    uint32_t *links, size_t size);
    void (*link_name)(const struct topomap_network *network, uint32_t link, char *text,
                      size_t size);
    /* Coordinates of a node, [network->dims]; NULL for networks without (dims == 0). */
    void (*coordinates)(const struct topomap_network *network, uint32_t node, int32_t *out);
    /* The class of a link, below network->classes, and the name of a class. */
    uint32_t (*link_class)(const struct topomap_network *network, uint32_t link);
    void (*class_name)(const struct topomap_network *network, uint32_t class, char *text,
                       size_t size);
    /* Parallel links that a link stands for; NULL: one each. */
    uint32_t (*link_width)(const struct topomap_network *network, uint32_t link);
    /* Set what depends on network->weight: max_distance and step. NULL: distances are no sums over
     * links whose classes could have weights. */
    void (*weigh)(struct topomap_network *network);
    /* For networks of parts of nodes: the network of the nodes, and in *node which of them the
     * part is of. NULL: nodes are whole. */
    const struct topomap_network *(*whole)(const struct topomap_network *network, uint32_t *node);
    void (*free)(struct topomap_network *network); /* what `data` holds; NULL: nothing */
};

/*
 * The switch hierarchy of a network: a tree whose leaves are groups of nodes. Switches are
 * numbered 0..count-1, the parent of the root is NETWORK_NONE, and there is one root (a virtual
 * one where the description has several). Networks that are no trees have none (NULL).
 */
struct network_tree {
    uint32_t switches;
    uint32_t root;
    uint32_t *parent;        /* [switches] */
    uint32_t *depth;         /* [switches]; 0 at the root */
    uint32_t *level;         /* [switches]; 1 at those without others below, else one more than the
                              * highest of these */
    uint32_t *width;         /* [switches]: parallel links of the trunk to the parent */
    uint32_t *leaf;          /* [nodes]: the switch a node hangs on */
    enum network_tree_routing {
        NETWORK_ADAPTIVE,    /* what a trunk carries spreads over its links evenly */
        NETWORK_D_MOD_K,     /* the receiving node says over which link of each trunk */
        NETWORK_RANDOM,      /* a hash of both nodes says so */
    } routing;
    uint32_t *lane;          /* [switches+1]: where the routed links up from each switch begin: one
                              * that stands for the trunk if routing is adaptive, else all of its
                              * links; the root has none */
    char **name;             /* [switches] */
    bool virtual_root;       /* the root joins parts that the description leaves unconnected */
};

#define NETWORK_LATENCY_UNKNOWN (-1.0)

/* What the links of a dimension, level or class can do. */
struct network_link_speed {
    double bandwidth; /* bytes per second; 0: unknown */
    double latency;   /* seconds, or NETWORK_LATENCY_UNKNOWN */
};

/* What may be relied on beyond the functions of the kind. */
enum network_trait {
    NETWORK_SUMS_AXES = 1,   /* distances are hops along each coordinate, added up */
    NETWORK_ROUTER_ROWS = 2, /* the first two coordinates are row and column of a router: nodes of a
                              * row are a unit, and so are those of all rows */
    NETWORK_DISTANCES = 4,   /* nothing but distances is known, no links that messages share */
    NETWORK_ALIKE = 8,       /* any two nodes are one hop apart */
};

struct topomap_network {
    const struct network_ops *ops;
    uint32_t nodes;          /* 0: a flat network that stands for any nodes */
    struct names names;      /* node names and their index */
    char *summary;
    uint32_t links;          /* number of directed links */
    uint32_t classes;        /* classes of links; 0 only if no two places are linked */
    uint32_t longest_route;  /* links of the longest route (an upper bound will do) */
    uint32_t max_distance;   /* largest distance of any two nodes (likewise) */
    uint32_t scale;          /* what a hop counts in distances */
    uint32_t weight[NETWORK_MAX_DEPTH]; /* by class of links: what a hop over one counts in
                                         * distances */
    uint32_t traits;         /* enum network_trait, ored */
    uint32_t dims;           /* dimensions of node coordinates; 0: none */
    uint32_t dim[NETWORK_MAX_DIMS];
    enum network_wrap {
        NETWORK_MESH,        /* a line */
        NETWORK_WRAP,        /* a ring */
        NETWORK_CROSSBAR,    /* all to all */
    } wrap[NETWORK_MAX_DIMS];
    uint32_t step[NETWORK_MAX_DIMS]; /* largest distance from a place to the next one in each
                                      * dimension */
    struct network_tree *tree;
    /* Link speeds: none, one for all, or one per class. */
    uint32_t speeds;
    struct network_link_speed speed[NETWORK_MAX_DEPTH];
    /* Whether nodes send and receive over ports that are no links of the network, but bound what
     * a node can exchange. Where nodes are their own routers, all their links are their ports. */
    bool send_ports, receive_ports;
    void *data;              /* of the kind */
};

/*
 * Makers. Each takes over nothing: arrays stay the caller's. Node names are unique.
 *
 * A switch tree: `parent` of each switch (NETWORK_NONE for roots), names of switches, how many
 * parallel links lead up from each (`width`; NULL: one), and the switch that each node hangs on.
 * TOPOMAP_INPUT if the parents form a cycle or more than
 * NETWORK_MAX_DEPTH levels. Several roots are joined by a virtual one.
 *
 * Links: with x = i for node i and x = nodes + s for switch s (the root is skipped: switches
 * behind it move down by one), link 2x leads up from x and link 2x+1 down to it. Distances count
 * all links on the way, those of the nodes too: 2 hops under one switch, 4 one level higher.
 * Class 0 has the links of nodes, class k those that lead up from and down to switches of level k.
 * Parallel links are one trunk here, one link with their capacity: routing is taken to be adaptive,
 * and to spread traffic evenly over them, until network_tree_route says otherwise.
 */
struct topomap_network *network_tree_create(uint32_t switches, char *const *switch_names,
                                            const uint32_t *parent, const uint32_t *width,
                                            uint32_t nodes, char *const *node_names,
                                            const uint32_t *leaf, struct topomap_error *error);

/*
 * Say over which of the parallel links of trunks routes lead. Unless it is adaptive, links are
 * numbered anew: x = nodes + lane[s] + i for the i-th link up from switch s. D-mod-k takes link
 * `receiver modulo width`, up and down: so a fat tree does whose switches have the next higher
 * width in equal parts. Source: Zahavi, "D-Mod-K routing providing non-blocking traffic for shift
 * permutations on real life fat trees", 2010. TOPOMAP_INPUT if there are too many links.
 */
int network_tree_route(struct topomap_network *network, enum network_tree_routing routing,
                       struct topomap_error *error);

/* The first of the links that lead up from switch `s`, of which the root has none; the link down
 * beside each is the next number. The link up from node `n` is 2 * n. */
uint32_t network_tree_up(const struct topomap_network *network, uint32_t s);

/*
 * A grid of `dims` dimensions with a wrap each. `coordinates` is [nodes][dims] (two nodes at the
 * same place are refused), or NULL: node i has its place in order, first dimension fastest.
 * There may be fewer nodes than places. The kind is "mesh" where no dimension wraps, else
 * "torus".
 *
 * Links lead from place to place, also through places without a node; a distance counts these
 * and nothing else. Routes go dimension by dimension, the lowest first, the shorter way round;
 * on a ring of even size, opposite places are reached in the direction of growing coordinates.
 * Links are numbered by dimension, then direction (up, down), then place; a ring of two places
 * has one link in each direction, a crossbar one from each place of a row to each other.
 */
struct topomap_network *network_grid_create(uint32_t dims, const uint32_t *dim,
                                            const enum network_wrap *wrap, uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error);

/* Letters of the dimensions of a grid: x, y, z as far as they go. */
static inline char network_axis_letter(uint32_t dims, uint32_t d)
{
    return dims <= 3 ? "xyz"[d] : "abcdefgh"[d];
}

/*
 * Any two nodes are 1 hop apart. Link i is what node i sends over, so that a route is one link;
 * the links are one class.
 * Without nodes it stands for whatever nodes an allocation names.
 */
struct topomap_network *network_flat_create(uint32_t nodes, char *const *node_names,
                                            struct topomap_error *error);

/*
 * Distances from a matrix, the same in both directions: that of nodes a < b is
 * distance[network_matrix_at(a, b)]. Nodes may be 0 hops apart.
 *
 * Nothing is known of the links inside the network. Link i is what node i sends over, and a route
 * is that one link, or none between nodes 0 hops apart: routes are not as long as distances.
 */
struct topomap_network *network_matrix_create(uint32_t nodes, char *const *node_names,
                                              const uint16_t *distance,
                                              struct topomap_error *error);

static inline size_t network_matrix_at(size_t a, size_t b)
{
    return b * (b - 1) / 2 + a;
}

/*
 * A HAEC box, the same as a grid of ring, ring and crossbar: boards that are tori of the first two
 * dimensions, the nodes at one place of all boards linked all to all. Routes go in the board first.
 * Source: Korndoerfer et al., "Mapping Matters", 2020, section 5.
 */
struct topomap_network *network_haec_create(const uint32_t dim[3], uint32_t nodes,
                                            char *const *node_names, const int32_t *coordinates,
                                            struct topomap_error *error);

/*
 * A hypercube of `dims` (0 to 22) dimensions: nodes whose numbers differ in one binary digit are
 * linked. Routes correct the lowest digit first. There may be fewer nodes than places. Link
 * i*dims+d changes digit d of place i. Coordinates are the digits, above 8 dimensions digits d,
 * d+8, ... together.
 */
struct topomap_network *network_hypercube_create(uint32_t dims, uint32_t nodes,
                                                 char *const *node_names,
                                                 struct topomap_error *error);

/*
 * A dragonfly: groups of rows x columns routers. The routers of a row are linked all to all, and
 * so are those of a column. Between any two groups there are as many links as ports allow:
 * router r of a group has its ports r*p to r*p+p-1, and the k-th link to the i-th other group
 * takes port k*(groups-1)+i, or to group i port k*groups+i where groups are numbered. Node i hangs
 * on router i / nodes_per_router; routers count columns fastest, then rows, then groups.
 * Coordinates are row, column and group.
 *
 * Distances are those of the shortest path with at most one global link, as minimal routing on
 * these machines goes: in a group the row comes first, then the column. Nodes of one router are 2
 * hops apart if node links count, else 0. Routes are minimal, or lead through a third group that
 * a hash of the pair chooses (Valiant); inside a group they are always minimal.
 *
 * Arrangements of global links: Hastings et al., "Comparing global link arrangements for
 * Dragonfly networks", CLUSTER 2015.
 */
struct network_dragonfly {
    uint32_t groups;
    uint32_t rows;
    uint32_t columns;
    uint32_t nodes_per_router;
    uint32_t ports;          /* global ones of a router; 0: as few as link all groups */
    enum network_arrangement {
        NETWORK_ABSOLUTE,    /* the other groups in ascending order */
        NETWORK_RELATIVE,    /* the next group, the one after it, ... */
        NETWORK_CIRCULANT,   /* the next group, the one before, the next but one, ... */
        NETWORK_NUMBERED,    /* ascending, with a port left free for the group itself: as in
                              * SimGrid, port p leads to group p */
    } arrangement;
    bool node_links;         /* count the links between nodes and routers */
    bool valiant;
    /* PERCS: groups are supernodes, rows drawers, and all routers of a supernode are linked: LL
     * links in a drawer, LR links between drawers, D links between supernodes. Source: Bhatele
     * et al., "Avoiding hot-spots on two-level direct networks", SC 2011. */
    bool percs;
    uint32_t trunk;          /* links between two groups; 0: as many as there are ports for */
};

struct topomap_network *network_dragonfly_create(const struct network_dragonfly *shape,
                                                 uint32_t nodes, char *const *node_names,
                                                 struct topomap_error *error);

/*
 * Say what a hop over a link of each class counts, `weight` [network->classes], 1 to
 * NETWORK_MAX_WEIGHT. Where the network has been used, distances that others keep are wrong then.
 * TOPOMAP_IMPOSSIBLE if distances are no sums over links.
 */
int network_weigh(struct topomap_network *network, const uint32_t *weight,
                  struct topomap_error *error);

/* Whether `length` bytes of text name a class of links, as topomap_network_weigh takes it. */
bool network_has_class(const struct topomap_network *network, const char *text, size_t length);

/* "a, b, c": the names of the classes, freed by the caller; NULL when memory is out. */
char *network_class_list(const struct topomap_network *network);

/* What chooses among equal routes between two nodes: the finalizer of splitmix64 over both. */
static inline uint32_t network_hash_pair(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) + UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x ^ (x >> 31));
}

/* What a port of a node can do: as much as the fastest link, without a latency of its own. */
struct topomap_link_speed network_port_speed(const struct topomap_network *network);

/*
 * For makers: a network of `nodes` (at least 1) named nodes, the rest zeroed; and its summary,
 * printed. The latter destroys the network and returns NULL when memory is out.
 */
struct topomap_network *network_new(const struct network_ops *ops, uint32_t nodes,
                                    char *const *node_names, struct topomap_error *error);
struct topomap_network *network_finish(struct topomap_network *network, struct text *summary,
                                       struct topomap_error *error);

/*
 * For makers of networks of parts of nodes: `parts` parts, which have no names, of nodes of
 * `whole`, which must outlive it. They reach each other over its links, at its distances until the
 * maker says otherwise. `data` is freed as ops->free does, on failure too.
 */
struct topomap_network *network_of_parts(const struct network_ops *ops,
                                         const struct topomap_network *whole, uint32_t parts,
                                         void *data, struct topomap_error *error);

#endif
