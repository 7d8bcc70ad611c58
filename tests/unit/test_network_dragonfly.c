/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"
#include "unit/networks.h"
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAGONFLY "network:\n  kind: dragonfly\n"
#define SHAPE "  groups: 3\n  rows: 2\n  columns: 2\n  nodes_per_router: 2\n"
#define PERCS "network:\n  kind: percs\n"

enum { MINIMAL, VALIANT, ADAPTIVE };

/* The routings of variants: unstated, and each of the others. */
static const uint32_t routings[] = {NETWORK_UNSTATED, MINIMAL, VALIANT, ADAPTIVE};

static void check_routes(const struct topomap_network *network)
{
    (network->routing == VALIANT ? routes_check_detours : routes_check)(network);
}

/* Nodes n0, n1, ... by the routing of an index; as ever if it has none. */
static struct topomap_network *make(const struct network_dragonfly *shape, uint32_t nodes,
                                    uint32_t routing)
{
    char **names = node_names(nodes);
    struct topomap_error error = {.text = ""};
    struct topomap_network *network = network_dragonfly_create(shape, nodes, names, &error);

    if (!network || network_route_by(network, routing, &error) < 0)
        fail_msg("%s", error.text);
    node_names_free(names, nodes);
    return network;
}

static void distances_and_routes_are_those_of_the_links(void **state)
{
    static const struct {
        uint32_t groups, rows, columns, nodes_per_router, ports, nodes, links, longest;
    } cases[] = {
        {1, 1, 1, 2, 0, 2, 0, 0},
        {1, 2, 3, 1, 0, 6, 12 + 6, 2},
        {2, 1, 3, 2, 0, 12, 12 + 6, 3},
        {3, 2, 2, 2, 0, 24, 12 + 12 + 12, 5},
        {5, 1, 4, 1, 2, 20, 60 + 40, 3},
        {6, 2, 3, 1, 0, 30, 72 + 36 + 30, 5},
        {7, 3, 2, 1, 1, 42, 42 + 84 + 42, 5},
        {8, 2, 2, 1, 2, 32, 32 + 32 + 56, 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int variant = 0; variant < 24; variant++) {
            struct network_dragonfly shape = {
                cases[i].groups, cases[i].rows, cases[i].columns, cases[i].nodes_per_router,
                cases[i].ports, (enum network_arrangement)(variant % 3), variant / 3 % 2,
                false, 0,
            };
            struct topomap_network *network = make(&shape, cases[i].nodes,
                                                   routings[variant / 6]);

            assert_int_equal(topomap_network_links(network),
                             cases[i].links + (shape.node_links ? 2 * cases[i].nodes : 0));
            assert_int_equal(network->max_distance,
                             cases[i].longest + (shape.node_links ? 2 : 0));
            check_routes(network);
            topomap_network_destroy(network);
        }
    }
}

static void percs_links_nodes_drawers_and_supernodes(void **state)
{
    for (int variant = 0; variant < 12; variant++) {
        struct network_dragonfly shape = {4, 2, 3, 1, 0, (enum network_arrangement)(variant % 3),
                                          false, true, 0};
        struct topomap_network *network = make(&shape, 24, routings[variant / 3]);
        uint32_t count[3] = {0};

        check_routes(network);
        for (uint32_t l = 0; l < network->links; l++)
            count[network->ops->link_class(network, l)]++;
        assert_int_equal(count[0], 24 * 2);
        assert_int_equal(count[1], 24 * 3);
        assert_int_equal(count[2], 4 * 6);
        topomap_network_destroy(network);
    }
    (void)state;
}

/* The route as text. */
static void print_route(const struct topomap_network *network, uint32_t a, uint32_t b, char *text)
{
    uint32_t route[16];
    char name[64];
    size_t length = topomap_network_route(network, a, b, route, 16);

    *text = '\0';
    for (size_t i = 0; i < length; i++) {
        topomap_network_link_name(network, route[i], name, sizeof name);
        strcat(strcat(text, i ? " " : ""), name);
    }
}

static void arrangements_are_the_published_ones(void **state)
{
    static const char *const links[3][4] = {
        {"(0,0,2)->(0,1,0)", "(0,1,2)->(0,1,1)", "(0,2,2)->(0,2,3)", "(0,3,2)->(0,2,4)"},
        {"(0,0,2)->(0,3,3)", "(0,1,2)->(0,2,4)", "(0,2,2)->(0,1,0)", "(0,3,2)->(0,0,1)"},
        {"(0,0,2)->(0,1,3)", "(0,1,2)->(0,0,1)", "(0,2,2)->(0,3,4)", "(0,3,2)->(0,2,0)"},
    };

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct network_dragonfly shape = {5, 1, 4, 1, 1, (enum network_arrangement)i, false, false,
                                          0};
        struct topomap_network *network = make(&shape, 20, MINIMAL);
        char name[64];

        for (uint32_t port = 0; port < 4; port++) {
            topomap_network_link_name(network, 20 * 3 + 2 * 4 + port, name, sizeof name);
            assert_string_equal(name, links[i][port]);
        }
        topomap_network_destroy(network);
    }
}

