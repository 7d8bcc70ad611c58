/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "network/network.h"
#include "network/position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double apart(const double *a, const double *b)
{
    return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

static const char dragonfly[] = "network:\n  kind: dragonfly\n  groups: 3\n  rows: 2\n"
                                "  columns: 2\n  nodes_per_router: 4\n  nodes: n[0-47]\n";
static const char five[] = "network:\n  kind: torus\n  dims: [3, 2, 2, 3, 2]\n"
                           "  nodes: n[0-71]\n";

static void no_two_nodes_meet(void **state)
{
    const char *const texts[] = {network_two_leaves, network_balanced, network_unbalanced,
                                 network_torus, network_ring, network_mesh_wide, network_alike,
                                 dragonfly, five};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct topomap_network *network = network_of(texts[i]);
        double(*at)[3] = malloc(network->nodes * sizeof *at);

        assert_non_null(at);
        assert_int_equal(network_positions(network, at), 0);
        for (uint32_t a = 0; a < network->nodes; a++) {
            for (uint32_t b = 0; b < a; b++) {
                if (!(apart(at[a], at[b]) > 1e-6))
                    fail_msg("network %zu: nodes %u and %u are at the same place", i, b, a);
            }
        }
        free(at);
        topomap_network_destroy(network);
    }
}

/* A step along a dimension of a grid is a step in the picture. */
static void grids_are_drawn_by_coordinates(void **state)
{
    struct topomap_network *network = network_of(network_torus);
    double at[64][3];

    (void)state;
    assert_int_equal(network_positions(network, at), 0);
    for (uint32_t i = 0; i < 64; i++)
        assert_true(at[i][0] == i % 4 && at[i][1] == i / 4 % 4 && at[i][2] == i / 16);
    topomap_network_destroy(network);
}

/* Nodes of one router are nearer to each other than to those of any other. */
static void nodes_of_a_router_are_together(void **state)
{
    struct topomap_network *network = network_of(dragonfly);
    double at[48][3];

    (void)state;
    assert_int_equal(network_positions(network, at), 0);
    for (uint32_t a = 0; a < 48; a++) {
        for (uint32_t b = 0; b < 48; b++) {
            if (a / 4 == b / 4)
                assert_true(apart(at[a], at[b]) < 1);
            else if (a % 4 == b % 4)
                assert_true(apart(at[a], at[b]) >= 1);
        }
    }
    topomap_network_destroy(network);
}

/* In a line the nodes of each switch are together: the gap between two neighbours is half of their
 * hops. */
static void leaves_stand_in_a_line(void **state)
{
    const char *const texts[] = {network_two_leaves, network_balanced, network_unbalanced};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct topomap_network *network = network_of(texts[i]);
        double at[16][3];

        assert_int_equal(network_positions(network, at), 0);
        for (uint32_t a = 0; a < network->nodes; a++) {
            uint32_t next = a;

            assert_true(at[a][1] == 0 && at[a][2] == 0);
            for (uint32_t b = 0; b < network->nodes; b++) {
                if (at[b][0] > at[a][0] && (next == a || at[b][0] < at[next][0]))
                    next = b;
            }
            if (next != a)
                assert_true(at[next][0] - at[a][0] ==
                            topomap_network_distance(network, a, next) / 2.0);
        }
        topomap_network_destroy(network);
    }
}

/* Each node is at the same distance from both neighbours: one step. */
static void others_stand_in_a_ring(void **state)
{
    struct topomap_network *network = network_of(network_alike);
    double at[16][3], step;

    (void)state;
    assert_int_equal(network_positions(network, at), 0);
    step = apart(at[0], at[1]);
    assert_true(fabs(step - 1) < 0.05);
    for (uint32_t i = 0; i < 16; i++)
        assert_true(fabs(apart(at[i], at[(i + 1) % 16]) - step) < 1e-5);
    topomap_network_destroy(network);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_nodes_meet),
        cmocka_unit_test(grids_are_drawn_by_coordinates),
        cmocka_unit_test(nodes_of_a_router_are_together),
        cmocka_unit_test(leaves_stand_in_a_line),
        cmocka_unit_test(others_stand_in_a_ring),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
