/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/patterns.h"

#include "graph/graph.h"

#include <string.h>

static void edges_are_as_many_as_the_shape_has(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t ranks;
        size_t edges;
    } cases[] = {
        {"grid:5", 5, 8},
        {"grid:5:periodic", 5, 10},
        {"grid:2:periodic", 2, 2}, /* both ways lead to the same neighbour */
        {"grid:1", 1, 0},
        {"grid:4x3", 12, 2 * (3 * 3 + 4 * 2)},
        {"grid:4x3:9", 12, 2 * (3 * 3 + 4 * 2) + 4 * 3 * 2},
        {"grid:4x4x4:27:periodic", 64, 64 * 26},
        {"grid:4x4x4:7", 64, 3 * 2 * 3 * 16},
        {"grid:3x3x3x3:periodic", 81, 81 * 8},
        {"grid:9:order=2", 9, 2 * (8 + 7)},
        {"grid:9:order=2:periodic", 9, 9 * 4},
        {"grid:5x7:order=3:periodic", 35, 35 * (4 + 6)}, /* in a row of 5 all are within 3 steps */
        {"grid:8x9:order=3:13", 72, 2 * (9 * (7 + 6 + 5) + 8 * (8 + 7 + 6))},
        {"grid:8x9:order=2:25:periodic", 72, 72 * 24},
        {"grid:8x9:25:order=2", 72, (8 + 2 * (7 + 6)) * (9 + 2 * (8 + 7)) - 72},
        {"grid:5x5x5x5:order=2:625:periodic", 625, 625 * 624},
        {"rows:4x6", 24, 24 * (3 + 5)},
        {"rows:2x3x4", 24, 24 * (1 + 2 + 3)},
        {"order", 8, 2 * (7 + 6 + 4)},
        {"ring", 1, 0},
        {"ring", 2, 2},
        {"ring", 7, 14},
        {"alltoall", 1, 0},
        {"alltoall", 5, 20},
        {"butterfly", 1, 0},
        {"butterfly", 16, 16 * 4},
        {"butterfly", 6, 2 * (3 + 2 + 2)}, /* bits 1: 3 pairs; 2: 0-2, 1-3; 4: 0-4, 1-5 */
        {"random", 1, 0},
        {"random", 2, 2},
        {"geometric", 1, 0},
        {"power-law", 1, 0},
        {"power-law", 4, 4 * 3},
        {"power-law:degree=2", 100, 2 * 99}, /* a tree */
        {"power-law:seed=9", 1000, 2 * (3 * 4 / 2 + 3 * (1000 - 4))},
        {"power-law:degree=20", 2000, 2 * (10 * 11 / 2 + 10 * (2000 - 11))},
        {"cg", 1, 0},
        {"cg", 2, 2},
        {"cg", 4, 4 * 1 + 4 - 2},     /* partners in the row, and all but the diagonal */
        {"cg", 64, 64 * 3 + 64 - 8},
        {"cg:class=D", 32, 32 * 3 + 32 - 8}, /* pairs of ranks on the diagonal */
        {"cg:class=E", 2048, 2048 * 6 + 2048 - 64},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = pattern_make(cases[i].pattern, cases[i].ranks);

        assert_int_equal(topomap_graph_ranks(graph), cases[i].ranks);
        if (topomap_graph_edges(graph) != cases[i].edges)
            fail_msg("%s has %zu edges", cases[i].pattern, topomap_graph_edges(graph));
        for (size_t e = 0; e < topomap_graph_edges(graph); e++) {
            struct topomap_edge edge = topomap_graph_edge(graph, e);

            assert_int_equal(edge.bytes, pattern_bytes(graph, edge.dst, edge.src));
        }
        topomap_graph_destroy(graph);
    }
}

static void the_last_dimension_is_fastest_unless_column_is_said(void **state)
{
    struct topomap_graph *row = pattern_make("grid:4x3", 0);
    struct topomap_graph *column = pattern_make("grid:4x3:column", 0);

    (void)state;
    assert_true(pattern_bytes(row, 0, 3) > 0);
    assert_true(pattern_bytes(row, 0, 4) == 0);
    assert_true(pattern_bytes(row, 2, 3) == 0);
    assert_true(pattern_bytes(column, 0, 4) > 0);
    assert_true(pattern_bytes(column, 2, 3) > 0);
    topomap_graph_destroy(row);
    topomap_graph_destroy(column);
}

static void faces_carry_more_than_corners(void **state)
{
    struct topomap_graph *graph = pattern_make("grid:4x4x4:27", 64);

    (void)state;
    assert_int_equal(pattern_bytes(graph, 0, 1), 64);
    assert_int_equal(pattern_bytes(graph, 0, 5), 8);
    assert_int_equal(pattern_bytes(graph, 0, 21), 1);
    topomap_graph_destroy(graph);
}

/* Preferential attachment gives 2 m (m + 1) / (k (k + 1) (k + 2)) of all ranks k partners:
 * Dorogovtsev, Mendes and Samukhin, Physical Review Letters 85, 2000. */
