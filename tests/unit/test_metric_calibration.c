/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/networks.h"

#include "network/network.h"
#include "topomap_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TREE "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n  links:\n"
#define DRAGONFLY                                                                                  \
    "network:\n  kind: dragonfly\n  groups: 3\n  rows: 1\n  columns: 2\n  nodes_per_router: 2\n"   \
    "  node_links: true\n  routing: minimal\n  nodes: 'n[0-11]'\n  links:\n"

#define NODE "  - {bandwidth: 1.0e+10, latency: 5.0e-7}\n"
#define SLOW "  - {bandwidth: 2.0e+09, latency: 2.0e-7}\n"
#define ROW "  - {bandwidth: 5.0e+09, latency: 3.0e-7}\n"

/* What a machine with the speeds of the description would show. */
static void measure(struct topomap_calibration *links)
{
    const struct topomap_network *network = links->network;
    uint32_t route[16];

    for (uint32_t p = 0; p < links->pings; p++) {
        size_t length = topomap_network_route(network, links->ping[p].from, links->ping[p].to,
                                              route, 16);

        links->ping[p].seconds = 0;
        for (size_t i = 0; i < length; i++)
            links->ping[p].seconds += topomap_network_link_speed(network, route[i]).latency;
        links->ping[p].seconds *= network_latencies(network, links->ping[p].from,
                                                    links->ping[p].to);
    }
    for (uint32_t s = 0; s < links->streams; s++) {
        struct topomap_stream *stream = &links->stream[s];
        const struct topomap_trial *trial = &links->trial[stream->trial];
        double shared = topomap_network_link_speed(network, trial->link).bandwidth / trial->count;
        size_t length = topomap_network_route(network, stream->from, stream->to, route, 16);

        stream->rate = shared / stream->part;
        for (size_t i = 0; i < length; i++)
            stream->rate = fmin(stream->rate,
                                topomap_network_link_speed(network, route[i]).bandwidth);
    }
}

static struct topomap_calibration *calibrate(const struct topomap_network *network, uint32_t count)
{
    uint32_t nodes[16];
    struct topomap_calibration *links;

    for (uint32_t i = 0; i < count; i++)
        nodes[i] = i;
    links = topomap_calibration_create(network, nodes, count, NULL);
    assert_non_null(links);
    measure(links);
    return links;
}

static void finds_the_speeds(const char *description, uint32_t nodes)
{
    struct topomap_network *network = network_of(description);
    struct topomap_calibration *links = calibrate(network, nodes);
    struct topomap_class_speed speeds[8];

    assert_int_equal(topomap_calibration_fit(links, speeds, NULL), 0);
    for (uint32_t c = 0; c < topomap_network_classes(network); c++) {
        if (network->speed[c].bandwidth <= 0)
            continue;
        assert_true(fabs(speeds[c].bandwidth / network->speed[c].bandwidth - 1) < 1e-6);
        assert_true(fabs(speeds[c].latency / network->speed[c].latency - 1) < 1e-3);
        assert_true(speeds[c].saturated);
    }
    topomap_calibration_destroy(links);
    topomap_network_destroy(network);
}

static void the_speeds_of_a_machine_are_found(void **state)
{
    (void)state;
    finds_the_speeds(TREE NODE SLOW, 16);
    finds_the_speeds("network:\n  kind: matrix\n  nodes: n[0-3]\n  distances:\n"
                     "  - [0, 1, 2, 5]\n  - [1, 0, 3, 4]\n  - [2, 3, 0, 1]\n  - [5, 4, 1, 0]\n"
                     "  links:\n" NODE, 4);
    finds_the_speeds(DRAGONFLY ROW "  - {}\n" SLOW NODE, 12);
}

