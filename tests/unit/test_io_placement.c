/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/networks.h"

#include <stdio.h>
#include <string.h>

static void host_files_are_read(void **state)
{
    static const struct {
        const char *text;
        enum topomap_code code;
        const char *error;
    } cases[] = {
        {"n1\nn0\nn3\nn2\n", TOPOMAP_OK, ""},
        {"n1\nn0\nn3\nn2", TOPOMAP_OK, ""},
        {"\xef\xbb\xbfn1\nn0\nn3\nn2\n", TOPOMAP_OK, ""},
        {"\xef\xbb\xbfx\n", TOPOMAP_INPUT, "m:1: host 'x' is not in the allocation"},
        {"# ranks in order\n\n n1\r\nn0\t\nn3\nn2\n\n", TOPOMAP_OK, ""},
        {"n1\nn0\nx\nn2\n", TOPOMAP_INPUT, "m:3: host 'x' is not in the allocation"},
        {"n1\nn0 n3\nn2\n", TOPOMAP_INPUT, "m:2: host 'n0 n3' is not in the allocation"},
        {"n1\nn0\nn3\n", TOPOMAP_INPUT, "m:3: only 3 hosts for 4 ranks"},
        {"", TOPOMAP_INPUT, "m:1: only 0 hosts for 4 ranks"},
        {"n1\nn0\nn3\nn2\nn1\n", TOPOMAP_INPUT, "m:5: more than 4 hosts, one per rank"},
        {"n1\nn0\nn3\nn3\n", TOPOMAP_IMPOSSIBLE, "m: host 'n2' gets 0 ranks, but runs 1"},
        {"n1:1\nn0\nn3:1\nn2:1\n", TOPOMAP_OK, ""},
        {"n1:1\nn0:4\n", TOPOMAP_INPUT, "m:2: more than 4 hosts, one per rank"},
        {"n1:0\n", TOPOMAP_INPUT, "m:1: behind ':' stands the number of ranks on the host"},
        {"n1:x\n", TOPOMAP_INPUT, "m:1: behind ':' stands the number of ranks on the host"},
        {"n1:4294967297\n", TOPOMAP_INPUT,
         "m:1: behind ':' stands the number of ranks on the host"},
    };
    struct topomap_allocation *allocation =
        topomap_allocation_create(four_nodes, "n[0-3]", "1", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t placement[4] = {9, 9, 9, 9};
        struct topomap_error error = {.code = TOPOMAP_OK};
        int result = topomap_placement_parse(allocation, "m", cases[i].text,
                                             strlen(cases[i].text), placement, NULL, &error);

        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(error.code, cases[i].code);
        assert_int_equal(result, cases[i].code ? -1 : 0);
        assert_int_equal(placement[0], result ? 9 : 1);
        assert_int_equal(placement[3], result ? 9 : 2);
    }
    topomap_allocation_destroy(allocation);
}

static void host_files_may_hold_no_binary_data(void **state)
{
    struct topomap_allocation *allocation = topomap_allocation_create(four_nodes, "n0", "1", NULL);
    uint32_t placement[1];
    struct topomap_error error;
    char text[400];

    (void)state;
    assert_int_equal(topomap_placement_parse(allocation, "m", "n0\0", 3, placement, NULL, &error),
                     -1);
    assert_string_equal(error.text, "m:1: expected a host name");
    memset(text, 'n', sizeof text);
    assert_int_equal(topomap_placement_parse(allocation, "m", text, sizeof text, placement, NULL,
                                             &error), -1);
    assert_string_equal(error.text, "m:1: expected a host name");
    topomap_allocation_destroy(allocation);
}

/* A text that is read: the host of each rank and the slot, as digits, or an error. */
struct text_case {
    const char *text;
    const char *hosts; /* of each rank, their index in the allocation; NULL: the text is refused */
    const char *slots; /* of each rank; NULL: not looked at */
    const char *error;
};

static void check_texts(const struct topomap_allocation *allocation, const struct text_case *cases,
                        size_t count)
{
    uint32_t ranks = topomap_allocation_ranks(allocation);

    for (const struct text_case *c = cases; c < cases + count; c++) {
        uint32_t placement[10], slots[10] = {9};
        struct topomap_error error = {.code = TOPOMAP_OK};
        int result = topomap_placement_parse(allocation, "m", c->text, strlen(c->text), placement,
                                             slots, &error);

        assert_string_equal(error.text, c->error);
        assert_int_equal(result, c->hosts ? 0 : -1);
        for (uint32_t rank = 0; c->hosts && rank < ranks; rank++) {
            assert_int_equal(placement[rank], c->hosts[rank] - '0');
            if (c->slots)
                assert_int_equal(slots[rank], c->slots[rank] - '0');
        }
    }
}

