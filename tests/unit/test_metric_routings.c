/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "metric/routings.h"
#include "network/network.h"

#include <string.h>

#define FAT "network: {kind: tree, children: [4, 2], widths: [4], nodes: 'n[0-7]'"

struct job {
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    struct topomap_graph *graph;
};

static void open_job(struct job *job, const char *network, const char *graph)
{
    job->network = topomap_network_parse("t", network, strlen(network), NULL);
    assert_non_null(job->network);
    job->allocation = topomap_allocation_create(job->network, "n[0-7]", "1", NULL);
    job->graph = topomap_graph_parse("g", graph, strlen(graph), "edges", NULL);
    assert_non_null(job->graph);
}

static void close_job(struct job *job)
{
    topomap_graph_destroy(job->graph);
    topomap_allocation_destroy(job->allocation);
    topomap_network_destroy(job->network);
}

/* Node 4 receives 16 bytes over its only link, whatever the routing. */
static void each_routing_has_its_load(void **state)
{
    static const uint32_t order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct routing_load loads[ROUTINGS_MAX];
    uint32_t count;
    struct job job;

    (void)state;
    open_job(&job, FAT "}", "# n=8\n0 4 8\n1 5 8\n2 4 8\n");
    assert_int_equal(routings_compare(job.graph, job.allocation, order, order, loads, &count, NULL),
                     0);
    assert_int_equal(count, 3);
    assert_string_equal(loads[0].routing, "adaptive");
    assert_string_equal(loads[1].routing, "d-mod-k");
    for (uint32_t r = 0; r < count; r++)
        assert_true(loads[r].heaviest[0] == 16 && loads[r].heaviest[1] == 16 &&
                    loads[r].seconds[0] > 0 && loads[r].seconds[1] == loads[r].seconds[0]);
    assert_false(routings_disagree(loads, count));
    assert_int_equal(job.network->routing, NETWORK_UNSTATED);
    close_job(&job);
}

static void a_placement_may_be_faster_by_one_routing_only(void **state)
{
    static const struct {
        struct routing_load load[2];
        bool disagree;
        double least, most;
    } cases[] = {
        {{{"a", {0, 0}, {100, 90}}, {"b", {0, 0}, {100, 110}}}, true, 0.9, 1.1},
        {{{"a", {0, 0}, {100, 90}}, {"b", {0, 0}, {512, 513}}}, true, 0.9, 513.0 / 512},
        {{{"a", {0, 0}, {100, 90}}, {"b", {0, 0}, {300, 303}}}, true, 0.9, 1.01},
        {{{"a", {0, 0}, {100, 110}}, {"b", {0, 0}, {512, 513}}}, true, 513.0 / 512, 1.1},
        {{{"a", {0, 0}, {100, 90}}, {"b", {0, 0}, {100, 80}}}, false, 0.8, 0.9},
        {{{"a", {0, 0}, {100, 120}}, {"b", {0, 0}, {100, 110}}}, false, 1.1, 1.2},
        {{{"a", {9, 8}, {0, 0}}, {"b", {8, 9}, {0, 0}}}, false, 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct routings_ratio ratio = routings_ratio(cases[i].load, 2);

        assert_int_equal(routings_disagree(cases[i].load, 2), cases[i].disagree);
        assert_true(ratio.least == cases[i].least && ratio.most == cases[i].most);
    }
    assert_true(routings_ratio(NULL, 0).most == 1);
}

/* Routes of a tree without parallel links are the same by each routing, those of a torus nearly. */
static void only_some_networks_are_uncertain(void **state)
{
    static const struct {
        const char *network;
        bool uncertain;
    } cases[] = {
        {FAT "}", true},
        {FAT ", routing: adaptive}", false},
        {"network: {kind: tree, children: [4, 2], nodes: 'n[0-7]'}", false},
        {"network: {kind: torus, dims: [2, 4], nodes: 'n[0-7]'}", false},
        {"network: {kind: dragonfly, groups: 2, rows: 1, columns: 2, nodes_per_router: 2, "
         "nodes: 'n[0-7]'}", true},
        {"network: {kind: flat, nodes: 'n[0-7]'}", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct job job;

        open_job(&job, cases[i].network, "# n=8\n0 4 8\n");
        assert_int_equal(network_is_uncertain(job.network), cases[i].uncertain);
        close_job(&job);
    }
}

static void a_stated_routing_is_certain(void **state)
{
    static const uint32_t order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct routing_load loads[ROUTINGS_MAX];
    uint32_t count = 7;
    struct job job;

    (void)state;
    open_job(&job, FAT ", routing: random}", "# n=8\n0 4 8\n");
    assert_int_equal(routings_compare(job.graph, job.allocation, order, order, loads, &count, NULL),
                     0);
    assert_int_equal(count, 0);
    close_job(&job);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_routing_has_its_load),
        cmocka_unit_test(a_placement_may_be_faster_by_one_routing_only),
        cmocka_unit_test(only_some_networks_are_uncertain),
        cmocka_unit_test(a_stated_routing_is_certain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
