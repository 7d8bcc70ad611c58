/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/exchange.h"

#include "base/error.h"
#include "base/extremes.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "metric/busiest.h"
#include "metric/flows.h"
#include "metric/node_limits.h"
#include "metric/waits.h"
#include "metric/waves.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Messages in waves are under way at different times, so that more of them are affordable. */
#define WAVES_MORE 4

/* A placement may have so many times the uses of Slurm's block distribution. */
#define PLACEMENT_MORE 4

/* A channel in one exchange. */
struct channel_use {
    double bytes;    /* of all exchanges */
    double seconds;  /* that the exchanges which have ended take it at least */
    double slowed;   /* bytes as long as these take by the network's protocol */
    double bandwidth, latency; /* of the channel, once it is used */
    double nearest;  /* the least latencies of a flow over it, acknowledgements included */
    double delayed;  /* bytes times latencies of their routes */
    double last;     /* seconds that the longest of its flows takes alone */
    uint32_t number; /* among those that are used, counted from 1; 0: it is not used */
    bool seen;       /* an exchange has used it */
};

/* Loads of the channels in one exchange, and what the exchanges before took. */
struct exchange {
    const struct topomap_allocation *allocation;
    const struct topomap_network *network; /* of whole nodes */
    const struct network_protocol *protocol;
    const struct topomap_graph *graph;
    double met;               /* seconds until all ranks had ended the same exchange */
    double seconds, latencies; /* of the exchanges that have ended */
    double carried;           /* seconds of the busiest channel, or node, in all of them */
    struct waits waits;       /* since then */
    size_t index;             /* of the exchange */
    bool *chained;            /* [exchanges] in which latencies decide; NULL: there is only one */
    enum exchange_size { SIZE_UNKNOWN, SIZE_SMALL, SIZE_LARGE } *size; /* [exchanges] */
    bool learns;              /* see exchange_learn */
    bool assumed;             /* speeds of links */
    uint64_t work;            /* looks at channels of flows */
    struct channel_use *use;  /* [channels] */
    uint32_t *channel;        /* [channels] those that are used, by number */
    uint32_t *seen_channel;   /* [channels] those that any exchange has used */
    uint32_t seen_channels;
    double rounds;
    double latency;           /* the most latencies of a flow so far, means over its ways */
    double inside;            /* seconds that the slowest two ranks of a node take */
    double least;             /* seconds that it takes, if it is not simulated, or at least */
    struct node_limits nodes;
    uint32_t used;            /* channels */
    size_t most_uses;         /* of channels by flows that are simulated, see exchange.h */
    bool simulated;           /* the flows are kept, as they are few enough */
    uint32_t *block;          /* [ranks] whole node by Slurm's block distribution; NULL: no limit */
    uint32_t *sender;         /* [whole nodes] the latest with a flow to each, plus 1 */
    bool failed;              /* memory ran out */
    struct flows flows;       /* channels by their numbers, from 0 */
    struct flow_use *uses;    /* [2 * (network_spread_most + 2)] */
    struct latest {
        uint32_t from;
        size_t flow;          /* counted from 1; 0: none */
    } *latest;                /* [whole nodes]: the latest flow to each, or NULL: all are kept */
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most + 2] */
};

/* Nodes of an allocation may be parts of nodes. */
static uint32_t whole_node(const struct exchange *exchange, uint32_t index)
{
    uint32_t node = exchange->allocation->node[index];

    network_whole(exchange->allocation->network, &node);
    return node;
}

/* Where the nodes of an allocation are parts of nodes, flows between the same two nodes are one.
 * Such a flow is found by its receiver among those of the latest sender. */
static struct flow *find_flow(struct exchange *exchange, const struct traffic_flow *traffic)
{
    struct latest *latest;
    uint32_t from, to;

    if (!exchange->latest)
        return NULL;
    from = whole_node(exchange, traffic->from);
    to = whole_node(exchange, traffic->to);
    latest = &exchange->latest[to];
    if (latest->flow && latest->from == from)
        return &exchange->flows.flow[latest->flow - 1];
    *latest = (struct latest){from, exchange->flows.count + 1};
    return NULL;
}

/* The limit of uses times `more`. */
static size_t affordable(const struct exchange *exchange, size_t more)
{
    return exchange->most_uses < SIZE_MAX / more ? more * exchange->most_uses : SIZE_MAX;
}

/* The messages of two flows that are one: as struct traffic_flow counts them. */
static double join_messages(const struct flow *a, const struct flow *b)
{
    double bytes = a->bytes + b->bytes;

    if (bytes <= 0)
        return a->messages + b->messages;
    return bytes * bytes / (a->bytes * a->bytes / a->messages + b->bytes * b->bytes / b->messages);
}

