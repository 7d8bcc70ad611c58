/* SPDX-License-Identifier: BSD-3-Clause */
/* Exchanges in waves. */
#include "unit/unit.h"

#include "base/random.h"
#include "graph/graph.h"
#include "metric/waves.h"

#include <math.h>
#include <stdlib.h>

#define MOST_RANKS 20
#define MOST_EDGES (2 * MOST_RANKS)

/* A wavefront through a grid of ranks, each on a node of its own. */
struct front {
    uint32_t rows, columns;
    struct topomap_graph *graph;
    struct flows flows;             /* one for each edge, as the edges are ordered */
    double bandwidth[MOST_EDGES];   /* of a channel for each edge, or of one for all */
    uint32_t node[MOST_RANKS];
    struct network_protocol protocol;
};

/* Each edge has as many messages in each of `turns` turns as waves. */
static void make(struct front *front, uint32_t rows, uint32_t columns, double waves,
                 uint64_t turns)
{
    struct topomap_edge edges[MOST_EDGES];
    uint64_t messages = (uint64_t)round((double)turns * waves);
    size_t count = 0;

    *front = (struct front){.rows = rows, .columns = columns};
    for (uint32_t c = 0; c < MOST_EDGES; c++)
        front->bandwidth[c] = 100;
    for (uint32_t rank = 0; rank < rows * columns; rank++) {
        front->node[rank] = rank;
        if (rank % columns + 1 < columns)
            edges[count++] = (struct topomap_edge){rank, rank + 1, 100 * messages, messages};
        if (rank + columns < rows * columns)
            edges[count++] = (struct topomap_edge){rank, rank + columns, 100 * messages, messages};
    }
    front->graph = topomap_graph_create(rows * columns, edges, count, NULL);
    assert_non_null(front->graph);
    front->graph->waves = calloc(1, sizeof *front->graph->waves);
    assert_non_null(front->graph->waves);
    *front->graph->waves = (struct graph_waves){waves, rows + columns - 2, calloc(count, 1)};
    assert_non_null(front->graph->waves->turn);
}

/* Whether an edge goes along a row: this is awaited after what comes along the column. */
static bool is_along_row(const struct front *front, uint32_t from, size_t edge)
{
    return front->columns > 1 && front->graph->target[edge] == from + 1;
}

/* A message takes delay + 100 / bandwidth seconds. */
static void add_flows(struct front *front, const double *delay, bool share)
{
    struct topomap_graph *graph = front->graph;

    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            struct flow flow = {.from = rank, .to = graph->target[e], .length = 1, .hops = 1,
                                .messages = 1, .delay = graph->rounds * delay[e]};
            struct flow_use use = {share ? 0 : (uint32_t)e, 1};

            assert_int_equal(flows_add(&front->flows, &flow, &use), 0);
            graph->waves->turn[e] = 1 + is_along_row(front, rank, e);
        }
    }
}

static double simulate(const struct front *front, size_t most_uses, double enough)
{
    struct waves_part part = {.graph = front->graph, .flows = &front->flows,
                              .protocol = &front->protocol, .node = front->node,
                              .bandwidth = front->bandwidth, .channels = MOST_EDGES,
                              .most_uses = most_uses};
    struct senders senders;
    double seconds = -1;
    uint64_t work = 0;

    assert_int_equal(senders_init(&senders, front->graph->ranks), 0);
    assert_int_equal(waves_simulate(&part, &senders, enough, &seconds, &work), 0);
    senders_free(&senders);
    return seconds;
}

