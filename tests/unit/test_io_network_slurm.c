/* SPDX-License-Identifier: BSD-3-Clause */
/* Slurm's topology.conf, what Slurm prints of its topology, and its topology.yaml. */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"
#include "wire/node_coordinates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "n0:s0 n1:s0 | s0:top*2": the switch above each node and switch, and the number of links if it is
 * not one. */
static void describe(const struct topomap_network *network, char *text)
{
    const struct network_tree *tree = network->tree;

    text[0] = '\0';
    for (uint32_t n = 0; n < network->nodes; n++) {
        strcat(strcat(text, topomap_network_node_name(network, n)), ":");
        strcat(strcat(text, tree->name[tree->leaf[n]]), " ");
    }
    strcat(text, "|");
    for (uint32_t s = 0; s < tree->switches; s++) {
        if (tree->parent[s] == NETWORK_NONE)
            continue;
        strcat(strcat(text, " "), tree->name[s]);
        strcat(strcat(text, ":"), tree->name[tree->parent[s]]);
        if (tree->width[s] != 1)
            sprintf(text + strlen(text), "*%u", tree->width[s]);
    }
}

static void files_give_these_trees(void **state)
{
    static const struct {
        const char *text;
        const char *tree;
    } cases[] = {
        {"SwitchName=s0 Nodes=n0\n", "n0:s0 |"},
        {"SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\nSwitchName=top Switches=s[0-1]\n",
         "n0:s0 n1:s0 n2:s1 n3:s1 | s0:top s1:top"},
        /* The root first; comments, blanks, quotes, case, carriage returns, no newline at the end. */
        {"# topology\r\n\n\tswitchname=top SWITCHES=\"s0,s1\"  # root\r\n"
         "SwitchName=s0 LinkSpeed=100 Nodes=n1,n0\r\nSwitchName=s1 nodes=n2",
         "n1:s0 n0:s0 n2:s1 | s0:top s1:top"},
        {"SwitchName=s0 \\\n  Nodes=n[0-1] \\\n  LinkSpeed=1\nSwitchName=s1 Switches=s0 Nodes=n2\\",
         "n0:s0 n1:s0 n2:s1 | s0:s1"},
        /* As Slurm prints it: switches list all nodes below them. */
        {"SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-1]\n"
         "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[2-3]\n"
         "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[0-4] Switches=s[0-1]\n",
         "n0:s0 n1:s0 n2:s1 n3:s1 n4:top | s0:top s1:top"},
        {"SwitchName=top Level=2 LinkSpeed=1 Nodes=n[0-3] Switches=mid\n"
         "SwitchName=mid Level=1 LinkSpeed=1 Nodes=n[0-2] Switches=s0,empty\n"
         "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-1]\nSwitchName=empty Level=0 LinkSpeed=1\n",
         "n0:s0 n1:s0 n2:mid n3:top | mid:top s0:mid empty:mid"},
        {"SwitchName=a Nodes=n0\nSwitchName=b Nodes=n1\n", "n0:a n1:b | a:(root) b:(root)"},
        /* Fat trees: all switches above a switch are one, in each level. */
        {"SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\nSwitchName=s4 Switches=s[0-1]\n"
         "SwitchName=s5 Switches=s[0-1]\nSwitchName=s6 Switches=s1,s0\n",
         "n0:s0 n1:s1 | s0:s4..s6*3 s1:s4..s6*3"},
        {"SwitchName=s4 Level=1 Nodes=n[0-1] Switches=s[0-1]\n"
         "SwitchName=s5 Level=1 Nodes=n[0-1] Switches=s[0-1]\n"
         "SwitchName=s0 Level=0 Nodes=n0\nSwitchName=s1 Level=0 Nodes=n1\n",
         "n0:s0 n1:s1 | s0:s4..s5*2 s1:s4..s5*2"},
        {"SwitchName=l0 Nodes=n0\nSwitchName=l1 Nodes=n1\nSwitchName=l2 Nodes=n2\n"
         "SwitchName=a0 Switches=l[0-1]\nSwitchName=a1 Switches=l[0-1]\n"
         "SwitchName=b0 Switches=l2\nSwitchName=b1 Switches=l2\n"
         "SwitchName=c0 Switches=a0,b0\nSwitchName=c1 Switches=a1,b1\n",
         "n0:l0 n1:l1 n2:l2 | l0:a0..a1*2 l1:a0..a1*2 l2:b0..b1*2 a0..a1:c0..c1*2 "
         "b0..b1:c0..c1*2"},
        /* Switches that share only some of those below them. */
        {"SwitchName=root Switches=p,q,u\nSwitchName=p Switches=s\nSwitchName=q Switches=s,t\n"
         "SwitchName=s Nodes=n0\nSwitchName=t Nodes=n1\nSwitchName=u Nodes=n2\n",
         "n0:s n1:t n2:u | p..q:root*2 s:p..q*2 t:p..q u:root"},
        {"SwitchName=a Nodes=n0\nSwitchName=b Nodes=n1\nSwitchName=c Nodes=n2\n"
         "SwitchName=p Switches=a\nSwitchName=q Switches=a\nSwitchName=r Switches=b,c\n",
         "n0:a n1:b n2:c | a:p..q*2 b:r c:r p..q:(root)*2 r:(root)"},
        /* A switch that lists all those below it. */
        {"SwitchName=top Switches=m[0-1],s[0-1]\nSwitchName=m0 Switches=s0\n"
         "SwitchName=m1 Switches=s1\nSwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n1\n",
         "n0:s0 n1:s1 | m0:top m1:top s0:m0 s1:m1"},
        /* Nodes with a link to each of two switches. */
        {"SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[0-1]\nSwitchName=c Nodes=n2\n"
         "SwitchName=top Switches=a,b,c\n",
         "n0:a..b n1:a..b n2:c | a..b:top*2 c:top"},
        /* Blocks with given sizes, or with Slurm's default sizes. */
        {"BlockName=b1 Nodes=n[0-1]\nBlockName=b2 Nodes=n[2-3]\nBlockSizes=2\n",
         "n0:b1 n1:b1 n2:b2 n3:b2 | b1:(root) b2:(root)"},
        {"BlockSizes=2,4\nBlockName=b1 Nodes=n[0-1]\nBlockName=b2 Nodes=n[2-3]\n"
         "BlockName=b3 Nodes=n[4-5]\n",
         "n0:b1 n1:b1 n2:b2 n3:b2 n4:b3 n5:b3 | b1:b1..b2 b2:b1..b2 b3:(root) b1..b2:(root)"},
        {"BlockName=b1 Nodes=n0\nBlockName=b2 Nodes=n1\nBlockName=b3 Nodes=n2\n",
         "n0:b1 n1:b2 n2:b3 | b1:b1..b2 b2:b1..b2 b3:b1..b3 b1..b2:b1..b3"},
        /* As Slurm prints them. */
        {"BlockName=b1 BlockIndex=0 Nodes=n[0-1] BlockSize=2\n"
         "BlockName=b2 BlockIndex=1 Nodes=n[2-3] BlockSize=2\n"
         "BlockName=b3 BlockIndex=2 Nodes=n[4-5] BlockSize=2\n"
         "BlockName=b4 BlockIndex=3 Nodes=n[6-7] BlockSize=2\n"
         "AggregatedBlock=b[1-4] BlockIndex=4 Nodes=n[0-7] BlockSize=8\n",
         "n0:b1 n1:b1 n2:b2 n3:b2 n4:b3 n5:b3 n6:b4 n7:b4 | b1:b1..b4 b2:b1..b4 b3:b1..b4 "
         "b4:b1..b4"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network = description_parse(cases[i].text, &error);
        char text[512];

        if (!network)
            fail_msg("%zu: %s", i, error.text);
        describe(network, text);
        assert_string_equal(text, cases[i].tree);
        routes_check(network);
        topomap_network_destroy(network);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {"", "t: is empty"},
        {"# nothing\n\n", "t: holds nothing but comments and blanks"},
        {"SwitchName=\n", "t:1:12: the value of 'SwitchName' is missing"},
        {"SwitchName=s0 Nodes=\n", "t:1:21: the value of 'Nodes' is missing"},
        {"SwitchName=s0 Nodes n0\n", "t:1:20: KEY=VALUE is expected"},
        {"SwitchName=s0 =n0\n", "t:1:15: KEY=VALUE is expected"},
        {"SwitchName=s0 Nodes=\"n0\n", "t:1:21: the quote is not closed"},
        {"SwitchName=s0 Node=n0\n", "t:1:15: unknown key 'Node'"},
        {"SwitchName=s0 Nodes=n0 Nodes=n1\n", "t:1:24: the key 'Nodes' occurs twice"},
        {"SwitchName=s0 Nodes=n0\nNodes=n1\n", "t:2:1: a line begins with SwitchName="},
        {"SwitchName=s0 Nodes=n0\nLevel=1 SwitchName=s1\n",
         "t:2:1: a line begins with SwitchName="},
        {"Nodes=n1 SwitchName=s0\n", "t:1:1: a line begins with SwitchName="},
        {"SwitchName=s0 Nodes=n[0-\n", "t:1: host list 'n[0-', character 2: the bracket is not"},
        {"SwitchName=s0 Nodes=n0\nSwitchName=s1 Switches=s[0\n", "t:2: host list 's[0'"},
        {"SwitchName=s0 Switches=s1 Nodes=n0\n", "t:1: switch 's1' is not defined"},
        {"SwitchName=s0 Nodes=n0\n\nSwitchName=s0 Nodes=n1\n",
         "t:3: switch 's0' is already defined on line 1"},
        {"SwitchName=a Switches=s,s\nSwitchName=s Nodes=n0\n", "t:1: switch 's' is listed twice"},
        {"SwitchName=a Switches=a Nodes=n0\n", "t:1: switch 'a' is below itself"},
        {"SwitchName=a Switches=b\nSwitchName=b Switches=c\nSwitchName=c Switches=a Nodes=n0\n",
         "t:1: switch 'a' is below itself"},
        /* A cycle through a switch below two others, and one that only appears when switches are
         * joined: a and b are above s, b and c above t, and c is below a. */
        {"SwitchName=s Switches=p\nSwitchName=p Switches=s Nodes=n0\nSwitchName=q Switches=s\n",
         "t:1: switch 's' is below itself"},
        {"SwitchName=s Nodes=n0\nSwitchName=t Nodes=n1\nSwitchName=a Switches=s,c\n"
         "SwitchName=b Switches=s,t\nSwitchName=c Switches=t\n",
         "t:3: switch 'a' is below itself, as those above one switch are one"},
        {"SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n[0-1]\n",
         "t:2: node 'n0' is already on switch 's0', and only switches that list the same nodes"},
        {"SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n0,n0\n", "t:2: node 'n0' is already"},
        {"SwitchName=s0 Nodes=n0,n0\n", "t:1: node 'n0' is listed twice"},
        {"SwitchName=s0\n", "t: no switch has a node"},
        {"Nodes=n0\n", "t:1:1: a line begins with SwitchName=, BlockName= or BlockSizes="},
        {"SwitchName=s BlockName=b\n", "t:1:14: the key 'BlockName' must begin a line"},
        {"BlockName=b Nodes=n0\nSwitchName=s Nodes=n1\n", "t:2: switches and blocks cannot"},
        {"SwitchName=s Nodes=n1\nBlockSizes=4\n", "t:2: switches and blocks cannot"},
        {"BlockName=b0 Nodes=n0\nBlockName=b0 Nodes=n1\n",
         "t:2: switch 'b0' is already defined on line 1"},
        {"blocksizes=4\n", "t: no switch has a node"},
        {"BlockSizes=4,x\n", "t:1: '4,x' is not a number of nodes"},
        {"BlockSizes=0\n", "t:1: a block has at least 1 node"},
        {"BlockName=b Nodes=n0\nBlockSizes=4,6\n", "t: blocks of 6 nodes do not consist of blocks"},
        {"RingName=r Nodes=n0\n", "t:1:1: 'RingName' lines do not tell where nodes are"},
        {"TorusName=t Dims=2x2x2 Nodes=n[0-7]\n", "t:1:1: 'TorusName' lines do not"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

static void topology_yaml_gives_these_trees(void **state)
{
    static const struct {
        const char *text;
        const char *tree; /* NULL: flat */
    } cases[] = {
        {"---\n- topology: t1\n  cluster_default: true\n  tree:\n    switches:\n"
         "    - switch: top\n      children: s[0-1]\n    - switch: s0\n      nodes: n[0-1]\n"
         "    - switch: s1\n      nodes: n2\n", "n0:s0 n1:s0 n2:s1 | s0:top s1:top"},
        {"- topology: f\n  cluster_default: False\n  flat: True\n"
         "- topology: t\n  cluster_default: True\n  tree:\n    switches:\n"
         "      - switch: sw_root\n        nodes: node[01-02]\n",
         "node01:sw_root node02:sw_root |"},
        {"- {topology: t, tree: {switches: [{switch: s, nodes: n0}]}}\n"
         "- {topology: b, block: {block_sizes: [4], blocks: [{block: b1, nodes: n0}]}}\n",
         "n0:s |"},
        {"- topology: b\n  block:\n    block_sizes: [1, 2]\n    blocks:\n"
         "    - {block: b1, nodes: n0}\n    - {block: b2, nodes: n1}\n    - {block: b3, nodes: "
         "n2}\n",
         "n0:b1 n1:b2 n2:b3 | b1:b1..b2 b2:b1..b2 b3:(root) b1..b2:(root)"},
        {"- {topology: f, flat: true}", NULL},
        {"- {topology: f, flat: {alpha_step_rank: true}}", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network = description_parse(cases[i].text, &error);
        char text[512];

        if (!network)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(topomap_network_kind(network), cases[i].tree ? "tree" : "flat");
        if (cases[i].tree) {
            describe(network, text);
            assert_string_equal(text, cases[i].tree);
        } else {
            assert_string_equal(topomap_network_summary(network),
                                "flat network, any nodes (any two 1 hop apart)");
        }
        topomap_network_destroy(network);
    }
}

/* The hops between two nodes of a network in a text of Slurm's. */
static void hops(const char *text, const char *topology, const char *a, const char *b,
                 uint32_t expected)
{
    struct topomap_error error = {.text = ""};
    struct topomap_network *network =
        topomap_network_parse_topology("t", text, strlen(text), topology, &error);

    if (!network)
        fail_msg("%s", error.text);
    assert_int_equal(topomap_network_distance(network,
                                              (uint32_t)topomap_network_find(network, a),
                                              (uint32_t)topomap_network_find(network, b)),
                     expected);
    topomap_network_destroy(network);
}

#define GRIDS                                                                                      \
    "- topology: flat\n  cluster_default: true\n  flat: true\n"                                    \
    "- topology: rings\n  ring:\n    rings:\n"                                                     \
    "      - {ring: r0, nodes: 'n[3,1,2,0]'}\n      - {ring: r1, nodes: 'm[0-3]'}\n"               \
    "- topology: torus\n  torus3d:\n    toruses:\n"                                                \
    "      - {name: t0, dims: {x: 4, y: 2, z: 1}, nodes: 'n[0-7]', placements: []}\n"              \
    "- topology: regions\n  torus3d:\n    toruses:\n      - name: t0\n"                            \
    "        dims: {x: 4, y: 4, z: 2}\n        regions:\n"                                         \
    "          - {anchor: {x: 0, y: 0, z: 0}, dims: {x: 2, y: 1, z: 1}, nodes: 'n[0-1]'}\n"        \
    "          - {anchor: {x: 3, y: 3, z: 1}, dims: {x: 1, y: 1, z: 1}, nodes: m}\n"

/* As slurmctld prints it: each kind is there. */
#define PRINTED                                                                                    \
    "%YAML 1.1\n---\n- topology: ring\n  cluster_default: true\n  block: {}\n  flat: {}\n"         \
    "  ring:\n    rings:\n    - ring: r\n      nodes: n0,n2,n1,n3\n  torus3d: {}\n  tree: {}\n"    \
    "- topology: torus\n  cluster_default: false\n  block: {}\n  flat: {}\n  ring: {}\n"           \
    "  torus3d:\n    toruses:\n    - name: t\n      nodes: n0,n2,n1,n3\n"                          \
    "      dims: {x: 4, y: 1, z: 1}\n      regions: []\n  tree: {}\n"                              \
    "- topology: none\n  block: {}\n  flat: {}\n  ring: {}\n  torus3d: {}\n  tree: {}\n"

static void rings_and_tori_have_these_distances(void **state)
{
    (void)state;
    /* Rings in the order that they are listed in; from one to another it is a hop. */
    hops(GRIDS, "rings", "n3", "n1", 1);
    hops(GRIDS, "rings", "n3", "n2", 2);
    hops(GRIDS, "rings", "n3", "n0", 1);
    hops(GRIDS, "rings", "n3", "m0", 1);
    hops(GRIDS, "rings", "n1", "m0", 2);
    /* x is fastest, and goes round. */
    hops(GRIDS, "torus", "n0", "n3", 1);
    hops(GRIDS, "torus", "n0", "n2", 2);
    hops(GRIDS, "torus", "n0", "n4", 1);
    hops(GRIDS, "torus", "n0", "n6", 3);
    hops(GRIDS, "regions", "n0", "n1", 1);
    hops(GRIDS, "regions", "n0", "m", 3);
    hops(PRINTED, NULL, "n0", "n1", 2);
    hops(PRINTED, "torus", "n0", "n1", 2);
    hops(PRINTED, "torus", "n0", "n3", 1);
}

static void switches_that_are_no_tree_have_these_distances(void **state)
{
    static const char cube[] = "TopologyPlugin=topology/hypercube\n"
                               "SwitchName=r0i0s0 Nodes=a[0-1] Switches=r0i0s1,r0i0s2-2\n"
                               "SwitchName=r0i0s1 Nodes=b Switches=r0i0s0,r0i0s3\n"
                               "SwitchName=r0i0s2 Nodes=c Switches=r0i0s0-2,r0i0s3\n"
                               "SwitchName=r0i0s3 Nodes=d Switches=r0i0s1,r0i0s2\n";
    static const char dragonfly[] = "TopologyParam=TopoOptional,Dragonfly\n"
                                    "SwitchName=g0 Nodes=a[0-1]\nSwitchName=g1 Nodes=b\n"
                                    "SwitchName=g2 Nodes=c\nSwitchName=up Switches=g[0-1]\n"
                                    "SwitchName=top Switches=up,g2\n";

    (void)state;
    hops(cube, NULL, "a0", "a1", 2);
    hops(cube, NULL, "a0", "b", 3);
    hops(cube, NULL, "a0", "d", 4);
    hops(dragonfly, NULL, "a0", "a1", 2);
    hops(dragonfly, NULL, "a0", "b", 3);
    hops(dragonfly, NULL, "a0", "c", 3);
    /* The same switches as a tree. */
    hops(strchr(dragonfly, '\n') + 1, NULL, "a0", "c", 5);
}

static void networks_of_slurm_become_our_own(void **state)
{
    static const struct {
        const char *text, *topology, *yaml;
    } cases[] = {
        {GRIDS, "rings",
         "network:\n  name: \"rings\"\n  kind: torus\n  dims: [4, 2]\n"
         "  wrap: [true, crossbar]\n  coordinates:\n    \"n3\": [0, 0]\n    \"n1\": [1, 0]\n"},
        {GRIDS, "torus", "network:\n  name: \"torus\"\n  kind: torus\n  dims: [4, 2, 1]\n"
                         "  coordinates:\n    \"n0\": [0, 0, 0]\n    \"n1\": [1, 0, 0]\n"},
        {"SwitchName=s Nodes=n[0-1]\n", NULL,
         "  kind: tree\n  switches:\n    - {name: \"s\", nodes: \"n0,n1\"}\n"},
        {"TopologyParam=dragonfly\nSwitchName=s Nodes=n0\nSwitchName=t Nodes=n1\n", NULL,
         "network:\n  kind: fabric\n  switches:\n    - {name: \"s\", nodes: \"n0\", "
         "ports: [\"t\"]}"},
        {"network:\n  kind: torus\n  dims: [2]\n  nodes: n[0-1]\n", NULL,
         "network:\n  kind: torus\n  dims: [2]\n  nodes: n[0-1]\n"},
        {"# By hand.\nnetwork: {kind: torus, dims: [2], nodes: 'n[0-1]'}\n", NULL,
         "# By hand.\nnetwork: {kind: torus, dims: [2], nodes: 'n[0-1]'}\n"},
        {"# By hand.\nnetwork: {kind: tree, children: [2], background: {node: 1}, nodes: 'n[0-1]'}\n",
         NULL, "background: {node: 1}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *yaml = topomap_network_describe("t", cases[i].text, strlen(cases[i].text),
                                              cases[i].topology, &error);
        struct topomap_network *network;

        if (!yaml || !strstr(yaml, cases[i].yaml))
            fail_msg("%zu: %s %s", i, yaml ? yaml : "", error.text);
        network = topomap_network_parse("again", yaml, strlen(yaml), &error);
        assert_non_null(network);
        topomap_network_destroy(network);
        free(yaml);
    }
    assert_null(topomap_network_describe("t", "- {topology: f, flat: true}", 27, NULL, NULL));
}

/* The YAML of nodes whose comments are given, or the message why there is none; the caller frees
 * it. NULL if no node has coordinates. */
static char *from_comments(const char *const comments[][2], size_t count)
{
    struct node_coordinates all = {0};
    struct topomap_error error;
    char *yaml;

    for (size_t i = 0; i < count; i++) {
        struct node_texts node = {.name = comments[i][0], .comment = comments[i][1]};

        node_coordinates_add(&all, &node, false);
    }
    if (node_coordinates_print(&all, &yaml, &error) == 0)
        return yaml;
    assert_null(yaml);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    return strdup(error.text);
}

#define FROM(comments) from_comments(comments, sizeof comments / sizeof *comments)

static void coordinates_of_nodes_span_a_torus(void **state)
{
    static const char *const nodes[][2] = {{"a", "rack 1 topomap=7,8"}, {"b", "x;topomap=9.8"},
                                           {"none", NULL},    {"far", "rack 3"},
                                           {"other", "no-topomap=1,1"}};
    static const char *const more[][2] = {{"a", "topomap=1:2"}, {"b", "topomap=1:2:3"}};
    static const char *const none[][2] = {{"a", ""}};
    struct topomap_error error;
    char *yaml = FROM(nodes);

    (void)state;
    assert_string_equal(yaml, "network:\n  kind: torus\n  dims: [3, 1]\n  coordinates:\n"
                              "    \"a\": [0, 0]\n    \"b\": [2, 0]\n");
    free(yaml);
    yaml = FROM(more);
    assert_null(description_parse(yaml, &error));
    assert_non_null(strstr(error.text, "node 'a' has 2 coordinates in 3 dimensions"));
    free(yaml);
    assert_null(FROM(none));
}

static void the_first_text_with_coordinates_counts(void **state)
{
    struct node_texts nodes[] = {{"a", "topomap=0", "topomap=5", "topomap=6"},
                                 {"b", "rack 4", "topomap=1", "topomap=6"},
                                 {"c", NULL, "", "gpu,topomap=2,big"}};
    struct node_coordinates all = {0};
    char *yaml;

    (void)state;
    for (size_t i = 0; i < 3; i++)
        node_coordinates_add(&all, &nodes[i], false);
    assert_int_equal(node_coordinates_print(&all, &yaml, NULL), 0);
    assert_string_equal(yaml, "network:\n  kind: torus\n  dims: [3]\n  coordinates:\n"
                              "    \"a\": [0]\n    \"b\": [1]\n    \"c\": [2]\n");
    free(yaml);
}

static void names_are_coordinates_of_3d_torus(void **state)
{
    struct node_texts nodes[] = {{.name = "cray0z1"}, {.name = "n1"}, {.name = "n-10"},
                                 {.name = "cray1Z1", .extra = "topomap=4,4,4"}};
    struct node_coordinates all = {0};
    char *yaml;

    (void)state;
    for (size_t i = 0; i < 4; i++)
        node_coordinates_add(&all, &nodes[i], true);
    assert_int_equal(node_coordinates_print(&all, &yaml, NULL), 0);
    assert_string_equal(yaml, "network:\n  kind: torus\n  dims: [2, 1, 1]\n  coordinates:\n"
                              "    \"cray0z1\": [0, 0, 0]\n    \"cray1Z1\": [1, 0, 0]\n");
    free(yaml);
}

static void nodes_may_name_their_grid(void **state)
{
    static const char *const mesh[][2] = {{"a", "topomap=mesh:4x3@3,0"},
                                          {"b", "topomap=mesh:4x3@1.2"}};
    static const char *const outside[][2] = {{"a", "topomap=torus:4x3@0,0"},
                                             {"b", "topomap=torus:4x3@4,0"}};
    static const char *const fewer[][2] = {{"a", "topomap=torus:4x3@1"}};
    struct topomap_network *network;
    struct topomap_error error;
    char *yaml = FROM(mesh);

    (void)state;
    assert_string_equal(yaml, "network:\n  kind: mesh\n  dims: [4, 3]\n  coordinates:\n"
                              "    \"a\": [3, 0]\n    \"b\": [1, 2]\n");
    network = description_parse(yaml, &error);
    assert_non_null(network);
    topomap_network_destroy(network);
    free(yaml);
    yaml = FROM(outside);
    assert_null(description_parse(yaml, &error));
    assert_non_null(strstr(error.text, "node 'b': coordinate 1 is 4, not from 0 to 3"));
    free(yaml);
    yaml = FROM(fewer);
    assert_null(description_parse(yaml, &error));
    assert_non_null(strstr(error.text, "node 'a' has 1 coordinates in 2 dimensions"));
    free(yaml);
}

static void coordinates_that_are_none_are_named(void **state)
{
    static const char *const words[] = {
        "", "70000", "x", "1x1", "1.", "1:x", "1,2,3,4,5,6,7,8,9", "torus:4x4", "torus:4x@1,1",
        "torus:@1", "torus:4x4@", "tree:4x4@1,1", "torus@1,1", "Torus:4@1",
        "torus:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1@1"};
    char comment[128], expected[256], *got;

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *const nodes[][2] = {{"good", "topomap=1,1"}, {"bad", comment}};

        snprintf(comment, sizeof comment, "rack topomap=%s then", words[i]);
        snprintf(expected, sizeof expected,
                 "node 'bad': 'topomap=%.*s' is neither topomap=X,Y nor like topomap=torus:4x4@X,Y",
                 60, words[i]);
        got = FROM(nodes);
        assert_string_equal(got, expected);
        free(got);
    }
}

static void nodes_of_different_grids_are_named(void **state)
{
    static const char *const kinds[][2] = {{"a", "topomap=torus:4x4@0,0"},
                                           {"b", "topomap=mesh:4x4@1,1"},
                                           {"c", "topomap=torus:5x5@1,1"}};
    static const char *const one[][2] = {{"a", "topomap=0,0"}, {"b", "topomap=mesh:4x4@1,1"}};
    static const char *const other[][2] = {{"a", "topomap=mesh:4x4@1,1"}, {"b", "topomap=0,0"}};
    char *got = FROM(kinds);

    (void)state;
    assert_string_equal(got, "nodes 'a' and 'b' name different networks in 'topomap=': "
                             "'torus:4x4' and 'mesh:4x4'");
    free(got);
    got = FROM(one);
    assert_string_equal(got, "nodes 'a' and 'b' name different networks in 'topomap=': "
                             "none and 'mesh:4x4'");
    free(got);
    got = FROM(other);
    assert_string_equal(got, "nodes 'a' and 'b' name different networks in 'topomap=': "
                             "'mesh:4x4' and none");
    free(got);
}

static void topology_yaml_faults_are_named(void **state)
{
    static const struct refused cases[] = {
        {"[]", "t:1: there is no topology"},
        {"- 7\n", "t:1: '7' is not a map"},
        {"- flat: true\n", "t:1: the key 'topology' is missing"},
        {"- topology: a\n  flat: true\n  colour: red\n", "t:3: unknown key 'colour'"},
        {"- topology: a\n  flat: maybe\n", "t:2: 'flat' is neither true nor false"},
        {"- topology: a\n  cluster_default: 3\n", "t:2: 'cluster_default' is neither true nor"},
        {"- topology: a\n  block: {}\n", "t:2: the key 'blocks' is missing"},
        {"- topology: a\n  block: {blocks: [{nodes: n0}]}\n", "t:2: the key 'block' is missing"},
        {"- topology: a\n  block: {blocks: [], block_sizes: [0]}\n", "t:2: a block has at least 1"},
        {"- topology: a\n  ring: {}\n", "t:2: the key 'rings' is missing"},
        {"- topology: a\n", "t:1: topology 'a' must be one of"},
        {"- topology: a\n  flat: true\n  tree: {switches: []}\n",
         "t:1: topology 'a' must be one of"},
        {"- topology: a\n  ring: {rings: []}\n", "t:2: 'rings' is empty"},
        {"- topology: a\n  ring: {rings: [{ring: r, nodes: 'n[0-1]'}, {ring: s, nodes: m}]}\n",
         "t:2: grids of different sizes are not supported"},
        {"- topology: a\n  torus3d: {toruses: [{name: t, dims: {x: 0, y: 1, z: 1}, nodes: n}]}\n",
         "t:2: 'x' must be above 0"},
        {"- topology: a\n  torus3d: {toruses: [{name: t, dims: {x: 1, y: 1, z: 1}}]}\n",
         "t:2: give one of nodes and regions"},
        {"- topology: a\n  torus3d: {toruses: [{name: t, dims: {x: 1, y: 1, z: 1}, "
         "nodes: 'n[0-1]'}]}\n", "t:2: 2 nodes for 1 places"},
        {"- topology: a\n  torus3d: {toruses: [{name: t, dims: {x: 2, y: 1, z: 1}, regions: "
         "[{anchor: {x: 1, y: 0, z: 0}, dims: {x: 2, y: 1, z: 1}, nodes: n}]}]}\n",
         "t:2: the region does not fit"},
        {"- topology: a\n  tree:\n    switches: s0\n", "t:3: 'switches' is not a list"},
        {"- topology: a\n  tree:\n    switches: []\n", "t: no switch has a node"},
        {"- topology: a\n  tree:\n    switches:\n    - nodes: n0\n", "t:4: the key 'switch' is"},
        {"- topology: a\n  tree:\n    switches:\n    - switch: s\n      children: x\n",
         "t:4: switch 'x' is not defined"},
        {"- topology: a\n  tree:\n    switches:\n    - switch: s\n      nodes: [n0]\n",
         "t:5: 'nodes' is not a plain value"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_these_trees),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(topology_yaml_gives_these_trees),
        cmocka_unit_test(topology_yaml_faults_are_named),
        cmocka_unit_test(rings_and_tori_have_these_distances),
        cmocka_unit_test(switches_that_are_no_tree_have_these_distances),
        cmocka_unit_test(networks_of_slurm_become_our_own),
        cmocka_unit_test(coordinates_of_nodes_span_a_torus),
        cmocka_unit_test(the_first_text_with_coordinates_counts),
        cmocka_unit_test(names_are_coordinates_of_3d_torus),
        cmocka_unit_test(nodes_may_name_their_grid),
        cmocka_unit_test(coordinates_that_are_none_are_named),
        cmocka_unit_test(nodes_of_different_grids_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