/* Keep a flow for the simulation. */
static void keep_flow(struct exchange *exchange, const struct traffic_flow *traffic,
                      const struct flow *flow)
{
    struct flow *same;

    if (flow->length == 0 || !exchange->simulated || exchange->failed)
        return;
    same = find_flow(exchange, traffic);
    if (same) {
        same->messages = join_messages(same, flow);
        same->bytes += flow->bytes;
        same->delay = fmax(same->delay, flow->delay);
    } else if (exchange->flows.uses + flow->length > affordable(exchange, PLACEMENT_MORE)) {
        flows_free(&exchange->flows);
        exchange->simulated = false;
    } else if (flows_add(&exchange->flows, flow, exchange->uses) < 0) {
        exchange->failed = true;
    }
}

/* The first use of a channel in an exchange. */
static void begin_use(struct exchange *exchange, uint32_t channel)
{
    struct topomap_link_speed speed = channel_speed(exchange->network, channel);
    struct channel_use *use = &exchange->use[channel];

    if (!use->seen)
        exchange->seen_channel[exchange->seen_channels++] = channel;
    *use = (struct channel_use){
        .bytes = use->bytes,
        .seconds = use->seconds,
        .seen = true,
        .bandwidth = speed.bandwidth,
        .latency = speed.latency,
        .nearest = INFINITY,
    };
    exchange->assumed |= speed.bandwidth_assumed || speed.latency_assumed;
    exchange->channel[exchange->used++] = channel;
    use->number = exchange->used;
}

/* `bytes` are over the shares, or a part `of` them, which become uses of the flow. */
static void load(struct exchange *exchange, const struct network_share *shares, size_t length,
                 double of, struct flow *flow)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t channel = shares[i].link;
        struct channel_use *use = &exchange->use[channel];

        if (!use->number)
            begin_use(exchange, channel);
        use->slowed += flow->bytes * of * (double)shares[i].part;
        exchange->uses[flow->length++] =
            (struct flow_use){use->number - 1, (float)of * shares[i].part};
    }
}

/* What the adapters of both nodes have to do for a flow. */
static void load_adapters(struct exchange *exchange, const struct traffic_flow *traffic)
{
    uint32_t from = whole_node(exchange, traffic->from), to = whole_node(exchange, traffic->to);
    double bytes = (double)traffic->bytes +
                   traffic_headers(exchange->protocol, exchange->graph, traffic->messages);

    if (from != to)
        node_limits_send(&exchange->nodes, from, to, bytes, (double)traffic->messages);
}

/* A flow with these latencies is over the shares, or with 0 bytes what goes back for one. */
static void note_latency(struct exchange *exchange, const struct network_share *shares,
                         size_t length, double latency, double bytes)
{
    for (size_t i = 0; i < length; i++) {
        struct channel_use *use = &exchange->use[shares[i].link];
        double part = bytes * (double)shares[i].part;

        use->nearest = lesser(use->nearest, latency);
        use->delayed += part * latency;
        use->last = greater(use->last, latency + part / use->bandwidth);
    }
}

/* What goes back for a flow. */
static void acknowledge(struct exchange *exchange, const struct traffic_flow *traffic,
                        double latency, struct flow *flow)
{
    size_t length = channel_spread(&exchange->spread, whole_node(exchange, traffic->to),
                                   whole_node(exchange, traffic->from), exchange->shares);

    load(exchange, exchange->shares, length, exchange->protocol->acknowledgement, flow);
    note_latency(exchange, exchange->shares, length, latency, 0);
}

void exchange_add(struct exchange *exchange, const struct traffic_flow *traffic,
                  const struct network_share *shares, size_t length)
{
    struct flow flow = {.from = whole_node(exchange, traffic->from),
                        .to = whole_node(exchange, traffic->to),
                        .bytes = traffic->slowed,
                        .messages = traffic->alike / exchange->rounds};
    double latency = 0;

    exchange->work += length;
    load(exchange, shares, length, 1, &flow);
    for (size_t i = 0; i < length; i++) {
        struct channel_use *use = &exchange->use[shares[i].link];

        use->bytes += (double)traffic->bytes * (double)shares[i].part;
        latency += use->latency * (double)shares[i].part;
        flow.hops += (double)shares[i].part;
    }
    if (node_limits_any(&exchange->nodes))
        load_adapters(exchange, traffic);
    latency *= traffic->latency * network_latencies(exchange->network, flow.from, flow.to);
    note_latency(exchange, shares, length, latency, flow.bytes);
    exchange->latency = fmax(exchange->latency, latency);
    if (exchange->protocol->acknowledgement > 0)
        acknowledge(exchange, traffic, latency, &flow);
    flow.delay = latency;
    keep_flow(exchange, traffic, &flow);
}

