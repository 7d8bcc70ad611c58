/* SPDX-License-Identifier: BSD-3-Clause */
/* The differences between the MPIs for which the recorder is compiled, each time with another
 * mpi.h. */
#ifndef RECORDER_ABI_H
#define RECORDER_ABI_H

#include "config.h"

#include <mpi.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef OPEN_MPI
#include <mpi-ext.h>
#define ABI_NAME "Open MPI"
#else
#define ABI_NAME "MPICH"
#endif

#ifdef OMPI_MAJOR_VERSION
/* Open MPI had parts of MPI 4 before its mpi.h announced that version. */
#define HAVE_MPI4 (OMPI_MAJOR_VERSION >= 5)
#define HAVE_LARGE_COUNTS (MPI_VERSION >= 4)
#else
#define HAVE_MPI4 (MPI_VERSION >= 4)
#define HAVE_LARGE_COUNTS (MPI_VERSION >= 4)
#endif

#if HAVE_MPI4
#define HAVE_PERSISTENT 1
#define PERSISTENT(name) MPI_##name##_init
#elif defined OMPI_HAVE_MPI_EXT_PCOLLREQ
#define HAVE_PERSISTENT 1
#define PERSISTENT(name) MPIX_##name##_init
#else
#define HAVE_PERSISTENT 0
#endif

/*
 * Open MPI's Fortran bindings call PMPI_Send and so on, from another library. The preloaded
 * recorder intercepts these names, too, and so sees calls from Fortran with translated handles and
 * special addresses. MPICH's Fortran bindings call MPI_Send; PMPI_Send is called inside MPICH, and
 * is not traffic of the application.
 */
#if defined OPEN_MPI && !defined RECORDER_LINKED
#define TAKE_NAME(name) TAKE_EXPANDED(name)
#define TAKE_EXPANDED(name) extern __typeof__(name) P##name __attribute__((alias(#name)))
#else
#define TAKE_NAME(name) extern __typeof__(name) name
#endif

/*
 * NEXT(MPI_Send)(...) calls the MPI library's function. The preloaded recorder links no MPI
 * library: it must load in every process, and finds the library when it is first called. It does
 * the same for the handles that are addresses in Open MPI.
 */
#define NEXT(name) NEXT_EXPANDED(name)
#ifdef RECORDER_LINKED
#define NEXT_EXPANDED(name) P##name
#else
#define LOOK_UP(type, find, name)                                                                  \
    ({                                                                                             \
        static _Atomic(void *) next_;                                                              \
        void *found_ = atomic_load_explicit(&next_, memory_order_relaxed);                         \
        (type)(found_ ? found_ : find(&next_, name));                                              \
    })
#define NEXT_EXPANDED(name) LOOK_UP(__typeof__(&name), next_find, "P" #name)
#ifdef OPEN_MPI
#define HANDLE(type, name) LOOK_UP(type, handle_find, name)
#undef MPI_COMM_WORLD
#undef MPI_COMM_NULL
#undef MPI_INFO_NULL
#undef MPI_WIN_NULL
#undef MPI_NO_OP
#undef MPI_BYTE
#undef MPI_DATATYPE_NULL
#undef MPI_REQUEST_NULL
#define MPI_COMM_WORLD HANDLE(MPI_Comm, "ompi_mpi_comm_world")
#define MPI_COMM_NULL HANDLE(MPI_Comm, "ompi_mpi_comm_null")
#define MPI_INFO_NULL HANDLE(MPI_Info, "ompi_mpi_info_null")
#define MPI_WIN_NULL HANDLE(MPI_Win, "ompi_mpi_win_null")
#define MPI_NO_OP HANDLE(MPI_Op, "ompi_mpi_op_no_op")
#define MPI_BYTE HANDLE(MPI_Datatype, "ompi_mpi_byte")
#define MPI_DATATYPE_NULL HANDLE(MPI_Datatype, "ompi_mpi_datatype_null")
#define MPI_REQUEST_NULL HANDLE(MPI_Request, "ompi_request_null")
#endif
#endif

/* Look up a function of the MPI library, or one of its handles, and keep it in `*next`. If it is
 * missing the process ends. */
void *next_find(_Atomic(void *) *next, const char *name);
void *handle_find(_Atomic(void *) *next, const char *name);

#endif
