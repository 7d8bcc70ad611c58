/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/random.h"
#include "map/common/shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char network_two_leaves[] = "SwitchName=l0 Nodes=n[0-3]\n"
                                  "SwitchName=l1 Nodes=n[4-7]\n"
                                  "SwitchName=top Switches=l[0-1]\n";

const char network_balanced[] = "SwitchName=l0 Nodes=n[0-3]\n"
                                "SwitchName=l1 Nodes=n[4-7]\n"
                                "SwitchName=l2 Nodes=n[8-11]\n"
                                "SwitchName=l3 Nodes=n[12-15]\n"
                                "SwitchName=m0 Switches=l[0-1]\n"
                                "SwitchName=m1 Switches=l[2-3]\n"
                                "SwitchName=top Switches=m[0-1]\n";

const char network_unbalanced[] = "SwitchName=l0 Nodes=n0\n"
                                  "SwitchName=l1 Nodes=n[1-7]\n"
                                  "SwitchName=l2 Nodes=n[8-10]\n"
                                  "SwitchName=l3 Nodes=n[11-15]\n"
                                  "SwitchName=m0 Switches=l[1-2]\n"
                                  "SwitchName=top Switches=l0,m0,l3\n";

const char network_torus[] = "network:\n"
                             "  kind: torus\n"
                             "  dims: [4, 4, 4]\n"
                             "  nodes: \"n[0-63]\"\n";

const char network_ring[] = "network:\n"
                            "  kind: torus\n"
                            "  dims: [16]\n"
                            "  nodes: \"n[0-15]\"\n";

const char network_mesh_wide[] = "network:\n"
                                 "  kind: mesh\n"
                                 "  dims: [8, 3]\n"
                                 "  nodes: \"n[0-23]\"\n";

const char network_alike[] = "network:\n"
                             "  kind: flat\n"
                             "  nodes: \"n[0-15]\"\n";

const struct world_machine machines_of_64[MACHINES_OF_64] = {
    {network_balanced, "n[0-15]", {[0 ... 15] = 4}},
    {network_balanced, "n[0-15]", {[0 ... 11] = 4, 0, 0, 9, 7}},
    {network_balanced, "n[5,0-4,6-15]", {[0 ... 11] = 4, 0, 0, 9, 7}},
    {network_unbalanced, "n[9,3,15,0,7,6,12,2]", {[0 ... 7] = 8}},
    {network_torus, "n[0-63]", {[0 ... 63] = 1}},
    {network_torus, "n[63,0-62]", {[0 ... 63] = 1}},
    {network_torus, "n[63,5,17,44,2,30]", {1, 31, 0, 16, 8, 8}},
    {network_alike, "n[0-15]", {[0 ... 15] = 4}},
    {network_ring, "n[7,0-6,8-15]", {[0 ... 15] = 4}},
    {network_ring, "n3", {64}},
};

static void world_join(struct world *world, struct topomap_graph *graph)
{
    struct topomap_error error;
    char grid[16] = "4x4x4";

    assert_non_null(graph);
    world->graph = graph;
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    assert_int_equal(topomap_graph_ranks(graph), topomap_allocation_ranks(world->allocation));
    world->layout = calloc(topomap_graph_ranks(graph), sizeof *world->layout);
    assert_non_null(world->layout);
    topomap_placement_block(world->allocation, world->layout);
    if (topomap_graph_ranks(graph) != 64)
        snprintf(grid, sizeof grid, "%ux1x1", topomap_graph_ranks(graph));
    world->coordinates = topomap_coordinates_grid(grid, NULL);
    assert_non_null(world->coordinates);
    world->job = (struct map_job){
        .graph = graph,
        .coordinates = world->coordinates,
        .allocation = world->allocation,
        .layout = world->layout,
        .effort = TOPOMAP_EFFORT_DEFAULT,
        .seed = 7,
        .shared = map_shared_create(&error),
    };
    assert_non_null(world->job.shared);
    world->request = (struct topomap_request){
        .graph = graph,
        .allocation = world->allocation,
        .effort = TOPOMAP_EFFORT_DEFAULT,
        .seed = 1,
    };
}

static void world_connect(struct world *world, const char *network)
{
    *world = (struct world){.network = network_of(network)};
}

void world_make(struct world *world, const char *network, const char *hosts, const uint32_t *tasks,
                struct topomap_graph *graph)
{
    struct topomap_error error = {0};
    char **names;
    uint32_t count;