/* Two streams of one node each do not fill a link that carries four. */
static void a_link_that_is_not_full_is_told(void **state)
{
    struct topomap_network *network =
        network_of(TREE NODE "  - {bandwidth: 4.0e+10, latency: 2.0e-7}\n");
    struct topomap_class_speed speeds[2];
    struct topomap_calibration *links;
    uint32_t nodes[] = {0, 1, 4, 5};

    (void)state;
    links = topomap_calibration_create(network, nodes, 4, NULL);
    measure(links);
    assert_int_equal(topomap_calibration_fit(links, speeds, NULL), 0);
    assert_true(speeds[0].saturated && !speeds[1].saturated);
    assert_int_equal(speeds[1].streams, 2);
    assert_true(fabs(speeds[1].bandwidth / 2e10 - 1) < 1e-6);
    topomap_calibration_destroy(links);
    topomap_network_destroy(network);
}

static void streams_of_a_trial_share_a_link_but_no_node(void **state)
{
    struct topomap_network *network = network_of(TREE NODE SLOW);
    struct topomap_calibration *links = calibrate(network, 16);

    (void)state;
    assert_true(links->trials > 2 && links->pings >= 2 && links->pings <= 64);
    for (uint32_t t = 0; t < links->trials; t++) {
        const struct topomap_trial *trial = &links->trial[t];
        bool used[16] = {false};

        for (uint32_t s = trial->first; s < trial->first + trial->count; s++) {
            const struct topomap_stream *stream = &links->stream[s];
            uint32_t route[16];
            size_t length = topomap_network_route(network, stream->from, stream->to, route, 16);
            bool over = false;

            for (size_t i = 0; i < length; i++)
                over = over || route[i] == trial->link;
            assert_true(over && !used[stream->from] && !used[stream->to]);
            used[stream->from] = used[stream->to] = true;
        }
    }
    topomap_calibration_destroy(links);
    topomap_network_destroy(network);
}

