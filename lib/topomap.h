/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap.h - put MPI ranks on the nodes where their messages travel least.
 *
 * Conventions of every function here:
 *  - Functions return 0 on success and -1 on failure, or a pointer and NULL.
 *  - The last argument of functions that can fail is a `struct topomap_error *`, which may be
 *    NULL. On failure it holds a code and one line of text; on success it is left alone.
 *  - A function that fails has changed nothing.
 *  - Objects are made by *_create, *_read or *_parse and released by *_destroy, which accept
 *    NULL. Pointers returned by accessors belong to the object and live as long as it does.
 *  - Strings returned as `char *` belong to the caller, who frees them with free().
 *  - The library prints nothing, reads no environment variable, keeps no global state and never
 *    ends the process. Distinct objects may be used from distinct threads; objects are immutable
 *    once made and may be read from several threads.
 *  - The same input gives the same output, byte for byte, on every machine.
 */
#ifndef TOPOMAP_H
#define TOPOMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ------------------------------------------------------------------------------ */

/* Error codes; also the exit codes of the tools. */
enum topomap_code {
    TOPOMAP_OK = 0,
    TOPOMAP_INTERNAL = 1,   /* out of memory, or a defect of topomap */
    TOPOMAP_USAGE = 2,      /* the caller's arguments or options are wrong */
    TOPOMAP_INPUT = 3,      /* a file or text is missing, unreadable or malformed */
    TOPOMAP_IMPOSSIBLE = 4, /* well-formed, but it cannot be done: counts that differ, ... */
    TOPOMAP_TIMEOUT = 5,    /* out of time with nothing usable */
};

#define TOPOMAP_ERROR_TEXT 512

struct topomap_error {
    enum topomap_code code;
    char text[TOPOMAP_ERROR_TEXT]; /* one line without newline; `file:line: ` where it applies */
};

/* Version of the library, for example "0.1.0". */
const char *topomap_version(void);

/* ---- communication graph ----------------------------------------------------------------- */

/* What rank `src` sent to rank `dst` in the whole run. */
struct topomap_edge {
    uint32_t src;
    uint32_t dst;
    uint64_t bytes;
    uint64_t messages;
};

/* The directed communication graph of an application; vertices are MPI ranks. */
struct topomap_graph;

/*
 * Make a graph of `ranks` ranks (1 to TOPOMAP_MAX_RANKS) from `count` edges in any order; the
 * array stays the caller's. Edges between the same pair add up. What a rank sends to itself is no
 * edge and in no sum, as it never leaves a node; topomap_graph_self gives it. TOPOMAP_INPUT if a
 * rank is out of range, or all bytes or all messages together exceed 2^53.
 */
struct topomap_graph *topomap_graph_create(uint32_t ranks, const struct topomap_edge *edges,
                                           size_t count, struct topomap_error *error);

#define TOPOMAP_MAX_RANKS (1U << 24)

/*
 * Read a graph from `path` ("-" is standard input). `format` is the name of a graph format (see
 * topomap_graph_format_get) or NULL to recognise it by file extension and content.
 * TOPOMAP_INPUT, with `path:line: `, if the file is missing, unreadable or malformed.
 */
