/* SPDX-License-Identifier: BSD-3-Clause */
/* Bounds of the weight inside sets of ranks, compared with all sets. */
#include "unit/world.h"

#include "bound/inside.h"

#include <string.h>

enum { MAX = 18 };

/* The most weight inside any set of each size, most[0..ranks]. */
static void try_all_sets(const struct topomap_graph *graph, double *most)
{
    static double inside[1 << MAX];
    uint32_t ranks = graph->ranks;

    memset(most, 0, (ranks + 1) * sizeof *most);
    for (uint32_t set = 1; set < UINT32_C(1) << ranks; set++) {
        uint32_t lowest = (uint32_t)__builtin_ctz(set), rest = set & (set - 1);
        uint32_t count = (uint32_t)__builtin_popcount(set);

        inside[set] = inside[rest];
        for (size_t i = graph->pair_offset[lowest]; i < graph->pair_offset[lowest + 1]; i++)
            inside[set] += rest >> graph->partner[i] & 1 ? graph->weight[i] : 0;
        most[count] = inside[set] > most[count] ? inside[set] : most[count];
    }
}

static void read_inside(struct inside *inside, const struct topomap_graph *graph)
{
    struct topomap_structure *structure = topomap_structure_create(graph, NULL);

    assert_non_null(structure);
    assert_int_equal(inside_init(inside, structure, graph, NULL), 0);
    topomap_structure_destroy(structure);
}

/* Multiply the bytes of each edge of a pattern by 5^d if it changes only dimension d, or add some
 * bytes to one edge in seven. */
static struct topomap_graph *weighted(const char *pattern, const uint32_t *dim, bool noise)
{
    struct topomap_graph *plain = topomap_graph_pattern(pattern, 0, NULL), *graph;
    struct topomap_edge edges[1024];
    size_t count = topomap_graph_edges(plain);

    for (size_t i = 0; i < count; i++) {
        uint32_t u, v;

        edges[i] = topomap_graph_edge(plain, i);
        u = edges[i].src;
        v = edges[i].dst;
        for (uint32_t d = 0, factor = 1; dim[d]; d++, u /= dim[d - 1], v /= dim[d - 1], factor *= 5) {
            if (u % dim[d] != v % dim[d] && u / dim[d] == v / dim[d])
                edges[i].bytes *= factor;
        }
        edges[i].bytes += noise && i % 7 == 0 ? i : 0;
    }
    graph = topomap_graph_create(topomap_graph_ranks(plain), edges, count, NULL);
    topomap_graph_destroy(plain);
    assert_non_null(graph);
    return graph;
}

static void check(const struct topomap_graph *graph, const char *name, uint64_t tight)
{
    struct inside inside;
    double most[MAX + 1], whole = 0, rest = 0;

    read_inside(&inside, graph);
    assert_true(inside.total > 0);
    for (size_t i = 0; i < graph->pair_offset[graph->ranks]; i++) {
        whole += graph->weight[i] / 2;
        rest += inside.rest[i] / 2;
        assert_true(inside.rest[i] >= 0);
    }
    assert_true(whole == inside.total + rest);
    try_all_sets(graph, most);
    for (uint32_t c = 0; c <= graph->ranks; c++) {
        double said = inside_most(&inside, c);

        if (said + rest < most[c] || (tight >> c & 1 && said != most[c]))
            fail_msg("%s: %.17g inside %u ranks, said %.17g, rest %g", name, most[c], c, said, rest);
    }
    inside_free(&inside);
}

static void no_set_has_more_inside(void **state)
{
    static const struct {
        const char *pattern;
        uint64_t tight; /* bit i: some set of i ranks reaches the bound */
    } cases[] = {
        {"grid:4x4", 1 << 1 | 1 << 2 | 1 << 4 | 1 << 6 | 1 << 9 | 1 << 16},
        {"grid:4x4:periodic", 1 << 2 | 1 << 4 | 1 << 8 | 1 << 16},
        {"grid:6x3", 1 << 4 | 1 << 6 | 1 << 18},
        {"grid:5x3:periodic", 1 << 2},
        {"grid:2x3x3", 1 << 4 | 1 << 8 | 1 << 18},
        {"grid:2x2x4", 1 << 4 | 1 << 8 | 1 << 16},
        {"grid:16", 0x1fffe},
        {"grid:16:periodic", 0x1fffe},
        {"grid:4x4:9", 1 << 2 | 1 << 16},
        {"grid:2x3x3:27", 1 << 2 | 1 << 18},
        {"grid:6x3:9:periodic", 1 << 2},
        {"grid:2x2x2x2", 0x10116},
        {"rows:4x4", 0x1fffe},
        {"rows:6x3", 0x7fffe},
        {"rows:4x2x2", 0x1fffe},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = graph_shuffled(cases[i].pattern, i);

        check(graph, cases[i].pattern, cases[i].tight);
        topomap_graph_destroy(graph);
    }
}

static void edges_may_have_any_weight(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t dim[5]; /* last dimension of the pattern first */
    } cases[] = {
        {"grid:4x4", {4, 4}},   {"grid:2x3x3", {3, 3, 2}},      {"grid:4x4:periodic", {4, 4}},
        {"grid:4x4:9", {4, 4}}, {"grid:2x2x2x2", {2, 2, 2, 2}}, {"rows:4x4", {4, 4}},
        {"rows:5x3", {3, 5}},   {"grid:3x5:periodic", {5, 3}},
    };

    (void)state;
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        struct topomap_graph *graph = weighted(cases[i / 2].pattern, cases[i / 2].dim, i % 2);

        check(graph, cases[i / 2].pattern, 0);
        topomap_graph_destroy(graph);
    }
}

/* All to all along one side of a box of 4 x 4, neighbours along the other. */
static void both_kinds_of_edges_count(void **state)
{
    struct topomap_edge edges[64];
    struct topomap_graph *graph;
    size_t count = 0;

    (void)state;
    for (uint32_t u = 0; u < 16; u++) {
        for (uint32_t v = 0; v < u; v++) {
            if (u / 4 == v / 4 || u == v + 4)
                edges[count++] = (struct topomap_edge){u, v, u / 4 == v / 4 ? 10 : 9, 1};
        }
    }
    graph = topomap_graph_create(16, edges, count, NULL);
    check(graph, "rows and lines", 1 << 2 | 1 << 4 | 1 << 16);
    topomap_graph_destroy(graph);
}

static void what_has_no_structure_says_nothing(void **state)
{
    struct topomap_graph *graph = graph_random(50, 200, 3);
    struct inside inside;

    (void)state;
    read_inside(&inside, graph);
    assert_true(inside.total == 0);
    inside_free(&inside);
    topomap_graph_destroy(graph);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_set_has_more_inside),
        cmocka_unit_test(edges_may_have_any_weight),
        cmocka_unit_test(both_kinds_of_edges_count),
        cmocka_unit_test(what_has_no_structure_says_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
