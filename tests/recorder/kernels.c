/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small kernels with known traffic, each in its own phase of MPI_Pcontrol, for 8 ranks. expected.py
 * has the traffic computed by hand.
 */
#include <mpi.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#define RANKS 8
#define STEPS 3
#define THREADS 4

static int me;
static char out[65536], in[65536];

static int right_of(int rank)
{
    return (rank + 1) % RANKS;
}

static int left_of(int rank)
{
    return (rank + RANKS - 1) % RANKS;
}

/* A 4 x 2 periodic grid of blocks of 10 x 10 doubles: rows as they lie, columns by a strided type. */
static void halo(void)
{
    int dims[2] = {4, 2}, periods[2] = {1, 1};
    double block[100] = {0}, edge[4][10];
    MPI_Datatype column;
    MPI_Comm grid;

    MPI_Type_vector(10, 1, 10, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    for (int step = 0; step < STEPS; step++) {
        MPI_Request request[8];
        int n = 0;

        for (int d = 0; d < 2; d++) {
            int low, high;

            MPI_Cart_shift(grid, d, 1, &low, &high);
            MPI_Irecv(edge[2 * d], 10, MPI_DOUBLE, low, 2 * d, grid, &request[n++]);
            MPI_Irecv(edge[2 * d + 1], 10, MPI_DOUBLE, high, 2 * d + 1, grid, &request[n++]);
            MPI_Isend(block, d ? 1 : 10, d ? column : MPI_DOUBLE, high, 2 * d, grid, &request[n++]);
            MPI_Isend(block, d ? 1 : 10, d ? column : MPI_DOUBLE, low, 2 * d + 1, grid,
                      &request[n++]);
        }
        MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    }
    MPI_Comm_free(&grid);
    MPI_Type_free(&column);
}

/* All kinds of sends, to the right, with distinct numbers of bytes. */
static void forms(void)
{
    static char buffer[4096 + 10 * MPI_BSEND_OVERHEAD];
    int right = right_of(me), left = left_of(me), size;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request r[24], persistent[4];
    MPI_Message message;
    MPI_Status status;
    void *detached;
    int n = 0;

    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int i = 0; i < 14; i++)
        MPI_Irecv(in + 4096 * i, 4096, MPI_CHAR, left, i, world, &r[n++]);
    MPI_Barrier(world); /* for ready sends */
    MPI_Send(out, 1, MPI_CHAR, right, 0, world);
    MPI_Bsend(out, 2, MPI_CHAR, right, 1, world);
    MPI_Rsend(out, 4, MPI_CHAR, right, 2, world);
    MPI_Isend(out, 8, MPI_CHAR, right, 3, world, &r[n++]);
    MPI_Ibsend(out, 16, MPI_CHAR, right, 4, world, &r[n++]);
    MPI_Irsend(out, 32, MPI_CHAR, right, 5, world, &r[n++]);
    MPI_Issend(out, 64, MPI_CHAR, right, 6, world, &r[n++]);
    MPI_Ssend(out, 128, MPI_CHAR, right, 7, world);
    MPI_Send_init(out, 256, MPI_CHAR, right, 8, world, &persistent[0]);
    MPI_Bsend_init(out, 512, MPI_CHAR, right, 9, world, &persistent[1]);
    MPI_Rsend_init(out, 1024, MPI_CHAR, right, 10, world, &persistent[2]);
    MPI_Ssend_init(out, 2048, MPI_CHAR, right, 11, world, &persistent[3]);
    MPI_Start(&persistent[0]);
    MPI_Startall(3, persistent + 1);
    MPI_Send(out, 0, MPI_CHAR, right, 12, world);
    MPI_Send(out, 4096, MPI_CHAR, right, 13, world);
    MPI_Send(out, 5, MPI_CHAR, MPI_PROC_NULL, 0, world);
    MPI_Waitall(4, persistent, MPI_STATUSES_IGNORE);
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);

    /* Again with one of the persistent requests, which a matched probe receives. */
    MPI_Start(&persistent[0]);
    MPI_Mprobe(left, 8, world, &message, &status);
    MPI_Get_count(&status, MPI_CHAR, &size);
    MPI_Mrecv(in, size, MPI_CHAR, &message, &status);
    MPI_Wait(&persistent[0], MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&persistent[i]);
    MPI_Sendrecv(out, 8192, MPI_CHAR, right, 20, in, 8192, MPI_CHAR, left, 20, world, &status);
    MPI_Sendrecv_replace(out, 16384, MPI_CHAR, right, 21, left, 21, world, &status);
    MPI_Buffer_detach(&detached, &size);
}

/* Rows of 4 and columns of 2 ranks of a 2 x 4 grid, as FFTs transpose. */
static void pencil(void)
{
    int counts[2] = {8 + me, 16 + me}, places[2] = {0, 100}, in_counts[2], in_places[2] = {0, 100};
    MPI_Comm row, column;

    MPI_Comm_split(MPI_COMM_WORLD, me / 4, me, &row);
    MPI_Comm_split(MPI_COMM_WORLD, me % 4, me, &column);
    for (int i = 0; i < 2; i++)
        in_counts[i] = (me / 4 ? 16 : 8) + me % 4 + 4 * i;
    for (int step = 0; step < STEPS; step++) {
        MPI_Alltoall(out, 64, MPI_INT, in, 64, MPI_INT, row);
        MPI_Alltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, column);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}