struct topomap_graph *topomap_graph_read(const char *path, const char *format,
                                         struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_graph *topomap_graph_parse(const char *name, const char *text, size_t length,
                                          const char *format, struct topomap_error *error);

/*
 * A graph from a pattern instead of a recording. Bytes are relative.
 *
 *     grid:16x8x64[:periodic][:27][:order=K][:column]  the neighbours of a process grid of any
 *         dimension d, up to K steps [1] away: 2Kd+1 points, or (2K+1)^d if that number is said;
 *         the last dimension is fastest unless `column`
 *     rows:16x16[:column]  all to all in every row and column
 *     ring, alltoall       a periodic grid of one dimension; each rank and all others
 *     butterfly            the pairs of recursive doubling, without those that there are not
 *     random[:degree=8][:seed=1]     partners by chance; half of the degree is drawn by each rank
 *     geometric[:degree=6][:seed=1]  see topomap_graph_geometric
 *     power-law[:degree=6][:seed=1]  degrees by a power law, by preferential attachment (Barabasi
 *         and Albert, Science 286, 1999): each rank joins degree/2 of those before it
 *     cg[:class=A]  the point-to-point messages of CG of the NAS Parallel Benchmarks 3.3, of a
 *         whole run, on a power of two of ranks
 *     order         nothing known: the closer in rank, the more
 *     train:...     see topomap(1)
 *
 * `ranks` is the number of ranks that there should be, or 0 to take the pattern's. TOPOMAP_INPUT if
 * it is malformed; TOPOMAP_IMPOSSIBLE if the number of ranks differs or does not suit it, or there
 * may be more than 2^26 edges.
 */
struct topomap_graph *topomap_graph_pattern(const char *pattern, uint32_t ranks,
                                            struct topomap_error *error);

/*
 * A random geometric graph: points in a square, edges in both directions between those that are
 * so close that each has about `degree` neighbours (fewer at the rim).
 */
struct topomap_graph *topomap_graph_geometric(uint32_t ranks, double degree, uint64_t seed,
                                              struct topomap_error *error);

/* The places of a square sparse matrix at which it has entries; their values are not kept. */
struct topomap_matrix;

/*
 * Read a matrix in Matrix Market's coordinate format from `path` ("-" is standard input), with
 * values and symmetry of any kind; entries that are stored as 0 count. At most 2^26 rows.
 * TOPOMAP_INPUT, with `path:line:column: `, if it is malformed or not square.
 */
struct topomap_matrix *topomap_matrix_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_matrix *topomap_matrix_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_matrix_destroy(struct topomap_matrix *matrix);

uint32_t topomap_matrix_rows(const struct topomap_matrix *matrix);

/* Entries, both triangles of a symmetric matrix counted. */
size_t topomap_matrix_entries(const struct topomap_matrix *matrix);

/*
 * The communication graph of y = A x, with the rows of A spread over `ranks` ranks (1 to the number
 * of rows) as in HierTopoMap's test suite (Wu, Xiong, Lan, J. Supercomputing 2015): METIS's
 * partition P of the graph in which i and j are neighbours if a(i,j) or a(j,i) is stored, repaired
 * until all ranks have as many rows, up to one. The rank that has row i has x(i) and y(i), too, and
 * needs the x(j) of each a(i,j) that is stored, once:
 *
 *     bytes(p,q) = value_bytes |{ j : P(j) = p, and a(i,j) is stored for an i with P(i) = q }|
 *
 * in one message for p != q. `value_bytes` is 1 to 2^20. TOPOMAP_IMPOSSIBLE if there are more ranks
 * than rows, or more entries than METIS's indices can hold.
 */
struct topomap_graph *topomap_graph_from_matrix(const struct topomap_matrix *matrix,
                                                uint32_t ranks, uint64_t value_bytes,
                                                uint64_t seed, struct topomap_error *error);

/* Whether a text is a pattern by its first word. A file of such a name is written "./order". */
bool topomap_graph_is_pattern(const char *text);

/* The coordinates of the ranks in the process grid of the pattern that `graph` was made from; NULL
 * if it was not made from one that has a grid. They belong to the graph. */
const struct topomap_coordinates *topomap_graph_coordinates(const struct topomap_graph *graph);

/* The algorithms that suit a pattern, as topomap_request takes them; NULL: any. For "order" those
 * that keep consecutive ranks together, because more is not known. */
const char *topomap_graph_pattern_algorithms(const char *text);

/* Whether rank 0 should stay on its node: that of training jobs, whose scripts name its host. */
bool topomap_graph_pattern_keeps_first(const char *text);

/* Names and summaries of the patterns: index 0, 1, ... until false. */
bool topomap_graph_pattern_get(size_t index, const char **name, const char **summary);

void topomap_graph_destroy(struct topomap_graph *graph);

uint32_t topomap_graph_ranks(const struct topomap_graph *graph);

/* Number of directed edges (ordered pairs of distinct ranks that exchange anything). */
size_t topomap_graph_edges(const struct topomap_graph *graph);

/* Sum of the bytes, and of the messages, over all directed edges. */
uint64_t topomap_graph_bytes(const struct topomap_graph *graph);
uint64_t topomap_graph_messages(const struct topomap_graph *graph);

/* Edge `index` (0 to topomap_graph_edges()-1), in order of source, then destination. */
struct topomap_edge topomap_graph_edge(const struct topomap_graph *graph, size_t index);

/* Copy edges `first` to `first + count - 1` into edges[count]. */
void topomap_graph_copy_edges(const struct topomap_graph *graph, size_t first, size_t count,
                              struct topomap_edge *edges);

/* Index of the first edge that leaves `rank`; rank == ranks gives the number of edges. */
size_t topomap_graph_first_edge(const struct topomap_graph *graph, uint32_t rank);

/* What `rank` sends to itself. */
struct topomap_edge topomap_graph_self(const struct topomap_graph *graph, uint32_t rank);

/* The same graph weighted by messages: every edge has as many bytes as it has messages, so that
 * whatever counts bytes counts messages. */
struct topomap_graph *topomap_graph_by_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error);

/*
 * What the `count` ranks of `ranks` exchange with each other: ranks[i] becomes rank i, so that
 * other orders of all of them renumber a graph. TOPOMAP_INPUT if there are none, one stands twice
 * or is not of the graph.
 */
struct topomap_graph *topomap_graph_extract(const struct topomap_graph *graph,
                                            const uint32_t *ranks, uint32_t count,
                                            struct topomap_error *error);

/* The sum of `count` graphs, at least one: what the same ranks sent in all of them together.
 * TOPOMAP_INPUT if they have different numbers of ranks, or the sums exceed 2^53. */
struct topomap_graph *topomap_graph_merge(const struct topomap_graph *const *graphs, size_t count,
                                          struct topomap_error *error);

/*
 * The same graph with all bytes and all messages multiplied, rounded to whole numbers; an edge is
 * left out where both become 0. TOPOMAP_INPUT if a factor is negative or no finite number, or the
 * sums exceed 2^53.
 */
struct topomap_graph *topomap_graph_scale(const struct topomap_graph *graph, double bytes,
                                          double messages, struct topomap_error *error);

/*
 * The graph in `format`, with a NUL behind it; free() it. Unless `length` is NULL, it gets the
 * number of bytes without that one: some formats are binary. TOPOMAP_USAGE if graphs cannot be
 * written in the format, TOPOMAP_IMPOSSIBLE if it has no room for one of so many ranks.
 */
char *topomap_graph_print(const struct topomap_graph *graph, const char *format, size_t *length,
                          struct topomap_error *error);

/*
 * What characterises a graph of n ranks. With C(i,j) the bytes from rank i to rank j, what ranks
 * send to themselves included, and S their sum. Source: Korndoerfer et al., Mapping Matters, 2020,
 * after Diener et al., Performance Evaluation 88, 2015 (CA, CH), and Bordage and Jeannot, Process
 * affinity, metrics and impact on performance, CCGRID 2018 (the others, and CH without percents).
 */
struct topomap_graph_metrics {
    double amount;        /* CA: S / n^2 */
    double balance;       /* CB: 1 - mean of the rows' sums / the largest of them */
    double centrality;    /* CC: the band around the diagonal that holds half of each row, summed
                           * over the rows and divided by n^2 */
    double heterogeneity; /* CH: mean over the rows of the variance of C / its largest element */
    double neighbour;     /* NBC: 1 - the part of S between ranks i and i+1 */
};

/* The metrics of a graph; all are 0 for one without traffic. */
int topomap_graph_metrics_get(const struct topomap_graph *graph,
                              struct topomap_graph_metrics *metrics, struct topomap_error *error);

/* SP(k): 1 - the part of all bytes that stays inside blocks of k consecutive ranks; k > 0. */
double topomap_graph_split(const struct topomap_graph *graph, uint32_t k);

#define TOPOMAP_MAX_DIMS 8 /* of coordinates of ranks, and of nodes */