/* Whether a port of a router leads to a group: the port with its number, as often as there are
 * trunks. */
static bool has_port(uint32_t router, uint32_t ports, uint32_t groups, uint32_t group)
{
    for (uint32_t port = router * ports; port < (router + 1) * ports; port++) {
        if (port % groups == group)
            return true;
    }
    return false;
}

/* Port p of each group leads to group p; the port to the group itself is unused. */
static void numbered_ports_lead_to_their_group(void **state)
{
    static const struct network_dragonfly shapes[] = {
        {4, 1, 8, 2, 1, NETWORK_NUMBERED, true, false, 1},
        {4, 2, 4, 1, 1, NETWORK_NUMBERED, true, false, 0},
        {5, 2, 3, 1, 2, NETWORK_NUMBERED, false, false, 0},
        {6, 1, 3, 1, 0, NETWORK_NUMBERED, false, false, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct network_dragonfly *s = &shapes[i];
        struct topomap_network *network =
            make(s, s->groups * s->rows * s->columns * s->nodes_per_router, routings[i]);

        check_routes(network);
        for (uint32_t l = 0; l < network->links; l++) {
            uint32_t from[3], to[3], ports = s->ports ? s->ports : 2;
            char name[64];

            topomap_network_link_name(network, l, name, sizeof name);
            if (network->ops->link_class(network, l) != 2)
                continue;
            assert_int_equal(sscanf(name, "(%u,%u,%u)->(%u,%u,%u)", &from[0], &from[1], &from[2],
                                    &to[0], &to[1], &to[2]), 6);
            assert_true(has_port(from[0] * s->columns + from[1], ports, s->groups, to[2]));
            assert_true(has_port(to[0] * s->columns + to[1], ports, s->groups, from[2]));
        }
        topomap_network_destroy(network);
    }
}

static void valiant_leads_through_a_third_group(void **state)
{
    struct network_dragonfly shape = {6, 1, 5, 1, 1, NETWORK_ABSOLUTE, false, false, 0};
    struct topomap_network *network = make(&shape, 30, VALIANT);
    uint32_t seen = 0;

    (void)state;
    for (uint32_t a = 0; a < 5; a++) {
        for (uint32_t b = 5; b < 10; b++) {
            uint32_t route[16], globals = 0;
            size_t length = topomap_network_route(network, a, b, route, 16);

            for (size_t i = 0; i < length; i++) {
                globals += network->ops->link_class(network, route[i]) == 2;
                if (network->ops->link_class(network, route[i]) == 2 && globals == 2)
                    seen |= UINT32_C(1) << ((route[i] - 30 * 4) / 5);
            }
            assert_int_equal(globals, 2);
        }
    }
    /* All four other groups are used, and neither end. */
    assert_int_equal(seen, 0x3c);
    topomap_network_destroy(network);
}

/* The part of traffic that is on links of a class. */
static double part_of_class(const struct topomap_network *network, uint32_t a, uint32_t b,
                            uint32_t class)
{
    struct network_share shares[128];
    struct network_spread spread;
    double sum = 0;
    size_t length;

    assert_true(network_spread_most(network) <= 128);
    assert_int_equal(network_spread_init(&spread, network), 0);
    length = network_spread(&spread, a, b, shares);
    for (size_t i = 0; i < length; i++)
        sum += network->ops->link_class(network, shares[i].link) == class ? shares[i].part : 0;
    network_spread_free(&spread);
    return sum;
}

/*
 * Six groups of one router: ways have 1 link, and 2 through each of four third groups. UGAL takes
 * the shorter one with probability 2/3, so that 4/3 global links are used in the mean; of an
 * unknown routing the mean of 1, 2 and 4/3.
 */
static void loads_are_expected_ones(void **state)
{
    static const double globals[] = {13.0 / 9, 1, 2, 4.0 / 3};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct network_dragonfly shape = {6, 1, 1, 1, 5, NETWORK_ABSOLUTE, false, false, 0};
        struct topomap_network *network = make(&shape, 6, routings[i]);
        double found = part_of_class(network, 1, 4, 2);

        assert_true(found > globals[i] - 0.01 && found < globals[i] + 0.01);
        topomap_network_destroy(network);
    }
}

