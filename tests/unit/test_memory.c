/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every allocation of the library fails once. Whatever fails, the library must report it, and
 * neither crash nor leak (the sanitizer build detects leaks). test_memory_interface.c calls all
 * functions that are exported.
 */
#include "unit/refuse.h"
#include "unit/unit.h"

#include "graph/graph.h"
#include "wire/node_coordinates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAYOUT "topomap-request 1\nranks 8\nnodes 4\nhosts n[1-4]\n"                               \
               "node 0,1\nnode 2,3\nnode 4,5\nnode 6,7\n"

static const char graph[] = "# n=8\n0 4 10\n1 5 10\n2 6 10\n3 7 10\n0 7 1\n6 1 2\n";
static const char tree[] = "SwitchName=leaf0 Nodes=n[1-2]\nSwitchName=leaf1 Nodes=n[3-4]\n"
                           "SwitchName=root Switches=leaf[0-1]\n";
static const char torus[] = "network:\n  kind: torus\n  dims: [2, 2]\n  nodes: \"n[1-4]\"\n";
static const char dragonfly[] = "network:\n  kind: dragonfly\n  groups: 2\n  rows: 1\n"
                                "  columns: 2\n  nodes_per_router: 1\n  nodes: \"n[1-4]\"\n";
static const char matrix[] = "network: {kind: matrix, nodes: 'n[1-4]', distances: "
                             "[[0, 1, 2, 2], [1, 0, 2, 2], [2, 2, 0, 1], [2, 2, 1, 0]]}\n";
static const char regular[] = "network: {kind: tree, children: [2, 2], widths: [2], "
                              "nodes: 'n[1-4]'}\n";

/* Load and answer; 1 if it was planned, 0 if memory ran out. */
static int attempt(const char *request, unsigned long n)
{
    struct topomap_error error = {0};
    struct topomap_launch *launch = topomap_launch_parse("r", request, strlen(request), &error);
    char *reply = launch ? topomap_launch_answer(launch, &error) : NULL;
    int planned = reply && strstr(reply, "status placed\n");

    if (!planned) {
        if (!reply && error.code != TOPOMAP_INTERNAL)
            fail_msg("allocation %lu: %s", n, error.text);
        if (reply && !strstr(reply, "code 1\n"))
            fail_msg("allocation %lu: %s", n, reply);
    }
    free(reply);
    topomap_launch_destroy(launch);
    return planned;
}

static void refuse_each(const char *request)
{
    unsigned long total;

    countdown = 0;
    calls = 0;
    assert_int_equal(attempt(request, 0), 1);
    total = calls;
    assert_true(total > 50);
    for (unsigned long n = 1; n <= total; n++) {
        countdown = n;
        attempt(request, n);
        countdown = 0;
    }
}

static void refuse_on(const char *network, const char *node_tree)
{
    char request[1024];

    snprintf(request, sizeof request,
             LAYOUT "%snetwork inline %zu\n%s\ngraph inline %zu\n%s\nend\n", node_tree,
             strlen(network), network, strlen(graph), graph);
    refuse_each(request);
}

/* Annealing takes most of the time of small plans; it is enough to try it on one network. */
#define FAST "effort fast\n"

static void every_allocation_may_fail_on_a_tree(void **state)
{
    (void)state;
    refuse_on(tree, "node-tree package:2 core:1 pu:1\n");
}

static void every_allocation_may_fail_by_other_objectives(void **state)
{
    (void)state;
    refuse_on(tree, FAST "objective congestion\n");
    refuse_on(tree, FAST "objective time\n");
    refuse_on(tree, FAST "node-tree package:2 core:1 pu:1\nalgorithms inorder,cyclic\n");
    refuse_on(tree, FAST "link-weights level-1:2,node:3\n");
}

static void every_allocation_may_fail_with_weights_inside(void **state)
{
    (void)state;
    refuse_on(torus, FAST "node-tree package:2 core:1 pu:1\nlink-weights x:2,package:0.5\n");
}

