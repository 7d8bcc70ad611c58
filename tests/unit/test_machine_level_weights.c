/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of levels inside nodes. */
#include "unit/world.h"

#include "machine/domains.h"
#include "plan/objective.h"
#include "network/network.h"

#include <math.h>
#include <string.h>

/* Weights add up over the levels that separate two PUs, including levels without structure. */
static void weights_are_sums_over_levels(void **state)
{
    static const struct {
        const char *tree, *weights;
        uint32_t a, b, weight;
    } cases[] = {
        {"package:2 core:4 pu:1", "package:1", 0, 3, 0},
        {"package:2 core:4 pu:1", "package:1", 3, 4, 100},
        {"package:2 core:4 pu:1", "socket:0.5,core:0.25", 3, 4, 75},
        {"package:2 core:4 pu:1", "socket:0.5,core:0.25", 0, 1, 25},
        {"package:2 core:4 pu:2", "pu:3", 0, 1, 300},
        {"package:2 l3:1 core:4 pu:1", "l3:2", 0, 7, 200},
        {"package:1 core:8 pu:1", "package:2,die:4", 0, 7, 0},
        {"package:2 numa:2 core:2 pu:1", "numa:0.01", 1, 2, 1},
        {"package:2 numa:2 core:2 pu:1", "numa:7,numa:100", 1, 2, 10000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_nodetree *tree = topomap_nodetree_create(cases[i].tree, NULL, NULL);

        assert_int_equal(nodetree_weight(tree, cases[i].a, cases[i].b), 0);
        assert_int_equal(topomap_nodetree_weigh(tree, cases[i].weights, NULL), 0);
        assert_int_equal(nodetree_weight(tree, cases[i].a, cases[i].b), cases[i].weight);
        assert_int_equal(nodetree_weight(tree, cases[i].b, cases[i].a), cases[i].weight);
        topomap_nodetree_destroy(tree);
    }
}

static void wrong_weights_change_nothing(void **state)
{
    static const char *const wrong[] = {"", "package", "package:", "package:-1", "package:101",
                                        "package:0.123", "package:1.", "package:.5", "sockt:1",
                                        "core:1,", "core:1,x:2", "node:1", "machine:1", "pci:1"};
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct topomap_error error = {0};

        if (topomap_nodetree_weigh(tree, wrong[i], &error) == 0)
            fail_msg("'%s' was taken", wrong[i]);
        assert_int_equal(error.code, TOPOMAP_USAGE);
        assert_int_equal(nodetree_weight(tree, 0, 3), 0);
    }
    topomap_nodetree_destroy(tree);
}

/* Levels that a tree lacks are not an error, but can be queried. */
static void missing_levels_are_known(void **state)
{
    static const struct {
        const char *weights;
        const char *missing;
    } cases[] = {
        {"l3:1", "l3"},         {"die:0,core:1", NULL}, {"die:0.01,core:1,L3Cache:2", "die, L3Cache"},
        {"package:1", NULL},    {"group:2", "group"},   {"numa:2,pu:1,socket:1", NULL},
    };
    struct topomap_nodetree *tree = topomap_nodetree_create("package:1 core:4 pu:1", NULL, NULL);

    (void)state;
    assert_null(topomap_nodetree_missing(tree));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *missing;

        assert_int_equal(topomap_nodetree_weigh(tree, cases[i].weights, NULL), 0);
        missing = topomap_nodetree_missing(tree);
        assert_int_equal(missing != NULL, cases[i].missing != NULL);
        if (missing)
            assert_string_equal(missing, cases[i].missing);
    }
    assert_int_equal(topomap_nodetree_weigh(tree, "l2:1,sockt:1", NULL), -1);
    assert_null(topomap_nodetree_missing(tree));
    assert_int_equal(topomap_nodetree_weigh(NULL, "l2:1", NULL), 0);
    topomap_nodetree_destroy(tree);
}

/* One list has both kinds of weights; "node" is the network's if it has such a class. */
static void lists_are_told_apart(void **state)
{
    static const char text[] = "network: {kind: tree, children: [2, 2], nodes: 'n[0-3]'}";
    struct topomap_network *network = topomap_network_parse("n", text, strlen(text), NULL);
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);
    struct topomap_error error = {0};
    bool useless = false;

    (void)state;
    assert_int_equal(topomap_links_weigh(network, tree, "package:2,level-1:3,core:1,node:5", NULL,
                                         &error), 0);
    assert_int_equal(nodetree_weight(tree, 0, 3), 300);
    assert_int_equal(network->weight[0], 5);
    assert_int_equal(network->weight[1], 3);
    assert_int_equal(topomap_links_weigh(network, NULL, "package:2", NULL, &error), -1);
    assert_non_null(strstr(error.text, "node tree"));
    assert_int_equal(topomap_links_weigh(network, NULL, "package:2,node:7", &useless, &error), 0);
    assert_true(useless);
    assert_int_equal(network->weight[0], 7);
    assert_int_equal(topomap_links_weigh(network, tree, "core:1", &useless, &error), 0);
    assert_false(useless);
    assert_int_equal(topomap_links_weigh(network, tree, "spine:2", NULL, &error), -1);
    assert_string_equal(error.text,
                        "'spine' is neither a class of this network's links (node, level 1) nor "
                        "a level of the node tree (package, core, pu, numa)");
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_int_equal(topomap_links_weigh(network, NULL, "spine:2", NULL, &error), -1);
    assert_string_equal(error.text, "this network has no links of class 'spine', but node, level 1");
    assert_int_equal(nodetree_weight(tree, 0, 3), 300);
    topomap_nodetree_destroy(tree);
    topomap_network_destroy(network);
}

