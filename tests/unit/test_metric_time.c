/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "graph/graph.h"
#include "io/profile.h"
#include "io/profile_format.h"
#include "machine/allocation.h"
#include "metric/time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TREE                                                                                       \
    "network:\n  kind: tree\n  switches:\n"                                                        \
    "    - {name: s0, nodes: 'n[0-1]'}\n    - {name: s1, nodes: 'n[2-3]'}\n"                      \
    "    - {name: top, switches: 's[0-1]'}\n"
#define DRAGONFLY                                                                                  \
    "network: {kind: dragonfly, groups: 2, rows: 1, columns: 2, nodes_per_router: 1, "            \
    "node_links: false, nodes: 'n[0-3]'"

/* Ranks 0 to 3 send to their successors 100, 200, 300 and 400 bytes, and 0 sends 10 to 2. */
static const char chain[] = "0 1 100 1\n1 2 200 1\n2 3 300 1\n3 0 400 1\n0 2 10 1\n";

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static void known_cases_are_exact(void **state)
{
    static const struct {
        const char *network;
        const char *tasks;
        uint32_t placement[4];
        double transfer, latency, seconds;
        const char *busiest;
        double bytes;
        bool assumed;
    } cases[] = {
        /* The 400 bytes load four links of 100 B/s, the furthest way has four links of 2 s. */
        {TREE "  links: [{bandwidth: 100, latency: 2}]\n", "1", {0, 1, 2, 3}, 4, 8, 12, "s0->n0",
         400, false},
        /* Between the switches links are slower; s0 is the first of those that carry 400 bytes. */
        {TREE "  links: [{bandwidth: 100, latency: 1}, {bandwidth: 10, latency: 0.5}]\n", "1",
         {0, 1, 2, 3}, 40, 3, 43, "top->s0", 400, false},
        /* A trunk of 8 links is as fast as all of them. */
        {"network: {kind: tree, children: [2, 2], widths: [8], routing: adaptive, "
         "nodes: 'n[0-3]', links: [{bandwidth: 100, latency: 1}, {bandwidth: 10, latency: 0.5}]}", "1",
         {0, 1, 2, 3}, 5, 3, 8, "s2.0->s1.0", 400, false},
        /* A matrix has no known links but those of nodes; 3 sends 400 bytes over three hops. */
        {"network: {kind: matrix, nodes: 'n[0-3]', distances: [[0, 1, 2, 3], [1, 0, 3, 2], "
         "[2, 3, 0, 1], [3, 2, 1, 0]], links: [{bandwidth: 100, latency: 2}]}", "1",
         {0, 1, 2, 3}, 4, 6, 10, "n3->network", 400, false},
        /* A number that is missing is the default one. */
        {TREE "  links: [{bandwidth: 100}]\n", "1", {0, 1, 2, 3}, 4, 4 * TOPOMAP_DEFAULT_LATENCY,
         4 + 4 * TOPOMAP_DEFAULT_LATENCY, "s0->n0", 400, true},
        {TREE "  links: [{latency: 0}]\n", "1", {0, 1, 2, 3}, 400 / TOPOMAP_DEFAULT_BANDWIDTH, 0,
         400 / TOPOMAP_DEFAULT_BANDWIDTH, "s0->n0", 400, true},
        {TREE, "1", {0, 1, 2, 3}, 400 / TOPOMAP_DEFAULT_BANDWIDTH, 4 * TOPOMAP_DEFAULT_LATENCY,
         400 / TOPOMAP_DEFAULT_BANDWIDTH + 4 * TOPOMAP_DEFAULT_LATENCY, "s0->n0", 400, true},
        /* Nothing leaves the node. */
        {TREE, "4,0,0,0", {0, 0, 0, 0}, 0, 0, 0, "", 0, false},
        /* On a ring nodes have no port: what they send in two directions goes at the same time.
         * When the 10 bytes over two hops begin, the 200 of a link that they share are through, and
         * the 400 take longest. */
        {"network: {kind: torus, dims: [4], nodes: 'n[0-3]', "
         "links: [{bandwidth: 100, latency: 2}]}", "1", {0, 1, 2, 3}, 4, 4, 6, "(3)+x", 400,
         false},
        /* On a flat network node 2 receives from nodes 0 and 1: 210 bytes, fewer than 400. */
        {"network: {kind: flat, nodes: 'n[0-3]', links: [{bandwidth: 100, latency: 2}]}", "1",
         {0, 1, 2, 3}, 4, 2, 6, "n3->network", 400, false},
        /* Ranks 1 and 3 share node 0, which sends 200 + 400 bytes. */
        {"network: {kind: flat, nodes: 'n[0-3]', links: [{bandwidth: 100, latency: 2}]}", "2,1,1,0",
         {1, 0, 2, 0}, 6, 2, 8, "n0->network", 600, false},
        /* No node links, so a port as fast as the fastest link; two global links share. */
        {DRAGONFLY ", links: [{bandwidth: 1000, latency: 1}, {bandwidth: 1, latency: 1}, "
         "{bandwidth: 100, latency: 5}]}", "1", {0, 1, 2, 3}, 2, 6, 8,
         "(0,0,1)->(0,0,0)#0", 200, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_time time;
        struct world w;

        world_text(&w, cases[i].network, "n[0-3]", cases[i].tasks, chain);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, cases[i].placement, &time, NULL),
                         0);
        print_message("case %zu: %s %g B, %g s + %g s\n", i, time.busiest[0].name,
                      time.busiest[0].bytes, time.transfer, time.latency);
        assert_true(near(time.transfer, cases[i].transfer));
        assert_true(near(time.latency, cases[i].latency));
        assert_true(near(time.seconds, cases[i].seconds));
        assert_string_equal(time.busy ? time.busiest[0].name : "", cases[i].busiest);
        assert_true(!time.busy || time.busiest[0].bytes == cases[i].bytes);
        assert_int_equal(time.assumed, cases[i].assumed);
        world_free(&w);
    }
}

#define FAT                                                                                        \
    "network: {kind: tree, children: [4, 2], widths: [2], nodes: 'n[0-7]', "                      \
    "links: [{bandwidth: 100, latency: 1}, {bandwidth: 10, latency: 0.5}]"

static double seconds_by(const struct world *w, uint32_t routing, const uint32_t *placement,
                         struct topomap_time *time)
{
    struct topomap_network *network = network_routed(w->allocation->network, routing, 0, NULL);
    struct topomap_allocation routed = *w->allocation;

    assert_non_null(network);
    routed.network = network;
    assert_int_equal(topomap_time_predict(w->graph, &routed, placement, time, NULL), 0);
    network_routed_free(network);
    return time->seconds;
}

