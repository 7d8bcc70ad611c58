/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#define SWITCH "Switch\t36 \"S-0000000000000001\"\t\t# \"leaf\" base port 0 lid 1 lmc 0\n"
#define TO_N0 "[1]\t\"H-0000000000000002\"[1](3) \t\t# \"n0 mlx5_0\" lid 2 4xHDR\n"
#define N0 "Ca\t1 \"H-0000000000000002\"\t\t# \"n0 mlx5_0\"\n"
#define FROM_N0 "[1](3) \t\"S-0000000000000001\"[1]\t\t# lid 2 lmc 0 \"leaf\" lid 1 4xHDR\n"
#define ONE SWITCH TO_N0 "\n" N0 FROM_N0
/* Two leaves with a host each, a spine between them, and tables of routes. */
#define S(n) "\"S-000000000000000" n "\""
#define TWO "Switch 3 " S("1") " # \"a\"\n[1] \"H-1\"[1]\n[2] " S("3") "[1]\n" \
            "Switch 3 " S("2") " # \"b\"\n[1] \"H-2\"[1]\n[2] " S("3") "[2]\n" \
            "Switch 3 " S("3") " # \"c\"\n[1] " S("1") "[2]\n[2] " S("2") "[2]\n" \
            "Ca 1 \"H-1\" # \"n1\"\n[1] " S("1") "[1] # lid 1\n" \
            "Ca 1 \"H-2\" # \"n2\"\n[1] " S("2") "[1] # lid 2\n"
#define OF(n, one, two) "Unicast lids of switch guid 0x" n " (x):\n" \
                        "0x0001 " one " :\n0x0002 " two " :\n"
#define FI(id, name) "0x000000000000000" id ";1;FI;" name " hfi1_0;"
#define SW(id, port) "0x000000000000000" id ";" port ";SW;sw" id
#define TABLE "Unicast lids [0x0-0x2] of switch Lid 1 guid 0x0000000000000001 (leaf):\n" \
              "  Lid  Out   Destination\n       Port     Info \n"

static char *import(const char *topology, const char *routes, struct topomap_error *error)
{
    return topomap_fabric_import("t", topology, strlen(topology), "r", routes,
                                 routes ? strlen(routes) : 0, error);
}

