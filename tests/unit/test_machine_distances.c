/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "machine/allocation.h"
#include "machine/distances.h"

#include <stdlib.h>
#include <string.h>

static struct topomap_network *parse(const char *text)
{
    struct topomap_error error;
    struct topomap_network *network =
        topomap_network_parse("network", text, strlen(text), &error);

    if (!network)
        fail_msg("%s", error.text);
    return network;
}

/* Every third node, backwards, so that numbers are neither dense nor in order. */
static void check(const char *text, uint32_t parts, bool tables)
{
    struct topomap_network *network = parse(text);
    uint32_t nodes = topomap_network_nodes(network) / 3;
    uint32_t *node = calloc(nodes, sizeof *node);
    struct distances distances;

    assert_non_null(node);
    for (uint32_t i = 0; i < nodes; i++)
        node[i] = topomap_network_nodes(network) - 1 - 3 * i;
    assert_int_equal(distances_init(&distances, network, nodes, node), 0);
    assert_int_equal(distances.parts, parts);
    assert_true(distances_exist(&distances) == tables);
    for (uint32_t a = 0; a < nodes && tables; a += 7) {
        for (uint32_t b = a % 5; b < nodes; b += nodes / 4000 + 1) {
            if (distances_between(&distances, a, b) !=
                topomap_network_distance(network, node[a], node[b]))
                fail_msg("%s: from node %u to node %u", text, node[a], node[b]);
        }
    }
    distances_free(&distances);
    free(node);
    topomap_network_destroy(network);
}

static void tables_tell_the_distances(void **state)
{
    (void)state;
    check("network: {kind: torus, dims: [71, 71], nodes: 'n[0-5040]'}", 2, true);
    check("network: {kind: torus, dims: [16, 25, 10], wrap: [true, false, crossbar], "
          "nodes: 'n[0-3999]'}", 3, true);
    check("network: {kind: haec, dims: [24, 24, 6], nodes: 'n[0-3455]'}", 3, true);
    check("network: {kind: hypercube, dims: 13, nodes: 'n[0-8191]'}", 3, true);
    check("network: {kind: dragonfly, groups: 16, rows: 4, columns: 4, nodes_per_router: 16, "
          "nodes: 'n[0-4095]', node_links: true}", 1, true);
    check("network: {kind: percs, supernodes: 16, drawers: 4, nodes_per_drawer: 64, "
          "nodes: 'n[0-4095]'}", 1, true);
    check("network: {kind: flat, nodes: 'n[0-3999]'}", 1, true);
    check("SwitchName=a Nodes=n[0-499]\nSwitchName=b Nodes=n[500-1999]\n"
          "SwitchName=c Nodes=n[2000-3999]\nSwitchName=d Switches=a,b\n"
          "SwitchName=e Switches=d,c\n", 1, true);
}

/* More routers than numbers of a part. */
static void groups_of_routers_have_tables_of_their_own(void **state)
{
    (void)state;
    check("network: {kind: dragonfly, groups: 400, rows: 5, columns: 7, nodes_per_router: 1, "
          "nodes: 'n[0-13999]'}", 0, true);
    check("network: {kind: dragonfly, groups: 150, rows: 8, columns: 12, nodes_per_router: 1, "
          "global_ports: 5, global_links: circulant, nodes: 'n[0-14399]', node_links: true}", 0,
          true);
    check("network: {kind: percs, supernodes: 450, drawers: 8, nodes_per_drawer: 4, "
          "nodes: 'n[0-14399]'}", 0, true);
}

/* Few nodes have a table of their own on any network. */
static void few_nodes_are_tabled_one_by_one(void **state)
{
    (void)state;
    check("network: {kind: torus, dims: [8, 8, 8], nodes: 'n[0-511]'}", 1, true);
    check("network: {kind: matrix, nodes: 'n[1-3]', distances: [[0, 1, 2], [1, 0, 3], [2, 3, 0]]}",
          1, true);
}

/* Numbers above 255 take more room, so that fewer nodes have a table of them. */
static void far_nodes_are_tabled_if_few(void **state)
{
    (void)state;
    check("network: {kind: mesh, dims: [257], nodes: 'n[0-256]'}", 0, true);
    check("network: {kind: torus, dims: [511], nodes: 'n[0-510]'}", 1, true);
    check("network: {kind: mesh, dims: [16, 16, 12], links: [{weight: 40}], nodes: 'n[0-3071]'}", 0,
          true);
    check("network: {kind: mesh, dims: [16, 16, 13], links: [{weight: 40}], nodes: 'n[0-3327]'}", 0,
          false);
    check("network: {kind: mesh, dims: [1000], links: [{weight: 66}], nodes: 'n[0-999]'}", 0, false);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_tell_the_distances),
        cmocka_unit_test(groups_of_routers_have_tables_of_their_own),
        cmocka_unit_test(few_nodes_are_tabled_one_by_one),
        cmocka_unit_test(far_nodes_are_tabled_if_few),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
