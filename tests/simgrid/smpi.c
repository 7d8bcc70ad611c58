/* SPDX-License-Identifier: BSD-3-Clause */
/* An MPI program for SMPI: prints where each rank runs, exchanges messages between all ranks, and
 * prints the time of 1,250,000 bytes from the first rank to the last one. */
#include <mpi.h>

#include <stdio.h>

#define BYTES 1250000

int main(int argc, char **argv)
{
    static char buffer[BYTES], answers[BYTES];
    char host[MPI_MAX_PROCESSOR_NAME];
    int rank, ranks, length;
    double start;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_processor_name(host, &length);
    printf("rank %d %s\n", rank, host);
    MPI_Alltoall(buffer, 1000, MPI_CHAR, answers, 1000, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    if (rank == 0)
        MPI_Send(buffer, BYTES, MPI_CHAR, ranks - 1, 0, MPI_COMM_WORLD);
    if (rank == ranks - 1) {
        MPI_Recv(buffer, BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("seconds %.9f\n", MPI_Wtime() - start);
    }
    MPI_Finalize();
    return 0;
}
