/* SPDX-License-Identifier: BSD-3-Clause */
/* Limits of nodes: which ranks take part, and what follows from known samples. */
#include "unit/networks.h"

#include "topomap_internal.h"

#include <math.h>

#define TORUS "network:\n  kind: torus\n  dims: [4, 4]\n  nodes: 'n[0-15]'\n"
#define TREE "network:\n  kind: tree\n  children: [4, 2]\n  nodes: 'n[0-7]'\n"
#define FLAT "network:\n  kind: flat\n  nodes: 'n[0-7]'\n"

/* ---- limits ------------------------------------------------------------------------------ */

/* What pairs get that are `single` fast alone and share `limit`; each number of pairs is tried five
 * times, of which `wild` of the samples, at either end, are nonsense. */
static void limit_of(double single, double limit, uint32_t most, uint32_t wild,
                     struct topomap_limit *found)
{
    static const double outliers[] = {1e-9, 1e9};
    struct topomap_sample samples[64];
    uint32_t count = 0;

    for (uint32_t try = 0; try < 5; try++) {
        for (uint32_t n = 1; n <= most; n = n < most && 2 * n > most ? most : 2 * n) {
            double rate = fmin(n * single, limit) * (0.99 + 0.005 * try);

            samples[count++] = (struct topomap_sample){
                n, try < wild ? rate * outliers[(try + n) % 2] : rate};
        }
    }
    topomap_calibration_limit(samples, count, found);
}

static bool is_near(double a, double b)
{
    return fabs(a / b - 1) < 0.02;
}

static void limits_follow_from_samples(void **state)
{
    struct topomap_limit limit;

    (void)state;
    for (uint32_t wild = 0; wild <= 2; wild++) {
        limit_of(1e9, 2.4e9, 12, wild, &limit);
        assert_true(is_near(limit.rate, 2.4e9) && is_near(limit.single, 1e9));
        assert_true(limit.reached);
        assert_int_equal(limit.enough, 4);
        assert_int_equal(limit.tried, 12);
        /* One fills it. */
        limit_of(3e9, 2e9, 4, wild, &limit);
        assert_true(limit.reached && is_near(limit.rate, 2e9) && is_near(limit.single, 2e9));
        assert_int_equal(limit.enough, 1);
        /* None was found. */
        limit_of(1e9, INFINITY, 6, wild, &limit);
        assert_true(!limit.reached && is_near(limit.rate, 6e9) && is_near(limit.single, 1e9));
        assert_int_equal(limit.enough, 6);
        /* The last step of the ranks, from four to five, shows one. */
        limit_of(1e9, 4.1e9, 5, wild, &limit);
        assert_true(limit.reached && is_near(limit.rate, 4.1e9));
        /* One pair alone shows none. */
        limit_of(1e9, 5e8, 1, wild, &limit);
        assert_true(!limit.reached && is_near(limit.rate, 5e8));
        assert_int_equal(limit.tried, 1);
    }
}

/* Where more pairs get less, the most counts. */
static void the_most_counts(void **state)
{
    struct topomap_sample samples[] = {{4, 15}, {1, 10}, {2, 20}, {1, 10}, {4, 15}};
    struct topomap_limit limit;

    (void)state;
    topomap_calibration_limit(samples, 5, &limit);
    assert_true(limit.reached && limit.rate > 19.99 && limit.rate < 20.01);
    assert_int_equal(limit.enough, 2);
    topomap_calibration_limit(samples, 0, &limit);
    assert_true(!limit.reached && limit.rate <= 0 && limit.tried == 0);
}

static void adapters_limit_what_links_do_not(void **state)
{
    const struct topomap_limit reached = {.rate = 10, .reached = true},
                               lower = {.rate = 8, .reached = true},
                               open = {.rate = 5, .reached = false};
    static const double much[] = {100, INFINITY}, little[] = {10, 8};
    struct topomap_limit found;

    (void)state;
    topomap_calibration_adapters((struct topomap_limit[]){reached, lower}, much, &found);
    assert_true(found.reached && found.rate > 7.9 && found.rate < 8.1);
    topomap_calibration_adapters((struct topomap_limit[]){lower, reached}, much, &found);
    assert_true(found.reached && found.rate > 7.9 && found.rate < 8.1);
    topomap_calibration_adapters((struct topomap_limit[]){open, reached}, much, &found);
    assert_true(found.reached && found.rate > 9.9 && found.rate < 10.1);
    topomap_calibration_adapters((struct topomap_limit[]){open, open}, much, &found);
    assert_false(found.reached);
    topomap_calibration_adapters((struct topomap_limit[]){reached, lower}, little, &found);
    assert_false(found.reached);
}

/* ---- partners ---------------------------------------------------------------------------- */

static void partners_of(const char *description, uint32_t nodes, uint32_t at, bool receives,
                        uint32_t pairs, uint32_t *partners)
{
    struct topomap_network *network = network_of(description);
    uint32_t node[16];

    for (uint32_t i = 0; i < nodes; i++)
        node[i] = i;
    assert_int_equal(topomap_calibration_partners(network, node, nodes, at, receives, pairs,
                                                  partners, NULL), 0);
    topomap_network_destroy(network);
}

