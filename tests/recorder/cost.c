/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cost of the recorder, on 2 ranks: `cost message` prints half the nanoseconds of a round trip
 * of 8 bytes, the median of batches; `cost halo` prints microseconds of a step that computes on a
 * block and exchanges four sides of it, also the median of batches.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES 301
#define MESSAGES 400
#define STEPS 10
#define SIDE 256

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void messages(int me)
{
    char byte[8] = "";

    for (int i = 0; i < MESSAGES; i++) {
        if (me == 0) {
            MPI_Send(byte, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(byte, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(byte, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(byte, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
}

static void step(int me)
{
    static double block[SIDE][SIDE], next[SIDE][SIDE], side[4][SIDE];
    MPI_Request request[8];
    MPI_Status status[8];

    for (int i = 1; i < SIDE - 1; i++) {
        for (int j = 1; j < SIDE - 1; j++)
            next[i][j] = 0.25 * (block[i - 1][j] + block[i + 1][j] + block[i][j - 1] +
                                 block[i][j + 1]);
    }
    memcpy(block, next, sizeof block);
    for (int s = 0; s < 4; s++) {
        MPI_Irecv(side[s], SIDE, MPI_DOUBLE, 1 - me, s, MPI_COMM_WORLD, &request[2 * s]);
        MPI_Isend(block[s], SIDE, MPI_DOUBLE, 1 - me, s, MPI_COMM_WORLD, &request[2 * s + 1]);
    }
    MPI_Waitall(8, request, status);
}

static void halo(int me)
{
    for (int i = 0; i < STEPS; i++)
        step(me);
}

int main(int argc, char **argv)
{
    static double seconds[BATCHES];
    int me, is_halo = argc > 1 && strcmp(argv[1], "halo") == 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (int batch = 0; batch < BATCHES; batch++) {
        double begin = MPI_Wtime();

        if (is_halo)
            halo(me);
        else
            messages(me);
        seconds[batch] = MPI_Wtime() - begin;
    }
    qsort(seconds, BATCHES, sizeof *seconds, compare);
    if (me == 0)
        printf("%.1f\n", is_halo ? 1e6 * seconds[BATCHES / 2] / STEPS
                                 : 1e9 * seconds[BATCHES / 2] / (2 * MESSAGES));
    MPI_Finalize();
    return 0;
}
