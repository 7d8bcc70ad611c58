/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts the arguments of MPI calls. */
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

/* Bytes of `count` elements; 0 if there are none or their size is unknown. */
uint64_t record_bytes(MPI_Count count, MPI_Datatype type);

/* Record a message to rank `dest` of a communicator, or of its remote group. */
void record_send(MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type);

/* Record that a call has waited for messages, of one or of several ranks. */
static inline void record_wait(void)
{
    if (atomic_load_explicit(&recording, memory_order_relaxed))
        counts_received(OUTSIDE);
}

/* Record that a call has waited for a message from rank `source`, or from the one in `status`,
 * which may be MPI_STATUS_IGNORE. */
void record_receive(MPI_Comm comm, int source, const MPI_Status *status);

/* Record what a one-sided call puts to, or gets from (PROFILE_FETCHED), rank `target` of a
 * window. */
void record_one_sided(MPI_Win win, enum profile_part part, int target, MPI_Count count,
                      MPI_Datatype type);

/* ---- persistent requests: recorded when they are started ------------------------------------ */

/* The messages of one operation, gathered while it is initialised. */
struct plan {
    enum profile_part part;
    uint32_t count, capacity;
    struct planned {
        uint32_t step, to;
        uint64_t bytes, messages;
    } *sends;
};

/* Keep the plan of a new request, which the table then owns, or free it, if there is no request.
 * `plan` may be NULL. */
void plan_keep(MPI_Request request, struct plan *plan);
void plan_free(struct plan *plan);

void plan_send(MPI_Request request, MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type);
void plan_drop(MPI_Request request);

/* Open MPI gives a request that is started while its last message is still in a buffer another
 * handle, and the old one may become that of a new request. */
struct starting {
    MPI_Request request;
    struct plan *plan; /* NULL: it sends nothing */
};

/* Count what requests send that are about to be started, and fill `starting` with one element for
 * each; after the start, keep their plans under the handles that they have then. */
void plan_start(int count, const MPI_Request *requests, struct starting *starting);
void plan_started(int count, const MPI_Request *requests, const struct starting *starting);

/* ---- collectives ----------------------------------------------------------------------------- */

/* A collective on a communicator. Its messages are counted at once, or kept in a plan. */
struct collective {
    struct sink sink;
    struct comm *comm;
    struct members *members; /* the group of the messages' destinations */
    struct plan *plan;
    int rank, size;          /* rank and size in the local group */
};

/* Start; false if there is nothing to record. `planned`: make a plan. */
bool collective_begin(struct collective *collective, MPI_Comm comm, bool planned);

#endif
