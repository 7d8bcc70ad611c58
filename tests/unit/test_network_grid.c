/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/networks.h"
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define L NETWORK_MESH
#define R NETWORK_WRAP
#define X NETWORK_CROSSBAR

static struct topomap_network *make(uint32_t dims, const uint32_t *dim,
                                    const enum network_wrap *wrap, uint32_t nodes,
                                    const int32_t *coordinates, struct topomap_error *error)
{
    char **names = node_names(nodes);
    struct topomap_network *network =
        network_grid_create(dims, dim, wrap, nodes, names, coordinates, error);

    node_names_free(names, nodes);
    return network;
}

static void distances_and_routes_are_those_of_the_links(void **state)
{
    static const struct {
        uint32_t dims;
        uint32_t dim[NETWORK_MAX_DIMS];
        enum network_wrap wrap[NETWORK_MAX_DIMS];
        uint32_t nodes;
        uint32_t links;
        uint32_t max_distance;
        const char *summary;
    } cases[] = {
        {1, {1}, {R}, 1, 0, 0, "torus 1, 1 node (1 hop to a neighbour)"},
        {1, {1}, {X}, 1, 0, 0, "torus 1 (crossbar), 1 node (1 hop to a neighbour)"},
        {1, {2}, {R}, 2, 2, 1, "torus 2, 2 nodes (1 hop to a neighbour)"},
        {1, {7}, {R}, 7, 14, 3, "torus 7, 7 nodes (1 hop to a neighbour)"},
        {1, {7}, {L}, 7, 12, 6, "mesh 7, 7 nodes (1 hop to a neighbour)"},
        {1, {5}, {X}, 5, 20, 1, "torus 5 (crossbar), 5 nodes (1 hop to a neighbour)"},
        {2, {4, 3}, {R, R}, 12, 48, 3, "torus 4x3, 12 nodes (1 hop to a neighbour)"},
        {2, {4, 3}, {L, L}, 12, 34, 5, "mesh 4x3, 12 nodes (1 hop to a neighbour)"},
        {3, {4, 4, 4}, {R, R, R}, 64, 384, 6, "torus 4x4x4, 64 nodes (1 hop to a neighbour)"},
        {3, {4, 1, 2}, {R, R, R}, 8, 24, 3, "torus 4x1x2, 8 nodes (1 hop to a neighbour)"},
        {3, {3, 4, 2}, {L, R, X}, 24, 32 + 48 + 24, 5,
         "torus 3x4x2 (line, ring, crossbar), 24 nodes (1 hop to a neighbour)"},
        {3, {2, 3, 4}, {X, X, L}, 20, 24 + 48 + 36, 5,
         "torus 2x3x4 (crossbar, crossbar, line), 20 nodes (1 hop to a neighbour)"},
        {4, {2, 3, 2, 3}, {L, R, R, L}, 36, 36 + 72 + 36 + 48, 5,
         "torus 2x3x2x3 (line, ring, ring, line), 36 nodes (1 hop to a neighbour)"},
        {8, {2, 2, 2, 2, 2, 1, 1, 2}, {L, L, L, L, L, L, L, L}, 64, 384, 6,
         "mesh 2x2x2x2x2x1x1x2, 64 nodes (1 hop to a neighbour)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = make(cases[i].dims, cases[i].dim, cases[i].wrap,
                                               cases[i].nodes, NULL, NULL);

        assert_non_null(network);
        assert_string_equal(topomap_network_summary(network), cases[i].summary);
        assert_int_equal(topomap_network_links(network), cases[i].links);
        assert_int_equal(network->max_distance, cases[i].max_distance);
        routes_check(network);
        topomap_network_destroy(network);
    }
}

/* Nodes scattered over a grid: routes lead through places that have none. */
static void places_may_be_empty(void **state)
{
    static const int32_t at[][2] = {{3, 2}, {0, 0}, {4, 0}, {2, 1}};
    struct topomap_network *network = make(2, (uint32_t[]){5, 3}, (enum network_wrap[]){R, L}, 4,
                                           &at[0][0], NULL);
    int32_t found[2];

    (void)state;
    assert_non_null(network);
    network->ops->coordinates(network, 2, found);
    assert_memory_equal(found, at[2], sizeof found);
    assert_int_equal(topomap_network_distance(network, 0, 1), 4);
    assert_int_equal(topomap_network_distance(network, 1, 2), 1);
    routes_check(network);
    topomap_network_destroy(network);
}

static void check_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                        const char *expected)
{
    uint32_t route[16];
    char text[512] = "", name[64];
    size_t length = topomap_network_route(network, a, b, route, 16);

    for (size_t i = 0; i < length; i++) {
        topomap_network_link_name(network, route[i], name, sizeof name);
        strcat(strcat(text, i ? " " : ""), name);
    }
    assert_string_equal(text, expected);
}

