/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of multisect: coarse graphs, cuts, and their results. */
#include "unit/world.h"

#include "partition/coarsen.h"
#include "partition/cut.h"

#include <stdlib.h>
#include <string.h>

/* ---- coarsening -------------------------------------------------------------------------- */

/* Each coarse vertex stands for one or two; sizes and edges add up. */
static void check_level(const struct coarsen_level *fine, const struct coarsen_level *coarse)
{
    uint32_t vertices = coarse->graph.vertices;
    uint32_t *members = calloc(vertices, sizeof *members);
    double between = 0, sum = 0;
    uint64_t size = 0;
    uint32_t largest = 0;

    assert_non_null(members);
    for (uint32_t v = 0; v < fine->graph.vertices; v++) {
        assert_true(fine->parent[v] < vertices);
        members[fine->parent[v]]++;
        for (size_t e = fine->graph.offset[v]; e < fine->graph.offset[v + 1]; e++)
            between += fine->parent[v] != fine->parent[fine->graph.target[e]]
                           ? fine->graph.weight[e] : 0;
    }
    for (uint32_t v = 0; v < vertices; v++) {
        assert_uint_in_range(members[v], 1, 2);
        size += coarse->size[v];
        largest = coarse->size[v] > largest ? coarse->size[v] : largest;
    }
    for (size_t e = 0; e < coarse->graph.offset[vertices]; e++)
        sum += coarse->graph.weight[e];
    assert_true(between == sum);
    assert_int_equal(coarse->largest, largest);
    for (uint32_t v = 0; v < fine->graph.vertices; v++)
        size -= fine->size[v];
    assert_int_equal(size, 0);
    free(members);
}

static void check_coarsening(struct topomap_graph *graph, uint32_t vertices)
{
    struct partition_graph view = graph_view(graph);
    struct coarsen coarsen;
    uint32_t last;

    assert_int_equal(coarsen_create(&coarsen, &view, vertices, NULL), 0);
    for (uint32_t i = 1; i < coarsen.levels; i++)
        check_level(&coarsen.level[i - 1], &coarsen.level[i]);
    last = coarsen.levels - 1;
    assert_true(coarsen.level[last].graph.vertices <= 2 * vertices);
    assert_true(coarsen.level[last].largest <= 2 * (graph->ranks / vertices + 1));
    assert_null(coarsen.level[last].parent);
    coarsen_free(&coarsen);
    topomap_graph_destroy(graph);
}

/* Also if hardly any vertex has a free neighbour: in a star, and without edges. */
static void any_graph_becomes_small(void **state)
{
    struct topomap_edge star[999];

    (void)state;
    for (uint32_t i = 0; i < 999; i++)
        star[i] = (struct topomap_edge){0, i + 1, 1 + i % 3, 1};
    check_coarsening(graph_mesh(10, 10, 10), 50);
    check_coarsening(graph_random(700, 5000, 1), 20);
    check_coarsening(graph_ring(333), 10);
    check_coarsening(graph_cliques(30, 10), 30);
    check_coarsening(graph_silent(500), 40);
    check_coarsening(topomap_graph_create(1000, star, 999, NULL), 40);
    check_coarsening(graph_ring(7), 10);
}

static void heavy_edges_go_first(void **state)
{
    struct topomap_edge edges[64];
    struct topomap_graph *graph;
    struct partition_graph view;
    struct coarsen coarsen;

    (void)state;
    /* A path whose every other edge is heavy. */
    for (uint32_t i = 0; i < 63; i++)
        edges[i] = (struct topomap_edge){i, i + 1, i % 2 ? 1 : 5, 1};
    graph = topomap_graph_create(64, edges, 63, NULL);
    view = graph_view(graph);
    assert_int_equal(coarsen_create(&coarsen, &view, 32, NULL), 0);
    assert_int_equal(coarsen.levels, 2);
    for (uint32_t v = 0; v < 64; v++)
        assert_int_equal(coarsen.level[0].parent[v], v / 2);
    coarsen_free(&coarsen);
    topomap_graph_destroy(graph);
}

/* ---- cuts -------------------------------------------------------------------------------- */

/* A grid of w x h vertices of size 1 with edges of weight 1. */
static void make_grid(struct cut *cut, uint32_t w, uint32_t h)
{
    uint32_t edges = 0;

    assert_int_equal(cut_reserve(cut, w * h, 4 * (size_t)w * h), 0);
    for (uint32_t v = 0; v < w * h; v++) {
        const bool there[4] = {v % w > 0, v % w + 1 < w, v >= w, v + w < w * h};
        const uint32_t other[4] = {v - 1, v + 1, v - w, v + w};

        cut->offset[v] = edges;
        cut->size[v] = 1;
        cut->pull[v] = 0;
        for (uint32_t i = 0; i < 4; i++) {
            if (!there[i])
                continue;
            cut->target[edges] = other[i];
            cut->weight[edges++] = 1;
        }
        cut->inside[v] = edges - cut->offset[v];
    }
    cut->offset[w * h] = edges;
    cut->between = 1;
    cut->slack = 0;
}