static void fabrics_become_descriptions(void **state)
{
    static const struct {
        const char *topology, *routes, *expected;
    } cases[] = {
        {ONE, NULL,
         "# By topomap network import, from t.\nnetwork:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 25000000000}\n    - {}\n  switches:\n    - name: \"leaf\"\n"
         "      nodes: \"n0\"\n"},
        {"vendid=0x2c9\nswitchguid=0x1(1)\n" ONE "\n# end\n",
         TABLE "0x0001 000 : (Switch portguid 0x1: 'leaf')\n"
         "0x0002 001 : (Channel Adapter portguid 0x3: 'n0 mlx5_0')\n2 valid lids dumped\n",
         "# By topomap network import, from t and r.\nnetwork:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 25000000000}\n    - {}\n  switches:\n    - name: \"leaf\"\n"
         "      nodes: \"n0\"\n      routes: \"0\"\n"},
        /* Words behind the rate: of --full, and of vendors. */
        {SWITCH TO_N0 "[2] \"S-07\"[1] # \"4xSDR\" lid 3 4xNDR s=4 w=2 v=4 slot 2\r\n"
         "Switch 2 \"S-07\"\n[1] \"S-0000000000000001\"[2] # \"leaf\" lid 1 4xNDR (scp)\n" N0
         "[1](3) \"S-0000000000000001\"[1] # lid 2 lmc 0 \"leaf\" lid 1 2xHDR s=4 w=16 v=4\n", NULL,
         "# By topomap network import, from t.\n"
         "# No routes are given: traffic spreads evenly over all shortest ones.\n"
         "network:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 12500000000}\n    - {bandwidth: 50000000000}\n  switches:\n"
         "    - name: \"leaf\"\n      nodes: \"n0\"\n      ports: [\"S-07\"]\n"
         "    - name: \"S-07\"\n      ports: [\"leaf\"]\n"},
        /* A second adapter of the host is a rail; computing switches are no hosts. Switches get
         * distinct names, in which what lists would misread is replaced. */
        {"Switch 9 \"S-1\" # \"a [1]\"\n[1] \"S-2\"[1] # \"a [1]\" lid 2 4xSDR\n"
         "[3] \"H-4\"[1]\n[9] \"H-5\"[1]\n"
         "Switch 2 \"S-2\" # \"a [1]\"\n[1] \"S-1\"[1]\n[2] \"H-3\"[1](5)\n"
         "Ca 1 \"H-3\" # \"n1 a\"\n[1](5) \"S-2\"[2]\nCa 1 \"H-4\" # \"n1 b\"\n[1] \"S-1\"[3]\n"
         "Ca 1 \"H-5\" # \"Mellanox Technologies Aggregation Node\"\n[1] \"S-1\"[9]\n", NULL,
         "# By topomap network import, from t.\n# 1 further port of hosts left out: a node has one "
         "link.\n"
         "# No routes are given: traffic spreads evenly over all shortest ones.\n"
         "network:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {}\n    - {bandwidth: 1000000000}\n  switches:\n    - name: \"a__1_\"\n"
         "      ports: [\"a__1_.S-2\"]\n    - name: \"a__1_.S-2\"\n      nodes: \"n1\"\n"
         "      ports: [\"a__1_\"]\n"},
        /* Adapters that nobody named do not keep the others from being read. MTL001 is a name. */
        {"Switch 9 \"S-1\" # \"a\"\n[1] \"H-3\"[1]\n[2] \"H-4\"[1]\n[3] \"H-5\"[1]\n[4] \"H-6\"[1]\n"
         "Ca 1 \"H-3\" # \"MT4129 ConnectX7   Mellanox Technologies\"\n[1] \"S-1\"[1]\n"
         "Ca 1 \"H-4\" # \"MTL001 HCA-1\"\n[1] \"S-1\"[2]\n"
         "Ca 1 \"H-5\" # \"MT4129 ConnectX7   Mellanox Technologies\"\n[1] \"S-1\"[3]\n"
         "Ca 1 \"H-6\" # \"n[0-1]\"\n[1] \"S-1\"[4]\n", NULL,
         "# By topomap network import, from t.\n# 3 ports left out: the description of the adapter, as "
         "on line 6, does not begin with the host's name.\nnetwork:\n  kind: fabric\n"
         "  switches:\n    - name: \"a\"\n      nodes: \"MTL001\"\n"},
        /* Cables from a switch to itself, one of them from a port to itself, are left out. */
        {SWITCH TO_N0 "[2] \"S-0000000000000001\"[3]\n[3] \"S-0000000000000001\"[2]\n"
         "[4] \"S-0000000000000001\"[4] # \"leaf\" lid 1 4xSDR\n" N0 FROM_N0, NULL,
         "# By topomap network import, from t.\nnetwork:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 25000000000}\n    - {}\n  switches:\n    - name: \"leaf\"\n"
         "      nodes: \"n0\"\n"},
        /* A table may come twice. */
        {TWO, OF("1", "001", "002") OF("2", "002", "001") OF("3", "001", "002")
         OF("1", "001", "002"),
         "# By topomap network import, from t and r.\nnetwork:\n  kind: fabric\n  switches:\n"
         "    - name: \"a\"\n      nodes: \"n1\"\n      ports: [\"c\"]\n      routes: \"0 1\"\n"
         "    - name: \"c\"\n      ports: [\"a\", \"b\"]\n      routes: \"1 2\"\n"
         "    - name: \"b\"\n      nodes: \"n2\"\n      ports: [\"c\"]\n      routes: \"1 0\"\n"},
        /* Routers of a chassis are not described with --grouping. */
        {SWITCH TO_N0 "[2] \"R-0000000000000009\"[1](9) # \"r\" lid 9 4xHDR\n" N0 FROM_N0, NULL,
         "# By topomap network import, from t.\nnetwork:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 25000000000}\n    - {}\n  switches:\n    - name: \"leaf\"\n"
         "      nodes: \"n0\"\n"},
        /* The rail of a host is that of mlx5_2, and of its port 1, whichever the file has first. */
        {"Switch 9 \"S-1\" # \"a\"\n[1] \"S-2\"[1]\n[2] \"H-3\"[1]\n[3] \"H-5\"[1]\n"
         "[4] \"H-4\"[2]\n"
         "Switch 9 \"S-2\" # \"b\"\n[1] \"S-1\"[1]\n[2] \"H-4\"[1]\n[3] \"H-6\"[1]\n"
         "Ca 1 \"H-3\" # \"n1 mlx5_10\"\n[1] \"S-1\"[2] # lid 3 lmc 0 \"a\" lid 1 4xSDR\n"
         "Ca 1 \"H-4\" # \"n1 mlx5_2\"\n[2] \"S-1\"[4] # lid 7 lmc 0 \"a\" lid 1 4xSDR\n"
         "[1] \"S-2\"[2] # lid 4 lmc 0 \"b\" lid 2 4xHDR\n"
         "Ca 1 \"H-6\" # \"n2 mlx5_2\"\n[1] \"S-2\"[3] # lid 6 lmc 0 \"b\" lid 2 4xHDR\n"
         "Ca 1 \"H-5\" # \"n2 mlx5_10\"\n[1] \"S-1\"[3] # lid 5 lmc 0 \"a\" lid 1 4xSDR\n", NULL,
         "# By topomap network import, from t.\n"
         "# 3 further ports of hosts left out: a node has one link.\n"
         "# No routes are given: traffic spreads evenly over all shortest ones.\n"
         "network:\n  kind: fabric\n"
         "  links:                   # of nodes, of switches: the slowest of each\n"
         "    - {bandwidth: 25000000000}\n    - {}\n  switches:\n    - name: \"a\"\n"
         "      ports: [\"b\"]\n    - name: \"b\"\n      nodes: \"n1,n2\"\n"
         "      ports: [\"a\"]\n"},
        /* Omni-Path: a second adapter of n1, two cables between the switches. */
        {FI("1", "n0") SW("a", "1") "\n" FI("2", "n1") SW("b", "1") "\r\n"
         "0x0000000000000003;1;FI;n1 hfi1_1;" SW("b", "2") "\n# more\n\n" SW("b", "3") ";" SW("a", "2") "\n"
         SW("a", "3") ";" SW("b", "4"), NULL,
         "# By topomap network import, from t.\n# 1 further port of hosts left out: a node has one "
         "link.\n"
         "# No routes are given: traffic spreads evenly over all shortest ones.\n"
         "network:\n  kind: fabric\n  switches:\n    - name: \"swa\"\n"
         "      nodes: \"n0\"\n      ports: [\"swb\", \"swb\"]\n    - name: \"swb\"\n"
         "      nodes: \"n1\"\n      ports: [\"swa\", \"swa\"]\n"},
        {"SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n2\nSwitchName=top Switches=s[0-1]\n",
         NULL,
         "# By topomap network import, from t.\nnetwork:\n  kind: tree\n  switches:\n"
         "    - {name: \"s0\", nodes: \"n0,n1\"}\n    - {name: \"s1\", nodes: \"n2\"}\n"
         "    - {name: \"top\", switches: \"s0,s1\"}\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *text = import(cases[i].topology, cases[i].routes, &error);
        struct topomap_network *network;

        if (!text)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(text, cases[i].expected);
        network = topomap_network_parse("d", text, strlen(text), &error);
        if (!network)
            fail_msg("%zu: %s", i, error.text);
        topomap_network_destroy(network);
        free(text);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct {
        const char *topology, *routes, *error;
    } cases[] = {
        {"", NULL, "t: "},
        {"# nothing\n", NULL, "t: no ports with cables"},
        {SWITCH, NULL, "t: no ports with cables"},
        {"hello\n", NULL, "t:1:1: not a line of ibnetdiscover"},
        {TO_N0, NULL, "t:1:1: a port without a switch or adapter above it"},
        {SWITCH SWITCH, NULL, "S-0000000000000001 is described already on line 1"},
        {"Switch many\n", NULL, "t:1:8: "},
        {"Switch 36 S-1\n", NULL, "t:1:11: a text in quotes is expected"},
        {"Switch 36 \"S-1\n", NULL, "t:1:11: the text in quotes has no end"},
        {"Switch 36 \"X-1\"\n", NULL, "t:1:11: an identifier like"},
        {SWITCH "[1 \"S-2\"[1]\n", NULL, "t:2:3: ']' is expected"},
        {SWITCH "[1](3 \"S-2\"[1]\n", NULL, "t:2:4: the bracket has no end"},
        {SWITCH "[1] \"S-2\"1\n", NULL, "t:2:10: the number of a port in brackets is expected"},
        {SWITCH "[300] \"S-2\"[1]\n", NULL, "t:2:2: "},
        {SWITCH TO_N0, NULL, "t:2: H-0000000000000002 is not described"},
        {SWITCH TO_N0 N0, NULL,
         "t:2: the other end of this cable is not listed: from port 1 of H-0000000000000002 to "
         "port 1 of S-0000000000000001"},
        {SWITCH N0 FROM_N0, NULL, "t:3: the other end of this cable is not listed"},
        {SWITCH TO_N0 N0 "[1] \"S-0000000000000001\"[2]\n", NULL,
         "t:2: the other end of this cable is not listed"},
        {SWITCH TO_N0 N0 FROM_N0 FROM_N0, NULL, "t:5: port 1 is given twice"},
        {"Switch 2 \"S-1\"\n[1] \"S-1\"[2]\n[2] \"S-1\"[1]\n", NULL,
         "t: no channel adapters with a cable"},
        {SWITCH TO_N0 "Ca 1 \"H-0000000000000002\" # \"MT23108 InfiniHost\"\n" FROM_N0, NULL,
         "t:3: the description 'MT23108 InfiniHost' does not begin with the host's name, nor does "
         "that of any other adapter"},
        {SWITCH TO_N0 "Ca 1 \"H-0000000000000002\" # \"n[0-1]\"\n" FROM_N0, NULL,
         "t:3: the description 'n[0-1]' does not begin"},
        {ONE "Switch 2 \"S-7\" # \"b\"\n[1] \"S-8\"[1]\n[1] \"S-8\"[2]\nSwitch 2 \"S-8\"\n", NULL,
         "t:8: port 1 is given twice"},
        /* Two adapters are no two ports of one. The second pair of a host's is looked at, too. */
        {"Switch 9 \"S-1\" # \"a\"\n[1] \"H-3\"[1]\n[2] \"H-3\"[2]\n[3] \"H-4\"[1]\n"
         "Ca 2 \"H-3\" # \"localhost mlx5_0\"\n[1] \"S-1\"[1]\n[2] \"S-1\"[2]\n"
         "Ca 1 \"H-4\" # \"localhost mlx5_0\"\n[1] \"S-1\"[3]\n", NULL,
         "t:8: 'localhost mlx5_0' describes both H-4 and, on line 5, H-3: two hosts have the same "
         "name, or two adapters of one the same description"},
        {FI("1", "n1") SW("a", "1") "\n0x0000000000000002;1;FI;n1 hfi1_1;" SW("a", "2")
         "\n0x0000000000000003;1;FI;n1 hfi1_1;" SW("a", "3") "\n", NULL,
         "t:3: 'n1 hfi1_1' describes both H-0000000000000003 and, on line 2, H-0000000000000002: "},
        {"0x1;1;FI;n0;0x2;1;SW;a\n", NULL, "t:1:1: an identifier like 0x00117501010b0c0d"},
        {FI("g", "n0") SW("a", "1") "\n", NULL, "t:1:1: an identifier like"},
        {FI("1", "n0") SW("a", "300") "\n", NULL, "t:1:54: "},
        {FI("1", "n0") SW("a", "1:2") "\n", NULL, "t:1:56: ';' is expected"},
        {FI("1", "n0") "0x000000000000000a;1;CA;a\n", NULL, "t:1:56: FI or SW is expected"},
        {FI("1", "n0") "\n", NULL, "t:1:35: an identifier like"},
        {FI("1", "n0") SW("a", "1") ";x\n", NULL, "a cable has two ports of four fields each"},
        {FI("1", "n0") SW("a", "1") "\n" FI("2", "n1") SW("a", "1") "\n", NULL,
         "t:2: port 1 is given twice"},
        {FI("1", "n0") SW("a", "1") "\n" FI("2", "n1") SW("b", "1") "\n", NULL,
         "t: no cables lead from switch 'swa' to 'swb'"},
        {SW("a", "1") ";" SW("b", "1") "\n", NULL, "t: no channel adapters with a cable"},
        {FI("1", "n0") SW("a", "1") "\n", TABLE, "t: routes are read for InfiniBand only"},
        {ONE, "", "r: "},
        {ONE, "hello\n", "r:1:1: not a line of ibroute"},
        {ONE, "0x0002 001 :\n", "a route without a switch above it"},
        {ONE, "Unicast lids [0x0-0x6] of switch Lid 6 (leaf):\n", "'guid 0x...' of the switch"},
        {ONE, "Unicast lids of switch guid 0x9 (leaf):\n", "t has no switch S-0000000000000009"},
        {ONE, "Unicast lids of switch guid 0x10000000000000000 (leaf):\n", "the guid is malformed"},
        {ONE, TABLE, "r: switch 'leaf' has no route to host 'n0' (lid 2)"},
        {ONE, TABLE "0x0002 x\n", "r:4:8: the number of a port is expected"},
        {ONE, TABLE "0x0002\n", "r:4:1: a lid and a port are expected"},
        {SWITCH TO_N0 N0 "[1] \"S-0000000000000001\"[1]\n", TABLE, "t: host 'n0' has no lid"},
        {TWO, OF("1", "001", "002") OF("3", "001", "002") OF("3", "001", "001"),
         "r:9:8: a line above has another port of switch 'c' for host 'n2'"},
        {TWO, OF("1", "002", "002"), "r:2:8: host 'n1' is on port 1 of switch 'a', not on 2"},
        {TWO, OF("1", "001", "002") OF("2", "002", "001") OF("3", "002", "002"),
         "t and r: the routes from switch 'b' to node 'n1' run in a circle through 'b'"},
        {ONE "Switch 2 \"S-0000000000000007\" # \"b\"\n",
         "Unicast lids of switch guid 0x7 (b):\n0x0002 003 :\n",
         "port 3 of switch 'b' leads to no other switch"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *text = import(cases[i].topology, cases[i].routes, &error);

        if (text || error.code != TOPOMAP_INPUT || !strstr(error.text, cases[i].error))
            fail_msg("%zu: '%s', not '%s'", i, text ? text : error.text, cases[i].error);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(fabrics_become_descriptions),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