static void routes_go_by_dimension_and_the_short_way(void **state)
{
    struct topomap_network *torus = make(2, (uint32_t[]){4, 5}, (enum network_wrap[]){R, R}, 20,
                                         NULL, NULL);
    struct topomap_network *mixed = make(4, (uint32_t[]){3, 1, 2, 4},
                                         (enum network_wrap[]){X, L, R, L}, 24, NULL, NULL);

    (void)state;
    check_route(torus, 0, 0, "");
    check_route(torus, 0, 6, "(0,0)+x (1,0)+x (2,0)+y");
    /* Half way round goes up, from both sides. */
    check_route(torus, 2, 0, "(2,0)+x (3,0)+x");
    check_route(torus, 0, 3, "(0,0)-x");
    check_route(torus, 0, 16, "(0,0)-y");
    check_route(torus, 17, 4, "(1,4)-x (0,4)+y (0,0)+y");
    check_route(mixed, 0, 23, "(0,0,0,0)->(2,0,0,0) (2,0,0,0)+c (2,0,1,0)+d (2,0,1,1)+d "
                              "(2,0,1,2)+d");
    check_route(mixed, 23, 0, "(2,0,1,3)->(0,0,1,3) (0,0,1,3)-c (0,0,0,3)-d (0,0,0,2)-d "
                              "(0,0,0,1)-d");
    topomap_network_destroy(torus);
    topomap_network_destroy(mixed);
}

/* Between opposite places of a ring half of the traffic goes each way, unless all ascends. */
static void both_ways_share_what_is_half_way_round(void **state)
{
    struct topomap_network *torus = make(2, (uint32_t[]){4, 5}, (enum network_wrap[]){R, R}, 20,
                                         NULL, NULL);
    struct network_share shares[32];
    struct network_spread spread;
    char name[32], text[256] = "";

    (void)state;
    assert_int_equal(network_spread_init(&spread, torus), 0);
    assert_int_equal(network_spread(&spread, 2, 4, shares), 5);
    for (size_t i = 0; i < 5; i++) {
        topomap_network_link_name(torus, shares[i].link, name, sizeof name);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%g %s ",
                 (double)shares[i].part, name);
    }
    assert_string_equal(text, "0.5 (2,0)+x 0.5 (3,0)+x 0.5 (2,0)-x 0.5 (1,0)-x 1 (0,0)+y ");
    assert_int_equal(network_route_by(torus, network_routing_find(torus->ops, "ascending", 9),
                                      NULL), 0);
    assert_int_equal(network_spread(&spread, 2, 4, shares), 3);
    assert_true(shares[0].part == 1 && shares[2].part == 1);
    routes_check(torus);
    network_spread_free(&spread);
    topomap_network_destroy(torus);
}

/* SimGrid's TorusZone takes the way without the wrap where a route starts in the middle of a ring;
 * elsewhere its routes are those that ascend. */
static void simgrid_goes_down_from_the_middle_of_a_ring(void **state)
{
    struct topomap_network *torus = make(2, (uint32_t[]){4, 8}, (enum network_wrap[]){R, R}, 32,
                                         NULL, NULL);

    (void)state;
    assert_int_equal(network_route_by(torus, network_routing_find(torus->ops, "simgrid", 7), NULL),
                     0);
    check_route(torus, 2, 0, "(2,0)-x (1,0)-x");
    check_route(torus, 0, 2, "(0,0)+x (1,0)+x");
    check_route(torus, 1, 3, "(1,0)+x (2,0)+x");
    check_route(torus, 3, 1, "(3,0)+x (0,0)+x");
    check_route(torus, 16, 0, "(0,4)-y (0,3)-y (0,2)-y (0,1)-y");
    check_route(torus, 20, 4, "(0,5)+y (0,6)+y (0,7)+y (0,0)+y");
    routes_check(torus);
    topomap_network_destroy(torus);
}

static void impossible_grids_are_refused(void **state)
{
    static const struct {
        uint32_t dims;
        uint32_t dim[NETWORK_MAX_DIMS + 1];
        enum network_wrap wrap;
        uint32_t nodes;
        int32_t at[4];
        const char *error;
    } cases[] = {
        {0, {1}, L, 1, {0}, "1 to 8 dimensions"},
        {9, {1, 1, 1, 1, 1, 1, 1, 1, 1}, L, 1, {0}, "1 to 8 dimensions"},
        {2, {2, 2}, L, 0, {0}, "at least one node"},
        {2, {2, 0}, L, 1, {0}, "1 to 4194304 places"},
        {2, {65536, 65536}, L, 1, {0}, "1 to 4194304 places"},
        {3, {4294967295U, 4294967295U, 4294967295U}, L, 1, {0}, "1 to 4194304 places"},
        {1, {4194304}, X, 1, {0}, "at most 134217728 links"},
        {2, {2, 1}, L, 3, {0}, "3 nodes do not fit in a grid of 2 places"},
        {2, {2, 2}, L, 2, {1, 1, 1, 1}, "nodes 'n0' and 'n1' are at the same place"},
        {2, {2, 2}, L, 2, {1, 1, 1, 2}, "node 'n1': coordinate 2 is 2, not from 0 to 1"},
        {2, {2, 2}, L, 2, {-1, 1, 1, 0}, "node 'n0': coordinate 1 is -1, not from 0 to 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum network_wrap wrap[NETWORK_MAX_DIMS + 1];
        struct topomap_error error = {.code = TOPOMAP_OK};

        for (size_t d = 0; d <= NETWORK_MAX_DIMS; d++)
            wrap[d] = cases[i].wrap;
        assert_null(make(cases[i].dims, cases[i].dim, wrap, cases[i].nodes,
                         cases[i].nodes <= 2 && cases[i].dims == 2 ? cases[i].at : NULL, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].error))
            fail_msg("%zu: %s", i, error.text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_routes_are_those_of_the_links),
        cmocka_unit_test(places_may_be_empty),
        cmocka_unit_test(routes_go_by_dimension_and_the_short_way),
        cmocka_unit_test(both_ways_share_what_is_half_way_round),
        cmocka_unit_test(simgrid_goes_down_from_the_middle_of_a_ring),
        cmocka_unit_test(impossible_grids_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
