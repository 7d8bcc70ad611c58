/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-replay: replays a communication graph as MPI traffic. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "topomap.h"

#include <mpi.h>

#include <stdbool.h>

/* A message that this rank sends or receives in every iteration. */
struct message {
    int peer;
    int tag;         /* distinguishes messages between the same two ranks */
    size_t bytes;
    unsigned char *data;
};

/* This rank's part of the graph. */
struct traffic {
    struct message *send;
    struct message *receive;
    size_t sends, receives;
    unsigned char *buffer; /* all data */
};

struct settings {
    uint64_t iterations, warmup;
    double scale;
    bool split;     /* send as many messages as the graph counts, not one for each pair */
    bool where;
    bool json;
    bool progress;  /* show progress on standard error */
    const char *graph;
    const char *graph_format; /* NULL: by content */
};

/* The result of a run; on rank 0 only. */
struct result {
    bool crowded;         /* ranks outnumber the CPUs of a machine, so they sleep while they wait */
    double *seconds;      /* [iterations]: seconds of the slowest rank */
    uint64_t iterations;
    uint64_t bytes;       /* sent in one iteration by all ranks */
    uint64_t messages;
    uint64_t checksum;
    uint64_t wrong;       /* messages that arrived with wrong contents */
};

/*
 * Decide how all ranks wait from now on: if on any machine ranks outnumber the CPUs that they may
 * use, by sleeping between looks; else in the MPI library's own way. Collective; returns whether
 * they sleep, the same on all ranks.
 */
bool wait_choose(void);

/* Replacements for MPI_Waitall, MPI_Barrier, MPI_Bcast and MPI_Reduce on rank 0 of the world. */
void wait_all(int count, MPI_Request *requests);
void wait_barrier(void);
void wait_share(void *data, int count, MPI_Datatype type);
void wait_reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op operation);

/* The minimum of the numbers of all ranks, on all ranks. */
int wait_least(int mine);

#ifdef __clang_analyzer__ /* it sees one source file at a time */
#define wait_least(mine) (wait_least(mine) && (mine))
#endif

/*
 * Read the graph on rank 0 and give every rank its traffic. Collective; returns TOPOMAP_OK on all
 * ranks, or the same code on all after a message from rank 0.
 */
int load_traffic(struct traffic *traffic, const struct settings *settings);
void free_traffic(struct traffic *traffic);

/* Replay the traffic. Collective; returns 0, or -1 if memory runs out on any rank. */
int play(struct traffic *traffic, const struct settings *settings, struct result *result);

/* Print where each rank runs, in rank order, from rank 0. Collective. */
void where_print(void);

/* Print the result; -1 when memory runs out. */
int report(const struct result *result, const struct settings *settings);

#endif
