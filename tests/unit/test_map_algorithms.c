/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "map/common/shared.h"
#include "network/network.h"
#include "refine/refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char dragonfly[] = "network: {kind: dragonfly, groups: 4, rows: 2, columns: 3, "
                                "nodes_per_router: 2, nodes: 'n[0-47]'}\n";
/* Nodes of a router are 0 hops apart, and routes are not the shortest. */
static const char dragonfly_valiant[] = "network: {kind: dragonfly, groups: 3, rows: 1, "
                                        "columns: 4, nodes_per_router: 2, node_links: false, "
                                        "routing: valiant, nodes: 'n[0-23]'}\n";
static const char percs[] = "network: {kind: percs, supernodes: 3, drawers: 2, "
                            "nodes_per_drawer: 4, nodes: 'n[0-23]'}\n";
static const char haec[] = "network: {kind: haec, dims: [2, 3, 4], nodes: 'n[0-23]'}\n";
static const char mixed[] = "network: {kind: torus, dims: [2, 3, 2, 2], "
                            "wrap: [crossbar, true, false, true], nodes: 'n[0-23]'}\n";
static const char hypercube[] = "network: {kind: hypercube, dims: 5, nodes: 'n[0-31]'}\n";
/* More dimensions than coordinates, and fewer nodes than places. */
static const char hypercube_large[] = "network: {kind: hypercube, dims: 10, nodes: 'n[0-63]'}\n";
static const char matrix[] = "network: {kind: matrix, nodes: 'n[0-4]', distances: "
                             "[[0, 1, 2, 3, 4], [1, 0, 2, 2, 2], [2, 2, 0, 1, 1], "
                             "[3, 2, 1, 0, 7], [4, 2, 1, 7, 0]]}\n";

/* Networks, allocations and tasks: every algorithm must handle each of them. */
static const struct machine {
    const char *name;
    const char *network;
    const char *hosts;
    uint32_t tasks[64];
} machines[] = {
    {"balanced tree", network_balanced, "n[0-15]", {[0 ... 15] = 4}},
    {"balanced tree, uneven", network_balanced, "n[0-15]", {[0 ... 13] = 4, 7, 1}},
    {"balanced tree, shuffled nodes", network_balanced, "n[9,3,15,0,7,6,12,2]", {[0 ... 7] = 8}},
    {"unbalanced tree", network_unbalanced, "n[0-15]", {[0 ... 15] = 4}},
    {"unbalanced tree, idle nodes",
     network_unbalanced,
     "n[0-15]",
     {0, 16, 0, 8, 4, 4, 0, 0, 8, 8, [10 ... 14] = 3, 1}},
    {"part of an unbalanced tree", network_unbalanced, "n[0,5-6,15]", {16, 16, 16, 16}},
    {"torus", network_torus, "n[0-63]", {[0 ... 63] = 1}},
    {"box of the torus", network_torus, "n[0-31]", {[0 ... 31] = 2}},
    {"torus with holes",
     network_torus,
     "n[0-4,7,9,13-15,22,30-34,41,45,60,63]",
     {[0 ... 11] = 4, [12 ... 19] = 2}},
    {"torus, uneven, shuffled nodes", network_torus, "n[63,5,17,44,2,30]", {1, 31, 0, 16, 8, 8}},
    {"ring", network_ring, "n[0-15]", {[0 ... 15] = 4}},
    {"wide mesh", network_mesh_wide, "n[0-5,8-13,18-21]", {[0 ... 15] = 4}},
    {"all alike", network_alike, "n[0-15]", {[0 ... 15] = 4}},
    {"all alike, uneven", network_alike, "n[3-6]", {1, 2, 3, 58}},
    {"dragonfly", dragonfly, "n[0-47]", {[0 ... 31] = 1, [32 ... 47] = 2}},
    {"parts of a dragonfly", dragonfly, "n[46,3-9,12,0,30-35]", {[0 ... 12] = 3, 0, 20, 5}},
    {"dragonfly, nodes of a router at one place",
     dragonfly_valiant,
     "n[0-11,20]",
     {[0 ... 11] = 4, 16}},
    {"percs", percs, "n[0-15]", {[0 ... 15] = 4}},
    {"percs, uneven, shuffled nodes", percs, "n[23,1,8,9,17,2]", {1, 31, 0, 16, 8, 8}},
    {"HAEC box", haec, "n[0-23]", {[0 ... 15] = 3, [16 ... 23] = 2}},
    {"four dimensions, mixed", mixed, "n[0-15]", {[0 ... 15] = 4}},
    {"four dimensions, with holes", mixed, "n[1,4-9,17,20,23]", {[0 ... 8] = 7, 1}},
    {"hypercube", hypercube, "n[0-31]", {[0 ... 31] = 2}},
    {"large hypercube, shuffled nodes",
     hypercube_large,
     "n[63,5,17,44,2,30]",
     {1, 31, 0, 16, 8, 8}},
    {"matrix", matrix, "n[4,0-3]", {12, 0, 20, 31, 1}},
    {"one node", network_balanced, "n3", {64}},
    {"all on one of two", network_balanced, "n[3-4]", {0, 64}},
};

