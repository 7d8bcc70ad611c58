/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap.h - put MPI ranks on nodes such that their messages travel few hops.
 *
 * This is everything that libtopomap exports. A program makes a graph (who sends how much to whom),
 * a network, an allocation (the nodes of a job, and how many ranks each of them runs) and a
 * request; it plans, and gets the node of each rank. The manual pages in section 3 are made from
 * the comments here.
 *
 * Objects. All are opaque: programs only see pointers. Objects returned by functions ending in
 * _create, _from, _new, _open, _parse, _read, _flat, _pattern or in _from_ and a word belong to the
 * caller, who releases them by the function of their kind ending in _destroy, which also accepts
 * NULL. An allocation needs its network, and a request and its plans need the graph and the
 * allocation: release them in the opposite order. A plan does not need its request.
 *
 * Memory. Arrays and strings that are passed in are copied, and stay the caller's. Pointers that
 * are returned belong to the object, and stay valid and unchanged until it is destroyed. Only a
 * `char *` without const belongs to the caller, who frees it with free().
 *
 * Errors. Functions return 0 or a pointer on success, and -1 or NULL on failure. The last argument
 * of functions that can fail is a `struct topomap_error *`, which may be NULL. On failure it holds
 * a code and one line of text; on success it is not touched. A function that fails has changed
 * nothing. Every one of them may fail with TOPOMAP_INTERNAL when memory runs out.
 *
 * Threads. Functions on different objects may run in several threads at once. Graphs, networks,
 * allocations, plans and metrics never change once they are made, so several threads may read the
 * same one, and plan with it. A request may only be used by one thread at a time.
 *
 * Side effects. The library prints nothing, reads no environment variable of its own (hwloc reads
 * HWLOC_*), keeps no state outside of the objects and never ends the process. It only reads files
 * that it is told to read. Making a graph of more than a million edges and reading a large binary
 * profile use up to 8 threads, at most as many as the process may use CPUs; they block all signals
 * and have ended when the function returns. Planning partitions graphs with METIS, which draws by
 * the C library's rand() and takes over the handlers of SIGTERM and SIGABRT for moments. Afterwards
 * rand() goes on where it was, and the handlers are as before; a SIGTERM that came meanwhile is
 * raised then. A thread that calls rand() while another one plans may change the plan, and threads
 * other than the one that plans must block SIGTERM meanwhile. The same input gives the same output,
 * byte for byte, on every machine, unless a time budget cuts planning short or METIS was built in
 * another way. Numbers in texts have a decimal point, whatever the program's LC_NUMERIC is: for
 * that the locale of the calling thread is changed for moments, and restored.
 */
#ifndef TOPOMAP_H
#define TOPOMAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- topomap_error: errors and versions --------------------------------------------------- */

/* What kind of failure it is. The command topomap exits with the same numbers. */
enum topomap_code {
    TOPOMAP_OK = 0,
    TOPOMAP_INTERNAL = 1,   /* out of memory, or a defect of topomap */
    TOPOMAP_USAGE = 2,      /* the caller's arguments or options are wrong */
    TOPOMAP_INPUT = 3,      /* a file, text or array is missing, unreadable or malformed */
    TOPOMAP_IMPOSSIBLE = 4, /* valid, but impossible: numbers of ranks that differ, ... */
    TOPOMAP_TIMEOUT = 5     /* out of time with nothing usable */
};

/* Bytes of the text of an error, including the NUL. */
#define TOPOMAP_ERROR_TEXT 512

/* A failure. The caller provides it, for example on the stack; it needs no initialisation and no
 * release. */
struct topomap_error {
    enum topomap_code code;
    char text[TOPOMAP_ERROR_TEXT]; /* one line without newline; `file:line: ` where it applies */
};

/* Version of the library as text, for example "0.1.0". It is constant. */
const char *topomap_version(void);

/* The version of the interface in this header: 65536 times the major number, which changes when
 * programs break, plus the minor number, which grows when something is added. */
#define TOPOMAP_API_VERSION 0x10000U

/* The TOPOMAP_API_VERSION of the running library, which may differ from the header's. */
unsigned int topomap_api_version(void);