/* Blue Gene map files and recipes, on nodes n0 (0,0), n1 (1,0), n2 (0,1), n3 (1,1). */
static void other_files_are_recognised(void **state)
{
    static const char torus[] = "network:\n  kind: torus\n  dims: [2, 2]\n  nodes: \"n[0-3]\"\n";
    static const struct text_case cases[] = {
        {"# map\n1 0 0\n0 0 0\n1 1 1\n 0\t0  1\n0 1 0\n0 1 1\n1 1 0\n1 0 1\n", "10302231", NULL,
         ""},
        {"1 0 0\n0 0 0\n1 1 2\n", NULL, NULL, "m:3: the allocation has no task at '1 1 2'"},
        {"1 0 0\n0 2 0\n", NULL, NULL, "m:2: the allocation has no task at '0 2 0'"},
        {"1 0 0\n1 0 0\n", NULL, NULL, "m:2: another rank has this slot"},
        {"1 0 0\n0 0\n", NULL, NULL, "m:2: expected 2 coordinates and the number of a task"},
        {"1 0 0\n0 0 0 0\n", NULL, NULL, "m:2: expected 2 coordinates and the number of a task"},
        {"1 0 0\nn1\n", NULL, NULL, "m:2: expected 2 coordinates and the number of a task"},
        {"0 0 0\n0 0 1\n0 1 0\n", NULL, NULL, "m:3: only 3 hosts for 8 ranks"},
        {"# r\nrecipe:\n  application: {box: [8]}\n"
         "  network: {box: [2, 2, 2], steps: [{map: application}, {shift: {along: 0}}]}\n",
         "11330022", NULL, ""},
        {"recipe:\n  application: {box: [8]}\n", NULL, NULL, "m:1: the key 'network' is missing"},
        {"recipe:\n  application: {box: [9]}\n  network: {box: [9], steps: [{map: application}]}\n",
         NULL, NULL, "the recipe is for 9 ranks, the number of tasks is 8"},
    };
    struct topomap_network *grid = topomap_network_parse("net", torus, strlen(torus), NULL);
    struct topomap_allocation *allocation = topomap_allocation_create(grid, "n[0-3]", "2", NULL);

    (void)state;
    check_texts(allocation, cases, sizeof cases / sizeof *cases);
    topomap_allocation_destroy(allocation);
    allocation = topomap_allocation_create(four_nodes, "n[0-3]", "2", NULL);
    assert_int_equal(topomap_placement_parse(allocation, "m", "0 0\n", 4, (uint32_t[8]){0}, NULL,
                                             NULL), -1);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(grid);
}

/* The slot of each rank: two ranks on each of n0, n1 and n2, four on n3. */
static void slots_are_read(void **state)
{
    static const struct text_case cases[] = {
        {"n3\nn0\nn3\nn1\nn0\nn2\nn3\nn3\nn2\nn1\n", "3031023321", "0010102311", ""},
        {"0 n3 3\n1 n0 1\n2 n3 0\n# \n3  n1\t1 \n4 n0 0\n5 n2 1\n6 n3 1\n7 n3 2\n8 n2 0\n9 n1 0",
         "3031023321", "3101011200", ""},
        {"\xef\xbb\xbfrank,host,node,slot\n0,n3,3,3\n", NULL, NULL,
         "m:2: only 1 hosts for 10 ranks"},
        {"0 n3 4\n", NULL, NULL, "m:1: 'n3' has 4 slots, the first is 0"},
        {"0 n3 3\n1 n0 1\n2 n3 3\n", NULL, NULL, "m:3: another rank has this slot"},
        {"0 n3 3\n2 n0 1\n", NULL, NULL, "m:2: expected rank 1 with host and slot"},
        {"0 n3 3\nn0\n", NULL, NULL, "m:2: expected rank 1 with host and slot"},
        {"0 n3\n", NULL, NULL, "m:1: expected rank 0 with host and slot"},
        {"0 n3 1 1\n", NULL, NULL, "m:1: expected rank 0 with host and slot"},
        {"n3 1\n", NULL, NULL, "m:1: expected rank 0 with host and slot"},
        {"0 x 1\n", NULL, NULL, "m:1: host 'x' is not in the allocation"},
        {"0 n3 3\n", NULL, NULL, "m:1: only 1 hosts for 10 ranks"},
    };
    struct topomap_allocation *allocation =
        topomap_allocation_create(four_nodes, "n[0-3]", "2(x3),4", NULL);

    (void)state;
    check_texts(allocation, cases, sizeof cases / sizeof *cases);
    topomap_allocation_destroy(allocation);
}

