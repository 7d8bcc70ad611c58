/* SPDX-License-Identifier: BSD-3-Clause */
#include "algorithms.h"

static void send(struct sink *sink, int to, uint64_t bytes)
{
    if (bytes)
        sink->send(sink, to, bytes, 1);
}

void algorithm_barrier(struct sink *sink, int rank, int size)
{
    for (int64_t step = 1; step < size; step *= 2, sink->step++)
        sink->send(sink, (int)((rank + step) % size), 0, 1);
}

/* The rank relative to the root, by which binomial trees are defined. */
static int from_root(int rank, int size, int root)
{
    return rank >= root ? rank - root : rank - root + size;
}

static int to_rank(int64_t relative, int size, int root)
{
    return (int)((relative + root) % size);
}

/* The bit by which a relative rank differs from its parent; for the root the first power of two
 * that is at least `size`. The subtree of the rank are the relative ranks from itself to relative +
 * bit - 1. */
static int64_t parent_bit(int relative, int size)
{
    int64_t bit = 1;

    while (bit < size && !(relative & bit))
        bit *= 2;
    return bit;
}

/* The rounds in which a collective towards the root deals with lower bits. */
static uint32_t rounds_before(int64_t bit)
{
    return (uint32_t)__builtin_ctzll((uint64_t)bit);
}

void algorithm_bcast(struct sink *sink, int rank, int size, int root, uint64_t bytes)
{
    int relative = from_root(rank, size, root);

    for (int64_t bit = 1; relative + bit < size; bit *= 2, sink->step++) {
        if (bit > relative)
            send(sink, to_rank(relative + bit, size, root), bytes);
    }
}

void algorithm_reduce(struct sink *sink, int rank, int size, int root, uint64_t bytes)
{
    int relative = from_root(rank, size, root);
    int64_t bit = parent_bit(relative, size);

    sink->step += rounds_before(bit);
    if (relative)
        send(sink, to_rank(relative - bit, size, root), bytes);
}

static uint64_t subtree(int64_t first, int64_t bit, int size)
{
    return (uint64_t)(first + bit < size ? bit : size - first);
}

void algorithm_gather(struct sink *sink, int rank, int size, int root, uint64_t block)
{
    int relative = from_root(rank, size, root);
    int64_t bit = parent_bit(relative, size);

    sink->step += rounds_before(bit);
    if (relative)
        send(sink, to_rank(relative - bit, size, root), block * subtree(relative, bit, size));
}

void algorithm_scatter(struct sink *sink, int rank, int size, int root, uint64_t block)
{
    int relative = from_root(rank, size, root);

    sink->step += rounds_before(parent_bit(0, size)) - rounds_before(parent_bit(relative, size));
    for (int64_t bit = parent_bit(relative, size) / 2; bit > 0; bit /= 2, sink->step++) {
        if (relative + bit < size)
            send(sink, to_rank(relative + bit, size, root),
                 block * subtree(relative + bit, bit, size));
    }
}

/* The largest power of two up to `size`. */
static int power_below(int size)
{
    int power = 1;

    while (power <= size / 2)
        power *= 2;
    return power;
}

/* For ranks beyond a power of two, pairs of the first ranks act as one; at the end the other one
 * gets the result. */
static void double_allreduce(struct sink *sink, int rank, int size, uint64_t bytes)
{
    int power = power_below(size), over = size - power, place = rank - over;

    if (rank < 2 * over) {
        if (rank % 2 == 0) {
            send(sink, rank + 1, bytes);
            return;
        }
        place = rank / 2;
    }
    sink->step += over > 0;
    for (int bit = 1; bit < power; bit *= 2, sink->step++) {
        int other = place ^ bit;

        send(sink, other < over ? 2 * other + 1 : other + over, bytes);
    }
    if (rank < 2 * over)
        send(sink, rank - 1, bytes);
}

/* The number of elements in block `i` of `size`: if they do not divide evenly the first blocks have
 * one more. */
static uint64_t ring_block(uint64_t elements, int i, int size)
{
    return elements / (unsigned)size + ((unsigned)i < elements % (unsigned)size);
}

/* Reduce-scatter and allgather around the ring: in each, every rank passes on all blocks but
 * one. */
static void ring_allreduce(struct sink *sink, int rank, int size, uint64_t elements,
                           uint64_t element)
{
    int next = (rank + 1) % size;
    uint64_t sent = 2 * elements - ring_block(elements, next, size) -
                    ring_block(elements, (rank + 2) % size, size);

    sink->at_once = true;
    sink->send(sink, next, sent * element, 2 * ((uint64_t)size - 1));
}

void algorithm_allreduce(struct sink *sink, int rank, int size, uint64_t elements,
                         uint64_t element)
{
    if (elements * element == 0 || size < 2)
        return;
    if (elements * element >= ALGORITHM_RING_ALLREDUCE && elements >= (uint64_t)size && size > 2)
        ring_allreduce(sink, rank, size, elements, element);
    else
        double_allreduce(sink, rank, size, elements * element);
}

void algorithm_allgather(struct sink *sink, int rank, int size, uint64_t block)
{
    uint64_t have = 1;

    if (block == 0 || size < 2)
        return;
    if (block * (unsigned)size >= ALGORITHM_RING_ALLGATHER) {
        sink->at_once = true;
        sink->send(sink, (rank + 1) % size, block * ((uint64_t)size - 1), (uint64_t)size - 1);
        return;
    }
    for (int64_t step = 1; step < size; step *= 2, sink->step++) {
        uint64_t rest = (uint64_t)size - have;
        int to = power_below(size) == size ? rank ^ (int)step
                                           : (int)((rank - step + size) % size);

        send(sink, to, block * (have < rest ? have : rest));
        have *= 2;
    }
}

void algorithm_allgatherv(struct sink *sink, int rank, int size,
                          uint64_t (*block)(const void *from, int i), const void *from)
{
    int next = (rank + 1) % size;
    uint64_t bytes = 0, messages = 0;

    /* All blocks but that of the next rank, which has it already. */
    for (int i = 0; i < size; i++) {
        uint64_t part = i == next ? 0 : block(from, i);

        bytes += part;
        messages += part > 0;
    }
    sink->at_once = true;
    if (messages)
        sink->send(sink, next, bytes, messages);
}

void algorithm_pairwise(struct sink *sink, int rank, int size,
                        uint64_t (*block)(const void *from, int i), const void *from)
{
    sink->at_once = true;
    for (int i = 0; i < size; i++) {
        if (i != rank)
            send(sink, i, block(from, i));
    }
}

void algorithm_scan(struct sink *sink, int rank, int size, uint64_t bytes)
{
    for (int64_t step = 1; rank + step < size; step *= 2, sink->step++)
        send(sink, (int)(rank + step), bytes);
}
