/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "partition/exchange.h"
#include "partition/halving.h"
#include "partition/partition.h"
#include "partition/repair.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_PARTS 128

static double cut_of(const struct partition_graph *graph, const uint32_t *part)
{
    double cut = 0;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t e = graph->offset[v]; e < graph->offset[v + 1]; e++)
            cut += part[v] != part[graph->target[e]] ? graph->weight[e] / 2 : 0;
    }
    return cut;
}

static void assert_sizes(const uint32_t *part, uint32_t vertices, uint32_t parts,
                         const uint32_t *capacity)
{
    uint32_t count[MAX_PARTS] = {0};

    for (uint32_t v = 0; v < vertices; v++) {
        assert_true(part[v] < parts);
        count[part[v]]++;
    }
    assert_memory_equal(count, capacity, parts * sizeof *count);
}

/* Capacities that add up to `vertices`: some empty, one large, the rest uneven. */
static void uneven(uint32_t *capacity, uint32_t parts, uint32_t vertices)
{
    uint32_t left = vertices;

    for (uint32_t p = 0; p + 1 < parts; p++) {
        capacity[p] = p % 3 == 1 ? 0 : (p * 7) % (2 * vertices / parts);
        capacity[p] = capacity[p] < left ? capacity[p] : left;
        left -= capacity[p];
    }
    capacity[parts - 1] = left;
}

static void even(uint32_t *capacity, uint32_t parts, uint32_t vertices)
{
    for (uint32_t p = 0; p < parts; p++)
        capacity[p] = vertices / parts + (p < vertices % parts);
}

/* ---- exact partitions -------------------------------------------------------------------- */

static void check_exact(struct topomap_graph *graph, uint32_t parts, bool lopsided)
{
    struct partition_graph view = graph_view(graph);
    uint32_t *first = calloc(view.vertices, sizeof *first);
    uint32_t *second = calloc(view.vertices, sizeof *second);
    uint32_t capacity[MAX_PARTS];
    struct topomap_error error = {0};

    assert_non_null(first);
    assert_non_null(second);
    (lopsided ? uneven : even)(capacity, parts, view.vertices);
    for (int method = PARTITION_RECURSIVE; method <= PARTITION_KWAY; method++) {
        if (partition_exact(&view, parts, capacity, NULL, method, 3, first, &error) < 0)
            fail_msg("%s", error.text);
        assert_sizes(first, view.vertices, parts, capacity);
        assert_int_equal(partition_exact(&view, parts, capacity, NULL, method, 3, second, &error),
                         0);
        assert_memory_equal(first, second, view.vertices * sizeof *first);
    }
    free(first);
    free(second);
    topomap_graph_destroy(graph);
}

static void partitions_are_exact_and_repeatable(void **state)
{
    static const uint32_t parts[] = {1, 2, 3, 7, 16, 64};

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (int lopsided = 0; lopsided < 2; lopsided++) {
            check_exact(graph_mesh(8, 8, 4), parts[i], lopsided);
            check_exact(graph_random(200, 1000, 5), parts[i], lopsided);
            check_exact(graph_random(200, 40, 6), parts[i], lopsided); /* isolated vertices */
            check_exact(graph_cliques(4, 50), parts[i], lopsided);     /* disconnected */
            check_exact(graph_silent(130), parts[i], lopsided);
            check_exact(graph_ring(64), parts[i], lopsided);
        }
    }
    check_exact(graph_ring(2), 2, false);
    check_exact(graph_silent(1), 1, false);
}

static void huge_weights_do_not_overflow(void **state)
{
    /* Two cliques of 40, joined by one edge; all bytes together just fit into 2^53. */
    struct topomap_edge *edges = calloc(2 * 40 * 40, sizeof *edges);
    struct topomap_graph *graph;
    struct partition_graph view;
    uint32_t capacity[2] = {40, 40};
    uint32_t part[80];
    size_t count = 0;

    (void)state;
    assert_non_null(edges);
    for (uint32_t a = 0; a < 80; a++) {
        for (uint32_t b = a % 2; b < a; b += 2)
            edges[count++] = (struct topomap_edge){a, b, (UINT64_C(1) << 53) / 1600, 1};
    }
    edges[count++] = (struct topomap_edge){0, 1, 1, 1};
    graph = topomap_graph_create(80, edges, count, NULL);
    assert_non_null(graph);
    view = graph_view(graph);
    for (int method = PARTITION_RECURSIVE; method <= PARTITION_KWAY; method++) {
        assert_int_equal(partition_exact(&view, 2, capacity, NULL, method, 1, part, NULL), 0);
        assert_sizes(part, 80, 2, capacity);
        assert_true(cut_of(&view, part) == 1);
    }
    topomap_graph_destroy(graph);
    free(edges);
}

