/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_NETWORK_H
#define INTERNAL_NETWORK_H

#include "topomap.h"

#include <stdbool.h>

/* The tree of packages, caches, cores and PUs of a node, from hwloc. */
struct topomap_nodetree;

/* ---- network ----------------------------------------------------------------------------- */

/*
 * Read a network description from `path` ("-" is standard input): Slurm's topology.conf (or what
 * `scontrol show topology` prints), Slurm's topology.yaml, or topomap's own YAML; recognised by
 * content. TOPOMAP_INPUT with `path:line: ` if it is malformed.
 */
struct topomap_network *topomap_network_read(const char *path, struct topomap_error *error);

/*
 * As topomap_network_parse, but of a topology.yaml with several topologies the one of this name
 * counts (NULL: the cluster's default).
 */
struct topomap_network *topomap_network_parse_topology(const char *name, const char *text,
                                                       size_t length, const char *topology,
                                                       struct topomap_error *error);

/*
 * The same network as topomap's YAML, which the caller frees. NULL with an error, also for a flat
 * topology, which names no nodes.
 */
char *topomap_network_describe(const char *name, const char *text, size_t length,
                               const char *topology, struct topomap_error *error);

/* One line about size and distance convention: "switch tree, 3 levels, 7 switches, 16 nodes". */
const char *topomap_network_summary(const struct topomap_network *network);

/* Number of directed links of the network. */
uint32_t topomap_network_links(const struct topomap_network *network);

/* Name of a directed link, written to `text` of `size` bytes: "leaf0->spine0". */
void topomap_network_link_name(const struct topomap_network *network, uint32_t link, char *text,
                               size_t size);

/*
 * Classes of links, which have a common speed and are reported together: the dimensions of a torus,
 * mesh, HAEC box or hypercube; row, column, global and node links of a dragonfly; LL, LR and D
 * links of PERCS; in a tree the links of nodes and those of each level of switches, where level 1
 * leads up from the lowest switches.
 */
uint32_t topomap_network_classes(const struct topomap_network *network);

/* Name of a class (0 to topomap_network_classes()-1), written to `text` of `size` bytes: "x",
 * "global", "level 1". */
void topomap_network_class_name(const struct topomap_network *network, uint32_t index, char *text,
                                size_t size);

/*
 * Weights of classes: what a hop over a link of a class counts in distances, and so in hop-bytes
 * and everything computed from them; 1 unless the network's description or topomap_network_weigh
 * sets another one. Routes, and with them congestion and time, do not change. Between groups of a
 * dragonfly the distance is that of the way with the least weight.
 *
 * `weights` is "CLASS:WEIGHT[,...]", "level-1:2,level-2:4" or "global:5": names of classes, in
 * which '-' may replace a blank, and whole numbers from 1 to 100; other classes keep their weights.
 * Call it before anything else uses the network. Planning is slower if distances of over 1024 nodes
 * exceed 255. TOPOMAP_USAGE if it is malformed or there is no such class; TOPOMAP_IMPOSSIBLE for a
 * flat network or a matrix, whose distances are not sums over links.
 */
int topomap_network_weigh(struct topomap_network *network, const char *weights,
                          struct topomap_error *error);

/* Whether hops over the links of some class count more than 1. */
bool topomap_network_weighted(const struct topomap_network *network);

/* Class of a directed link (0 to topomap_network_links()-1). */
uint32_t topomap_network_link_class(const struct topomap_network *network, uint32_t link);

/*
 * The parallel links that a directed link stands for: more than 1 for the trunks of a tree with
 * adaptive routing. Metrics count each of them, with an equal share of the trunk's traffic.
 */
uint32_t topomap_network_link_width(const struct topomap_network *network, uint32_t link);

/*
 * Coordinates of nodes: x, y, z of a grid; row, column and group of a dragonfly's router, or
 * drawer, node and supernode of PERCS. Their number (0 to TOPOMAP_MAX_DIMS; 0 for networks without,
 * such as trees), and the number of places in dimension `d`.
 */