/* What pattern the ranks communicate in. */
enum topomap_structure_kind {
    TOPOMAP_NO_STRUCTURE,
    TOPOMAP_GRID,      /* a process grid, neighbours at most one step apart in each dimension */
    TOPOMAP_ROWS,      /* all to all in the lines of ranks along at least one dimension, neighbours
                        * along the others */
    TOPOMAP_HYPERCUBE, /* partners whose numbers differ in one binary digit, in some numbering */
};

/* The structure of a graph, and where each rank lies in it. Fields are to be read only. */
struct topomap_structure {
    enum topomap_structure_kind kind;
    uint32_t dims;                   /* 0 if there is no structure */
    uint32_t dim[TOPOMAP_MAX_DIMS];
    bool periodic[TOPOMAP_MAX_DIMS]; /* whether a dimension is a ring */
    bool complete[TOPOMAP_MAX_DIMS]; /* whether all ranks along it exchange data */
    uint32_t neighbours;             /* of a rank inside */
    double share;                    /* part of all bytes that goes to these */
    uint32_t *coordinates;           /* [ranks][dims]; no two ranks at the same place */
};

/*
 * Recognise the structure of a graph from its edges alone, however ranks are numbered: grids of any
 * dimension, also with diagonal neighbours, some edges missing, or others that are lighter. Up to a
 * third of the places may be empty. Where ranks are numbered in order, the last dimension is
 * fastest. A ring of four is told from a square of two by two if the numbers of ranks or other
 * rings allow; a hypercube of more than 8 dimensions is given as rings of four.
 * Work is near linear in the edges, times their number at a rank. NULL only when memory is out.
 */
struct topomap_structure *topomap_structure_create(const struct topomap_graph *graph,
                                                   struct topomap_error *error);
void topomap_structure_destroy(struct topomap_structure *structure);

/* Names and summaries of the graph formats: index 0, 1, ... until false. */
bool topomap_graph_format_get(size_t index, const char **name, const char **summary);

/* ---- profiles of applications ------------------------------------------------------------ */

/* What the recorder of `topomap profile` wrote. topomap_graph_read takes it for a graph, too. */
struct topomap_profile;

struct topomap_profile_info {
    uint32_t ranks;
    uint32_t recorded;         /* ranks whose record is in it */
    uint32_t unfinished;       /* of these, those that ended before MPI_Finalize */
    uint32_t sampling;         /* one call of so many was recorded, and counted as all of them */
    double slice;              /* seconds of each phase; 0: the application marked them */
    uint64_t outside_messages; /* exchanged with processes outside MPI_COMM_WORLD; in no graph */
    uint64_t outside_bytes;
    const char *library;       /* the MPI library, with its version */
    const char *program;
};

/* What was recorded, to be joined by |. */
enum topomap_part {
    TOPOMAP_PART_P2P = 1,
    TOPOMAP_PART_ONE_SIDED = 2,
    TOPOMAP_PART_COLLECTIVES = 4, /* as the messages of textbook algorithms */
    TOPOMAP_PART_ALL = 7
};

#define TOPOMAP_EVERY_PHASE UINT32_MAX

/* A profile, or what ranks of a node left that were killed. TOPOMAP_INPUT if the file is missing,
 * neither of them, of an unknown version, or damaged. */
struct topomap_profile *topomap_profile_read(const char *path, struct topomap_error *error);
void topomap_profile_destroy(struct topomap_profile *profile);

const struct topomap_profile_info *topomap_profile_info(const struct topomap_profile *profile);

/* The phases that something was recorded in, ascending: index 0, 1, ... until false. */
bool topomap_profile_phase(const struct topomap_profile *profile, size_t index, uint32_t *phase);

/* The graph of some parts of one phase, or of TOPOMAP_EVERY_PHASE. */
struct topomap_graph *topomap_profile_graph(const struct topomap_profile *profile, unsigned parts,
                                            uint32_t phase, struct topomap_error *error);

/*
 * One profile of several from the same run: `*length` bytes, which the caller writes to a file and
 * frees. A rank's record is taken from the first that has it. TOPOMAP_INPUT if they are of
 * different runs.
 */
char *topomap_profile_join(const struct topomap_profile *const *profiles, size_t count,
                           size_t *length, struct topomap_error *error);

/* ---- coordinates of ranks ---------------------------------------------------------------- */

/* Where each rank of an application is in what it computes: in the process grid, or the centre of
 * its part of the domain. */
struct topomap_coordinates;

#define TOPOMAP_MAX_DIMENSIONS 8U
#define TOPOMAP_MAX_COORDINATE 1e15 /* and as much below 0 */

/* From `values` [ranks][dimensions], which stay the caller's. TOPOMAP_INPUT if one is out of
 * range or no number, or the numbers of ranks or dimensions are. */
struct topomap_coordinates *topomap_coordinates_create(uint32_t ranks, uint32_t dimensions,
                                                       const double *values,
                                                       struct topomap_error *error);

/*
 * Read them from `path` ("-" is standard input): for each rank, in order, a line of as many
 * numbers as there are dimensions; '#' begins a comment. TOPOMAP_INPUT with `path:line: `.
 */
struct topomap_coordinates *topomap_coordinates_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_coordinates *topomap_coordinates_parse(const char *name, const char *text,
                                                      size_t length, struct topomap_error *error);

/* Those of a process grid, "16x8x64[:column]": the last dimension is fastest unless `column`.
 * TOPOMAP_INPUT if it is malformed. */
struct topomap_coordinates *topomap_coordinates_grid(const char *grid,
                                                     struct topomap_error *error);

void topomap_coordinates_destroy(struct topomap_coordinates *coordinates);

uint32_t topomap_coordinates_ranks(const struct topomap_coordinates *coordinates);
uint32_t topomap_coordinates_dimensions(const struct topomap_coordinates *coordinates);

/* The coordinates of `rank`, [dimensions]. */
const double *topomap_coordinates_get(const struct topomap_coordinates *coordinates, uint32_t rank);

/* ---- network ----------------------------------------------------------------------------- */

/* An interconnection network: named nodes, hop distances, links and routes. */
struct topomap_network;

