/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/published.h"

#include "map/common/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"bokhari",    "topo-aware", "greedy",     "fhgreedy",
                                    "greedyallc", "pacmap",     "bipartition"};

#define NAMES (sizeof names / sizeof *names)

static double score_of(struct world *world, const char *name)
{
    uint32_t *placement = calloc(topomap_graph_ranks(world->graph), sizeof *placement);
    double score;

    assert_non_null(placement);
    world_map(world, name, placement);
    score = world_hop_bytes(world, placement);
    free(placement);
    return score;
}

/* ---- the published mappings -------------------------------------------------------------- */

static bool is_ours(const char *name)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

/* By size, on torus and mesh, ours are as good as or better than the printed and the published
 * mappings. */
static bool check_row(const struct published *row)
{
    uint32_t placement[64];
    struct world world;
    double ours;

    if (!is_ours(row->algorithm) || strcmp(row->weights, "size") != 0 ||
        strcmp(row->network, "haec") == 0)
        return false;
    published_world(row, &world);
    world_map(&world, row->algorithm, placement);
    ours = published_hop_bytes(row, &world, placement);
    if (ours > row->printed || ours > row->recomputed)
        fail_msg("%s %s %s: %.0f, published %.0f, %.0f", row->application, row->network,
                 row->algorithm, ours, row->printed, row->recomputed);
    world_free(&world);
    return true;
}

static void no_row_is_worse_than_published(void **state)
{
    (void)state;
    assert_int_equal(published_each(check_row), NAMES * 2 * 4);
}

/* ---- quality ----------------------------------------------------------------------------- */

static const char network_dragonfly[] = "network:\n  kind: dragonfly\n  groups: 4\n  rows: 2\n"
                                        "  columns: 4\n  nodes_per_router: 2\n"
                                        "  nodes: \"n[0-63]\"\n";

/* Allocations of 64 ranks: whole, uneven, with holes, out of order. */
static const struct world_machine machines[] = {
    {network_torus, "n[0-63]", {[0 ... 63] = 1}},
    {network_torus, "n[0-4,7,9,13-15,22,30-34,41,45,60,63]", {[0 ... 11] = 4, [12 ... 19] = 2}},
    {network_mesh_wide, "n[0-5,8-13,18-21]", {[0 ... 15] = 4}},
    {network_ring, "n[9,3,15,0,7,6,12,2,1,4,5,8,10,11,13,14]", {[0 ... 7] = 3, [8 ... 15] = 5}},
    {network_balanced, "n[0-15]", {[0 ... 13] = 4, 7, 1}},
    {network_unbalanced, "n[0-15]", {0, 16, 0, 8, 4, 4, 0, 0, 8, 8, [10 ... 14] = 3, 1}},
    {network_dragonfly, "n[0-63]", {[0 ... 63] = 1}},
    {network_dragonfly, "n[3-9,20-28]", {[0 ... 15] = 4}},
};

static void structure_is_found_on_every_network(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        struct world world;
        double random;

        world_on(&world, &machines[m], graph_mesh(4, 4, 4));
        random = score_of(&world, "random");
        for (size_t i = 0; i < NAMES; i++) {
            double ours = score_of(&world, names[i]);

            if (ours > 0.95 * random)
                fail_msg("%s on machine %zu: %.2f of random", names[i], m, ours / random);
        }
        world_free(&world);
    }
}

static void more_starts_are_never_worse(void **state)
{
    struct world world;
    double before = 0;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_random(64, 300, 11));
    for (int effort = TOPOMAP_EFFORT_FAST; effort <= TOPOMAP_EFFORT_BEST; effort++) {
        double score;

        world.job.effort = (enum topomap_effort)effort;
        score = score_of(&world, "pacmap");
        assert_true(effort == TOPOMAP_EFFORT_FAST || score <= before);
        before = score;
    }
    world_free(&world);
}

/* ---- many nodes -------------------------------------------------------------------------- */

#define MANY 4608 /* 16 x 16 x 18: more than all are compared with all */

static void make_many(struct world *world, const char *dims, uint32_t nodes,
                      struct topomap_graph *graph)
{
    uint32_t *one = calloc(nodes, sizeof *one);
    char network[128];
    char hosts[32];

    assert_non_null(one);
    for (uint32_t i = 0; i < nodes; i++)
        one[i] = 1;
    snprintf(hosts, sizeof hosts, "n[0-%u]", nodes - 1);
    snprintf(network, sizeof network, "network:\n  kind: torus\n  dims: %s\n  nodes: \"%s\"\n",
             dims, hosts);
    world_make(world, network, hosts, one, graph);
    free(one);
}

