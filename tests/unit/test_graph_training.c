/* SPDX-License-Identifier: BSD-3-Clause */
/* The pattern `train`: all expected numbers are computed by hand from the formulas that
 * lib/graph/training.h cites. */
#include "unit/patterns.h"

#include <stdio.h>
#include <string.h>

#define MODEL "layers=4,hidden=64,sequence=32,micro=2,batches=3,bytes=2"

/* Bytes of a microbatch's activations: 2 sequences of 32 tokens of 64 elements of 2 bytes. */
#define ACTIVATION (2 * 32 * 64 * 2)

/* Bytes of the gradients of a layer: 12 matrices of 64 x 64. */
#define LAYER (12 * 64 * 64 * 2)

/* Each case has one kind of traffic: which pairs there are, and what one of them carries. */
static void each_dimension_moves_what_its_formula_says(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t ranks;
        size_t edges;
        uint32_t src, dst;
        uint64_t bytes;
    } cases[] = {
        /* 8 b s h (t-1)/t elements for each of 4 layers and 3 microbatches */
        {"train:tp=4," MODEL, 4, 4, 3, 0, 8 * ACTIVATION * 3 / 4 * 4 * 3},
        /* b s h elements for each microbatch, forth and back */
        {"train:pp=4," MODEL, 4, 6, 2, 1, ACTIVATION * 3},
        /* 2 (n-1)/n of the gradients of 4 layers */
        {"train:dp=8," MODEL, 8, 8, 0, 1, LAYER * 4 * 2 * 7 / 8},
        /* context parallelism: 6 (c-1)/c of the activations, beside half of the gradients' ring */
        {"train:cp=2," MODEL, 2, 2, 0, 1,
         6 * ACTIVATION / 2 * 4 * 3 + LAYER * 4 * 2 * 1 / 2},
        /* four all-to-alls of tokens, each of which goes to two of four experts */
        {"train:dp=4,ep=4," MODEL, 4, 12, 0, 2, 4 * 2 * ACTIVATION / 4 * 4 * 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = pattern_make(cases[i].pattern, 0);

        assert_int_equal(topomap_graph_ranks(graph), cases[i].ranks);
        if (topomap_graph_edges(graph) != cases[i].edges ||
            pattern_bytes(graph, cases[i].src, cases[i].dst) != cases[i].bytes)
            fail_msg("%s: %zu edges, %llu bytes", cases[i].pattern, topomap_graph_edges(graph),
                     (unsigned long long)pattern_bytes(graph, cases[i].src, cases[i].dst));
        topomap_graph_destroy(graph);
    }
}

static void tensor_ranks_are_neighbours_and_stages_far_apart_by_default(void **state)
{
    struct topomap_graph *graph = pattern_make("train:tp=2,pp=2,dp=3," MODEL, 0);

    (void)state;
    assert_int_equal(topomap_graph_ranks(graph), 12);
    assert_true(pattern_bytes(graph, 0, 1) > 0); /* tensor */
    assert_true(pattern_bytes(graph, 0, 2) > 0); /* data: 0 2 4 */
    assert_true(pattern_bytes(graph, 4, 0) > 0);
    assert_true(pattern_bytes(graph, 0, 6) > 0); /* pipeline */
    assert_true(pattern_bytes(graph, 0, 3) == 0);
    /* A stage sends what its tensor ranks share: half of the activations each. */
    assert_int_equal(pattern_bytes(graph, 0, 6), ACTIVATION / 2 * 3);
    topomap_graph_destroy(graph);
}

static void the_order_of_dimensions_can_be_chosen(void **state)
{
    struct topomap_graph *graph = pattern_make("train:tp=2,pp=2,dp=3,order=pp-dp-tp," MODEL, 0);

    (void)state;
    assert_int_equal(pattern_bytes(graph, 0, 1), ACTIVATION / 2 * 3); /* pipeline */
    assert_true(pattern_bytes(graph, 0, 2) > 0);                      /* data */
    assert_true(pattern_bytes(graph, 0, 6) > 0);                      /* tensor */
    topomap_graph_destroy(graph);
}