/* What no network and no node tree could take is refused without them. */
static void lists_are_checked_alone(void **state)
{
    static const char *const good[] = {"level-1:100", "a:1,package:0.25", "node:50", "any:1"};
    static const char *const bad[] = {"a:1000", "a:0", "a:1.5", "a", ":3", "a:", "package:101",
                                      "a:1,", "package:0.125", "a:1,b:-1"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(topomap_links_check(good[i], NULL), 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct topomap_error error = {0};

        assert_int_equal(topomap_links_check(bad[i], &error), -1);
        assert_int_equal(error.code, TOPOMAP_USAGE);
    }
}

/* Hop-bytes on domains are, by definition, bytes times hops or times the weights inside nodes. */
static void domains_sum_up_both(void **state)
{
    static const uint32_t tasks[] = {5, 8, 3, 8};
    static const char *const weights[] = {"package:0.5", "package:1,core:0.25", "package:3", "pu:2",
                                        "package:0.33,core:0.07", "core:0.01"};
    struct topomap_graph *graph = graph_random(24, 150, 7);
    struct world world;

    (void)state;
    world_make(&world, network_ring, "n[0-3]", tasks, graph);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:4 pu:1", NULL, NULL);
        struct objective_score score;
        struct domains *domains;
        uint32_t place[24], slot[24], fill[4] = {0};
        uint32_t start[24];
        double sum = 0;

        assert_int_equal(topomap_nodetree_weigh(tree, weights[i], NULL), 0);
        nodetree_cut_all(tree, world.allocation, 1, TOPOMAP_SPREAD, start);
        domains = domains_create(world.allocation, tree, start, NULL);
        assert_non_null(domains);
        for (uint32_t r = 0; r < 24; r++) {
            uint32_t node = world.layout[r];

            slot[r] = world.allocation->first[node] + fill[node]++;
            place[r] = domains->of_slot[slot[r]];
            assert_int_equal(domains->node[place[r]], node);
        }
        assert_int_equal(topomap_placement_check(domains->allocation, place, NULL), 0);
        for (uint32_t r = 0; r < 24; r++) {
            for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
                uint32_t to = graph->target[e], a = world.layout[r], b = world.layout[to];
                double inside = nodetree_weight(tree, domains->start[slot[r]],
                                                domains->start[slot[to]]);

                sum += (double)graph->bytes[e] *
                       (a == b ? inside / NODETREE_UNIT
                               : topomap_allocation_distance(world.allocation, a, b));
            }
        }
        assert_int_equal(objective_find("hop-bytes")->score(graph, domains->allocation, place,
                                                            INFINITY, &score, NULL), 0);
        assert_float_equal(score.value, sum, sum * 1e-12);
        domains_destroy(domains);
        topomap_nodetree_destroy(tree);
    }
    world_free(&world);
}

/* Messages between the domains of a node are inside the node: they take the same time as without
 * domains, that of the slowest pair or, where the memory is slow, of all bytes of a node. */
static void domains_are_inside_their_node(void **state)
{
    static const uint32_t tasks[] = {8, 8, 8};
    static const double memory[] = {0, 1e3};
    struct topomap_graph *graph = graph_random(24, 150, 7);
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:4 pu:1", NULL, NULL);
    struct world world;

    (void)state;
    world_make(&world, network_ring, "n[0-2]", tasks, graph);
    assert_int_equal(topomap_nodetree_weigh(tree, "package:1", NULL), 0);
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        struct topomap_time whole, parts;
        struct domains *domains;
        uint32_t start[24];

        world.network->protocol = (struct network_protocol){.inside = {1e4, 0}, .memory = memory[i]};
        nodetree_cut_all(tree, world.allocation, 1, TOPOMAP_COMPACT, start);
        domains = domains_create(world.allocation, tree, start, NULL);
        assert_non_null(domains);
        assert_int_equal(domains->allocation->nodes, 6);
        assert_int_equal(topomap_time_predict(graph, world.allocation, world.layout, &whole, NULL),
                         0);
        /* Slots in order: the ranks of the block distribution are on the domains in order. */
        assert_int_equal(topomap_time_predict(graph, domains->allocation, domains->of_slot, &parts,
                                              NULL), 0);
        print_message("memory %g: %g s, on domains %g s\n", memory[i], whole.seconds,
                      parts.seconds);
        assert_true(whole.seconds > 0);
        assert_float_equal(parts.seconds, whole.seconds, whole.seconds * 1e-12);
        domains_destroy(domains);
    }
    topomap_nodetree_destroy(tree);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_sums_over_levels),
        cmocka_unit_test(wrong_weights_change_nothing),
        cmocka_unit_test(missing_levels_are_known),
        cmocka_unit_test(lists_are_told_apart),
        cmocka_unit_test(lists_are_checked_alone),
        cmocka_unit_test(domains_sum_up_both),
        cmocka_unit_test(domains_are_inside_their_node),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