static int simulate_waves(struct exchange *exchange, const double *bandwidth, double enough,
                          double *seconds)
{
    struct waves_part part = {
        .graph = exchange->graph,
        .flows = &exchange->flows,
        .protocol = exchange->protocol,
        .node = exchange->waits.node,
        .bandwidth = bandwidth,
        .channels = exchange->used,
        .most_uses = affordable(exchange, WAVES_MORE),
    };

    return waves_simulate(&part, &exchange->waits.senders, enough, seconds, &exchange->work);
}

/* The time by simulation, with the bandwidths of the channels by their numbers. */
static int simulate(struct exchange *exchange, double enough, double *seconds)
{
    double *bandwidth = array_raw(exchange->used, sizeof *bandwidth);
    int result;

    if (!bandwidth)
        return -1;
    for (uint32_t i = 0; i < exchange->used; i++)
        bandwidth[i] = exchange->use[exchange->channel[i]].bandwidth;
    result = exchange->graph->waves
                 ? simulate_waves(exchange, bandwidth, enough, seconds)
                 : flows_simulate(&exchange->flows, bandwidth, exchange->used, enough, seconds,
                                  &exchange->work);
    free(bandwidth);
    return result;
}

/* The seconds that are known of each channel alone. At least it is busy from the first of its flows
 * on; on average it is from the mean latency of its bytes on, and no flow ends before it would
 * alone. */
static void limit_seconds(struct exchange *exchange)
{
    const struct graph_waves *waves = exchange->graph->waves;
    double least = fmax(exchange->inside, node_limits_seconds(&exchange->nodes)), mean = least;

    for (uint32_t i = 0; i < exchange->used; i++) {
        const struct channel_use *use = &exchange->use[exchange->channel[i]];
        double seconds = use->slowed / use->bandwidth;
        double latency = use->slowed > 0 ? use->delayed / use->slowed : use->nearest;

        mean = greater(mean, greater(seconds + latency, use->last));
        least = greater(least, seconds + (waves ? 0 : use->nearest));
    }
    if (waves) /* as if all messages of a wave took as long */
        mean *= 1 + (waves->length - 1) / waves->count;
    exchange->least = exchange->simulated ? least : mean;
}

/* Whether ranks go on at different times, as their messages end. */
static bool is_chained(const struct exchange *exchange)
{
    return exchange->chained && !exchange->learns && exchange->chained[exchange->index] &&
           exchange->simulated && !exchange->graph->waves;
}

/* When the exchange begins, and ends not before its own seconds have passed. */
static double beginning(const struct exchange *exchange)
{
    return is_chained(exchange) ? exchange->met + waits_first(&exchange->waits, exchange->graph)
                                : exchange->seconds;
}

/* The seconds of the busiest channel, or node, in all exchanges so far. */
static void carry(struct exchange *exchange)
{
    exchange->carried = greater(exchange->carried, node_limits_carry(&exchange->nodes));
    for (uint32_t i = 0; i < exchange->used; i++) {
        struct channel_use *use = &exchange->use[exchange->channel[i]];

        use->seconds += use->slowed / use->bandwidth;
        exchange->carried = greater(exchange->carried, use->seconds);
    }
}

static void add_inside(struct exchange *exchange, const struct topomap_graph *graph,
                       const uint32_t *placement)
{
    for (uint32_t rank = 0; rank < graph->ranks; rank++)
        exchange->waits.node[rank] = whole_node(exchange, placement[rank]);
    if (exchange->protocol->inside.bandwidth <= 0)
        return;
    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        uint32_t node = exchange->waits.node[rank];

        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            if (exchange->waits.node[graph->target[e]] != node)
                continue;
            exchange->inside = fmax(exchange->inside,
                                    traffic_inside(exchange->protocol, graph, e));
            if (node_limits_any(&exchange->nodes))
                node_limits_stay(&exchange->nodes, node,
                                 traffic_bytes(exchange->protocol, graph, e));
        }
    }
}

double exchange_add_inside(struct exchange *exchange, const struct topomap_graph *graph,
                           const uint32_t *placement)
{
    add_inside(exchange, graph, placement);
    limit_seconds(exchange);
    carry(exchange);
    return fmax(exchange->carried, fmax(exchange->seconds,
                                        beginning(exchange) + exchange->least));
}