static void clear(struct front *front)
{
    flows_free(&front->flows);
    topomap_graph_destroy(front->graph);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Along a line of ranks each wave is one message behind the one before. */
static void waves_follow_one_another(void **state)
{
    static const double waves[] = {2, 3, 8, 16, 17, 100};
    static const double delay[MOST_EDGES] = {1, 1, 1, 1};

    (void)state;
    for (size_t i = 0; i < sizeof waves / sizeof *waves; i++) {
        struct front front;

        make(&front, 1, 5, waves[i], 3);
        add_flows(&front, delay, false);
        assert_true(near(simulate(&front, SIZE_MAX, INFINITY), 3 * 2 * (4 + waves[i] - 1)));
        assert_true(near(simulate(&front, 0, INFINITY), 3 * 2 * (4 + waves[i] - 1)));
        clear(&front);
    }
}

/* When each rank has received the messages of a wave, by the definition. */
static double expected(const struct front *front, const double *takes, uint32_t waves)
{
    const struct topomap_graph *graph = front->graph;
    double ready[MOST_RANKS] = {0};

    for (uint32_t wave = 0; wave < waves; wave++) {
        for (uint32_t rank = 0; rank < graph->ranks; rank++) {
            for (int along_row = 0; along_row < 2; along_row++) {
                uint32_t from = rank - (along_row ? 1 : front->columns);

                if (along_row ? rank % front->columns == 0 : rank < front->columns)
                    continue;
                for (size_t e = graph->offset[from]; e < graph->offset[from + 1]; e++) {
                    if (graph->target[e] == rank)
                        ready[rank] = fmax(ready[rank], ready[from]) + takes[e];
                }
            }
        }
    }
    for (uint32_t rank = 1; rank < graph->ranks; rank++)
        ready[0] = fmax(ready[0], ready[rank]);
    return ready[0];
}

static void messages_are_received_in_turn(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        double delay[MOST_EDGES], takes[MOST_EDGES];
        struct random random;
        struct front front;

        random_seed(&random, seed);
        make(&front, 4, 5, 6, 2);
        for (size_t e = 0; e < front.graph->edges; e++) {
            front.bandwidth[e] = 50 + (double)(random_next(&random) % 100);
            delay[e] = (double)(random_next(&random) % 8) / 8;
            takes[e] = delay[e] + 100 / front.bandwidth[e];
        }
        add_flows(&front, delay, false);
        /* Channels that are shared are not looked at for each message that begins or ends. */
        assert_true(fabs(simulate(&front, SIZE_MAX, INFINITY) / (2 * expected(&front, takes, 6)) -
                         1) <= 0.02);
        assert_true(near(simulate(&front, 6, INFINITY), 2 * (expected(&front, takes, 3) +
                                                             3 * (expected(&front, takes, 3) -
                                                                  expected(&front, takes, 2)))));
        clear(&front);
    }
}

static void messages_share_channels(void **state)
{
    static const double delay[MOST_EDGES] = {0};
    struct front front;

    (void)state;
    make(&front, 2, 2, 2, 1);
    add_flows(&front, delay, true);
    /* 8 messages of 1 s over one channel, of which it always carries some. */
    assert_true(near(simulate(&front, SIZE_MAX, INFINITY), 8));
    /* Without sharing: 1 s along the first row and column, 2 s for what the last rank awaits, and
     * as long for what it awaits of the second wave. */
    assert_true(near(simulate(&front, 0, INFINITY), 5));
    clear(&front);
}

/* Inside a node messages take the time that the protocol says. */
static void messages_inside_nodes_take_their_time(void **state)
{
    static const double delay[MOST_EDGES] = {0};
    struct front front;

    (void)state;
    make(&front, 1, 3, 4, 1);
    add_flows(&front, delay, false);
    flows_free(&front.flows);
    front.node[0] = front.node[1] = front.node[2] = 0;
    assert_true(simulate(&front, SIZE_MAX, INFINITY) == 0);
    front.protocol.inside = (struct network_link_speed){.bandwidth = 50, .latency = 1};
    assert_true(near(simulate(&front, SIZE_MAX, INFINITY), 3 * (2 + 4 - 1)));
    clear(&front);
}

/* A message of 100 bytes has a header of 50, between nodes and inside them. */
static void messages_have_headers(void **state)
{
    static const double delay[MOST_EDGES] = {1, 1};
    struct front front;

    (void)state;
    make(&front, 1, 3, 4, 1);
    add_flows(&front, delay, false);
    front.protocol.header = 50;
    assert_true(near(simulate(&front, SIZE_MAX, INFINITY), 2.5 * (2 + 4 - 1)));
    assert_true(near(simulate(&front, 0, INFINITY), 2.5 * (2 + 4 - 1)));
    flows_free(&front.flows);
    front.node[0] = front.node[1] = front.node[2] = 0;
    front.protocol.inside = (struct network_link_speed){.bandwidth = 50, .latency = 1};
    assert_true(near(simulate(&front, SIZE_MAX, INFINITY), 4 * (2 + 4 - 1)));
    clear(&front);
}

static void what_takes_too_long_is_not_simulated(void **state)
{
    static const double delay[MOST_EDGES] = {0};
    struct front front;
    double seconds;

    (void)state;
    make(&front, 4, 5, 4, 3);
    add_flows(&front, delay, false);
    front.graph->messages[0] = 0; /* as a damaged profile may have it: counts as one */
    seconds = simulate(&front, SIZE_MAX, INFINITY);
    assert_true(isfinite(seconds) && seconds > 0);
    assert_true(near(simulate(&front, SIZE_MAX, seconds), seconds));
    assert_true(simulate(&front, SIZE_MAX, seconds / 2) > seconds / 2);
    assert_true(simulate(&front, SIZE_MAX, seconds / 2) <= seconds * (1 + 1e-9));
    clear(&front);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_follow_one_another),
        cmocka_unit_test(messages_are_received_in_turn),
        cmocka_unit_test(messages_share_channels),
        cmocka_unit_test(messages_inside_nodes_take_their_time),
        cmocka_unit_test(messages_have_headers),
        cmocka_unit_test(what_takes_too_long_is_not_simulated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