/*
 * Read a network description from `path` ("-" is standard input): Slurm's topology.conf (or what
 * `scontrol show topology` prints), Slurm's topology.yaml, or topomap's own YAML; recognised by
 * content. TOPOMAP_INPUT with `path:line: ` if it is malformed.
 */
struct topomap_network *topomap_network_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_network *topomap_network_parse(const char *name, const char *text, size_t length,
                                              struct topomap_error *error);

/* The network of a form in one word, "torus:4x4x4", "tree:16x12x8", ... with nodes n0, n1, ...; of
 * any other `spec` topomap_network_read(). TOPOMAP_INPUT also if a form is malformed. */
struct topomap_network *topomap_network_open(const char *spec, struct topomap_error *error);

/* A flat network of the nodes of `hostlist` (Slurm syntax): any two nodes are 1 hop apart. */
struct topomap_network *topomap_network_flat(const char *hostlist, struct topomap_error *error);

void topomap_network_destroy(struct topomap_network *network);

/* "tree", "torus", "mesh", "flat", ... */
const char *topomap_network_kind(const struct topomap_network *network);

/* One line about size and distance convention: "switch tree, 3 levels, 7 switches, 16 nodes". */
const char *topomap_network_summary(const struct topomap_network *network);

uint32_t topomap_network_nodes(const struct topomap_network *network);
const char *topomap_network_node_name(const struct topomap_network *network, uint32_t node);

/* Index of the node called `name`, or -1. */
int64_t topomap_network_find(const struct topomap_network *network, const char *name);

/* Hops between two nodes by shortest path; 0 for a node and itself. */
uint32_t topomap_network_distance(const struct topomap_network *network, uint32_t a, uint32_t b);

/* Number of directed links of the network. */
uint32_t topomap_network_links(const struct topomap_network *network);

/* Name of a directed link, written to `text` of `size` bytes: "leaf0->spine0". */
void topomap_network_link_name(const struct topomap_network *network, uint32_t link, char *text,
                               size_t size);

/*
 * Classes of links, which share their speed and are reported together: the dimensions of a torus,
 * mesh, HAEC box or hypercube; row, column, global and node links of a dragonfly, LL, LR and D
 * links of PERCS; the links of nodes and those of each level of switches of a tree, where level 1
 * is from switches without others below them to the next higher ones.
 */
uint32_t topomap_network_classes(const struct topomap_network *network);

/* Name of a class (0 to topomap_network_classes()-1), written to `text` of `size` bytes: "x",
 * "global", "level 1". */
void topomap_network_class_name(const struct topomap_network *network, uint32_t index, char *text,
                                size_t size);

/*
 * Weights of classes: what a hop over a link of a class counts, in distances and so in hop-bytes
 * and all that is computed from them; 1 unless the network's description or topomap_network_weigh
 * says more. Congestion and time are as they are, and so are routes; between groups of a dragonfly
 * the distance is that of the way that counts least.
 *
 * `weights` is "CLASS:WEIGHT[,...]", "level-1:2,level-2:4" or "global:5": names of classes, with
 * '-' for a blank or without, and whole numbers from 1 to 100; classes that are not named keep what
 * they count. To be called before anything else gets the network. Planning is slower where
 * distances of over 1024 nodes exceed 255. TOPOMAP_USAGE: malformed, or there is no such class;
 * TOPOMAP_IMPOSSIBLE: a flat network or a matrix, where distances are not made of links.
 */
int topomap_network_weigh(struct topomap_network *network, const char *weights,
                          struct topomap_error *error);
uint32_t topomap_network_class_weight(const struct topomap_network *network, uint32_t index);

/* Class of a directed link (0 to topomap_network_links()-1). */
uint32_t topomap_network_link_class(const struct topomap_network *network, uint32_t link);

/*
 * Parallel links that a directed link stands for: more than 1 where a tree has trunks between its
 * switches. Metrics count each of them, with an equal part of what the trunk carries.
 */
uint32_t topomap_network_link_width(const struct topomap_network *network, uint32_t link);

/*
 * Coordinates of nodes: x, y, z of a grid; row, column and group of a dragonfly's router, or
 * drawer, node and supernode of PERCS. How many there are (0 to TOPOMAP_MAX_DIMS; 0 for networks
 * whose nodes have none, such as trees), and how many places dimension `d` has.
 */
uint32_t topomap_network_dims(const struct topomap_network *network);
uint32_t topomap_network_dim(const struct topomap_network *network, uint32_t d);

/* The coordinates of `node` into out[topomap_network_dims()], each below topomap_network_dim(). */
void topomap_network_coordinates(const struct topomap_network *network, uint32_t node,
                                 uint32_t *out);

/*
 * The directed links on the route from node `a` to node `b`, in order, in `links` (at most
 * `size`). Returns how many there are; it equals the distance under minimal routing. In a network
 * that is flat or a matrix of distances nothing is known of links but those of nodes, so the route
 * is the one over which `a` sends.
 */
size_t topomap_network_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                             uint32_t *links, size_t size);

#define TOPOMAP_DEFAULT_BANDWIDTH 12.5e9 /* bytes per second: 100 Gbit/s */
#define TOPOMAP_DEFAULT_LATENCY 1e-6     /* seconds */

/* What a directed link can do. */
struct topomap_link_speed {
    double bandwidth; /* bytes per second */
    double latency;   /* seconds */
    bool assumed;     /* the network's description lacks one of them: it is the default */
};

/* The speed of a link, as `links` in the network's description has it: one for all links, or one
 * for each class. The bandwidth of a trunk is that of all its parallel links. */
struct topomap_link_speed topomap_network_link_speed(const struct topomap_network *network,
                                                     uint32_t link);