/* Experts of one layer are on neighbours in the data dimension. The gradients of attention, a third
 * of all, are summed over all four ranks, those of the experts over every second one. */
static void gradients_of_experts_are_summed_where_the_same_expert_is(void **state)
{
    struct topomap_graph *graph = pattern_make("train:dp=4,ep=2," MODEL, 0);
    uint64_t attention = LAYER / 3 * 4 * 2 * 3 / 4;

    (void)state;
    assert_int_equal(pattern_bytes(graph, 0, 2), LAYER * 2 / 3 * 4 * 2 * 1 / 2);
    assert_int_equal(pattern_bytes(graph, 1, 2), attention);
    assert_int_equal(pattern_bytes(graph, 0, 1),
                     attention + (uint64_t)4 * 2 * ACTIVATION / 2 * 4 * 3);
    assert_int_equal(pattern_bytes(graph, 0, 3), 0);
    topomap_graph_destroy(graph);
}

/* Two trees over all ranks: each rank but the root of a tree sends half up and gets half back. */
static void trees_carry_the_gradients_twice_over_all_but_the_roots(void **state)
{
    (void)state;
    for (uint32_t ranks = 2; ranks < 40; ranks++) {
        char pattern[160];
        struct topomap_graph *graph;

        snprintf(pattern, sizeof pattern, "train:dp=%u,gradient=tree,%s", ranks, MODEL);
        graph = pattern_make(pattern, 0);
        assert_int_equal(topomap_graph_bytes(graph), (uint64_t)2 * (ranks - 1) * LAYER * 4);
        for (uint32_t rank = 0; rank < ranks; rank++)
            assert_true(topomap_graph_first_edge(graph, rank + 1) -
                            topomap_graph_first_edge(graph, rank) <= 6);
        topomap_graph_destroy(graph);
    }
}

static void tasks_of_several_ranks_keep_what_leaves_them(void **state)
{
    struct topomap_graph *all = pattern_make("train:tp=4,pp=2,dp=2," MODEL, 0);
    struct topomap_graph *tasks = pattern_make("train:tp=4,pp=2,dp=2,local=4," MODEL, 0);

    (void)state;
    assert_int_equal(topomap_graph_ranks(tasks), 4);
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = 0; b < 4; b++) {
            uint64_t sum = 0;

            for (uint32_t i = 0; a != b && i < 16; i++)
                sum += pattern_bytes(all, 4 * a + i / 4, 4 * b + i % 4);
            assert_int_equal(pattern_bytes(tasks, a, b), sum);
        }
    }
    topomap_graph_destroy(all);
    topomap_graph_destroy(tasks);
}

/* 65,536 ranks of a large model send more in a step than a graph may hold. */
static void large_jobs_are_scaled_by_a_power_of_two(void **state)
{
    struct topomap_graph *graph =
        pattern_make("train:tp=8,pp=16,dp=512,layers=128,hidden=16384,sequence=8192,batches=512", 0);
    double tensor = 8.0 * 8192 * 16384 * 2 * 7 / 8 * 8 * 512;
    double scale = tensor / (double)pattern_bytes(graph, 0, 1);

    (void)state;
    assert_int_equal(topomap_graph_ranks(graph), 65536);
    assert_true(topomap_graph_bytes(graph) <= UINT64_C(1) << 52);
    assert_true(scale > 1 && scale == (double)(uint64_t)scale);
    assert_int_equal((uint64_t)scale & ((uint64_t)scale - 1), 0);
    assert_true(topomap_graph_part(graph) * scale == 1);
    topomap_graph_destroy(graph);
}