/* If the routing is not stated, times are the mean over the possible ones. What is given up takes
 * longer than what is enough, and all else is exact. */
static void unstated_routings_count_by_their_mean(void **state)
{
    static const char *const networks[] = {
        FAT "}",
        "network: {kind: dragonfly, groups: 4, rows: 1, columns: 2, nodes_per_router: 1, "
        "nodes: 'n[0-7]'}",
    };
    enum { COUNT = 24 };
    uint32_t placement[COUNT][8];
    char graph[1024];
    size_t at = 0;

    (void)state;
    for (uint32_t e = 0; e < 24; e++)
        at += (size_t)snprintf(graph + at, sizeof graph - at, "%u %u %u 1\n", e % 8,
                               (e % 8 + 1 + e / 8 * 2) % 8, 10 + e * e * 37 % 500);
    for (uint32_t p = 0; p < COUNT; p++) {
        for (uint32_t rank = 0; rank < 8; rank++)
            placement[p][rank] = rank;
        for (uint32_t rank = 7; rank > 0; rank--) {
            uint32_t other = network_hash_pair(p, rank) % (rank + 1), node = placement[p][rank];

            placement[p][rank] = placement[p][other];
            placement[p][other] = node;
        }
    }
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        double seconds[COUNT];
        uint32_t given_up = 0, differ = 0;
        struct world w;

        world_text(&w, networks[i], "n[0-7]", "1", graph);
        for (uint32_t p = 0; p < COUNT; p++) {
            struct topomap_time time, by[3];
            double sum = 0;

            for (uint32_t r = 0; r < 3; r++)
                sum += seconds_by(&w, r, placement[p], &by[r]);
            assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement[p], &time, NULL),
                             0);
            assert_true(near(3 * time.seconds, sum));
            assert_true(near(3 * time.transfer, by[0].transfer + by[1].transfer + by[2].transfer));
            assert_true(near(3 * time.latency, by[0].latency + by[1].latency + by[2].latency));
            differ += by[0].seconds != by[1].seconds || by[0].seconds != by[2].seconds;
            assert_int_equal(time_predict(w.graph, w.allocation, placement[p], INFINITY, &time,
                                          NULL), 0);
            seconds[p] = time.seconds;
        }
        assert_true(differ > 0);
        for (uint32_t p = 0; p < COUNT; p++) {
            for (uint32_t q = 0; q < COUNT; q++) {
                struct topomap_time time;

                assert_int_equal(time_predict(w.graph, w.allocation, placement[p], seconds[q],
                                              &time, NULL), 0);
                if (seconds[p] <= seconds[q])
                    assert_true(time.seconds == seconds[p]);
                else
                    assert_true(time.seconds > seconds[q]);
                given_up += time.seconds != seconds[p];
            }
        }
        assert_true(given_up > 0);
        world_free(&w);
    }
}

/* Random routes count by the mean of their draws, for the numbers of ranks. Where each node has a
 * switch of its own, no placement is faster than another. */
static void random_routes_count_by_their_mean(void **state)
{
    static const uint32_t order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const char *const networks[] = {
        FAT ", routing: random}",
        "network: {kind: tree, children: [1, 8], widths: [2], nodes: 'n[0-7]', routing: random, "
        "links: [{bandwidth: 100, latency: 1}, {bandwidth: 10, latency: 0.5}]}",
    };
    const char *graph = "0 4 100 1\n0 5 200 1\n1 4 300 1\n1 6 400 1\n2 7 500 1\n3 7 600 1\n";

    (void)state;
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        uint32_t placement[] = {3, 6, 0, 5, 1, 7, 4, 2};
        struct topomap_time time, search, drawn;
        double sum[2] = {0, 0}, least = INFINITY;
        struct world w;

        world_text(&w, networks[i], "n[0-7]", "1", graph);
        for (uint32_t draw = 1; draw <= TIME_SEARCHED_DRAWS + TIME_JUDGED_DRAWS; draw++) {
            struct topomap_network *network = network_routed(w.network, w.network->routing, draw,
                                                             NULL);
            struct topomap_allocation routed = *w.allocation;

            assert_non_null(network);
            routed.network = network;
            assert_int_equal(topomap_time_predict(w.graph, &routed, order, &drawn, NULL), 0);
            sum[draw > TIME_SEARCHED_DRAWS] += drawn.seconds;
            least = fmin(least, drawn.seconds);
            network_routed_free(network);
        }
        assert_int_equal(time_predict(w.graph, w.allocation, order, INFINITY, &search, NULL), 0);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, order, &time, NULL), 0);
        assert_true(near(TIME_SEARCHED_DRAWS * search.seconds, sum[0]));
        assert_true(near(TIME_JUDGED_DRAWS * time.seconds, sum[1]));
        assert_true(search.seconds != time.seconds && least < time.seconds);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &drawn, NULL), 0);
        assert_true(i == 0 || drawn.seconds == time.seconds);
        world_free(&w);
    }
}

/* Metrics that come with the time in one pass over the traffic are those of two passes, on
 * networks with ports and without, over one way and over means of several. */
static void metrics_with_time_are_both(void **state)
{
    static const char *const networks[] = {
        TREE,
        "network: {kind: flat, nodes: 'n[0-3]'}",
        DRAGONFLY "}",
        DRAGONFLY ", routing: valiant}",
        "network: {kind: dragonfly, groups: 4, rows: 1, columns: 1, nodes_per_router: 1, "
        "node_links: true, nodes: 'n[0-3]'}",
    };
    const uint32_t placement[] = {2, 0, 3, 1};

    (void)state;
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        struct topomap_metrics metrics, both;
        struct topomap_time time, with;
        struct world w;

        world_text(&w, networks[i], "n[0-3]", "1", chain);
        assert_int_equal(topomap_metrics_compute(w.graph, w.allocation, placement, &metrics, NULL),
                         0);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
        assert_int_equal(metrics_with_time(w.graph, w.allocation, placement, &both, &with, NULL),
                         0);
        assert_true(with.seconds == time.seconds && with.transfer == time.transfer);
        assert_true(with.latency == time.latency);
        assert_true(both.hop_bytes == metrics.hop_bytes);
        assert_true(both.max_link_bytes == metrics.max_link_bytes);
        assert_true(both.mean_link_bytes == metrics.mean_link_bytes);
        assert_int_equal(both.used_links, metrics.used_links);
        assert_string_equal(both.max_link, metrics.max_link);
        world_free(&w);
    }
}

/* Three nodes send to one: no link carries more than one message, but the receiver has only one
 * port, which is busy as soon as the first byte is there. */
