/* SPDX-License-Identifier: BSD-3-Clause */
/* What the measurements say: numbers for the description, and comments that tell where they are
 * from and what could not be told. */
#include "calibrate.h"

#include "base/error.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

#define ONE_RANK "with one rank on a node it could not be told whether more get more"
#define MORE_RANKS "more ranks got more to the end: no limit was found"

/* What nodes showed: inside, as senders and receivers, and by short messages. */
struct limits {
    struct topomap_limit memory, fan[2], messages;
    double allowed[2]; /* by the links, where all ranks send or receive */
    struct topomap_limit adapters; /* what follows for them */
};

/* Comments on a limit of nodes. */
struct remark {
    const char *what;      /* was measured */
    const char *unit;
    const char *who;       /* took part: ranks, or pairs of ranks */
    const char *too_few;   /* why one alone tells no limit */
    const char *unreached;
};

static double result_of(const struct survey *survey, int step)
{
    return survey->schedule.flow[survey->schedule.step[step].first].result;
}

/* Results of the links, in the order in which their flows were added. */
static void take_links(struct survey *survey)
{
    struct topomap_calibration *links = survey->links;
    const struct flow *flow =
        &survey->schedule.flow[survey->schedule.step[survey->link_steps].first];

    for (uint32_t p = 0; p < links->pings; p++)
        links->ping[p].seconds = flow++->result;
    for (uint32_t s = 0; s < links->streams; s++) {
        links->stream[s].rate = 0;
        for (int r = 0; r < survey->width; r++)
            links->stream[s].rate += flow++->result;
    }
}

static int find_limit(const struct survey *survey, const struct series *series,
                      struct topomap_limit *limit)
{
    struct topomap_sample *sample = calloc((size_t)series->count + 1, sizeof *sample);

    if (!sample)
        return -1;
    for (int s = 0; s < series->count; s++) {
        const struct step *step = &survey->schedule.step[series->first + s];

        sample[s].pairs = (uint32_t)step->count;
        for (int i = 0; i < step->count; i++)
            sample[s].rate += survey->schedule.flow[step->first + i].result;
    }
    topomap_calibration_limit(sample, (uint32_t)series->count, limit);
    free(sample);
    return 0;
}

/* What the links let through in the last step of a series, whose flows are those of one node. */
static int find_allowed(const struct survey *survey, const struct series *series,
                        const struct topomap_class_speed *speeds, double *rate)
{
    const struct step *step = &survey->schedule.step[series->first + series->count - 1];
    struct topomap_node_flow *flow = calloc((size_t)step->count, sizeof *flow);
    int *node = calloc((size_t)survey->ranks, sizeof *node);
    int result = flow && node ? 0 : -1;

    for (uint32_t s = 0; result == 0 && s < survey->sites; s++) {
        for (int i = 0; i < survey->site[s].ranks; i++)
            node[survey->site[s].rank[i]] = (int)survey->site[s].node;
    }
    for (int i = 0; result == 0 && i < step->count; i++) {
        const struct flow *of_ranks = &survey->schedule.flow[step->first + i];

        flow[i] = (struct topomap_node_flow){(uint32_t)node[of_ranks->from],
                                             (uint32_t)node[of_ranks->to]};
    }
    if (result == 0)
        result = topomap_calibration_allowed(survey->network, speeds, flow,
                                             (uint32_t)step->count, rate, NULL);
    free(flow);
    free(node);
    return result;
}

/* ---- comments ---------------------------------------------------------------------------- */

static void print_limit(const struct topomap_limit *limit, const struct remark *remark,
                        struct text *text)
{
    if (limit->rate <= 0) {
        text_printf(text, "%s: %s.\n", remark->what, remark->too_few);
        return;
    }
    if (limit->tried == 1) {
        text_printf(text, "%s: %.3g %s by one; %s.\n", remark->what, limit->single, remark->unit,
                    remark->too_few);
        return;
    }
    text_printf(text, "%s: %.3g %s by %u %s at once, %.3g by one; ", remark->what, limit->rate,
                remark->unit, limit->tried, remark->who, limit->single);
    if (limit->reached)
        text_printf(text, "%u reached it.\n", limit->enough);
    else
        text_printf(text, "%s.\n", remark->unreached);
}