/* Texts of other programs: two ranks on each of n0, n1 and n2, four on n3. */
static void formats_of_launchers_are_read(void **state)
{
    static const struct text_case cases[] = {
        /* MPICH_RANK_ORDER */
        {"# order\n1,4\n3,9\n5 , 8\n0,2,6-7\n", "3031023321", "0010102311", ""},
        {"1,4,3,9,5,8,0,2,6,7", "3031023321", "0010102311", ""},
        {"\xef\xbb\xbf" "1,4,3,9,5,8,0,2,6,7", "3031023321", "0010102311", ""},
        {"1\n4\n3\n9\n5\n8\n0\n2\n6\n7\n", "3031023321", "0010102311", ""},
        {"0-9", "0011223333", "0101010123", ""},
        {"0,1\n1,2\n", NULL, NULL, "m:2:2: rank 1 occurs twice"},
        {"0-10\n", NULL, NULL, "m:1:5: more than 10 ranks"},
        {"0-8,10\n", NULL, NULL, "m:1:7: there is no rank 10, the last one is 9"},
        {"5-1\n", NULL, NULL, "m:1:4: the range ends before it begins"},
        {"1,4;3\n", NULL, NULL, "m:1: host '1,4;3' is not in the allocation"},
        {"1,4\n3;9\n", NULL, NULL, "m:2:2: ranks are separated by commas"},
        {"1,4\n", NULL, NULL, "m: rank 0 is missing"},
        /* PMIx */
        {"pmix.nmap=n3,n0,n1,n2\npmix.pmap=0,2,6-7;1,4;3,9;5,8\n", "3031023321", "0010102311",
         ""},
        {"pmix.nmap=n3,x\n", NULL, NULL, "m:1:15: host 'x' is not in the allocation"},
        {"pmix.nmap=n3,n0\n", NULL, NULL,
         "m:1:16: a line that begins with 'pmix.pmap=' is missing"},
        {"pmix.nmap=n3\npmix.pmap=0;1\n", NULL, NULL, "m:2:13: ranks of more than 1 hosts"},
        {"pmix.nmap=n3\npmix.pmap=0,3-1\n", NULL, NULL,
         "m:2:16: the range ends before it begins"},
        {"pmix.nmap=n0,n1,n2,n3,n0\n", NULL, NULL, "m:1:25: more than 4 hosts"},
        {"pmix.nmap=n3\npmix.pmap=0-3!\n", NULL, NULL, "m:2:14: this is no list of ranks"},
        /* Scotch */
        {"10\n0 3\n1 0\n2 3\n3 1\n4 0\n9 1\n8 2\n7 3\n6 3\n5 2\n", "3031023321",
         "0010102311", ""},
        {"9\n0 3\n", NULL, NULL, "m:1:2: a mapping of 9 ranks; the hosts run 10"},
        {"10\n0 3\n0 1\n", NULL, NULL, "m:3:4: rank 0 occurs twice"},
        {"10\n0 4\n", NULL, NULL, "m:2:3: the index of a host exceeds 3"},
        {"10\n0 3 1\n", NULL, NULL, "m:2:5: this is not a rank and the index of its host"},
        /* Flux */
        {"{\"version\":1,\"map\":[[0,3,2,1],[3,1,4,1]]}", "0011223333", "0101010123", ""},
        {"{\"version\":2,\"map\":[[0,3,2,1],[3,1,4,1]]}", NULL, NULL,
         "m:1: 'version' is 2; only 1 can be read"},
        {"{\"schema_version\":2,\"nodes\":[\"n0\"],\"placement\":[0]}", NULL, NULL,
         "m:1: 'schema_version' is 2; only 1 can be read"},
        {"[[0,4,1,2],[3,1,2,1]]\n", "0123012333", "0000111123", ""},
        {"[[0,4,1,3]]\n", NULL, NULL, "m:1: the map has more than 10 ranks or 4 nodes"},
        {"[[0,4,1,2]]\n", NULL, NULL, "m:1: the map has 8 ranks, the hosts run 10"},
        {"[[0,4,1]]\n", NULL, NULL, "m:1: a block is [node, nodes, tasks of each, repeats]"},
        {"[[0,0,1,4000000000]]\n", NULL, NULL, "m:1: a block without tasks"},
        /* JSON */
        {"{\"nodes\": [\"n3\", \"n2\", \"n1\", \"n0\"],\n"
         "\"placement\": [0,3,0,2,3,1,0,0,1,2], \"slots\": [3,1,0,1,0,1,1,2,0,0]}",
         "3031023321", "3101011200", ""},
        {"{\"nodes\": [\"n3\", \"n2\", \"n1\", \"n0\"],\n"
         "\"placement\": [0,3,0,2,3,1,0,0,1,2]}", "3031023321", "0010102311", ""},
        {"{\"nodes\": [\"n3\"],\n\"placement\": [0,0,0,0,0,0,0,0,0,0],\n\"slots\": "
         "[0,1,2,3,4,5,6,7,8,9]}", NULL, NULL,
         "m:3: two ranks have the same slot, or one has a slot that its node does not have"},
        {"{\"nodes\": [],\n\"placement\": [0]}", NULL, NULL, "m:1: a plan without nodes"},
        {"{\"nodes\": [\"y\"],\n\"placement\": [0]}", NULL, NULL,
         "m:1: host 'y' is not in the allocation"},
        {"{\"nodes\": [\"n0\"],\n\"placement\": [0]}", NULL, NULL,
         "m:2: 1 numbers; the hosts run 10 ranks"},
        {"{\"a\": 1}", NULL, NULL, "m:1: the key 'placement' is missing"},
        /* Rank files */
        {"rank 9=n1 slot=0\nrank 8=n2 slot=0\nrank 7=n3 slot=2\nrank 6=n3 slot=1\n"
         "rank 5=n2 slot=1\nrank 4=n0 slot=0\nrank 3=n1 slot=1\nrank 2=n3 slot=0\n"
         "rank 1=n0 slot=4-7\nrank 0=n3 slot=3\n", "3031023321", "3101011200", ""},
        {"rank 0=n3 slot=1:3\nrank 1=n0 slot=0:1\nrank 2=n3 slot=0:0\nrank 3=n1 slot=1\n"
         "rank 4=n0 slot=0\nrank 5=n2 slot=1\nrank 6=n3 slot=1\nrank 7=n3 slot=2\n"
         "rank 8=n2 slot=0\nrank 9=n1 slot=0\n", "3031023321", "0010102311", ""},
        /* As others write them: nodes by their numbers, other blanks, comments. */
        {"// by hand\nrank 0 = +n3 slots = 1\nrank  1=+N0 slot=2\nrank 2=n3 slot= 0\n"
         "rank 3=n1 slot=1\nrank 4=n0 slot=0\nrank 5=n2 slot=1\n// more\nrank 6=n3 slot=2\n"
         "rank 7=+n3 slot=3\nrank 8=n2 slot=0\nrank 9=n1 slot=0\n",
         "3031023321", "1101012300", ""},
        {"rank 0=+n4 slot=1\n", NULL, NULL, "m:1:10: the number of a node exceeds 3"},
        {"rank\t0=n3\n", NULL, NULL, "m:1:10: this is not 'rank N=HOST slot=CORES'"},
        {"rank 0=n3\n", NULL, NULL, "m:1:10: this is not 'rank N=HOST slot=CORES'"},
        {"rank 0=x slot=1\n", NULL, NULL, "m:1:9: host 'x' is not in the allocation"},
        {"rank 0=n0 slot=1\nrank 0=n0 slot=2\n", NULL, NULL, "m:2:16: rank 0 occurs twice"},
        /* CSV */
        {"rank,host,node,slot\n0,n3,3,3\n1,n0,0,1\n2,n3,3,0\n3,n1,1,1\n4,n0,0,0\n5,n2,2,1\n"
         "6,n3,3,1\n7,n3,3,2\n8,n2,2,0\n9,n1,1,0\n", "3031023321", "3101011200", ""},
        {"rank,host,node,slot\n0,n3,3,3\n2,n0,0,1\n", NULL, NULL,
         "m:3: expected rank 1 with host and slot"},
        {"rank,host,node,slot\n0,n3,3,3\n1,n3,3,3\n", NULL, NULL,
         "m:3: another rank has this slot"},
        {"rank,host,node,slot\n0,n3,3\n", NULL, NULL,
         "m:2: expected rank 0 with host and slot"},
        {"rank,host,node,slot\n0,x,3,1\n", NULL, NULL, "m:2: host 'x' is not in the allocation"},
    };
    struct topomap_allocation *allocation =
        topomap_allocation_create(four_nodes, "n[0-3]", "2(x3),4", NULL);

    (void)state;
    check_texts(allocation, cases, sizeof cases / sizeof *cases);
    topomap_allocation_destroy(allocation);
}