static void receivers_have_one_port(void **state)
{
    static const struct {
        const char *network;
        double seconds;
        const char *busiest;
    } cases[] = {
        {"network: {kind: flat, nodes: 'n[0-3]', links: [{bandwidth: 100, latency: 1}]}", 7,
         "network->n0"},
        {DRAGONFLY ", links: [{bandwidth: 100, latency: 1}]}", 7, "network->n0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_time time;
        struct world w;

        world_text(&w, cases[i].network, "n[0-3]", "1",
                   "1 0 200 1\n2 0 200 1\n3 0 200 1\n");
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, (uint32_t[]){0, 1, 2, 3}, &time,
                                          NULL), 0);
        assert_true(near(time.seconds, cases[i].seconds));
        assert_string_equal(time.busiest[0].name, cases[i].busiest);
        assert_true(time.busiest[0].bytes == 600);
        world_free(&w);
    }
}

/* The median pair has three messages: so many rounds, each with its latency. The 10 bytes over two
 * hops come last, half of them each way, when all others are through. */
static void rounds_have_latencies(void **state)
{
    struct topomap_time time;
    struct world w;

    (void)state;
    world_text(&w, "network: {kind: torus, dims: [4], nodes: 'n[0-3]', "
               "links: [{bandwidth: 100, latency: 2}]}", "n[0-3]", "1",
               "0 1 100 1\n1 2 200 2\n2 3 300 3\n3 0 400 4\n0 2 10 5\n");
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, (uint32_t[]){0, 1, 2, 3}, &time,
                                          NULL), 0);
    assert_true(near(time.transfer, 4));
    assert_true(near(time.latency, 3 * 4));
    assert_true(near(time.seconds, 0.05 + 3 * 4));
    world_free(&w);
}

/* A pair with fewer messages than the median one has fewer latencies: 2 links of 2 s. */
static void pairs_have_the_latencies_of_their_messages(void **state)
{
    struct topomap_time time;
    struct world w;

    (void)state;
    world_text(&w, TREE "  links: [{bandwidth: 100, latency: 2}]\n", "n[0-3]", "1",
               "0 1 20 20\n2 3 20 20\n1 0 1000 1\n");
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, (uint32_t[]){0, 1, 2, 3}, &time,
                                          NULL), 0);
    assert_true(near(time.seconds, 20 * 4 + 0.2));
    assert_true(near(time.latency, 20 * 4));
    world_free(&w);
}

/* Messages of different sizes share a link as their long ones do. Of two flows that share links of
 * 100 bytes/s one is over a link with 60, and would end at 24.5 s if two short messages took as much
 * as the long one beside them all the time. */
static void short_messages_are_soon_through(void **state)
{
    struct topomap_time time;
    struct world w;

    (void)state;
    world_text(&w, TREE "  links: [{bandwidth: 100, latency: 0}]\n"
                        "  background: {'s1->n3': 40}\n", "n[0-3]", "3,1,3,1",
               "0 4 1000 1\n1 5 1 1\n2 6 1 1\n3 7 1000 1\n");
    assert_int_equal(topomap_time_predict(w.graph, w.allocation,
                                          (uint32_t[]){0, 0, 0, 1, 2, 2, 2, 3}, &time, NULL), 0);
    assert_true(fabs(time.seconds - 20) < 0.1);
    world_free(&w);
}

/* What a rank sends in one step of one part of one phase of a profile. */
struct recorded {
    struct profile_kind kind;
    uint32_t from, to;
    uint64_t bytes, messages;
};

/* A profile of `ranks` ranks. */
static char *profile_of_ranks(uint32_t ranks, const struct recorded *rows, size_t count,
                              size_t *length)
{
    const struct profile_head head = {.ranks = ranks, .run = 1, .sampling = 1, .library = "",
                                      .program = ""};
    struct profile_writer *writer = calloc(1, sizeof *writer);
    struct text text = {0};
    char *profile;

    assert_non_null(writer);
    profile_begin(writer, profile_put_text, &text);
    profile_put_head(writer, &head);
    for (size_t i = 0; i < count; i++)
        profile_put_traffic(writer, rows[i].from, rows[i].kind, rows[i].to, rows[i].bytes,
                            rows[i].messages);
    for (uint32_t rank = 0; rank < head.ranks; rank++)
        profile_put_done(writer, rank, PROFILE_FINALIZED, 0, 0);
    assert_int_equal(profile_put_end(writer), 0);
    *length = text.length;
    profile = text_take(&text);
    assert_non_null(profile);
    free(writer);
    return profile;
}

static struct topomap_graph *graph_of_ranks(uint32_t ranks, const struct recorded *rows,
                                            size_t count)
{
    size_t length;
    char *profile = profile_of_ranks(ranks, rows, count, &length);
    struct topomap_graph *graph = topomap_graph_parse("p", profile, length, NULL, NULL);

    assert_non_null(graph);
    free(profile);
    return graph;
}

static struct topomap_graph *graph_of(const struct recorded *rows, size_t count)
{
    return graph_of_ranks(4, rows, count);
}

/* Three exchanges in turn take as long as each alone, and the links carry all of them. */
static void phases_follow_one_another(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 1, 0}, 0, 1, 100, 1},
        {{PROFILE_P2P, 1, 0}, 2, 3, 400, 1},
        {{PROFILE_COLLECTIVE, 1, 0}, 0, 1, 300, 3},
        {{PROFILE_P2P, 4, 0}, 0, 2, 10, 2},
    };
    /* Links of 2 s: 400 bytes over two of them; three rounds over two and 300 bytes; two rounds
     * over four and 10 bytes. */
    static const double seconds[] = {4 + 4, 3 + 3 * 4, 0.1 + 2 * 8};
    const uint32_t placement[] = {0, 1, 2, 3};
    struct topomap_graph *graph = graph_of(rows, sizeof rows / sizeof *rows);
    struct topomap_metrics metrics;
    struct topomap_time time, with;
    double sum = 0, latency = 0;
    struct world w;

    (void)state;
    world_text(&w, TREE "  links: [{bandwidth: 100, latency: 2}]\n", "n[0-3]", "1", chain);
    assert_int_equal(topomap_graph_phases(graph), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(topomap_time_predict(topomap_graph_phase(graph, i), w.allocation, placement,
                                              &time, NULL), 0);
        assert_true(near(time.seconds, seconds[i]));
        sum += time.seconds;
        latency += time.latency;
    }
    assert_int_equal(topomap_time_predict(graph, w.allocation, placement, &time, NULL), 0);
    assert_true(near(time.seconds, sum) && near(time.latency, latency));
    assert_string_equal(time.busiest[0].name, "n0->s0");
    assert_true(time.busiest[0].bytes == 410 && near(time.transfer, 4.1));
    assert_int_equal(metrics_with_time(graph, w.allocation, placement, &metrics, &with, NULL), 0);
    assert_true(with.seconds == time.seconds && metrics.internode_bytes == 810);

    /* It is known to be too long after the second of them. */
    assert_int_equal(time_predict(graph, w.allocation, placement, 20, &time, NULL), 0);
    assert_true(time.seconds > 20 && time.seconds <= sum * (1 + 1e-12));
    topomap_graph_destroy(graph);
    world_free(&w);
}

