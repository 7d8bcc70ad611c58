/* SPDX-License-Identifier: BSD-3-Clause */
/* Every rank sends 100 bytes to the next one; then rank 1 ends in the way that is named. */
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end(const char *how)
{
    if (strcmp(how, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "fault") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "child") == 0 && fork() == 0)
        exit(0);
    if (strcmp(how, "late") == 0)
        sleep(4);
    if (strcmp(how, "never") == 0)
        sleep(600);
}

int main(int argc, char **argv)
{
    char out[100] = "", in[100];
    int me, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Sendrecv(out, 100, MPI_CHAR, (me + 1) % ranks, 0, in, 100, MPI_CHAR,
                 (me + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("preload of rank %d: %s\n", me, getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "");
    fflush(stdout);
    if (argc > 1 && me == 1)
        end(argv[1]);
    /* Those who would wait for rank 1 are ended by mpirun. */
    MPI_Finalize();
    return 0;
}
