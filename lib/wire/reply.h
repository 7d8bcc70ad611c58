/* SPDX-License-Identifier: BSD-3-Clause */
/* The planner's reply to a launch request; see topomap-request(5). */
#ifndef WIRE_REPLY_H
#define WIRE_REPLY_H

#include "topomap_internal.h"

enum wire_status {
    WIRE_PLACED, /* tids hold a placement that is better than the layout, or that of a recipe */
    WIRE_KEPT,   /* the layout stays; there may be slots */
    WIRE_FAILED, /* nothing was planned; `reason` says why */
};

#define WIRE_MAX_NOTES 256

struct wire_reply {
    enum wire_status status;
    enum topomap_code code; /* of the failure, else TOPOMAP_OK */
    char *reason;          /* one line; NULL if placed */
    char *gain;            /* the gain, for people, with an open parenthesis; NULL if not placed
                            * or not scored */
    char *algorithm;       /* the algorithm that found the placement */
    char *network;         /* "switches", "torus", ... */
    char *graph;           /* the file of the graph, of a recipe's graph or from a store; NULL:
                            * none */
    char *origin;          /* one line: which profile of a store the graph is from; NULL: none */
    bool scored;           /* `before` and `after` are set; without a graph they are not */
    double before;         /* scores of the layout and of the placement */
    double after;
    uint32_t ranks;
    uint32_t nodes;
    uint32_t *tasks;       /* [nodes] */
    uint32_t *tids;        /* [ranks]: node after node, ascending on each; NULL or without
                            * meaning if failed */
    uint32_t *slots;       /* [ranks]: slot of each local task; NULL without a node tree */
    char *notes[WIRE_MAX_NOTES]; /* lines for the verbose report */
    size_t note_count;
};

void wire_reply_free(struct wire_reply *reply);

/* Add a note; it is dropped if there are too many or memory runs out. */
void wire_reply_note(struct wire_reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

char *wire_reply_print(const struct wire_reply *reply, size_t *length);

/*
 * Parse a reply for a step of `nodes` nodes with `tasks` [nodes] tasks into an empty ({0}) reply.
 * Everything is checked: the counts; that the ranks are a permutation and ascend on each node; that
 * slots are a permutation of 0..tasks-1 on each node; and that a scored placement is not worse than
 * the layout. TOPOMAP_INPUT says what is wrong; the reply is then empty again.
 */
int wire_reply_parse(struct wire_reply *reply, const char *text, size_t length, uint32_t nodes,
                     const uint32_t *tasks, struct topomap_error *error);

#endif