static void predictor_forgets(const char *network, const struct topomap_graph *graph)
{
    struct time_predictor *predictor;
    struct world w;

    world_text(&w, network, "n[0-3]", "1", chain);
    predictor = time_predictor_create(graph, w.allocation, NULL);
    assert_non_null(predictor);
    for (uint64_t seed = 1; seed <= 24; seed++) {
        const double enough = seed % 3 ? INFINITY : 1;
        struct topomap_time again, once;
        uint32_t placement[4];

        world_shuffle(&w, seed, placement);
        assert_int_equal(time_predictor_run(predictor, placement, enough, &again, NULL), 0);
        assert_int_equal(time_predict(graph, w.allocation, placement, enough, &once, NULL), 0);
        assert_true(again.seconds == once.seconds && again.latency == once.latency);
        assert_true(again.transfer == once.transfer && again.work == once.work);
        assert_true(again.assumed == once.assumed);
    }
    time_predictor_destroy(predictor);
    world_free(&w);
}

/* A predictor knows nothing of the placements before. */
static void predictors_forget(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 1, 0}, 0, 1, 100, 1},
        {{PROFILE_P2P, 1, 0}, 2, 3, 400, 1},
        {{PROFILE_COLLECTIVE, 1, 0}, 0, 1, 300, 3},
        {{PROFILE_P2P, 4, 0}, 0, 2, 10, 2},
        {{PROFILE_P2P, 4, 0}, 1, 2, 10, 2},
        {{PROFILE_P2P, 5, 0}, 1, 3, 1000000, 1},
    };
    struct topomap_graph *graph = graph_of(rows, sizeof rows / sizeof *rows);

    (void)state;
    predictor_forgets(TREE "  links: [{bandwidth: 100, latency: 0.1}]\n", graph);
    predictor_forgets(TREE "  links: [{bandwidth: 1e6, latency: 0.1}]\n", graph);
    predictor_forgets(TREE "  links: [{bandwidth: 100}]\n"
                           "  protocol: {adapters: {bandwidth: 70, messages: 1}}\n", graph);
    predictor_forgets("network: {kind: tree, children: [2, 2], widths: [3], nodes: 'n[0-3]', "
                      "links: [{bandwidth: 100, latency: 0.1}]}", graph);
    predictor_forgets(DRAGONFLY ", links: [{bandwidth: 100, latency: 0.1}]}", graph);
    topomap_graph_destroy(graph);
}

/* Steps of a part follow one another, too, in their order, and those without traffic are none. */
static void steps_follow_one_another(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 2, 5}, 2, 3, 400, 1},
        {{PROFILE_P2P, 2, 1}, 0, 1, 100, 1},
        {{PROFILE_FETCHED, 2, 1}, 3, 0, 50, 1},
        {{PROFILE_P2P, 2, 5}, 1, 2, 70, 1},
        {{PROFILE_P2P, 3, 15}, 0, 1, 30, 1},
    };
    static const uint64_t bytes[] = {100, 470, 50, 30};
    static const uint32_t steps[] = {0, 1, 0, 0};
    const uint32_t placement[] = {0, 1, 2, 3};
    struct topomap_graph *graph = graph_of(rows, sizeof rows / sizeof *rows);
    struct topomap_time time;
    double sum = 0;
    struct world w;

    (void)state;
    world_text(&w, TREE "  links: [{bandwidth: 100, latency: 0.1}]\n", "n[0-3]", "1", chain);
    assert_int_equal(topomap_graph_phases(graph), 4);
    for (size_t i = 0; i < 4; i++) {
        const struct topomap_graph *phase = topomap_graph_phase(graph, i);

        assert_int_equal(topomap_graph_bytes(phase), bytes[i]);
        assert_int_equal(phase->step, steps[i]);
        assert_int_equal(topomap_time_predict(phase, w.allocation, placement, &time, NULL), 0);
        sum += time.seconds;
    }
    assert_int_equal(topomap_time_predict(graph, w.allocation, placement, &time, NULL), 0);
    assert_true(near(time.seconds, sum));
    topomap_graph_destroy(graph);
    world_free(&w);
}

/* One collective ends before a pair begins the next one, however many other pairs have. */
static void collectives_follow_one_another(void **state)
{
    static const enum profile_part parts[] = {PROFILE_COLLECTIVE, PROFILE_P2P};
    static const double seconds[] = {3 * 4, 4};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const struct recorded rows[] = {
            {{parts[i], 1, 1}, 0, 1, 3, 3}, {{parts[i], 1, 1}, 1, 0, 1, 1},
            {{parts[i], 1, 1}, 2, 3, 1, 1}, {{PROFILE_FETCHED, 1, 1}, 0, 1, 1, 1},
        };
        struct topomap_graph *copy;
        struct topomap_time time;
        struct world w;

        world_even(&w, TREE "  links: [{bandwidth: 1e9, latency: 2}]\n", "n[0-3]", 1,
                   graph_of_ranks(4, rows, sizeof rows / sizeof *rows));
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, (uint32_t[]){0, 1, 2, 3},
                                              &time, NULL), 0);
        assert_true(fabs(time.seconds - seconds[i] - 4) < 0.1);
        copy = topomap_graph_by_messages(w.graph, NULL);
        assert_non_null(copy);
        assert_int_equal(topomap_time_predict(copy, w.allocation, (uint32_t[]){0, 1, 2, 3}, &time,
                                              NULL), 0);
        assert_true(fabs(time.seconds - seconds[i] - 4) < 0.1);
        topomap_graph_destroy(copy);
        world_free(&w);
    }
}