static void every_allocation_may_fail_by_other_algorithms(void **state)
{
    (void)state;
    refuse_on(torus, "algorithms rcm,hs-recursive\n");
}

static void every_allocation_may_fail_with_coordinates(void **state)
{
    (void)state;
    refuse_on(torus, "algorithms cyclic,order,blocked:1x2:1x4:random,rcb\n"
                     "coordinates pattern 2x4\n");
    refuse_on(tree, "algorithms random-drawers,random-blocks:3,plane:1,rcb\n"
                    "coordinates inline 15\n0\n1\n2\n3\n0\n1\n2\n3\n");
}

static void every_allocation_may_fail_on_a_torus(void **state)
{
    (void)state;
    refuse_on(torus, FAST);
}

static void every_allocation_may_fail_on_a_dragonfly(void **state)
{
    (void)state;
    refuse_on(dragonfly, FAST);
}

static void every_allocation_may_fail_on_a_matrix(void **state)
{
    (void)state;
    refuse_on(matrix, FAST);
}

static void every_allocation_may_fail_on_a_regular_tree(void **state)
{
    (void)state;
    refuse_on(regular, FAST);
}

/* Nodes that take two ranks, one, three and two: groups of three sizes. */
static void every_allocation_may_fail_in_growing_placements(void **state)
{
    char request[2048];

    (void)state;
    snprintf(request, sizeof request,
             "topomap-request 1\nranks 8\nnodes 4\nhosts n[1-4]\nnode 0,1\nnode 2\nnode 3-5\n"
             "node 6,7\nalgorithms bokhari,topo-aware,greedy,fhgreedy,greedyallc,pacmap,"
             "bipartition,multisect\nnetwork inline %zu\n%s\ngraph inline %zu\n%s\nend\n",
             strlen(torus), torus, strlen(graph), graph);
    refuse_each(request);
}

static const char recipe[] = "recipe:\n  graph: another.el\n  application:\n    box: [2, 4]\n    steps: [{div: [1, 4]}]\n"
                             "  network:\n    box: [2, 2, 2]\n    names: [z, y, x]\n"
                             "    steps:\n      - div: [2, 2, 1]\n      - map: application\n"
                             "      - {at: '*', zorder: forward}\n"
                             "      - {at: '*', tilt: {plane: x, along: y}}\n";

static void every_allocation_may_fail_in_a_recipe(void **state)
{
    char request[2048];

    (void)state;
    snprintf(request, sizeof request,
             LAYOUT "network inline %zu\n%s\nrecipe inline %zu\n%s\ngraph inline %zu\n%s\nend\n",
             strlen(torus), torus, strlen(recipe), recipe, strlen(graph), graph);
    refuse_each(request);
}

static void every_allocation_may_fail_by_recognised_coordinates(void **state)
{
    static const char square[] = "# n=4\n0 3 5\n3 1 5\n1 2 5\n2 0 5\n";
    char request[1024];

    (void)state;
    snprintf(request, sizeof request,
             "topomap-request 1\nranks 4\nnodes 4\nhosts n[1-4]\nnode 0\nnode 1\nnode 2\nnode 3\n"
             "algorithms fold,rcb\nobjective hop-bytes\nnetwork inline %zu\n%s\n"
             "graph inline %zu\n%s\nend\n",
             strlen(torus), torus, strlen(square), square);
    refuse_each(request);
}

/* Recognise the structure of a copy of `original`, with the `n`-th allocation failing. A copy,
 * because a graph keeps its pairs of ranks, which must be allocated each time. */
static struct topomap_structure *recognise_anew(const struct topomap_graph *original,
                                                unsigned long n, struct topomap_error *error)
{
    struct topomap_graph *copy = topomap_graph_by_messages(original, NULL);
    struct topomap_structure *structure;

    assert_non_null(copy);
    calls = 0;
    countdown = n;
    structure = topomap_structure_create(copy, error);
    countdown = 0;
    topomap_graph_destroy(copy);
    return structure;
}