static void do_nothing(int number)
{
    (void)number;
}

/* METIS draws by rand(), and takes over handlers of signals; both are the program's afterwards. */
static void what_metis_borrows_is_given_back(void **state)
{
    struct sigaction own = {.sa_handler = do_nothing, .sa_flags = SA_RESTART}, now, before;
    struct topomap_graph *graph = graph_cliques(8, 32);
    struct partition_graph view = graph_view(graph);
    uint32_t capacity[8];
    uint32_t part[256];
    int first;

    (void)state;
    even(capacity, 8, 256);
    sigaddset(&own.sa_mask, SIGUSR1);
    assert_int_equal(sigaction(SIGTERM, &own, NULL), 0);
    assert_int_equal(sigaction(SIGABRT, NULL, &before), 0);
    srand(7);
    first = rand();
    srand(7);
    assert_int_equal(partition_metis(&view, 8, capacity, PARTITION_KWAY, 1, part, NULL), 0);
    assert_int_equal(rand(), first);
    assert_int_equal(sigaction(SIGTERM, &(struct sigaction){.sa_handler = SIG_DFL}, &now), 0);
    assert_true(now.sa_handler == do_nothing && now.sa_flags & SA_RESTART &&
                !(now.sa_flags & SA_RESETHAND) && sigismember(&now.sa_mask, SIGUSR1));
    assert_int_equal(sigaction(SIGABRT, NULL, &now), 0);
    assert_true(now.sa_handler == before.sa_handler && now.sa_flags == before.sa_flags);
    topomap_graph_destroy(graph);
}

static void good_cuts_are_found(void **state)
{
    struct topomap_graph *graph = graph_cliques(8, 32);
    struct partition_graph view = graph_view(graph);
    uint32_t capacity[8];
    uint32_t part[256];

    (void)state;
    even(capacity, 8, 256);
    assert_int_equal(partition_exact(&view, 8, capacity, NULL, PARTITION_KWAY, 1, part, NULL), 0);
    assert_true(cut_of(&view, part) == 0);
    topomap_graph_destroy(graph);
}

/* METIS prints to standard output if a part that it would divide further is empty. Programs print
 * their results there. */
static void tiny_parts_do_not_make_metis_print(void **state)
{
    struct topomap_graph *graph = graph_mesh(10, 10, 10);
    struct partition_graph view = graph_view(graph);
    FILE *caught = tmpfile();
    uint32_t capacity[125];
    uint32_t part[1000];
    int output;

    (void)state;
    assert_non_null(caught);
    fflush(stdout);
    output = dup(STDOUT_FILENO);
    dup2(fileno(caught), STDOUT_FILENO);
    for (uint64_t seed = 0; seed < 8; seed++) {
        for (uint32_t p = 0; p < 125; p++)
            capacity[p] = p % 5 < 4 ? 1 : 36;
        for (int method = PARTITION_RECURSIVE; method <= PARTITION_KWAY; method++)
            partition_exact(&view, 125, capacity, NULL, (enum partition_method)method, seed, part,
                            NULL);
    }
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    assert_int_equal(lseek(fileno(caught), 0, SEEK_END), 0);
    assert_sizes(part, 1000, 125, capacity);
    fclose(caught);
    topomap_graph_destroy(graph);
}