/* Also where there is nothing else, and in a copy. */
static void collectives_alone_follow_one_another(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_COLLECTIVE, 1, 1}, 0, 1, 3, 3}, {{PROFILE_COLLECTIVE, 1, 1}, 1, 0, 1, 1},
        {{PROFILE_COLLECTIVE, 1, 1}, 2, 3, 1, 1},
    };
    const uint32_t placement[] = {0, 1, 2, 3};
    struct topomap_graph *copy;
    struct topomap_time time;
    struct world w;
    size_t length;
    char *text;

    (void)state;
    world_even(&w, TREE "  links: [{bandwidth: 1e9, latency: 2}]\n", "n[0-3]", 1,
               graph_of_ranks(4, rows, sizeof rows / sizeof *rows));
    assert_int_equal(w.graph->phases, 0);
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
    assert_true(fabs(time.seconds - 3 * 4) < 0.1);
    text = topomap_graph_print(w.graph, "profile", &length, NULL);
    assert_non_null(text);
    copy = topomap_graph_parse("copy", text, length, NULL, NULL);
    assert_non_null(copy);
    assert_int_equal(topomap_time_predict(copy, w.allocation, placement, &time, NULL), 0);
    assert_true(fabs(time.seconds - 3 * 4) < 0.1);
    topomap_graph_destroy(copy);
    free(text);
    world_free(&w);
}

/* A rank waits for what is sent to it alone, unless links are shared: then messages of other steps
 * would share them, too. */
static void latencies_add_up_along_chains(void **state)
{
    static const struct {
        struct recorded rows[3];
        double seconds;
    } cases[] = {
        /* Links of 2 s, two of them to the neighbour and four to others. */
        {{{{PROFILE_P2P, 1, 1}, 0, 1, 1, 1}, {{PROFILE_P2P, 1, 2}, 1, 2, 1, 1},
          {{PROFILE_P2P, 1, 3}, 2, 3, 1, 1}}, 4 + 8 + 4},
        {{{{PROFILE_P2P, 1, 1}, 0, 1, 1, 1}, {{PROFILE_P2P, 1, 2}, 2, 3, 1, 1},
          {{PROFILE_P2P, 1, 2}, 0, 1, 1, 1}}, 4 + 4},
        {{{{PROFILE_P2P, 1, 1}, 0, 2, 1, 1}, {{PROFILE_P2P, 1, 1}, 1, 0, 1, 1},
          {{PROFILE_P2P, 1, 2}, 1, 0, 1, 1}}, 4 + 4},
        /* The second takes 10 s of its link: all wait for the first, and for it. */
        {{{{PROFILE_P2P, 1, 1}, 0, 2, 1, 1}, {{PROFILE_P2P, 1, 1}, 1, 0, 1, 1},
          {{PROFILE_P2P, 1, 2}, 1, 0, 1000, 1}}, 8 + 14},
        {{{{PROFILE_P2P, 1, 1}, 0, 2, 1000, 1}, {{PROFILE_P2P, 1, 2}, 1, 0, 1, 1},
          {{PROFILE_P2P, 1, 3}, 3, 2, 1, 1}}, 18 + 4},
    };
    const uint32_t placement[] = {0, 1, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = graph_of(cases[i].rows, 3);
        struct topomap_time time;
        struct world w;

        world_text(&w, TREE "  links: [{bandwidth: 100, latency: 2}]\n", "n[0-3]", "1", chain);
        assert_int_equal(topomap_time_predict(graph, w.allocation, placement, &time, NULL), 0);
        assert_true(fabs(time.seconds - cases[i].seconds) < 0.1);
        topomap_graph_destroy(graph);
        world_free(&w);
    }
}

/* Where latencies decide in all parts by Slurm's block distribution, other placements may share
 * links in them. */
static void links_carry_one_chain_after_the_other(void **state)
{
    static const struct {
        struct recorded rows[3];
        double seconds;
    } cases[] = {
        /* By block's distribution 0 and 1 are on one node, and so are 4 and 5. Here the first sends
         * for 10 s before it can receive. */
        {{{{PROFILE_P2P, 1, 1}, 0, 1, 1000, 1}, {{PROFILE_P2P, 1, 2}, 2, 0, 1, 1},
          {{PROFILE_P2P, 1, 3}, 0, 2, 1, 1}}, 10 + 8 + 8},
        {{{{PROFILE_P2P, 1, 1}, 0, 1, 1, 1}, {{PROFILE_P2P, 1, 2}, 2, 0, 1, 1},
          {{PROFILE_P2P, 1, 3}, 0, 2, 1, 1}}, 8 + 8},
        /* 0 and 4 share the link of their node. */
        {{{{PROFILE_P2P, 1, 1}, 0, 1, 1000, 1}, {{PROFILE_P2P, 1, 2}, 2, 3, 1, 1},
          {{PROFILE_P2P, 1, 3}, 4, 5, 1000, 1}}, 10 + 10},
    };
    const uint32_t placement[] = {0, 1, 2, 3, 0, 1, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_time time;
        struct world w;

        world_even(&w, TREE "  links: [{bandwidth: 100, latency: 2}]\n"
                            "  protocol: {inside: {bandwidth: 1e9, latency: 1}}\n",
                   "n[0-3]", 2, graph_of_ranks(8, cases[i].rows, 3));
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
        assert_true(fabs(time.seconds - cases[i].seconds) < 0.1);
        world_free(&w);
    }
}

/* Of many phases those that exchange alike are one exchange, which takes as long as they do. */
static void phases_are_merged_with_their_like(void **state)
{
    static const struct recorded kinds[] = {
        {{PROFILE_P2P, 0, 1}, 0, 2, 1000, 1},
        {{PROFILE_P2P, 0, 1}, 1, 3, 2000, 1},
        {{PROFILE_COLLECTIVE, 0, 1}, 0, 3, 500, 1},
    };
    static const struct {
        uint32_t phases, differ;
        size_t parts;
    } cases[] = {{3, 3, 3}, {15, 3, 15}, {18, 3, 3}, {60, 3, 3}, {40, 1, 0}};
    const uint32_t placement[] = {0, 1, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct recorded rows[60];
        struct topomap_time time;
        double seconds = 0;
        struct world w;

        for (uint32_t p = 0; p < cases[i].phases; p++) {
            rows[p] = kinds[p % cases[i].differ];
            rows[p].kind.phase = 7 * p;
            rows[p].bytes *= 1 + p % 2;
            seconds += (double)rows[p].bytes / 100;
        }
        world_even(&w, TREE "  links: [{bandwidth: 100, latency: 0}]\n", "n[0-3]", 1,
                   graph_of_ranks(4, rows, cases[i].phases));
        assert_int_equal(w.graph->phases, cases[i].parts);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
        assert_true(near(time.seconds, seconds));
        world_free(&w);
    }
}

