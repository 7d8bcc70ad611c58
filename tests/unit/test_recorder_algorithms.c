/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The messages that stand for collectives. The recorder computes them for each rank by formulas.
 * Here they are found by simulating the algorithm: all ranks together, round by round, with the
 * data that each of them has.
 */
#include "unit.h"

#include "recorder/algorithms.h"

#include <stdbool.h>
#include <string.h>

#define MOST 33

/* Bytes and messages from each rank to each, and the step of the first message. */
struct traffic {
    uint64_t bytes[MOST][MOST], messages[MOST][MOST];
    uint32_t step[MOST][MOST];
};
static struct traffic want, got;
static uint32_t step; /* of messages that are wanted */

/* The messages reported for one rank. */
struct said {
    struct sink sink;
    int rank, size;
};
static bool at_once; /* whether the algorithm should be */

static void take(struct sink *sink, int to, uint64_t bytes, uint64_t messages)
{
    struct said *said = (struct said *)sink;

    assert_true(to >= 0 && to < said->size);
    assert_int_equal(sink->at_once, at_once);
    if (got.messages[said->rank][to] == 0)
        got.step[said->rank][to] = sink->step;
    got.bytes[said->rank][to] += bytes;
    got.messages[said->rank][to] += messages;
}

static void message(int from, int to, uint64_t bytes)
{
    if (want.messages[from][to] == 0)
        want.step[from][to] = step;
    want.bytes[from][to] += bytes;
    want.messages[from][to]++;
}

static void clear(void)
{
    memset(&want, 0, sizeof want);
    memset(&got, 0, sizeof got);
    step = 0;
    at_once = false;
}

static void compare(const char *what, int size, int root)
{
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            if (want.bytes[i][j] != got.bytes[i][j] || want.messages[i][j] != got.messages[i][j])
                fail_msg("%s of %d ranks, root %d: %d sends %d %llu bytes in %llu messages, not "
                         "%llu in %llu", what, size, root, i, j,
                         (unsigned long long)got.bytes[i][j],
                         (unsigned long long)got.messages[i][j],
                         (unsigned long long)want.bytes[i][j],
                         (unsigned long long)want.messages[i][j]);
            if (want.step[i][j] != got.step[i][j])
                fail_msg("%s of %d ranks, root %d: %d sends to %d in step %u, not %u", what, size,
                         root, i, j, got.step[i][j], want.step[i][j]);
        }
    }
    clear();
}

#define EACH(size)                                                                                 \
    for (struct said said = {{.send = take}, 0, size}; said.rank < said.size;                      \
         said.rank++, said.sink.step = 0, said.sink.at_once = false)

/* ---- trees: halves of what is left go to the first rank of the other half -------------------- */

enum tree { REDUCE, GATHER, SCATTER };
static uint32_t rounds; /* of the tree */

/* Relative ranks `first` to `first` + `span`, of which those below `size` exist. */
static void play_tree(enum tree tree, int first, int span, int size, int root, uint64_t bytes)
{
    int half = span / 2, other = first + half;
    int parent = (first + root) % size, child = (other + root) % size;
    int below = (size < first + span ? size : first + span) - other;

    if (span == 1)
        return;
    if (below > 0) {
        /* Towards the root from the lowest bit on, and from the root in the opposite order. */
        step = (uint32_t)__builtin_ctz((unsigned)half);
        if (tree == SCATTER)
            step = rounds - 1 - step;
        if (tree == REDUCE)
            message(child, parent, bytes);
        else if (tree == GATHER)
            message(child, parent, bytes * (uint64_t)below);
        else
            message(parent, child, bytes * (uint64_t)below);
        play_tree(tree, other, half, size, root, bytes);
    }
    play_tree(tree, first, half, size, root, bytes);
}

