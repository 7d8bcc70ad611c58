/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties that all rows of network kinds must have. */
#include "unit/routes.h"
#include "unit/unit.h"

#include "network/kinds.h"

#include <stdio.h>
#include <string.h>

static bool has_form(const struct network_ops *kind)
{
    return kind->form.list || kind->form.keys[0];
}

/* The network of a row's example: a short form, up to the first blank or bracket, or a
 * description. */
static struct topomap_network *open_example(const struct network_ops *kind)
{
    struct topomap_error error;
    struct topomap_network *network;
    char word[64];

    if (has_form(kind)) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(kind->example, " ["), kind->example);
        network = topomap_network_open(word, &error);
    } else {
        network = topomap_network_parse("example", kind->example, strlen(kind->example), &error);
    }
    if (!network)
        fail_msg("%s: %s", kind->example, error.text);
    return network;
}

static void rows_are_whole(void **state)
{
    static const char *const known[] = {"tree", "torus", "mesh", "haec", "hypercube",
                                        "dragonfly", "percs", "fabric", "matrix", "flat"};
    const struct network_ops *kind;

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_non_null(network_kind_find(known[i], strlen(known[i])));
    for (size_t i = 0; (kind = network_kind(i)); i++) {
        assert_non_null(kind->kind);
        assert_true(kind->summary && *kind->summary && !strchr(kind->summary, '\n'));
        assert_non_null(kind->example);
        assert_true(kind->parse && kind->distance && kind->route && kind->link_name);
        assert_true(kind->link_class && kind->class_name);
        assert_true(!kind->parts == !kind->part_of && !kind->parts == !kind->part_hops);
        assert_ptr_equal(network_kind_find(kind->kind, strlen(kind->kind)), kind);
        assert_true(!has_form(kind) ||
                    strncmp(kind->example, kind->kind, strlen(kind->kind)) == 0);
    }
    assert_null(network_kind_find("toru", 4));
}

static void examples_are_of_their_kind(void **state)
{
    const struct network_ops *kind;

    (void)state;
    for (size_t i = 0; (kind = network_kind(i)); i++) {
        struct topomap_network *network = open_example(kind);

        assert_string_equal(topomap_network_kind(network), kind->kind);
        assert_true(topomap_network_nodes(network) > 1);
        topomap_network_destroy(network);
    }
}

static void routing_stands_behind_the_numbers(void **state)
{
    const struct network_ops *kind;

    (void)state;
    for (size_t i = 0; (kind = network_kind(i)); i++) {
        struct topomap_error error;
        struct topomap_network *network;
        char word[64];

        if (!has_form(kind))
            continue;
        for (uint32_t r = 0; r <= network_routings(kind); r++) {
            bool known = r < network_routings(kind);

            snprintf(word, sizeof word, "%.*s:%s", (int)strcspn(kind->example, " ["),
                     kind->example, known ? kind->routings[r].word : "elsewhere");
            network = topomap_network_open(word, &error);
            assert_true(network ? known && network->routing == r
                                : !known && error.code == TOPOMAP_INPUT);
            topomap_network_destroy(network);
        }
    }
}

/* If distances are sums along axes, the distance of nodes that differ in one coordinate is this
 * coordinate's part. */
static void sums_are_sums(void **state)
{
    const struct network_ops *kind;

    (void)state;
    for (size_t i = 0; (kind = network_kind(i)); i++) {
        struct topomap_network *network = open_example(kind);
        uint32_t nodes = topomap_network_nodes(network);

        for (uint32_t n = 1; network->traits & NETWORK_SUMS_AXES && n < nodes; n++) {
            uint32_t here[NETWORK_MAX_DIMS], origin[NETWORK_MAX_DIMS], sum = 0;

            topomap_network_coordinates(network, 0, origin);
            topomap_network_coordinates(network, n, here);
            for (uint32_t other = 0; other < nodes; other++) {
                uint32_t at[NETWORK_MAX_DIMS], differ = 0, same = 0;

                topomap_network_coordinates(network, other, at);
                for (uint32_t d = 0; d < network->dims; d++) {
                    differ += at[d] != origin[d];
                    same += at[d] == here[d] && at[d] != origin[d];
                }
                if (differ == 1 && same == 1)
                    sum += topomap_network_distance(network, 0, other);
            }
            assert_int_equal(topomap_network_distance(network, 0, n), sum);
        }
        topomap_network_destroy(network);
    }
}

static void routes_lead_from_node_to_node(void **state)
{
    const struct network_ops *kind;

    (void)state;
    for (size_t i = 0; (kind = network_kind(i)); i++) {
        struct topomap_network *network = open_example(kind);
        char name[64] = "";

        /* Of some networks only the links of nodes are known. */
        topomap_network_link_name(network, 0, name, sizeof name);
        if (!strstr(name, "->network"))
            routes_check_some(network);
        topomap_network_destroy(network);
    }
}

static void kinds_without_a_form_show_a_description(void **state)
{
    struct topomap_error error;

    (void)state;
    assert_null(topomap_network_open("flat:8", &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_non_null(strstr(error.text, "network: {kind: flat"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(examples_are_of_their_kind),
        cmocka_unit_test(routing_stands_behind_the_numbers),
        cmocka_unit_test(sums_are_sums),
        cmocka_unit_test(routes_lead_from_node_to_node),
        cmocka_unit_test(kinds_without_a_form_show_a_description),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