static void partners_are_over_different_links(void **state)
{
    uint32_t partners[8], seen = 0;

    (void)state;
    /* The four neighbours of a node of a torus, then a second flow to each. */
    for (int receives = 0; receives < 2; receives++) {
        partners_of(TORUS, 16, 5, receives, 8, partners);
        for (int half = 0; half < 2; half++, seen = 0) {
            for (int i = 0; i < 4; i++)
                seen |= 1U << partners[4 * half + i];
            assert_int_equal(seen, 1U << 4 | 1U << 6 | 1U << 1 | 1U << 9);
        }
    }
    /* On a tree the nodes of the same switch in turn. */
    partners_of(TREE, 8, 6, false, 6, partners);
    for (int i = 0; i < 6; i++)
        seen |= 1U << partners[i];
    assert_int_equal(seen, 1U << 4 | 1U << 5 | 1U << 7);
    /* Of two nodes there is but one. */
    partners_of(TREE, 2, 1, true, 2, partners);
    assert_true(partners[0] == 0 && partners[1] == 0);
}

static double allowed(const char *description, const struct topomap_class_speed *speeds,
                      const struct topomap_node_flow *flow, uint32_t flows)
{
    struct topomap_network *network = network_of(description);
    double rate;

    assert_int_equal(topomap_calibration_allowed(network, speeds, flow, flows, &rate, NULL), 0);
    topomap_network_destroy(network);
    return rate;
}

/* Each case with the rates of its flows counted by hand. */
static void links_allow_what_they_carry(void **state)
{
    static const struct topomap_class_speed speeds[] = {{.bandwidth = 10}, {.bandwidth = 4}};
    static const struct topomap_class_speed unknown[2];
    static const struct topomap_node_flow two[] = {{5, 6}, {5, 4}};
    static const struct topomap_node_flow three[] = {{5, 6}, {5, 4}, {5, 6}};
    static const struct topomap_node_flow up[] = {{0, 1}, {0, 4}, {1, 5}};

    (void)state;
    assert_float_equal(allowed(TORUS, speeds, two, 2), 20, 1e-6);
    assert_float_equal(allowed(TORUS, speeds, three, 3), 20, 1e-6);
    /* The ports of flat nodes: one sends, and two receive. */
    assert_float_equal(allowed(FLAT, speeds, two, 2), 10, 1e-6);
    /* 2 and 2 over the link up, and 8 that are left of the link of the first node. */
    assert_float_equal(allowed(TREE, speeds, up, 3), 12, 1e-6);
    assert_true(isinf(allowed(TORUS, unknown, two, 2)));
}

/* ---- inside nodes ------------------------------------------------------------------------ */

static void nearness_is_that_of_sockets_and_domains(void **state)
{
    const struct topomap_cpu_place a = {0, 0}, b = {0, 1}, c = {1, 2}, wide = {0, -1},
                                   loose = {-1, -1};

    (void)state;
    assert_int_equal(topomap_calibration_nearness(&a, &a), TOPOMAP_SAME_DOMAIN);
    assert_int_equal(topomap_calibration_nearness(&a, &b), TOPOMAP_OTHER_DOMAIN);
    assert_int_equal(topomap_calibration_nearness(&b, &c), TOPOMAP_OTHER_PACKAGE);
    assert_int_equal(topomap_calibration_nearness(&a, &wide), TOPOMAP_SAME_DOMAIN);
    assert_int_equal(topomap_calibration_nearness(&c, &loose), TOPOMAP_ANYWHERE);
}

static void domains_take_turns(void **state)
{
    static const struct topomap_cpu_place place[] = {{0, 0}, {0, 0}, {0, 0}, {1, 1}, {1, 1}};
    static const uint32_t expected[] = {0, 3, 1, 4, 2};
    uint32_t order[5];

    (void)state;
    topomap_calibration_take_turns(place, 5, order);
    assert_memory_equal(order, expected, sizeof order);
}

static void near_ranks_are_coupled(void **state)
{
    static const struct topomap_cpu_place place[] = {{0, 0}, {1, 2}, {0, 1}, {0, 0}, {1, 2},
                                                     {-1, -1}, {0, 1}, {1, 3}, {0, 0}};
    /* Within domains, then what is left on two sockets. The rank without a place stays alone. */
    static const struct topomap_couple expected[] = {{0, 3}, {1, 4}, {2, 6}, {7, 8}};
    struct topomap_couple couples[4];

    (void)state;
    assert_int_equal(topomap_calibration_couples(place, 9, couples, NULL), 0);
    assert_memory_equal(couples, expected, sizeof expected);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_follow_from_samples),
        cmocka_unit_test(the_most_counts),
        cmocka_unit_test(adapters_limit_what_links_do_not),
        cmocka_unit_test(partners_are_over_different_links),
        cmocka_unit_test(links_allow_what_they_carry),
        cmocka_unit_test(nearness_is_that_of_sockets_and_domains),
        cmocka_unit_test(domains_take_turns),
        cmocka_unit_test(near_ranks_are_coupled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