#define MACHINES (sizeof machines / sizeof *machines)

#define GRAPHS 5

static struct topomap_graph *graph_number(size_t index)
{
    switch (index) {
    case 0:
        return graph_mesh(4, 4, 4);
    case 1:
        return graph_cliques(4, 16);
    case 2:
        return graph_random(64, 30, 9); /* isolated ranks, several parts */
    case 3:
        return graph_random(64, 1500, 10);
    default:
        return graph_silent(64);
    }
}

/* The parameters of the algorithms that need one. */
static const char *parameter_of(const struct map_algorithm *algorithm)
{
    static const char *const parameters[][2] = {{"plane", "3"}, {"random-blocks", "5"},
                                                {"blocked", "1x1x1"}};

    if (!algorithm->about.parameter || algorithm->about.parameter[0] != ':')
        return NULL;
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        if (strcmp(parameters[i][0], algorithm->about.name) == 0)
            return parameters[i][1];
    }
    fail_msg("no parameter for %s", algorithm->about.name);
    return NULL;
}

enum ability { UNABLE, ABLE, PERHAPS };

/* Whether an algorithm says that it maps on such a network. */
static enum ability able_on(const struct topomap_network *network, const char *needs)
{
    if (strcmp(needs, "coordinates") == 0)
        return network->dims > 0 ? ABLE : UNABLE;
    if (strcmp(needs, "a tree of switches or coordinates") == 0)
        return network->tree || network->dims > 1 ? ABLE : UNABLE;
    if (strcmp(needs, "a grid of ranks, a full box of a torus or mesh, equal tasks per node") == 0)
        return network->dims > 0 ? PERHAPS : UNABLE;
    if (strcmp(needs, "a grid of ranks, equal tasks per node") == 0)
        return PERHAPS;
    if (strcmp(needs, "a process grid") != 0 && strcmp(needs, "application coordinates") != 0)
        assert_string_equal(needs, "any network");
    return ABLE;
}

/* Map here. The algorithm may refuse, and must if it says that it does. */
static bool map_or_fail(struct world *world, const struct map_algorithm *algorithm,
                        const char *machine, uint32_t *placement)
{
    enum ability able = able_on(world->network, algorithm->about.needs);
    struct topomap_error error = {0};

    world->job.parameter = parameter_of(algorithm);
    memset(placement, 0xff, topomap_graph_ranks(world->graph) * sizeof *placement);
    if (world_try(world, algorithm->about.name, placement, &error) < 0) {
        if (able != ABLE && error.code == TOPOMAP_IMPOSSIBLE && *error.text)
            return false;
        fail_msg("%s on %s: %s", algorithm->about.name, machine, error.text);
    }
    if (able == UNABLE)
        fail_msg("%s works on %s", algorithm->about.name, machine);
    if (topomap_placement_check(world->allocation, placement, &error) < 0)
        fail_msg("%s on %s: %s", algorithm->about.name, machine, error.text);
    return true;
}

/* An algorithm that has its own job must give the same bytes as one that shares a job. */
static void check_machine(const struct machine *machine, struct topomap_graph *graph,
                          enum topomap_effort effort)
{
    struct world world;

