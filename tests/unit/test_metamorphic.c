/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What must not change a score, on networks of every kind: other names of nodes, another order of
 * the allocation, other numbers of ranks, nodes without tasks. And what must change it in a known
 * way: more bytes, messages in the opposite direction.
 */
#include "unit/unit.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 16 /* of each network */
#define HOSTS 12 /* of them in the allocation, one of which is idle */
#define EDGES 150
#define ROUNDS 5
#define CLASSES 4 /* of links, at most */

/* Networks of 16 nodes; %s is their names. */
static const char *const networks[] = {
    "kind: tree\n  children: [2, 2, 4]\n  widths: [2, 1]\n  nodes: \"%s\"\n",
    "kind: torus\n  dims: [5, 2, 2]\n  nodes: \"%s\"\n",
    "kind: mesh\n  dims: [8, 2]\n  nodes: \"%s\"\n",
    "kind: haec\n  dims: [2, 3, 4]\n  nodes: \"%s\"\n",
    "kind: hypercube\n  dims: 4\n  nodes: \"%s\"\n",
    "kind: dragonfly\n  groups: 4\n  rows: 2\n  columns: 1\n  nodes_per_router: 2\n"
    "  nodes: \"%s\"\n",
    "kind: dragonfly\n  groups: 4\n  rows: 1\n  columns: 2\n  nodes_per_router: 2\n"
    "  node_links: false\n  routing: valiant\n  nodes: \"%s\"\n",
    "kind: percs\n  supernodes: 4\n  drawers: 2\n  nodes_per_drawer: 2\n  nodes: \"%s\"\n",
    "kind: percs\n  supernodes: 4\n  drawers: 2\n  nodes_per_drawer: 2\n  routing: indirect\n"
    "  nodes: \"%s\"\n",
    "kind: flat\n  nodes: \"%s\"\n",
    "kind: fabric\n  switches:\n    - {name: leaf, nodes: \"%s\", ports: [spine, spine]}\n"
    "    - {name: spine, ports: [leaf, leaf]}\n",
    "kind: matrix\n  nodes: \"%s\"\n  distances:\n"
    "  - [0,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3]\n  - [1,0,2,2,2,2,2,2,2,2,2,2,2,2,2,2]\n"
    "  - [2,2,0,1,1,1,1,1,1,1,1,1,1,1,1,1]\n  - [3,2,1,0,7,7,7,7,7,7,7,7,7,7,7,7]\n"
    "  - [4,2,1,7,0,3,3,3,3,3,3,3,3,3,3,3]\n  - [1,2,1,7,3,0,5,5,5,5,5,5,5,5,5,5]\n"
    "  - [2,2,1,7,3,5,0,1,1,1,1,1,1,1,1,1]\n  - [3,2,1,7,3,5,1,0,2,2,2,2,2,2,2,2]\n"
    "  - [4,2,1,7,3,5,1,2,0,9,9,9,9,9,9,9]\n  - [1,2,1,7,3,5,1,2,9,0,4,4,4,4,4,4]\n"
    "  - [2,2,1,7,3,5,1,2,9,4,0,6,6,6,6,6]\n  - [3,2,1,7,3,5,1,2,9,4,6,0,8,8,8,8]\n"
    "  - [4,2,1,7,3,5,1,2,9,4,6,8,0,2,2,2]\n  - [1,2,1,7,3,5,1,2,9,4,6,8,2,0,3,3]\n"
    "  - [2,2,1,7,3,5,1,2,9,4,6,8,2,3,0,5]\n  - [3,2,1,7,3,5,1,2,9,4,6,8,2,3,5,0]\n",
};

#define NETWORKS (sizeof networks / sizeof *networks)

static const uint32_t counts[HOSTS] = {3, 1, 4, 1, 0, 5, 2, 6, 5, 3, 1, 2};
#define RANKS 33

/* Everything that determines a score. */
struct scene {
    const char *kind;                /* text of the network */
    uint32_t name[NODES];            /* n<name[i]> is the network's node i */
    uint32_t hosts;                  /* of the allocation */
    uint32_t host[HOSTS + 1];        /* nodes of the network */
    uint32_t tasks[HOSTS + 1];
    struct topomap_edge edge[EDGES];
    uint32_t placement[RANKS];
};

struct measured {
    struct topomap_metrics metrics;
    struct topomap_time time;
    uint32_t classes;
    struct topomap_class_loads class[CLASSES];
    uint32_t links;
    double *loads;
};