/*
 * Refuse a library that does not fit. `version` is the TOPOMAP_API_VERSION that the program was
 * compiled with. A program that loads the library by dlopen(), or is shipped separately from it,
 * calls this before anything else:
 *
 *     if (topomap_api_check(TOPOMAP_API_VERSION, &error) < 0)
 *         errx(error.code, "%s", error.text);
 *
 * Returns 0 if the library has the same major number and at least that minor number, or -1 with
 * TOPOMAP_IMPOSSIBLE and both versions in the text.
 */
int topomap_api_check(unsigned int version, struct topomap_error *error);

/* ---- topomap_graph: who sends how much to whom -------------------------------------------- */

/* The directed communication graph of an application. Its vertices are MPI ranks, from 0. */
struct topomap_graph;

/* The most ranks that a graph may have. */
#define TOPOMAP_MAX_RANKS (1U << 24)

/* What rank `src` sends to rank `dst` in the whole run. */
struct topomap_edge {
    uint32_t src;
    uint32_t dst;
    uint64_t bytes;
    uint64_t messages;
};

/*
 * Make a graph of `ranks` ranks (1 to TOPOMAP_MAX_RANKS) from edges[count] in any order. Edges
 * between the same pair add up. What a rank sends to itself never leaves its node, so it is not an
 * edge and in no sum. If no pair has two messages, in particular if all have 0, messages were not
 * counted: the bytes are weights, and predicted times know no latencies. TOPOMAP_INPUT if a rank is
 * out of range, or all bytes or all messages together exceed 2^53.
 */
struct topomap_graph *topomap_graph_create(uint32_t ranks, const struct topomap_edge *edges,
                                           size_t count, struct topomap_error *error);

/*
 * The same from compressed sparse rows (CSR), as used by partitioners and MPI's distributed graphs:
 * rank r sends to targets[offsets[r]] to targets[offsets[r+1]-1]. `offsets` [ranks+1] begins with 0
 * and never falls; `targets`, `bytes` and `messages` have offsets[ranks] elements. `bytes` may
 * be NULL: 1 for each target; without `messages` the bytes are weights. TOPOMAP_INPUT as in
 * topomap_graph_create, or if the offsets are wrong.
 */
struct topomap_graph *topomap_graph_from_csr(uint32_t ranks, const size_t *offsets,
                                             const uint32_t *targets, const uint64_t *bytes,
                                             const uint64_t *messages,
                                             struct topomap_error *error);

/*
 * Read a graph from the file `path` ("-" is standard input). `format` is the name of a graph
 * format, see `topomap list formats`, or NULL to recognise it by file extension and content.
 * Patterns are not read, see topomap_graph_pattern. TOPOMAP_USAGE if there is no such format;
 * TOPOMAP_INPUT, with `path:line: `, if the file is missing, unreadable or malformed.
 */
struct topomap_graph *topomap_graph_read(const char *path, const char *format,
                                         struct topomap_error *error);

/*
 * A graph from a pattern instead of a recording, such as "grid:16x8x64:periodic", "rows:16x16",
 * "ring" or "alltoall"; topomap(1) describes all of them. Bytes are relative; those of a training
 * job that exceed 2^52 in all are divided by a power of two, and its messages with them. `ranks` is
 * the wanted number of ranks, or 0 for the pattern's own. TOPOMAP_INPUT if it is malformed;
 * TOPOMAP_USAGE if `ranks` is 0 and the pattern has no number of its own, as "ring";
 * TOPOMAP_IMPOSSIBLE if the number of ranks differs or does not suit it, or there may be more than
 * 2^26 edges.
 */