/*
 * The network as text for another program; `format` is one of topomap_network_format_get. It has
 * the nodes of `hosts` (a host list; NULL: all nodes of the network).
 *
 * "simgrid" is a platform file of SimGrid 3.32. With all nodes, a torus or a tree that SimGrid
 * knows as a cluster of its own is written as such: all rings, or the same number of children on
 * each level and no trunks of several links; one speed; nodes in order, called by a prefix and a
 * number without leading zeros. Routes on a torus then differ from ours between opposite places
 * of even rings, half of which go the other way round. All else is written link by link: trees
 * as a graph, other networks with the route of each pair of nodes, exactly as
 * topomap_network_route has it.
 *
 * "positions" is CSV with name, x, y and z of each node, for pictures: the coordinates of grids and
 * routers, of which the fourth and later ones repeat the picture along x, y, z; nodes of one router
 * side by side; the nodes of a switch tree in a line, leaf by leaf, with gaps that grow with the
 * level at which they part; those of other networks in a ring.
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

/* The nodes that a job step got, in its order, and how many tasks each of them runs. */
struct topomap_allocation;

/*
 * `hosts` is a host list in Slurm's syntax ("n[001-064,070]"), every host once; `tasks` is
 * Slurm's tasks-per-node syntax ("16(x63),8") or one number for all nodes. The network must
 * outlive the allocation. TOPOMAP_INPUT if either is malformed; TOPOMAP_IMPOSSIBLE if their
 * counts differ or a host is not in the network.
 */
struct topomap_allocation *topomap_allocation_create(const struct topomap_network *network,
                                                     const char *hosts, const char *tasks,
                                                     struct topomap_error *error);

/* The same from arrays of `nodes` names and task counts (0 is allowed); both stay the caller's. */
struct topomap_allocation *topomap_allocation_from(const struct topomap_network *network,
                                                   uint32_t nodes, const char *const *hosts,
                                                   const uint32_t *tasks,
                                                   struct topomap_error *error);

void topomap_allocation_destroy(struct topomap_allocation *allocation);

uint32_t topomap_allocation_nodes(const struct topomap_allocation *allocation);
uint32_t topomap_allocation_ranks(const struct topomap_allocation *allocation);
const char *topomap_allocation_host(const struct topomap_allocation *allocation, uint32_t node);
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

/* Ranks at random: a shuffled block distribution, the same for the same seed. */
void topomap_placement_random(const struct topomap_allocation *allocation, uint64_t seed,
                              uint32_t *placement);

/*
 * Read a placement, recognised by its first line: one host name per rank and line, rank order;
 * lines of rank, host and slot; a Blue Gene map file, coordinates and number of the task there per
 * rank and line; or a recipe. `text` of `length` bytes is called `name` in messages. TOPOMAP_INPUT
 * with `name:line: `; TOPOMAP_IMPOSSIBLE if a recipe is for other nodes, or a map file's have no
 * coordinates. `slots` [ranks], or NULL, receives the slot of each rank on its node, as
 * topomap_plan_slots has them; where host names say nothing of slots, in the order of ranks.
 */
int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                            struct topomap_error *error);

/* ---- recipes ----------------------------------------------------------------------------- */

/*
 * A recipe says how the ranks of a process grid come into a box of the network: both are cut into
 * trees of boxes, the ranks of the leaves of one go into the leaves of the other, and are permuted
 * there. The text is YAML, see topomap-recipe(5). Source: Bhatele et al., "Mapping Applications
 * with Collectives over Sub-communicators on Torus Networks" (Rubik), SC 2012.
 */
struct topomap_recipe;

/* Read a recipe from `path` ("-" is standard input). TOPOMAP_INPUT with `path:line: `. */
struct topomap_recipe *topomap_recipe_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_recipe *topomap_recipe_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_recipe_destroy(struct topomap_recipe *recipe);

/* How many ranks it places; 0 of no recipe (NULL). */
uint32_t topomap_recipe_ranks(const struct topomap_recipe *recipe);

/* The graph that it names, a pattern or a path (relative to the recipe's folder already), or
 * NULL, also of no recipe (NULL). */
const char *topomap_recipe_graph(const struct topomap_recipe *recipe);

/*
 * The placement of a recipe: the first dimensions of its network box are the nodes' coordinates,
 * the others number the tasks of each place. On networks without coordinates the cells in scan
 * order are the tasks of one node after another. slots[rank] is the rank's task on its node.
 * TOPOMAP_IMPOSSIBLE if the numbers of ranks differ or the allocated nodes are not that box.
 */
int topomap_recipe_place(const struct topomap_recipe *recipe,
                         const struct topomap_allocation *allocation, uint32_t *placement,
                         uint32_t *slots, struct topomap_error *error);

/* Names and summaries of the operations of recipes: index 0, 1, ... until false. */
bool topomap_recipe_operation_get(size_t index, const char **name, const char **summary);

/* ---- metrics ----------------------------------------------------------------------------- */

#define TOPOMAP_HOPS 24 /* distances that are told apart */

/*
 * What a placement costs. With c(i,j) the bytes from rank i to rank j, d hop distance and p the
 * placement; all sums run over directed edges. A trunk of several parallel links counts as so many
 * links that share its traffic evenly.
 */
struct topomap_metrics {
    double hop_bytes;         /* sum of c(i,j) * d(p(i),p(j)), bytes */
    double average_hops;      /* hop_bytes / total_bytes; 0 for a graph without traffic */
    double total_bytes;       /* sum of c(i,j) */
    double internode_bytes;   /* sum of c(i,j) where p(i) != p(j) */
    double internode_messages;
    uint32_t max_hops;        /* longest distance that any edge travels */
    double max_link_bytes;    /* load of the most loaded directed link under the routing */
    double average_link_bytes; /* mean load of the links that carry anything; 0 if none does */
    double mean_link_bytes;   /* mean load of all links of the network */
    double min_link_bytes;    /* load of the least loaded of them */
    uint64_t used_links;      /* links that carry anything */
    double bytes_by_hops[TOPOMAP_HOPS]; /* bytes that travel 0 (inside a node), 1, 2, ... hops;
                                         * the last element holds all longer ways too */
    char max_link[128];       /* its name; "" when no link carries anything */
};

/*
 * Score `placement`. TOPOMAP_IMPOSSIBLE if the graph's rank count differs from the
 * allocation's or the placement is not valid for it.
 */
int topomap_metrics_get(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct topomap_metrics *metrics, struct topomap_error *error);