static void scene_make(struct scene *scene, const char *kind, struct random *random)
{
    uint32_t nodes[NODES];
    uint32_t rank = 0;

    *scene = (struct scene){.kind = kind, .hosts = HOSTS};
    for (uint32_t i = 0; i < NODES; i++)
        scene->name[i] = nodes[i] = i;
    random_shuffle(random, nodes, NODES);
    for (uint32_t i = 0; i < HOSTS; i++) {
        scene->host[i] = nodes[i];
        scene->tasks[i] = counts[i];
        for (uint32_t task = 0; task < counts[i]; task++)
            scene->placement[rank++] = i;
    }
    scene->host[HOSTS] = nodes[HOSTS];
    random_shuffle(random, scene->placement, RANKS);
    for (uint32_t i = 0; i < EDGES; i++)
        scene->edge[i] = (struct topomap_edge){random_below(random, RANKS),
                                               random_below(random, RANKS),
                                               random_below(random, 1000000),
                                               1 + random_below(random, 50)};
}

static struct topomap_network *make_network(const struct scene *scene)
{
    char names[256];
    char text[4096] = "network:\n  ";
    struct topomap_error error = {0};
    struct topomap_network *network;
    size_t length = 0;

    for (uint32_t i = 0; i < NODES; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%sn%u", i ? "," : "",
                                   scene->name[i]);
    length = strlen(text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text + length, sizeof text - length, scene->kind, names);
#pragma GCC diagnostic pop
    network = topomap_network_parse("network", text, strlen(text), &error);
    if (!network)
        fail_msg("%s", error.text);
    return network;
}

static struct measured measure(const struct scene *scene)
{
    struct topomap_network *network = make_network(scene);
    struct topomap_graph *graph = topomap_graph_create(RANKS, scene->edge, EDGES, NULL);
    const char *hosts[HOSTS + 1];
    struct topomap_allocation *allocation;
    struct topomap_error error = {0};
    struct measured m = {.links = topomap_network_links(network),
                         .classes = topomap_network_classes(network)};

    for (uint32_t i = 0; i < scene->hosts; i++)
        hosts[i] = topomap_network_node_name(network, scene->host[i]);
    allocation = topomap_allocation_from(network, scene->hosts, hosts, scene->tasks, NULL);
    m.loads = calloc(m.links, sizeof *m.loads);
    assert_non_null(graph);
    assert_non_null(allocation);
    assert_non_null(m.loads);
    assert_uint_in_range(m.classes, 1, CLASSES);
    if (topomap_metrics_compute(graph, allocation, scene->placement, &m.metrics, &error) < 0 ||
        topomap_time_predict(graph, allocation, scene->placement, &m.time, &error) < 0 ||
        topomap_class_loads_compute(graph, allocation, scene->placement, m.class, &error) < 0 ||
        topomap_link_loads(graph, allocation, scene->placement, m.loads, &error) < 0)
        fail_msg("%s", error.text);
    topomap_allocation_destroy(allocation);
    topomap_graph_destroy(graph);
    topomap_network_destroy(network);
    return m;
}

static void equal(const char *kind, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-12 * fabs(expected))
        fail_msg("%s: %s is %.17g, not %.17g", kind, what, value, expected);
}

/* Check what depends on distances alone; there are `times` as many bytes. */
static void same_distances(const char *kind, const struct topomap_metrics *after,
                           const struct topomap_metrics *before, double times)
{
    equal(kind, "hop-bytes", after->hop_bytes, times * before->hop_bytes);
    equal(kind, "average hops", after->average_hops, before->average_hops);
    equal(kind, "bytes", after->total_bytes, times * before->total_bytes);
    equal(kind, "bytes between nodes", after->internode_bytes, times * before->internode_bytes);
    equal(kind, "messages", after->internode_messages, before->internode_messages);
    assert_int_equal(after->max_hops, before->max_hops);
    for (uint32_t hops = 0; hops < TOPOMAP_HOPS; hops++)
        equal(kind, "bytes by hops", after->bytes_by_hops[hops],
              times * before->bytes_by_hops[hops]);
}

/* Compare the scores of two scenes, and release those of the second. */
static void same(const char *kind, const struct measured *before, struct measured after,
                 double times)
{
    same_distances(kind, &after.metrics, &before->metrics, times);
    equal(kind, "heaviest link", after.metrics.max_link_bytes,
          times * before->metrics.max_link_bytes);
    equal(kind, "average link", after.metrics.average_link_bytes,
          times * before->metrics.average_link_bytes);
    equal(kind, "mean of links", after.metrics.mean_link_bytes,
          times * before->metrics.mean_link_bytes);
    equal(kind, "lightest link", after.metrics.min_link_bytes,
          times * before->metrics.min_link_bytes);
    assert_int_equal(after.metrics.used_links, before->metrics.used_links);
    equal(kind, "transfer", after.time.transfer, times * before->time.transfer);
    equal(kind, "latency", after.time.latency, before->time.latency);
    assert_int_equal(after.classes, before->classes);
    for (uint32_t c = 0; c < after.classes; c++) {
        equal(kind, after.class[c].name, after.class[c].bytes, times * before->class[c].bytes);
        equal(kind, after.class[c].name, after.class[c].max_link_bytes,
              times * before->class[c].max_link_bytes);
        assert_int_equal(after.class[c].used_links, before->class[c].used_links);
    }
    assert_int_equal(after.links, before->links);
    for (uint32_t link = 0; link < after.links; link++)
        equal(kind, "load", after.loads[link], times * before->loads[link]);
    free(after.loads);
}

