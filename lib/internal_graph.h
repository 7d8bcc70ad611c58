/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_GRAPH_H
#define INTERNAL_GRAPH_H

#include "topomap.h"

#include <stdbool.h>

struct topomap_coordinates;

/* ---- communication graph ----------------------------------------------------------------- */

/* The same as topomap_graph_read, from `length` bytes of text; `name` is used in messages. */
struct topomap_graph *topomap_graph_parse(const char *name, const char *text, size_t length,
                                          const char *format, struct topomap_error *error);

/*
 * A random geometric graph: random points in a square, with edges in both directions between points
 * so close that each has about `degree` neighbours (fewer near the border).
 */
struct topomap_graph *topomap_graph_geometric(uint32_t ranks, double degree, uint64_t seed,
                                              struct topomap_error *error);

/* The places of the entries of a square sparse matrix, without their values. */
struct topomap_matrix;

/*
 * Read a matrix in Matrix Market's coordinate format from `path` ("-" is standard input), with
 * values and symmetry of any kind; stored zeros count as entries. At most 2^26 rows. TOPOMAP_INPUT,
 * with `path:line:column: `, if it is malformed or not square.
 */
struct topomap_matrix *topomap_matrix_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` is used in messages. */
struct topomap_matrix *topomap_matrix_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_matrix_destroy(struct topomap_matrix *matrix);

/*
 * The communication graph of y = A x, with the rows of A spread over `ranks` ranks (1 to the number
 * of rows) as in HierTopoMap's test suite (Wu, Xiong, Lan, J. Supercomputing 2015): by METIS's
 * partition P of the graph in which i and j are neighbours if a(i,j) or a(j,i) is stored, repaired
 * until the ranks' numbers of rows differ by at most one. The rank that has row i also has x(i) and
 * y(i). It needs x(j) for each stored a(i,j), and receives each once:
 *
 * bytes(p,q) = value_bytes |{ j : P(j) = p, and a(i,j) is stored for an i with P(i) = q }|
 *
 * in one message for p != q. `value_bytes` is 1 to 2^20. TOPOMAP_IMPOSSIBLE if there are more ranks
 * than rows, or more entries than METIS's indices can hold.
 */
struct topomap_graph *topomap_graph_from_matrix(const struct topomap_matrix *matrix,
                                                uint32_t ranks, uint64_t value_bytes,
                                                uint64_t seed, struct topomap_error *error);

/* Whether the first word of a text is a pattern's name. To read a file of that name, write
 * "./order". */
bool topomap_graph_is_pattern(const char *text);

/* The coordinates of the ranks in the process grid of the pattern that `graph` was made from; NULL
 * if there is none. They belong to the graph. */
const struct topomap_coordinates *topomap_graph_coordinates(const struct topomap_graph *graph);

/* The part of its pattern's bytes and messages that `graph` has, also by other weights: 1, or 1/2,
 * 1/4, ... of a training job that sends more than 2^52 bytes. Predicted times are as much of the
 * job's. */
double topomap_graph_part(const struct topomap_graph *graph);

/* Whether the pattern is drawn at random, so that it takes :degree=D and :seed=S. */
bool topomap_graph_pattern_is_random(const char *text);

/* Names and summaries of the patterns, for index 0, 1, ... until it returns false. */
bool topomap_graph_pattern_get(size_t index, const char **name, const char **summary);

/*
 * The exchanges that a graph tells apart, one after the other, whose sum it is: the phases of a
 * profile, of each its point-to-point messages, its one-sided ones and its collectives, and of
 * these the steps. topomap_graph_phases is how many there are, and topomap_graph_phase the graph of
 * one of them (0 to phases-1), which belongs to `graph`. Other graphs have one: themselves.
 */
size_t topomap_graph_phases(const struct topomap_graph *graph);
const struct topomap_graph *topomap_graph_phase(const struct topomap_graph *graph, size_t index);

/* Sum of the bytes, and of the messages, over all directed edges. */
uint64_t topomap_graph_bytes(const struct topomap_graph *graph);
uint64_t topomap_graph_messages(const struct topomap_graph *graph);

/* Edge `index` (0 to topomap_graph_edges()-1), in order of source, then destination. */
struct topomap_edge topomap_graph_edge(const struct topomap_graph *graph, size_t index);

/* How many messages of an edge follow one another, at least 1: all in collectives of a profile,
 * else no more than the median pair has. In waves it is the median. */
double topomap_graph_rounds(const struct topomap_graph *graph, size_t index);

/* Index of the first edge that leaves `rank`; rank == ranks gives the number of edges. */
size_t topomap_graph_first_edge(const struct topomap_graph *graph, uint32_t rank);

/* What `rank` sends to itself. */
struct topomap_edge topomap_graph_self(const struct topomap_graph *graph, uint32_t rank);

/* The graph of the messages of `graph`: each edge has as many bytes as messages. */
struct topomap_graph *topomap_graph_of_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error);

/* The same graph weighted by messages, which are counted wherever bytes would be. Times are
 * predicted of the exchanges of `graph`, with its bytes and messages. */
struct topomap_graph *topomap_graph_by_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error);

/* The same graph weighted by time: each message counts as `message_bytes` (0 or more) beside its
 * bytes, see topomap_network_message_bytes. Where messages are not counted, bytes stay. Times are
 * predicted of the exchanges of `graph`, with its bytes and messages.
 * TOPOMAP_INPUT if `message_bytes` is not a number of at least 0, or the sum exceeds 2^53. */
struct topomap_graph *topomap_graph_by_time(const struct topomap_graph *graph,
                                            double message_bytes, struct topomap_error *error);

/*
 * The traffic between the `count` ranks in `ranks`: ranks[i] becomes rank i, so a list of all ranks
 * renumbers the graph. TOPOMAP_INPUT if the list is empty, has duplicates, or has a rank that does
 * not exist.
 */
struct topomap_graph *topomap_graph_extract(const struct topomap_graph *graph,
                                            const uint32_t *ranks, uint32_t count,
                                            struct topomap_error *error);

/* The sum of `count` graphs of the same ranks, at least one. Its bytes are weights if those of all
 * graphs are. TOPOMAP_IMPOSSIBLE if their numbers of ranks differ, TOPOMAP_INPUT if the sums exceed
 * 2^53. */
struct topomap_graph *topomap_graph_merge(const struct topomap_graph *const *graphs, size_t count,
                                          struct topomap_error *error);

/*
 * The graph with all bytes and all messages multiplied by factors and rounded to whole numbers;
 * edges for which both become 0 are left out. TOPOMAP_INPUT if a factor is negative or not finite,
 * or the sums exceed 2^53.
 */
struct topomap_graph *topomap_graph_scale(const struct topomap_graph *graph, double bytes,
                                          double messages, struct topomap_error *error);

/*
 * The graph in `format`, followed by a NUL; free() it. Some formats are binary: `length`, unless
 * NULL, receives the number of bytes without the NUL. TOPOMAP_USAGE if the format cannot be
 * written, TOPOMAP_IMPOSSIBLE if it cannot hold so many ranks.
 */
char *topomap_graph_print(const struct topomap_graph *graph, const char *format, size_t *length,
                          struct topomap_error *error);

/*
 * Metrics of a graph of n ranks. C(i,j) are the bytes from rank i to rank j, including what ranks
 * send to themselves, and S is their sum. Source: Korndoerfer et al., Mapping Matters, 2020, after
 * Diener et al., Performance Evaluation 88, 2015 (CA, CH), and Bordage and Jeannot, Process
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
int topomap_graph_metrics_compute(const struct topomap_graph *graph,
                              struct topomap_graph_metrics *metrics, struct topomap_error *error);

/* SP(k): 1 - the part of all bytes that stays inside blocks of k consecutive ranks; k > 0. */
double topomap_graph_split(const struct topomap_graph *graph, uint32_t k);

#define TOPOMAP_MAX_DIMS 8 /* of coordinates of ranks, and of nodes */

/* The kinds of structure. */
enum topomap_structure_kind {
    TOPOMAP_NO_STRUCTURE,
    TOPOMAP_GRID,      /* a process grid, neighbours at most one step apart in each dimension */
    TOPOMAP_ROWS,      /* all to all in the lines of ranks along at least one dimension, neighbours
                        * along the others */
    TOPOMAP_HYPERCUBE, /* partners whose numbers differ in one binary digit, in some numbering */
};

/* The structure of a graph, and the place of each rank in it. The fields are read-only. */
struct topomap_structure {
    enum topomap_structure_kind kind;
    uint32_t dims;                   /* 0 if there is no structure */
    uint32_t dim[TOPOMAP_MAX_DIMS];
    bool periodic[TOPOMAP_MAX_DIMS]; /* whether a dimension is a ring */
    bool complete[TOPOMAP_MAX_DIMS]; /* whether all ranks along it exchange data */
    uint32_t neighbours;             /* neighbours of an inner rank */
    double share;                    /* part of all bytes that goes to neighbours */
    uint32_t *coordinates;           /* [ranks][dims]; distinct for all ranks */
};

/*
 * Recognise the structure of a graph from its edges alone, however ranks are numbered: grids of any
 * dimension, also with diagonal neighbours, with some edges missing, or with other, lighter edges.
 * Up to a third of the places may be empty. If ranks are numbered in order, the last dimension is
 * fastest. A ring of four is distinguished from a square of two by two if the numbers of ranks or
 * other rings allow; a hypercube of more than 8 dimensions is given as rings of four. Work is
 * nearly linear in the edges, times the number of edges at a rank. NULL only when memory runs out.
 */
struct topomap_structure *topomap_structure_create(const struct topomap_graph *graph,
                                                   struct topomap_error *error);
void topomap_structure_destroy(struct topomap_structure *structure);

/* Names and summaries of the graph formats, for index 0, 1, ... until it returns false. */
bool topomap_graph_format_get(size_t index, const char **name, const char **summary);

/* The same of those in which graphs can be written. */
bool topomap_graph_writer_get(size_t index, const char **name, const char **summary);

/* ---- profiles of applications ------------------------------------------------------------ */

/* A recording of `topomap profile`. topomap_graph_read also reads it as a graph. */
struct topomap_profile;

struct topomap_profile_info {
    uint32_t ranks;
    uint32_t recorded;         /* ranks whose record is included */
    uint32_t unfinished;       /* how many of these ended before MPI_Finalize */
    uint32_t sampling;         /* one call out of this many was recorded, and counts for all of
                                * them */
    double slice;              /* seconds of each phase; 0: the application marked them */
    uint64_t outside_messages; /* exchanged with processes outside MPI_COMM_WORLD; in no graph */
    uint64_t outside_bytes;
    const char *library;       /* the MPI library, with its version */
    const char *program;
};

/* The parts of a recording, combined by |. */
enum topomap_part {
    TOPOMAP_PART_P2P = 1,
    TOPOMAP_PART_ONE_SIDED = 2,
    TOPOMAP_PART_COLLECTIVES = 4, /* as the messages of textbook algorithms */
    TOPOMAP_PART_ALL = 7
};

#define TOPOMAP_EVERY_PHASE UINT32_MAX

/* Read a profile, or the counters of a node's ranks that were killed. TOPOMAP_INPUT if the file is
 * missing, neither of these, of an unknown version, or damaged. */
struct topomap_profile *topomap_profile_read(const char *path, struct topomap_error *error);
void topomap_profile_destroy(struct topomap_profile *profile);

const struct topomap_profile_info *topomap_profile_info(const struct topomap_profile *profile);

/* The phases with records, ascending, for index 0, 1, ... until it returns false. */
bool topomap_profile_phase(const struct topomap_profile *profile, size_t index, uint32_t *phase);

/* The graph of some parts of one phase, or of TOPOMAP_EVERY_PHASE, for the caller to destroy. The
 * profile keeps an index of its phases: only one thread at a time may ask. TOPOMAP_INPUT if the
 * sums are too large for a graph. */
struct topomap_graph *topomap_profile_graph(struct topomap_profile *profile, unsigned parts,
                                            uint32_t phase, struct topomap_error *error);

/* What is in that graph, for less time; errors are the same. */
struct topomap_profile_total {
    uint64_t pairs, bytes, messages; /* without what ranks send to themselves */
};
int topomap_profile_total(struct topomap_profile *profile, unsigned parts, uint32_t phase,
                          struct topomap_profile_total *total, struct topomap_error *error);

/*
 * Join several profiles of one run: `*length` bytes, which the caller writes to a file and frees.
 * If several have a rank's record, the first one counts. TOPOMAP_INPUT if they are from different
 * runs.
 */
char *topomap_profile_join(const struct topomap_profile *const *profiles, size_t count,
                           size_t *length, struct topomap_error *error);

/* ---- coordinates of ranks ---------------------------------------------------------------- */

/* The place of each rank in the application's domain: in the process grid, or the centre of its
 * part. */
struct topomap_coordinates;

#define TOPOMAP_MAX_DIMENSIONS 8U
#define TOPOMAP_MAX_COORDINATE 1e15 /* the same limit holds below 0 */

/* Coordinates from `values` [ranks][dimensions], which are copied. TOPOMAP_INPUT if a value is out
 * of range or not a number, or if the number of ranks or dimensions is. */
struct topomap_coordinates *topomap_coordinates_create(uint32_t ranks, uint32_t dimensions,
                                                       const double *values,
                                                       struct topomap_error *error);

/*
 * Read coordinates from `path` ("-" is standard input): one line for each rank, in order, with the
 * same number of values; '#' begins a comment. TOPOMAP_INPUT with `path:line: `.
 */
struct topomap_coordinates *topomap_coordinates_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` is used in messages. */
struct topomap_coordinates *topomap_coordinates_parse(const char *name, const char *text,
                                                      size_t length, struct topomap_error *error);

/* The coordinates of a process grid, "16x8x64[:column]": the last dimension is fastest unless
 * `column` is given. TOPOMAP_INPUT if it is malformed. */
struct topomap_coordinates *topomap_coordinates_grid(const char *grid,
                                                     struct topomap_error *error);

void topomap_coordinates_destroy(struct topomap_coordinates *coordinates);

uint32_t topomap_coordinates_ranks(const struct topomap_coordinates *coordinates);
uint32_t topomap_coordinates_dimensions(const struct topomap_coordinates *coordinates);

/* The coordinates of `rank`, [dimensions]. */
const double *topomap_coordinates_get(const struct topomap_coordinates *coordinates, uint32_t rank);

#endif