/* What a byte between such ranks costs, in what one costs for each hop of a stream. */
static double weigh(const struct survey *survey, enum topomap_nearness nearness)
{
    const struct topomap_stream *stream = survey->links->stream;
    double inside = result_of(survey, survey->inside[nearness] + 1);

    return stream->rate / survey->width / inside *
           topomap_network_distance(survey->network, stream->from, stream->to);
}

/* Ranks of different sockets are also in different NUMA domains: weights add up. */
static void print_weights(const struct survey *survey, struct text *text)
{
    double domain = 0;

    if (survey->links->streams == 0)
        return;
    if (survey->inside[TOPOMAP_OTHER_DOMAIN] != UNKNOWN) {
        domain = weigh(survey, TOPOMAP_OTHER_DOMAIN);
        text_printf(text, "Weight of the way between NUMA domains: --link-weights numanode:%.2f\n",
                    domain);
    }
    if (survey->inside[TOPOMAP_OTHER_PACKAGE] != UNKNOWN)
        text_printf(text, "Weight of the way between sockets%s: --link-weights package:%.2f\n",
                    domain > 0 ? ", beside that" : "",
                    fmax(weigh(survey, TOPOMAP_OTHER_PACKAGE) - domain, 0.01));
}

static void print_inside(const struct survey *survey, struct text *text)
{
    static const char *const where[] = {
        "two ranks of a NUMA domain", "two NUMA domains of a socket", "two sockets",
        "two ranks that are not bound to a socket"};
    const int *inside = survey->inside;

    for (int i = 0; i < TOPOMAP_NEARNESSES; i++) {
        if (inside[i] != UNKNOWN)
            text_printf(text, "Inside a node, %s: bandwidth %.3g, latency %.3g\n", where[i],
                        result_of(survey, inside[i] + 1), result_of(survey, inside[i]));
    }
    if (inside[TOPOMAP_ANYWHERE] != UNKNOWN)
        text_puts(text, "Not all ranks are bound to a socket: speeds between sockets are those of "
                  "bound ranks only.\n");
    else if (survey->width < 2 && inside[TOPOMAP_SAME_DOMAIN] == UNKNOWN &&
             inside[TOPOMAP_OTHER_DOMAIN] == UNKNOWN && inside[TOPOMAP_OTHER_PACKAGE] == UNKNOWN)
        text_puts(text, "No node has two ranks: speeds inside nodes could not be told.\n");
    else if (inside[TOPOMAP_OTHER_PACKAGE] == UNKNOWN)
        text_puts(text, "No node has ranks on two sockets: speeds between sockets could not be "
                  "told.\n");
    print_weights(survey, text);
}

static void print_fan(const struct limits *limits, int receives, struct text *text)
{
    static const struct remark remarks[] = {
        {"A node sends", "bytes/s", "ranks", ONE_RANK, MORE_RANKS},
        {"A node receives", "bytes/s", "ranks", ONE_RANK, MORE_RANKS},
    };

    print_limit(&limits->fan[receives], &remarks[receives], text);
    if (limits->fan[receives].reached && !isinf(limits->allowed[receives]))
        text_printf(text, "  (by the speeds below, the links let %.3g bytes/s through)\n",
                    limits->allowed[receives]);
}

static void print_nodes(const struct limits *limits, struct text *text)
{
    static const struct remark memory = {
        "Memory of a node", "bytes/s", "pairs of ranks",
        "with fewer than four ranks on a node it could not be told what pairs of ranks share",
        "more pairs got more to the end: no limit was found"};
    static const struct remark messages = {"A node sends short messages", "a second", "ranks",
                                           ONE_RANK, MORE_RANKS};

    print_limit(&limits->memory, &memory, text);
    print_fan(limits, false, text);
    print_fan(limits, true, text);
    if (!limits->adapters.reached && (limits->fan[0].reached || limits->fan[1].reached))
        text_puts(text, "The links are the limit; none of the adapters was found.\n");
    print_limit(&limits->messages, &messages, text);
}

