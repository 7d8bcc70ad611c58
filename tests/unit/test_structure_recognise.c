/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum change {
    SHUFFLED = 1, /* ranks are renumbered */
    EQUAL = 2,    /* all edges weigh the same */
    UNEVEN = 4,   /* dimension d weighs 4^d as much as the first one */
    MISSING = 8,  /* one pair of 50 does not communicate */
    NOISE = 16,   /* every rank also communicates a little with three others */
};

struct example {
    const char *pattern;
    int change;
    enum topomap_structure_kind kind;
    const char *shape; /* the shape found, with "p" after rings; sorted if shuffled */
    uint32_t neighbours;
};

struct rebuilding {
    const struct topomap_graph *from;
    uint32_t dims;
    uint32_t dim[8];
    uint32_t *number; /* [ranks]: the new number of each */
    struct topomap_edge *edges;
    size_t count;
};

static struct topomap_graph *pattern(const char *text)
{
    struct topomap_error error;
    struct topomap_graph *graph = topomap_graph_pattern(text, 0, &error);

    if (!graph)
        fail_msg("%s: %s", text, error.text);
    return graph;
}

static void read_shape(struct rebuilding *b, const char *text)
{
    const char *at = strchr(text, ':');

    while (*at == ':' || *at == 'x') {
        char *end;

        b->dim[b->dims++] = (uint32_t)strtoul(at + 1, &end, 10);
        at = *end == 'x' ? end : "";
    }
}

/* The dimension that an edge of the pattern changes; dims if it is more than one. */
static uint32_t changed_dim(const struct rebuilding *b, uint32_t u, uint32_t v)
{
    uint32_t changed = b->dims, count = 0;

    for (uint32_t d = b->dims; d-- > 0; u /= b->dim[d], v /= b->dim[d]) {
        if (u % b->dim[d] != v % b->dim[d]) {
            changed = d;
            count++;
        }
    }
    return count == 1 ? changed : b->dims;
}

static void copy_edges(struct rebuilding *b, int change, struct random *random)
{
    for (size_t i = 0; i < topomap_graph_edges(b->from); i++) {
        struct topomap_edge edge = topomap_graph_edge(b->from, i);
        uint32_t d = changed_dim(b, edge.src, edge.dst);

        if (edge.src > edge.dst || (change & MISSING && random_below(random, 50) == 0))
            continue;
        edge.bytes = change & EQUAL ? 100 : edge.bytes * 100;
        for (; change & UNEVEN && d > 0 && d < b->dims; d--)
            edge.bytes *= 4;
        edge.src = b->number[edge.src];
        edge.dst = b->number[edge.dst];
        b->edges[b->count++] = edge;
    }
}

static void add_noise(struct rebuilding *b, uint32_t ranks, struct random *random)
{
    for (uint32_t r = 0; r < ranks; r++) {
        for (int k = 0; k < 3; k++)
            b->edges[b->count++] = (struct topomap_edge){r, random_below(random, ranks), 2, 1};
    }
}

/* The graph of an example; number[rank of the pattern] is the rank in the graph. */
static struct topomap_graph *rebuild(const struct example *example, uint32_t *number)
{
    struct rebuilding b = {.from = pattern(example->pattern), .number = number};
    uint32_t ranks = topomap_graph_ranks(b.from);
    struct topomap_graph *graph;
    struct random random;

    random_seed(&random, 11);
    read_shape(&b, example->pattern);
    for (uint32_t r = 0; r < ranks; r++)
        number[r] = r;
    if (example->change & SHUFFLED)
        random_shuffle(&random, number, ranks);
    b.edges = calloc(topomap_graph_edges(b.from) + 3 * (size_t)ranks, sizeof *b.edges);
    copy_edges(&b, example->change, &random);
    if (example->change & NOISE)
        add_noise(&b, ranks, &random);
    graph = topomap_graph_create(ranks, b.edges, b.count, NULL);
    assert_non_null(graph);
    free(b.edges);
    topomap_graph_destroy((struct topomap_graph *)b.from);
    return graph;
}