/* An exchange in which all ranks begin together, or one that is not followed any further, ends at
 * this time. */
static int meet(struct exchange *exchange, double end)
{
    exchange->met = exchange->seconds = fmax(end, exchange->carried);
    waits_meet(&exchange->waits);
    exchange->latencies += exchange->latency;
    return 0;
}

/* An exchange takes so many seconds if all ranks begin together. */
static int pass(struct exchange *exchange, double seconds)
{
    struct waits_part part = {exchange->graph, &exchange->flows, exchange->protocol, seconds};
    double last = is_chained(exchange) ? waits_pass(&exchange->waits, &part) : -1;

    if (exchange->learns && exchange->simulated)
        exchange->chained[exchange->index] = waits_are_latencies(&exchange->waits, &part);
    if (last == -2)
        return -1;
    if (last < 0)
        return meet(exchange, exchange->seconds + seconds);
    exchange->seconds = fmax(exchange->met + last, exchange->carried);
    exchange->latencies += exchange->latency;
    return 0;
}

static int end(struct exchange *exchange, double enough)
{
    double begin = beginning(exchange), simulated;

    if (exchange->failed)
        return -1;
    enough -= begin;
    if (!exchange->simulated)
        return pass(exchange, exchange->least);
    if (exchange->least > enough)
        return meet(exchange, fmax(exchange->seconds, begin + exchange->least));
    if (simulate(exchange, enough, &simulated) < 0)
        return -1;
    simulated = fmax(simulated, exchange->least);
    return simulated > enough ? meet(exchange, fmax(exchange->seconds, begin + simulated))
                              : pass(exchange, simulated);
}

int exchange_end(struct exchange *exchange, double enough)
{
    int result = end(exchange, enough);

    exchange->index++;
    return result;
}

double exchange_seconds(const struct exchange *exchange)
{
    return exchange->seconds;
}

void exchange_tell(const struct exchange *exchange, struct topomap_time *time)
{
    const struct topomap_network *network = exchange->network;
    struct busiest busiest = {0};

    *time = (struct topomap_time){.seconds = exchange->seconds,
                                  .latency = lesser(exchange->latencies, exchange->seconds),
                                  .work = exchange->work, .assumed = exchange->assumed};
    for (uint32_t i = 0; i < exchange->seen_channels; i++) {
        uint32_t channel = exchange->seen_channel[i];
        const struct channel_use *use = &exchange->use[channel];

        if (use->bytes > 0)
            busiest_add(&busiest, channel, use->bytes / use->bandwidth);
    }
    for (uint32_t i = 0; i < busiest.count; i++) {
        struct topomap_busy_link *busy = &time->busiest[time->busy++];

        channel_name(network, busiest.entry[i].channel, busy->name, sizeof busy->name);
        busy->bytes = exchange->use[busiest.entry[i].channel].bytes;
        busy->seconds = busiest.entry[i].seconds;
    }
    time->transfer = greater(time->busiest[0].seconds, node_limits_transfer(&exchange->nodes));
}

static int prepare_block(struct exchange *exchange)
{
    exchange->block = array_raw(exchange->allocation->ranks, sizeof *exchange->block);
    exchange->sender = array_raw(exchange->network->nodes, sizeof *exchange->sender);
    if (!exchange->block || !exchange->sender)
        return -1;
    topomap_placement_block(exchange->allocation, exchange->block);
    for (uint32_t rank = 0; rank < exchange->allocation->ranks; rank++)
        exchange->block[rank] = whole_node(exchange, exchange->block[rank]);
    return 0;
}