/* Exchange with a partner, sums in rows, dot products over all. */
static void cg(void)
{
    MPI_Comm row;

    MPI_Comm_split(MPI_COMM_WORLD, me / 4, me, &row);
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(out, 50, MPI_DOUBLE, me ^ 4, 0, in, 50, MPI_DOUBLE, me ^ 4, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(out, in, 10, MPI_DOUBLE, MPI_SUM, row);
        MPI_Allreduce(MPI_IN_PLACE, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&row);
}

/* On a communicator with ranks in reverse order. */
static void one_sided(void)
{
    int rank, one = 1, none = 0, result, *memory;
    MPI_Request r[4];
    MPI_Comm back;
    MPI_Win win;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &back);
    MPI_Comm_rank(back, &rank);
    MPI_Win_allocate(1024 * sizeof(int), sizeof(int), MPI_INFO_NULL, back, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(out, 16, MPI_INT, right_of(rank), 0, 16, MPI_INT, win);
    MPI_Get(in, 8, MPI_INT, left_of(rank), 100, 8, MPI_INT, win);
    MPI_Accumulate(out, 4, MPI_INT, right_of(rank), 200, 4, MPI_INT, MPI_SUM, win);
    MPI_Win_flush_all(win);
    MPI_Get_accumulate(out, 2, MPI_INT, in, 2, MPI_INT, right_of(rank), 300, 2, MPI_INT, MPI_SUM,
                       win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, in, 3, MPI_INT, right_of(rank), 300, 3, MPI_INT,
                       MPI_NO_OP, win);
    MPI_Fetch_and_op(&one, &result, MPI_INT, right_of(rank), 400, MPI_SUM, win);
    MPI_Win_flush_all(win);
    MPI_Compare_and_swap(&one, &none, &result, MPI_INT, right_of(rank), 500, win);
    MPI_Win_flush_all(win);
    MPI_Rput(out, 32, MPI_INT, right_of(rank), 600, 32, MPI_INT, win, &r[0]);
    MPI_Rget(in, 64, MPI_INT, right_of(rank), 700, 64, MPI_INT, win, &r[1]);
    MPI_Raccumulate(out, 5, MPI_INT, left_of(rank), 800, 5, MPI_INT, MPI_SUM, win, &r[2]);
    MPI_Rget_accumulate(out, 6, MPI_INT, in + 1024, 6, MPI_INT, left_of(rank), 900, 6, MPI_INT,
                        MPI_SUM, win, &r[3]);
    MPI_Put(out, 16, MPI_INT, MPI_PROC_NULL, 0, 16, MPI_INT, win);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&back);
}

/* An open line of 8, and a directed ring with a chord. */
static void neighbours(void)
{
    int dims[1] = {RANKS}, periods[1] = {0}, counts[2] = {3, 5}, places[2] = {0, 8};
    int in_counts[2] = {5, 3}, sources[2] = {left_of(me), me ^ 4}, targets[2] = {right_of(me), me ^ 4};
    MPI_Request request;
    MPI_Comm line, ring;

    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, in, in_counts, places, MPI_INT, line);
    MPI_Neighbor_allgather(out, 7, MPI_INT, in, 7, MPI_INT, line);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, MPI_UNWEIGHTED, 2, targets,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
    MPI_Ineighbor_alltoall(out, 11, MPI_INT, in, 11, MPI_INT, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&line);
    MPI_Comm_free(&ring);
}

/* Odd and even ranks, both from the highest down; and many communicators, one after another. */
static void parts(void)
{
    int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6}, rank;
    MPI_Comm part, copy;
    MPI_Request r;

    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &part);
    MPI_Comm_rank(part, &rank);
    MPI_Bcast(out, 100, MPI_CHAR, 1, part);
    MPI_Reduce(out, in, 10, MPI_INT, MPI_SUM, 2, part);
    MPI_Gather(out, 7, MPI_CHAR, in, 7, MPI_CHAR, 0, part);
    MPI_Scatter(out, 9, MPI_CHAR, in, 9, MPI_CHAR, 3, part);
    MPI_Gatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, 0, part);
    MPI_Scatterv(out, counts, places, MPI_CHAR, in, counts[rank], MPI_CHAR, 0, part);
    MPI_Allgather(out, 5, MPI_CHAR, in, 5, MPI_CHAR, part);
    MPI_Iallgatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, part, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Reduce_scatter(out, in, counts, MPI_CHAR, MPI_MAX, part);
    MPI_Reduce_scatter_block(out, in, 6, MPI_CHAR, MPI_MAX, part);
    MPI_Scan(out, in, 3, MPI_CHAR, MPI_MAX, part);
    MPI_Barrier(part);
    for (int i = 0; i < 50; i++) {
        MPI_Comm_dup(part, &copy);
        MPI_Sendrecv(out, 10, MPI_CHAR, (rank + 1) % 4, 0, in, 10, MPI_CHAR, (rank + 3) % 4, 0,
                     copy, MPI_STATUS_IGNORE);
        MPI_Comm_free(&copy);
    }
    MPI_Comm_free(&part);
}