static struct topomap_structure *find(const struct topomap_graph *graph)
{
    struct topomap_structure *structure = topomap_structure_create(graph, NULL);

    assert_non_null(structure);
    return structure;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The shape, such as "4x4px8", sorted if its order is arbitrary. */
static const char *shape_of(const struct topomap_structure *s, bool sorted, char *text, size_t size)
{
    char word[8][16];
    size_t at = 0;

    for (uint32_t d = 0; d < s->dims; d++)
        snprintf(word[d], sizeof *word, "%u%s", s->dim[d], s->periodic[d] ? "p" : "");
    if (sorted)
        qsort(word, s->dims, sizeof *word, compare_words);
    text[0] = '\0';
    for (uint32_t d = 0; d < s->dims && at < size; d++)
        at += (size_t)snprintf(text + at, size - at, "%s%s", d ? "x" : "", word[d]);
    return text;
}

/* Steps between two places in all dimensions together. */
static uint32_t steps(const struct topomap_structure *s, uint32_t u, uint32_t v)
{
    uint32_t sum = 0;

    for (uint32_t d = 0; d < s->dims; d++) {
        uint32_t a = s->coordinates[u * s->dims + d], b = s->coordinates[v * s->dims + d];
        uint32_t gap = a < b ? b - a : a - b;

        assert_true(a < s->dim[d]);
        if (s->kind == TOPOMAP_ROWS)
            gap = gap > 0;
        sum += s->periodic[d] && s->dim[d] - gap < gap ? s->dim[d] - gap : gap;
    }
    return sum;
}

/* No two ranks share a place, and what was one step apart in the pattern still is. */
static void places_are_right(const struct example *example, const struct topomap_structure *s,
                             const uint32_t *number)
{
    struct topomap_graph *graph = pattern(example->pattern);
    struct rebuilding b = {.from = graph};
    uint32_t ranks = topomap_graph_ranks(graph);
    bool *taken = calloc(ranks, sizeof *taken);

    read_shape(&b, example->pattern);
    for (uint32_t r = 0; r < ranks; r++) {
        uint32_t place = 0;

        for (uint32_t d = 0; d < s->dims; d++)
            place = place * s->dim[d] + s->coordinates[r * s->dims + d];
        assert_true(place < ranks && !taken[place]);
        taken[place] = true;
        if (!(example->change & SHUFFLED))
            assert_int_equal(place, r);
    }
    for (size_t i = 0; i < topomap_graph_edges(graph); i++) {
        struct topomap_edge edge = topomap_graph_edge(graph, i);

        if (changed_dim(&b, edge.src, edge.dst) < b.dims)
            assert_int_equal(steps(s, number[edge.src], number[edge.dst]), 1);
    }
    free(taken);
    topomap_graph_destroy(graph);
}

static void what_has_a_structure_is_recognised(void **state)
{
    static const struct example examples[] = {
        {"grid:64", 0, TOPOMAP_GRID, "64", 2},
        {"grid:64:periodic", SHUFFLED, TOPOMAP_GRID, "64p", 2},
        {"grid:2x3", 0, TOPOMAP_GRID, "2x3", 3},
        {"grid:2x500", 0, TOPOMAP_GRID, "2x500", 3},
        {"grid:16x9", 0, TOPOMAP_GRID, "16x9", 4},
        {"grid:16x9", SHUFFLED, TOPOMAP_GRID, "16x9", 4},
        {"grid:16x9", SHUFFLED | MISSING, TOPOMAP_GRID, "16x9", 4},
        {"grid:5x7x3", 0, TOPOMAP_GRID, "5x7x3", 6},
        {"grid:5x7x3:periodic", 0, TOPOMAP_GRID, "5px7px3p", 6},
        {"grid:8x4x4:periodic", 0, TOPOMAP_GRID, "8px4px4p", 6},
        {"grid:8x4x4:periodic", SHUFFLED, TOPOMAP_GRID, "4px4px8p", 6},
        {"grid:4x4x4:periodic", 0, TOPOMAP_GRID, "4px4px4p", 6},
        {"grid:2x2x2", 0, TOPOMAP_GRID, "2x2x2", 3},
        {"grid:5x2x2:periodic", 0, TOPOMAP_GRID, "5px2x2", 4},
        {"grid:6x6x6", SHUFFLED | UNEVEN, TOPOMAP_GRID, "6x6x6", 6},
        {"grid:6x6x6", SHUFFLED | UNEVEN | NOISE, TOPOMAP_GRID, "6x6x6", 6},
        {"grid:8x8x8", SHUFFLED | MISSING | NOISE, TOPOMAP_GRID, "8x8x8", 6},
        {"grid:8x8x8:27", 0, TOPOMAP_GRID, "8x8x8", 26},
        {"grid:8x8x8:27", SHUFFLED | MISSING, TOPOMAP_GRID, "8x8x8", 26},
        {"grid:8x7x5:27", SHUFFLED | EQUAL, TOPOMAP_GRID, "5x7x8", 26},
        {"grid:8x7x5:27:periodic", SHUFFLED | EQUAL, TOPOMAP_GRID, "5px7px8p", 26},
        {"grid:20x9:9", EQUAL, TOPOMAP_GRID, "20x9", 8},
        {"grid:9x9:9:periodic", SHUFFLED | NOISE, TOPOMAP_GRID, "9px9p", 8},
        {"grid:3x4x5x6", SHUFFLED, TOPOMAP_GRID, "3x4x5x6", 8},
        {"grid:3x3x3x3x3", 0, TOPOMAP_GRID, "3x3x3x3x3", 10},
        {"grid:3x2x3x2x3x2x3x2", SHUFFLED, TOPOMAP_GRID, "2x2x2x2x3x3x3x3", 12},
        {"rows:16x16", 0, TOPOMAP_ROWS, "16x16", 30},
        {"rows:4x9x3", SHUFFLED, TOPOMAP_ROWS, "3x4x9", 13},
        {"rows:12x5", SHUFFLED | NOISE, TOPOMAP_ROWS, "12x5", 15},
        {"grid:2x2x2x2x2x2", SHUFFLED, TOPOMAP_HYPERCUBE, "2x2x2x2x2x2", 6},
    };

    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *e = &examples[i];
        uint32_t number[2048];
        struct topomap_graph *graph = rebuild(e, number);
        struct topomap_structure *s = find(graph);
        char shape[128];

        shape_of(s, e->change & SHUFFLED, shape, sizeof shape);
        if (s->kind != e->kind || strcmp(shape, e->shape) != 0 || s->neighbours != e->neighbours)
            fail_msg("%s, change %d: kind %d, %s, %u neighbours", e->pattern, e->change,
                     (int)s->kind, shape, s->neighbours);
        assert_true(s->share > 0.8 && s->share <= 1);
        places_are_right(e, s, number);
        topomap_structure_destroy(s);
        topomap_graph_destroy(graph);
    }
}