/* The part of the heaviest global link of what the nodes below `count` send to the one `ahead`. */
static double heaviest_global(const struct topomap_network *network, uint32_t count,
                              uint32_t ahead)
{
    double *load = calloc(network->links, sizeof *load), most = 0;
    struct network_share *shares = calloc(network_spread_most(network), sizeof *shares);
    struct network_spread spread;

    assert_true(load && shares);
    assert_int_equal(network_spread_init(&spread, network), 0);
    for (uint32_t a = 0; a < count; a++) {
        size_t length = network_spread(&spread, a, (a + ahead) % network->nodes, shares);

        for (size_t i = 0; i < length; i++) {
            double *of = &load[shares[i].link];

            if (network->ops->link_class(network, shares[i].link) == 2 &&
                (*of += (double)shares[i].part) > most)
                most = *of;
        }
    }
    network_spread_free(&spread);
    free(shares);
    free(load);
    return most;
}

/* Of 24 third groups 8 count for a pair. Over all of them five flows would load a link by 5/24, and
 * five from each group by 10/24. Here there are links that two of the five use, and three of the
 * ten: 1/4 and 3/8 or 4/8. Were the third groups selected by a hash, there would be 3/8 and 8/8. */
static void third_groups_take_turns(void **state)
{
    struct network_dragonfly shape = {26, 1, 5, 1, 0, NETWORK_ABSOLUTE, false, false, 0};
    struct topomap_network *network = make(&shape, 130, VALIANT);

    (void)state;
    assert_true(heaviest_global(network, 5, 5) == 2.0 / 8);
    assert_true(heaviest_global(network, 130, 5) <= 4.0 / 8);
    assert_true(heaviest_global(network, 130, 65) <= 4.0 / 8);
    topomap_network_destroy(network);
}

/* Two groups of two routers, each linked to one of the other group by 2 of 4 links. */
static void ways_as_short_share_the_load(void **state)
{
    struct network_dragonfly shape = {2, 1, 2, 1, 2, NETWORK_ABSOLUTE, false, false, 0};
    struct topomap_network *network = make(&shape, 4, MINIMAL);
    struct network_share shares[64];
    struct network_spread spread;

    (void)state;
    assert_int_equal(network_spread_init(&spread, network), 0);
    assert_int_equal(network_spread(&spread, 0, 2, shares), 2);
    assert_true(shares[0].part == 0.5f && shares[1].part == 0.5f);
    assert_int_not_equal(shares[0].link, shares[1].link);
    network_spread_free(&spread);
    topomap_network_destroy(network);
}

