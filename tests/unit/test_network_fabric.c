/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"

#include <string.h>

#define FABRIC "network:\n  kind: fabric\n  switches:\n"

/* Two leaves with three nodes each below two spines; the first has two cables to spine s2. */
#define LEAVES(zero, one)                                                                          \
    FABRIC "    - {name: s0, nodes: 'n[0-2]', ports: [s2, s3, s2]" zero "}\n"                      \
           "    - {name: s1, nodes: 'n[3-5]', ports: [s2, s3]" one "}\n"
#define SPINES(two, three)                                                                         \
    "    - {name: s2, ports: [s0, s0, s1]" two "}\n    - {name: s3, ports: [s0, s1]" three "}\n"

/* The first switch alone has a table. */
#define ROUTED(zero) LEAVES(", routes: '" zero "'", "") SPINES("", "")

static const char plain[] = LEAVES("", "") SPINES("", "");
static const char routed[] =
    LEAVES(", routes: 0x3 1 2 3", ", routes: 1 2 1 0x3")
    SPINES(", routes: 1 2 1 3x3", ", routes: 1x3 2x3");

static struct topomap_network *read_fabric(const char *text)
{
    struct topomap_error error = {.text = ""};
    struct topomap_network *network = description_parse(text, &error);

    if (!network)
        fail_msg("%s", error.text);
    return network;
}

static void check_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                        const char *expected)
{
    char text[256] = "", name[64];
    uint32_t route[16];
    size_t length = topomap_network_route(network, a, b, route, 16);

    for (size_t i = 0; i < length; i++) {
        topomap_network_link_name(network, route[i], name, sizeof name);
        strcat(strcat(text, i ? " " : ""), name);
    }
    assert_string_equal(text, expected);
}

static void distances_and_routes_are_those_of_the_cables(void **state)
{
    static const char *const texts[] = {
        plain, routed,
        FABRIC "    - {name: only, nodes: 'n[0-3]'}\n",
        /* A ring of switches, of which one has no node. */
        FABRIC "    - {name: a, nodes: n0, ports: [b, e]}\n"
               "    - {name: b, nodes: n1, ports: [c, a]}\n"
               "    - {name: c, nodes: n2, ports: [d, b]}\n    - {name: d, ports: [e, c]}\n"
               "    - {name: e, nodes: 'n[3-4]', ports: [a, d]}\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct topomap_network *network = read_fabric(texts[i]);

        routes_check(network);
        topomap_network_destroy(network);
    }
}

static void tables_lead_the_way(void **state)
{
    struct topomap_network *network = read_fabric(routed);

    (void)state;
    assert_string_equal(topomap_network_summary(network),
                        "fabric, 4 switches, 5 cables, 6 nodes, routes given (2 hops under a "
                        "switch)");
    check_route(network, 0, 3, "n0->s0 s0->s2#0 s2->s1 s1->n3");
    check_route(network, 0, 4, "n0->s0 s0->s3 s3->s1 s1->n4");
    check_route(network, 0, 5, "n0->s0 s0->s2#1 s2->s1 s1->n5");
    check_route(network, 3, 1, "n3->s1 s1->s3 s3->s0 s0->n1");
    check_route(network, 5, 2, "n5->s1 s1->s2 s2->s0#0 s0->n2");
    check_route(network, 0, 1, "n0->s0 s0->n1");
    topomap_network_destroy(network);
}

/* Of three first cables each carries a third; two of them end at the same spine. */
static void shortest_ways_share_the_load(void **state)
{
    struct topomap_network *network = read_fabric(plain);
    struct network_share shares[64];
    struct network_spread spread;
    double part[64] = {0};
    size_t length;

    (void)state;
    assert_true(network_spread_most(network) <= 64);
    assert_int_equal(network_spread_init(&spread, network), 0);
    length = network_spread(&spread, 0, 3, shares);
    for (size_t i = 0; i < length; i++)
        part[shares[i].link] += (double)shares[i].part;
    for (uint32_t p = 0; p < 3; p++)
        assert_true(part[2 * 6 + p] > 0.33 && part[2 * 6 + p] < 0.34);
    /* s2 -> s1 and s3 -> s1 */
    assert_true(part[2 * 6 + 7] > 0.66 && part[2 * 6 + 9] < 0.34);
    network_spread_free(&spread);
    topomap_network_destroy(network);
}

/* Behind one of the first two cables there are five ways, behind the other a single one: all six
 * are used, although half of what is limited to eight is for each of the two. */