/* Phases are alike if what is asked for is, whatever else they have. */
static void phases_are_merged_by_the_parts_asked_for(void **state)
{
    enum { PHASES = 18 };
    struct recorded rows[2 * PHASES];
    struct topomap_profile *profile;
    struct topomap_graph *graph;
    struct source source = {.name = "p"};

    (void)state;
    for (uint32_t p = 0; p < PHASES; p++) {
        rows[2 * p] = (struct recorded){{PROFILE_P2P, p, 0}, p % 3, 3, 100, 1};
        rows[2 * p + 1] = (struct recorded){{PROFILE_COLLECTIVE, p, 0}, 0, 1, 100000, 1};
    }
    source.text = profile_of_ranks(4, rows, 2 * PHASES, &source.length);
    profile = profile_parse(&source, NULL);
    assert_non_null(profile);
    graph = topomap_profile_graph(profile, TOPOMAP_PART_P2P, TOPOMAP_EVERY_PHASE, NULL);
    assert_non_null(graph);
    assert_int_equal(graph->phases, 3);
    topomap_graph_destroy(graph);
    graph = topomap_profile_graph(profile, TOPOMAP_PART_COLLECTIVES, TOPOMAP_EVERY_PHASE, NULL);
    assert_non_null(graph);
    assert_int_equal(graph->phases, 0);
    topomap_graph_destroy(graph);
    topomap_profile_destroy(profile);
}

/* Waves of phases that are merged pass as those of each: a rank awaits others in the same order. */
static void waves_are_merged_with_their_like(void **state)
{
    static const struct recorded front[] = {
        {{PROFILE_P2P, 0, 0}, 0, 1, 1000, 10}, {{PROFILE_P2P, 0, 0}, 0, 2, 1000, 10},
        {{PROFILE_P2P, 0, 1}, 1, 3, 1000, 10}, {{PROFILE_P2P, 0, 1}, 2, 3, 1000, 10},
        {{PROFILE_AWAITED, 0, 1}, 1, 0, 1, 1}, {{PROFILE_AWAITED, 0, 1}, 1, 1, 1, 1},
        {{PROFILE_AWAITED, 0, 1}, 2, 0, 1, 1}, {{PROFILE_AWAITED, 0, 1}, 2, 2, 1, 1},
        {{PROFILE_AWAITED, 0, 1}, 3, 2, 1, 1}, {{PROFILE_AWAITED, 0, 1}, 3, 1, 2, 1},
    };
    enum { ROWS = sizeof front / sizeof *front, PHASES = 20 };
    struct topomap_graph *one = graph_of(front, ROWS), *many;
    const struct topomap_graph *waves;
    struct recorded rows[PHASES * ROWS];

    (void)state;
    for (size_t i = 0; i < PHASES * ROWS; i++) {
        rows[i] = front[i % ROWS];
        rows[i].kind.phase = (uint32_t)(i / ROWS);
    }
    many = graph_of(rows, PHASES * ROWS);
    waves = topomap_graph_phase(one, topomap_graph_phases(one) - 1);
    assert_non_null(waves->waves);
    assert_int_equal(topomap_graph_phases(many), topomap_graph_phases(one));
    for (size_t p = 0; p < topomap_graph_phases(one); p++) {
        const struct topomap_graph *a = topomap_graph_phase(one, p);
        const struct topomap_graph *b = topomap_graph_phase(many, p);

        assert_int_equal(a->edges, b->edges);
        assert_int_equal(a->waves != NULL, b->waves != NULL);
        for (size_t e = 0; a->waves && e < a->edges; e++)
            assert_int_equal(a->waves->turn[e], b->waves->turn[e]);
    }
    assert_int_equal(waves->waves->turn[graph_find_edge(waves, 1, 3)], 2);
    topomap_graph_destroy(one);
    topomap_graph_destroy(many);
}

/* There are no more than 16 groups, of which those with the most traffic are told apart. */
static void groups_are_those_of_the_most_traffic(void **state)
{
    struct recorded rows[40];
    struct topomap_time time, alone;
    const uint32_t placement[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct world w;

    (void)state;
    /* Each of 40 pairs in a phase of its own: 16 of them exchange a thousand times as much. */
    for (uint32_t p = 0; p < 40; p++)
        rows[p] = (struct recorded){{PROFILE_P2P, p, 1}, p % 8, (p % 8 + 1 + p / 8) % 8,
                                    p % 5 < 2 ? 1000 : 1, 1};
    world_even(&w, "network: {kind: flat, nodes: 'n[0-7]', links: [{bandwidth: 1, latency: 0}]}",
               "n[0-7]", 1, graph_of_ranks(8, rows, 40));
    assert_int_equal(w.graph->phases, 16);
    for (size_t i = 0; i < 16; i++) {
        assert_int_equal(topomap_time_predict(w.graph->phase[i], w.allocation, placement, &alone,
                                              NULL), 0);
        assert_true(alone.seconds >= 1000);
    }
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
    assert_true(time.seconds >= 16000 && time.seconds <= 16024);
    world_free(&w);
}

/* Nor do adapters, though ranks of a node go on at different times. */
static void adapters_serve_one_chain_after_the_other(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 1, 1}, 0, 1, 100, 50}, {{PROFILE_P2P, 1, 2}, 4, 5, 100, 50},
    };
    static const struct {
        const char *adapters;
        double seconds;
    } cases[] = {{"messages: 5", 10 + 10}, {"bandwidth: 10", 10 + 10}, {"bandwidth: 100", 2}};
    const uint32_t placement[] = {0, 1, 2, 3, 0, 1, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_time time;
        char network[512];
        struct world w;

        snprintf(network, sizeof network, TREE "  links: [{bandwidth: 1e6, latency: 0.01}]\n"
                 "  protocol: {inside: {bandwidth: 1e9}, adapters: {%s}}\n", cases[i].adapters);
        world_even(&w, network, "n[0-3]", 2, graph_of_ranks(8, rows, 2));
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
        print_message("%s: %.15g s\n", cases[i].adapters, time.seconds);
        assert_true(fabs(time.seconds - cases[i].seconds) < 0.5);
        world_free(&w);
    }
}

/* Messages between them take no time, but their receivers go on after what these wait for. */
static void nodes_may_be_0_apart(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 1, 1}, 1, 2, 1, 1}, {{PROFILE_P2P, 1, 1}, 0, 1, 1, 1},
        {{PROFILE_P2P, 1, 2}, 2, 3, 1, 1}, {{PROFILE_P2P, 1, 2}, 0, 2, 1, 1},
        {{PROFILE_P2P, 1, 3}, 3, 0, 1, 1},
    };
    const uint32_t placement[] = {0, 1, 2, 3};
    struct topomap_time time;
    struct world w;

    (void)state;
    world_even(&w, "network: {kind: matrix, nodes: 'n[0-3]', "
                   "links: [{bandwidth: 100, latency: 2}], "
                   "distances: [[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0], [1, 1, 0, 0]]}",
               "n[0-3]", 1, graph_of(rows, sizeof rows / sizeof *rows));
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
    assert_true(fabs(time.seconds - (2 + 2)) < 0.1);
    world_free(&w);
}