static uint32_t cut_edges(const struct cut *cut)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < cut->vertices; v++) {
        for (uint32_t e = cut->offset[v]; e < cut->offset[v + 1]; e++)
            count += cut->side[v] < cut->side[cut->target[e]];
    }
    return count;
}

static uint64_t size_of_first(const struct cut *cut)
{
    uint64_t size = 0;

    for (uint32_t v = 0; v < cut->vertices; v++)
        size += cut->side[v] ? 0 : cut->size[v];
    return size;
}

static void grids_are_cut_across(void **state)
{
    struct cut cut = {0};

    (void)state;
    make_grid(&cut, 12, 4);
    cut.first = 24;
    cut_find(&cut, 4);
    assert_int_equal(size_of_first(&cut), 24);
    assert_int_equal(cut_edges(&cut), 4);
    cut.first = 8; /* not in the middle */
    cut_find(&cut, 4);
    assert_int_equal(size_of_first(&cut), 8);
    assert_int_equal(cut_edges(&cut), 4);
    cut.first = 0;
    cut_find(&cut, 2);
    assert_int_equal(size_of_first(&cut), 0);
    cut.first = 48;
    cut_find(&cut, 2);
    assert_int_equal(size_of_first(&cut), 48);
    make_grid(&cut, 40, 40); /* too large to be searched */
    cut.first = 700;
    cut_find(&cut, 2);
    assert_int_equal(size_of_first(&cut), 700);
    cut_free(&cut);
}

/* Edges to the outside decide which half goes to which side, and between equal cuts. */
static void pulls_are_followed(void **state)
{
    struct cut cut = {0};

    (void)state;
    for (uint32_t turned = 0; turned < 2; turned++) {
        make_grid(&cut, 8, 8);
        cut.first = 32;
        for (uint32_t v = 0; v < 64; v++) /* the columns to one side, the last ones to the other */
            cut.pull[v] = (v % 8 < 4) == turned ? -0.25 : 0.25;
        cut_find(&cut, 2);
        assert_int_equal(cut_edges(&cut), 8);
        for (uint32_t v = 0; v < 64; v++)
            assert_int_equal(cut.side[v], (v % 8 < 4) == turned);
    }
    for (uint32_t v = 0; v < 64; v++) /* stronger than the edges */
        cut.pull[v] = v % 2 ? -100 : 100;
    cut_find(&cut, 2);
    for (uint32_t v = 0; v < 64; v++)
        assert_int_equal(cut.side[v], v % 2);
    cut_free(&cut);
}

static void sizes_stay_within_the_slack(void **state)
{
    struct cut cut = {0};

    (void)state;
    make_grid(&cut, 9, 5);
    for (uint32_t v = 0; v < 45; v++)
        cut.size[v] = 1 + v % 4;
    cut.first = 50;
    cut.slack = 4;
    cut_find(&cut, 4);
    assert_uint_in_range(size_of_first(&cut), 46, 54);
    cut_free(&cut);
}

/* ---- placements -------------------------------------------------------------------------- */

/* A shuffled grid of 16 x 16 x 16 on 512 nodes: far better than random, and more effort never makes
 * it worse. */
static void large_grids_stay_together(void **state)
{
    static const char torus[] = "network: {kind: torus, dims: [8, 8, 8], nodes: 'n[0-511]'}";
    uint32_t *placement = calloc(4096, sizeof *placement);
    struct world world;

    (void)state;
    assert_non_null(placement);
    world_even(&world, torus, "n[0-511]", 8, graph_shuffled("grid:16x16x16", 3));
    for (int effort = TOPOMAP_EFFORT_FAST; effort <= TOPOMAP_EFFORT_DEFAULT; effort++) {
        world.job.effort = effort;
        world_map(&world, "multisect", placement);
        assert_true(world_hop_bytes(&world, placement) <
                    1.2 * (double)topomap_graph_bytes(world.graph));
    }
    free(placement);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_graph_becomes_small),
        cmocka_unit_test(heavy_edges_go_first),
        cmocka_unit_test(grids_are_cut_across),
        cmocka_unit_test(pulls_are_followed),
        cmocka_unit_test(sizes_stay_within_the_slack),
        cmocka_unit_test(large_grids_stay_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