static void recordings_have_the_structure_of_their_programs(void **state)
{
    static const struct {
        const char *file;
        enum topomap_structure_kind kind;
        const char *shape;
        uint32_t neighbours;
    } cases[] = {
        {"lulesh_27.p2p.el", TOPOMAP_GRID, "3x3x3", 26},
        {"lulesh_64.p2p.el", TOPOMAP_GRID, "4x4x4", 26},
        {"lulesh_125.p2p.el", TOPOMAP_GRID, "5x5x5", 26},
        {"lulesh_64.coll.el", TOPOMAP_HYPERCUBE, "2x2x2x2x2x2", 6},
        {"comd_64.p2p.el", TOPOMAP_GRID, "4px4px4p", 6},
        {"hpccg_64.p2p.el", TOPOMAP_GRID, "64", 2},
        {"amg_64.p2p.el", TOPOMAP_GRID, "4x4x4", 26},
        {"npb_mg_64.p2p.el", TOPOMAP_GRID, "4px4px4p", 6},
        {"npb_lu_64.p2p.el", TOPOMAP_GRID, "8x8", 4},
        {"pencil_64.coll.el", TOPOMAP_ROWS, "8x8", 14},
        {"npb_ft_64.coll.el", TOPOMAP_NO_STRUCTURE, "", 0},
        {"npb_bt_64.p2p.el", TOPOMAP_NO_STRUCTURE, "", 0},
        {"npb_cg_64.p2p.el", TOPOMAP_NO_STRUCTURE, "", 0},
        {"minife_100.p2p.el", TOPOMAP_NO_STRUCTURE, "", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph;
        struct topomap_structure *s;
        char text[256];

        snprintf(text, sizeof text, "%s/graphs/%s", SOURCE_DIR, cases[i].file);
        graph = topomap_graph_read(text, NULL, NULL);
        assert_non_null(graph);
        s = find(graph);
        shape_of(s, false, text, sizeof text);
        if (s->kind != cases[i].kind || strcmp(text, cases[i].shape) != 0 ||
            s->neighbours != cases[i].neighbours)
            fail_msg("%s: kind %d, %s, %u neighbours", cases[i].file, (int)s->kind, text,
                     s->neighbours);
        for (uint32_t r = 0; s->kind == TOPOMAP_GRID && r < topomap_graph_ranks(graph); r++) {
            uint32_t place = 0;

            for (uint32_t d = 0; d < s->dims; d++)
                place = place * s->dim[d] + s->coordinates[r * s->dims + d];
            assert_int_equal(place, r);
        }
        topomap_structure_destroy(s);
        topomap_graph_destroy(graph);
    }
}

/* The graph of the edges of a pattern that `keep` accepts, among its first `ranks` ranks,
 * shuffled. */
static struct topomap_graph *part_of(const char *text, uint32_t ranks,
                                     bool (*keep)(uint32_t u, uint32_t v), uint32_t *number)
{
    struct topomap_graph *whole = pattern(text), *graph;
    struct topomap_edge *edges = calloc(topomap_graph_edges(whole), sizeof *edges);
    struct random random;
    size_t count = 0;

    random_seed(&random, ranks);
    for (uint32_t r = 0; r < ranks; r++)
        number[r] = r;
    random_shuffle(&random, number, ranks);
    for (size_t i = 0; i < topomap_graph_edges(whole); i++) {
        struct topomap_edge edge = topomap_graph_edge(whole, i);

        if (edge.src < ranks && edge.dst < ranks && keep(edge.src, edge.dst))
            edges[count++] = (struct topomap_edge){number[edge.src], number[edge.dst], 8, 1};
    }
    graph = topomap_graph_create(ranks, edges, count, NULL);
    assert_non_null(graph);
    free(edges);
    topomap_graph_destroy(whole);
    return graph;
}

static bool all_edges(uint32_t u, uint32_t v)
{
    (void)u;
    (void)v;
    return true;
}

static bool not_in_the_face(uint32_t u, uint32_t v)
{
    return u < 900 || v < 900;
}

static bool not_in_either_face(uint32_t u, uint32_t v)
{
    return u % 10 != v % 10 || (u % 10 > 0 && u % 10 < 9);
}

static bool through_the_gap(uint32_t u, uint32_t v)
{
    uint32_t low = u < v ? u : v, high = u < v ? v : u;

    return low / 12 != 5 || high / 12 != 6 || low % 12 < 2;
}

static bool in_the_sea(uint32_t rank)
{
    int x = (int)(rank / 20) - 9, y = (int)(rank % 20) - 11;

    return x * x + y * y > 25;
}

static bool both_in_the_sea(uint32_t u, uint32_t v)
{
    return in_the_sea(u) && in_the_sea(v);
}

/* The last row is not full; a face, or two, whose ranks only communicate with those behind them; a
 * wall with a gap; land. The remaining ranks are as many steps apart as in the whole grid. */
static void a_grid_may_lack_ranks_and_edges(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t ranks;
        bool (*keep)(uint32_t u, uint32_t v);
        const char *shape;
    } cases[] = {
        {"grid:12x12", 139, all_edges, "12x12"},
        {"grid:12x12", 122, all_edges, "11x12"},
        {"grid:10x10x10", 963, all_edges, "10x10x10"},
        {"grid:10x10x10:27", 963, all_edges, "10x10x10"},
        {"grid:10x10x10", 1000, not_in_the_face, "10x10x10"},
        {"grid:12x12", 144, through_the_gap, "12x12"},
        {"grid:10x10", 100, not_in_either_face, "10x10"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t number[1000];
        struct topomap_graph *graph =
            part_of(cases[i].pattern, cases[i].ranks, cases[i].keep, number);
        struct topomap_structure *s = find(graph);
        char shape[128];

        shape_of(s, true, shape, sizeof shape);
        if (s->kind != TOPOMAP_GRID || strcmp(shape, cases[i].shape) != 0)
            fail_msg("%s, %u ranks: kind %d, %s", cases[i].pattern, cases[i].ranks, (int)s->kind,
                     shape);
        assert_true(s->share > 1 - 1e-9);
        topomap_structure_destroy(s);
        topomap_graph_destroy(graph);
    }
}

/* There are no ranks on land; a sixth of the box is empty. */
static void a_grid_may_have_a_hole(void **state)
{
    struct topomap_graph *whole = pattern("grid:20x20"), *graph;
    struct topomap_edge edges[2048];
    struct topomap_structure *s;
    uint32_t number[400], ranks = 0;
    size_t count = 0;

    (void)state;
    for (uint32_t r = 0; r < 400; r++)
        number[r] = in_the_sea(r) ? ranks++ : UINT32_MAX;
    for (size_t i = 0; i < topomap_graph_edges(whole); i++) {
        struct topomap_edge edge = topomap_graph_edge(whole, i);

        if (both_in_the_sea(edge.src, edge.dst))
            edges[count++] =
                (struct topomap_edge){number[edge.src], number[edge.dst], edge.bytes, 1};
    }
    graph = topomap_graph_create(ranks, edges, count, NULL);
    s = find(graph);
    assert_int_equal(s->kind, TOPOMAP_GRID);
    assert_int_equal(s->dims, 2);
    for (uint32_t r = 0; r < 400; r++) {
        if (in_the_sea(r))
            assert_int_equal(s->coordinates[2 * number[r]] * 20 +
                             s->coordinates[2 * number[r] + 1], r);
    }
    topomap_structure_destroy(s);
    topomap_graph_destroy(graph);
    topomap_graph_destroy(whole);
}

/* All to all along the first dimensions of a box, neighbours along the last one. */
static void rows_may_be_all_to_all_in_some_directions_only(void **state)
{
    static const struct {
        uint32_t dim[3]; /* of the last one, a ring if `ring` */
        bool ring;
        uint64_t bytes; /* along the last one; 100 along the others */
        const char *shape;
        uint32_t neighbours;
    } cases[] = {
        {{1, 16, 12}, false, 100, "12x16", 17}, {{1, 16, 12}, true, 100, "12px16", 17},
        {{1, 7, 20}, true, 1, "20px7", 8},      {{1, 7, 20}, false, 9999, "20x7", 8},
        {{5, 6, 9}, false, 100, "5x6x9", 11},   {{5, 6, 9}, true, 10, "5x6x9p", 11},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t *dim = cases[i].dim;
        uint32_t ranks = dim[0] * dim[1] * dim[2], complete = 0;
        struct topomap_edge edges[4096];
        struct topomap_graph *graph;
        struct topomap_structure *s;
        size_t count = 0;
        char shape[64];

        for (uint32_t u = 0; u < ranks; u++) {
            for (uint32_t v = 0; v < u; v++) {
                uint32_t gap = u % dim[2] < v % dim[2] ? v % dim[2] - u % dim[2]
                                                       : u % dim[2] - v % dim[2];
                bool along = u / dim[2] == v / dim[2];
                bool next = gap == 1 || (cases[i].ring && gap == dim[2] - 1);
                bool line = u / dim[2] / dim[1] == v / dim[2] / dim[1] ||
                            u / dim[2] % dim[1] == v / dim[2] % dim[1];

                if (along ? next : gap == 0 && line)
                    edges[count++] = (struct topomap_edge){u * 11 % ranks, v * 11 % ranks,
                                                           along ? cases[i].bytes : 100, 1};
            }
        }
        graph = topomap_graph_create(ranks, edges, count, NULL);
        s = find(graph);
        shape_of(s, true, shape, sizeof shape);
        for (uint32_t d = 0; d < s->dims; d++)
            complete += s->complete[d];
        if (s->kind != TOPOMAP_ROWS || strcmp(shape, cases[i].shape) != 0 ||
            s->neighbours != cases[i].neighbours || complete + 1 != s->dims || s->share < 1)
            fail_msg("case %zu: kind %d, %s, %u neighbours, %u complete, share %g", i,
                     (int)s->kind, shape, s->neighbours, complete, s->share);
        topomap_structure_destroy(s);
        topomap_graph_destroy(graph);
    }
}

static struct topomap_graph *random_graph(uint32_t ranks, uint32_t degree, uint64_t seed)
{
    struct topomap_edge *edges = calloc((size_t)ranks * degree, sizeof *edges);
    struct topomap_graph *graph;
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = 0; i < ranks * degree; i++)
        edges[i] = (struct topomap_edge){i / degree, random_below(&random, ranks),
                                         100 + random_below(&random, 1000), 1};
    graph = topomap_graph_create(ranks, edges, (size_t)ranks * degree, NULL);
    assert_non_null(graph);
    free(edges);
    return graph;
}