uint32_t topomap_network_dims(const struct topomap_network *network);
uint32_t topomap_network_dim(const struct topomap_network *network, uint32_t d);

/* The coordinates of `node` into out[topomap_network_dims()], each below topomap_network_dim(). */
void topomap_network_coordinates(const struct topomap_network *network, uint32_t node,
                                 uint32_t *out);

/*
 * The directed links on the route from node `a` to node `b`, in order, in `links` (at most `size`).
 * Returns their number, which is the distance if routing is minimal. A flat network and a matrix of
 * distances only have the links of nodes, so the route is the link over which `a` sends.
 */
size_t topomap_network_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                             uint32_t *links, size_t size);

/*
 * The part of the traffic from `a` to `b` that each link of their route, links[length], carries in
 * loads of links: below 1 where there are other routes, too, into shares[length]. Fails when memory
 * runs out.
 */
int topomap_network_route_shares(const struct topomap_network *network, uint32_t a, uint32_t b,
                                 const uint32_t *links, size_t length, double *shares,
                                 struct topomap_error *error);

#define TOPOMAP_DEFAULT_BANDWIDTH 12.5e9 /* bytes per second: 100 Gbit/s */
#define TOPOMAP_DEFAULT_LATENCY 1e-6     /* seconds */

/* The speed of a directed link. */
struct topomap_link_speed {
    double bandwidth; /* bytes per second */
    double latency;   /* seconds */
    bool bandwidth_assumed; /* the description lacks it, and it is the default */
    bool latency_assumed;
};

/* The speed of a single link of a class, from `links` in the network's description: one for all
 * links, or one for each class; what other jobs take of it is not subtracted. */
struct topomap_link_speed topomap_network_class_speed(const struct topomap_network *network,
                                                      uint32_t index);

/* Whether any class of links has a speed that its description lacks. */
bool topomap_network_assumed(const struct topomap_network *network);

/* The speed of a link. The bandwidth of a trunk is that of all its parallel links. */
struct topomap_link_speed topomap_network_link_speed(const struct topomap_network *network,
                                                     uint32_t link);

/* The bytes that a link carries in its latency, the mean over all links: messages of so many bytes
 * reach half of the bandwidth, which is n1/2 of Hockney's model (Parallel Computing 20, 1994). */
double topomap_network_message_bytes(const struct topomap_network *network);

/*
 * A description in topomap's YAML of an InfiniBand fabric, freed by the caller. `topology` is what
 * ibnetdiscover of infiniband-diags prints (or opaextractsellinks of Omni-Path's FastFabric, which
 * has no routes), `routes` what ibroute or dump_lfts print of all switches, or NULL: texts of those
 * lengths, which are called by those names in messages. A host is called by the first word of its
 * adapter's description, and has one link: that of the first port with a cable of the adapter whose
 * description is the first. Without routes `topology` may also be Slurm's topology.conf, as
 * slurmibtopology makes it. TOPOMAP_INPUT with `name:line: ` if a text is malformed or contradicts
 * itself, a host has no name, or routes are missing; without a line if cables or routes do not lead
 * from each host to each other.
 */
char *topomap_fabric_import(const char *name, const char *topology, size_t length,
                            const char *routes_name, const char *routes, size_t routes_length,
                            struct topomap_error *error);

