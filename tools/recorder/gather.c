/* SPDX-License-Identifier: BSD-3-Clause */
#include "abi.h"

#include "base/file.h"
#include "gather.h"
#include "live.h"
#include "report.h"
#include "run.h"
#include "spill.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TAG 1
#define PIECE (1 << 28) /* most bytes per message */
#define SPINS 1000      /* tests of a request before the process sleeps between them */
#define NAP 1000000     /* ns */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whether the request completes in time. One that does not is cancelled, unless it was matched
 * meanwhile. */
static bool finish(MPI_Request *request, double until)
{
    MPI_Status status;
    int done = 0, cancelled = 0;

    for (unsigned spins = 0;; spins++) {
        if (NEXT(MPI_Test)(request, &done, &status) != MPI_SUCCESS || done)
            return done;
        if (spins > SPINS) {
            if (now() > until)
                break;
            nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        }
    }
    NEXT(MPI_Cancel)(request);
    /* Not all libraries can cancel a send. */
    for (unsigned spins = 0; !done && spins < SPINS; spins++)
        NEXT(MPI_Test)(request, &done, &status);
    if (!done) {
        NEXT(MPI_Request_free)(request);
        return false;
    }
    NEXT(MPI_Test_cancelled)(&status, &cancelled);
    return !cancelled;
}

/* Send synchronously: what was not received is still held here. */
static bool send_all(MPI_Comm comm, int to, const void *data, size_t length, double until)
{
    for (size_t at = 0; at < length; at += PIECE) {
        int size = (int)(length - at < PIECE ? length - at : PIECE);
        MPI_Request request;

        if (NEXT(MPI_Issend)((const char *)data + at, size, MPI_BYTE, to, TAG, comm, &request) !=
                MPI_SUCCESS || !finish(&request, until))
            return false;
    }
    return true;
}

static bool receive_all(MPI_Comm comm, int from, void *data, size_t length, double until)
{
    for (size_t at = 0; at < length; at += PIECE) {
        int size = (int)(length - at < PIECE ? length - at : PIECE);
        MPI_Request request;

        if (NEXT(MPI_Irecv)((char *)data + at, size, MPI_BYTE, from, TAG, comm, &request) !=
                MPI_SUCCESS || !finish(&request, until))
            return false;
    }
    return true;
}

/* ---- blocks ------------------------------------------------------------------------------ */

/* Precedes each block. All processes of a run have the same representation of numbers. */
struct announced {
    uint64_t length, count;
    uint64_t more; /* more blocks follow */
};

static struct block *block_new(struct block *next, uint64_t length, uint64_t count)
{
    struct block *block = malloc(sizeof *block + length);

    if (block) {
        block->next = next;
        block->length = length;
        block->count = count;
    }
    return block;
}

static int measure(void *where, const void *bytes, size_t length)
{
    (void)bytes;
    *(size_t *)where += length;
    return 0;
}

static int copy(void *where, const void *bytes, size_t length)
{
    struct block *block = where;

    memcpy(block->data + block->length, bytes, length);
    block->length += length;
    return 0;
}

/* The record of this rank; NULL when memory runs out. */
static struct block *own_block(void)
{
    static struct profile_writer writer;
    struct block *block;
    size_t length = 0;

    profile_begin(&writer, measure, &length);
    report(&writer, PROFILE_FINALIZED);
    block = block_new(NULL, length, writer.chunks);
    if (block) {
        block->length = 0;
        profile_begin(&writer, copy, block);
        report(&writer, PROFILE_FINALIZED);
    }
    return block;
}

/* Receive the blocks of a child, and put them in front of `blocks`. Once a block has begun to
 * arrive it gets more time. */
static bool receive(MPI_Comm comm, int from, struct block **blocks, double until)
{
    struct announced head = {.more = 1};

    while (head.more) {
        struct block *block;

        if (!receive_all(comm, from, &head, sizeof head, until))
            return false;
        until = now() + run.seconds;
        block = block_new(*blocks, head.length, head.count);
        if (!block || !receive_all(comm, from, block->data, head.length, until)) {
            free(block);
            return false;
        }
        *blocks = block;
        spill_hold(block);
    }
    return true;
}

/* Receive from all children in the tree; returns how many subtrees did not arrive in time. */
static int receive_children(MPI_Comm comm, struct block **blocks, double begin)
{
    int levels = 1, missing = 0, height = 1;

    while (1U << levels < run.head.ranks)
        levels++;
    /* A child with more ranks below it gets more time, as it waits for them itself. */
    for (uint32_t bit = 1; !(run.rank & bit) && run.rank + bit < run.head.ranks; bit *= 2)
        missing += !receive(comm, (int)(run.rank + bit), blocks,
                            begin + run.seconds * height++ / (levels + 1));
    return missing;
}

static bool send_blocks(MPI_Comm comm, int to, const struct block *block, double until)
{
    for (; block; block = block->next) {
        struct announced head = {block->length, block->count, block->next != NULL};

        if (!send_all(comm, to, &head, sizeof head, until) ||
            !send_all(comm, to, block->data, block->length, now() + run.seconds))
            return false;
        until = now() + run.seconds;
    }
    return true;
}

/* ---- the profile ------------------------------------------------------------------------- */

/* Put the profile of the blocks. */
static int fill(int (*put)(void *, const void *, size_t), void *where, const struct block *block)
{
    static struct profile_writer writer;

    profile_begin(&writer, put, where);
    profile_put_head(&writer, &run.head);
    for (; block; block = block->next)
        profile_put_chunks(&writer, block->data, block->length, block->count);
    return profile_put_end(&writer);
}

static int put_blocks(int file, const void *blocks, size_t length)
{
    (void)length;
    return fill(run_put, &file, blocks);
}

/* Write the profile, whole or not at all. */
static bool write_profile(const struct block *blocks)
{
    struct file_content content = {.put = put_blocks, .data = blocks};

    fill(measure, &content.length, blocks);
    if (file_make(run.path, &content, false) == 0)
        return true;
    run_say("%s: %s", run.path,
            file_is_replaceable(run.path) ? strerror(errno) : "not a regular file");
    return false;
}

void gather(void *communicator)
{
    MPI_Comm comm = *(MPI_Comm *)communicator;
    double begin = now();
    struct block *blocks = own_block();
    bool safe = false;
    int missing = 0;

    live_finalized();
    if (blocks) {
        spill_hold(blocks);
        missing = receive_children(comm, &blocks, begin);
        safe = run.rank ? send_blocks(comm, (int)(run.rank & (run.rank - 1)), blocks,
                                      begin + 2 * run.seconds)
                        : write_profile(blocks);
    }
    if (!safe)
        spill_now(run.rank ? "the records of a rank were not received in MPI_Finalize"
                           : "the profile was not written");
    spill_disarm();
    /* Until here the records that were handed on are also in the files of the nodes. */
    if (safe && run.rank == 0 && !missing)
        spill_clean();
    if (safe && run.rank == 0 && missing)
        run_say("%s: ranks that did not reach MPI_Finalize within %g seconds are not in it",
                run.path, run.seconds);
    spill_hold(NULL);
    while (blocks) {
        struct block *next = blocks->next;

        free(blocks);
        blocks = next;
    }
}