static void what_has_none_is_left_alone(void **state)
{
    static const struct topomap_edge star[] = {{0, 1, 9, 1}, {0, 2, 9, 1}, {0, 3, 9, 1}};
    static const struct topomap_edge two_lines[] = {{0, 1, 9, 1}, {2, 3, 9, 1}};
    struct topomap_graph *graphs[] = {
        random_graph(1000, 1, 1),
        random_graph(1000, 3, 2),
        random_graph(1000, 13, 3),
        topomap_graph_geometric(2000, 8, 5, NULL),
        pattern("rows:20"),
        topomap_graph_pattern("order", 100, NULL),
        topomap_graph_create(1, NULL, 0, NULL),
        topomap_graph_create(50, NULL, 0, NULL),
        topomap_graph_create(4, star, 3, NULL),
        topomap_graph_create(4, two_lines, 2, NULL),
    };

    (void)state;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        struct topomap_structure *s;

        assert_non_null(graphs[i]);
        s = find(graphs[i]);
        if (s->kind != TOPOMAP_NO_STRUCTURE)
            fail_msg("graph %zu: kind %d, %u dimensions, share %g", i, (int)s->kind, s->dims,
                     s->share);
        assert_int_equal(s->dims, 0);
        assert_null(s->coordinates);
        topomap_structure_destroy(s);
        topomap_graph_destroy(graphs[i]);
    }
}