/*
 * The network as text for another program; `format` is one of topomap_network_format_get. It has
 * the nodes of `hosts` (a host list; NULL: all nodes of the network).
 *
 * "simgrid" is a platform file of SimGrid 3.32. With all nodes, a torus, tree or dragonfly that
 * SimGrid has as a cluster is written as one, if: all dimensions are rings; each level has the same
 * number of children, and trunks of several links only occur with d-mod-k; global links are
 * SimGrid's; all links have the same speed, after what their background takes; nodes are in order
 * and named by a prefix and a number without leading zeros. Routes on such a torus differ from ours
 * between opposite places of even rings, where it takes one direction. All else is written link by
 * link: trees with adaptive routing as a graph, all others with the route of each pair of nodes,
 * exactly as in topomap_network_route.
 *
 * "positions" is CSV with name, x, y and z of each node, for pictures. Grids and routers lie at
 * their coordinates, of which the fourth and later ones repeat the picture along x, y, z; nodes of
 * one router lie side by side; the nodes of a switch tree lie in a line, leaf by leaf, with gaps
 * that grow with the level at which they part; other nodes lie in a ring.
 *
 * TOPOMAP_USAGE: unknown format; TOPOMAP_INPUT: malformed host list; TOPOMAP_IMPOSSIBLE: a host is
 * not in the network, or routes are needed for more than TOPOMAP_MAX_ROUTED nodes.
 */
char *topomap_network_export(const struct topomap_network *network, const char *format,
                             const char *hosts, struct topomap_error *error);

#define TOPOMAP_MAX_ROUTED 1024

bool topomap_network_format_get(size_t index, const char **name, const char **summary);

/* Names and summaries of the network kinds: index 0, 1, ... until false. */
bool topomap_network_kind_get(size_t index, const char **name, const char **summary);

/* ---- allocation -------------------------------------------------------------------------- */

/* How many ranks an allocated node runs, and the network of all nodes. */
uint32_t topomap_allocation_tasks(const struct topomap_allocation *allocation, uint32_t node);
const struct topomap_network *
topomap_allocation_network(const struct topomap_allocation *allocation);

/* Index of `host` among the allocated nodes, or -1. */
int64_t topomap_allocation_find(const struct topomap_allocation *allocation, const char *host);

/* Hops between two allocated nodes, given by their indices in the allocation. */
uint32_t topomap_allocation_distance(const struct topomap_allocation *allocation, uint32_t a,
                                     uint32_t b);

/* Expand a host list in Slurm's syntax; the array and each name are freed with
 * topomap_hostlist_free. At most 2^22 names. */
int topomap_hostlist_expand(const char *hostlist, char ***names, uint32_t *count,
                            struct topomap_error *error);
void topomap_hostlist_free(char **names, uint32_t count);

/* ---- placements -------------------------------------------------------------------------- */
/*
 * A placement is an array `uint32_t placement[ranks]`: the index in the allocation of the node
 * on which each rank runs. Every node runs exactly as many ranks as the allocation says.
 */

/* 0 if `placement` keeps the task count of every node; TOPOMAP_IMPOSSIBLE names what differs. */
int topomap_placement_check(const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error);

/* Slurm's block distribution: consecutive ranks fill one node after another. */
void topomap_placement_block(const struct topomap_allocation *allocation, uint32_t *placement);

/* Slurm's cyclic distribution: ranks round robin over the nodes that still have room. */
void topomap_placement_cyclic(const struct topomap_allocation *allocation, uint32_t *placement);

/* Random ranks: a shuffled block distribution, the same for the same seed. */
void topomap_placement_random(const struct topomap_allocation *allocation, uint64_t seed,
                              uint32_t *placement);

/*
 * Read a placement in one of these forms, which its first lines tell: one host name, or
 * `host:count`, per line, in rank order; lines of rank, host and slot, also as CSV; a Blue Gene map
 * file, with coordinates and the number of the task there per rank and line; Fujitsu's coordinates
 * in parentheses; a rankfile of Open MPI; a list of ranks, as Cray MPICH reads it; a map of PMIx; a
 * mapping of Scotch; JSON, a plan or a task map of Flux; or a recipe. `text` has `length` bytes;
 * `name` is used in messages. TOPOMAP_INPUT with `name:line: `, or `name: ` for masks, which name
 * no nodes; TOPOMAP_IMPOSSIBLE if a recipe does not fit the nodes, or, with `name: `, the nodes of
 * a map file have no coordinates or nodes do not run as many ranks as are placed on them. `slots`
 * [ranks], or NULL, receives the slot of each rank on its node, as in topomap_plan_slots; where the
 * form tells none, slots are in the order of ranks.
 */