/* Patterns of all kinds, and one whose equal weights hide which neighbours are diagonal. */
static void every_allocation_may_fail_in_recognition(void **state)
{
    static const char *const patterns[] = {"grid:4x3:periodic", "grid:5x3", "grid:2x2x2x2",
                                           "grid:3x3:9", "rows:4x4", "order"};

    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct topomap_graph *pattern = topomap_graph_pattern(patterns[i], i == 5 ? 9 : 0, NULL);
        struct topomap_structure *s = recognise_anew(pattern, 0, NULL);

        assert_non_null(s);
        for (unsigned long n = calls; n > 0; n--) {
            struct topomap_error error = {0};

            topomap_structure_destroy(s);
            s = recognise_anew(pattern, n, &error);
            if (s || error.code != TOPOMAP_INTERNAL)
                fail_msg("%s, allocation %lu: code %d", patterns[i], n, (int)error.code);
        }
        topomap_graph_destroy(pattern);
    }
}

/* The same with the bound. */
static int bound_anew(const struct topomap_graph *original,
                      const struct topomap_allocation *allocation, unsigned long n, double *bound,
                      struct topomap_error *error)
{
    struct topomap_graph *copy = topomap_graph_scale(original, 1, 1, NULL);
    int result;

    assert_non_null(copy);
    calls = 0;
    countdown = n;
    result = topomap_bound_compute(copy, allocation, bound, error);
    countdown = 0;
    topomap_graph_destroy(copy);
    return result;
}