static void *talk(void *number)
{
    int tag = *(int *)number;
    char byte[16];

    for (int i = 0; i < 50; i++)
        MPI_Sendrecv(out, 10, MPI_CHAR, right_of(me), tag, byte, 10, MPI_CHAR, left_of(me), tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    int number[THREADS];

    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&thread[i], NULL, talk, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

/* Odd ranks on one side, even ones on the other. */
static void between(void)
{
    int odd = me % 2, rank, root = odd ? 2 : MPI_PROC_NULL;
    MPI_Comm side, both;

    MPI_Comm_split(MPI_COMM_WORLD, odd, me, &side);
    MPI_Comm_rank(side, &rank);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, odd ? 0 : 1, 5, &both);
    MPI_Sendrecv(out, 10, MPI_CHAR, (rank + 1) % 4, 0, in, 10, MPI_CHAR, (rank + 3) % 4, 0, both,
                 MPI_STATUS_IGNORE);
    if (!odd && rank == 2)
        root = MPI_ROOT;
    MPI_Bcast(out, 20, MPI_CHAR, root, both);
    MPI_Alltoall(out, 3, MPI_CHAR, in, 3, MPI_CHAR, both);
    MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, both);
    if (odd) {
        MPI_Gather(out, 4, MPI_CHAR, NULL, 3, MPI_DATATYPE_NULL, root, both);
        MPI_Scatter(NULL, 3, MPI_DATATYPE_NULL, in, 6, MPI_CHAR, root, both);
    } else {
        MPI_Datatype type = rank == 2 ? MPI_CHAR : MPI_DATATYPE_NULL;

        MPI_Gather(NULL, 3, MPI_DATATYPE_NULL, in, 4, type, root, both);
        MPI_Scatter(out, 6, type, NULL, 3, MPI_DATATYPE_NULL, root, both);
    }
    MPI_Comm_set_errhandler(side, MPI_ERRORS_RETURN);
    if (MPI_Send(out, 1, MPI_DATATYPE_NULL, 0, 0, side) == MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&both);
    MPI_Comm_free(&side);
}

/* New in MPI 4, where available: a persistent broadcast, started twice. */
static void persistent(void)
{
    MPI_Request request;

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
    MPIX_Bcast_init(out, 12, MPI_CHAR, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#else
    MPI_Bcast_init(out, 12, MPI_CHAR, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#endif
    for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

/* Persistent buffered sends that are started again before the message before has left its buffer, and
 * then requests that may get the handles that those had. */
static void buffered(void)
{
    static char buffer[32 * sizeof out];
    MPI_Request request, later[8];
    void *detached;
    int other = me ^ 1, size;

    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int i = 0; i < 10; i++) {
        MPI_Bsend_init(out, sizeof out, MPI_CHAR, other, 0, MPI_COMM_WORLD, &request);
        for (int k = 0; k < 5; k++) {
            if (k % 2)
                MPI_Startall(1, &request);
            else
                MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        for (int k = 0; k < 5; k++)
            MPI_Recv(in, sizeof in, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    for (int i = 0; i < 8; i++) {
        MPI_Send_init(out, 8, MPI_CHAR, other, 1, MPI_COMM_WORLD, &later[i]);
        MPI_Start(&later[i]);
        MPI_Recv(in, 8, MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(8, later, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 8; i++)
        MPI_Request_free(&later[i]);
    MPI_Buffer_detach(&detached, &size);
}

#if MPI_VERSION >= 4
static void mpi4(void)
{
    MPI_Request r[2];

    MPI_Psend_init(out, 4, 25, MPI_CHAR, right_of(me), 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, 4, 25, MPI_CHAR, left_of(me), 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    MPI_Startall(2, r);
    for (int i = 0; i < 4; i++)
        MPI_Pready(i, r[0]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Isendrecv(out, 1000, MPI_CHAR, right_of(me), 8, in, 1000, MPI_CHAR, left_of(me), 8,
                  MPI_COMM_WORLD, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Isend_c(out, 10000, MPI_CHAR, right_of(me), 9, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_c(in, 10000, MPI_CHAR, left_of(me), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
}
#endif

static void (*const kernels[])(void) = {
    halo, forms, pencil, cg, one_sided, neighbours, parts, threads, between, persistent,
    buffered,
#if MPI_VERSION >= 4
    mpi4,
#endif
};

int main(int argc, char **argv)
{
    int provided, size;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != RANKS || provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (argc > 1 && strtoul(argv[1], NULL, 10) != i)
            continue;
        MPI_Pcontrol(0);
        MPI_Barrier(MPI_COMM_WORLD); /* ranks enter the next phase together, without recorded
                                      * traffic */
        MPI_Pcontrol(10 + (int)i);
        kernels[i]();
    }
    MPI_Finalize();
    return 0;
}
