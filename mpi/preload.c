/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The library to preload that makes reorder=1 effective with any MPI: the constructors of
 * communicators with a topology. It links nothing, so that it loads into every process. When one of
 * them is first called it opens the MPI interface for the process's MPI. Some MPIs' Fortran
 * bindings call PMPI functions and others MPI functions, so it has both.
 *
 * Handles are passed on as they are. They are pointers in Open MPI and ints in MPICH. On Linux's
 * machines both take one register or one stack slot, whose contents stay the same.
 */
#include "config.h"

#include "constructors.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle; /* or an int instead */

static const char *const names[CONSTRUCTORS] = {
    [CART_CREATE] = "PMPI_Cart_create",
    [GRAPH_CREATE] = "PMPI_Graph_create",
    [DIST_GRAPH_CREATE] = "PMPI_Dist_graph_create",
    [DIST_GRAPH_CREATE_ADJACENT] = "PMPI_Dist_graph_create_adjacent",
};
static constructor_function *next[CONSTRUCTORS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* dlsym returns functions as pointers to data. */
static constructor_function *find(void *library, const char *name)
{
    void *found = dlsym(library, name);
    constructor_function *function;

    memcpy(&function, &found, sizeof function);
    return function;
}

/* Open the interface for this process's MPI, beside this library. */
static void *open_interface(void)
{
    const char *mpi = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") ? "openmpi" : "mpich";
    char path[PATH_MAX];
    const char *slash;
    Dl_info self;

    if (!dladdr(names, &self) || !(slash = strrchr(self.dli_fname, '/')))
        return NULL;
    snprintf(path, sizeof path, "%.*s/libtopomap-mpi-%s.so.%d", (int)(slash - self.dli_fname),
             self.dli_fname, mpi, INTERFACE_MAJOR);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* Find MPI's functions in there. Returns how many it found. */
static int find_all(void *library, constructor_function **functions)
{
    int count = 0;

    for (int i = 0; i < CONSTRUCTORS; i++) {
        functions[i] = find(library, names[i]);
        count += functions[i] != NULL;
    }
    return count;
}

static void look_up(void)
{
    void *library = open_interface();
    constructor_function *mpi[CONSTRUCTORS];
    constructors_exchange *exchange = NULL;

    if (library)
        exchange = (constructors_exchange *)find(library, CONSTRUCTORS_EXCHANGE);
    /* Through the interface MPI is found even if a language has loaded it privately. */
    if (exchange && find_all(library, mpi) == CONSTRUCTORS) {
        exchange(mpi, next);
        return;
    }
    fprintf(stderr, "topomap: ranks keep their order: %s\n", dlerror());
    if (find_all(RTLD_NEXT, next) < CONSTRUCTORS) {
        fprintf(stderr, "topomap: this process has no MPI to call\n");
        abort();
    }
}

#define NEXT(which, ...)                                                                           \
    (pthread_once(&once, look_up), ((int (*)(__VA_ARGS__))next[which]))
#define TAKE(name) extern __typeof__(name) P##name __attribute__((alias(#name)))

int MPI_Cart_create(handle old, int dims, const int *dim, const int *periods, int reorder,
                    void *comm);
int MPI_Graph_create(handle old, int nodes, const int *index, const int *edges, int reorder,
                     void *comm);
int MPI_Dist_graph_create(handle old, int n, const int *sources, const int *degrees,
                          const int *destinations, const int *weights, handle info, int reorder,
                          void *comm);
int MPI_Dist_graph_create_adjacent(handle old, int in, const int *sources,
                                   const int *source_weights, int out, const int *destinations,
                                   const int *destination_weights, handle info, int reorder,
                                   void *comm);

int MPI_Cart_create(handle old, int dims, const int *dim, const int *periods, int reorder,
                    void *comm)
{
    return NEXT(CART_CREATE, handle, int, const int *, const int *, int, void *)(
        old, dims, dim, periods, reorder, comm);
}
TAKE(MPI_Cart_create);

int MPI_Graph_create(handle old, int nodes, const int *index, const int *edges, int reorder,
                     void *comm)
{
    return NEXT(GRAPH_CREATE, handle, int, const int *, const int *, int, void *)(
        old, nodes, index, edges, reorder, comm);
}
TAKE(MPI_Graph_create);

int MPI_Dist_graph_create(handle old, int n, const int *sources, const int *degrees,
                          const int *destinations, const int *weights, handle info, int reorder,
                          void *comm)
{
    return NEXT(DIST_GRAPH_CREATE, handle, int, const int *, const int *, const int *, const int *,
                handle, int, void *)(old, n, sources, degrees, destinations, weights, info, reorder,
                                     comm);
}
TAKE(MPI_Dist_graph_create);

int MPI_Dist_graph_create_adjacent(handle old, int in, const int *sources,
                                   const int *source_weights, int out, const int *destinations,
                                   const int *destination_weights, handle info, int reorder,
                                   void *comm)
{
    return NEXT(DIST_GRAPH_CREATE_ADJACENT, handle, int, const int *, const int *, int, const int *,
                const int *, handle, int, void *)(old, in, sources, source_weights, out,
                                                  destinations, destination_weights, info, reorder,
                                                  comm);
}
TAKE(MPI_Dist_graph_create_adjacent);