static void classes_without_a_way_stay_unknown(void **state)
{
    struct topomap_network *network = network_of(TREE NODE SLOW);
    struct topomap_calibration *links = calibrate(network, 4);
    struct topomap_class_speed speeds[2];
    uint32_t alone = 0;
    struct topomap_error error;

    (void)state;
    assert_int_equal(topomap_calibration_fit(links, speeds, NULL), 0);
    assert_true(speeds[0].bandwidth > 0 && speeds[1].bandwidth <= 0 && speeds[1].latency < 0);
    topomap_calibration_destroy(links);
    assert_null(topomap_calibration_create(network, &alone, 1, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    topomap_network_destroy(network);
}

/* The description in a file with this text, with speeds and a comment, or NULL. */
static char *describe_for(const char *text, const char *folder, struct topomap_error *error)
{
    static const struct topomap_class_speed speeds[] = {
        {.bandwidth = 1.5e10, .saturated = true, .streams = 1, .latency = 5e-7},
        {.bandwidth = 2e9, .streams = 2, .latency = 0},
    };
    static const struct topomap_protocol measured = {
        .inside_bandwidth = 1e10, .inside_latency = 3e-7,
        .memory = {.rate = 4e10, .enough = 4, .tried = 8, .reached = true},
        .bytes = {.rate = 2.5e10, .enough = 2, .tried = 16, .reached = true},
        .messages = {.rate = 1.25e8, .enough = 8, .tried = 16, .reached = true},
        .size = {{0, 0.5, 1}, {65536, 1, 2.5}}, .sizes = 2,
    };
    char path[] = "/tmp/topomap-calibration.XXXXXX";
    struct topomap_network *network;
    int fd = mkstemp(path);
    char *result;

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    network = topomap_network_open(path, NULL);
    assert_non_null(network);
    result = topomap_calibration_describe(path, network, speeds, &measured, "one\ntwo\n", folder,
                                          error);
    topomap_network_destroy(network);
    unlink(path);
    return result;
}

static char *describe(const char *text, struct topomap_error *error)
{
    return describe_for(text, NULL, error);
}

static void links_of_a_description_are_replaced(void **state)
{
    static const char measured[] =
        "  links:\n  - {bandwidth: 1.5e+10, latency: 5e-07} # node\n"
        "  - {bandwidth: 2e+09, latency: 0} # level 1: 2 streams did not fill a link, it may be "
        "faster\n";
    static const char protocol[] =
        "  protocol:\n    inside: {bandwidth: 1e+10, latency: 3e-07, memory: 4e+10} # memory: "
        "reached by 4 of 8 pairs of ranks\n    adapters: {bandwidth: 2.5e+10, messages: 1.25e+08} "
        "# bandwidth: reached by 2 of 16 ranks; messages: reached by 8 of 16 ranks\n    sizes:\n"
        "    - {from: 0, bandwidth: 0.5, latency: 1}\n"
        "    - {from: 65536, bandwidth: 1, latency: 2.5}\n";
    static const struct {
        const char *text, *kept, *last;
    } cases[] = {
        {"# a\nnetwork:\n  kind: tree\n  links:\n    - {bandwidth: 5}\n\n    - {bandwidth: 6}\n"
         "  children: [4, 4]\n  nodes: 'n[0-15]'\n",
         "# a\nnetwork:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network: # b\n  links:\n  - {bandwidth: 5}\n  - bandwidth: 6\n    latency: 1\n"
         "  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'",
         "network: # b\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n"
         "  links: [{bandwidth: 5}]",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network:\n  kind: tree\n  links: [ # all\n    {bandwidth: 5}\n  ]\n  children: [4, 4]\n"
         "  nodes: 'n[0-15]'\n",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network:\n  kind: tree\n  links: [\n    {bandwidth: 5}\n]\n  children: [4, 4]\n"
         "  nodes:\n    'n[0-15]'\n",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes:\n    'n[0-15]'\n", protocol},
        {"\xef\xbb\xbfnetwork:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network:\n  protocol: {}\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n  protocol:\n"
         "    sizes: []\n",
         "network:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        /* The comment of a measurement before goes, others stay. */
        {"# Measured by topomap calibrate: 2 ranks\n# old\n\n# a\nnetwork:\n  kind: tree\n"
         "  children: [4, 4]\n  nodes: 'n[0-15]'\n",
         "# a\nnetwork:\n  kind: tree\n  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        {"# Measured by topomap calibrate: by hand\nnetwork:\n  kind: tree\n"
         "  children: [4, 4]\n  nodes: 'n[0-15]'\n",
         "# Measured by topomap calibrate: by hand\nnetwork:\n  kind: tree\n"
         "  children: [4, 4]\n  nodes: 'n[0-15]'\n", protocol},
        /* What is said of the protocol stays. */
        {"network:\n  kind: tree\n  protocol: {acknowledgements: 0.1}\n  children: [4, 4]\n"
         "  nodes: 'n[0-15]'\n",
         "network:\n  kind: tree\n  protocol: {acknowledgements: 0.1}\n  children: [4, 4]\n"
         "  nodes: 'n[0-15]'\n", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[1024], *text = describe(cases[i].text, NULL);

        snprintf(expected, sizeof expected, "# one\n# two\n%s\n%s%s%s",
                 *cases[i].last ? "" : "# The protocol is that of the description, not what was "
                                       "measured now.\n",
                 cases[i].kept, measured, cases[i].last);
        assert_string_equal(text, expected);
        free(text);
    }
}

/* A path that is relative to the description becomes one that can be read from any folder. */
static void paths_of_a_description_move_with_it(void **state)
{
    static const char rest[] = "  # the rest\n  kind: mesh\n  dims: [2]\n";
    char folder[] = "/tmp/topomap-it's.XXXXXX", file[64], text[256], expected[256], *result;
    const char *name = file + strlen("/tmp/");
    FILE *stream;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/xy", folder);
    stream = fopen(file, "w");
    assert_non_null(stream);
    fputs("n0 0\nn1 1\n", stream);
    fclose(stream);
    snprintf(text, sizeof text, "network:\n  coordinates_file: # here\n    \"%s\"\n%s", name, rest);
    result = describe_for(text, "/tmp", NULL);
    assert_non_null(result);
    snprintf(expected, sizeof expected, "network:\n  coordinates_file: '/tmp/topomap-it''s.%s'\n%s",
             file + strlen("/tmp/topomap-it's."), rest);
    assert_non_null(strstr(result, expected));
    free(result);
    result = describe_for(text, NULL, NULL);
    assert_non_null(strstr(result, text));
    free(result);
    snprintf(text, sizeof text, "network:\n  coordinates_file: \"%s\"\n%s", file, rest);
    result = describe_for(text, "/nowhere", NULL);
    assert_non_null(strstr(result, text));
    free(result);
    unlink(file);
    rmdir(folder);
}

/* The description of a tree with what was measured of its protocol, and nothing else. */
static char *describe_protocol(const struct topomap_protocol *measured)
{
    static const struct topomap_class_speed speeds[] = {{.bandwidth = 1, .latency = 1}};
    struct topomap_network *network = topomap_network_open("tree:4", NULL);
    char *text;

    assert_non_null(network);
    text = topomap_calibration_describe("tree:4", network, speeds, measured, "", NULL, NULL);
    assert_non_null(text);
    topomap_network_destroy(network);
    return text;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-3 * b;
}

/* The reader takes what was written; a limit that was not reached is not written. */
static void limits_are_read_back(void **state)
{
    (void)state;
    for (unsigned reached = 0; reached < 16; reached++) {
        struct topomap_protocol measured = {
            .inside_bandwidth = reached & 8 ? 3e9 : 0, .inside_latency = 3e-7,
            .memory = {.rate = 1.23e11, .reached = reached & 4},
            .bytes = {.rate = 2.34e10, .reached = reached & 2},
            .messages = {.rate = 3.45e8, .reached = reached & 1},
            .size = {{0, 1, 1}}, .sizes = 1,
        };
        char *text = describe_protocol(&measured);
        struct topomap_network *network = network_of(text);
        const struct network_protocol *protocol = &network->protocol;

        assert_true(is_near(protocol->inside.bandwidth, measured.inside_bandwidth));
        assert_true(is_near(protocol->memory, (reached & 12) == 12 ? 1.23e11 : 0));
        assert_true(is_near(protocol->adapters.bandwidth, reached & 2 ? 2.34e10 : 0));
        assert_true(is_near(protocol->adapters.messages, reached & 1 ? 3.45e8 : 0));
        topomap_network_destroy(network);
        free(text);
    }
}

static void other_descriptions_become_ours_or_are_refused(void **state)
{
    static const char *const braces[] = {
        "network: {kind: tree, children: [4, 4], nodes: 'n[0-15]'}",
        "network: {\n  kind: tree,\n  children: [4, 4],\n  nodes: 'n[0-15]' }",
        "network:\n  {kind: tree,\n  children: [4, 4], nodes: 'n[0-15]'}",
        "network:\n  {\n  kind: tree,\n  children: [4, 4],\n  nodes: 'n[0-15]'\n  }",
    };
    struct topomap_error error;
    char *text;

    (void)state;
    text = describe("SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[2-3]\n"
                    "SwitchName=c Switches=a,b\n", NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "  kind: tree\n"));
    assert_non_null(strstr(text, "\n  links:\n  - {bandwidth: 1.5e+10,"));
    free(text);
    for (size_t i = 0; i < sizeof braces / sizeof *braces; i++) {
        assert_null(describe(braces[i], &error));
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    }
}

#define SIZES 12

/* 4, 16, ... times as many bytes as 1. */
static void of_sizes(double (*seconds)(double bytes), struct topomap_protocol *protocol)
{
    struct topomap_message_time times[SIZES];

    for (int i = 0; i < SIZES; i++) {
        times[i].bytes = pow(4, i);
        times[i].seconds = seconds(times[i].bytes);
    }
    topomap_calibration_sizes(times, SIZES, protocol);
}

static double switching(double bytes)
{
    return bytes < 2048 ? 1e-6 + bytes / 1e9 : bytes < 100000 ? 4e-6 + bytes / 2e9
                                                              : 1e-4 + bytes / 5e9;
}

static double straight(double bytes)
{
    return 2e-6 + bytes / 1e10;
}

/* The time of a message by the factors of its size. */
static double predict(const struct topomap_protocol *protocol, double bytes, double latency,
                      double bandwidth)
{
    uint32_t row = 0;

    while (row + 1 < protocol->sizes && protocol->size[row + 1].from <= bytes)
        row++;
    return protocol->size[row].latency * latency +
           bytes / (protocol->size[row].bandwidth * bandwidth);
}

/* Whether factors give back what was measured, within a part of it. */
static void predicts(double (*seconds)(double bytes), const struct topomap_protocol *protocol,
                     double latency, double bandwidth, double error)
{
    for (int i = 0; i < SIZES; i++) {
        double bytes = pow(4, i), predicted = predict(protocol, bytes, latency, bandwidth);

        assert_true(fabs(predicted / seconds(bytes) - 1) < error);
    }
}

static void factors_follow_from_times_of_sizes(void **state)
{
    struct topomap_protocol protocol;

    (void)state;
    of_sizes(straight, &protocol);
    assert_int_equal(protocol.sizes, 1);
    predicts(straight, &protocol, 2e-6, 1e10, 1e-6);
    of_sizes(switching, &protocol);
    assert_int_equal(protocol.sizes, 3);
    assert_true(protocol.size[0].from == 0 && protocol.size[1].from == 4096 &&
                protocol.size[2].from == 262144);
    assert_true(protocol.size[0].latency == 1 && protocol.size[2].bandwidth == 1);
    assert_true(fabs(protocol.size[0].bandwidth - 0.2) < 1e-6);
    assert_true(fabs(protocol.size[1].bandwidth - 0.4) < 1e-6);
    assert_true(fabs(protocol.size[1].latency - 4) < 1e-6);
    assert_true(fabs(protocol.size[2].latency - 100) < 1e-4);
    predicts(switching, &protocol, 1e-6, 5e9, 1e-4);
}

static double wild(double bytes)
{
    return 1e-5 * (1 + fmod(bytes * 7, 13)) + (fmod(bytes, 3) < 1.5 ? 0 : bytes / 1e9);
}

static double falling(double bytes)
{
    return 1 / bytes;
}

static double leaping(double bytes)
{
    return bytes * bytes;
}

static double jumping(double bytes)
{
    return switching(bytes) * (1 + fmod(bytes * 7, 13) / 13);
}

static double slow_to_start(double bytes)
{
    return 2e-3 + bytes / 1e10;
}

/* Noise, and times that no network has, give factors that the reader takes; no factors if all
 * messages take as long, or the longest as long as its latency. */
static void factors_are_sane_for_any_times(void **state)
{
    static const struct {
        double (*times)(double);
        uint32_t rows;
    } cases[] = {{wild, 0}, {falling, 0}, {leaping, 4}, {slow_to_start, 0}, {jumping, 5}};

    (void)state;
    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        struct topomap_protocol protocol;

        of_sizes(cases[t].times, &protocol);
        assert_int_equal(protocol.sizes, cases[t].rows);
        for (uint32_t i = 0; i < protocol.sizes; i++) {
            const struct topomap_message_size *size = &protocol.size[i];

            assert_true(i ? size->from > size[-1].from : size->from == 0);
            assert_true(isfinite(size->latency) && size->latency >= 1);
            assert_true(size->bandwidth > 0 && size->bandwidth <= 1);
        }
    }
}

/* The shortest messages were interrupted: they are as fast as those that were not. */
static double interrupted(double bytes)
{
    return switching(bytes) + (bytes < 20 ? 4e-3 / (bytes + 1) : 0);
}

static void disturbances_are_left_out(void **state)
{
    struct topomap_protocol protocol;

    (void)state;
    of_sizes(interrupted, &protocol);
    assert_int_equal(protocol.sizes, 3);
    predicts(switching, &protocol, 1e-6, 5e9, 0.1);
}

/* The factors of microseconds, measured with other programs on the nodes. */
static void of_microseconds(const double *times, struct topomap_protocol *protocol)
{
    struct topomap_message_time measured[SIZES];

    for (int i = 0; i < SIZES; i++)
        measured[i] = (struct topomap_message_time){pow(4, i), times[i] * 1e-6};
    topomap_calibration_sizes(measured, SIZES, protocol);
}

/* Whatever the latency and the bandwidth of the links, of which others are measured. */
static void a_short_message_is_no_slower_than_a_long_one(void **state)
{
    static const struct {
        double times[SIZES];
        uint32_t rows;
    } cases[] = {
        {{2000, 1000, 4000, 1000, 9000, 1000, 1000, 1000, 1200, 1500, 1700, 2300}, 0},
        {{924, 5020, 5030, 5020, 5000, 182, 121, 172, 195, 208, 1790, 395}, 0},
        {{6000, 6010, 6960, 4000, 3470, 2430, 1650, 2290, 4110, 18.4, 69.1, 6030}, 1},
        {{4050, 2890, 4870, 3980, 1400, 0.18, 1.96, 2.8, 6.01, 23, 68.8, 1880}, 3},
        {{0.145, 0.0805, 0.13, 0.095, 0.1, 0.2, 1.93, 2.77, 6000, 4080, 67, 262}, 5},
        {{0.08, 0.085, 0.09, 0.095, 0.526, 0.165, 1.93, 2.79, 5.95, 2910, 67.3, 3790}, 5},
        {{0.49, 0.26, 0.326, 0.375, 0.391, 0.521, 2.68, 4.05, 9.64, 31.7, 116, 475}, 3},
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct topomap_protocol protocol;

        of_microseconds(cases[c].times, &protocol);
        assert_int_equal(protocol.sizes, cases[c].rows);
        for (double bandwidth = 1e6; cases[c].rows && bandwidth < 1e12; bandwidth *= 10) {
            double longer = INFINITY;

            for (int i = SIZES - 1; i >= 0; i -= 3) {
                double seconds = predict(&protocol, pow(4, i), 1e-6, bandwidth);

                assert_true(seconds <= longer);
                longer = seconds;
            }
        }
    }
}

/* Two lines that are one but for noise share a row; lines meet where the shorter one's messages
 * would become slower. */
static void rows_differ_and_meet(void **state)
{
    static const double same[SIZES] = {18.9, 18.9, 18.9, 18.9, 19,   19,
                                       19,   19.3, 2320, 2320, 2320, 4730};
    static const double steep[SIZES] = {1.001, 1.004, 1.016, 1.064, 1.256, 2.024,
                                        5.096, 17.38, 26.55, 46.2,  124.9, 439.4};
    struct topomap_protocol protocol;

    (void)state;
    of_microseconds(same, &protocol);
    for (uint32_t i = 1; i < protocol.sizes; i++)
        assert_true(fabs(protocol.size[i].bandwidth / protocol.size[i - 1].bandwidth - 1) > 5e-3 ||
                    fabs(protocol.size[i].latency / protocol.size[i - 1].latency - 1) > 5e-3);
    of_microseconds(steep, &protocol);
    assert_int_equal(protocol.sizes, 2);
    assert_true(protocol.size[1].from > 16384 && protocol.size[1].from < 65536);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_speeds_of_a_machine_are_found),
        cmocka_unit_test(a_link_that_is_not_full_is_told),
        cmocka_unit_test(streams_of_a_trial_share_a_link_but_no_node),
        cmocka_unit_test(classes_without_a_way_stay_unknown),
        cmocka_unit_test(links_of_a_description_are_replaced),
        cmocka_unit_test(paths_of_a_description_move_with_it),
        cmocka_unit_test(factors_follow_from_times_of_sizes),
        cmocka_unit_test(factors_are_sane_for_any_times),
        cmocka_unit_test(disturbances_are_left_out),
        cmocka_unit_test(a_short_message_is_no_slower_than_a_long_one),
        cmocka_unit_test(rows_differ_and_meet),
        cmocka_unit_test(limits_are_read_back),
        cmocka_unit_test(other_descriptions_become_ours_or_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