static void descriptions_are_read(void **state)
{
    static const struct {
        const char *text, *summary, *a, *b;
        uint32_t hops;
        const char *route;
    } cases[] = {
        {DRAGONFLY SHAPE "  nodes: n[0-23]\n",
         "dragonfly, 3 groups of 2x2 routers, 2 links from group to group (absolute), 24 nodes, "
         "routing unstated (2 hops on one router, distances over at most one global link)",
         "n0", "n7", 4,
         "n0->(0,0,0) (0,0,0)->(0,1,0) (0,1,0)->(1,1,0) (1,1,0)->n7"},
        {DRAGONFLY SHAPE "  nodes: n[0-23]\n  node_links: false\n  global_links: circulant\n"
         "  routing: valiant\n  global_ports: 1\n",
         "dragonfly, 3 groups of 2x2 routers, 2 links from group to group (circulant), 24 nodes, "
         "valiant routes (0 hops on one router, distances over at most one global link)",
         "n0", "n1", 0, ""},
        /* Router 1 of group 0 has ports 2 and 3: to group 2, and back from router 0. */
        {DRAGONFLY SHAPE "  nodes: n[0-23]\n  global_links: numbered\n  global_ports: 2\n"
         "  group_links: 1\n",
         "dragonfly, 3 groups of 2x2 routers, 1 link from group to group (numbered), 24 nodes, "
         "routing unstated (2 hops on one router, distances over at most one global link)",
         "n2", "n20", 4, "n2->(0,1,0) (0,1,0)->(0,0,2) (0,0,2)->(1,0,2) (1,0,2)->n20"},
        {PERCS "  supernodes: 2\n  drawers: 2\n  nodes_per_drawer: 2\n  nodes: n[0-7]\n"
         "  routing: indirect\n  links: [{bandwidth: 3}, {bandwidth: 2}, {bandwidth: 1}]\n",
         "PERCS, 2 supernodes of 2 drawers of 2 nodes, 8 nodes, indirect routes "
         "(distances over at most one D link)", "n0", "n3", 1, "(0,0,0)->(1,1,0)"},
        {PERCS "  supernodes: 1\n  drawers: 1\n  nodes_per_drawer: 2\n  nodes: n[0-1]\n"
         "  routing: direct\n",
         "PERCS, 1 supernode of 1 drawer of 2 nodes, 2 nodes, direct routes "
         "(distances over at most one D link)", "n0", "n1", 1, "(0,0,0)->(0,1,0)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network = description_parse(cases[i].text, &error);
        uint32_t a, b;
        char text[512];

        if (!network)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(topomap_network_summary(network), cases[i].summary);
        a = (uint32_t)topomap_network_find(network, cases[i].a);
        b = (uint32_t)topomap_network_find(network, cases[i].b);
        assert_int_equal(topomap_network_distance(network, a, b), cases[i].hops);
        print_route(network, a, b, text);
        assert_string_equal(text, cases[i].route);
        topomap_network_destroy(network);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {DRAGONFLY "  groups: 3\n", "t:1: the key 'rows' is missing"},
        {DRAGONFLY "  groups: 0\n", "t:3: 'groups' must be at least 1"},
        {DRAGONFLY "  groups: x\n", "t:3: 'groups' is not a whole number"},
        {DRAGONFLY SHAPE, "t:1: the key 'nodes' is missing"},
        {DRAGONFLY SHAPE "  nodes: n[0-24]\n", "t:7: 25 nodes do not fit on 12 routers of 2"},
        {DRAGONFLY SHAPE "  nodes: n0\n  supernodes: 1\n", "t:8: unknown key 'supernodes'"},
        {DRAGONFLY SHAPE "  nodes: n0\n  node_links: 1\n", "t:8: 'node_links' is neither"},
        {DRAGONFLY SHAPE "  nodes: n0\n  global_links: odd\n", "t:8: 'global_links' is absolute,"},
        {DRAGONFLY SHAPE "  nodes: n0\n  global_ports: 1\n  group_links: 3\n",
         "t:7: there are ports for 2 links between two groups, not for 3"},
        {DRAGONFLY SHAPE "  nodes: n0\n  group_links: 0\n", "t:8: 'group_links' must be at least"},
        {DRAGONFLY SHAPE "  nodes: n0\n  routing: [a]\n", "t:8: 'routing' is minimal, valiant or"},
        {DRAGONFLY SHAPE "  nodes: n0\n  global_ports: 4000\n",
         "t:7: there are 8000 links between"},
        {DRAGONFLY SHAPE "  nodes: n0\n  links: [{}, {}]\n",
         "t:8: 'links' has 2 entries, not 1, or one each for row, column, global, node"},
        {DRAGONFLY "  groups: 6\n  rows: 2\n  columns: 2\n  nodes_per_router: 1\n  nodes: n0\n"
         "  global_ports: 1\n", "t:8: 1 global ports of each router are too few for links to 5"},
        {DRAGONFLY "  groups: 9\n  rows: 1\n  columns: 4\n  nodes_per_router: 1\n  nodes: n0\n"
         "  global_links: numbered\n  global_ports: 2\n",
         "t:9: 2 global ports of each router are too few for links to 8 other groups: with numbered "
         "links a group has a port for itself too, which is unused"},
        {DRAGONFLY "  groups: 4194304\n  rows: 2\n  columns: 2\n  nodes_per_router: 1\n"
         "  nodes: n0\n", "t:7: there are at most 4194304 routers"},
        {DRAGONFLY "  groups: 1\n  rows: 1\n  columns: 4194304\n  nodes_per_router: 1\n"
         "  nodes: n0\n", "t:7: a network has at most 134217728 links"},
        {PERCS "  supernodes: 2\n  drawers: 2\n  nodes: n0\n", "t:1: the key 'nodes_per_drawer'"},
        {PERCS "  supernodes: 2\n  drawers: 2\n  nodes_per_drawer: 2\n  nodes: n0\n"
         "  routing: valiant\n", "t:7: 'routing' is direct, indirect or"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_routes_are_those_of_the_links),
        cmocka_unit_test(percs_links_nodes_drawers_and_supernodes),
        cmocka_unit_test(arrangements_are_the_published_ones),
        cmocka_unit_test(numbered_ports_lead_to_their_group),
        cmocka_unit_test(valiant_leads_through_a_third_group),
        cmocka_unit_test(loads_are_expected_ones),
        cmocka_unit_test(third_groups_take_turns),
        cmocka_unit_test(ways_as_short_share_the_load),
        cmocka_unit_test(descriptions_are_read),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
