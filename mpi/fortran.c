/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions that topomap-mpif.h and topomap-mpif08.h bind to: handles are Fortran's, errors are
 * the last argument. */
#include "topomap-mpi.h"

#include <string.h>

void topomap_mpi_newrank_f(const MPI_Fint *comm, const MPI_Fint *info, MPI_Fint *newrank,
                           MPI_Fint *ierror);
void topomap_mpi_reorder_f(const MPI_Fint *comm, const MPI_Fint *info, MPI_Fint *reordered,
                           MPI_Fint *ierror);
void topomap_mpi_report_f(const MPI_Fint *comm, char *text, const MPI_Fint *size, MPI_Fint *ierror);
void topomap_mpi_scores_f(const MPI_Fint *comm, double *before, double *after, MPI_Fint *ierror);

void topomap_mpi_newrank_f(const MPI_Fint *comm, const MPI_Fint *info, MPI_Fint *newrank,
                           MPI_Fint *ierror)
{
    int rank = 0;

    *ierror = topomap_mpi_newrank(MPI_Comm_f2c(*comm), MPI_Info_f2c(*info), &rank);
    *newrank = rank;
}

void topomap_mpi_reorder_f(const MPI_Fint *comm, const MPI_Fint *info, MPI_Fint *reordered,
                           MPI_Fint *ierror)
{
    MPI_Comm made = MPI_COMM_NULL;

    *ierror = topomap_mpi_reorder(MPI_Comm_f2c(*comm), MPI_Info_f2c(*info), &made);
    *reordered = MPI_Comm_c2f(made);
}

void topomap_mpi_report_f(const MPI_Fint *comm, char *text, const MPI_Fint *size, MPI_Fint *ierror)
{
    char line[TOPOMAP_MPI_REPORT];
    size_t room = *size > 0 ? (size_t)*size : 0, length;

    *ierror = topomap_mpi_report(MPI_Comm_f2c(*comm), line, sizeof line);
    if (*ierror != MPI_SUCCESS)
        return;
    /* Texts in Fortran are padded with blanks. */
    length = strnlen(line, room);
    memset(text, ' ', room);
    memcpy(text, line, length);
}

void topomap_mpi_scores_f(const MPI_Fint *comm, double *before, double *after, MPI_Fint *ierror)
{
    *ierror = topomap_mpi_scores(MPI_Comm_f2c(*comm), before, after);
}
