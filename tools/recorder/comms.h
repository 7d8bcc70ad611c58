/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators and windows: which world rank each of their ranks is. */
#ifndef RECORDER_COMMS_H
#define RECORDER_COMMS_H

#include "abi.h"

/* Ranks of one group and what they are in MPI_COMM_WORLD. Pairs are looked up one after another as
 * they are met, so that memory grows by partners, not by the size of the group. */
struct members {
    MPI_Group group;
    int size;
    bool world;                /* the group is that of MPI_COMM_WORLD, in its order */
    _Atomic(struct pairs *) pairs;
};

/* Ranks that a neighbourhood collective sends to, in the order of its blocks; -1: none. */
struct neighbours {
    int count;
    int *rank;
};

struct comm {
    int rank;                  /* of this process, in the local group */
    bool inter;
    struct members local;
    struct members remote;     /* the same as local but for an inter-communicator */
    _Atomic(struct neighbours *) neighbours;
};

/* Call these after MPI_Init and before MPI_Finalize. comms_setup returns 0, or -1. */
int comms_setup(void);
void comms_free(void);

/* What is known of a communicator, or NULL if that cannot be found out. */
struct comm *comms_get(MPI_Comm comm);

/* The group of a window, likewise. */
struct members *comms_window(MPI_Win win);

/* The world rank of a rank of a group, or OUTSIDE. */
uint32_t comms_world(struct members *members, int rank);

/* Where this process sends to in neighbourhood collectives on `comm`, which is `known`; or NULL. */
const struct neighbours *comms_neighbours(MPI_Comm comm, struct comm *known);

#endif
