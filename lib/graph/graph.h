/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "topomap_internal.h"

/* Messages in waves, as in the sweeps of a wavefront: a rank receives the messages of a wave one
 * after the other, and then sends those that it has for it. */
struct graph_waves {
    double count;    /* waves that follow one another before all ranks wait, above 1 */
    uint32_t length; /* messages that wait for one another, at most */
    uint8_t *turn;   /* [edges]: the place of a message among those that its receiver waits for */
};

/*
 * Compressed sparse rows. Directed part: what each rank sends. Rank r owns elements offset[r] to
 * offset[r+1]-1, with ascending targets. Symmetrised view, on which mapping works, and which exists
 * after graph_need_pairs: the partners of r, which it sends to or receives from, ascending. Their
 * weight is bytes r->t plus bytes t->r and never 0, as pairs that exchange only empty messages are
 * left out. Each pair is stored twice. If each edge has its opposite, `pair_offset` and `partner`
 * are the same arrays as `offset` and `target`.
 */
struct topomap_graph {
    uint32_t ranks;
    size_t edges;
    size_t *offset;       /* [ranks+1] */
    uint32_t *target;     /* [edges] */
    uint64_t *bytes;      /* [edges] */
    uint64_t *messages;   /* [edges] */
    uint64_t total_bytes;
    uint64_t total_messages;
    double rounds;        /* messages of a pair that follow one another: the median, at least 1 */
    bool turns;           /* all of them do, and the rounds are the most of a pair, see
                           * graph_take_turns */
    bool weights;         /* bytes are relative weights: messages were not counted */
    bool by_messages;     /* bytes are numbers of messages */
    uint64_t *self_bytes;    /* [ranks]: what each rank sends to itself, or NULL if none does. */
    uint64_t *self_messages; /* [ranks]: Neither is part of the rows or of any sum. */
    bool paired;             /* the next three exist; read and written atomically */
    size_t *pair_offset;  /* [ranks+1] */
    uint32_t *partner;    /* [pair_offset[ranks]] */
    double *weight;       /* [pair_offset[ranks]], bytes; whole numbers, exact up to 2^53 */
    struct topomap_coordinates *coordinates; /* of the process grid of a pattern, or NULL */
    const struct pattern_name *pattern; /* that it was made from, which decides how it is planned by
                                         * default; or NULL */
    double part;          /* see topomap_graph_part; 0 where there is no pattern */
    struct topomap_graph **phase; /* [phases]: exchanges one after the other, which times are
                                   * predicted of; this graph is their sum, or weighs it, and they
                                   * belong to it */
    size_t phases;        /* 0: all messages are one exchange */
    struct graph_waves *waves; /* of a phase, or NULL */
    uint32_t step;        /* of a phase: 0 begins an exchange; ranks send what is in the next ones
                           * when they have received, and sent, all of the steps before */
};

/* What the bytes of a graph are, for people: "bytes" or "messages". */
static inline const char *graph_unit(const struct topomap_graph *graph)
{
    return graph->by_messages ? "messages" : "bytes";
}

/* Whether a graph is written with numbers of messages: they are known, or some are not 1. */
bool graph_is_counted(const struct topomap_graph *graph);

/* All messages of a pair follow one another, however many other pairs have. */
void graph_take_turns(struct topomap_graph *graph);

/* Make the bytes weights: each pair is taken to exchange one message. */
void graph_set_weights(struct topomap_graph *graph);

/* The largest total of bytes, and of messages, in a graph: sums stay exact in a double. */
#define GRAPH_MAX_BYTES (UINT64_C(1) << 53)

/* topomap_graph_create with edges that the function takes over: it frees them as soon as they are
 * not needed any more, also on failure, so that a large array and its graph hardly overlap in
 * memory. */
struct topomap_graph *graph_take(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error);

/* Make the symmetrised view unless it exists. On a large graph it takes a third of the memory and a
 * quarter of the time of loading, so programs that only look at the edges do without. Threads may
 * ask for it on the same graph. TOPOMAP_INTERNAL when memory runs out. */
int graph_need_pairs(const struct topomap_graph *graph, struct topomap_error *error);

/* A hint for the message that a graph does not have `ranks` ranks: that its ranks may be counted
 * from 1, or "". */
const char *graph_rank_hint(const struct topomap_graph *graph, uint32_t ranks);

/* The edge from one rank to another, or `edges` if there is none. */
size_t graph_find_edge(const struct topomap_graph *graph, uint32_t from, uint32_t to);

/* The graph with all edges reversed. */
struct topomap_graph *graph_turn(const struct topomap_graph *graph, struct topomap_error *error);

#endif
