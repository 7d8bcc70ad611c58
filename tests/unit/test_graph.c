/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/random.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RANKS 97
#define EDGES 5000

static void duplicates_add_up_and_self_edges_stand_aside(void **state)
{
    static const struct topomap_edge edges[] = {
        {2, 0, 5, 1}, {0, 1, 10, 2}, {1, 1, 1000, 9}, {0, 1, 7, 1}, {1, 0, 3, 1}, {2, 1, 0, 0},
        {2, 1, 0, 4},
    };
    struct topomap_graph *graph = topomap_graph_create(4, edges, 7, NULL);
    static const struct topomap_edge expected[] = {
        {0, 1, 17, 3}, {1, 0, 3, 1}, {2, 0, 5, 1}, {2, 1, 0, 4}};

    (void)state;
    assert_non_null(graph);
    assert_int_equal(topomap_graph_ranks(graph), 4);
    assert_int_equal(topomap_graph_edges(graph), 4);
    assert_int_equal(topomap_graph_bytes(graph), 25);
    assert_int_equal(topomap_graph_messages(graph), 9);
    for (size_t i = 0; i < 4; i++) {
        struct topomap_edge edge = topomap_graph_edge(graph, i);

        assert_int_equal(edge.src, expected[i].src);
        assert_int_equal(edge.dst, expected[i].dst);
        assert_int_equal(edge.bytes, expected[i].bytes);
        assert_int_equal(edge.messages, expected[i].messages);
    }
    for (size_t first = 0; first <= 4; first++) {
        struct topomap_edge copy[4];

        topomap_graph_copy_edges(graph, first, 4 - first, copy);
        assert_memory_equal(copy, &expected[first], (4 - first) * sizeof *copy);
    }
    assert_int_equal(topomap_graph_first_edge(graph, 2), 2);
    assert_int_equal(topomap_graph_first_edge(graph, 3), 4);
    assert_int_equal(topomap_graph_first_edge(graph, 4), 4);
    assert_int_equal(topomap_graph_self(graph, 1).bytes, 1000);
    assert_int_equal(topomap_graph_self(graph, 1).messages, 9);
    assert_int_equal(topomap_graph_self(graph, 1).dst, 1);
    assert_int_equal(topomap_graph_self(graph, 0).bytes, 0);
    topomap_graph_destroy(graph);
}

static void weights_by_messages_replace_bytes(void **state)
{
    static const struct topomap_edge edges[] = {
        {0, 1, 10, 2}, {0, 2, 7, 0}, {1, 1, 1000, 9}, {2, 1, 0, 4}};
    struct topomap_graph *graph = topomap_graph_create(3, edges, 4, NULL);
    struct topomap_graph *messages = topomap_graph_of_messages(graph, NULL);
    struct topomap_graph *by_messages = topomap_graph_by_messages(graph, NULL);

    (void)state;
    assert_int_equal(topomap_graph_edges(messages), 2);
    assert_int_equal(topomap_graph_bytes(messages), 6);
    assert_int_equal(topomap_graph_messages(messages), 6);
    assert_int_equal(topomap_graph_edge(messages, 1).src, 2);
    assert_int_equal(topomap_graph_edge(messages, 1).bytes, 4);
    assert_int_equal(topomap_graph_self(messages, 1).bytes, 9);
    assert_int_equal(topomap_graph_bytes(topomap_graph_phase(messages, 0)), 6);
    assert_int_equal(topomap_graph_bytes(by_messages), 6);
    assert_int_equal(topomap_graph_bytes(topomap_graph_phase(by_messages, 0)), 17);
    topomap_graph_destroy(graph);
    topomap_graph_destroy(messages);
    topomap_graph_destroy(by_messages);
}

