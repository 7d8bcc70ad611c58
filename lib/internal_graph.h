/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_GRAPH_H
#define INTERNAL_GRAPH_H

#include "topomap.h"

#include <stdbool.h>

struct topomap_coordinates;

/* ---- communication graph ----------------------------------------------------------------- */

/* topomap_graph_read from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_graph *topomap_graph_parse(const char *name, const char *text, size_t length,
                                          const char *format, struct topomap_error *error);

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

/* Sum of the bytes, and of the messages, over all directed edges. */
uint64_t topomap_graph_bytes(const struct topomap_graph *graph);
uint64_t topomap_graph_messages(const struct topomap_graph *graph);

/* Edge `index` (0 to topomap_graph_edges()-1), in order of source, then destination. */
struct topomap_edge topomap_graph_edge(const struct topomap_graph *graph, size_t index);

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
int topomap_graph_metrics_compute(const struct topomap_graph *graph,
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

#endif
