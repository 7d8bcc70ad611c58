/* SPDX-License-Identifier: BSD-3-Clause */
/* Slurm's topology.conf, what Slurm prints of its topology, and its topology.yaml. */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"

#include <string.h>

/* "n0:s0 n1:s0 | s0:top": the switch above each node and switch. */
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
        {"SwitchName=s0 Nodes=n0\nSwitchName=a Switches=s0\nSwitchName=b Switches=s0\n",
         "t:3: switch 's0' is already below 'a'"},
        {"SwitchName=a Switches=s,s\nSwitchName=s Nodes=n0\n", "t:1: switch 's' is already"},
        {"SwitchName=a Switches=a Nodes=n0\n", "t:1: switch 'a' is below itself"},
        {"SwitchName=a Switches=b\nSwitchName=b Switches=c\nSwitchName=c Switches=a Nodes=n0\n",
         "t:1: switch 'a' is below itself"},
        {"SwitchName=s0 Nodes=n0\nSwitchName=s1 Nodes=n0\n",
         "t:2: node 'n0' is already on switch 's0'"},
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
        {"RingName=r Nodes=n0\n", "topologies of 'RingName' lines are not supported"},
        {"TorusName=t Dims=2x2x2 Nodes=n[0-7]\n", "topologies of 'TorusName' lines"},
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
        {"- topology: a\n  ring: {}\n", "t:1: topology 'a' is not supported"},
        {"- topology: a\n", "t:1: topology 'a' is not supported"},
        {"- topology: a\n  flat: true\n  tree: {switches: []}\n", "t:1: topology 'a' is not"},
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