static void impossible_requests_are_refused(void **state)
{
    struct topomap_graph *graph = graph_ring(60);
    struct partition_graph view = graph_view(graph);
    uint32_t one_way_target[] = {1};
    size_t one_way_offset[] = {0, 1, 1};
    double one_way_weight[] = {1};
    struct partition_graph one_way = {2,   one_way_offset, one_way_target, one_way_weight, NULL,
                                      NULL};
    uint32_t capacity[2] = {30, 31};
    uint32_t part[60];
    struct topomap_error error = {0};

    (void)state;
    assert_int_equal(partition_exact(&view, 2, capacity, NULL, PARTITION_KWAY, 1, part, &error),
                     -1);
    assert_int_equal(error.code, TOPOMAP_INTERNAL);
    capacity[1] = 30;
    error.code = TOPOMAP_OK;
    assert_int_equal(partition_metis(&view, 1, capacity, PARTITION_KWAY, 1, part, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INTERNAL);
    assert_int_equal(partition_metis(&view, 61, capacity, PARTITION_KWAY, 1, part, &error), -1);
    error.code = TOPOMAP_OK;
    assert_int_equal(partition_metis(&one_way, 2, capacity, PARTITION_KWAY, 1, part, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INTERNAL);
    topomap_graph_destroy(graph);
}

/* ---- repair ------------------------------------------------------------------------------ */

static void repair_makes_any_partition_exact(void **state)
{
    struct topomap_graph *graph = graph_mesh(6, 6, 6);
    struct partition_graph view = graph_view(graph);
    struct random random;
    uint32_t capacity[MAX_PARTS];
    uint32_t part[216];

    (void)state;
    random_seed(&random, 11);
    for (uint32_t attack = 0; attack < 60; attack++) {
        uint32_t parts = 1 + random_below(&random, MAX_PARTS);

        (attack % 2 ? uneven : even)(capacity, parts, 216);
        for (uint32_t v = 0; v < 216; v++) {
            part[v] = attack % 3 == 0   ? parts - 1 /* all in one part */
                      : attack % 3 == 1 ? random_below(&random, parts)
                                        : UINT32_MAX - v; /* no valid parts */
        }
        assert_int_equal(partition_repair(&view, parts, capacity, NULL, 0, part, NULL), 0);
        assert_sizes(part, 216, parts, capacity);
    }
    topomap_graph_destroy(graph);
}

static void repair_moves_what_costs_least(void **state)
{
    /* A path 0-1-2-3-4-5, cut after 3: moving 3 costs nothing more, moving 0 would. */
    static const struct topomap_edge path[] = {
        {0, 1, 10, 1}, {1, 2, 10, 1}, {2, 3, 10, 1}, {3, 4, 10, 1}, {4, 5, 10, 1},
    };
    struct topomap_graph *graph = topomap_graph_create(6, path, 5, NULL);
    struct partition_graph view = graph_view(graph);
    const uint32_t capacity[2] = {3, 3};
    const uint32_t wanted[6] = {0, 0, 0, 1, 1, 1};
    uint32_t part[6] = {0, 0, 0, 0, 1, 1};

    (void)state;
    assert_int_equal(partition_repair(&view, 2, capacity, NULL, 0, part, NULL), 0);
    assert_memory_equal(part, wanted, sizeof part);
    topomap_graph_destroy(graph);
}

static void classes_are_kept_apart(void **state)
{
    struct topomap_graph *graph = graph_mesh(5, 5, 4);
    struct partition_graph view = graph_view(graph);
    uint32_t demand[2 * 4] = {20, 10, 0, 20, 5, 15, 25, 5};
    uint32_t capacity[4] = {25, 25, 25, 25};
    uint32_t class[100];
    struct partition_classes classes = {2, class, demand};
    uint32_t count[2 * 4] = {0};
    uint32_t part[100];

    (void)state;
    for (uint32_t v = 0; v < 100; v++)
        class[v] = v % 2;
    assert_int_equal(
        partition_exact(&view, 4, capacity, &classes, PARTITION_RECURSIVE, 1, part, NULL), 0);
    for (uint32_t v = 0; v < 100; v++)
        count[class[v] * 4 + part[v]]++;
    assert_memory_equal(count, demand, sizeof count);
    topomap_graph_destroy(graph);
}

/* ---- small graphs ------------------------------------------------------------------------ */

static void exchange_bisects_small_graphs(void **state)
{
    struct topomap_graph *cliques = graph_cliques(2, 10);
    struct topomap_graph *mesh = graph_mesh(8, 2, 2);
    struct partition_graph view = graph_view(cliques);
    const uint32_t capacity[4] = {8, 8, 8, 8};
    uint32_t part[32];

    (void)state;
    assert_int_equal(partition_exchange(&view, 10, part, NULL), 0);
    assert_sizes(part, 20, 2, (const uint32_t[]){10, 10});
    assert_true(cut_of(&view, part) == 0);
    assert_int_equal(partition_exchange(&view, 3, part, NULL), 0);
    assert_sizes(part, 20, 2, (const uint32_t[]){3, 17});
    view = graph_view(mesh);
    assert_int_equal(partition_halving(&view, 4, capacity, 1, part, NULL), 0);
    assert_sizes(part, 32, 4, capacity);
    /* Slabs of 2 x 2 x 2: three cuts of 4 faces, 8 edges and 4 corners, both directions. */
    assert_true(cut_of(&view, part) == 3 * 2 * (4 * 10000 + 8 * 100 + 4));
    topomap_graph_destroy(cliques);
    topomap_graph_destroy(mesh);
}

/* ---- subgraphs --------------------------------------------------------------------------- */

static double pair_weight(const struct partition_graph *graph, uint32_t a, uint32_t b)
{
    for (size_t e = graph->offset[a]; e < graph->offset[a + 1]; e++) {
        if (graph->target[e] == b)
            return graph->weight[e];
    }
    return 0;
}

static void split_pieces_are_induced(void **state)
{
    struct topomap_graph *graph = graph_random(60, 500, 2);
    struct partition_graph view = graph_view(graph);
    struct partition_graph pieces[3];
    uint32_t part[60];
    uint32_t seen = 0;

    (void)state;
    for (uint32_t v = 0; v < 60; v++)
        part[v] = v * v % 3;
    assert_int_equal(partition_graph_split(&view, 3, part, pieces, NULL), 0);
    for (uint32_t p = 0; p < 3; p++) {
        const struct partition_graph *piece = &pieces[p];

        seen += piece->vertices;
        for (uint32_t a = 0; a < piece->vertices; a++) {
            assert_int_equal(part[piece->id[a]], p);
            for (uint32_t b = 0; b < piece->vertices; b++)
                assert_true(pair_weight(piece, a, b) ==
                            pair_weight(&view, piece->id[a], piece->id[b]));
        }
        partition_graph_free(&pieces[p]);
    }
    assert_int_equal(seen, 60);
    topomap_graph_destroy(graph);
}

static void picked_vertices_keep_their_edges(void **state)
{
    static const uint32_t picks[] = {1, 7, 8, 20, 33, 59};
    struct topomap_graph *graph = graph_random(60, 900, 3);
    struct partition_graph view = graph_view(graph);
    struct partition_graph picked;

    (void)state;
    assert_int_equal(partition_graph_pick(&view, 6, picks, &picked, NULL), 0);
    for (uint32_t a = 0; a < 6; a++) {
        for (uint32_t b = 0; b < 6; b++)
            assert_true(pair_weight(&picked, a, b) == pair_weight(&view, picks[a], picks[b]));
    }
    partition_graph_free(&picked);
    topomap_graph_destroy(graph);
}

static void contraction_adds_up(void **state)
{
    struct topomap_graph *graph = graph_random(60, 900, 4);
    struct partition_graph view = graph_view(graph);
    struct partition_graph small;
    double sum[5][5] = {{0}};
    uint32_t part[60];

    (void)state;
    for (uint32_t v = 0; v < 60; v++)
        part[v] = v * 7 % 4; /* part 4 stays empty */
    assert_int_equal(partition_graph_contract(&view, 5, part, &small, NULL), 0);
    for (uint32_t v = 0; v < 60; v++) {
        for (size_t e = view.offset[v]; e < view.offset[v + 1]; e++)
            sum[part[v]][part[view.target[e]]] += view.weight[e];
    }
    for (uint32_t a = 0; a < 5; a++) {
        for (size_t e = small.offset[a]; e + 1 < small.offset[a + 1]; e++)
            assert_true(small.target[e] < small.target[e + 1]);
        for (uint32_t b = 0; b < 5; b++)
            assert_true(pair_weight(&small, a, b) == (a == b ? 0 : sum[a][b]));
    }
    partition_graph_free(&small);
    topomap_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partitions_are_exact_and_repeatable),
        cmocka_unit_test(huge_weights_do_not_overflow),
        cmocka_unit_test(what_metis_borrows_is_given_back),
        cmocka_unit_test(good_cuts_are_found),
        cmocka_unit_test(tiny_parts_do_not_make_metis_print),
        cmocka_unit_test(impossible_requests_are_refused),
        cmocka_unit_test(repair_makes_any_partition_exact),
        cmocka_unit_test(repair_moves_what_costs_least),
        cmocka_unit_test(classes_are_kept_apart),
        cmocka_unit_test(exchange_bisects_small_graphs),
        cmocka_unit_test(split_pieces_are_induced),
        cmocka_unit_test(picked_vertices_keep_their_edges),
        cmocka_unit_test(contraction_adds_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
