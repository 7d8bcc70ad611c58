/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-replay: plays a communication graph as MPI traffic. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "topomap.h"

#include <mpi.h>

#include <stdbool.h>

/* A message that this rank sends or receives in every iteration. */
struct message {
    int peer;
    int tag;         /* numbers the messages between the same two ranks */
    size_t bytes;
    unsigned char *data;
};

/* The part of the graph that concerns this rank. */
struct traffic {
    struct message *send;
    struct message *receive;
    size_t sends, receives;
    unsigned char *buffer; /* all data */
};

struct settings {
    uint64_t iterations, warmup;
    double scale;
    bool split;     /* as many messages as the graph counts, not one for each pair */
    bool where;
    bool json;
    bool progress;  /* say on standard error how far it is */
    const char *graph;
};

/* What a run gave; on rank 0 only. */
struct result {
    bool crowded;         /* ranks outnumber the CPUs of a machine: those that wait sleep */
    double *seconds;      /* [iterations]: of the slowest rank */
    uint64_t iterations;
    uint64_t bytes;       /* moved in one iteration, by all ranks */
    uint64_t messages;
    uint64_t checksum;
    uint64_t wrong;       /* messages that did not arrive as they were sent */
};

/*
 * Decide how all ranks wait from here on: by sleeping between looks if on any machine ranks
 * outnumber the CPUs that they may use; by the MPI library's own ways if not. Collective; whether
 * they sleep, alike on all ranks.
 */
bool wait_choose(void);

/* What MPI_Waitall, MPI_Barrier, MPI_Bcast and MPI_Reduce on rank 0 of the world do. */
void wait_all(int count, MPI_Request *requests);
void wait_barrier(void);
void wait_share(void *data, int count, MPI_Datatype type);
void wait_reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op operation);

/* The least of the numbers of all ranks, on all of them. */
int wait_least(int mine);

/*
 * Read the graph on rank 0 and give every rank its traffic. Collective; returns TOPOMAP_OK on all
 * ranks or the same code on all, rank 0 having said why.
 */
int load_traffic(struct traffic *traffic, const struct settings *settings);
void free_traffic(struct traffic *traffic);

/* Play it. Collective; 0, or -1 when memory is out on any rank. */
int play(struct traffic *traffic, const struct settings *settings, struct result *result);

/* Print where every rank runs, in rank order, from rank 0. Collective. */
void where_print(void);

/* Print the result; -1 when memory is out. */
int report(const struct result *result, const struct settings *settings);

#endif
