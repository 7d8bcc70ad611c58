/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI's constructors of communicators with a topology, for which reorder=1 really reorders. They
 * are not for applications: libtopomap-reorder.so, when it is preloaded, puts them in place of
 * MPI's. That library is the same for all MPIs and knows no handles, so this header does without
 * mpi.h.
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

/* Take MPI's own functions [CONSTRUCTORS], and return those that replace them. */
typedef void constructors_exchange(constructor_function *const *mpi, constructor_function **ours);

#define CONSTRUCTORS_EXCHANGE "topomap_mpi_constructors"
constructors_exchange topomap_mpi_constructors;

#endif
