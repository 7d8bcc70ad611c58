/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>
#include <string.h>

#define NONE NETWORK_NONE

static const struct tree_case {
    const char *summary;
    uint32_t switches;
    uint32_t parent[8];
    uint32_t nodes;
    uint32_t leaf[12];
    uint32_t links;
    uint32_t from, to, hops; /* one distance, counted by hand */
} trees[] = {
    {"switch tree, 1 level, 1 switch, 1 node (2 hops under a switch)",
     1, {NONE}, 1, {0}, 2, 0, 0, 0},
    {"switch tree, 1 level, 1 switch, 3 nodes (2 hops under a switch)",
     1, {NONE}, 3, {0, 0, 0}, 6, 0, 2, 2},
    {"switch tree, 3 levels, 7 switches, 8 nodes (2 hops under a switch)",
     7, {NONE, 0, 0, 1, 1, 2, 2}, 8, {3, 3, 4, 4, 5, 5, 6, 6}, 28, 0, 7, 6},
    {"switch tree, 2 levels, 3 switches, 5 nodes (2 hops under a switch)",
     3, {2, 2, NONE}, 5, {0, 1, 0, 2, 1}, 14, 0, 3, 3},
    /* A root in the middle of the numbering, nodes at three depths, a switch without nodes. */
    {"switch tree, 4 levels, 6 switches, 6 nodes (2 hops under a switch)",
     6, {3, 0, 1, NONE, 3, 4}, 6, {2, 2, 0, 3, 1, 4}, 22, 0, 5, 6},
    {"switch tree, 2 levels, 4 switches, 4 nodes (2 hops under a switch; 2 parts joined by a "
     "virtual root)",
     4, {NONE, 0, NONE, 2}, 4, {1, 1, 3, 3}, 16, 0, 3, 6},
    {"switch tree, 1 level, 3 switches, 3 nodes (2 hops under a switch; 3 parts joined by a "
     "virtual root)",
     3, {NONE, NONE, NONE}, 3, {0, 1, 2}, 12, 0, 1, 4},
};

static char *const switch_names[] = {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"};
static char *const node_names[] = {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"};

static struct topomap_network *make(const struct tree_case *tree, struct topomap_error *error)
{
    return network_tree_create(tree->switches, switch_names, tree->parent, NULL, tree->nodes,
                               node_names, tree->leaf, error);
}

static void distances_and_routes_are_those_of_the_links(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        struct topomap_network *network = make(&trees[i], NULL);

        assert_non_null(network);
        assert_string_equal(topomap_network_kind(network), "tree");
        assert_string_equal(topomap_network_summary(network), trees[i].summary);
        assert_int_equal(topomap_network_links(network), trees[i].links);
        assert_int_equal(topomap_network_distance(network, trees[i].from, trees[i].to),
                         trees[i].hops);
        routes_check(network);
        topomap_network_destroy(network);
    }
}

static void routes_go_up_and_down(void **state)
{
    static const char *const expected[] = {"n0->s3", "s3->s1", "s1->s0", "s0->s2", "s2->s6",
                                           "s6->n7"};
    struct topomap_network *network = make(&trees[2], NULL);
    uint32_t route[6];
    char name[64];

    (void)state;
    assert_int_equal(topomap_network_route(network, 0, 7, route, 6), 6);
    for (size_t i = 0; i < 6; i++) {
        topomap_network_link_name(network, route[i], name, sizeof name);
        assert_string_equal(name, expected[i]);
    }
    /* Names are truncated, not written past the end. */
    topomap_network_link_name(network, route[0], name, 4);
    assert_string_equal(name, "n0-");
    topomap_network_destroy(network);
}

/* Links are told apart by the level of the switch below. */
static void links_have_the_class_of_their_level(void **state)
{
    static const struct {
        const char *link;
        const char *class;
    } expected[] = {
        {"n0->s2", "node"}, {"s2->n0", "node"}, {"n3->s3", "node"}, {"s2->s1", "level 1"},
        {"s1->s2", "level 1"}, {"s5->s4", "level 1"}, {"s1->s0", "level 2"}, {"s4->s3", "level 2"},
        {"s3->s0", "level 3"},
    };
    struct topomap_network *network = make(&trees[4], NULL);
    char name[64];

    (void)state;
    assert_int_equal(topomap_network_classes(network), 4);
    assert_int_equal(topomap_network_dims(network), 0);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint32_t link = 0;

        do
            topomap_network_link_name(network, link++, name, sizeof name);
        while (strcmp(name, expected[i].link) != 0);
        topomap_network_class_name(network, topomap_network_link_class(network, link - 1), name,
                                   sizeof name);
        assert_string_equal(name, expected[i].class);
    }
    topomap_network_destroy(network);
}

