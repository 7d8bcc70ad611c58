/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/random.h"
#include "structure/skeleton.h"

#include <stdlib.h>

static struct topomap_graph *graph_of(const char *pattern)
{
    return topomap_graph_pattern(pattern, 0, NULL);
}

/* A grid of points whose squares are cut into two triangles in either direction, except for some of
 * a hundred. */
static struct topomap_graph *triangles(uint32_t side, uint32_t squares, uint64_t seed)
{
    struct topomap_edge *edges = calloc((size_t)side * side * 3, sizeof *edges);
    struct topomap_graph *graph;
    struct random random;
    size_t count = 0;

    random_seed(&random, seed);
    for (uint32_t r = 0; r < side * side; r++) {
        bool right = r % side + 1 < side, below = r / side + 1 < side;
        uint32_t other = random_below(&random, 2);

        if (right)
            edges[count++] = (struct topomap_edge){r, r + 1, 8, 1};
        if (below)
            edges[count++] = (struct topomap_edge){r, r + side, 8, 1};
        if (right && below && random_below(&random, 100) >= squares)
            edges[count++] = (struct topomap_edge){r + other, r + side + 1 - other, 8, 1};
    }
    graph = topomap_graph_create(side * side, edges, count, NULL);
    assert_non_null(graph);
    free(edges);
    return graph;
}

static void some_ranks_tell_stencils_from_meshes(void **state)
{
    const struct {
        struct topomap_graph *graph;
        enum skeleton_look look;
    } cases[] = {
        {graph_of("grid:16x16"), SKELETON_AXES},
        {graph_of("grid:9x9x9"), SKELETON_AXES},
        {graph_of("grid:16x16:9"), SKELETON_DIAGONALS},
        {graph_of("grid:16x16:9:periodic"), SKELETON_DIAGONALS},
        {graph_of("grid:9x9x9:27"), SKELETON_DIAGONALS},
        {graph_of("grid:9x9x9:27:periodic"), SKELETON_DIAGONALS},
        {graph_of("grid:2x30x2:27"), SKELETON_DIAGONALS},
        {graph_of("grid:3x3x3x30:periodic"), SKELETON_AXES},
        {graph_of("rows:300"), SKELETON_AXES},
        {triangles(16, 0, 1), SKELETON_MESH},
        {triangles(90, 0, 2), SKELETON_MESH},
        {triangles(90, 45, 3), SKELETON_MESH},
        {triangles(90, 99, 4), SKELETON_AXES},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct skeleton skeleton;

        assert_non_null(cases[i].graph);
        assert_int_equal(graph_need_pairs(cases[i].graph, NULL), 0);
        assert_int_equal(skeleton_create(&skeleton, cases[i].graph, 0, NULL), 0);
        if (skeleton_look(&skeleton) != cases[i].look)
            fail_msg("case %zu looks like %d", i, (int)skeleton_look(&skeleton));
        skeleton_free(&skeleton);
        topomap_graph_destroy(cases[i].graph);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_ranks_tell_stencils_from_meshes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