/* A ring of all-reduces: its messages keep their mean size, which the time of each depends on. */
static void messages_are_scaled_with_their_bytes(void **state)
{
    static const char pattern[] = "train:tp=8,dp=512,hidden=16384,sequence=4096,batches=";
    double size[2], part[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        char text[200];
        struct topomap_graph *graph, *messages;
        struct topomap_edge edge;

        snprintf(text, sizeof text, "%s%u", pattern, i ? 4096 : 1);
        graph = pattern_make(text, 0);
        messages = topomap_graph_by_messages(graph, NULL);
        assert_non_null(messages);
        edge = topomap_graph_edge(graph, 0);
        size[i] = (double)edge.bytes / (double)edge.messages;
        part[i] = topomap_graph_part(graph);
        assert_true(topomap_graph_part(messages) == part[i]);
        topomap_graph_destroy(messages);
        topomap_graph_destroy(graph);
    }
    assert_true(part[0] == 1 && part[1] < 1);
    assert_true(size[0] == size[1]);
}

static void what_contradicts_itself_is_refused(void **state)
{
    static const struct {
        const char *pattern, *says;
    } cases[] = {
        {"train:", NULL},
        {"train:tp=0", "a number from 1 to"},
        {"train:tp=8x", "a number from 1 to"},
        {"train:tp", "expected one of tp,"},
        {"train:zz=4", "expected one of tp,"},
        {"train:tp=2,order=tp-tp", "dimensions such as"},
        {"train:tp=2,order=tp-xx", "dimensions such as"},
        {"train:tp=2,order=tp-", "dimensions such as"},
        {"train:tp=2,order=tp-,pp=2", "dimensions such as"},
        {"train:tp=2,dp=2,order=tp-pp", "the order lacks dp"},
        {"train:dp=2,ep=2,order=tp-cp-dp-pp", "the order lacks ep"},
        {"train:dp=2,gradient=star", "ring or tree"},
        {"train:dp=4,ep=3", "tp x ep does not divide the 4 ranks"},
        {"train:dp=4,ep=4,experts=6", "ep does not divide the 6 experts"},
        {"train:dp=4,ep=4,topk=5", "topk is 5, but a layer has 4 experts"},
        {"train:dp=4,experts=2,topk=3", "topk is 3, but a layer has 2 experts"},
        {"train:dp=4,ep=2,topk=2", NULL},
        {"train:dp=4,topk=9", NULL},
        {"train:tp=2,dp=3,local=4", "local does not divide the 6 ranks"},
        {"train:cp=2,dp=2,ep=2,pp=2,order=cp-pp-dp-ep-tp", "put pp last"},
        {"train:tp=100000,dp=100000", "more than"},
        {"train:tp=8,tp=4,dp=2", "'tp' occurs twice, at character 12"},
        {"train:dp=2,order=dp-tp,order=tp-dp", "'order' occurs twice, at character 24"},
        {"train:tp=2,pp=4,layers=30", "layers that the 4 stages of pp divide at character 17"},
        {"train:layers=2,pp=4", "layers that the 4 stages of pp divide at character 7"},
        {"train:pp=3", NULL},
        {"train:pp=64", NULL},
        {"train:tp=2097152,dp=2097152,pp=2097152", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error;
        struct topomap_graph *graph = topomap_graph_pattern(cases[i].pattern, 0, &error);

        if (!cases[i].says) {
            assert_non_null(graph);
            topomap_graph_destroy(graph);
            continue;
        }
        assert_null(graph);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].says))
            fail_msg("%s: %s", cases[i].pattern, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dimension_moves_what_its_formula_says),
        cmocka_unit_test(tensor_ranks_are_neighbours_and_stages_far_apart_by_default),
        cmocka_unit_test(the_order_of_dimensions_can_be_chosen),
        cmocka_unit_test(gradients_of_experts_are_summed_where_the_same_expert_is),
        cmocka_unit_test(trees_carry_the_gradients_twice_over_all_but_the_roots),
        cmocka_unit_test(tasks_of_several_ranks_keep_what_leaves_them),
        cmocka_unit_test(large_jobs_are_scaled_by_a_power_of_two),
        cmocka_unit_test(messages_are_scaled_with_their_bytes),
        cmocka_unit_test(what_contradicts_itself_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
