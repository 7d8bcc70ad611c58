/* SPDX-License-Identifier: BSD-3-Clause */
#include "abi.h"

#include "base/clock.h"
#include "base/file.h"
#include "gather.h"
#include "live.h"
#include "report.h"
#include "run.h"
#include "spill.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TAG 1
#define PIECE (1 << 28) /* most bytes per message */
#define SPINS 1000      /* tests of a request before the process sleeps between them */
#define NAP 1000000     /* ns */

/* Whether the request completes before the time `until`. A receive that does not is cancelled,
 * unless it was matched meanwhile; sends have no limit, as not all libraries can cancel them. */
static bool finish(MPI_Request *request, double until, MPI_Status *status)
{
    int done = 0, cancelled = 0;

    for (unsigned spins = 0;; spins++) {
        if (NEXT(MPI_Test)(request, &done, status) != MPI_SUCCESS)
            return false;
        if (done)
            return true;
        if (spins > SPINS) {
            if (clock_seconds() > until)
                break;
            nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        }
    }
    return NEXT(MPI_Cancel)(request) == MPI_SUCCESS &&
           NEXT(MPI_Wait)(request, status) == MPI_SUCCESS &&
           NEXT(MPI_Test_cancelled)(status, &cancelled) == MPI_SUCCESS && !cancelled;
}

/* ---- the handshake ----------------------------------------------------------------------- */

/*
 * For each block a rank announces it to its parent in the tree, and sends it when the parent
 * answers that it waits for it. Either may lose patience before: the parent then answers that it
 * does not, and the child sends nothing, an empty message, in the place of the block. Who waits
 * for an announcement or an answer can cancel that, and what is sent unasked is so small that
 * MPI_Finalize does not wait until it is received; some libraries do for larger messages. After
 * the answer both are there, and go on without limit.
 */
struct announced {
    uint64_t length, count; /* all processes of a run have the same representation of numbers */
    uint64_t more;          /* more blocks follow */
};

static const char wanted = 'y', unwanted = 'n';

/* Send a few bytes that stay as they are, whether somebody receives them or not. */
static bool send_small(MPI_Comm comm, int to, const void *data, size_t length)
{
    MPI_Request request;

    return NEXT(MPI_Isend)(data, (int)length, MPI_BYTE, to, TAG, comm, &request) == MPI_SUCCESS &&
           NEXT(MPI_Request_free)(&request) == MPI_SUCCESS;
}

/* Whether the other rank has sent something already: then it does not wait for what comes here. */
static bool has_sent(MPI_Comm comm, int other)
{
    int found = 0;

    return NEXT(MPI_Iprobe)(other, TAG, comm, &found, MPI_STATUS_IGNORE) == MPI_SUCCESS && found;
}

/* Announce a block; returns whether the parent wants it, and answers before `until`. */
static bool announce(MPI_Comm comm, int to, const struct announced *head, double until)
{
    bool late = has_sent(comm, to);
    MPI_Request request;
    MPI_Status status;
    char answer;

    if (NEXT(MPI_Irecv)(&answer, 1, MPI_BYTE, to, TAG, comm, &request) != MPI_SUCCESS)
        return false;
    if (!late)
        send_small(comm, to, head, sizeof *head);
    if (finish(&request, until, &status))
        return answer == wanted;
    send_small(comm, to, NULL, 0);
    return false;
}

/* Wait for the announcement of a block. */
static bool await(MPI_Comm comm, int from, struct announced *head, double until)
{
    MPI_Request request;
    MPI_Status status;

    return NEXT(MPI_Irecv)(head, sizeof *head, MPI_BYTE, from, TAG, comm, &request) ==
               MPI_SUCCESS && finish(&request, until, &status);
}

/* Send synchronously: what was not received is still held here. */
static bool send_all(MPI_Comm comm, int to, const void *data, size_t length)
{
    for (size_t at = 0; at < length; at += PIECE) {
        int size = (int)(length - at < PIECE ? length - at : PIECE);
        MPI_Request request;
        MPI_Status status;

        if (NEXT(MPI_Issend)((const char *)data + at, size, MPI_BYTE, to, TAG, comm, &request) !=
                MPI_SUCCESS || !finish(&request, INFINITY, &status))
            return false;
    }
    return true;
}

/* Returns false if there is an error, or an empty message. */
static bool receive_all(MPI_Comm comm, int from, void *data, size_t length)
{
    for (size_t at = 0; at < length; at += PIECE) {
        int size = (int)(length - at < PIECE ? length - at : PIECE), got;
        MPI_Request request;
        MPI_Status status;

        if (NEXT(MPI_Irecv)((char *)data + at, size, MPI_BYTE, from, TAG, comm, &request) !=
                MPI_SUCCESS || !finish(&request, INFINITY, &status) ||
            NEXT(MPI_Get_count)(&status, MPI_BYTE, &got) != MPI_SUCCESS || got != size)
            return false;
    }
    return true;
}