    world_make(&world, machine->network, machine->hosts, machine->tasks, graph);
    world.job.effort = effort;
    for (size_t i = 0; map_algorithm(i); i++) {
        struct map_job alone;
        uint32_t placement[64];
        uint32_t again[64];
        struct map_result out = {.placement = again};

        if (!map_or_fail(&world, map_algorithm(i), machine->name, placement))
            continue;
        alone = world.job;
        alone.shared = map_shared_create(NULL);
        assert_non_null(alone.shared);
        assert_int_equal(map_algorithm(i)->map(&alone, &out, NULL), 0);
        assert_memory_equal(placement, again, sizeof again);
        map_shared_destroy(alone.shared);
    }
    world_free(&world);
}

static void every_algorithm_maps_every_machine(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        for (size_t g = 0; g < GRAPHS; g++) {
            check_machine(&machines[m], graph_number(g), TOPOMAP_EFFORT_DEFAULT);
            check_machine(&machines[m], graph_number(g), TOPOMAP_EFFORT_BEST);
        }
    }
}

static void a_single_rank_is_mapped(void **state)
{
    static const struct machine one = {"one rank", network_torus, "n[7-9]", {0, 1, 0}};
    struct world world;
    uint32_t placement;

    (void)state;
    world_make(&world, one.network, one.hosts, one.tasks, graph_silent(1));
    for (size_t i = 0; map_algorithm(i); i++) {
        if (map_or_fail(&world, map_algorithm(i), one.name, &placement))
            assert_int_equal(placement, 1);
    }
    world_free(&world);
}

static void names_do_not_matter(void **state)
{
    char *renamed = strdup(network_balanced);
    struct world world;
    struct world other;

    (void)state;
    assert_non_null(renamed);
    for (char *c = renamed; *c; c++) {
        if (*c == 'n' && (c[1] == '[' || (c[1] >= '0' && c[1] <= '9')))
            *c = 'z';
    }
    world_even(&world, network_balanced, "n[0-15]", 4, graph_mesh(4, 4, 4));
    world_even(&other, renamed, "z[0-15]", 4, graph_mesh(4, 4, 4));
    for (size_t i = 0; map_algorithm(i); i++) {
        uint32_t placement[64];
        uint32_t same[64];

        if (!map_or_fail(&world, map_algorithm(i), "names", placement))
            continue;
        map_or_fail(&other, map_algorithm(i), "names", same);
        assert_memory_equal(placement, same, sizeof same);
    }
    world_free(&world);
    world_free(&other);
    free(renamed);
}

static void seeds_change_random_placements_only_as_asked(void **state)
{
    static const char *const names[] = {"random", "random-nodes", "random-drawers",
                                        "random-blocks"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct map_algorithm *algorithm = map_algorithm_find(names[i]);
        struct world world;
        uint32_t one[64];
        uint32_t other[64];

        assert_non_null(algorithm);
        world_even(&world, network_balanced, "n[0-15]", 4, graph_silent(64));
        map_or_fail(&world, algorithm, "seeds", one);
        world.job.seed++;
        map_or_fail(&world, algorithm, "seeds", other);
        assert_memory_not_equal(one, other, sizeof one);
        world_free(&world);
    }
}

