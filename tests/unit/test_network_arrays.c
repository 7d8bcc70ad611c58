/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks from links, matrices and functions. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#define SOME 5

static const uint32_t distances[SOME][SOME] = {
    {0, 2, 4, 4, 5}, {2, 0, 4, 4, 5}, {4, 4, 0, 2, 5}, {4, 4, 2, 0, 5}, {5, 5, 5, 5, 0},
};

/* The same as links: two leaves below a root, and node 4 behind a second switch there. */
static const uint32_t ends[][2] = {{0, 5}, {5, 1}, {2, 6}, {6, 3}, {5, 7}, {7, 6}, {7, 8},
                                   {8, 9}, {9, 4}, {4, 9}};
#define SWITCHES 5
#define LINKS (sizeof ends / sizeof *ends)

static void check(struct topomap_network *network, const char *first)
{
    assert_non_null(network);
    assert_string_equal(topomap_network_kind(network), "matrix");
    assert_int_equal(topomap_network_nodes(network), SOME);
    assert_string_equal(topomap_network_node_name(network, 0), first);
    assert_int_equal(topomap_network_find(network, first), 0);
    for (uint32_t a = 0; a < SOME; a++) {
        for (uint32_t b = 0; b < SOME; b++)
            assert_int_equal(topomap_network_distance(network, a, b), distances[a][b]);
    }
    topomap_network_destroy(network);
}

struct calls {
    unsigned count;
    bool seen[SOME][SOME];
};

static uint32_t ask(void *context, uint32_t a, uint32_t b)
{
    struct calls *calls = context;

    assert_true(a < b && b < SOME && !calls->seen[a][b]);
    calls->seen[a][b] = true;
    calls->count++;
    return distances[a][b];
}

static void all_ways_give_the_same(void **state)
{
    static const char *const names[SOME] = {"a", "b", "c", "d", "e"};
    struct calls calls = {0};

    (void)state;
    check(topomap_network_from_matrix(SOME, NULL, distances[0], NULL), "n0");
    check(topomap_network_from_matrix(SOME, names, distances[0], NULL), "a");
    check(topomap_network_from_distances(SOME, names, ask, &calls, NULL), "a");
    assert_int_equal(calls.count, SOME * (SOME - 1) / 2);
    check(topomap_network_from_links(SOME, NULL, SWITCHES, ends[0], LINKS, NULL), "n0");
    check(topomap_network_from_links(SOME, names, SWITCHES, ends[0], LINKS, NULL), "a");
}

/* Nodes that are also routers, in a ring long enough to need a search. */
static void rings_need_no_switches(void **state)
{
    enum { RING = 100 };
    uint32_t ring[RING][2];
    struct topomap_network *network;

    (void)state;
    for (uint32_t i = 0; i < RING; i++) {
        ring[i][0] = (i + 1) % RING;
        ring[i][1] = i;
    }
    network = topomap_network_from_links(RING, NULL, 0, ring[0], RING, NULL);
    assert_non_null(network);
    for (uint32_t i = 0; i < RING; i++)
        assert_int_equal(topomap_network_distance(network, 7, i),
                         (i + RING - 7) % RING < RING / 2 ? (i + RING - 7) % RING
                                                          : (7 + RING - i) % RING);
    topomap_network_destroy(network);
    network = topomap_network_from_links(1, NULL, 0, NULL, 0, NULL);
    assert_non_null(network);
    topomap_network_destroy(network);
}

static uint32_t too_far(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a == 1 && b == 2 ? 65536 : 65535;
}

static void refused(const struct topomap_network *network, const struct topomap_error *error,
                    enum topomap_code code, const char *text)
{
    assert_null(network);
    assert_int_equal(error->code, code);
    assert_string_equal(error->text, text);
}