/*
 * A lower bound of the hop-bytes of every valid placement. Hop-bytes are summed up over the
 * distances that pairs exceed; what cannot be nearer follows from each rank's heaviest partners and
 * the most room there is near any task, from the number of pairs of tasks that near, and, in a
 * graph with a structure (see topomap_structure_create), from the most weight that sets of as many
 * ranks as a node, or a group of nodes, takes can have inside: Loomis and Whitney, "An inequality
 * related to the isoperimetric inequality", Bulletin of the AMS 55, 1949; Harper, "Optimal
 * assignments of numbers to vertices", SIAM Journal 12, 1964; Lindsey, "Assignment of numbers to
 * vertices", American Mathematical Monthly 71, 1964. Grids that fall into cubes, one a node, with
 * those that touch a hop apart, meet the bound. It is 0, and says nothing, for graphs without
 * structure where all partners of each rank fit on one node, and for more than 4096 nodes or 2^23
 * pairs of ranks. Work is that of topomap_structure_create, and the square of the number of nodes.
 * TOPOMAP_IMPOSSIBLE if the graph's rank count differs from the allocation's.
 */
int topomap_bound_get(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, double *hop_bytes,
                      struct topomap_error *error);

/* Load in bytes of each directed link, of a trunk as a whole: loads[topomap_network_links()]. */
int topomap_link_loads(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       double *loads, struct topomap_error *error);

/* What the links of a class carry (see topomap_network_classes). A trunk is its parallel links. */
struct topomap_class_loads {
    char name[24];
    double bytes;              /* that pass any of them, counted once: all that leaves the subtrees
                                * below a level, goes to another group, ... */
    double max_link_bytes;     /* load of the most loaded one */
    double average_link_bytes; /* mean load of those that carry anything; 0 if none does */
    double mean_link_bytes;    /* mean load of all of them */
    double min_link_bytes;     /* load of the least loaded one */
    uint64_t used_links;       /* how many carry anything */
    uint64_t links;            /* how many there are */
};

/* The loads of each class, loads[topomap_network_classes()]. Errors as topomap_metrics_get. */
int topomap_class_loads_get(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_class_loads *loads,
                            struct topomap_error *error);

/* A part of the network that messages share. */
struct topomap_busy_link {
    char name[128];
    double bytes;     /* its load; of a trunk, what all its links carry together */
    double seconds;   /* load / bandwidth */
};

#define TOPOMAP_BUSIEST 8

/* How long one exchange of a graph takes, in which every rank sends all that it has to send. */
struct topomap_time {
    double seconds;       /* transfer + latency */
    double transfer;      /* seconds of the busiest link */
    double latency;       /* of the used route whose links have most of it together */
    bool assumed;         /* speeds of links are not known: they are the defaults */
    uint32_t busy;        /* how many links `busiest` holds; 0 if nothing leaves a node */
    struct topomap_busy_link busiest[TOPOMAP_BUSIEST]; /* the busiest links, busiest first */
};

/*
 * Predict the time of one exchange: with the load of each directed link under the network's
 * routing, the maximum over the links of load / bandwidth, plus the latency of the longest used
 * route. Messages inside a node take no time: they do not use the network. Where a network has no
 * links of nodes, a flat network, a matrix or the routers of a dragonfly without `node_links`,
 * each node sends and receives over a port as fast as the fastest link; on grids, hypercubes and
 * PERCS nodes are their own routers, and their links are their ports. Sources: the congestion of
 * Hoefler and Snir, "Generic topology mapping strategies for large-scale parallel architectures",
 * ICS 2011, section 2; latency + size / bandwidth is Hockney's model, Parallel Computing 20, 1994.
 * Errors as topomap_metrics_get.
 */
int topomap_time_get(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error);

/*
 * A platform file of SimGrid with the hosts of the allocation, and with those routes only on which
 * anything travels: what a simulation of the exchange needs. Bounded by the traffic alone.
 */
char *topomap_time_platform(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error);

/* ---- the inside of a node ---------------------------------------------------------------- */

/* The tree of packages, caches, cores and PUs of a node, from hwloc. */
struct topomap_nodetree;

/*
 * `source` is an hwloc synthetic description ("package:2 core:4 pu:1"), "xml:PATH" of an hwloc
 * XML file, or "self" for the machine that runs this. `allowed` is a cpuset in hwloc list syntax
 * ("0-3,8") to which the tree is restricted, or NULL. TOPOMAP_INPUT if hwloc refuses it;
 * TOPOMAP_IMPOSSIBLE if nothing is left after the restriction.
 */
struct topomap_nodetree *topomap_nodetree_create(const char *source, const char *allowed,
                                                 struct topomap_error *error);
void topomap_nodetree_destroy(struct topomap_nodetree *tree);

/* Number of PUs, and of cores, of the (restricted) tree. */
uint32_t topomap_nodetree_pus(const struct topomap_nodetree *tree);
uint32_t topomap_nodetree_cores(const struct topomap_nodetree *tree);

/*
 * Weights of levels inside nodes: what a byte between two parts of a level counts, 0 unless said; a
 * message between two PUs counts the weights of all levels at which they are in different parts.
 * `weights` is "LEVEL:WEIGHT[,...]", "package:1,l3:0.5", with types of objects as hwloc calls them
 * and weights from 0 to 100 of two decimals at most. Without a tree (NULL) the text is but read.
 * TOPOMAP_USAGE: malformed, or no such type. A level that the tree does not have separates nothing.
 */
int topomap_nodetree_weigh(struct topomap_nodetree *tree, const char *weights,
                           struct topomap_error *error);

/* Levels with a weight that the tree does not have, as they were named: "l3, die"; NULL: none. */
const char *topomap_nodetree_missing(const struct topomap_nodetree *tree);

/* Both kinds of weights in one list: names that are no classes of the network are levels inside
 * nodes, which need a tree (NULL: none). Errors are those of the two. */
int topomap_links_weigh(struct topomap_network *network, struct topomap_nodetree *tree,
                        const char *weights, struct topomap_error *error);

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
 * Sort `count` cpusets (hwloc list syntax) by where they lie in the tree: order[i] is the index
 * of the i-th one. TOPOMAP_INPUT if one is malformed or not inside the tree.
 */
