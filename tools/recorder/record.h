/* SPDX-License-Identifier: BSD-3-Clause */
/* From the arguments of MPI calls to counters. */
#ifndef RECORDER_RECORD_H
#define RECORDER_RECORD_H

#include "algorithms.h"
#include "comms.h"
#include "counts.h"

/* Between MPI_Init and MPI_Finalize, if a profile is wanted. */
extern _Atomic bool recording;

static inline bool record_wanted(void)
{
    return atomic_load_explicit(&recording, memory_order_relaxed) && counts_on() &&
           counts_sampled();
}

/* Bytes of `count` elements; 0 if there are none or they are unknown. */
uint64_t record_bytes(MPI_Count count, MPI_Datatype type);

/* A message to rank `dest` of a communicator, or of its remote group. */
void record_send(MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type);

/* What a one-sided call puts to, or gets from (PROFILE_FETCHED), rank `target` of a window. */
void record_one_sided(MPI_Win win, enum profile_part part, int target, MPI_Count count,
                      MPI_Datatype type);

/* ---- persistent requests: recorded when they are started ------------------------------------ */

/* Messages of one operation, gathered while it is made. */
struct plan {
    enum profile_part part;
    uint32_t count, capacity;
    struct planned {
        uint32_t to;
        uint64_t bytes, messages;
    } *sends;
};

struct plan *plan_new(enum profile_part part);
void plan_add(struct plan *plan, uint32_t to, uint64_t bytes, uint64_t messages);

/* The plan of a request that was just made; it is the table's from now on. `plan` may be NULL. */
void plan_keep(MPI_Request request, struct plan *plan);

void plan_send(MPI_Request request, MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type);
void plan_start(int count, const MPI_Request *requests);
void plan_drop(MPI_Request request);

/* ---- collectives ----------------------------------------------------------------------------- */

/* A collective on a communicator; its messages are counted at once, or kept in a plan. */
struct collective {
    struct sink sink;
    struct comm *comm;
    struct members *members; /* whose ranks messages go to */
    struct plan *plan;
    int rank, size;          /* of this process in the local group */
};

/* Begin; false if there is nothing to do. `planned`: a plan is to be made. */
bool collective_begin(struct collective *collective, MPI_Comm comm, bool planned);

#endif
