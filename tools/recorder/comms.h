/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators and windows: the world rank of each of their ranks. */
#ifndef RECORDER_COMMS_H
#define RECORDER_COMMS_H

#include "abi.h"

/* The ranks of a group and their ranks in MPI_COMM_WORLD. Pairs are looked up as they occur, so
 * that memory grows with the number of partners, not with the size of the group. */
struct members {
    MPI_Group group;
    int size;
    bool world;                /* the group is that of MPI_COMM_WORLD, in the same order */
    _Atomic(struct pairs *) pairs;
};

/* The ranks to which a neighbourhood collective sends, in the order of its blocks; -1: none. */
struct neighbours {
    int count;
    int *rank;
};

struct comm {
    int rank;                  /* of this process in the local group */
    bool inter;
    struct members local;
    struct members remote;     /* the same as `local`, except for an inter-communicator */
    _Atomic(struct neighbours *) neighbours;
    _Atomic uint32_t begin[2]; /* 1 + the step of its collectives in rounds, and at once; or 0 */
};

/* Call these after MPI_Init and before MPI_Finalize. comms_setup returns 0, or -1. */
int comms_setup(void);
void comms_free(void);

/* The record of a communicator; NULL if it cannot be made. */
struct comm *comms_get(MPI_Comm comm);

/* The group of a window; NULL if it cannot be looked up. */
struct members *comms_window(MPI_Win win);

/* The step at which its collectives begin, see rounds.h. */
uint32_t comms_step(struct comm *comm, bool at_once);

/* The world rank of a rank in a group, or OUTSIDE. */
uint32_t comms_world(struct members *members, int rank);

/* The ranks to which this process sends in neighbourhood collectives on `comm`, whose record is
 * `known`; or NULL. */
const struct neighbours *comms_neighbours(MPI_Comm comm, struct comm *known);

#endif
