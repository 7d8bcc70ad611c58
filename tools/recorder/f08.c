/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPICH's mpi_f08 calls PMPI functions where there is no buffer, and MPI functions elsewhere. The
 * functions here intercept the former by their Fortran names, and call MPI functions. Handles are
 * integers in C and in Fortran.
 */
#include "abi.h"

#if !defined OPEN_MPI && !defined RECORDER_LINKED

#define GIVE(error, result)                                                                        \
    do {                                                                                           \
        int result_ = (result);                                                                    \
        if (error)                                                                                 \
            *(error) = result_;                                                                    \
    } while (0)

void mpi_init_f08_(MPI_Fint *error);
void mpi_init_f08_(MPI_Fint *error)
{
    GIVE(error, MPI_Init(NULL, NULL));
}

void mpi_init_thread_f08_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *error);
void mpi_init_thread_f08_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *error)
{
    GIVE(error, MPI_Init_thread(NULL, NULL, *required, provided));
}

void mpi_finalize_f08_(MPI_Fint *error);
void mpi_finalize_f08_(MPI_Fint *error)
{
    GIVE(error, MPI_Finalize());
}

void mpi_abort_f08_(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *error);
void mpi_abort_f08_(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *error)
{
    GIVE(error, MPI_Abort(*comm, *code));
}

void mpi_pcontrol_f08_(MPI_Fint *level);
void mpi_pcontrol_f08_(MPI_Fint *level)
{
    MPI_Pcontrol(*level);
}

void mpi_barrier_f08_(MPI_Fint *comm, MPI_Fint *error);
void mpi_barrier_f08_(MPI_Fint *comm, MPI_Fint *error)
{
    GIVE(error, MPI_Barrier(*comm));
}

void mpi_ibarrier_f08_(MPI_Fint *comm, MPI_Fint *request, MPI_Fint *error);
void mpi_ibarrier_f08_(MPI_Fint *comm, MPI_Fint *request, MPI_Fint *error)
{
    GIVE(error, MPI_Ibarrier(*comm, request));
}

void mpi_start_f08_(MPI_Fint *request, MPI_Fint *error);
void mpi_start_f08_(MPI_Fint *request, MPI_Fint *error)
{
    GIVE(error, MPI_Start(request));
}

void mpi_startall_f08_(MPI_Fint *count, MPI_Fint *requests, MPI_Fint *error);
void mpi_startall_f08_(MPI_Fint *count, MPI_Fint *requests, MPI_Fint *error)
{
    GIVE(error, MPI_Startall(*count, requests));
}

void mpi_request_free_f08_(MPI_Fint *request, MPI_Fint *error);
void mpi_request_free_f08_(MPI_Fint *request, MPI_Fint *error)
{
    GIVE(error, MPI_Request_free(request));
}

#if HAVE_MPI4
void mpi_barrier_init_f08_(MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *error);
void mpi_barrier_init_f08_(MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *error)
{
    GIVE(error, MPI_Barrier_init(*comm, *info, request));
}
#endif

#else
typedef int f08_is_whole; /* a translation unit must not be empty */
#endif