static void many_nodes_are_mapped(void **state)
{
    struct world world;
    double random;

    (void)state;
    make_many(&world, "[16, 16, 18]", MANY, graph_mesh(18, 16, 16));
    random = score_of(&world, "random");
    for (size_t i = 0; i < NAMES; i++) {
        if (score_of(&world, names[i]) > 0.7 * random)
            fail_msg("%s: %.2f of random", names[i], score_of(&world, names[i]) / random);
    }
    world_free(&world);
}

static void check_late(struct world *world, uint32_t ranks)
{
    uint32_t *late = calloc(2 * (size_t)ranks, sizeof *late), *done = late + ranks;

    assert_non_null(late);
    world_map(world, "topo-aware", done);
    world->job.deadline = 1e-9;
    world_map(world, "topo-aware", late);
    assert_int_equal(topomap_placement_check(world->allocation, late, NULL), 0);
    assert_true(world_hop_bytes(world, late) > 1.2 * world_hop_bytes(world, done));
    free(late);
    world_free(world);
}

/* Nodes of several sizes, and more nodes than all are compared with all. */
static void topo_aware_ends_at_the_deadline(void **state)
{
    static const uint32_t tasks[] = {[0 ... 15] = 1, [16 ... 31] = 3};
    struct world world;

    (void)state;
    world_make(&world, network_torus, "n[0-31]", tasks, graph_mesh(4, 4, 4));
    check_late(&world, 64);
    make_many(&world, "[16, 16, 18]", MANY, graph_mesh(18, 16, 16));
    check_late(&world, MANY);
}

/* All to all among many ranks: looking at all places would be cubic work, which no algorithm
 * does. */
static void dense_graphs_are_not_too_much(void **state)
{
    struct topomap_error error = {0};
    uint32_t placement[1400];
    struct world world;

    (void)state;
    make_many(&world, "[14, 10, 10]", 1400, graph_cliques(1, 1400));
    world_map(&world, "greedyallc", placement);
    assert_int_equal(world_try(&world, "topo-aware", placement, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_non_null(strstr(error.text, "1400 nodes"));
    world_free(&world);
}

/* ---- near nodes -------------------------------------------------------------------------- */

/* Lists are sorted, without repetition, and divided by distance as asked for. */
static void check_lists(const char *network, const char *hosts, uint32_t nodes, uint32_t nearest,
                        double wanted)
{
    uint32_t *one = calloc(nodes, sizeof *one);
    const struct nearest *near;
    struct world world;
    uint32_t found = 0;

    assert_non_null(one);
    for (uint32_t i = 0; i < nodes; i++)
        one[i] = 1;
    world_make(&world, network, hosts, one, graph_silent(nodes));
    free(one);
    near = map_shared_nearest(&world.job, NEAREST_CLOSE, NULL);
    assert_non_null(near);
    assert_int_equal(near->count, NEAREST);
    for (uint32_t node = 0; node < nodes; node++) {
        const uint32_t *list = nearest_of(near, node);
        uint32_t before = 0;

        for (uint32_t k = 0; k < NEAREST; k++) {
            uint32_t hops = topomap_allocation_distance(world.allocation, node, list[k]);

            assert_true(list[k] < nodes && list[k] != node && hops >= before);
            for (uint32_t i = 0; i < k; i++)
                assert_int_not_equal(list[i], list[k]);
            found += hops <= nearest;
            before = hops;
        }
    }
    if (found < wanted * nodes)
        fail_msg("%.2f of %.2f near ones a node", (double)found / nodes, wanted);
    world_free(&world);
}

static void near_nodes_are_found(void **state)
{
    static char tree[8192];
    size_t length = 0;

    (void)state;
    check_lists("network:\n  kind: torus\n  dims: [16, 16, 18]\n  nodes: \"n[0-4607]\"\n",
                "n[0-4607]", 4608, 1, 4.5);
    check_lists("network:\n  kind: mesh\n  dims: [64, 64]\n  nodes: \"n[0-4095]\"\n",
                "n[0-2500,2600-4095]", 3997, 2, 9);
    /* On a leaf of 20 there are 19 others: all lists consist of those. */
    for (uint32_t leaf = 0; leaf < 50; leaf++)
        length += (size_t)snprintf(tree + length, sizeof tree - length,
                                   "SwitchName=l%u Nodes=n[%u-%u]\n", leaf, leaf * 20,
                                   leaf * 20 + 19);
    snprintf(tree + length, sizeof tree - length, "SwitchName=top Switches=l[0-49]\n");
    check_lists(tree, "n[0-999]", 1000, 2, NEAREST);
}

/* Lists that need no distances, up to the number of other nodes. */
static void near_nodes_of_any_count_are_found(void **state)
{
    static const uint32_t one[2100] = {[0 ... 2099] = 1};
    static const struct {
        const char *hosts;
        uint32_t nodes;
        uint32_t count;
    } some[] = {{"n7", 1, 0}, {"n[3,4,9]", 3, 2}, {"n[0-16]", 17, 16}, {"n[0-2099]", 2100, 16}};

    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const struct nearest *near;
        struct world world;

        world_make(&world, "network: {kind: torus, dims: [2100], nodes: 'n[0-2099]'}",
                   some[i].hosts, one, graph_silent(some[i].nodes));
        near = map_shared_nearest(&world.job, NEAREST_QUICK, NULL);
        assert_non_null(near);
        assert_int_equal(near->count, some[i].count);
        for (uint32_t k = 0; k < some[i].nodes * near->count; k++) {
            uint32_t node = k / near->count;

            assert_true(near->node[k] < some[i].nodes && near->node[k] != node);
            assert_true(near->count < 16 || topomap_allocation_distance(world.allocation, node,
                                                                         near->node[k]) <= 16);
        }
        world_free(&world);
    }
}

/* ---- the state they share ---------------------------------------------------------------- */

static void vertices_come_by_bond(void **state)
{
    /* 2 has more traffic with 0 and 1 together than 3 with 0, but no edge as heavy; 5 to 7 do not
     * communicate with the others. */
    static const struct topomap_edge edges[] = {
        {0, 1, 50, 1}, {0, 2, 20, 1}, {2, 1, 20, 1}, {3, 0, 30, 1}, {3, 4, 1, 1}, {5, 7, 1, 1},
    };
    static const uint32_t by_sum[] = {0, 1, 2, 3, 4, 5, 7, 6};
    static const uint32_t by_edge[] = {0, 1, 3, 2, 4, 5, 7, 6};
    struct embed embed;
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-7]", 1, topomap_graph_create(8, edges, 6, NULL));
    assert_int_equal(embed_init(&embed, &world.job, EMBED_GROUPS, NULL), 0);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(embed_next(&embed), by_sum[i]);
        embed_put(&embed, by_sum[i], 7 - i);
    }
    assert_int_equal(embed.waiting, 0);
    embed_restart(&embed);
    embed.strongest = true;
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(embed_next(&embed), by_edge[i]);
        embed_put(&embed, by_edge[i], i);
    }
    embed_free(&embed);
    world_free(&world);
}