static void wrong_links_are_refused(void **state)
{
    static const uint32_t split[][2] = {{0, 1}, {2, 3}}, outside[][2] = {{0, 1}, {1, 6}};
    static const uint32_t loop[][2] = {{0, 1}, {1, 2}, {2, 2}};
    struct topomap_error e;

    (void)state;
    refused(topomap_network_from_links(4, NULL, 0, split[0], 2, &e), &e, TOPOMAP_IMPOSSIBLE,
            "no links lead from node 0 to node 2");
    refused(topomap_network_from_links(4, NULL, 2, outside[0], 2, &e), &e, TOPOMAP_INPUT,
            "link 1 ends at vertex 6: there are 6 vertices");
    refused(topomap_network_from_links(4, NULL, 2, loop[0], 3, &e), &e, TOPOMAP_INPUT,
            "link 2 joins vertex 2 with itself");
    refused(topomap_network_from_links(4, NULL, (1U << 22) - 3, split[0], 2, &e), &e,
            TOPOMAP_INPUT, "more than 4194304 nodes and switches");
    refused(topomap_network_from_links(0, NULL, 4, split[0], 2, &e), &e, TOPOMAP_INPUT,
            "a network from arrays has 1 to 8192 nodes, not 0");
}

/* They would end a line, or a field, in the formats of plans. */
static void wrong_names_are_refused(void **state)
{
    static const char *const wrong[] = {"", "b c", "x\ny", "a,b", "n[1-2]", "\xc3\xa4", "a:1"};
    static const uint32_t matrix[] = {0, 1, 1, 0}, link[] = {0, 1};
    const char *names[] = {"Node-1_a.b", NULL};
    struct topomap_network *network;
    struct topomap_error e;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        names[1] = wrong[i];
        refused(topomap_network_from_matrix(2, names, matrix, &e), &e, TOPOMAP_INPUT,
                "the name of node 1 is not one: names are letters, digits, '-', '_' and '.'");
        assert_null(topomap_network_from_links(2, names, 0, link, 1, NULL));
        assert_null(topomap_network_from_distances(2, names, too_far, NULL, NULL));
    }
    names[1] = "2";
    network = topomap_network_from_matrix(2, names, matrix, &e);
    assert_int_equal(topomap_network_find(network, "Node-1_a.b"), 0);
    topomap_network_destroy(network);
}

static void wrong_distances_are_refused(void **state)
{
    static const char *const twice[] = {"a", "b", "a"};
    static const uint32_t own[] = {0, 1, 1, 3}, other[] = {0, 1, 2, 0}, good[] = {0, 1, 1, 0};
    static const uint32_t far[] = {0, 65536, 65536, 0}, ones[] = {0, 1, 1, 1, 0, 1, 1, 1, 0};
    struct topomap_error e;

    (void)state;
    refused(topomap_network_from_matrix(2, NULL, own, &e), &e, TOPOMAP_INPUT,
            "node 1 is 3 hops from itself, not 0");
    refused(topomap_network_from_matrix(2, NULL, other, &e), &e, TOPOMAP_INPUT,
            "it is 1 hops from node 0 to 1, but 2 back: distances must be the same in both "
            "directions");
    refused(topomap_network_from_matrix(2, NULL, far, &e), &e, TOPOMAP_INPUT,
            "65536 hops from node 0 to node 1 are more than 65535");
    refused(topomap_network_from_matrix(8193, NULL, good, &e), &e, TOPOMAP_INPUT,
            "a network from arrays has 1 to 8192 nodes, not 8193");
    refused(topomap_network_from_distances(3, NULL, too_far, NULL, &e), &e, TOPOMAP_INPUT,
            "65536 hops from node 1 to node 2 are more than 65535");
    assert_null(topomap_network_from_matrix(3, twice, ones, &e));
    assert_int_equal(e.code, TOPOMAP_INPUT);
    assert_non_null(strstr(e.text, "'a'"));
    assert_null(topomap_network_from_matrix(2, NULL, own, NULL));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_give_the_same),
        cmocka_unit_test(rings_need_no_switches),
        cmocka_unit_test(wrong_links_are_refused),
        cmocka_unit_test(wrong_distances_are_refused),
        cmocka_unit_test(wrong_names_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