/* Change each of many scenes on each network, and check how the scores change. */
static void for_all(void (*change)(struct scene *scene, struct random *random), double times)
{
    struct random random;

    random_seed(&random, 11);
    for (size_t n = 0; n < NETWORKS; n++) {
        for (uint32_t round = 0; round < ROUNDS; round++) {
            struct scene scene;
            struct measured before;

            scene_make(&scene, networks[n], &random);
            before = measure(&scene);
            assert_true(before.metrics.hop_bytes > 0);
            change(&scene, &random);
            same(networks[n], &before, measure(&scene), times);
            free(before.loads);
        }
    }
}

static void rename_nodes(struct scene *scene, struct random *random)
{
    random_shuffle(random, scene->name, NODES);
}

static void names_of_nodes_do_not_count(void **state)
{
    (void)state;
    for_all(rename_nodes, 1);
}

static void reorder_allocation(struct scene *scene, struct random *random)
{
    struct scene old = *scene;
    uint32_t order[HOSTS], place[HOSTS];

    for (uint32_t i = 0; i < HOSTS; i++)
        order[i] = i;
    random_shuffle(random, order, HOSTS);
    for (uint32_t i = 0; i < HOSTS; i++) {
        scene->host[i] = old.host[order[i]];
        scene->tasks[i] = old.tasks[order[i]];
        place[order[i]] = i;
    }
    for (uint32_t r = 0; r < RANKS; r++)
        scene->placement[r] = place[old.placement[r]];
}

static void the_order_of_nodes_does_not_count(void **state)
{
    (void)state;
    for_all(reorder_allocation, 1);
}

static void rename_ranks(struct scene *scene, struct random *random)
{
    struct scene old = *scene;
    uint32_t number[RANKS];

    for (uint32_t r = 0; r < RANKS; r++)
        number[r] = r;
    random_shuffle(random, number, RANKS);
    for (uint32_t r = 0; r < RANKS; r++)
        scene->placement[number[r]] = old.placement[r];
    for (uint32_t i = 0; i < EDGES; i++) {
        scene->edge[i].src = number[old.edge[i].src];
        scene->edge[i].dst = number[old.edge[i].dst];
    }
}

static void numbers_of_ranks_do_not_count(void **state)
{
    (void)state;
    for_all(rename_ranks, 1);
}

static void add_idle_node(struct scene *scene, struct random *random)
{
    (void)random;
    scene->hosts++;
}

static void idle_nodes_do_not_count(void **state)
{
    (void)state;
    for_all(add_idle_node, 1);
}

static void send_seven_times_as_much(struct scene *scene, struct random *random)
{
    (void)random;
    for (uint32_t i = 0; i < EDGES; i++)
        scene->edge[i].bytes *= 7;
}

static void more_bytes_count_in_proportion(void **state)
{
    (void)state;
    for_all(send_seven_times_as_much, 7);
}

/* Distances are symmetric; loads need not be, as routes back may take other links. */
static void directions_do_not_count_in_distances(void **state)
{
    struct random random;

    (void)state;
    random_seed(&random, 12);
    for (size_t n = 0; n < NETWORKS; n++) {
        struct scene scene;
        struct measured before, after;

        scene_make(&scene, networks[n], &random);
        before = measure(&scene);
        for (uint32_t i = 0; i < EDGES; i++) {
            uint32_t src = scene.edge[i].src;

            scene.edge[i].src = scene.edge[i].dst;
            scene.edge[i].dst = src;
        }
        after = measure(&scene);
        same_distances(networks[n], &after.metrics, &before.metrics, 1);
        free(before.loads);
        free(after.loads);
    }
}

static void every_kind_is_here(void **state)
{
    const char *kind, *summary;

    (void)state;
    for (size_t i = 0; topomap_network_kind_get(i, &kind, &summary); i++) {
        bool found = false;

        for (size_t n = 0; n < NETWORKS && !found; n++)
            found = strncmp(networks[n] + strlen("kind: "), kind, strlen(kind)) == 0;
        if (!found)
            fail_msg("no network of kind %s", kind);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_nodes_do_not_count),
        cmocka_unit_test(the_order_of_nodes_does_not_count),
        cmocka_unit_test(numbers_of_ranks_do_not_count),
        cmocka_unit_test(idle_nodes_do_not_count),
        cmocka_unit_test(more_bytes_count_in_proportion),
        cmocka_unit_test(directions_do_not_count_in_distances),
        cmocka_unit_test(every_kind_is_here),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