static void trunks_have_a_width(void **state)
{
    static const uint32_t width[] = {7, 2, 3, 1, 1, 4, 5};
    const struct tree_case *tree = &trees[2];
    struct topomap_network *network = network_tree_create(
        tree->switches, switch_names, tree->parent, width, tree->nodes, node_names, tree->leaf,
        NULL);

    (void)state;
    assert_string_equal(topomap_network_summary(network),
                        "switch tree, 3 levels, 7 switches, 8 nodes (2 hops under a switch; "
                        "trunks of up to 5 links)");
    for (uint32_t l = 0; l < topomap_network_links(network); l++)
        assert_int_equal(topomap_network_link_width(network, l),
                         l < 2 * 8 ? 1 : width[1 + (l - 2 * 8) / 2]);
    topomap_network_destroy(network);
}

/* Four leaves of two nodes with trunks of 2, under two switches with trunks of 4. */
#define FAT "network: {kind: tree, children: [2, 2, 2], widths: [2, 4], nodes: 'n[0-7]', " \
            "links: [{bandwidth: 100, latency: 0}]"

static void links_of_trunks_are_chosen(void **state)
{
    static const struct {
        const char *routing, *from, *to, *route;
    } cases[] = {
        {"adaptive", "n0", "n6", "n0->s1.0 s1.0->s2.0 s2.0->s3.0 s3.0->s2.1 s2.1->s1.3 s1.3->n6"},
        /* The receiver's number modulo 2, and modulo 4. */
        {"d-mod-k", "n0", "n6",
         "n0->s1.0 s1.0->s2.0#0 s2.0->s3.0#2 s3.0->s2.1#2 s2.1->s1.3#0 s1.3->n6"},
        {"d-mod-k", "n1", "n6",
         "n1->s1.0 s1.0->s2.0#0 s2.0->s3.0#2 s3.0->s2.1#2 s2.1->s1.3#0 s1.3->n6"},
        {"d-mod-k", "n0", "n7",
         "n0->s1.0 s1.0->s2.0#1 s2.0->s3.0#3 s3.0->s2.1#3 s2.1->s1.3#1 s1.3->n7"},
        {"d-mod-k", "n7", "n1",
         "n7->s1.3 s1.3->s2.1#1 s2.1->s3.0#1 s3.0->s2.0#1 s2.0->s1.0#1 s1.0->n1"},
        {"d-mod-k", "n4", "n5", "n4->s1.2 s1.2->n5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char description[256], text[256] = "", name[64];
        struct topomap_network *network;
        uint32_t links[8], from, to;
        size_t length;

        snprintf(description, sizeof description, FAT ", routing: %s}", cases[i].routing);
        network = description_parse(description, NULL);
        assert_non_null(network);
        from = (uint32_t)topomap_network_find(network, cases[i].from);
        to = (uint32_t)topomap_network_find(network, cases[i].to);
        length = topomap_network_route(network, from, to, links, 8);
        for (size_t l = 0; l < length; l++) {
            topomap_network_link_name(network, links[l], name, sizeof name);
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", l ? " " : "", name);
        }
        assert_string_equal(text, cases[i].route);
        topomap_network_destroy(network);
    }
}

/* Whichever way routes are chosen, each link belongs to a trunk, and all links of a trunk are
 * used. */
static void routed_trunks_have_all_their_links(void **state)
{
    static const struct {
        const char *routing, *summary;
        uint32_t links, width; /* number of links, and width of the last one */
    } cases[] = {
        {"adaptive", "trunks of up to 4 links, adaptive routes)", 2 * (8 + 4 + 2), 4},
        {"d-mod-k", "trunks of up to 4 links, d-mod-k routes)", 2 * (8 + 4 * 2 + 2 * 4), 1},
        /* Until routes are drawn, the mean over the links counts. */
        {"random", "trunks of up to 4 links, random routes)", 2 * (8 + 4 + 2), 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_link_speed speed;
        struct topomap_network *network;
        char description[256];

        snprintf(description, sizeof description, FAT ", routing: %s}", cases[i].routing);
        network = description_parse(description, NULL);
        assert_non_null(network);
        assert_non_null(strstr(topomap_network_summary(network), cases[i].summary));
        assert_int_equal(topomap_network_links(network), cases[i].links);
        assert_int_equal(topomap_network_link_width(network, cases[i].links - 1), cases[i].width);
        speed = topomap_network_link_speed(network, cases[i].links - 1);
        assert_true(speed.bandwidth == 100.0 * cases[i].width);
        routes_check(network);
        topomap_network_destroy(network);
    }
}

/* With D-mod-k the traffic between all nodes is the same over all links of a trunk; with random
 * routes each link has some, whichever draw it is. */
static void routes_use_all_links_of_trunks(void **state)
{
    static const char *const routings[] = {"d-mod-k", "random", "random"};

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t links[8], uses[2 * (8 + 4 * 2 + 2 * 4)] = {0};
        struct topomap_network *given, *network;
        char description[256];

        snprintf(description, sizeof description, FAT ", routing: %s}", routings[i]);
        given = description_parse(description, NULL);
        assert_non_null(given);
        network = network_routed(given, given->routing, i, NULL);
        assert_non_null(network);
        assert_int_equal(topomap_network_links(network), 2 * (8 + 4 * 2 + 2 * 4));
        routes_check(network);
        for (uint32_t a = 0; a < 8; a++) {
            for (uint32_t b = 0; b < 8; b++) {
                size_t length = topomap_network_route(network, a, b, links, 8);

                for (size_t l = 0; l < length; l++)
                    uses[links[l]]++;
            }
        }
        for (uint32_t l = 2 * 8; l < topomap_network_links(network); l++) {
            uint32_t level = topomap_network_link_class(network, l);

            assert_int_not_equal(uses[l], 0);
            if (i == 0)
                assert_int_equal(uses[l], level == 1 ? 2 * 6 / 2 : 4 * 4 / 4);
        }
        network_routed_free(network);
        topomap_network_destroy(given);
    }
}

static bool same_routes(const struct topomap_network *one, const struct topomap_network *other,
                        const uint32_t *node)
{
    for (uint32_t a = 0; a < 8; a++) {
        for (uint32_t b = 0; b < 8; b++) {
            uint32_t mine[8], its[8];
            size_t length = topomap_network_route(one, a, b, mine, 8);

            topomap_network_route(other, node[a], node[b], its, 8);
            for (size_t l = 1; l + 1 < length; l++) {
                if (mine[l] != its[l])
                    return false;
            }
        }
    }
    return true;
}

/* Draws differ. Those for given numbers of nodes take the same links if these swap places under
 * their switches. */
static void random_routes_are_drawn_for_numbers(void **state)
{
    static const uint32_t order[] = {0, 1, 2, 3, 4, 5, 6, 7}, swapped[] = {1, 0, 3, 2, 5, 4, 7, 6};
    struct topomap_network *given = description_parse(FAT ", routing: random}", NULL);
    struct topomap_network *one = network_routed(given, given->routing, 1, NULL);
    struct topomap_network *other = network_routed(given, given->routing, 2, NULL);

    (void)state;
    assert_false(same_routes(one, other, order));
    other->draw = 1;
    assert_true(same_routes(one, other, order));
    assert_false(same_routes(one, other, swapped));
    other->drawn_for = swapped;
    assert_true(same_routes(one, other, swapped));
    network_routed_free(one);
    network_routed_free(other);
    topomap_network_destroy(given);
}

static void unknown_routing_is_refused(void **state)
{
    static const struct refused cases[] = {
        {"network:\n  kind: tree\n  children: [2, 2]\n  nodes: n\n  routing: minimal\n",
         "t:5: 'routing' is adaptive, d-mod-k or random"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

static void broken_trees_are_refused(void **state)
{
    static const struct {
        struct tree_case tree;
        const char *error;
    } cases[] = {
        {{.switches = 0, .nodes = 1}, "at least one switch"},
        {{.switches = 1, .parent = {NONE}, .nodes = 0}, "at least one node"},
        {{.switches = 2, .parent = {1, 0}, .nodes = 1}, "these switches form a cycle"},
        {{.switches = 3, .parent = {NONE, 2, 1}, .nodes = 1}, "switch 's1' is below itself"},
    };
    static char *const twins[] = {"a", "a"};
    struct topomap_error error;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(make(&cases[i].tree, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_non_null(strstr(error.text, cases[i].error));
    }
    assert_null(network_tree_create(1, switch_names, (uint32_t[]){NONE}, NULL, 2, twins,
                                    (uint32_t[]){0, 0}, &error));
    assert_string_equal(error.text, "node 'a' occurs twice");
}

/* A chain of switches: 64 levels are allowed, 65 are not. */
static void depth_is_bounded(void **state)
{
    uint32_t parent[NETWORK_MAX_DEPTH + 1];
    char text[NETWORK_MAX_DEPTH + 1][8];
    char *names[NETWORK_MAX_DEPTH + 1];
    struct topomap_network *network;
    uint32_t leaf[] = {0, NETWORK_MAX_DEPTH - 1};

    (void)state;
    for (uint32_t s = 0; s <= NETWORK_MAX_DEPTH; s++) {
        snprintf(text[s], sizeof text[s], "s%u", s);
        names[s] = text[s];
        parent[s] = s ? s - 1 : NONE;
    }
    network = network_tree_create(NETWORK_MAX_DEPTH, names, parent, NULL, 2, node_names, leaf,
                                  NULL);
    assert_non_null(network);
    assert_int_equal(topomap_network_distance(network, 0, 1), NETWORK_MAX_DEPTH + 1);
    routes_check(network);
    topomap_network_destroy(network);
    assert_null(network_tree_create(NETWORK_MAX_DEPTH + 1, names, parent, NULL, 2, node_names,
                                    leaf, NULL));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_routes_are_those_of_the_links),
        cmocka_unit_test(routes_go_up_and_down),
        cmocka_unit_test(links_have_the_class_of_their_level),
        cmocka_unit_test(trunks_have_a_width),
        cmocka_unit_test(links_of_trunks_are_chosen),
        cmocka_unit_test(routed_trunks_have_all_their_links),
        cmocka_unit_test(routes_use_all_links_of_trunks),
        cmocka_unit_test(random_routes_are_drawn_for_numbers),
        cmocka_unit_test(unknown_routing_is_refused),
        cmocka_unit_test(broken_trees_are_refused),
        cmocka_unit_test(depth_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