static void a_hypercube_of_many_dimensions_comes_as_rings_of_four(void **state)
{
    static struct topomap_edge edges[1024 * 10];
    struct topomap_graph *graph;
    struct topomap_structure *s;

    (void)state;
    for (uint32_t i = 0; i < 1024 * 10; i++)
        edges[i] = (struct topomap_edge){i / 10, i / 10 ^ 1U << i % 10, 8, 1};
    graph = topomap_graph_create(1024, edges, 1024 * 10, NULL);
    s = find(graph);
    assert_int_equal(s->kind, TOPOMAP_HYPERCUBE);
    assert_int_equal(s->dims, 8);
    assert_int_equal(s->neighbours, 10);
    for (uint32_t i = 0; i < 1024 * 10; i++)
        assert_int_equal(steps(s, edges[i].src, edges[i].dst), 1);
    topomap_structure_destroy(s);
    topomap_graph_destroy(graph);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_a_structure_is_recognised),
        cmocka_unit_test(recordings_have_the_structure_of_their_programs),
        cmocka_unit_test(a_grid_may_lack_ranks_and_edges),
        cmocka_unit_test(a_grid_may_have_a_hole),
        cmocka_unit_test(rows_may_be_all_to_all_in_some_directions_only),
        cmocka_unit_test(what_has_none_is_left_alone),
        cmocka_unit_test(a_hypercube_of_many_dimensions_comes_as_rings_of_four),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