    world_connect(world, network);
    assert_int_equal(topomap_hostlist_expand(hosts, &names, &count, &error), 0);
    world->allocation =
        topomap_allocation_from(world->network, count, (const char *const *)names, tasks, &error);
    if (!world->allocation)
        fail_msg("%s", error.text);
    topomap_hostlist_free(names, count);
    world_join(world, graph);
}

void world_on(struct world *world, const struct world_machine *machine,
              struct topomap_graph *graph)
{
    world_make(world, machine->network, machine->hosts, machine->tasks, graph);
}

void world_even(struct world *world, const char *network, const char *hosts, uint32_t tasks,
                struct topomap_graph *graph)
{
    uint32_t each[512];

    for (size_t i = 0; i < 512; i++)
        each[i] = tasks;
    world_make(world, network, hosts, each, graph);
}

void world_text(struct world *world, const char *network, const char *hosts, const char *tasks,
                const char *edges)
{
    struct topomap_error error = {0};
    struct topomap_graph *graph = topomap_graph_parse("graph", edges, strlen(edges), "edges",
                                                      &error);

    if (!graph)
        fail_msg("%s", error.text);
    world_connect(world, network);
    world->allocation = topomap_allocation_create(world->network, hosts, tasks, &error);
    if (!world->allocation)
        fail_msg("%s", error.text);
    world_join(world, graph);
}

void world_free(struct world *world)
{
    map_shared_destroy(world->job.shared);
    free(world->layout);
    topomap_coordinates_destroy(world->coordinates);
    topomap_graph_destroy(world->graph);
    topomap_allocation_destroy(world->allocation);
    topomap_network_destroy(world->network);
}

int world_try(struct world *world, const char *name, uint32_t *placement,
              struct topomap_error *error)
{
    const struct map_algorithm *algorithm = map_algorithm_find(name);
    struct map_result out = {.placement = placement};

    int result;

    assert_non_null(algorithm);
    result = algorithm->map(&world->job, &out, error);
    world->hints = out.hints;
    return result;
}

void world_map(struct world *world, const char *name, uint32_t *placement)
{
    struct topomap_error error = {0};

    if (world_try(world, name, placement, &error) < 0)
        fail_msg("%s: %s", name, error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, NULL), 0);
}

void world_shuffle(const struct world *world, uint64_t seed, uint32_t *placement)
{
    uint32_t ranks = topomap_graph_ranks(world->graph);
    struct random random;

    memcpy(placement, world->layout, ranks * sizeof *placement);
    random_seed(&random, seed);
    random_shuffle(&random, placement, ranks);
}

void world_refine(const struct world *world, const struct refinement *refinement,
                  uint32_t *placement)
{
    struct topomap_error error = {.text = ""};

    if (refinement_run(refinement, &world->job, placement, &error) < 0)
        fail_msg("%s", error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, &error), 0);
}

double world_seconds(const struct world *world, const uint32_t *placement)
{
    struct topomap_time time;

    assert_int_equal(topomap_time_predict(world->graph, world->allocation, placement, &time, NULL),
                     0);
    return time.seconds;
}

double world_hop_bytes(const struct world *world, const uint32_t *placement)
{
    struct topomap_metrics metrics;
    struct topomap_error error = {0};

    if (topomap_metrics_compute(world->graph, world->allocation, placement, &metrics, &error) < 0)
        fail_msg("%s", error.text);
    return metrics.hop_bytes;
}

/* ---- graphs ------------------------------------------------------------------------------ */

static struct topomap_graph *finish(uint32_t ranks, struct topomap_edge *edges, size_t count)
{
    struct topomap_error error = {0};
    struct topomap_graph *graph = topomap_graph_create(ranks, edges, count, &error);

    free(edges);
    if (!graph)
        fail_msg("%s", error.text);
    return graph;
}

static struct topomap_edge *new_edges(size_t count)
{
    struct topomap_edge *edges = calloc(count + 1, sizeof *edges);

    assert_non_null(edges);
    return edges;
}

/* Neighbour number `way` (0 to 26) of rank `r`, or `r` where the mesh ends. */
static uint32_t mesh_neighbour(const uint32_t size[3], uint32_t r, uint32_t way, uint32_t *apart)
{
    uint32_t at[3] = {r % size[0], r / size[0] % size[1], r / size[0] / size[1]};

    *apart = 0;
    for (uint32_t d = 0; d < 3; d++, way /= 3) {
        at[d] += way % 3;
        if (at[d] < 1 || at[d] > size[d])
            return r;
        at[d]--;
        *apart += way % 3 != 1;
    }
    return (at[2] * size[1] + at[1]) * size[0] + at[0];
}