/* Also of a graph that is all to all in one direction and a line in the other. */
static void every_allocation_may_fail_in_bounding(void **state)
{
    static const char small[] = "network: {kind: torus, dims: [3, 3], nodes: 'n[0-8]'}";
    static const char mixed[] = "# n=9\n0 1 5\n1 2 5\n2 0 5\n3 4 5\n4 5 5\n5 3 5\n6 7 5\n7 8 5\n"
                                "8 6 5\n0 3 5\n3 6 5\n1 4 5\n4 7 5\n2 5 5\n5 8 5\n";
    static const char *const patterns[] = {"grid:3x3:9", "rows:3x3", "grid:9"};
    struct topomap_network *network = topomap_network_parse("net", small, strlen(small), NULL);
    struct topomap_allocation *allocation =
        topomap_allocation_create(network, "n[0-8]", "1", NULL);

    (void)state;
    for (size_t i = 0; i <= sizeof patterns / sizeof *patterns; i++) {
        struct topomap_graph *made =
            i ? topomap_graph_pattern(patterns[i - 1], 9, NULL)
              : topomap_graph_parse("graph", mixed, strlen(mixed), NULL, NULL);
        double right, bound;

        assert_int_equal(bound_anew(made, allocation, 0, &right, NULL), 0);
        assert_true(right > 0);
        for (unsigned long n = calls; n > 0; n--) {
            struct topomap_error error = {0};
            int result = bound_anew(made, allocation, n, &bound, &error);

            /* Memory that is too much may fail to be given back. */
            if (result == 0 ? bound != right : error.code != TOPOMAP_INTERNAL)
                fail_msg("graph %zu, allocation %lu: code %d", i, n, (int)error.code);
        }
        topomap_graph_destroy(made);
    }
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

/* A plan from arrays alone, by setters; 1 on success. */
static int plan_arrays(struct topomap_error *error)
{
    static const size_t offsets[] = {0, 1, 2, 3, 4};
    static const uint32_t targets[] = {2, 3, 0, 1}, tasks[] = {2, 2}, layout[] = {0, 0, 1, 1};
    static const uint32_t ends[] = {0, 2, 1, 2}, hops[] = {0, 2, 2, 0};
    static const char *const names[] = {"n0", "n1"};
    static const double values[] = {0, 1, 2, 3};
    struct topomap_graph *g = topomap_graph_from_csr(4, offsets, targets, NULL, NULL, error);
    struct topomap_network *other =
        g ? topomap_network_from_matrix(2, names, hops, error) : NULL;
    struct topomap_network *n = other ? topomap_network_from_links(2, NULL, 1, ends, 2, error)
                                       : NULL;
    struct topomap_allocation *a = n ? topomap_allocation_from(n, 2, names, tasks, error) : NULL;
    struct topomap_request *r = a ? topomap_request_new(g, a, error) : NULL;
    struct topomap_metrics *metrics = NULL;
    struct topomap_plan *plan = NULL;
    char *text = NULL;
    int done;

    if (r && topomap_request_set(r, "algorithm", "tree", error) == 0 &&
        topomap_request_set(r, "node-tree", "core:2 pu:1", error) == 0 &&
        topomap_request_set(r, "grid", "2x2", error) == 0 &&
        topomap_request_set_coordinates(r, 1, values, error) == 0 &&
        topomap_request_set_layout(r, layout, error) == 0)
        plan = topomap_plan_create(r, error);
    if (plan)
        metrics = topomap_metrics_create(r, topomap_plan_placement(plan), NULL, error);
    if (metrics)
        text = topomap_plan_print(plan, "rankfile", error);
    topomap_metrics_destroy(metrics);
    topomap_request_destroy(r);
    topomap_plan_destroy(plan);
    topomap_allocation_destroy(a);
    topomap_network_destroy(n);
    topomap_network_destroy(other);
    topomap_graph_destroy(g);
    done = text != NULL;
    free(text);
    return done;
}

static void every_allocation_may_fail_by_setters(void **state)
{
    struct topomap_error error = {0};

    (void)state;
    calls = 0;
    assert_int_equal(plan_arrays(&error), 1);
    assert_true(calls > 50);
    for (unsigned long n = calls; n > 0; n--) {
        int done;

        error = (struct topomap_error){0};
        countdown = n;
        done = plan_arrays(&error);
        countdown = 0;
        if (!done && error.code != TOPOMAP_INTERNAL)
            fail_msg("allocation %lu: code %d, %s", n, (int)error.code, error.text);
    }
}

/* The time of an exchange, and the two kinds of platform files; 1 on success. */
static int predict(const struct topomap_graph *g, const struct topomap_allocation *a,
                   const char *hosts, struct topomap_error *error)
{
    static const uint32_t placement[] = {0, 0, 1, 1, 2, 2, 3, 3};
    struct topomap_time time;
    char *exported, *platform, *positions;
    int done;

    if (topomap_time_predict(g, a, placement, &time, error) < 0 ||
        topomap_time_simulate(g, a, placement, &time, error) < 0)
        return 0;
    exported = topomap_network_export(topomap_allocation_network(a), "simgrid", hosts, error);
    platform = exported ? topomap_time_platform(g, a, placement, error) : NULL;
    positions = platform ? topomap_network_export(topomap_allocation_network(a), "positions", hosts,
                                                  error) : NULL;
    done = positions != NULL;
    free(positions);
    free(exported);
    free(platform);
    return done;
}

static struct topomap_graph *edges_parse(const char *text)
{
    struct topomap_graph *made = topomap_graph_parse("g", text, strlen(text), "edges", NULL);

    assert_non_null(made);
    return made;
}

/* An exchange without waves, then one in three waves, whose messages wait for one another. */
static struct topomap_graph *phases_make(void)
{
    static const char sweep[] = "# n=8\n0 1 30 3\n0 2 30 3\n1 3 30 3\n2 3 30 3\n3 4 30 3\n"
                                "4 7 30 3\n";
    struct topomap_graph *both = edges_parse(sweep), *waves = edges_parse(sweep);
    struct graph_waves *own = calloc(1, sizeof *own);

    both->phase = calloc(2, sizeof *both->phase);
    assert_true(both->phase && own);
    *own = (struct graph_waves){3, 4, calloc(waves->edges, sizeof *own->turn)};
    assert_non_null(own->turn);
    for (size_t e = 0; e < waves->edges; e++)
        own->turn[e] = 1;
    waves->waves = own;
    both->phase[both->phases++] = edges_parse(sweep);
    both->phase[both->phases++] = waves;
    return both;
}

static void predict_on(const char *network, struct topomap_graph *g, const char *hosts)
{
    struct topomap_network *n = topomap_network_parse("n", network, strlen(network), NULL);
    struct topomap_allocation *a = topomap_allocation_create(n, "n[1-4]", "2", NULL);
    struct topomap_error error = {0};
    unsigned long total;

    countdown = 0;
    calls = 0;
    assert_int_equal(predict(g, a, hosts, &error), 1);
    total = calls;
    assert_true(total > 20);
    for (unsigned long i = 1; i <= total; i++) {
        error = (struct topomap_error){0};
        countdown = i;
        assert_int_equal(predict(g, a, hosts, &error), 0);
        countdown = 0;
        assert_int_equal(error.code, TOPOMAP_INTERNAL);
    }
    topomap_allocation_destroy(a);
    topomap_network_destroy(n);
    topomap_graph_destroy(g);
}

static void every_allocation_may_fail_in_predictions(void **state)
{
    (void)state;
    predict_on(tree, edges_parse(graph), NULL);
    predict_on(torus, edges_parse(graph), NULL);
    predict_on(torus, edges_parse(graph), "n[4,1]");
    predict_on(regular, edges_parse(graph), NULL);
    predict_on(dragonfly, edges_parse(graph), NULL);
    predict_on(matrix, edges_parse(graph), NULL);
    predict_on(torus, phases_make(), NULL);
}

static void every_allocation_may_fail_with_a_sparse_matrix(void **state)
{
    static const char text[] = "%%MatrixMarket matrix coordinate pattern symmetric\n6 6 7\n"
                               "2 1\n3 2\n3 1\n5 4\n6 5\n6 4\n4 3\n";
    struct topomap_graph *made = NULL;

    (void)state;
    for (unsigned long n = 1; !made; n++) {
        struct topomap_error error = {0};
        struct topomap_matrix *sparse;

        countdown = n;
        sparse = topomap_matrix_parse("m", text, strlen(text), &error);
        if (sparse)
            made = topomap_graph_from_matrix(sparse, 2, 8, 1, &error);
        countdown = 0;
        assert_true(made || error.code == TOPOMAP_INTERNAL);
        topomap_matrix_destroy(sparse);
    }
    assert_int_equal(topomap_graph_bytes(made), 16);
    topomap_graph_destroy(made);
}

/* What Slurm tells of networks that are no trees: grids, hypercubes, dragonflies. */
static const struct {
    const char *text, *topology;
} told[] = {
    {"- {topology: r, ring: {rings: [{ring: a, nodes: 'n[1-4]'}, {ring: b, nodes: 'm[1-4]'}]}}\n",
     "r"},
    {"- topology: t\n  torus3d:\n    toruses:\n    - name: a\n      dims: {x: 2, y: 2, z: 1}\n"
     "      regions:\n      - {anchor: {x: 0, y: 0, z: 0}, dims: {x: 2, y: 1, z: 1}, "
     "nodes: 'n[1-2]'}\n      - {anchor: {x: 0, y: 1, z: 0}, dims: {x: 2, y: 1, z: 1}, "
     "nodes: 'n[3-4]'}\n", "t"},
    {"TopologyPlugin=topology/hypercube\nSwitchName=r0 Nodes=n[1-2] Switches=r1-1\n"
     "SwitchName=r1 Nodes=n[3-4] Switches=r0-1\n", NULL},
    {"TopologyParam=dragonfly\nSwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[3-4]\n"
     "SwitchName=c Switches=a,b\n", NULL},
};

/* The network, and its description as YAML; 1 on success. */
static int read_told(const char *text, const char *topology, struct topomap_error *error)
{
    char *yaml = topomap_network_describe("t", text, strlen(text), topology, error);
    struct topomap_network *network =
        yaml ? topomap_network_parse("y", yaml, strlen(yaml), error) : NULL;
    int done = network != NULL;

    topomap_network_destroy(network);
    free(yaml);
    return done;
}

static void every_allocation_may_fail_on_what_slurm_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct topomap_error error = {0};
        unsigned long total;

        countdown = 0;
        calls = 0;
        if (!read_told(told[i].text, told[i].topology, &error))
            fail_msg("%zu: %s", i, error.text);
        total = calls;
        assert_true(total > 20);
        for (unsigned long n = 1; n <= total; n++) {
            error = (struct topomap_error){0};
            countdown = n;
            assert_int_equal(read_told(told[i].text, told[i].topology, &error), 0);
            countdown = 0;
            if (error.code != TOPOMAP_INTERNAL)
                fail_msg("%zu, allocation %lu: code %d, %s", i, n, (int)error.code, error.text);
        }
    }
}