int topomap_nodetree_sort(const struct topomap_nodetree *tree, uint32_t count,
                          const char *const *cpusets, uint32_t *order,
                          struct topomap_error *error);

/*
 * Map the `count` ranks of one node on its slots 0..count-1 so that ranks that talk much share
 * the lowest part of the tree: slot[i] is the slot of ranks[i]. The slots are those that
 * topomap_nodetree_slots(tree, count, pus, order) cuts; if the tree is too small for them, the
 * identity. Source: Wu, Xiong, Lan, J. Supercomputing 2015, section 3.2.
 */
int topomap_nodetree_map(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
                         uint32_t count, const uint32_t *ranks, uint32_t pus,
                         enum topomap_slot_order order, uint32_t *slot,
                         struct topomap_error *error);

/* ---- algorithms -------------------------------------------------------------------------- */

/* What an algorithm needs of its input; it refuses what does not have it (TOPOMAP_IMPOSSIBLE). */
enum topomap_requirement {
    TOPOMAP_REQUIRES_COORDINATES = 1,       /* of the nodes */
    TOPOMAP_REQUIRES_UNITS = 2,             /* a tree of switches, or coordinates of the nodes */
    TOPOMAP_REQUIRES_BOX = 4,               /* nodes that fill a box of a torus, mesh or the like */
    TOPOMAP_REQUIRES_GRID = 8,              /* a graph that is a grid */
    TOPOMAP_REQUIRES_RANK_COORDINATES = 16, /* of the ranks: given, or found in the graph */
    TOPOMAP_REQUIRES_EVEN_TASKS = 32,       /* as many on each node */
};

struct topomap_algorithm {
    const char *name;
    const char *parameter;  /* what follows the name: ":N", or "[:N]" if it may; NULL: nothing */
    const char *summary;    /* one line */
    const char *source;     /* paper and section */
    const char *needs;      /* what it needs of the input: "any network", "coordinates", ... */
    const char *complexity; /* work, with n ranks, e edges, m nodes */
    unsigned int requirements; /* the same as `needs`: enum topomap_requirement, ored */
};

/* The registered mapping algorithms: index 0, 1, ... until NULL. */
const struct topomap_algorithm *topomap_algorithm_get(size_t index);

/* ---- plan -------------------------------------------------------------------------------- */

enum topomap_effort {
    TOPOMAP_EFFORT_FAST,
    TOPOMAP_EFFORT_DEFAULT,
    TOPOMAP_EFFORT_BEST,
};

/* What to plan. Everything pointed to stays the caller's and must outlive the plan. */
struct topomap_request {
    const struct topomap_graph *graph; /* NULL: with a recipe only, which is then taken unscored */
    const struct topomap_allocation *allocation;
    const struct topomap_recipe *recipe; /* one more candidate, "recipe"; NULL: none */
    const struct topomap_coordinates *coordinates; /* of the ranks; NULL: the graph's, if any */
    const uint32_t *layout;       /* placement to beat, [ranks]; NULL: block */
    const char *algorithms;       /* parted by ',' or '/', "NAME[:PARAMETER]", each with up to four
                                   * refinements behind it, as "tree+swap"; NULL: "auto", or the
                                   * recipe alone */
    bool replace_layout;          /* the plan is the best of what is named, algorithms or recipe,
                                   * even where the layout is better, which min_gain does not
                                   * change; "auto" never replaces a better layout */
    bool keep_first;              /* rank 0 stays on its node of the layout, as launch scripts and
                                   * rendezvous by a fixed address want it; not with a recipe */
    const char *objective;        /* NULL: "hop-bytes" */
    enum topomap_effort effort;
    uint64_t seed;
    double time_budget;           /* seconds of wall clock after which no more is looked for, 0:
                                   * none; plans depend on the machine where time is short */
    double min_gain;              /* keep the layout unless the score falls by this part, 0 to 1 */
    const struct topomap_nodetree *nodetree; /* ranks are mapped inside nodes by it; what levels
                                              * with weights cost counts as hop-bytes do, and among
                                              * equal placements what is cheaper by all levels wins;
                                              * NULL: not */
    uint32_t pus_per_task;        /* PUs of a slot; 0 means 1 */
    enum topomap_slot_order slot_order;
    void (*begins)(void *context, const char *algorithm); /* told of each before it runs; NULL */
    void *context;
};

/* What a placement costs. Metrics are of the network alone. */
struct topomap_score {
    double value;    /* what the objective says; lower is better */
    double inside;   /* sum of bytes times levels of the node's tree between the slots of two ranks
                      * of a node: 1 where the smallest part that holds more than a slot (a core, a
                      * cache, a package) holds both, 2 in the next larger one, ...; nodes for
                      * which the tree is too small, or that have none, add nothing */
    double weighted; /* what bytes inside nodes add to hop-bytes, see topomap_nodetree_weigh */
};

/* How one algorithm did. */
struct topomap_candidate {
    const char *algorithm;
    double score;          /* objective of its placement; lower is better */
    double seconds;        /* time it took */
    const char *failure;   /* why it gave no placement; NULL when it did */
};

/* A time that a part of planning took. No time is in two phases. */
struct topomap_phase {
    const char *algorithm; /* whose part it is, as the candidate is called; NULL: planning's own */
    const char *name;      /* "partition", "tree construction", "mapping", "refinement", ... */
    double seconds;
};

struct topomap_plan;

/*
 * Plan a placement: run the requested algorithms and keep the best placement, or the layout if
 * none is strictly better, unless it is to be replaced. Of several algorithms those that cannot
 * work on this network are left out, as their candidates tell. Without a graph there is nothing to
 * score by, and the placement is that of the recipe as it stands. TOPOMAP_USAGE: unknown algorithm
 * or objective, a parameter of an algorithm that is missing, malformed or too much, or a recipe
 * where rank 0 should stay on its node;
 * TOPOMAP_IMPOSSIBLE: the rank count of the graph or the coordinates differs from the allocation's,
 * or no algorithm, or not the recipe asked for, can work on this network; TOPOMAP_TIMEOUT.
 */
