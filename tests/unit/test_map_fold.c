/* SPDX-License-Identifier: BSD-3-Clause */
/* Grids folded onto boxes of nodes. */
#include "unit/world.h"

#include <stdlib.h>
#include <string.h>

#define TORUS "network:\n  kind: torus\n  dims: "
#define MESH "network:\n  kind: mesh\n  dims: "
#define NODES(last) "\n  nodes: \"n[0-" last "]\"\n"

static int fold(struct world *world, uint32_t *placement, struct topomap_error *error)
{
    return world_try(world, "fold", placement, error);
}

/* Hop-bytes relative to the bytes of all edges. `exact`: every step between nodes must be one hop,
 * and the search must end there. */
static double fold_score(const char *pattern, const char *network, const char *hosts,
                         uint32_t tasks, bool exact)
{
    struct topomap_error error = {.text = ""};
    uint32_t *placement = calloc(4096, sizeof *placement);
    struct topomap_metrics metrics;
    struct world world;
    double score;

    assert_non_null(placement);
    world_even(&world, network, hosts, tasks, graph_shuffled(pattern, 9));
    world.job.coordinates = NULL;
    if (fold(&world, placement, &error) < 0)
        fail_msg("%s: %s", pattern, error.text);
    assert_int_equal(topomap_metrics_compute(world.graph, world.allocation, placement, &metrics, NULL),
                     0);
    if (exact && metrics.max_hops != 1)
        fail_msg("%s, %s: %u hops", pattern, network, metrics.max_hops);
    if (exact && !(world.hints & MAP_NEAR_BOUND))
        fail_msg("%s, %s is not good enough", pattern, network);
    score = metrics.hop_bytes / metrics.total_bytes;
    world_free(&world);
    free(placement);
    return score;
}

static void what_can_be_embedded_is(void **state)
{
    static const struct {
        const char *pattern, *network, *hosts;
        uint32_t tasks;
        double score;
    } cases[] = {
        /* Cubes of 8: 7 of 15 faces between nodes. */
        {"grid:16x16x16", TORUS "[8, 8, 8]" NODES("511"), "n[0-511]", 8, 7.0 / 15},
        {"grid:16x16x16", MESH "[8, 8, 8]" NODES("511"), "n[0-511]", 8, 7.0 / 15},
        {"grid:16x16x16:periodic", TORUS "[8, 8, 8]" NODES("511"), "n[0-511]", 8, 0.5},
        {"grid:8x8x8", MESH "[8, 8, 8]" NODES("511"), "n[0-511]", 1, 1},
        {"grid:8x8x8:periodic", TORUS "[8, 8, 8]" NODES("511"), "n[0-511]", 1, 1},
        {"grid:4x8x16", MESH "[8, 16, 4]" NODES("511"), "n[0-511]", 1, 1},
        /* Winding: a line of 64 through 4 x 16 nodes, a ring through 16 x 4 x 8. */
        {"grid:8x64", MESH "[4, 8, 16]" NODES("511"), "n[0-511]", 1, 1},
        {"grid:512", MESH "[4, 8, 16]" NODES("511"), "n[0-511]", 1, 1},
        {"grid:512:periodic", TORUS "[4, 8, 16]" NODES("511"), "n[0-511]", 1, 1},
        /* Two digits of a hypercube on each ring of four; rings of three. */
        {"grid:2x2x2x2x2x2", TORUS "[4, 4, 4]" NODES("63"), "n[0-63]", 1, 1},
        {"grid:6x6x6:periodic", TORUS "[3, 3, 3]" NODES("26"), "n[0-26]", 8, 0.5},
        /* Gray codes. */
        {"grid:8x8:periodic", "network: {kind: hypercube, dims: 6, nodes: 'n[0-63]'}", "n[0-63]", 1,
         1},
        /* Part of a torus is a mesh, also across its seam. */
        {"grid:8x8", TORUS "[8, 8]" NODES("63"), "n[48-63,0-15]", 2, 5.0 / 7},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double score = fold_score(cases[i].pattern, cases[i].network, cases[i].hosts,
                                  cases[i].tasks, true);

        if (score < cases[i].score - 1e-9 || score > cases[i].score + 1e-9)
            fail_msg("%s: %g", cases[i].pattern, score);
    }
}