/* A given bond counts until the next edge adds to it. */
static void bonds_can_be_given(void **state)
{
    static const struct topomap_edge edges[] = {{0, 1, 50, 1}, {0, 2, 20, 1}, {3, 0, 30, 1}};
    struct embed embed;
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-3]", 1, topomap_graph_create(4, edges, 3, NULL));
    assert_int_equal(embed_init(&embed, &world.job, EMBED_GROUPS, NULL), 0);
    embed_put(&embed, 0, 0);
    assert_int_equal(embed_next(&embed), 1);
    embed_rebond(&embed, 1, 1);
    assert_int_equal(embed_next(&embed), 3);
    embed_rebond(&embed, 2, 60);
    assert_int_equal(embed_next(&embed), 2);
    embed_free(&embed);
    world_free(&world);
}

static void candidates_are_free_and_fit(void **state)
{
    static const uint32_t tasks[] = {2, 1, 0, 2, 1, 1, 2, 1};
    struct embed embed;
    struct world world;

    (void)state;
    world_make(&world, network_torus, "n[0-7]", tasks, graph_ring(10));
    assert_int_equal(embed_init(&embed, &world.job, EMBED_GROUPS, NULL), 0);
    assert_int_equal(embed.places, 7);
    assert_int_equal(embed.vertices, 7);
    while (embed.waiting) {
        uint32_t vertex = embed_next(&embed);

        embed_look(&embed, vertex, 0);
        assert_true(embed.candidates > 0);
        for (uint32_t i = 0; i < embed.candidates; i++) {
            assert_int_equal(embed.room[embed.candidate[i]], 1);
            assert_true(embed_fits(&embed, vertex, embed.candidate[i]));
            assert_true(i == 0 || embed.candidate[i - 1] < embed.candidate[i]);
            assert_true(embed_cost(&embed, embed_cheapest(&embed)) <=
                        embed_cost(&embed, embed.candidate[i]));
        }
        embed_put(&embed, vertex, embed_cheapest(&embed));
    }
    assert_int_equal(embed_free_right(&embed, 0), 7);
    embed_free(&embed);
    world_free(&world);
}