struct topomap_plan *topomap_plan_create(const struct topomap_request *request,
                                         struct topomap_error *error);
void topomap_plan_destroy(struct topomap_plan *plan);

/*
 * The placement that one algorithm gives, better than the layout or not: fills `placement` [ranks]
 * and, unless it is NULL, `slots` [ranks] as topomap_plan_slots has them; their contents are
 * undefined after a failure. `algorithm` is named as in requests; it may be "layout" too. Their
 * algorithms and min_gain are not used, their objective by "auto" and "+congestion" alone, the
 * budget by "auto" alone. TOPOMAP_USAGE: unknown algorithm or objective, or wrong parameter;
 * TOPOMAP_IMPOSSIBLE: it cannot work on this network, or the numbers of ranks differ.
 */
int topomap_map(const struct topomap_request *request, const char *algorithm, uint32_t *placement,
                uint32_t *slots, struct topomap_error *error);

/* The planned placement, [ranks]. */
const uint32_t *topomap_plan_placement(const struct topomap_plan *plan);

/* True if the layout stays because nothing better was found. */
bool topomap_plan_kept(const struct topomap_plan *plan);

/* Name of the algorithm whose placement was taken; "layout" if it was kept. */
const char *topomap_plan_algorithm(const struct topomap_plan *plan);

/* False if there was no graph: all scores and metrics of the plan are 0 then. */
bool topomap_plan_scored(const struct topomap_plan *plan);

/* Of the layout, with slots in the order of ranks, and of the planned placement. */
struct topomap_score topomap_plan_score_before(const struct topomap_plan *plan);
struct topomap_score topomap_plan_score_after(const struct topomap_plan *plan);

/* Metrics of the layout and of the planned placement. */
const struct topomap_metrics *topomap_plan_before(const struct topomap_plan *plan);
const struct topomap_metrics *topomap_plan_after(const struct topomap_plan *plan);

/*
 * The slot of each rank on its node, [ranks]: a permutation of 0..tasks-1 on every node. Local
 * tasks of a node are its ranks in ascending order. What the recipe says if its placement was
 * taken; otherwise, without a node tree, the identity.
 */
const uint32_t *topomap_plan_slots(const struct topomap_plan *plan);

/* What was tried, and how long the parts took: index 0, 1, ... until NULL. */
const struct topomap_candidate *topomap_plan_candidate(const struct topomap_plan *plan,
                                                       size_t index);
const struct topomap_phase *topomap_plan_phase(const struct topomap_plan *plan, size_t index);

/* What planning took altogether, in seconds: the phases, and what lies between them. */
double topomap_plan_seconds(const struct topomap_plan *plan);

/*
 * The plan as text in `format`: "text", "details", "hosts", "json", "rankfile" (Open MPI), "mpich"
 * (rank-ordered machine file), "slots" (`rank host slot` lines), "bgmap" (Blue Gene map file;
 * TOPOMAP_IMPOSSIBLE if nodes have no coordinates).
 */
char *topomap_plan_print(const struct topomap_plan *plan, const struct topomap_request *request,
                         const char *format, struct topomap_error *error);

/*
 * What "auto" knew of the job, which steps it took or left out, why, and what each gave in which
 * time, as text. That "auto" did not run, where algorithms were named. The format "json" of a plan
 * has the same as its member "explain". Freed by the caller; NULL when memory is out.
 */
char *topomap_plan_explain(const struct topomap_plan *plan, struct topomap_error *error);

/* Names and summaries of plan formats and of objectives: index 0, 1, ... until false. */
bool topomap_plan_format_get(size_t index, const char **name, const char **summary);
bool topomap_objective_get(size_t index, const char **name, const char **summary);

/*
 * Score a placement as plans do, by the request's graph, allocation, objective and node tree.
 * `slots` [ranks] as topomap_plan_slots has them; NULL: in the order of ranks. TOPOMAP_USAGE: there
 * is no such objective; TOPOMAP_IMPOSSIBLE: slots are no permutation of those of the nodes; else
 * errors as topomap_metrics_get.
 */
int topomap_score_get(const struct topomap_request *request, const uint32_t *placement,
                      const uint32_t *slots, struct topomap_score *score,
                      struct topomap_error *error);

/* A placement that a report is about. */
struct topomap_placed {
    const char *name;
    const uint32_t *placement; /* [ranks] */
    const uint32_t *slots;     /* [ranks]; NULL: in the order of ranks */
};

/*
 * A report of two placements with the ratio of each metric, the scores and, with a node tree, what
 * they are made of, and the loads of each class of links. `format` is "text" or "json". Errors as
 * topomap_score_get; TOPOMAP_USAGE if there is no such format.
 */
char *topomap_score_print(const struct topomap_request *request, const struct topomap_placed *base,
                          const struct topomap_placed *other, const char *format,
                          struct topomap_error *error);

/* ---- launches ---------------------------------------------------------------------------- */

/* A launch that the Slurm plugin asked about (the text is described in topomap-request(5)), with
 * the graph, network and allocation that it names. */
struct topomap_launch;

/*
 * Load the launch request of `length` bytes from the file `name`, or from the plugin (NULL), where
 * a network in the request is what slurmctld told. TOPOMAP_INPUT with `name:line: ` if it is
 * malformed, or if a graph or network that it names is; TOPOMAP_IMPOSSIBLE if its parts do not fit
 * together.
 */
struct topomap_launch *topomap_launch_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_launch_destroy(struct topomap_launch *launch);

/* What it asks to plan. */
const struct topomap_request *topomap_launch_request(const struct topomap_launch *launch);

/*
 * Plan the launch and give the reply text. NULL only when memory is out: a launch that cannot be
 * planned gets a reply that says why.
 */
char *topomap_launch_answer(const struct topomap_launch *launch, struct topomap_error *error);

/* The reply to a request that could not even be loaded; `why` is from topomap_launch_parse. */
char *topomap_launch_refusal(const struct topomap_error *why, struct topomap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* TOPOMAP_H */