struct exchange *exchange_create(const struct topomap_allocation *allocation,
                                 const struct topomap_network *network, size_t most_uses,
                                 size_t exchanges)
{
    bool parts = allocation->network->ops->whole;
    size_t most = (size_t)network_spread_most(network) + 2, channels = channel_count(network);
    struct exchange *exchange = array_new(1, sizeof *exchange);

    if (!exchange)
        return NULL;
    *exchange = (struct exchange){.allocation = allocation, .network = network,
                                  .protocol = &network->protocol, .most_uses = most_uses};
    exchange->use = array_new(channels, sizeof *exchange->use);
    exchange->channel = array_raw(channels, sizeof *exchange->channel);
    exchange->seen_channel = array_raw(channels, sizeof *exchange->seen_channel);
    exchange->uses = array_raw(2 * most, sizeof *exchange->uses);
    exchange->shares = array_raw(most, sizeof *exchange->shares);
    exchange->size = array_new(exchanges, sizeof *exchange->size);
    if (exchanges > 1)
        exchange->chained = array_new(exchanges, sizeof *exchange->chained);
    if (parts)
        exchange->latest = array_new(network->nodes, sizeof *exchange->latest);
    if (!exchange->use || !exchange->channel || !exchange->seen_channel || !exchange->uses ||
        !exchange->shares || !exchange->size ||
        node_limits_init(&exchange->nodes, network) < 0 ||
        (exchanges > 1 && !exchange->chained) || (parts && !exchange->latest) ||
        waits_init(&exchange->waits, allocation->ranks, network->nodes) < 0 ||
        network_spread_init(&exchange->spread, network) < 0 ||
        (most_uses > 0 && most_uses < SIZE_MAX && prepare_block(exchange) < 0)) {
        exchange_destroy(exchange);
        return NULL;
    }
    return exchange;
}

/* Uses of channels by what a rank sends to nodes that its node has no flow to yet. */
static size_t block_uses(struct exchange *exchange, const struct topomap_graph *graph,
                         uint32_t rank)
{
    uint32_t from = exchange->block[rank];
    size_t uses = 0;

    for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
        uint32_t to = exchange->block[graph->target[e]];

        if (to == from || exchange->sender[to] == from + 1)
            continue;
        exchange->sender[to] = from + 1;
        uses += channel_spread(&exchange->spread, from, to, exchange->shares);
    }
    return exchange->protocol->acknowledgement > 0 ? 2 * uses : uses;
}

/* Whether the exchange is small enough, by Slurm's block distribution: what decided by placement
 * would compare the results of two models. */
static bool find_small(struct exchange *exchange, const struct topomap_graph *graph)
{
    size_t longest = 2 * ((size_t)network_spread_most(exchange->network) + 2), uses = 0;

    if (!exchange->block || graph->edges <= exchange->most_uses / longest)
        return true;
    memset(exchange->sender, 0, exchange->network->nodes * sizeof *exchange->sender);
    for (uint32_t rank = 0; rank < graph->ranks && uses <= exchange->most_uses; rank++)
        uses += block_uses(exchange, graph, rank);
    return uses <= exchange->most_uses;
}

static bool is_small(struct exchange *exchange, const struct topomap_graph *graph)
{
    enum exchange_size *size = &exchange->size[exchange->index];

    if (*size == SIZE_UNKNOWN)
        *size = find_small(exchange, graph) ? SIZE_SMALL : SIZE_LARGE;
    return *size == SIZE_SMALL;
}

static void forget_uses(struct exchange *exchange)
{
    while (exchange->used > 0)
        exchange->use[exchange->channel[--exchange->used]].number = 0;
}

void exchange_restart(struct exchange *exchange)
{
    forget_uses(exchange);
    while (exchange->seen_channels > 0)
        exchange->use[exchange->seen_channel[--exchange->seen_channels]] = (struct channel_use){0};
    exchange->met = exchange->seconds = exchange->latencies = exchange->carried = 0;
    exchange->index = 0;
    exchange->assumed = false;
    exchange->work = 0;
    node_limits_restart(&exchange->nodes);
    waits_meet(&exchange->waits);
}

void exchange_learn(struct exchange *exchange, bool learns)
{
    exchange_restart(exchange);
    exchange->learns = learns && exchange->chained;
}

void exchange_begin(struct exchange *exchange, const struct topomap_graph *graph)
{
    const struct topomap_network *network = exchange->network;

    forget_uses(exchange);
    if (exchange->latest)
        memset(exchange->latest, 0, network->nodes * sizeof *exchange->latest);
    node_limits_begin(&exchange->nodes);
    flows_free(&exchange->flows);
    exchange->graph = graph;
    exchange->rounds = graph->rounds;
    exchange->latency = exchange->inside = 0;
    exchange->simulated = exchange->most_uses > 0 && is_small(exchange, graph);
}

void exchange_destroy(struct exchange *exchange)
{
    if (exchange) {
        flows_free(&exchange->flows);
        waits_free(&exchange->waits);
        network_spread_free(&exchange->spread);
        free(exchange->shares);
        free(exchange->sender);
        free(exchange->block);
        free(exchange->size);
        free(exchange->chained);
        free(exchange->latest);
        node_limits_free(&exchange->nodes);
        free(exchange->uses);
        free(exchange->seen_channel);
        free(exchange->channel);
        free(exchange->use);
    }
    free(exchange);
}