/* Whether latencies or bytes decide: parts that all take longer do not become shorter together. */
static void longer_routes_take_longer_in_each_phase(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_P2P, 1, 0}, 0, 1, 2000, 1},
        {{PROFILE_P2P, 2, 0}, 2, 3, 2000, 1},
        {{PROFILE_P2P, 3, 0}, 4, 5, 2000, 1},
        {{PROFILE_P2P, 4, 0}, 6, 7, 2000, 1},
    };
    const uint32_t near_by[] = {0, 1, 2, 3, 4, 5, 6, 7}, far[] = {0, 2, 1, 3, 4, 6, 5, 7};

    (void)state;
    for (double latency = 1e-8; latency < 1e-3; latency *= 1.5) {
        char network[160];
        struct topomap_time one, two;
        struct world w;

        snprintf(network, sizeof network,
                 "network: {kind: mesh, dims: [8], nodes: 'n[0-7]', "
                 "links: [{bandwidth: 1e10, latency: %.17g}]}", latency);
        world_even(&w, network, "n[0-7]", 1,
                   graph_of_ranks(8, rows, sizeof rows / sizeof *rows));
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, near_by, &one, NULL), 0);
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, far, &two, NULL), 0);
        assert_true(near(one.seconds, (latency < 2e-6 ? 4 : 1) * (latency + 2e-7)));
        assert_true(two.seconds > one.seconds);
        world_free(&w);
    }
}

/* Where the steps would have as many ranks in all as a very large job, they are not told. */
static void steps_of_many_ranks_are_one(void **state)
{
    struct recorded rows[PROFILE_STEPS];

    (void)state;
    for (uint32_t step = 0; step < PROFILE_STEPS; step++)
        rows[step] = (struct recorded){{PROFILE_P2P, 1, step}, step, step + 1, 10, 1};
    for (uint32_t ranks = 1U << 15; ranks <= 1U << 16; ranks *= 2) {
        struct topomap_graph *graph = graph_of_ranks(ranks, rows, PROFILE_STEPS);

        assert_int_equal(topomap_graph_phases(graph), ranks == 1U << 15 ? PROFILE_STEPS : 1);
        topomap_graph_destroy(graph);
    }
}

/* A graph with phases and steps is written as a profile with as many. */
static void phases_are_written(void **state)
{
    static const struct recorded rows[] = {
        {{PROFILE_COLLECTIVE, 2, 0}, 0, 1, 100, 1},
        {{PROFILE_P2P, 2, 0}, 0, 1, 7, 2},
        {{PROFILE_P2P, 3, 0}, 1, 2, 30, 3},
        {{PROFILE_P2P, 3, 4}, 2, 3, 30, 3},
    };
    struct topomap_graph *graph = graph_of(rows, sizeof rows / sizeof *rows), *again;
    size_t length;
    char *text;

    (void)state;
    text = topomap_graph_print(graph, "profile", &length, NULL);
    assert_non_null(text);
    again = topomap_graph_parse("p", text, length, NULL, NULL);
    assert_non_null(again);
    assert_int_equal(topomap_graph_phases(again), 4);
    for (size_t i = 0; i < 4; i++) {
        const struct topomap_graph *one = topomap_graph_phase(graph, i);
        const struct topomap_graph *other = topomap_graph_phase(again, i);

        assert_int_equal(one->step, i == 3);
        assert_int_equal(other->step, one->step);
        assert_int_equal(one->edges, 1);
        assert_int_equal(other->edges, 1);
        assert_int_equal(one->target[0], other->target[0]);
        assert_int_equal(one->bytes[0], other->bytes[0]);
        assert_int_equal(one->messages[0], other->messages[0]);
    }
    free(text);
    topomap_graph_destroy(again);
    topomap_graph_destroy(graph);
}

/* Of many phases the parts of each group are told, and one exchange is none. */
static void many_phases_are_parts_of_groups(void **state)
{
    struct recorded rows[40];
    struct topomap_graph *graph;
    uint64_t bytes = 0;

    (void)state;
    for (uint32_t i = 0; i < 40; i++)
        rows[i] = (struct recorded){{i % 2 ? PROFILE_COLLECTIVE : PROFILE_P2P, 1 + i / 2, 0},
                                    i % 4, (i + 1) % 4, 100 + i, 1};
    graph = graph_of(rows, 32);
    assert_int_equal(topomap_graph_phases(graph), 32);
    topomap_graph_destroy(graph);
    graph = graph_of(rows, 40);
    assert_int_equal(topomap_graph_phases(graph), 4);
    for (size_t i = 0; i < 4; i++)
        bytes += topomap_graph_bytes(topomap_graph_phase(graph, i));
    assert_int_equal(bytes, topomap_graph_bytes(graph));
    topomap_graph_destroy(graph);
    graph = graph_of(rows, 1);
    assert_int_equal(topomap_graph_phases(graph), 1);
    assert_ptr_equal(topomap_graph_phase(graph, 0), graph);
    topomap_graph_destroy(graph);
}

/* The list of busy links has the highest of all loads, in descending order. */
static void busiest_links_are_those_of_the_loads(void **state)
{
    uint32_t placement[] = {2, 0, 3, 1};
    double loads[12];
    struct topomap_time time;
    struct world w;

    (void)state;
    world_text(&w, TREE "  links: [{bandwidth: 100, latency: 1}, {bandwidth: 10, latency: 0.5}]\n",
               "n[0-3]", "1", chain);
    assert_int_equal(topomap_network_links(w.network), 12);
    assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
    assert_int_equal(topomap_link_loads(w.graph, w.allocation, placement, loads, NULL), 0);
    assert_int_equal(time.busy, TOPOMAP_BUSIEST);
    for (uint32_t i = 0; i < time.busy; i++) {
        uint32_t busier = 0, found = 0;

        for (uint32_t link = 0; link < 12; link++) {
            double seconds = loads[link] / topomap_network_link_speed(w.network, link).bandwidth;
            char name[128];

            topomap_network_link_name(w.network, link, name, sizeof name);
            busier += seconds > time.busiest[i].seconds;
            found += strcmp(name, time.busiest[i].name) == 0 && loads[link] == time.busiest[i].bytes;
        }
        assert_int_equal(found, 1);
        assert_true(busier <= i);
        assert_true(i == 0 || time.busiest[i].seconds <= time.busiest[i - 1].seconds);
    }
    world_free(&w);
}