/* Each message counts as so many bytes, but not where messages were not counted. */
static void weights_by_time_add_messages(void **state)
{
    static const struct topomap_edge edges[] = {
        {0, 1, 10, 2}, {0, 2, 7, 1}, {1, 1, 1000, 9}, {2, 1, 1, 4}};
    static const char weights[] = "# n=3\n0 1 10\n1 2 20\n";
    struct topomap_graph *graph = topomap_graph_create(3, edges, 4, NULL);
    struct topomap_graph *time = topomap_graph_by_time(graph, 2.5, NULL);
    struct topomap_error error;

    (void)state;
    assert_int_equal(topomap_graph_bytes(time), 10 + 5 + 7 + 3 + 1 + 10);
    assert_int_equal(topomap_graph_messages(time), 7);
    assert_int_equal(topomap_graph_self(time, 1).bytes, 1023);
    assert_int_equal(topomap_graph_phases(time), 1);
    assert_int_equal(topomap_graph_bytes(topomap_graph_phase(time, 0)), 18);
    topomap_graph_destroy(time);
    assert_null(topomap_graph_by_time(graph, -1, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_null(topomap_graph_by_time(graph, NAN, &error));
    assert_null(topomap_graph_by_time(graph, 1e16, &error));
    assert_non_null(strstr(error.text, "exceed 2^53"));
    topomap_graph_destroy(graph);
    graph = topomap_graph_parse("g", weights, strlen(weights), NULL, NULL);
    time = topomap_graph_by_time(graph, 2.5, NULL);
    assert_int_equal(topomap_graph_bytes(time), 30);
    topomap_graph_destroy(time);
    topomap_graph_destroy(graph);
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *one = a, *other = b;

    return *one < *other ? -1 : *one > *other;
}

/* Each message of the median pair is a round, whatever the order of pairs and however many. */
static void rounds_are_the_median(void **state)
{
    enum { PAIRS = 3000 };
    static const uint64_t values[] = {1, 3, 255, 256, 1000, 70000, 1ULL << 33};
    struct random random;

    (void)state;
    random_seed(&random, 3);
    for (uint32_t pairs = 1; pairs <= PAIRS; pairs = pairs * 3 + 1) {
        struct topomap_edge edges[PAIRS];
        uint64_t messages[PAIRS];
        struct topomap_graph *graph;
        uint32_t count = 0;

        for (uint32_t i = 0; i < pairs; i++) {
            uint64_t number = i % 2 ? values[random_below(&random, 7)] : i % 4;

            edges[i] = (struct topomap_edge){i, i + 1, 8, number};
            if (number > 0)
                messages[count++] = number;
        }
        qsort(messages, count, sizeof *messages, compare_numbers);
        graph = topomap_graph_create(pairs + 1, edges, pairs, NULL);
        assert_non_null(graph);
        assert_true(graph->rounds == (count ? (double)messages[count / 2] : 1));
        topomap_graph_destroy(graph);
    }
}

static void neighbours_join_both_directions(void **state)
{
    static const struct topomap_edge edges[] = {
        {0, 1, 10, 1}, {1, 0, 4, 1}, {2, 0, 5, 1}, {0, 3, 0, 7}};
    struct topomap_graph *graph = topomap_graph_create(4, edges, 4, NULL);
    static const size_t offsets[] = {0, 2, 3, 4, 4};
    static const uint32_t partners[] = {1, 2, 0, 0};
    static const double weights[] = {14, 5, 14, 5};

    (void)state;
    assert_null(graph->weight);
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    assert_memory_equal(graph->pair_offset, offsets, sizeof offsets);
    assert_memory_equal(graph->partner, partners, sizeof partners);
    for (size_t i = 0; i < 4; i++)
        assert_true(graph->weight[i] == weights[i]);
    topomap_graph_destroy(graph);
}

/* Whether the rows of neighbours are the rows of the edges. */
static bool shares_rows(const struct topomap_edge *edges, size_t count)
{
    struct topomap_graph *graph = topomap_graph_create(4, edges, count, NULL);
    bool shares;

    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    shares = graph->partner == graph->target && graph->pair_offset == graph->offset;
    topomap_graph_destroy(graph);
    return shares;
}

static void rows_are_shared_where_all_edges_have_their_opposite(void **state)
{
    static const struct topomap_edge edges[] = {
        {3, 1, 2, 1}, {0, 1, 10, 1}, {1, 0, 4, 1}, {1, 3, 0, 7}, {2, 3, 1, 1}, {3, 2, 1, 1}};
    static const struct topomap_edge empty[] = {{0, 1, 10, 1}, {1, 0, 4, 1}, {2, 3, 0, 1},
                                                {3, 2, 0, 1}};
    static const double weights[] = {14, 14, 2, 2, 2, 2};
    struct topomap_graph *graph = topomap_graph_create(4, edges, 6, NULL);

    (void)state;
    assert_true(shares_rows(edges, 6));
    assert_false(shares_rows(edges, 5));
    assert_false(shares_rows(edges + 1, 5));
    assert_false(shares_rows(empty, 4));
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    for (size_t i = 0; i < 6; i++)
        assert_true(graph->weight[i] == weights[i]);
    topomap_graph_destroy(graph);
}

/* Random edges in random order against a plain matrix; rows short and long. */
static void rows_agree_with_a_matrix(void **state)
{
    static uint64_t matrix[RANKS][RANKS];
    struct topomap_edge *edges = calloc(EDGES, sizeof *edges);
    struct topomap_graph *graph;
    struct random random;
    uint64_t total = 0;
    size_t at = 0;

    (void)state;
    random_seed(&random, 5);
    for (size_t i = 0; i < EDGES; i++) {
        /* Half of the edges leave two ranks, whose rows get long. */
        edges[i].src = random_below(&random, i % 2 ? RANKS : 2);
        edges[i].dst = random_below(&random, RANKS);
        edges[i].bytes = 1 + random_below(&random, 1000);
        if (edges[i].src != edges[i].dst)
            matrix[edges[i].src][edges[i].dst] += edges[i].bytes;
    }
    graph = topomap_graph_create(RANKS, edges, EDGES, NULL);
    assert_non_null(graph);
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    for (uint32_t r = 0; r < RANKS; r++) {
        size_t pair = graph->pair_offset[r];

        for (uint32_t t = 0; t < RANKS; t++) {
            if (matrix[r][t]) {
                assert_true(at < graph->offset[r + 1]);
                assert_int_equal(graph->target[at], t);
                assert_int_equal(graph->bytes[at], matrix[r][t]);
                total += graph->bytes[at++];
            }
            if (matrix[r][t] + matrix[t][r]) {
                assert_int_equal(graph->partner[pair], t);
                assert_true(graph->weight[pair++] == (double)(matrix[r][t] + matrix[t][r]));
            }
        }
        assert_int_equal(graph->offset[r + 1], at);
        assert_int_equal(graph->pair_offset[r + 1], pair);
    }
    assert_int_equal(topomap_graph_bytes(graph), total);
    topomap_graph_destroy(graph);
    free(edges);
}

static void bad_edges_are_refused(void **state)
{
    static const struct {
        uint32_t ranks;
        struct topomap_edge edges[2];
        size_t count;
    } cases[] = {
        {0, {{0, 0, 0, 0}}, 0},
        {TOPOMAP_MAX_RANKS + 1, {{0, 0, 0, 0}}, 0},
        {2, {{0, 2, 1, 1}}, 1},
        {2, {{2, 0, 1, 1}}, 1},
        {2, {{0, 1, GRAPH_MAX_BYTES, 1}, {1, 0, 1, 1}}, 2},
        {2, {{0, 1, UINT64_MAX, 1}, {1, 0, UINT64_MAX, 1}}, 2},
        {2, {{0, 1, 1, UINT64_MAX}, {1, 0, 1, 1}}, 2},
        {2, {{0, 1, 1, GRAPH_MAX_BYTES}, {1, 0, 1, 1}}, 2},
    };
    static const struct topomap_edge most = {0, 1, GRAPH_MAX_BYTES, 1};
    struct topomap_graph *graph = topomap_graph_create(2, &most, 1, NULL);

    (void)state;
    assert_non_null(graph);
    topomap_graph_destroy(graph);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.code = TOPOMAP_OK};

        assert_null(topomap_graph_create(cases[i].ranks, cases[i].edges, cases[i].count, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
}

static void compressed_rows_are_edges(void **state)
{
    static const size_t offsets[] = {0, 2, 2, 5};
    static const uint32_t targets[] = {2, 1, 0, 2, 0};
    static const uint64_t bytes[] = {10, 20, 30, 40, 50}, messages[] = {1, 2, 3, 4, 5};
    static const struct topomap_edge expected[] = {{0, 1, 20, 2}, {0, 2, 10, 1}, {2, 0, 80, 8}};
    struct topomap_graph *graph =
        topomap_graph_from_csr(3, offsets, targets, bytes, messages, NULL);
    struct topomap_edge edges[3];

    (void)state;
    assert_int_equal(topomap_graph_edges(graph), 3);
    topomap_graph_copy_edges(graph, 0, 3, edges);
    assert_memory_equal(edges, expected, sizeof edges);
    assert_int_equal(topomap_graph_self(graph, 2).bytes, 40);
    topomap_graph_destroy(graph);
    graph = topomap_graph_from_csr(3, offsets, targets, NULL, NULL, NULL);
    topomap_graph_copy_edges(graph, 2, 1, edges);
    assert_int_equal(edges->bytes, 2);
    assert_int_equal(edges->messages, 1);
    assert_true(graph->weights);
    topomap_graph_destroy(graph);
}

static void wrong_rows_are_refused(void **state)
{
    static const size_t good[] = {0, 1, 1}, late[] = {1, 1, 1}, falling[] = {0, 2, 1};
    static const uint32_t targets[] = {2, 0};
    static const struct {
        uint32_t ranks;
        const size_t *offsets;
        const char *text;
    } cases[] = {
        {0, good, "a graph has 1 to 16777216 ranks, not 0"},
        {2, late, "the offsets begin with 1, not 0"},
        {2, falling, "the offset of rank 1, 2, is after its end, 1"},
        {2, good, "rank 2 is out of range: there are 2 ranks"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error;

        assert_null(topomap_graph_from_csr(cases[i].ranks, cases[i].offsets, targets, NULL, NULL,
                                           &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_string_equal(error.text, cases[i].text);
    }
}

/* A graph large enough for several sections. Edges go two ranks away on both sides up to 2 *
 * MANY_PARTNERS, with bytes that depend on the pair; one edge is missing. */
#define MANY_RANKS 70000
#define MANY_PARTNERS 10

static uint64_t many_bytes(uint32_t src, uint32_t dst)
{
    return 1 + (src * UINT64_C(7) + dst * UINT64_C(13)) % 1000;
}

static struct topomap_graph *many_edges(uint32_t without_src, uint32_t without_dst)
{
    size_t most = (size_t)MANY_RANKS * MANY_PARTNERS * 2, count = 0;
    struct topomap_edge *edges = malloc(most * sizeof *edges);
    struct topomap_graph *graph;

    assert_non_null(edges);
    for (uint32_t r = 0; r < MANY_RANKS; r++) {
        for (uint32_t p = 1; p <= MANY_PARTNERS; p++) {
            uint32_t partners[] = {(r + 2 * p) % MANY_RANKS,
                                   (r + MANY_RANKS - 2 * p) % MANY_RANKS};

            for (int i = 0; i < 2; i++) {
                if (r != without_src || partners[i] != without_dst)
                    edges[count++] = (struct topomap_edge){r, partners[i],
                                                           many_bytes(r, partners[i]), 1};
            }
        }
    }
    graph = topomap_graph_create(MANY_RANKS, edges, count, NULL);
    free(edges);
    assert_non_null(graph);
    return graph;
}

static void check_many(uint32_t without_src, uint32_t without_dst)
{
    struct topomap_graph *graph = many_edges(without_src, without_dst);

    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    assert_int_equal(graph->pair_offset[MANY_RANKS], (size_t)MANY_RANKS * MANY_PARTNERS * 2);
    for (uint32_t r = 0; r < MANY_RANKS; r++) {
        for (size_t i = graph->pair_offset[r]; i < graph->pair_offset[r + 1]; i++) {
            uint32_t other = graph->partner[i];
            uint64_t bytes = many_bytes(r, other) + many_bytes(other, r);

            if (r == without_src && other == without_dst)
                bytes -= many_bytes(r, other);
            if (r == without_dst && other == without_src)
                bytes -= many_bytes(other, r);
            if (graph->weight[i] != (double)bytes)
                fail_msg("ranks %u and %u: %.0f", r, other, graph->weight[i]);
        }
    }
    topomap_graph_destroy(graph);
}

static void large_graphs_are_weighed_in_sections(void **state)
{
    (void)state;
    check_many(MANY_RANKS, MANY_RANKS);
    /* Remove an edge to a higher or to a lower rank, within a section and between two. */
    check_many(100, 102);
    check_many(102, 100);
    check_many(2, MANY_RANKS - 2);
    check_many(MANY_RANKS - 2, 2);
    check_many(0, MANY_RANKS - 2);
    check_many(MANY_RANKS / 2 - 1, MANY_RANKS / 2 + 1);
    check_many(MANY_RANKS / 2 + 1, MANY_RANKS / 2 - 1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicates_add_up_and_self_edges_stand_aside),
        cmocka_unit_test(weights_by_messages_replace_bytes),
        cmocka_unit_test(weights_by_time_add_messages),
        cmocka_unit_test(rounds_are_the_median),
        cmocka_unit_test(neighbours_join_both_directions),
        cmocka_unit_test(rows_are_shared_where_all_edges_have_their_opposite),
        cmocka_unit_test(rows_agree_with_a_matrix),
        cmocka_unit_test(bad_edges_are_refused),
        cmocka_unit_test(compressed_rows_are_edges),
        cmocka_unit_test(wrong_rows_are_refused),
        cmocka_unit_test(large_graphs_are_weighed_in_sections),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
