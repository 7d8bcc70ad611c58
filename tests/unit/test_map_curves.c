/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/published.h"

#include <stdio.h>
#include <string.h>

static const char *const curves[] = {"sweep", "scan", "gray", "hilbert", "peano", "zorder"};

#define CURVES (sizeof curves / sizeof *curves)

static bool is_curve(const char *name)
{
    for (size_t i = 0; i < CURVES; i++) {
        if (strcmp(name, curves[i]) == 0)
            return true;
    }
    return false;
}

/* ---- the published mappings -------------------------------------------------------------- */

static bool check_curve(const struct published *row)
{
    struct world world;
    uint32_t placement[64];
    double ours;

    if (!is_curve(row->algorithm))
        return false;
    published_world(row, &world);
    world_map(&world, row->algorithm, placement);
    ours = published_hop_bytes(row, &world, placement);
    if (ours != row->printed || ours != row->recomputed)
        fail_msg("%s %s %s %s: %.0f, published %.0f", row->application, row->weights, row->network,
                 row->algorithm, ours, row->printed);
    world_free(&world);
    return true;
}

/* Five curves, four applications, three networks, by size and by count. */
static void the_published_hop_bytes_come_out(void **state)
{
    (void)state;
    assert_int_equal(published_each(check_curve), 5 * 4 * 3 * 2);
}

/* ---- any box ----------------------------------------------------------------------------- */

/* How often consecutive ranks, one a node, are more than one hop apart on a mesh of `dims`. */
static uint32_t jumps(const char *name, const char *dims, uint32_t nodes)
{
    struct world world;
    uint32_t placement[512];
    uint32_t one[512];
    uint32_t count = 0;
    char network[128];
    char hosts[32];

    assert_true(nodes <= 512);
    for (uint32_t i = 0; i < nodes; i++)
        one[i] = 1;
    snprintf(hosts, sizeof hosts, "n[0-%u]", nodes - 1);
    snprintf(network, sizeof network, "network:\n  kind: mesh\n  dims: %s\n  nodes: \"%s\"\n", dims,
             hosts);
    world_make(&world, network, hosts, one, graph_silent(nodes));
    world_map(&world, name, placement);
    for (uint32_t r = 1; r < nodes; r++)
        count += topomap_allocation_distance(world.allocation, placement[r - 1], placement[r]) > 1;
    world_free(&world);
    return count;
}

static void scans_never_jump(void **state)
{
    (void)state;
    assert_int_equal(jumps("scan", "[5, 3, 2]", 30), 0);
    assert_int_equal(jumps("scan", "[3, 3, 3, 3]", 81), 0);
    assert_int_equal(jumps("scan", "[7, 4, 5]", 140), 0);
    assert_int_equal(jumps("scan", "[2, 5, 1, 3, 2]", 60), 0);
    assert_int_equal(jumps("sweep", "[5, 3, 2]", 30), 5);
}

static void hilbert_never_jumps_in_cubes_of_powers_of_two(void **state)
{
    (void)state;
    assert_int_equal(jumps("hilbert", "[9]", 9), 0);
    assert_int_equal(jumps("hilbert", "[16, 16]", 256), 0);
    assert_int_equal(jumps("hilbert", "[8, 8, 8]", 512), 0);
    assert_int_equal(jumps("hilbert", "[4, 4, 4, 4]", 256), 0);
    assert_int_equal(jumps("hilbert", "[2, 2, 2, 2, 2, 2, 2, 2]", 256), 0);
    assert_true(jumps("zorder", "[8, 8, 8]", 512) > 200);
}

/* Nodes that are not allocated are skipped: the others keep their order on the curve. */
static void holes_do_not_change_the_order(void **state)
{
    static const char network[] = "network:\n  kind: torus\n  dims: [5, 4, 3]\n"
                                  "  nodes: \"n[0-59]\"\n";
    static const char hosts[] = "n[58,3,17,0,41,22,9,35,50,12]";
    static const uint32_t tasks[] = {1, 3, 0, 2, 1, 1, 4, 2, 1, 5};

    (void)state;
    for (size_t c = 0; c < CURVES; c++) {
        struct world full;
        struct world part;
        uint32_t all[60], rank_on[60], some[20];

        world_even(&full, network, "n[0-59]", 1, graph_silent(60));
        world_make(&part, network, hosts, tasks, graph_silent(20));
        world_map(&full, curves[c], all);
        world_map(&part, curves[c], some);
        for (uint32_t r = 0; r < 60; r++)
            rank_on[all[r]] = r;
        for (uint32_t r = 1; r < 20; r++) {
            const char *before = topomap_allocation_host(part.allocation, some[r - 1]);
            const char *host = topomap_allocation_host(part.allocation, some[r]);

            assert_true(rank_on[topomap_allocation_find(full.allocation, before)] <=
                        rank_on[topomap_allocation_find(full.allocation, host)]);
        }
        world_free(&full);
        world_free(&part);
    }
}

static void without_coordinates_there_is_no_curve(void **state)
{
    struct topomap_error error = {0};
    struct world world;
    uint32_t placement[16];

    (void)state;
    world_even(&world, network_balanced, "n[0-15]", 1, graph_silent(16));
    for (size_t c = 0; c < CURVES; c++) {
        assert_int_equal(world_try(&world, curves[c], placement, &error), -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        assert_string_equal(error.text, "nodes of a tree network have no coordinates");
    }
    world_free(&world);
}

/* For ranks without a known pattern, one a node, no curve is better than `order`. */
static void order_is_the_best_of_them(void **state)
{
    static const struct {
        const char *network, *hosts;
        uint32_t nodes;
        double most; /* of the hop-bytes of the block distribution */
    } cases[] = {
        {"{kind: torus, dims: [4, 4, 4], nodes: \"n[0-63]\"}", "n[0-63]", 64, 0.89},
        {"{kind: mesh, dims: [8, 8], nodes: \"n[0-63]\"}", "n[0-63]", 64, 0.73},
        {"{kind: mesh, dims: [9, 7], nodes: \"n[0-62]\"}", "n[0-62]", 63, 0.72},
        {"{kind: torus, dims: [5, 4, 3], nodes: \"n[0-59]\"}", "n[0,3,9-12,17,22,35,41,50,58]",
         12, 0.985},
        {"{kind: hypercube, dims: 6, nodes: \"n[0-63]\"}", "n[0-63]", 64, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world world;
        uint32_t one[64], placement[64];
        char network[128];
        double order;

        for (size_t k = 0; k < 64; k++)
            one[k] = 1;
        snprintf(network, sizeof network, "network: %s\n", cases[i].network);
        world_make(&world, network, cases[i].hosts, one,
                   topomap_graph_pattern("order", cases[i].nodes, NULL));
        world_map(&world, "order", placement);
        order = world_hop_bytes(&world, placement);
        assert_true(order <= cases[i].most * world_hop_bytes(&world, world.layout));
        for (size_t c = 0; c < CURVES; c++) {
            world_map(&world, curves[c], placement);
            assert_true(order <= world_hop_bytes(&world, placement));
        }
        world_free(&world);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_hop_bytes_come_out),
        cmocka_unit_test(scans_never_jump),
        cmocka_unit_test(hilbert_never_jumps_in_cubes_of_powers_of_two),
        cmocka_unit_test(holes_do_not_change_the_order),
        cmocka_unit_test(order_is_the_best_of_them),
        cmocka_unit_test(without_coordinates_there_is_no_curve),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