int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                            struct topomap_error *error);

/* ---- the inside of a node ---------------------------------------------------------------- */

/*
 * `source` is an hwloc synthetic description ("package:2 core:4 pu:1"), "xml:PATH" of an hwloc
 * XML file, or "self" for the machine that runs this. `allowed` is a cpuset in hwloc list syntax
 * ("0-3,8") to which the tree is restricted, or NULL. TOPOMAP_INPUT if hwloc refuses it, or if a
 * synthetic description has more than 4096 PUs, for which hwloc may take minutes;
 * TOPOMAP_IMPOSSIBLE if nothing is left after the restriction.
 */
struct topomap_nodetree *topomap_nodetree_create(const char *source, const char *allowed,
                                                 struct topomap_error *error);
void topomap_nodetree_destroy(struct topomap_nodetree *tree);

/* Number of PUs, and of cores, of the (restricted) tree. */
uint32_t topomap_nodetree_pus(const struct topomap_nodetree *tree);
uint32_t topomap_nodetree_cores(const struct topomap_nodetree *tree);

/* The number of the object of a level, in hwloc's words ("package", "numanode"), that holds all
 * CPUs of a cpuset in hwloc list syntax; -1 if none does. */
int topomap_nodetree_part(const struct topomap_nodetree *tree, const char *level,
                          const char *cpuset);

/*
 * Weights of levels inside nodes: what a byte between two parts of a level counts, 0 by default. A
 * message between two PUs counts the weights of all levels that separate them. `weights` is
 * "LEVEL:WEIGHT[,...]", "package:1,l3:0.5", with hwloc's names of object types and weights from 0
 * to 100 with at most two decimals. Without a tree (NULL) the text is only checked. TOPOMAP_USAGE:
 * malformed, or no such type. A level that the tree lacks has no effect.
 */
int topomap_nodetree_weigh(struct topomap_nodetree *tree, const char *weights,
                           struct topomap_error *error);

/* The levels with a weight that the tree lacks, as given: "l3, die"; NULL: none. */
const char *topomap_nodetree_missing(const struct topomap_nodetree *tree);

/*
 * Both kinds of weights in one list: names that are not classes of the network are levels inside
 * nodes, which need a tree (NULL: none). Without one *useless tells whether there are weights of
 * levels; if `useless` is NULL, they are an error. Other errors are those of the two functions.
 */
int topomap_links_weigh(struct topomap_network *network, struct topomap_nodetree *tree,
                        const char *weights, bool *useless, struct topomap_error *error);

/* Check the form and the range of such a list as far as that is possible without a network. */
int topomap_links_check(const char *weights, struct topomap_error *error);

/* The first node for whose tasks, of `pus` PUs each, the tree has too few; the number of nodes if
 * there is none. */
uint32_t topomap_nodetree_crowded(const struct topomap_nodetree *tree,
                                  const struct topomap_allocation *allocation, uint32_t pus);

enum topomap_slot_order {
    TOPOMAP_COMPACT, /* slots next to each other in the tree */
    TOPOMAP_SPREAD,  /* slots as far from each other as the tree allows */
};

/*
 * Cut `slots` slots of `pus` PUs each from the tree, whole cores first; slots are numbered in
 * tree order. cpusets[i] receives the slot's PUs in hwloc list syntax (free each).
 * TOPOMAP_IMPOSSIBLE if the tree has fewer than slots * pus PUs.
 */
int topomap_nodetree_slots(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                           enum topomap_slot_order order, char **cpusets,
                           struct topomap_error *error);

/*
 * Sort `count` cpusets (hwloc list syntax) by their place in the tree: order[i] is the index of the
 * i-th one. TOPOMAP_INPUT if one is malformed or not in the tree.
 */
int topomap_nodetree_sort(const struct topomap_nodetree *tree, uint32_t count,
                          const char *const *cpusets, uint32_t *order,
                          struct topomap_error *error);

#endif
