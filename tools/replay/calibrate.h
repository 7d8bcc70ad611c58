/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-calibrate: measures the speeds of links and nodes by MPI messages. */
#ifndef REPLAY_CALIBRATE_H
#define REPLAY_CALIBRATE_H

#include "topomap_internal.h"

#include <stdbool.h>

/* ---- measurements ------------------------------------------------------------------------ */

#define PING_BYTES 8               /* of short messages */
#define MOST_PING_BYTES (4 << 20)

/* Messages from one rank to another. */
struct flow {
    int from, to;
    double result;  /* measured, see enum pattern */
};

enum pattern {
    PING,           /* messages to and fro, one at a time: seconds of one, one way */
    STREAM,         /* long messages, one way: bytes per second */
    BURST,          /* many short messages, one way: messages per second */
};

/* Flows that go at once. No rank takes part in two of them. */
struct step {
    enum pattern pattern;
    int bytes;      /* of a ping */
    int first, count;
};

/* All steps, in order; on rank 0. */
struct schedule {
    struct step *step;
    struct flow *flow;
    int steps, flows;
    int step_room, flow_room;
    bool failed;    /* memory ran out: the schedule is not complete */
};

/* Add a step, whose number is returned, and flows to the last step. */
int schedule_step(struct schedule *schedule, enum pattern pattern, int bytes);
void schedule_flow(struct schedule *schedule, int from, int to);
void schedule_free(struct schedule *schedule);

/*
 * Measure all steps, one after the other, each for about `seconds`. Collective; the schedule is
 * that of rank 0, whose flows get the results. Returns 0, or -1 on all ranks if memory runs out on
 * any.
 */
int measure(struct schedule *schedule, double seconds, bool progress);

/* ---- places ------------------------------------------------------------------------------ */

#define HOST 256

/* Where a rank runs. */
struct place {
    char host[HOST];
    struct topomap_cpu_place cpu;
};

/* The places of all ranks, on rank 0; NULL on all ranks if memory runs out there. Collective. */
struct place *find_places(int ranks);

/* ---- rank 0: what to measure, and what follows ------------------------------------------- */

#define UNKNOWN (-1)
#define SIZES 12 /* of messages, up to MOST_PING_BYTES */

/* The ranks of one host. */
struct site {
    uint32_t node;  /* index in the network */
    int *rank;      /* [ranks]; the sockets of the node take turns */
    int ranks;
};

/* Steps whose flows show one limit of nodes. */
struct series {
    int first, count;
};

/* What rank 0 knows. */
struct survey {
    const struct place *place; /* [ranks] */
    int ranks;
    struct site *site;
    uint32_t sites;
    uint32_t *node;            /* [sites]: those of the sites */
    int width;                 /* ranks of each node that send at once */
    struct topomap_network *network;
    char *folder;              /* of the description, if the output is in another one, else NULL */
    struct topomap_calibration *links;
    struct schedule schedule;
    int link_steps;            /* the first of those of the links */
    int sizes;                 /* step of the first ping of each size, or UNKNOWN */
    int inside[TOPOMAP_NEARNESSES]; /* step of a ping between ranks that are so near, after which
                                     * comes that of a stream; or UNKNOWN */
    struct series memory, messages;
    struct series fan[2];      /* one node sends to others, and receives from them */
};

/* Decide what to measure on the network of this description, and make sure that it can be written
 * with speeds to `output`, a file, or NULL or "-" for standard output. Returns 0, or -1 with an
 * error. */
int survey_plan(struct survey *survey, const char *network, const char *output,
                struct topomap_error *error);
void survey_free(struct survey *survey);

/* What the measurements say, as a description of the network that the caller frees; NULL with an
 * error. */
char *survey_conclude(struct survey *survey, const char *network, bool crowded,
                      struct topomap_error *error);

#endif