/* A graph of 64 ranks, of which rank name[i] sends to each name[i +- 1] to name[i +- 8]. */
static struct topomap_graph *band(const uint32_t *name)
{
    struct topomap_edge edges[64 * 16];
    size_t count = 0;

    for (uint32_t i = 0; i < 64; i++) {
        for (uint32_t j = i > 8 ? i - 8 : 0; j <= i + 8 && j < 64; j++) {
            if (j != i)
                edges[count++] = (struct topomap_edge){name[i], name[j], 1000 + i, 1};
        }
    }
    return topomap_graph_create(64, edges, count, NULL);
}

/* Ranks named by their places in a row of nodes, and other names for them. */
static void world_of_band(struct world *w, uint32_t shuffled[64])
{
    uint32_t named[64];

    for (uint32_t i = 0; i < 64; i++)
        named[i] = i;
    world_even(w, "network: {kind: mesh, dims: [64], nodes: 'n[0-63]'}", "n[0-63]", 1,
               band(named));
    world_shuffle(w, 1, shuffled);
}

static bool is_simulated(const struct world *w, const uint32_t *placement)
{
    struct topomap_time predicted, simulated;

    assert_int_equal(topomap_time_predict(w->graph, w->allocation, placement, &predicted, NULL), 0);
    assert_int_equal(topomap_time_simulate(w->graph, w->allocation, placement, &simulated, NULL),
                     0);
    return predicted.work == simulated.work;
}

/* Routes have fewer links by one placement of each graph, and more than are simulated by the
 * other. That of Slurm's block distribution decides for both. */
static void all_placements_have_one_model(void **state)
{
    uint32_t shuffled[64], back[64];
    struct world w;

    (void)state;
    world_of_band(&w, shuffled);
    assert_true(is_simulated(&w, w.layout));
    assert_true(is_simulated(&w, shuffled));
    world_free(&w);
    for (uint32_t i = 0; i < 64; i++)
        back[shuffled[i]] = i;
    world_even(&w, "network: {kind: mesh, dims: [64], nodes: 'n[0-63]'}", "n[0-63]", 1,
               band(shuffled));
    assert_false(is_simulated(&w, w.layout));
    assert_false(is_simulated(&w, back));
    world_free(&w);
}

/* Where routes over the same link have very different latencies, too. */
static void large_exchanges_take_as_long_as_simulated_ones(void **state)
{
    uint32_t shuffled[64];
    struct topomap_time predicted, simulated;
    struct world w;

    (void)state;
    world_of_band(&w, shuffled);
    world_free(&w);
    for (double bandwidth = 1e8; bandwidth < 1e12; bandwidth *= 10) {
        char network[160];

        snprintf(network, sizeof network,
                 "network: {kind: mesh, dims: [64], nodes: 'n[0-63]', "
                 "links: [{bandwidth: %g, latency: 1e-6}]}", bandwidth);
        world_even(&w, network, "n[0-63]", 1, band(shuffled));
        assert_false(is_simulated(&w, w.layout));
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, w.layout, &predicted, NULL),
                         0);
        assert_int_equal(topomap_time_simulate(w.graph, w.allocation, w.layout, &simulated, NULL),
                         0);
        assert_true(fabs(predicted.seconds / simulated.seconds - 1) < 0.1);
        world_free(&w);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    struct topomap_time time = {.seconds = 5};
    struct topomap_allocation *larger;
    uint32_t placement[8] = {0};
    struct topomap_error error;
    struct world w;

    (void)state;
    world_text(&w, TREE, "n[0-3]", "1", chain);
    larger = topomap_allocation_create(w.network, "n[0-3]", "2", NULL);
    assert_non_null(larger);
    assert_int_equal(topomap_time_predict(w.graph, larger, placement, &time, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_true(time.seconds == 5);
    topomap_allocation_destroy(larger);
    world_free(&w);
}

static void speeds_are_those_of_the_classes(void **state)
{
    struct topomap_link_speed speed;
    uint32_t of[4] = {0};
    struct world w;

    (void)state;
    world_text(&w, DRAGONFLY ", links: [{bandwidth: 3, latency: 1}, {bandwidth: 2, latency: 2}, "
               "{bandwidth: 1}]}", "n[0-3]", "1", chain);
    for (uint32_t link = 0; link < topomap_network_links(w.network); link++) {
        speed = topomap_network_link_speed(w.network, link);
        assert_true(speed.bandwidth >= 1 && speed.bandwidth <= 3);
        assert_int_equal(speed.latency_assumed, speed.bandwidth == 1);
        assert_true(speed.latency == (speed.latency_assumed ? TOPOMAP_DEFAULT_LATENCY :
                                                      4 - speed.bandwidth));
        of[(int)speed.bandwidth]++;
    }
    /* Two links in the row of each group, no column, two from group to group and back. */
    assert_true(of[3] == 4 && of[2] == 0 && of[1] == 4);
    world_free(&w);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases_are_exact),
        cmocka_unit_test(unstated_routings_count_by_their_mean),
        cmocka_unit_test(random_routes_count_by_their_mean),
        cmocka_unit_test(metrics_with_time_are_both),
        cmocka_unit_test(receivers_have_one_port),
        cmocka_unit_test(rounds_have_latencies),
        cmocka_unit_test(phases_follow_one_another),
        cmocka_unit_test(predictors_forget),
        cmocka_unit_test(steps_follow_one_another),
        cmocka_unit_test(pairs_have_the_latencies_of_their_messages),
        cmocka_unit_test(short_messages_are_soon_through),
        cmocka_unit_test(collectives_follow_one_another),
        cmocka_unit_test(collectives_alone_follow_one_another),
        cmocka_unit_test(latencies_add_up_along_chains),
        cmocka_unit_test(links_carry_one_chain_after_the_other),
        cmocka_unit_test(phases_are_merged_with_their_like),
        cmocka_unit_test(phases_are_merged_by_the_parts_asked_for),
        cmocka_unit_test(waves_are_merged_with_their_like),
        cmocka_unit_test(groups_are_those_of_the_most_traffic),
        cmocka_unit_test(adapters_serve_one_chain_after_the_other),
        cmocka_unit_test(nodes_may_be_0_apart),
        cmocka_unit_test(longer_routes_take_longer_in_each_phase),
        cmocka_unit_test(steps_of_many_ranks_are_one),
        cmocka_unit_test(phases_are_written),
        cmocka_unit_test(many_phases_are_parts_of_groups),
        cmocka_unit_test(busiest_links_are_those_of_the_loads),
        cmocka_unit_test(all_placements_have_one_model),
        cmocka_unit_test(large_exchanges_take_as_long_as_simulated_ones),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(speeds_are_those_of_the_classes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