struct partition_graph graph_view(const struct topomap_graph *graph)
{
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    return partition_graph_view(graph);
}

struct topomap_graph *graph_mesh(uint32_t x, uint32_t y, uint32_t z)
{
    static const uint64_t bytes[] = {0, 10000, 100, 1};
    const uint32_t size[3] = {x, y, z};
    uint32_t ranks = x * y * z;
    struct topomap_edge *edges = new_edges(27 * (size_t)ranks);
    size_t count = 0;

    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t way = 0; way < 27; way++) {
            uint32_t apart;
            uint32_t other = mesh_neighbour(size, r, way, &apart);

            if (other != r)
                edges[count++] = (struct topomap_edge){r, other, bytes[apart], 1};
        }
    }
    return finish(ranks, edges, count);
}

struct topomap_graph *graph_ring(uint32_t ranks)
{
    struct topomap_edge *edges = new_edges(ranks);

    for (uint32_t r = 0; r < ranks; r++)
        edges[r] = (struct topomap_edge){r, (r + 1) % ranks, 1000, 1};
    return finish(ranks, edges, ranks);
}

struct topomap_graph *graph_king(uint32_t side, uint32_t along, uint32_t diagonal)
{
    uint32_t ranks = side * side;
    struct topomap_edge *edges = new_edges((size_t)ranks * 4);
    size_t made = 0;

    for (uint32_t u = 0; u < ranks; u++) {
        bool below = u / side + 1 < side;

        if ((u + 1) % side)
            edges[made++] = (struct topomap_edge){u, u + 1, along, 1};
        if (below)
            edges[made++] = (struct topomap_edge){u, u + side, along, 1};
        if (below && (u + 1) % side)
            edges[made++] = (struct topomap_edge){u, u + side + 1, diagonal, 1};
        if (below && u % side)
            edges[made++] = (struct topomap_edge){u, u + side - 1, diagonal, 1};
    }
    return finish(ranks, edges, made);
}

struct topomap_graph *graph_cliques(uint32_t count, uint32_t size)
{
    uint32_t ranks = count * size;
    struct topomap_edge *edges = new_edges((size_t)ranks * size);
    size_t made = 0;

    for (uint32_t a = 0; a < ranks; a++) {
        for (uint32_t b = a % count; b < ranks; b += count)
            edges[made++] = (struct topomap_edge){a, b, 500, 2};
    }
    return finish(ranks, edges, made);
}

struct topomap_graph *graph_random(uint32_t ranks, uint32_t edges, uint64_t seed)
{
    struct topomap_edge *made = new_edges(edges);
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = 0; i < edges; i++) {
        made[i].src = random_below(&random, ranks);
        made[i].dst = random_below(&random, ranks);
        made[i].bytes = 1 + random_below(&random, 1000000);
        made[i].messages = 1;
    }
    return finish(ranks, made, edges);
}

struct topomap_graph *graph_silent(uint32_t ranks)
{
    return finish(ranks, new_edges(0), 0);
}

struct topomap_graph *graph_of_64(size_t index)
{
    switch (index) {
    case 0:
        return graph_mesh(4, 4, 4);
    case 1:
        return graph_random(64, 700, 3);
    case 2:
        return graph_cliques(8, 8);
    case 3:
        return graph_random(64, 90, 4);
    default:
        return graph_silent(64);
    }
}

struct topomap_graph *graph_shuffled(const char *pattern, uint64_t seed)
{
    struct topomap_graph *source = topomap_graph_pattern(pattern, 0, NULL);
    uint32_t ranks = topomap_graph_ranks(source);
    size_t count = topomap_graph_edges(source);
    struct topomap_edge *edges = new_edges(count);
    uint32_t *number = map_shuffled(seed, ranks);

    assert_non_null(number);
    for (size_t i = 0; i < count; i++) {
        edges[i] = topomap_graph_edge(source, i);
        edges[i].src = number[edges[i].src];
        edges[i].dst = number[edges[i].dst];
    }
    free(number);
    topomap_graph_destroy(source);
    return finish(ranks, edges, count);
}