static void test_trees(void **state)
{
    void (*const algorithms[])(struct sink *, int, int, int, uint64_t) = {
        algorithm_reduce, algorithm_gather, algorithm_scatter,
    };
    static const char *const names[] = {"reduce", "gather", "scatter"};

    (void)state;
    for (int size = 1; size <= MOST; size++) {
        for (int root = 0; root < size; root++) {
            for (int tree = REDUCE; tree <= SCATTER; tree++) {
                int span = 1;

                while (span < size)
                    span *= 2;
                rounds = (uint32_t)__builtin_ctz((unsigned)span);
                play_tree((enum tree)tree, 0, span, size, root, 10);
                EACH(size)
                    algorithms[tree](&said.sink, said.rank, size, root, 10);
                compare(names[tree], size, root);
            }
        }
    }
}

/* ---- rounds ------------------------------------------------------------------------------ */

/* In each round the ranks that have the data, the first ones from the root, send it to as many
 * others. */
static void test_bcast(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST; size++) {
        for (int root = 0; root < size; root++) {
            for (int have = 1; have < size; have *= 2, step++) {
                for (int i = 0; i < have && have + i < size; i++)
                    message((root + i) % size, (root + have + i) % size, 10);
            }
            EACH(size)
                algorithm_bcast(&said.sink, said.rank, size, root, 10);
            compare("bcast", size, root);
        }
    }
}

/* After the last round of a barrier each rank has heard of each. */
static void test_barrier(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST; size++) {
        uint64_t heard[MOST] = {0}, all = (UINT64_C(1) << size) - 1;

        for (int rank = 0; rank < size; rank++)
            heard[rank] = UINT64_C(1) << rank;
        for (int far = 1; heard[0] != all; far *= 2, step++) {
            uint64_t before[MOST];

            memcpy(before, heard, sizeof before);
            for (int rank = 0; rank < size; rank++) {
                message(rank, (rank + far) % size, 0);
                heard[(rank + far) % size] |= before[rank];
            }
        }
        EACH(size)
            algorithm_barrier(&said.sink, said.rank, size);
        compare("barrier", size, 0);
    }
}

/* Each rank adds the sum of the rank `far` below, until all have the sum of all below. */
static void test_scan(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST; size++) {
        uint64_t sum[MOST] = {0};

        for (int rank = 0; rank < size; rank++)
            sum[rank] = UINT64_C(1) << rank;
        for (int far = 1; far < size; far *= 2, step++) {
            for (int rank = size - 1; rank >= far; rank--) {
                message(rank - far, rank, 24);
                sum[rank] |= sum[rank - far];
            }
        }
        for (int rank = 0; rank < size; rank++)
            assert_int_equal(sum[rank], (UINT64_C(2) << rank) - 1);
        EACH(size)
            algorithm_scan(&said.sink, said.rank, size, 24);
        compare("scan", size, 0);
    }
}

/* Recursive doubling among a power of two of ranks. For the ranks beyond, pairs of the first ranks
 * combine: even ones send their data to the odd ones, which take part for both. */
static void play_doubling(int size, uint64_t bytes)
{
    int power = 1, over, part[MOST], count = 0;
    uint64_t known[MOST], all = (UINT64_C(1) << size) - 1;

    while (2 * power <= size)
        power *= 2;
    over = size - power;
    for (int rank = 0; rank < size; rank++) {
        known[rank] = UINT64_C(1) << rank;
        if (rank < 2 * over && rank % 2 == 0)
            continue;
        if (rank < 2 * over) {
            message(rank - 1, rank, bytes);
            known[rank] |= known[rank - 1];
        }
        part[count++] = rank;
    }
    assert_int_equal(count, power);
    step = over > 0;
    for (int far = 1; far < power; far *= 2, step++) {
        for (int i = 0; i < power; i++) {
            if (i & far)
                continue;
            message(part[i], part[i + far], bytes);
            message(part[i + far], part[i], bytes);
            known[part[i]] = known[part[i + far]] = known[part[i]] | known[part[i + far]];
        }
    }
    for (int rank = 0; rank < 2 * over; rank += 2) {
        message(rank + 1, rank, bytes);
        known[rank] = known[rank + 1];
    }
    for (int rank = 0; rank < size; rank++)
        assert_int_equal(known[rank], all);
}