static void windows_reach_free_places(void **state)
{
    struct embed embed;
    struct world world;

    (void)state;
    make_many(&world, "[16, 16, 18]", MANY, graph_ring(MANY));
    assert_int_equal(embed_init(&embed, &world.job, EMBED_GROUPS, NULL), 0);
    /* Fill all but the two ends: whatever place is asked for, at least one end is found. */
    for (uint32_t v = 1; v < MANY - 1; v++)
        embed_put(&embed, v, v);
    for (uint32_t to = 0; to < MANY; to += 511) {
        embed_look_near(&embed, 0, to);
        assert_true(embed.candidates > 0);
        for (uint32_t i = 0; i < embed.candidates; i++)
            assert_true(embed.candidate[i] == 0 || embed.candidate[i] == MANY - 1);
    }
    embed_look(&embed, 0, 77);
    assert_int_equal(embed.bound, 1);
    assert_int_equal(embed.bound_to[0], 1);
    assert_int_equal(embed.candidate[0], 0);
    embed_free(&embed);
    world_free(&world);
}

static void scores_are_those_of_the_metrics(void **state)
{
    struct embed embed;
    struct world world;
    uint32_t placement[64];

    (void)state;
    world_even(&world, network_ring, "n[0-15]", 4, graph_mesh(4, 4, 4));
    assert_int_equal(embed_init(&embed, &world.job, EMBED_GROUPS, NULL), 0);
    for (uint32_t v = 0; v < 16; v++)
        embed_put(&embed, v, v * 7 % 16);
    embed_write(&embed, placement);
    assert_true(embed_score(&embed) == world_hop_bytes(&world, placement));
    embed_free(&embed);
    world_free(&world);
}

/* ---- bokhari on long distances ------------------------------------------------------------ */

#define FAR_NODES 7

/* Nodes 0 and 1 are neighbours, node 2 is near the later ones, and all others are far apart. */
static uint32_t far_apart(void *context, uint32_t a, uint32_t b)
{
    const uint32_t *far = context;
    uint32_t low = a < b ? a : b;

    return a + b == 1 ? 1 : low == 2 ? 2 : *far;
}

/* A hub that sends one byte more to one rank than any other pair exchanges. */
static struct topomap_graph *make_hub(void)
{
    static const struct topomap_edge edges[] = {{0, 1, 1000, 1}, {0, 2, 999, 1}, {0, 3, 999, 1},
                                                {0, 4, 999, 1}, {5, 6, 999, 1}};
    struct topomap_error error;
    struct topomap_graph *graph =
        topomap_graph_create(FAR_NODES, edges, sizeof edges / sizeof *edges, &error);

    assert_non_null(graph);
    assert_int_equal(graph_need_pairs(graph, &error), 0);
    return graph;
}

/* Bytes between neighbours come before hop-bytes however far the nodes are; a million bytes over
 * 4096 hops exceed 32 bits. */
static void no_distance_outweighs_neighbours(void **state)
{
    static const uint32_t fars[] = {100, 4095, 4096, 5000};

    (void)state;
    for (size_t i = 0; i < sizeof fars / sizeof *fars; i++) {
        struct world world = {.graph = make_hub()};
        struct topomap_error error = {.text = ""};
        uint32_t tasks[FAR_NODES], layout[FAR_NODES], placement[FAR_NODES], far = fars[i];
        const char *hosts[FAR_NODES];

        world.network = topomap_network_from_distances(FAR_NODES, NULL, far_apart, &far, &error);
        assert_non_null(world.network);
        for (uint32_t n = 0; n < FAR_NODES; n++) {
            tasks[n] = 1;
            layout[n] = n;
            hosts[n] = topomap_network_node_name(world.network, n);
        }
        world.allocation = topomap_allocation_from(world.network, FAR_NODES, hosts, tasks, &error);
        assert_non_null(world.allocation);
        world.job = (struct map_job){.graph = world.graph, .allocation = world.allocation,
                                     .layout = layout, .seed = 1,
                                     .shared = map_shared_create(&error)};
        assert_non_null(world.job.shared);
        world_map(&world, "bokhari", placement);
        assert_int_equal(topomap_network_distance(world.network, placement[0], placement[1]), 1);
        world_free(&world);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_is_worse_than_published),
        cmocka_unit_test(structure_is_found_on_every_network),
        cmocka_unit_test(more_starts_are_never_worse),
        cmocka_unit_test(no_distance_outweighs_neighbours),
        cmocka_unit_test(many_nodes_are_mapped),
        cmocka_unit_test(topo_aware_ends_at_the_deadline),
        cmocka_unit_test(dense_graphs_are_not_too_much),
        cmocka_unit_test(near_nodes_are_found),
        cmocka_unit_test(near_nodes_of_any_count_are_found),
        cmocka_unit_test(vertices_come_by_bond),
        cmocka_unit_test(bonds_can_be_given),
        cmocka_unit_test(candidates_are_free_and_fit),
        cmocka_unit_test(windows_reach_free_places),
        cmocka_unit_test(scores_are_those_of_the_metrics),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