static void planes_are_slurms(void **state)
{
    static const struct {
        const char *block;
        const char *tasks;
        uint32_t placement[12];
    } cases[] = {
        {"1", "3,1,2,1", {0, 1, 2, 3, 0, 2, 0}},
        {"2", "3,1,2,1", {0, 0, 1, 2, 2, 3, 0}},
        {"2", "1,5,0,6", {0, 1, 1, 3, 3, 1, 1, 3, 3, 1, 3, 3}},
        {"2", "3", {0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3}},
        {"16777216", "2,0,5,1", {0, 0, 2, 2, 2, 2, 2, 3}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = topomap_network_flat("n[0-3]", NULL);
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[0-3]", cases[i].tasks, NULL);
        struct map_job job = {.allocation = allocation, .parameter = cases[i].block};
        uint32_t placement[12];
        struct map_result out = {.placement = placement};

        assert_int_equal(map_algorithm_find("plane")->map(&job, &out, NULL), 0);
        assert_memory_equal(placement, cases[i].placement,
                            topomap_allocation_ranks(allocation) * sizeof *placement);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
}

/* ---- known optima ------------------------------------------------------------------------ */

static double score_of(struct world *world, const char *name, bool refined)
{
    const struct map_algorithm *algorithm = map_algorithm_find(name);
    uint32_t placement[64];

    assert_non_null(algorithm);
    map_or_fail(world, algorithm, name, placement);
    if (refined)
        assert_int_equal(refinement_swap.refine(&world->job, placement, NULL), 0);
    return world_hop_bytes(world, placement);
}

static void cliques_get_a_switch_each(void **state)
{
    static const char *const names[] = {"tree", "tree-nj", "bisect", "multisect"};
    struct world world;

    (void)state;
    world_even(&world, network_two_leaves, "n[0-7]", 1, graph_cliques(2, 4));
    for (size_t i = 0; i < 4; i++)
        assert_true(score_of(&world, names[i], false) ==
                    2 * (double)topomap_graph_bytes(world.graph));
    world_free(&world);
    /* On four leaves of three levels, with two ranks on each node. */
    world_even(&world, network_balanced, "n[0-15]", 2, graph_cliques(4, 8));
    for (size_t i = 0; i < 4; i++)
        assert_true(score_of(&world, names[i], false) <=
                    2 * (double)topomap_graph_bytes(world.graph));
    world_free(&world);
}

static void cliques_get_a_node_each(void **state)
{
    static const char *const names[] = {"tree", "tree-nj", "bisect", "multisect"};
    static const char *const networks[] = {network_balanced, network_torus, network_alike};
    struct world world;

    (void)state;
    for (size_t n = 0; n < 3; n++) {
        world_even(&world, networks[n], "n[0-7]", 8, graph_cliques(8, 8));
        for (size_t i = 0; i < 4; i++)
            assert_true(score_of(&world, names[i], false) == 0);
        world_free(&world);
    }
}

static void uneven_cliques_find_nodes_of_their_size(void **state)
{
    static const uint32_t tasks[] = {2, 6, 2, 6};
    static const char *const names[] = {"tree", "tree-nj", "bisect", "multisect"};
    struct topomap_edge edges[64];
    size_t count = 0;
    struct world world;

    (void)state;
    /* Ranks 0-5, 6-7, 8-13, 14-15 are cliques: in another order of sizes than the nodes. */
    for (uint32_t a = 0; a < 16; a++) {
        for (uint32_t b = a % 8 < 6 ? a - a % 8 : a - a % 8 + 6; b < a; b++)
            edges[count++] = (struct topomap_edge){a, b, 1000, 1};
    }
    world_make(&world, network_balanced, "n[0,4,8,12]", tasks,
               topomap_graph_create(16, edges, count, NULL));
    for (size_t i = 0; i < 4; i++)
        assert_true(score_of(&world, names[i], false) == 0);
    world_free(&world);
}

static void a_ring_fits_a_ring(void **state)
{
    struct world world;
    double bytes;

    (void)state;
    world_even(&world, network_ring, "n[9,3,15,0,7,6,12,2,1,4,5,8,10,11,13,14]", 1, graph_ring(16));
    bytes = (double)topomap_graph_bytes(world.graph);
    assert_true(world_hop_bytes(&world, world.layout) > 3 * bytes);
    assert_true(score_of(&world, "bisect", true) == bytes);
    assert_true(score_of(&world, "multisect", true) == bytes);
    assert_true(score_of(&world, "tree", true) < 2 * bytes);
    world_free(&world);
}

static void a_mesh_keeps_neighbours_near(void **state)
{
    struct world world;
    double bytes;

    (void)state;
    /* 64 ranks as 4 x 4 x 4 on the torus of the same shape: hardly more than one hop. */
    world_even(&world, network_torus, "n[0-63]", 1, graph_mesh(4, 4, 4));
    bytes = (double)topomap_graph_bytes(world.graph);
    assert_true(score_of(&world, "random", false) > 2.5 * bytes);
    assert_true(score_of(&world, "bisect", true) < 1.5 * bytes);
    assert_true(score_of(&world, "multisect", true) < 1.5 * bytes);
    assert_true(score_of(&world, "tree", true) < 1.7 * bytes);
    world_free(&world);
}

/* A grid of 8 x 8 ranks on two groups of a dragonfly: 16 of its 224 messages cross between them,
 * which is the minimum; inside the groups bisect beats the rows of order. */
static void groups_of_a_dragonfly_are_filled(void **state)
{
    static const char text[] = "network: {kind: dragonfly, groups: 9, rows: 4, columns: 4, "
                               "nodes_per_router: 2, nodes: 'n[0-287]'}";
    static const char *const names[] = {"order", "bisect"};
    struct world world;

    (void)state;
    world_even(&world, text, "n[0-63]", 1, topomap_graph_pattern("grid:8x8", 64, NULL));
    for (size_t i = 0; i < 2; i++) {
        struct topomap_class_loads loads[4];
        uint32_t placement[64];

        map_or_fail(&world, map_algorithm_find(names[i]), names[i], placement);
        assert_int_equal(topomap_class_loads_compute(world.graph, world.allocation, placement, loads,
                                                 NULL), 0);
        assert_string_equal(loads[2].name, "global");
        assert_true(loads[2].bytes * 14 == (double)topomap_graph_bytes(world.graph));
    }
    assert_true(score_of(&world, "bisect", false) < score_of(&world, "order", false));
    world_free(&world);
}

/* ---- the registry and the times ---------------------------------------------------------- */

static void the_registry_is_complete(void **state)
{
    static const char *const wanted[] = {
        "inorder", "cyclic", "plane", "order",
        "random", "random-nodes", "random-drawers", "random-blocks", "blocked",
        "sweep", "scan", "gray", "hilbert", "peano", "zorder",
        "tree", "tree-nj", "bisect", "multisect", "rcb", "bricks", "fold",
        "rcm", "hs-recursive",
        "bokhari", "topo-aware", "greedy", "fhgreedy", "greedyallc", "pacmap", "bipartition",
    };
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_non_null(map_algorithm_find(wanted[i]));
    assert_null(map_algorithm_find("tree "));
    for (; map_algorithm(count); count++) {
        const struct topomap_algorithm *about = topomap_algorithm_get(count);

        assert_ptr_equal(about, &map_algorithm(count)->about);
        assert_ptr_equal(map_algorithm_find(about->name), map_algorithm(count));
        assert_true(*about->summary && *about->source && *about->needs && *about->complexity);
        assert_null(strchr(about->summary, '\n'));
        assert_null(strpbrk(about->name, ":+,/")); /* they separate names from what follows */
        assert_true(!about->parameter || strncmp(about->parameter, ":", 1) == 0 ||
                    strncmp(about->parameter, "[:", 2) == 0);
    }
    assert_null(topomap_algorithm_get(count));
}

static void the_parts_are_timed(void **state)
{
    static const char *const wanted[] = {"tree construction", "partition", "repair", "mapping"};
    struct map_times times = {.phases = 0};
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-15]", 4, graph_mesh(4, 4, 4));
    world.job.times = &times;
    score_of(&world, "tree-nj", false);
    score_of(&world, "tree-nj", false);
    assert_int_equal(times.phases, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_null(times.phase[i].algorithm);
        assert_string_equal(times.phase[i].name, wanted[i]);
        assert_true(times.phase[i].seconds >= 0);
    }
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_maps_every_machine),
        cmocka_unit_test(a_single_rank_is_mapped),
        cmocka_unit_test(names_do_not_matter),
        cmocka_unit_test(seeds_change_random_placements_only_as_asked),
        cmocka_unit_test(planes_are_slurms),
        cmocka_unit_test(cliques_get_a_switch_each),
        cmocka_unit_test(cliques_get_a_node_each),
        cmocka_unit_test(uneven_cliques_find_nodes_of_their_size),
        cmocka_unit_test(a_ring_fits_a_ring),
        cmocka_unit_test(a_mesh_keeps_neighbours_near),
        cmocka_unit_test(groups_of_a_dragonfly_are_filled),
        cmocka_unit_test(the_registry_is_complete),
        cmocka_unit_test(the_parts_are_timed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