/* Why there are no factors of sizes, if there are none. */
static void print_sizes(const struct survey *survey, bool crowded,
                        const struct topomap_protocol *protocol, struct text *text)
{
    if (survey->sizes == UNKNOWN || protocol->sizes > 0)
        return;
    text_printf(text, "Sizes of messages: %s; factors could not be told.\n",
                crowded ? "times are those of sleeping ranks"
                        : "latency was most of the time of the longest");
}

static char *comment(const struct survey *survey, bool crowded, const struct limits *limits,
                     const struct topomap_protocol *protocol)
{
    struct text text = {0};

    text_printf(&text, TOPOMAP_CALIBRATION_COMMENT " %d ranks on %u nodes.\n", survey->ranks,
                survey->sites);
    if (crowded)
        text_puts(&text, "Ranks outnumbered CPUs and slept while they waited: times are longer "
                  "than those of the network.\n");
    print_inside(survey, &text);
    print_nodes(limits, &text);
    print_sizes(survey, crowded, protocol, &text);
    return text_take(&text);
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* The speed of a message inside a node is that between the nearest ranks. */
static void find_inside(const struct survey *survey, struct topomap_protocol *protocol)
{
    static const enum topomap_nearness order[] = {TOPOMAP_SAME_DOMAIN, TOPOMAP_ANYWHERE,
                                                  TOPOMAP_OTHER_DOMAIN, TOPOMAP_OTHER_PACKAGE};

    for (int i = 0; i < TOPOMAP_NEARNESSES && protocol->inside_bandwidth <= 0; i++) {
        int step = survey->inside[order[i]];

        if (step == UNKNOWN)
            continue;
        protocol->inside_latency = result_of(survey, step);
        protocol->inside_bandwidth = result_of(survey, step + 1);
    }
}

static void find_sizes(const struct survey *survey, struct topomap_protocol *protocol)
{
    struct topomap_message_time times[SIZES];

    if (survey->sizes == UNKNOWN)
        return;
    for (int i = 0; i < SIZES; i++) {
        times[i].bytes = survey->schedule.step[survey->sizes + i].bytes;
        times[i].seconds = result_of(survey, survey->sizes + i);
    }
    topomap_calibration_sizes(times, SIZES, protocol);
}

static int find_limits(const struct survey *survey, const struct topomap_class_speed *speeds,
                       struct limits *limits)
{
    if (find_limit(survey, &survey->memory, &limits->memory) < 0 ||
        find_limit(survey, &survey->messages, &limits->messages) < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        if (find_limit(survey, &survey->fan[i], &limits->fan[i]) < 0 ||
            find_allowed(survey, &survey->fan[i], speeds, &limits->allowed[i]) < 0)
            return -1;
    }
    topomap_calibration_adapters(limits->fan, limits->allowed, &limits->adapters);
    return 0;
}

char *survey_conclude(struct survey *survey, const char *network, bool crowded,
                      struct topomap_error *error)
{
    struct topomap_class_speed *speeds =
        calloc(topomap_network_classes(survey->network) + 1, sizeof *speeds);
    struct topomap_protocol protocol = {0};
    struct limits limits = {0};
    char *remarks = NULL, *text = NULL;

    take_links(survey);
    if (!speeds) {
        error_memory(error);
    } else if (topomap_calibration_fit(survey->links, speeds, error) == 0) {
        find_inside(survey, &protocol);
        if (!crowded)
            find_sizes(survey, &protocol);
        if (find_limits(survey, speeds, &limits) == 0)
            remarks = comment(survey, crowded, &limits, &protocol);
        protocol.memory = limits.memory;
        protocol.messages = limits.messages;
        protocol.bytes = limits.adapters;
        if (remarks)
            text = topomap_calibration_describe(network, survey->network, speeds, &protocol,
                                                remarks, survey->folder, error);
        else
            error_memory(error);
    }
    free(speeds);
    free(remarks);
    return text;
}
