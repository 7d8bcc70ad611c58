/* SPDX-License-Identifier: BSD-3-Clause */
/* Levels of messages that wait for others. */
#include "unit.h"

#include "graph/chain.h"

#define SIDE 3
#define RANKS (SIDE * SIDE)

struct edges {
    size_t count;
    struct topomap_edge edge[4 * RANKS];
};

static void add(struct edges *edges, uint32_t from, uint32_t to)
{
    edges->edge[edges->count++] = (struct topomap_edge){from, to, 8, 1};
}

static struct topomap_graph *graph_of(const struct edges *edges)
{
    struct topomap_graph *graph = topomap_graph_create(RANKS, edges->edge, edges->count, NULL);

    assert_non_null(graph);
    return graph;
}

/* The levels of up to two steps of sends and of what these waited for. */
static int64_t levels_of(const struct edges *sends, const struct edges *awaits, uint32_t steps,
                         struct chain_place *place)
{
    struct topomap_graph *messages[2], *awaited[2];
    int64_t levels;

    for (uint32_t i = 0; i < steps; i++) {
        messages[i] = graph_of(&sends[i]);
        awaited[i] = graph_of(&awaits[i]);
    }
    levels = chain_levels(messages, awaited, steps, place, NULL);
    for (uint32_t i = 0; i < steps; i++) {
        topomap_graph_destroy(messages[i]);
        topomap_graph_destroy(awaited[i]);
    }
    return levels;
}

/* A wavefront from the first corner of a square to the last one. */
static void wavefront(struct edges *sends, struct edges *awaits, bool back)
{
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            uint32_t rank = row * SIDE + column, right = rank + 1, below = rank + SIDE;

            if (column + 1 < SIDE) {
                add(sends, back ? right : rank, back ? rank : right);
                add(awaits, back ? rank : right, back ? right : rank);
            }
            if (row + 1 < SIDE) {
                add(sends, back ? below : rank, back ? rank : below);
                add(awaits, back ? rank : below, back ? below : rank);
            }
        }
    }
}

static void a_wavefront_has_a_level_for_each_diagonal(void **state)
{
    struct edges sends = {0}, awaits = {0}, none = {0};
    struct chain_place place[RANKS];

    (void)state;
    wavefront(&sends, &awaits, false);
    assert_int_equal(levels_of(&sends, &awaits, 1, place), 2 * SIDE - 2);
    for (uint32_t rank = 0; rank + 1 < RANKS; rank++)
        assert_int_equal(place[rank].level, rank / SIDE + rank % SIDE);
    assert_int_equal(levels_of(&sends, &none, 1, place), 1);
}

/* The way back begins where the way there ends. The last rank sends for the first time then, so
 * that this is its step 0. */
static void the_way_back_comes_after_the_way_there(void **state)
{
    struct edges sends[2] = {{0}}, awaits[2] = {{0}}, back = {0}, waits = {0};
    struct chain_place place[2 * RANKS];

    (void)state;
    wavefront(&sends[0], &awaits[0], false);
    wavefront(&back, &waits, true);
    for (size_t i = 0; i < back.count; i++) {
        uint32_t rank = back.edge[i].src;

        add(&sends[rank + 1 < RANKS], rank, back.edge[i].dst);
    }
    for (size_t i = 0; i < waits.count; i++)
        add(&awaits[1], waits.edge[i].src, waits.edge[i].dst);
    assert_int_equal(levels_of(sends, awaits, 2, place), 4 * SIDE - 4);
    assert_int_equal(place[RANKS - 1].level, 2 * SIDE - 2);
    for (uint32_t rank = 1; rank + 1 < RANKS; rank++)
        assert_int_equal(place[RANKS + rank].level, 4 * SIDE - 4 - rank / SIDE - rank % SIDE);
    for (uint32_t rank = 0; rank + 1 < RANKS; rank++) {
        assert_int_equal(place[rank].stage, 0);
        assert_int_equal(place[RANKS + rank + 1].stage, rank + 2 < RANKS);
    }
    assert_int_equal(place[RANKS - 1].stage, 1);
}

/* Two steps of each rank, of which the second one waits for the first ones of the neighbours: as
 * many levels as steps. */
static void steps_in_turn_are_levels(void **state)
{
    struct edges sends[2] = {{0}}, awaits[2] = {{0}};
    struct chain_place place[2 * RANKS];

    (void)state;
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        add(&sends[0], rank, (rank + 1) % RANKS);
        add(&sends[1], rank, (rank + RANKS - 1) % RANKS);
        add(&awaits[1], rank, (rank + RANKS - 1) % RANKS);
    }
    assert_int_equal(levels_of(sends, awaits, 2, place), 2);
    for (uint32_t i = 0; i < 2 * RANKS; i++)
        assert_int_equal(place[i].level, i / RANKS);
}

/* To the same rank in two steps: what it sends after the first one waits for nothing more. */
static void several_steps_are_awaited_in_turn(void **state)
{
    struct edges sends[2] = {{0}}, awaits[2] = {{0}};
    struct chain_place place[2 * RANKS];

    (void)state;
    add(&sends[0], 0, 1);
    add(&sends[1], 0, 1);
    add(&awaits[1], 0, 2);
    add(&sends[0], 2, 0);
    add(&awaits[0], 2, 3);
    add(&sends[0], 3, 2);
    add(&sends[0], 1, 4);
    add(&awaits[0], 1, 0);
    add(&sends[1], 1, 5);
    add(&awaits[1], 1, 0);
    assert_int_equal(levels_of(sends, awaits, 2, place), 4);
    assert_int_equal(place[0].level, 0);
    assert_int_equal(place[RANKS].level, 2);
    assert_int_equal(place[1].level, 1);
    assert_int_equal(place[RANKS + 1].level, 3);

    /* The only step is awaited again and again. */
    sends[1].count = awaits[1].count = 0;
    add(&sends[1], 1, 5);
    add(&awaits[1], 1, 0);
    assert_int_equal(levels_of(sends, awaits, 2, place), 3);
    assert_int_equal(place[RANKS + 1].level, 2);
}

/* A circle of waits, which no program can have had, ends all the same. */
static void circles_end(void **state)
{
    struct edges sends = {0}, awaits = {0};
    struct chain_place place[RANKS];

    (void)state;
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        add(&sends, rank, (rank + 1) % RANKS);
        add(&awaits, (rank + 1) % RANKS, rank);
    }
    assert_int_equal(levels_of(&sends, &awaits, 1, place), 1);

    /* Others are not held up by it. */
    sends.count = awaits.count = 0;
    add(&sends, 0, 1);
    add(&sends, 1, 0);
    add(&awaits, 0, 1);
    add(&awaits, 1, 0);
    add(&sends, 3, 4);
    add(&sends, 4, 5);
    add(&awaits, 4, 3);
    assert_int_equal(levels_of(&sends, &awaits, 1, place), 2);
    assert_int_equal(place[3].level, 0);
    assert_int_equal(place[4].level, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wavefront_has_a_level_for_each_diagonal),
        cmocka_unit_test(the_way_back_comes_after_the_way_there),
        cmocka_unit_test(steps_in_turn_are_levels),
        cmocka_unit_test(several_steps_are_awaited_in_turn),
        cmocka_unit_test(circles_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