/* Blocks go round the ring: in size - 1 steps each is summed, in as many again it reaches all. */
static void play_ring(int size, uint64_t elements, uint64_t element)
{
    at_once = true;
    for (int phase = 0; phase < 2; phase++) {
        for (int hop = 0; hop < size - 1; hop++) {
            for (int rank = 0; rank < size; rank++) {
                int block = ((rank - hop + phase) % size + size) % size;
                uint64_t count = elements / (uint64_t)size;

                count += (uint64_t)block < elements % (uint64_t)size;
                message(rank, (rank + 1) % size, count * element);
            }
        }
    }
}

static void test_allreduce(void **state)
{
    (void)state;
    for (int size = 2; size <= MOST; size++) {
        play_doubling(size, 9992);
        EACH(size)
            algorithm_allreduce(&said.sink, said.rank, size, 1249, 8);
        compare("short allreduce", size, 0);
        if (size > 2)
            play_ring(size, 1251, 8);
        else
            play_doubling(size, 1251 * 8);
        EACH(size)
            algorithm_allreduce(&said.sink, said.rank, size, 1251, 8);
        compare("long allreduce", size, 0);
        /* Fewer elements than ranks cannot be divided into blocks. */
        play_doubling(size, 100000);
        EACH(size)
            algorithm_allreduce(&said.sink, said.rank, size, 1, 100000);
        compare("allreduce of one", size, 0);
        EACH(size)
            algorithm_allreduce(&said.sink, said.rank, size, 0, 8);
        compare("allreduce of nothing", size, 0);
    }
}

/* In each round each rank sends all that it has and its partner lacks. */
static void play_allgather(int size, uint64_t block)
{
    uint64_t has[MOST], all = (UINT64_C(1) << size) - 1;
    bool power = (size & (size - 1)) == 0;

    for (int rank = 0; rank < size; rank++)
        has[rank] = UINT64_C(1) << rank;
    for (int far = 1; far < size; far *= 2, step++) {
        uint64_t before[MOST];

        memcpy(before, has, sizeof before);
        for (int rank = 0; rank < size; rank++) {
            int to = power ? rank ^ far : (rank - far + size) % size;
            uint64_t sent = before[rank] & ~before[to];

            message(rank, to, block * (uint64_t)__builtin_popcountll(sent));
            has[to] |= sent;
        }
    }
    for (int rank = 0; rank < size; rank++)
        assert_int_equal(has[rank], all);
}

static uint64_t block_of(const void *from, int i)
{
    return ((const uint64_t *)from)[i];
}

static void test_allgather(void **state)
{
    (void)state;
    for (int size = 2; size <= MOST; size++) {
        uint64_t blocks[MOST];
        uint64_t longest = (ALGORITHM_RING_ALLGATHER - 1) / (unsigned)size;

        play_allgather(size, longest);
        EACH(size)
            algorithm_allgather(&said.sink, said.rank, size, longest);
        compare("short allgather", size, 0);
        for (int hop = 0; hop < size - 1; hop++) {
            for (int rank = 0; rank < size; rank++)
                message(rank, (rank + 1) % size, ALGORITHM_RING_ALLGATHER);
        }
        at_once = true;
        EACH(size)
            algorithm_allgather(&said.sink, said.rank, size, ALGORITHM_RING_ALLGATHER);
        compare("long allgather", size, 0);

        /* Block i starts at rank i and stops one rank before it; empty blocks are not sent. */
        for (int i = 0; i < size; i++) {
            blocks[i] = (uint64_t)(i % 3);
            for (int hop = 0; blocks[i] && hop < size - 1; hop++)
                message((i + hop) % size, (i + hop + 1) % size, blocks[i]);
        }
        at_once = true;
        EACH(size)
            algorithm_allgatherv(&said.sink, said.rank, size, block_of, blocks);
        compare("allgatherv", size, 0);
        for (int i = 0; i < size; i++) {
            for (int far = 1; far < size; far++) {
                int j = (i + far) % size;

                if (blocks[j])
                    message(i, j, blocks[j]);
            }
        }
        at_once = true;
        EACH(size)
            algorithm_pairwise(&said.sink, said.rank, size, block_of, blocks);
        compare("pairwise exchange", size, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_bcast),
        cmocka_unit_test(test_barrier),   cmocka_unit_test(test_scan),
        cmocka_unit_test(test_allreduce), cmocka_unit_test(test_allgather),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
