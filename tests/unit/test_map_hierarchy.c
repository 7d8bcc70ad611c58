/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "map/hierarchy/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#define MAX_NODES 64

/* Every hierarchy must be a tree of ranges over exactly the nodes with tasks. */
static void assert_sound(const struct hierarchy *h, const struct topomap_allocation *allocation)
{
    uint32_t seen[MAX_NODES] = {0};
    uint32_t *parents = calloc(h->vertices, sizeof *parents);

    assert_non_null(parents);
    for (uint32_t i = 0; i < h->nodes; i++)
        seen[h->order[i]]++;
    for (uint32_t node = 0; node < topomap_allocation_nodes(allocation); node++)
        assert_int_equal(seen[node], topomap_allocation_tasks(allocation, node) > 0);
    assert_int_equal(h->vertex[0].first, 0);
    assert_int_equal(h->vertex[0].count, h->nodes);
    for (uint32_t v = 0; v < h->vertices; v++) {
        const struct hierarchy_vertex *vertex = &h->vertex[v];
        uint32_t at = vertex->first;

        assert_true(vertex->children != 1);
        assert_true(vertex->count > 0);
        for (uint32_t i = 0; i < vertex->children; i++) {
            uint32_t child = vertex->child + i;

            assert_true(child > v && child < h->vertices);
            assert_int_equal(h->vertex[child].first, at);
            at += h->vertex[child].count;
            parents[child]++;
        }
        if (vertex->children)
            assert_int_equal(at, vertex->first + vertex->count);
    }
    for (uint32_t v = 1; v < h->vertices; v++)
        assert_int_equal(parents[v], 1);
    free(parents);
}

/* Whether some vertex holds exactly the nodes of `names`, a host list. */
static bool has_vertex(const struct hierarchy *h, const struct topomap_allocation *allocation,
                       const char *names)
{
    bool found = false;
    char **name;
    uint32_t count;

    assert_int_equal(topomap_hostlist_expand(names, &name, &count, NULL), 0);
    for (uint32_t v = 0; v < h->vertices && !found; v++) {
        uint32_t matches = 0;

        for (uint32_t i = 0; i < count && h->vertex[v].count == count; i++) {
            int64_t node = topomap_allocation_find(allocation, name[i]);

            for (uint32_t k = 0; k < count; k++)
                matches += h->order[h->vertex[v].first + k] == node;
        }
        found = matches == count;
    }
    topomap_hostlist_free(name, count);
    return found;
}

static void switches_become_vertices(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, network_unbalanced, "n[12,3,0,15,1,8,9,2]", 1, graph_silent(8));
    h = hierarchy_from_switches(world.allocation, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_int_equal(h->vertex[0].children, 3);
    assert_true(has_vertex(h, world.allocation, "n[1-3,8-9]"));
    assert_true(has_vertex(h, world.allocation, "n[1-3]"));
    assert_true(has_vertex(h, world.allocation, "n[8-9]"));
    assert_true(has_vertex(h, world.allocation, "n[12,15]"));
    assert_true(has_vertex(h, world.allocation, "n0"));
    hierarchy_free(h);
    world_free(&world);
}

static void switches_that_join_nothing_are_left_out(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, network_balanced, "n[4-6]", 1, graph_silent(3));
    h = hierarchy_from_switches(world.allocation, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_int_equal(h->vertices, 1);
    hierarchy_free(h);
    world_free(&world);
}

static void nodes_beside_switches_are_children(void **state)
{
    static const char mixed[] = "SwitchName=low Nodes=n[2-5]\n"
                                "SwitchName=top Nodes=n[0-1] Switches=low\n";
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, mixed, "n[3,0,5,1,2]", 1, graph_silent(5));
    h = hierarchy_from_switches(world.allocation, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_int_equal(h->vertex[0].children, 3);
    assert_true(has_vertex(h, world.allocation, "n[2-3,5]"));
    hierarchy_free(h);
    world_free(&world);
}

static void joining_finds_the_switches_again(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, network_balanced, "n[9,3,15,0,7,6,12,2,1,4,5,8,10,11,13,14]", 1,
               graph_silent(16));
    h = hierarchy_from_joining(world.allocation, 4, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_true(has_vertex(h, world.allocation, "n[0-3]"));
    assert_true(has_vertex(h, world.allocation, "n[12-15]"));
    assert_true(has_vertex(h, world.allocation, "n[0-7]") ||
                has_vertex(h, world.allocation, "n[8-15]"));
    hierarchy_free(h);
    world_free(&world);
}

