/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages that wait for others, in phases: what a rank sends first after it has received something
 * is a step of its own. Each phase is one whose number of steps record.tap knows. For 12 ranks. */
#include <mpi.h>

static int rank, ranks;
static int in[64], out[64];

static int after(int distance)
{
    return (rank + distance) % ranks;
}

static int before(int distance)
{
    return (rank - distance + ranks) % ranks;
}

/* Begin to send to the rank that far after this one, and to receive from the other side. */
static void begin(int distance, MPI_Request *requests)
{
    MPI_Irecv(&in[distance], 1, MPI_INT, before(distance), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&out[distance], 1, MPI_INT, after(distance), 0, MPI_COMM_WORLD, &requests[1]);
}

static void wait_by_recv(int distance)
{
    MPI_Request request;

    MPI_Isend(out, 1, MPI_INT, after(distance), 0, MPI_COMM_WORLD, &request);
    MPI_Recv(in, 1, MPI_INT, before(distance), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void wait_by_mrecv(int distance)
{
    MPI_Request request;
    MPI_Message message;

    MPI_Isend(out, 1, MPI_INT, after(distance), 0, MPI_COMM_WORLD, &request);
    MPI_Mprobe(before(distance), 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void wait_by_sendrecv(int distance)
{
    MPI_Sendrecv(out, 1, MPI_INT, after(distance), 0, in, 1, MPI_INT, before(distance), 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_by_replace(int distance)
{
    MPI_Sendrecv_replace(out, 1, MPI_INT, after(distance), 0, before(distance), 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
}

static void wait_by_wait(int distance)
{
    MPI_Request requests[2];

    begin(distance, requests);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[1]);
}

static void wait_by_waitall(int distance)
{
    MPI_Request requests[2];

    begin(distance, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void wait_by_waitany(int distance)
{
    MPI_Request requests[2];
    int index;

    begin(distance, requests);
    MPI_Waitany(1, requests, &index, MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[1]);
}

static void wait_by_waitsome(int distance)
{
    MPI_Request requests[2];
    int count, indices[1];

    begin(distance, requests);
    MPI_Waitsome(1, requests, &count, indices, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
}

static void wait_by_test(int distance)
{
    MPI_Request requests[2];
    int over = 0;

    begin(distance, requests);
    while (!over)
        MPI_Test(&requests[0], &over, MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[1]);
}

static void wait_by_testall(int distance)
{
    MPI_Request requests[2];
    int over = 0;

    begin(distance, requests);
    while (!over)
        MPI_Testall(2, requests, &over, MPI_STATUSES_IGNORE);
}

static void wait_by_testany(int distance)
{
    MPI_Request requests[2];
    int over = 0, index;

    begin(distance, requests);
    while (!over)
        MPI_Testany(1, requests, &index, &over, MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[1]);
}

static void wait_by_testsome(int distance)
{
    MPI_Request requests[2];
    int count = 0, indices[1];

    begin(distance, requests);
    while (count == 0)
        MPI_Testsome(1, requests, &count, indices, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
}

/* A message to one rank, a wait of each kind, and a message to another one: two steps. */
static void each_wait(void)
{
    void (*const waits[])(int) = {
        wait_by_recv,     wait_by_mrecv,   wait_by_sendrecv, wait_by_replace,
        wait_by_wait,     wait_by_waitall, wait_by_waitany,  wait_by_waitsome,
        wait_by_test,     wait_by_testall, wait_by_testany,  wait_by_testsome,
    };

    for (int i = 0; i < (int)(sizeof waits / sizeof *waits); i++) {
        MPI_Pcontrol(10 + i);
        waits[i](1);
        wait_by_waitall(2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* From the first rank to the last one, and on the same way back, as often. */
static void wavefront(int times, int way)
{
    int from = rank - way, to = rank + way;

    for (int i = 0; i < times; i++) {
        if (from >= 0 && from < ranks)
            MPI_Recv(in, 1, MPI_INT, i % 2 ? from : MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     &(MPI_Status){0});
        if (to >= 0 && to < ranks)
            MPI_Send(out, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    }
}

/* To the next rank, then to the one before; the ends have none. */
static void shift(int way)
{
    int from = rank - way, to = rank + way;

    MPI_Sendrecv(out, 1, MPI_INT, to >= 0 && to < ranks ? to : MPI_PROC_NULL, 0, in, 1, MPI_INT,
                 from >= 0 && from < ranks ? from : MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* Along rows of four and columns of three, twice. */
static void rows_and_columns(void)
{
    MPI_Comm row, column;
    int all[4] = {0}, sum;

    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4, rank, &column);
    MPI_Pcontrol(37);
    for (int round = 0; round < 2; round++) {
        MPI_Alltoall(all, 1, MPI_INT, in, 1, MPI_INT, row);
        MPI_Alltoall(all, 1, MPI_INT, in, 1, MPI_INT, column);
    }
    MPI_Pcontrol(38);
    for (int round = 0; round < 2; round++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
        MPI_Bcast(&sum, 1, MPI_INT, 0, column);
    }
    MPI_Pcontrol(0);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}

/* A long message, and then a short one, to the same rank. */
static void two_sizes(void)
{
    for (int round = 0; round < 2; round++) {
        for (int count = 64; count > 0; count -= 63)
            MPI_Sendrecv(out, count, MPI_INT, after(1), 0, in, count, MPI_INT, before(1), 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* No message is much longer than the one before. */
static void many_sizes(void)
{
    for (int count = 8; count <= 64; count += 8)
        MPI_Sendrecv(out, count, MPI_INT, after(1), 0, in, count, MPI_INT, before(1), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request requests[22];
    int all[12] = {0}, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 12)
        MPI_Abort(MPI_COMM_WORLD, 2);
    each_wait();

    /* All at once, twice. */
    MPI_Pcontrol(30);
    for (int round = 0; round < 2; round++) {
        for (int distance = 1; distance < ranks; distance++)
            begin(distance, &requests[2 * (distance - 1)]);
        MPI_Waitall(2 * (ranks - 1), requests, MPI_STATUSES_IGNORE);
    }
    /* Along three axes one after the other, again and again. */
    MPI_Pcontrol(31);
    for (int round = 0; round < 3; round++) {
        for (int distance = 1; distance < ranks / 2; distance *= 2) {
            begin(distance, &requests[0]);
            begin(ranks - distance, &requests[2]);
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        }
    }
    MPI_Pcontrol(32);
    MPI_Alltoall(all, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Pcontrol(33);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Pcontrol(34);
    wavefront(3, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(35);
    wavefront(3, 1);
    wavefront(3, -1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(36);
    for (int round = 0; round < 2; round++) {
        shift(1);
        shift(-1);
    }
    rows_and_columns();
    MPI_Pcontrol(39);
    two_sizes();
    MPI_Pcontrol(40);
    many_sizes();
    MPI_Finalize();
    return sum == ranks * (ranks - 1) / 2 ? 0 : 1;
}
