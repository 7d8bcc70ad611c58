/* SPDX-License-Identifier: BSD-3-Clause */
/* Bounds of the weight inside sets of ranks, compared with all sets. */
#include "unit/world.h"

#include "base/random.h"
#include "bound/inside.h"

#include <stdlib.h>
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

static void check_inside(struct inside *inside, const struct topomap_graph *graph, const char *name,
                         uint64_t tight)
{
    double most[MAX + 1], whole = 0, rest = 0;

    assert_true(inside->total > 0);
    for (size_t i = 0; i < graph->pair_offset[graph->ranks]; i++) {
        whole += graph->weight[i] / 2;
        rest += inside->rest[i] / 2;
        assert_true(inside->rest[i] >= 0);
    }
    assert_true(whole == inside->total + rest);
    try_all_sets(graph, most);
    for (uint32_t c = 0; c <= graph->ranks; c++) {
        double said = inside_most(inside, c);

        if (said + rest < most[c] || (tight >> c & 1 && said != most[c]))
            fail_msg("%s: %.17g inside %u ranks, said %.17g, rest %g", name, most[c], c, said, rest);
    }
}

static void check(const struct topomap_graph *graph, const char *name, uint64_t tight)
{
    struct inside inside;

    read_inside(&inside, graph);
    check_inside(&inside, graph, name, tight);
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

/* Neighbours in a grid, diagonal ones too. Each direction has a weight of its own, in any order of
 * the weights; some edges have a bit more. */
static struct topomap_graph *draw_grid(const struct topomap_structure *grid, uint32_t ranks,
                                       struct random *random)
{
    static const uint64_t weights[] = {0, 1, 3, 10, 11, 100, 300};
    uint64_t of_code[27];
    struct topomap_edge edges[MAX * MAX / 2] = {{0, 1, 1, 1}};
    size_t count = 1;

    for (size_t i = 0; i < 27; i++)
        of_code[i] = weights[random_below(random, sizeof weights / sizeof *weights)];
    for (uint32_t u = 0; u < ranks; u++) {
        for (uint32_t v = 0; v < u; v++) {
            int code = 0;
            bool near = true;

            for (uint32_t d = 0; d < grid->dims; d++) {
                int gap = (int)grid->coordinates[u * grid->dims + d] -
                          (int)grid->coordinates[v * grid->dims + d];

                near = near && abs(gap) < 2;
                code = 3 * code + gap;
            }
            /* Ranks are in order, so that the first change of a coordinate is upwards. */
            if (near && of_code[code])
                edges[count++] = (struct topomap_edge){
                    u, v, of_code[code] + (random_below(random, 8) == 0), 1};
        }
    }
    return topomap_graph_create(ranks, edges, count, NULL);
}

static void diagonals_may_be_the_heaviest(void **state)
{
    static const uint32_t dim[][3] = {{2, 2}, {2, 3}, {3, 3}, {3, 4}, {2, 5},
                                      {2, 2, 2}, {2, 2, 3}, {2, 3, 2}};

    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        uint32_t coordinates[3 * MAX], ranks = 1;
        struct topomap_structure grid = {.kind = TOPOMAP_GRID, .coordinates = coordinates};
        struct topomap_graph *graph;
        struct random random;
        struct inside inside;

        random_seed(&random, seed);
        memcpy(grid.dim, dim[seed % 8], sizeof *dim);
        for (; grid.dims < 3 && grid.dim[grid.dims]; grid.dims++)
            ranks *= grid.dim[grid.dims];
        for (uint32_t r = 0; r < ranks; r++) {
            for (uint32_t d = grid.dims, rest = r; d-- > 0; rest /= grid.dim[d])
                coordinates[r * grid.dims + d] = rest % grid.dim[d];
        }
        graph = draw_grid(&grid, ranks, &random);
        assert_int_equal(graph_need_pairs(graph, NULL), 0);
        assert_int_equal(inside_init(&inside, &grid, graph, NULL), 0);
        if (inside.total > 0)
            check_inside(&inside, graph, "heavy diagonals", 0);
        inside_free(&inside);
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
        cmocka_unit_test(diagonals_may_be_the_heaviest),
        cmocka_unit_test(both_kinds_of_edges_count),
        cmocka_unit_test(what_has_no_structure_says_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
