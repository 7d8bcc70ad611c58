/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI's constructors of communicators with a topology, which mean what they say with reorder=1. Not
 * for applications: libtopomap-reorder.so, when it is preloaded, puts them in the place of MPI's.
 * It is the same for all MPIs and knows no handles, so all is described without mpi.h.
 */
#ifndef MPI_CONSTRUCTORS_H
#define MPI_CONSTRUCTORS_H

enum constructor {
    CART_CREATE,
    GRAPH_CREATE,
    DIST_GRAPH_CREATE,
    DIST_GRAPH_CREATE_ADJACENT,
    CONSTRUCTORS,
};

typedef void constructor_function(void);

/* Take MPI's own functions [CONSTRUCTORS] and give those that stand for them. */
typedef void constructors_exchange(constructor_function *const *mpi, constructor_function **ours);

#define CONSTRUCTORS_EXCHANGE "topomap_mpi_constructors"
constructors_exchange topomap_mpi_constructors;

#endif