static void few_shortest_ways_are_all_used(void **state)
{
    struct topomap_network *network = read_fabric(
        FABRIC "    - {name: s0, nodes: n0, ports: [s2, s3]}\n"
               "    - {name: s1, nodes: n1, ports: [s2, s2, s2, s2, s2, s3]}\n"
               "    - {name: s2, ports: [s0, s1, s1, s1, s1, s1]}\n"
               "    - {name: s3, ports: [s0, s1]}\n");
    struct network_share shares[64];
    struct network_spread spread;
    double part[32] = {0};
    size_t length;

    (void)state;
    assert_true(network_spread_most(network) <= 64);
    assert_int_equal(network_spread_init(&spread, network), 0);
    length = network_spread(&spread, 0, 1, shares);
    for (size_t i = 0; i < length; i++)
        part[shares[i].link] += (double)shares[i].part;
    assert_true(part[2 * 2 + 0] == 0.5 && part[2 * 2 + 1] == 0.5);
    for (uint32_t cable = 0; cable < 5; cable++)
        assert_true(part[2 * 2 + 9 + cable] > 0.099 && part[2 * 2 + 9 + cable] < 0.101);
    assert_true(part[2 * 2 + 15] == 0.5);
    network_spread_free(&spread);
    topomap_network_destroy(network);
}

/* One spine with one cable to each leaf, and one with two to the second: whatever is hashed, each
 * switch halves what it sends. */
static void each_switch_divides_alike(void **state)
{
    struct topomap_network *network = read_fabric(
        FABRIC "    - {name: s0, nodes: \"n[0-3]\", ports: [s2, s3]}\n"
               "    - {name: s1, nodes: \"n[4-7]\", ports: [s2, s3, s3]}\n"
               "    - {name: s2, ports: [s0, s1]}\n"
               "    - {name: s3, ports: [s0, s1, s1]}\n");
    static const struct {
        uint32_t port;
        double part;
    } down[] = {{0, 0.5}, {1, 0.5}, {6, 0.5}, {8, 0.25}, {9, 0.25}};
    struct network_share shares[64];
    struct network_spread spread;

    (void)state;
    assert_true(network_spread_most(network) <= 64);
    assert_int_equal(network_spread_init(&spread, network), 0);
    for (uint32_t pair = 0; pair < 16; pair++) {
        size_t length = network_spread(&spread, pair / 4, 4 + pair % 4, shares);
        double part[32] = {0};

        for (size_t i = 0; i < length; i++)
            part[shares[i].link] += (double)shares[i].part;
        for (size_t i = 0; i < sizeof down / sizeof *down; i++)
            assert_true(part[2 * 8 + down[i].port] == down[i].part);
    }
    network_spread_free(&spread);
    topomap_network_destroy(network);
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {"network: {kind: fabric, switches: []}", "t:1: a fabric has 1 to 65535 switches"},
        {FABRIC "    - {nodes: n0}\n", "t:4: the key 'name' is missing"},
        {FABRIC "    - {name: a}\n", "t:3: there are no nodes"},
        {FABRIC "    - {name: a, nodes: n0}\n    - {name: a}\n", "t:5: switch 'a' is given twice"},
        {FABRIC "    - {name: a, nodes: n0}\n    - {name: b, nodes: n0}\n",
         "t:5: node 'n0' is given twice"},
        {FABRIC "    - {name: a, nodes: n0, ports: [b]}\n", "t:4: switch 'b' is not defined"},
        {FABRIC "    - {name: a, nodes: n0, ports: [a]}\n",
         "t:4: switch 'a' has a cable to itself"},
        {FABRIC "    - {name: a, nodes: n0, ports: [b]}\n    - {name: b, nodes: n1}\n",
         "t:4: switches 'a' and 'b' list different numbers of ports to each other"},
        {FABRIC "    - {name: a, nodes: n0}\n    - {name: b, nodes: n1, ports: [a]}\n",
         "t:4: switches 'a' and 'b' list different numbers of ports to each other"},
        {FABRIC "    - {name: a, nodes: n0}\n    - {name: b, nodes: n1}\n",
         "t:3: no cables lead from switch 'a' to 'b'"},
        {ROUTED("0x3 1 2 3"), "t:5: the key 'routes' is missing"},
        {ROUTED("0x3 1 2"), "t:4: 'routes' of 's0' has 5 nodes, not 6"},
        {ROUTED("0x3 1 2 4"), "t:4: 'routes' of 's0' has, for 6 nodes"},
        {ROUTED("0x3 1x4"), "t:4: 'routes' of 's0' has, for 6 nodes"},
        {ROUTED("0x4 1 2"),
         "t:4: 'routes' of 's0': node 'n3' is not on this switch"},
        {ROUTED("1 0x2 1x3"),
         "t:4: 'routes' of 's0': node 'n0' is on this switch"},
        {LEAVES(", routes: 0x3 1x3", ", routes: 1x3 0x3")
         SPINES(", routes: 1x6", ", routes: 1x3 2x3"),
         "t:3: the routes from switch 's0' to node 'n3' run in a circle through"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_routes_are_those_of_the_cables),
        cmocka_unit_test(tables_lead_the_way),
        cmocka_unit_test(shortest_ways_share_the_load),
        cmocka_unit_test(few_shortest_ways_are_all_used),
        cmocka_unit_test(each_switch_divides_alike),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