/* ---- blocks ------------------------------------------------------------------------------ */

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

/* A block that is being filled. */
struct filled {
    struct block *block;
    size_t room;
};

/* Fails where there is more than was measured: a thread of the program still communicates. */
static int copy(void *where, const void *bytes, size_t length)
{
    struct filled *filled = where;
    struct block *block = filled->block;

    if (length > filled->room - block->length)
        return -1;
    memcpy(block->data + block->length, bytes, length);
    block->length += length;
    return 0;
}

/* The record of this rank; NULL when memory runs out, or if the counts grow meanwhile. */
static struct block *own_block(void)
{
    static struct profile_writer writer;
    struct filled filled = {0};

    profile_begin(&writer, measure, &filled.room);
    report(&writer, PROFILE_FINALIZED);
    filled.block = block_new(NULL, filled.room, 0);
    if (!filled.block)
        return NULL;
    filled.block->length = 0;
    profile_begin(&writer, copy, &filled);
    report(&writer, PROFILE_FINALIZED);
    filled.block->count = writer.chunks;
    if (!writer.failed)
        return filled.block;
    free(filled.block);
    return NULL;
}

/* Receive the blocks of a child, and put them in front of `blocks`; NULL: refuse them. It has to
 * announce the first one before `until`. */
static void receive(MPI_Comm comm, int from, struct block **blocks, double until)
{
    struct announced head;

    do {
        bool here = await(comm, from, &head, until);
        struct block *block = here && blocks ? block_new(*blocks, head.length, head.count) : NULL;

        if (!here || !has_sent(comm, from))
            send_small(comm, from, block ? &wanted : &unwanted, 1);
        if (!block || !receive_all(comm, from, block->data, head.length)) {
            free(block);
            return;
        }
        *blocks = block;
        spill_hold(block);
        until = INFINITY;
    } while (head.more);
}

/* Receive from all children in the tree that come in time, or refuse what they have. Those with
 * more levels of ranks below them get more time, up to twice as much, as they wait for these
 * themselves. */
static void receive_children(MPI_Comm comm, struct block **blocks, double begin)
{
    int levels = 1, height = 0;

    while (1U << levels < run.head.ranks)
        levels++;
    for (uint32_t bit = 1; !(run.rank & bit) && run.rank + bit < run.head.ranks; bit *= 2)
        receive(comm, (int)(run.rank + bit), blocks,
                begin + run.seconds * (1 + (double)height++ / levels));
}

/* Whether there is a block of each rank, not the empty one of a rank without memory. */
static bool has_all(const struct block *block)
{
    uint32_t count = 0;

    for (; block; block = block->next)
        count += block->count > 0;
    return count == run.head.ranks;
}

/* Without memory for its own record a rank passes on nothing, but nobody waits for it. */
static void decline(MPI_Comm comm, double begin)
{
    static const struct announced nothing;

    receive_children(comm, NULL, begin);
    if (run.rank)
        announce(comm, (int)(run.rank & (run.rank - 1)), &nothing, begin + 3 * run.seconds);
}

static bool send_blocks(MPI_Comm comm, int to, const struct block *block, double until)
{
    static struct announced head;

    for (; block; block = block->next) {
        head = (struct announced){block->length, block->count, block->next != NULL};
        if (!announce(comm, to, &head, until) || !send_all(comm, to, block->data, block->length))
            return false;
        until = INFINITY;
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
    int why;

    fill(measure, &content.length, blocks);
    if (file_make(run.path, &content, false) == 0)
        return true;
    why = errno;
    run_say("%s: %s", run.path,
            file_is_replaceable(run.path) ? strerror(why) : "not a regular file");
    return false;
}

void gather(void *communicator)
{
    MPI_Comm comm = *(MPI_Comm *)communicator;
    double begin = clock_seconds();
    struct block *blocks = own_block();
    bool safe = false, whole;

    live_finalized();
    if (blocks) {
        spill_hold(blocks);
        receive_children(comm, &blocks, begin);
        /* A parent that comes `seconds` later may then wait twice as long for others. */
        safe = run.rank ? send_blocks(comm, (int)(run.rank & (run.rank - 1)), blocks,
                                      begin + 3 * run.seconds)
                        : write_profile(blocks);
    } else {
        decline(comm, begin);
    }
    if (!safe)
        spill_now(run.rank ? "the records of a rank were not received in MPI_Finalize"
                           : "the profile was not written");
    spill_disarm();
    whole = has_all(blocks);
    /* Until here the records that were handed on are also in the files of the nodes. */
    if (safe && run.rank == 0 && whole)
        spill_clean();
    if (safe && run.rank == 0 && !whole)
        run_say("%s: ranks that reached MPI_Finalize more than %g seconds after others, or had no "
                "memory left, are not in it, nor are ranks that waited for these", run.path,
                run.seconds);
    spill_hold(NULL);
    while (blocks) {
        struct block *next = blocks->next;

        free(blocks);
        blocks = next;
    }
}