/* Here not all steps can be one hop. */
static void axes_share_sides_where_they_must(void **state)
{
    (void)state;
    assert_true(fold_score("grid:8x8x8", TORUS "[16, 8, 4]" NODES("511"), "n[0-511]", 1, false) <
                1.6);
    assert_true(fold_score("grid:64x64", TORUS "[8, 8, 8]" NODES("511"), "n[0-511]", 8, false) <
                0.9);
    assert_true(fold_score("grid:3x4x5x7", TORUS "[20, 21]" NODES("419"), "n[0-419]", 1, false) <
                3);
}

/* Folding ends the search for placements of the usual stencils, but not where diagonals are heavy:
 * then some placements have a fifth fewer hop-bytes. */
static void heavy_diagonals_are_not_near_the_bound(void **state)
{
    static const struct {
        const char *network, *hosts, *pattern; /* NULL: diagonals of so many bytes, axes of 100 */
        uint32_t tasks, diagonal;
        bool near;
    } cases[] = {
        {TORUS "[4, 4, 4]" NODES("63"), "n[0-63]", "grid:8x8x8", 8, 0, true},
        {TORUS "[4, 4, 4]" NODES("63"), "n[0-63]", "grid:8x8x8:27", 8, 0, true},
        {TORUS "[8, 8, 8]" NODES("511"), "n[0-511]", "grid:8x8x8:27", 1, 0, true},
        {TORUS "[4, 4, 2]" NODES("31"), "n[0-15]", NULL, 4, 100, true},
        {TORUS "[4, 4, 2]" NODES("31"), "n[0-15]", NULL, 4, 1000, false},
        {TORUS "[8, 4]" NODES("31"), "n[0-31]", NULL, 2, 1000, false},
        {TORUS "[8, 8]" NODES("63"), "n[0-63]", NULL, 1, 100, true},
        {TORUS "[8, 8]" NODES("63"), "n[0-63]", NULL, 1, 1000, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = cases[i].pattern
                                          ? topomap_graph_pattern(cases[i].pattern, 0, NULL)
                                          : graph_king(8, 100, cases[i].diagonal);
        uint32_t placement[512];
        struct world world;

        world_even(&world, cases[i].network, cases[i].hosts, cases[i].tasks, graph);
        world.job.coordinates = NULL;
        world_map(&world, "fold", placement);
        if (!(world.hints & MAP_NEAR_BOUND) == cases[i].near)
            fail_msg("case %zu", i);
        world_free(&world);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *pattern, *network, *hosts;
        uint32_t tasks[4];
        const char *why;
    } cases[] = {
        {"grid:4x4", TORUS "[4, 4]" NODES("15"), "n[0-2,4]", {4, 4, 4, 4},
            "the nodes do not fill a box"},
        {"grid:4x4", TORUS "[8]" NODES("7"), "n[0,2,4,6]", {4, 4, 4, 4},
            "the nodes do not fill a box"},
        {"grid:4x4", TORUS "[4]" NODES("3"), "n[0-3]", {5, 3, 4, 4}, "different numbers"},
        {"grid:3x5", TORUS "[5]" NODES("4"), "n[0-2]", {5, 5, 5, 0}, NULL},
        {"grid:3x7", TORUS "[4]" NODES("3"), "n[0-2]", {7, 7, 7, 0}, NULL},
        {"grid:2x9", TORUS "[3]" NODES("2"), "n[0-2]", {6, 6, 6, 0}, NULL},
        {"rows:4x4", TORUS "[4]" NODES("3"), "n[0-3]", {4, 4, 4, 4}, "the graph is not a grid"},
        {"grid:4x4", "network: {kind: flat, nodes: 'n[0-3]'}", "n[0-3]", {4, 4, 4, 4},
         "the network is not a torus, mesh"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = topomap_graph_pattern(cases[i].pattern, 0, NULL);
        struct topomap_error error = {.text = ""};
        uint32_t placement[64];
        struct world world;
        int result;

        world_make(&world, cases[i].network, cases[i].hosts, cases[i].tasks, graph);
        result = fold(&world, placement, &error);
        if (!cases[i].why && result < 0)
            fail_msg("case %zu: %s", i, error.text);
        if (cases[i].why && (result == 0 || error.code != TOPOMAP_IMPOSSIBLE ||
                             !strstr(error.text, cases[i].why)))
            fail_msg("case %zu: %d, %s", i, result, error.text);
        if (result == 0)
            assert_int_equal(topomap_placement_check(world.allocation, placement, NULL), 0);
        world_free(&world);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_embedded_is),
        cmocka_unit_test(axes_share_sides_where_they_must),
        cmocka_unit_test(heavy_diagonals_are_not_near_the_bound),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