static void joining_pairs_near_nodes(void **state)
{
    struct topomap_error error = {0};
    struct world world;
    struct hierarchy *h;

    (void)state;
    /* Pairs in a ring: 0 1 . . 4 5 . . 8 9 . . 12 13 . . */
    world_even(&world, network_ring, "n[0,4,8,12,1,5,9,13]", 1, graph_silent(8));
    h = hierarchy_from_joining(world.allocation, 8, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    for (size_t i = 0; i < 4; i++)
        assert_true(has_vertex(h, world.allocation,
                               (const char *[]){"n[0-1]", "n[4-5]", "n[8-9]", "n[12-13]"}[i]));
    hierarchy_free(h);
    assert_null(hierarchy_from_joining(world.allocation, 7, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    world_free(&world);
}

static void boxes_are_halved_across(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, network_mesh_wide, "n[0-23]", 1, graph_silent(24));
    h = hierarchy_from_coordinates(world.allocation, false, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_true(has_vertex(h, world.allocation, "n[0-3,8-11,16-19]"));
    assert_true(has_vertex(h, world.allocation, "n[4-5,12-13,20-21]"));
    hierarchy_free(h);
    world_free(&world);
}

static void rings_are_opened_at_the_largest_gap(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    /* 14 15 0 1 2 3 lie together across the seam. */
    world_even(&world, network_ring, "n[0-3,14-15]", 1, graph_silent(6));
    h = hierarchy_from_coordinates(world.allocation, false, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_true(has_vertex(h, world.allocation, "n[0,14-15]"));
    assert_true(has_vertex(h, world.allocation, "n[1-3]"));
    hierarchy_free(h);
    world_free(&world);
}

/* Two groups side by side: the split follows hops, not the dimension with most places. */
static void groups_are_parted_before_routers(void **state)
{
    static const char text[] = "network: {kind: dragonfly, groups: 4, rows: 2, columns: 4, "
                               "nodes_per_router: 2, nodes: 'n[0-63]'}";
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, text, "n[20-43]", 1, graph_silent(24));
    h = hierarchy_from_coordinates(world.allocation, false, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_true(has_vertex(h, world.allocation, "n[20-31]"));
    assert_true(has_vertex(h, world.allocation, "n[32-43]"));
    assert_true(has_vertex(h, world.allocation, "n[20-23]"));
    hierarchy_free(h);
    world_free(&world);
}

static void distances_alone_will_do(void **state)
{
    struct world world;
    struct hierarchy *h;

    (void)state;
    world_even(&world, network_balanced, "n[9,3,15,0,7,6,12,2,1,4,5,8,10,11,13,14]", 1,
               graph_silent(16));
    h = hierarchy_from_distances(world.allocation, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_true(has_vertex(h, world.allocation, "n[0-7]"));
    assert_true(has_vertex(h, world.allocation, "n[12-15]"));
    hierarchy_free(h);
    world_free(&world);
    world_even(&world, network_alike, "n[0-15]", 1, graph_silent(16));
    h = hierarchy_from_distances(world.allocation, NULL);
    assert_non_null(h);
    assert_int_equal(h->vertices, 1);
    hierarchy_free(h);
    world_free(&world);
}

static void binary_keeps_subtrees_whole(void **state)
{
    static const uint32_t tasks[16] = {3, 1, 0, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1};
    struct world world;
    struct hierarchy *source;
    struct hierarchy *h;

    (void)state;
    world_make(&world, network_unbalanced, "n[0-15]", tasks, graph_silent(20));
    source = hierarchy_from_switches(world.allocation, NULL);
    assert_non_null(source);
    h = hierarchy_binary(source, world.allocation, NULL);
    assert_non_null(h);
    assert_sound(h, world.allocation);
    assert_int_equal(h->vertices, 2 * 15 - 1);
    for (uint32_t v = 0; v < h->vertices; v++)
        assert_int_equal(h->vertex[v].children, h->vertex[v].count > 1 ? 2 : 0);
    assert_true(has_vertex(h, world.allocation, "n[1,3-10]"));
    assert_true(has_vertex(h, world.allocation, "n[8-10]"));
    assert_true(has_vertex(h, world.allocation, "n[11-15]"));
    hierarchy_free(source);
    hierarchy_free(h);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches_become_vertices),
        cmocka_unit_test(switches_that_join_nothing_are_left_out),
        cmocka_unit_test(nodes_beside_switches_are_children),
        cmocka_unit_test(joining_finds_the_switches_again),
        cmocka_unit_test(joining_pairs_near_nodes),
        cmocka_unit_test(boxes_are_halved_across),
        cmocka_unit_test(rings_are_opened_at_the_largest_gap),
        cmocka_unit_test(groups_are_parted_before_routers),
        cmocka_unit_test(distances_alone_will_do),
        cmocka_unit_test(binary_keeps_subtrees_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