/* Fujitsu's rank map: coordinates in the box of the allocated nodes, which begins at 0. */
static void logical_coordinates_are_read(void **state)
{
    static const char torus[] = "network:\n  kind: torus\n  dims: [4, 4]\n  nodes: \"n[0-15]\"\n";
    static const struct text_case cases[] = {
        {"(1,1)\n(0,1)\n(1,0)\n(0,0)\n( 0 , 0 )\n(1,0)\n(0,1)\n(1,1)\n", "32100123", NULL, ""},
        {"(1,1)\n(2,1)\n", NULL, NULL, "m:2: the allocation has no task at '(2,1)'"},
        {"(1,1)\n(1,1)\n(1,1)\n", NULL, NULL, "m:3: more ranks than the allocation runs there"},
        {"(1,1,1)\n", NULL, NULL, "m:1: this is not 2 coordinates in brackets"},
        {"(1,1\n", NULL, NULL, "m:1: this is not 2 coordinates in brackets"},
        {"(1,1)\n1,1\n", NULL, NULL, "m:2: this is not 2 coordinates in brackets"},
    };
    struct topomap_network *grid = topomap_network_parse("net", torus, strlen(torus), NULL);
    struct topomap_allocation *allocation = topomap_allocation_create(grid, "n[5-6,9-10]", "2",
                                                                      NULL);

    (void)state;
    check_texts(allocation, cases, sizeof cases / sizeof *cases);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(grid);
}

