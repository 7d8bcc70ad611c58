/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads that call MPI at the same time, for 10 ranks: with so many partners the recorder's tables
 * grow while other threads read them. Each exercise is a phase of MPI_Pcontrol, and expected.py has
 * its traffic. An argument after that: `race` adds a race of the program's own, for check-tsan;
 * `abort` ends in MPI_Abort while threads still send.
 */
#include <mpi.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANKS 10
#define THREADS 3
#define ROUNDS 3
#define REQUESTS 500 /* of a thread: so many that the recorder keeps some in the same list */

static int me, back_rank;
static MPI_Comm back;          /* all ranks, from the highest down */
static MPI_Comm copy[ROUNDS];  /* the same */
static MPI_Request given[THREADS];
static MPI_Win window;
static char out[64];
static volatile unsigned raced;
static pthread_key_t ending;
static _Atomic unsigned arrived;

/* Threads of this rank go on at the same time. In no order that ThreadSanitizer knows: what they do
 * before and after is not ordered by this. */
static void meet(void)
{
    unsigned last = atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed) / THREADS;

    while (atomic_load_explicit(&arrived, memory_order_relaxed) / THREADS == last)
        sched_yield();
}

static void to_itself(MPI_Comm comm, int rank, int tag)
{
    char in[24];

    MPI_Sendrecv(out, 24, MPI_CHAR, rank, tag, in, 24, MPI_CHAR, rank, tag, comm,
                 MPI_STATUS_IGNORE);
}

static void *put_to_all(void *number)
{
    for (int rank = 0; rank < RANKS; rank++) {
        MPI_Put(out, 24, MPI_CHAR, rank, 64 * *(int *)number, 24, MPI_CHAR, window);
        MPI_Win_flush(rank, window);
    }
    return NULL;
}

/* The last calls of a thread, after the recorder has heard that it ends, and beside another thread,
 * which may continue with its counters. */
static void last_words(void *number)
{
    pthread_t next;

    pthread_create(&next, NULL, put_to_all, number);
    put_to_all(number);
    pthread_join(next, NULL);
}

/* All threads on one communicator, to all ranks. */
static void *shared(void *number)
{
    int thread = *(int *)number;

    pthread_setspecific(ending, number);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request request[2 * (RANKS - 1)];
        char in[RANKS][8];
        int n = 0;

        meet();
        for (int other = 0; other < RANKS; other++) {
            if (other == back_rank)
                continue;
            MPI_Irecv(in[other], 8, MPI_CHAR, other, thread, copy[round], &request[n++]);
            MPI_Isend(out, 8, MPI_CHAR, other, thread, copy[round], &request[n++]);
        }
        MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    }
    return NULL;
}

/* Persistent requests: of the thread, made and freed again and again; and one that another thread
 * has made. */
static void *requests(void *number)
{
    int thread = *(int *)number, next = (back_rank + 1) % RANKS;
    int before = (back_rank + RANKS - 1) % RANKS;
    MPI_Request request[REQUESTS];
    char in[32];

    for (int round = 0; round < ROUNDS; round++) {
        meet();
        for (int i = 0; i < REQUESTS; i++)
            MPI_Send_init(out, 16, MPI_CHAR, next, thread, back, &request[i]);
        for (int i = 0; i < 2; i++) {
            MPI_Start(&request[i]);
            MPI_Recv(in, 16, MPI_CHAR, before, thread, back, MPI_STATUS_IGNORE);
            MPI_Wait(&request[i], MPI_STATUS_IGNORE);
        }
        MPI_Start(&given[thread]);
        MPI_Recv(in, 32, MPI_CHAR, before, THREADS + thread, back, MPI_STATUS_IGNORE);
        MPI_Wait(&given[thread], MPI_STATUS_IGNORE);
        meet();
        for (int i = 0; i < REQUESTS; i++)
            MPI_Request_free(&request[i]);
    }
    MPI_Request_free(&given[thread]);
    return NULL;
}

/* All threads on one window. */
static void *windows(void *number)
{
    int thread = *(int *)number, next = (back_rank + 1) % RANKS, word = 1, got;

    meet();
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Put(out, 16, MPI_CHAR, next, 64 * thread, 16, MPI_CHAR, window);
        MPI_Win_flush(next, window);
        MPI_Fetch_and_op(&word, &got, MPI_INT, next, 64 * thread + 32, MPI_SUM, window);
        MPI_Win_flush(next, window);
    }
    return NULL;
}

/* Communicators and windows that come and go, of this rank alone; and phases that change meanwhile. */
static void *comes_and_goes(void *number)
{
    int thread = *(int *)number, *memory;
    MPI_Comm self;
    MPI_Win win;

    for (int round = 0; round < ROUNDS; round++) {
        meet();
        MPI_Comm_dup(MPI_COMM_SELF, &self);
        to_itself(self, 0, thread);
        MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, self, &memory, &win);
        MPI_Win_fence(0, win);
        MPI_Put(&thread, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Comm_free(&self);
        if (thread == 0)
            MPI_Pcontrol(20 + round);
    }
    return NULL;
}

static void *race(void *number)
{
    raced += 1 + *(unsigned *)number;
    return NULL;
}

/* In two generations, the second of which takes over the counters of the first. */
static void in_threads(void *(*exercise)(void *), int generations)
{
    pthread_t thread[THREADS];
    int number[THREADS];

    for (int g = 0; g < generations; g++) {
        for (int i = 0; i < THREADS; i++) {
            number[i] = i;
            pthread_create(&thread[i], NULL, exercise, &number[i]);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(thread[i], NULL);
    }
}

static void phase(int level)
{
    MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(level);
}

static void set_up(void)
{
    int *memory;

    pthread_key_create(&ending, last_words);
    MPI_Pcontrol(0);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &back);
    MPI_Comm_rank(back, &back_rank);
    for (int i = 0; i < ROUNDS; i++)
        MPI_Comm_dup(back, &copy[i]);
    for (int i = 0; i < THREADS; i++)
        MPI_Send_init(out, 32, MPI_CHAR, (back_rank + 1) % RANKS, THREADS + i, back, &given[i]);
    MPI_Win_allocate(64 * THREADS, 1, MPI_INFO_NULL, back, &memory, &window);
    MPI_Win_lock_all(0, window);
}

static void tear_down(void)
{
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    for (int i = 0; i < ROUNDS; i++)
        MPI_Comm_free(&copy[i]);
    MPI_Comm_free(&back);
}

static void *end_early(void *number)
{
    for (int i = 0;; i++) {
        to_itself(MPI_COMM_WORLD, me, *(int *)number);
        MPI_Pcontrol(100 + i);
        if (i == 500 && me == 0 && *(int *)number == 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, size;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != RANKS || provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    set_up();
    phase(10);
    in_threads(shared, 2);
    phase(11);
    in_threads(requests, 1);
    phase(12);
    in_threads(windows, 2);
    phase(13);
    in_threads(comes_and_goes, 1);
    MPI_Pcontrol(0);
    if (argc > 1 && strcmp(argv[1], "race") == 0)
        in_threads(race, 1);
    if (argc > 1 && strcmp(argv[1], "abort") == 0) {
        MPI_Pcontrol(14);
        in_threads(end_early, 1);
    }
    tear_down();
    MPI_Finalize();
    return 0;
}