static void degrees_follow_a_power_law(void **state)
{
    enum { RANKS = 50000, HALF = 3 };
    struct topomap_graph *graph = pattern_make("power-law", RANKS);
    size_t with[64] = {0}, most = 0;

    (void)state;
    for (uint32_t r = 0; r < RANKS; r++) {
        size_t degree = topomap_graph_first_edge(graph, r + 1) - topomap_graph_first_edge(graph, r);

        assert_true(degree >= HALF);
        if (degree < 64)
            with[degree]++;
        if (degree > most)
            most = degree;
    }
    for (size_t k = HALF; k < 10; k++) {
        double expected = 2.0 * HALF * (HALF + 1) / (double)(k * (k + 1) * (k + 2)) * RANKS;

        if ((double)with[k] < 0.9 * expected || (double)with[k] > 1.1 * expected)
            fail_msg("%zu ranks of degree %zu, not about %.0f", with[k], k, expected);
    }
    /* The largest degree grows as the square root of the ranks: sqrt(50000) = 224, times a factor
     * near HALF. */
    assert_true(most > 224 && most < 10 * 224);
    topomap_graph_destroy(graph);
}

/* Also where a pair is neighbours twice, or drawn twice. */
static void bytes_are_weights_where_no_messages_are_known(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t ranks;
        bool weights;
    } cases[] = {
        {"grid:2x4:periodic", 0, true}, {"ring", 2, true}, {"random", 64, true},
        {"butterfly", 8, true}, {"cg", 16, false}, {"train:tp=2,pp=2,dp=2", 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph =
            topomap_graph_pattern(cases[i].pattern, cases[i].ranks, NULL);

        assert_non_null(graph);
        assert_int_equal(graph->weights, cases[i].weights);
        topomap_graph_destroy(graph);
    }
}

static void wrong_patterns_are_refused(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t ranks;
        enum topomap_code code;
    } cases[] = {
        {"grid:", 0, TOPOMAP_INPUT},          {"grid:4x", 0, TOPOMAP_INPUT},
        {"grid:0x4", 0, TOPOMAP_INPUT},       {"grid:4x-1", 0, TOPOMAP_INPUT},
        {"grid:4x4:8", 0, TOPOMAP_INPUT},     {"grid:4x4:wavy", 0, TOPOMAP_INPUT},
        {"grid:4x4,", 0, TOPOMAP_INPUT},      {"grid:99999x99999", 0, TOPOMAP_INPUT},
        {"grid:2x2x2x2x2x2x2x2x2", 0, TOPOMAP_INPUT},
        {"hexagons:4", 0, TOPOMAP_INPUT},     {"order", 0, TOPOMAP_USAGE},
        {"ring", 0, TOPOMAP_USAGE},           {"ring:8", 8, TOPOMAP_INPUT},
        {"alltoall", 10000, TOPOMAP_IMPOSSIBLE},
        {"grid:4x4:order=0", 0, TOPOMAP_INPUT}, {"grid:4x4:order=65", 0, TOPOMAP_INPUT},
        {"grid:4x4:order=2:9:27", 0, TOPOMAP_INPUT}, {"grid:4x4:0", 0, TOPOMAP_INPUT},
        {"grid:4x4:25", 0, TOPOMAP_INPUT},    {"rows:4x4:periodic", 0, TOPOMAP_INPUT},
        {"grid:1000x1000:order=64:16641", 0, TOPOMAP_IMPOSSIBLE},
        {"random:degree=3", 8, TOPOMAP_INPUT}, {"random:", 8, TOPOMAP_INPUT},
        {"geometric:degree=-1", 8, TOPOMAP_INPUT}, {"geometric:class=A", 8, TOPOMAP_INPUT},
        {"geometric:degree=100000000", 8, TOPOMAP_INPUT}, {"power-law", 0, TOPOMAP_USAGE},
        {"power-law:seed=x", 8, TOPOMAP_INPUT}, {"cg:class=Z", 8, TOPOMAP_INPUT},
        {"cg", 48, TOPOMAP_IMPOSSIBLE},
        {"grid:4x4", 15, TOPOMAP_IMPOSSIBLE}, {"rows:100000x100", 0, TOPOMAP_IMPOSSIBLE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {0};

        if (topomap_graph_pattern(cases[i].pattern, cases[i].ranks, &error))
            fail_msg("%s was accepted", cases[i].pattern);
        if (error.code != cases[i].code)
            fail_msg("%s: code %d, %s", cases[i].pattern, (int)error.code, error.text);
    }
    for (uint32_t i = 0; i < 2; i++) {
        struct topomap_error error = {0};

        /* No rank, and more neighbours than ranks. */
        assert_null(topomap_graph_geometric(i * 4, i * 4.5, 1, &error));
        assert_int_equal(error.code, TOPOMAP_USAGE);
    }
    assert_true(topomap_graph_is_pattern("grid:4x4"));
    assert_true(topomap_graph_is_pattern("order"));
    assert_false(topomap_graph_is_pattern("order.el"));
    assert_false(topomap_graph_is_pattern("./grid:4x4"));
    assert_false(topomap_graph_is_pattern("grid"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_as_many_as_the_shape_has),
        cmocka_unit_test(the_last_dimension_is_fastest_unless_column_is_said),
        cmocka_unit_test(faces_carry_more_than_corners),
        cmocka_unit_test(degrees_follow_a_power_law),
        cmocka_unit_test(bytes_are_weights_where_no_messages_are_known),
        cmocka_unit_test(wrong_patterns_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
