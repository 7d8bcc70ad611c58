/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions of a graph's vertices, which multisect cuts down to single nodes. */
#include "unit/world.h"

#include "map/common/shared.h"
#include "map/hierarchy/regions.h"

#include <stdlib.h>
#include <string.h>

/* A mesh of 8 x 8 x 4 ranks on a torus of 4 x 4 x 4 nodes. */
#define RANKS 256
#define NODES 64

struct trial {
    struct world world;
    struct coarsen coarsen;
    struct regions regions;
};

static void begin(struct trial *t, const uint32_t *tasks)
{
    const struct hierarchy *hierarchy;
    struct partition_graph view;

    memset(t, 0, sizeof *t);
    world_make(&t->world, network_torus, "n[0-63]", tasks, graph_mesh(8, 8, 4));
    view = partition_graph_view(t->world.graph);
    hierarchy = map_shared_hierarchy(&t->world.job, MAP_BINARY, NULL);
    assert_non_null(hierarchy);
    assert_int_equal(coarsen_create(&t->coarsen, &view, 32, NULL), 0);
    assert_true(t->coarsen.levels > 2);
    assert_int_equal(
        regions_init(&t->regions, t->world.allocation, hierarchy, &t->coarsen, NULL), 0);
}

static void begin_even(struct trial *t)
{
    uint32_t tasks[NODES];

    for (uint32_t node = 0; node < NODES; node++)
        tasks[node] = RANKS / NODES;
    begin(t, tasks);
}

static void end(struct trial *t)
{
    regions_free(&t->regions);
    coarsen_free(&t->coarsen);
    world_free(&t->world);
}

/* Regions partition all vertices and all nodes, and know their sizes. */
static void check(const struct regions *b)
{
    uint32_t vertices = b->level->graph.vertices, members = 0, nodes = 0;
    uint64_t size = 0;

    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t region = b->region[i];
        uint64_t own = 0;

        for (uint32_t k = 0; k < b->members[region]; k++) {
            uint32_t v = b->member[b->first[region] + k];

            assert_true(v < vertices);
            assert_int_equal(b->where[v], region);
            own += b->level->size[v];
        }
        assert_int_equal(own, b->size[region]);
        members += b->members[region];
        nodes += b->hierarchy->vertex[region].count;
        size += own;
    }
    assert_int_equal(members, vertices);
    assert_int_equal(nodes, NODES);
    assert_int_equal(size, RANKS);
}

/* Weight times distance between regions. */
static double cost(const struct regions *b)
{
    const struct partition_graph *g = &b->level->graph;
    double sum = 0;

    for (uint32_t v = 0; v < g->vertices; v++) {
        for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            sum += g->weight[e] * regions_distance(b, b->where[v], b->where[g->target[e]]);
    }
    return sum;
}

static void down_to(struct trial *t, uint32_t level)
{
    for (uint32_t i = t->coarsen.levels - 1; i-- > level;)
        regions_project(&t->regions, &t->coarsen.level[i]);
}

/* ---- tests ------------------------------------------------------------------------------- */

static void all_begin_in_one_region(void **state)
{
    struct trial t;

    (void)state;
    begin_even(&t);
    check(&t.regions);
    assert_int_equal(t.regions.count, 1);
    assert_int_equal(t.regions.capacity[t.regions.region[0]], RANKS);
    down_to(&t, 0);
    check(&t.regions);
    assert_int_equal(t.regions.members[t.regions.region[0]], RANKS);
    end(&t);
}

static void regions_with_enough_vertices_are_cut(void **state)
{
    struct trial t;

    (void)state;
    begin_even(&t);
    down_to(&t, 0);
    assert_int_equal(regions_cut(&t.regions, RANKS + 1, 4, NULL), 0);
    assert_int_equal(t.regions.count, 1);
    assert_int_equal(regions_cut(&t.regions, 64, 4, NULL), 0);
    check(&t.regions);
    assert_true(t.regions.count > 2);
    for (uint32_t i = 0; i < t.regions.count; i++) {
        uint32_t region = t.regions.region[i];

        assert_true(t.regions.members[region] < 64);
        assert_true(t.regions.size[region] == t.regions.capacity[region]);
    }
    end(&t);
}

/* Vertices change places at random at first. */
static void refining_lowers_the_cost(void **state)
{
    struct trial t;
    double before;

    (void)state;
    begin_even(&t);
    down_to(&t, 0);
    assert_int_equal(regions_cut(&t.regions, 32, 4, NULL), 0);
    for (uint32_t v = 0; v < RANKS / 2; v += 3) {
        uint32_t other = RANKS - 1 - v, held = t.regions.where[v];

        t.regions.where[v] = t.regions.where[other];
        t.regions.where[other] = held;
    }
    regions_list(&t.regions);
    check(&t.regions);
    before = cost(&t.regions);
    assert_int_equal(regions_refine(&t.regions, NULL), 0);
    check(&t.regions);
    assert_true(cost(&t.regions) < 0.9 * before);
    end(&t);
}

static void settling_fills_nodes_of_any_size(void **state)
{
    uint32_t tasks[NODES];
    struct trial t;

    (void)state;
    for (uint32_t node = 0; node < NODES; node++)
        tasks[node] = node % 2 ? 1 : 7;
    begin(&t, tasks);
    assert_int_equal(regions_cut(&t.regions, 4, 4, NULL), 0);
    down_to(&t, 0);
    assert_int_equal(regions_refine(&t.regions, NULL), 0);
    assert_int_equal(regions_settle(&t.regions, NULL), 0);
    assert_int_equal(regions_cut(&t.regions, 1, 4, NULL), 0);
    check(&t.regions);
    assert_int_equal(t.regions.count, NODES);
    for (uint32_t i = 0; i < NODES; i++) {
        uint32_t region = t.regions.region[i];
        const struct hierarchy *h = t.regions.hierarchy;

        assert_int_equal(t.regions.size[region], tasks[h->order[h->vertex[region].first]]);
    }
    end(&t);
}

static void nodes_are_as_far_apart_as_the_network_says(void **state)
{
    struct trial t;
    const struct hierarchy *h;

    (void)state;
    begin_even(&t);
    h = t.regions.hierarchy;
    for (uint32_t a = 0; a < h->vertices; a++) {
        for (uint32_t b = 0; b < h->vertices; b++) {
            uint32_t distance = regions_distance(&t.regions, a, b);

            assert_int_equal(distance, regions_distance(&t.regions, b, a));
            if (h->vertex[a].count == 1 && h->vertex[b].count == 1)
                assert_int_equal(distance,
                                 16 * allocation_distance(t.world.allocation,
                                                          h->order[h->vertex[a].first],
                                                          h->order[h->vertex[b].first]));
        }
    }
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_begin_in_one_region),
        cmocka_unit_test(regions_with_enough_vertices_are_cut),
        cmocka_unit_test(refining_lowers_the_cost),
        cmocka_unit_test(settling_fills_nodes_of_any_size),
        cmocka_unit_test(nodes_are_as_far_apart_as_the_network_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