/* A host may be called like a number. */
static void hosts_named_by_numbers_are_hosts(void **state)
{
    struct topomap_network *flat = topomap_network_flat("0,1,2-3", NULL);
    struct topomap_allocation *allocation = topomap_allocation_create(flat, "0,1,2-3", "1", NULL);
    uint32_t placement[3];

    (void)state;
    assert_non_null(allocation);
    assert_int_equal(topomap_placement_parse(allocation, "m", "1\n2-3\n0\n", 8, placement, NULL,
                                             NULL), 0);
    assert_memory_equal(placement, ((uint32_t[]){1, 2, 0}), sizeof placement);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(flat);
}

/* What is written is read: host names, and lines of rank, host and slot, of any placement. */
static void placements_round_trip(void **state)
{
    struct topomap_allocation *allocation =
        topomap_allocation_create(four_nodes, "n[0-3]", "5,1,3,3", NULL);

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        uint32_t placement[12], slots[12], read[12], read_slots[12], next[4] = {0};
        char hosts[256] = "", lines[256] = "";

        topomap_placement_random(allocation, seed, placement);
        for (uint32_t r = 12; r-- > 0;)
            slots[r] = next[placement[r]]++;
        for (uint32_t r = 0; r < 12; r++) {
            sprintf(hosts + strlen(hosts), "n%u\n", placement[r]);
            sprintf(lines + strlen(lines), "%u n%u %u\n", r, placement[r], slots[r]);
        }
        assert_int_equal(topomap_placement_parse(allocation, "m", hosts, strlen(hosts), read,
                                                 read_slots, NULL), 0);
        assert_memory_equal(read, placement, sizeof read);
        assert_int_equal(topomap_placement_parse(allocation, "m", lines, strlen(lines), read,
                                                 read_slots, NULL), 0);
        assert_memory_equal(read, placement, sizeof read);
        assert_memory_equal(read_slots, slots, sizeof slots);
    }
    topomap_allocation_destroy(allocation);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_files_are_read),
        cmocka_unit_test(host_files_may_hold_no_binary_data),
        cmocka_unit_test(other_files_are_recognised),
        cmocka_unit_test(slots_are_read),
        cmocka_unit_test(formats_of_launchers_are_read),
        cmocka_unit_test(logical_coordinates_are_read),
        cmocka_unit_test(hosts_named_by_numbers_are_hosts),
        cmocka_unit_test(placements_round_trip),
    };

    return cmocka_run_group_tests(tests, four_nodes_make, four_nodes_free);
}