/* More nodes than the text has room for at first; 1 on success. */
static int collect_nodes(struct topomap_error *error)
{
    struct node_coordinates all = {0};
    char *yaml, name[16], extra[48];
    int result;

    for (unsigned i = 0; i < 40; i++) {
        const struct node_texts node = {.name = name, .extra = extra};

        snprintf(name, sizeof name, "node%u", i);
        snprintf(extra, sizeof extra, "topomap=mesh:40x2@%u,1", i);
        node_coordinates_add(&all, &node, false);
    }
    result = node_coordinates_print(&all, &yaml, error);
    if (result == 0)
        assert_non_null(strstr(yaml, "\"node39\": [39, 1]"));
    else
        assert_null(yaml);
    free(yaml);
    return result == 0;
}

static void every_allocation_may_fail_on_coordinates_of_nodes(void **state)
{
    struct topomap_error error = {0};
    unsigned long total;

    (void)state;
    countdown = 0;
    calls = 0;
    assert_int_equal(collect_nodes(&error), 1);
    total = calls;
    assert_true(total > 2);
    for (unsigned long n = 1; n <= total; n++) {
        error = (struct topomap_error){0};
        countdown = n;
        assert_int_equal(collect_nodes(&error), 0);
        countdown = 0;
        assert_int_equal(error.code, TOPOMAP_INTERNAL);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail_on_a_tree),
        cmocka_unit_test(every_allocation_may_fail_by_other_objectives),
        cmocka_unit_test(every_allocation_may_fail_with_weights_inside),
        cmocka_unit_test(every_allocation_may_fail_by_other_algorithms),
        cmocka_unit_test(every_allocation_may_fail_with_coordinates),
        cmocka_unit_test(every_allocation_may_fail_on_a_torus),
        cmocka_unit_test(every_allocation_may_fail_on_a_dragonfly),
        cmocka_unit_test(every_allocation_may_fail_in_a_recipe),
        cmocka_unit_test(every_allocation_may_fail_on_a_matrix),
        cmocka_unit_test(every_allocation_may_fail_on_a_regular_tree),
        cmocka_unit_test(every_allocation_may_fail_in_growing_placements),
        cmocka_unit_test(every_allocation_may_fail_by_recognised_coordinates),
        cmocka_unit_test(every_allocation_may_fail_in_recognition),
        cmocka_unit_test(every_allocation_may_fail_in_bounding),
        cmocka_unit_test(every_allocation_may_fail_by_setters),
        cmocka_unit_test(every_allocation_may_fail_in_predictions),
        cmocka_unit_test(every_allocation_may_fail_with_a_sparse_matrix),
        cmocka_unit_test(every_allocation_may_fail_on_what_slurm_tells),
        cmocka_unit_test(every_allocation_may_fail_on_coordinates_of_nodes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