struct topomap_graph *topomap_graph_pattern(const char *pattern, uint32_t ranks,
                                            struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_graph_destroy(struct topomap_graph *graph);

/* Number of ranks. */
uint32_t topomap_graph_ranks(const struct topomap_graph *graph);

/* Number of directed edges: ordered pairs of distinct ranks that exchange anything. */
size_t topomap_graph_edges(const struct topomap_graph *graph);

/* Copy the edges `first` to `first + count - 1`, all of which must exist, into edges[count], in
 * order of source, then destination. */
void topomap_graph_copy_edges(const struct topomap_graph *graph, size_t first, size_t count,
                              struct topomap_edge *edges);

/* ---- topomap_network: what connects the nodes --------------------------------------------- */

/* An interconnection network: named nodes and the distances between them, in hops. Nodes are
 * numbered from 0. */
struct topomap_network;

/*
 * The network of a short form, "torus:4x4x4", "tree:16x12x8", ... with nodes n0, n1, ..., or of a
 * file ("-" is standard input): Slurm's topology.conf (or the output of `scontrol show topology`),
 * Slurm's topology.yaml, or topomap's own YAML, recognised by content; topomap(1) describes forms
 * and files. TOPOMAP_INPUT, with `path:line: ` for a file, if it is malformed.
 */
struct topomap_network *topomap_network_open(const char *spec, struct topomap_error *error);

/* The network of a file's contents, `length` bytes of `text`; `name` is used in messages. */
struct topomap_network *topomap_network_parse(const char *name, const char *text, size_t length,
                                              struct topomap_error *error);

/* A flat network of the nodes of `hostlist` (Slurm's syntax, "n[001-064,070]"): any two nodes are
 * one hop apart. TOPOMAP_INPUT if the list is malformed or has duplicates. */
struct topomap_network *topomap_network_flat(const char *hostlist, struct topomap_error *error);

/*
 * A network from its links: vertices 0 to nodes-1 are nodes, the next `switches` vertices are
 * switches or routers, which run no ranks. ends[2*links] holds two vertices for each link, which
 * connects them in both directions; the distance of two nodes is the least number of links between
 * them.
 *
 * `names` [nodes] are the nodes' names, of letters, digits, '-', '_' and '.'; NULL: n0, n1, ...
 * Only the distances are kept, not the links: loads of links are those of nodes. At most 8192
 * nodes, and 2^22 vertices. Work and memory are those of a breadth-first search from each node, and
 * of two bytes for each pair of nodes. TOPOMAP_INPUT if there are more than these or no nodes, a
 * vertex is out of range, a link connects a vertex with itself, two nodes are more than 65535 links
 * apart, or a name is malformed or occurs twice; TOPOMAP_IMPOSSIBLE if some node cannot be reached
 * from another.
 */
struct topomap_network *topomap_network_from_links(uint32_t nodes, const char *const *names,
                                                   uint32_t switches, const uint32_t *ends,
                                                   size_t links, struct topomap_error *error);

/*
 * A network from a matrix of distances: hops[a*nodes+b] from node a to node b, 0 for a node and
 * itself, the same in both directions, at most 65535. A hop may be any whole number that grows with
 * cost. Names and the most nodes are those of topomap_network_from_links. TOPOMAP_INPUT if there
 * are more nodes or none, a distance is wrong, or a name is malformed or occurs twice.
 */
struct topomap_network *topomap_network_from_matrix(uint32_t nodes, const char *const *names,
                                                    const uint32_t *hops,
                                                    struct topomap_error *error);

/*
 * The same from a function: `distance` gets `context` and two nodes a < b, and returns the hops
 * between them, at most 65535. It is called once for each pair, and only before this function
 * returns.
 */
struct topomap_network *topomap_network_from_distances(
    uint32_t nodes, const char *const *names,
    uint32_t (*distance)(void *context, uint32_t a, uint32_t b), void *context,
    struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_network_destroy(struct topomap_network *network);

/* "tree", "torus", "mesh", "flat", "matrix", ... */
const char *topomap_network_kind(const struct topomap_network *network);

/* Number of nodes. */
uint32_t topomap_network_nodes(const struct topomap_network *network);

/* Name of `node`, 0 to topomap_network_nodes()-1. */
const char *topomap_network_node_name(const struct topomap_network *network, uint32_t node);

/* Number of the node called `name`, or -1. */
int64_t topomap_network_find(const struct topomap_network *network, const char *name);

/* Hops between two nodes by the shortest path; 0 for a node and itself. */
uint32_t topomap_network_distance(const struct topomap_network *network, uint32_t a, uint32_t b);

/* ---- topomap_allocation: the nodes of a job ----------------------------------------------- */

/* The nodes of a job, in its order, and how many ranks each of them runs. */
struct topomap_allocation;

/*
 * `hosts` is a host list in Slurm's syntax ("n[001-064,070]"), every host once; `tasks` is Slurm's
 * tasks-per-node syntax ("16(x63),8") or one number for all nodes. TOPOMAP_INPUT if either is
 * malformed; TOPOMAP_IMPOSSIBLE if their counts differ, a host is not in the network, or there are
 * no tasks or more than TOPOMAP_MAX_RANKS.
 */
struct topomap_allocation *topomap_allocation_create(const struct topomap_network *network,
                                                     const char *hosts, const char *tasks,
                                                     struct topomap_error *error);

/* The same from arrays: names hosts[nodes], and how many ranks each runs in tasks[nodes], where 0
 * is allowed. */
struct topomap_allocation *topomap_allocation_from(const struct topomap_network *network,
                                                   uint32_t nodes, const char *const *hosts,
                                                   const uint32_t *tasks,
                                                   struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_allocation_destroy(struct topomap_allocation *allocation);

/* Number of allocated nodes. */
uint32_t topomap_allocation_nodes(const struct topomap_allocation *allocation);

/* Number of ranks on all of them together. */
uint32_t topomap_allocation_ranks(const struct topomap_allocation *allocation);

/* Name of an allocated node, given by its index in the allocation. */
const char *topomap_allocation_host(const struct topomap_allocation *allocation, uint32_t node);

/* ---- topomap_request: what to plan, and how ----------------------------------------------- */

/* What to plan, with the settings of the planner. */
struct topomap_request;

/*
 * A request to place the ranks of `graph` on the nodes of `allocation`, with the defaults of the
 * command `topomap plan`: algorithm auto, effort default, seed 1, the block distribution as the
 * placement to beat. For a graph of the pattern `order` the algorithm is order, and rank 0 stays on
 * its node for one of a `train:` pattern. Both objects stay the caller's, and must live as long as
 * the request and its plans.
 */
struct topomap_request *topomap_request_new(const struct topomap_graph *graph,
                                            const struct topomap_allocation *allocation,
                                            struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_request_destroy(struct topomap_request *request);

/*
 * Set an option by its name, from the text that the command topomap would take. TOPOMAP_USAGE if
 * there is no such option or it does not take this value; for a grid or a node tree errors of its
 * description, TOPOMAP_INPUT or TOPOMAP_IMPOSSIBLE. Names of algorithms are checked by
 * topomap_plan_create. The options are:
 *
 * @options library
 */
int topomap_request_set(struct topomap_request *request, const char *name, const char *value,
                        struct topomap_error *error);

/* The name of option `index`, from 0 on, for topomap_request_set; NULL after the last one. */
const char *topomap_request_option(size_t index);

/*
 * The placement to beat: layout[ranks] has for each rank the index of its node in the allocation.
 * NULL: the block distribution, where consecutive ranks fill one node after another.
 * TOPOMAP_IMPOSSIBLE if a node's number of ranks differs from the allocation's.
 */
int topomap_request_set_layout(struct topomap_request *request, const uint32_t *layout,
                               struct topomap_error *error);

/*
 * The place of each rank in the application's domain: in the process grid, or the centre of its
 * part, values[ranks*dimensions], at most 8 dimensions. Some algorithms use them; NULL: unknown.
 * TOPOMAP_INPUT if a value is not a number or beyond 1e15.
 */
int topomap_request_set_coordinates(struct topomap_request *request, uint32_t dimensions,
                                    const double *values, struct topomap_error *error);

/* ---- topomap_plan: on which node each rank should run ------------------------------------- */

/* A placement, and how it compares to the placement to beat. */
struct topomap_plan;

/* The cost of a placement, see topomap_metrics(3). */
struct topomap_metrics;

/*
 * Plan: run the algorithms of the request and keep the best placement, or the layout if none is
 * better. If several algorithms are given, those that cannot work on this network are left out.
 * TOPOMAP_USAGE: unknown algorithm, or a parameter that is missing or malformed;
 * TOPOMAP_IMPOSSIBLE: the numbers of ranks of graph, coordinates and allocation differ, or no
 * algorithm can work on this network. Sources of the algorithms: `topomap list algorithms`.
 */
struct topomap_plan *topomap_plan_create(const struct topomap_request *request,
                                         struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_plan_destroy(struct topomap_plan *plan);

/* The planned placement, [ranks]: for each rank the index of its node in the allocation. Each node
 * has exactly as many ranks as the allocation says. */
const uint32_t *topomap_plan_placement(const struct topomap_plan *plan);

/*
 * The slot of each rank on its node, [ranks]: a permutation of 0 to tasks-1 on every node. Without
 * a node tree ranks take slots in ascending order. With one, slot i is the i-th group of PUs that
 * the tree has for a task, and ranks that communicate much share the lowest part of the tree.
 */
const uint32_t *topomap_plan_slots(const struct topomap_plan *plan);

/* The quantity that TOPOMAP_SCORE measures: "predicted time", "hop-bytes" or "congestion", or
 * "score" for hop-bytes with the weighted bytes inside nodes. Objective auto predicts times, but
 * counts hop-bytes if hops or levels inside nodes have weights, or links are unknown. */
const char *topomap_plan_quantity(const struct topomap_plan *plan);

/* The algorithm whose placement was taken; "layout" if the placement to beat was kept because
 * nothing better was found. */
const char *topomap_plan_algorithm(const struct topomap_plan *plan);

/* Metrics of the placement to beat, and of the planned one. They belong to the plan. */
const struct topomap_metrics *topomap_plan_before(const struct topomap_plan *plan);
const struct topomap_metrics *topomap_plan_after(const struct topomap_plan *plan);

/*
 * The plan as text: "hosts" (a host name per rank, for SLURM_HOSTFILE), "rankfile" (Open MPI),
 * "mpich" (machine file of Hydra), "slots" (lines of rank, host and slot), "json", "text" and
 * others, see `topomap list formats`. Freed by the caller. TOPOMAP_USAGE: there is no such format;
 * TOPOMAP_IMPOSSIBLE: the format cannot express this plan.
 */
char *topomap_plan_print(const struct topomap_plan *plan, const char *format,
                         struct topomap_error *error);

/* ---- topomap_metrics: what a placement costs ---------------------------------------------- */

/*
 * The metrics of a placement. c(i,j) are the bytes from rank i to rank j, d is the distance and p
 * the placement; all sums are over directed edges. Loads of links are under the routing of the
 * network; parallel links between two switches share their traffic evenly, unless the network's
 * description says which of them a message takes.
 */
enum topomap_metric {
    TOPOMAP_SCORE = 0,           /* the value of the request's objective; lower is better */
    TOPOMAP_HOP_BYTES = 1,       /* sum of c(i,j) * d(p(i),p(j)), bytes */
    TOPOMAP_AVERAGE_HOPS = 2,    /* hop-bytes / all bytes; 0 without traffic */
    TOPOMAP_TOTAL_BYTES = 3,     /* sum of c(i,j) */
    TOPOMAP_INTERNODE_BYTES = 4, /* sum of c(i,j) where p(i) != p(j) */
    TOPOMAP_INTERNODE_MESSAGES = 5,
    TOPOMAP_MAX_HOPS = 6,        /* the longest distance that any edge travels */
    TOPOMAP_MAX_LINK_BYTES = 7,  /* load of the busiest directed link */
    TOPOMAP_AVERAGE_LINK_BYTES = 8, /* mean load of the links that carry anything */
    TOPOMAP_MEAN_LINK_BYTES = 9, /* mean load of all links */
    TOPOMAP_MIN_LINK_BYTES = 10, /* load of the least busy link */
    TOPOMAP_USED_LINKS = 11      /* number of links that carry anything */
};

/*
 * Compute the cost of a placement, with the graph, allocation, objective and node tree of a
 * request. `placement` and `slots` [ranks] are as in plans; `slots` may be NULL: ranks in ascending
 * order. TOPOMAP_IMPOSSIBLE if the numbers of ranks of graph and allocation differ, if a node's
 * number of ranks differs from the allocation's, or if slots are not a permutation.
 */
struct topomap_metrics *topomap_metrics_create(const struct topomap_request *request,
                                               const uint32_t *placement, const uint32_t *slots,
                                               struct topomap_error *error);

/* Release it. NULL: nothing to do. */
void topomap_metrics_destroy(struct topomap_metrics *metrics);

/* One of the metrics; NaN if there is no such metric. */
double topomap_metrics_get(const struct topomap_metrics *metrics, enum topomap_metric metric);

#ifdef __cplusplus
}
#endif

#endif /* TOPOMAP_H */
