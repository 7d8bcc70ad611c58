/* SPDX-License-Identifier: BSD-3-Clause */
/* What nodes send, receive and carry inside at the most: what to measure, and what follows. */
#include "base/error.h"
#include "base/memory.h"
#include "network/channel.h"
#include "topomap_internal.h"

#include <math.h>
#include <stdlib.h>

#define MAX_CANDIDATES 512U /* nodes that are looked at as partners of another */
#define ENOUGH 0.9          /* of a rate counts as the rate */

/* ---- ranks inside a node ----------------------------------------------------------------- */

enum topomap_nearness topomap_calibration_nearness(const struct topomap_cpu_place *a,
                                                   const struct topomap_cpu_place *b)
{
    if (a->package < 0 || b->package < 0)
        return TOPOMAP_ANYWHERE;
    if (a->package != b->package)
        return TOPOMAP_OTHER_PACKAGE;
    return a->domain >= 0 && b->domain >= 0 && a->domain != b->domain ? TOPOMAP_OTHER_DOMAIN
                                                                      : TOPOMAP_SAME_DOMAIN;
}

/* Whether two items are alike as far as turns are concerned. */
static bool is_same_part(const struct topomap_cpu_place *a, const struct topomap_cpu_place *b)
{
    return a->package == b->package && a->domain == b->domain;
}

void topomap_calibration_take_turns(const struct topomap_cpu_place *place, uint32_t count,
                                    uint32_t *order)
{
    uint32_t found = 0;

    /* In turn k come those with k others of their part before them. */
    for (uint32_t turn = 0; found < count; turn++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t before = 0;

            for (uint32_t k = 0; k < i; k++)
                before += is_same_part(&place[k], &place[i]);
            if (before == turn)
                order[found++] = i;
        }
    }
}

/* Couple each rank that has no partner with the next one that is near enough. */
static uint32_t couple(const struct topomap_cpu_place *place, uint32_t count,
                       enum topomap_nearness limit, bool *taken, struct topomap_couple *couples,
                       uint32_t found)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count && !taken[i]; k++) {
            if (taken[k] || topomap_calibration_nearness(&place[i], &place[k]) > limit)
                continue;
            taken[i] = taken[k] = true;
            couples[found++] = (struct topomap_couple){i, k};
        }
    }
    return found;
}

/* The couples take turns by the places of their first ranks. */
static int shuffle(const struct topomap_cpu_place *place, struct topomap_couple *couples,
                   uint32_t count)
{
    struct topomap_cpu_place *first = array_raw(count, sizeof *first);
    struct topomap_couple *copy = array_raw(count, sizeof *copy);
    uint32_t *order = array_raw(count, sizeof *order);
    int result = first && copy && order ? 0 : -1;

    for (uint32_t i = 0; result == 0 && i < count; i++) {
        first[i] = place[couples[i].from];
        copy[i] = couples[i];
    }
    if (result == 0)
        topomap_calibration_take_turns(first, count, order);
    for (uint32_t i = 0; result == 0 && i < count; i++)
        couples[i] = copy[order[i]];
    free(first);
    free(copy);
    free(order);
    return result;
}

int topomap_calibration_couples(const struct topomap_cpu_place *place, uint32_t count,
                                struct topomap_couple *couples, struct topomap_error *error)
{
    bool *taken = array_new(count, sizeof *taken);
    uint32_t found = 0;

    if (!taken)
        return error_memory(error);
    for (enum topomap_nearness limit = 0; limit < TOPOMAP_NEARNESSES; limit++)
        found = couple(place, count, limit, taken, couples, found);
    free(taken);
    return shuffle(place, couples, found) < 0 ? error_memory(error) : 0;
}

/* ---- partners of a node ------------------------------------------------------------------ */

/* Flows of one node, and what they load. */
struct fan {
    const struct topomap_network *network;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most + 2] */
    double *load;                 /* [channels]: flows */
    uint32_t *uses;               /* [count]: of a node as a partner */
};

static double capacity(const struct topomap_network *network, uint32_t channel)
{
    return channel < network->links ? network_link_capacity(network, channel) : 1;
}

static int fan_init(struct fan *fan, const struct topomap_network *network, uint32_t count)
{
    fan->network = network;
    fan->shares = array_raw((size_t)network_spread_most(network) + 2, sizeof *fan->shares);
    fan->load = array_new(channel_count(network), sizeof *fan->load);
    fan->uses = array_new(count, sizeof *fan->uses);
    return network_spread_init(&fan->spread, network) == 0 && fan->shares && fan->load &&
           fan->uses ? 0 : -1;
}

static void fan_free(struct fan *fan)
{
    network_spread_free(&fan->spread);
    free(fan->shares);
    free(fan->load);
    free(fan->uses);
}

/* The nodes beside another one in the order of all, nearer ones first. */
static uint32_t get_candidate(uint32_t at, uint32_t count, uint32_t k)
{
    uint32_t away = (k / 2 + 1) % count;

    return k % 2 == 0 ? (at + away) % count : (at + count - away) % count;
}

/* What another flow would be: the load of its busiest channel, and its length. A flow that may take
 * several ways counts on each as if it took that one. */
static void judge(const struct fan *fan, const struct topomap_node_flow *flow, double *busiest,
                  double *hops)
{
    size_t length = channel_spread(&fan->spread, flow->from, flow->to, fan->shares);

    *busiest = *hops = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t channel = fan->shares[i].link;

        *busiest = fmax(*busiest, (fan->load[channel] + 1) / capacity(fan->network, channel));
        *hops += (double)fan->shares[i].part;
    }
}

static void add_flow(struct fan *fan, const struct topomap_node_flow *flow)
{
    size_t length = channel_spread(&fan->spread, flow->from, flow->to, fan->shares);

    for (size_t i = 0; i < length; i++)
        fan->load[fan->shares[i].link]++;
}

static struct topomap_node_flow make_flow(const uint32_t *nodes, uint32_t at, uint32_t partner,
                                          bool receives)
{
    return receives ? (struct topomap_node_flow){nodes[partner], nodes[at]}
                    : (struct topomap_node_flow){nodes[at], nodes[partner]};
}

/* The partner whose flow shares its links with the fewest others, then the nearest one, then the
 * one with the fewest flows so far. */
static uint32_t find_partner(const struct fan *fan, const uint32_t *nodes, uint32_t count,
                             uint32_t at, bool receives)
{
    uint32_t candidates = count - 1 < MAX_CANDIDATES ? count - 1 : MAX_CANDIDATES, best = at;
    double least = INFINITY, nearest = INFINITY;

    for (uint32_t k = 0; k < candidates; k++) {
        uint32_t partner = get_candidate(at, count, k);
        struct topomap_node_flow flow = make_flow(nodes, at, partner, receives);
        double busiest, hops;

        judge(fan, &flow, &busiest, &hops);
        if (busiest > least || (busiest >= least && hops > nearest) ||
            (busiest >= least && hops >= nearest && fan->uses[partner] >= fan->uses[best]))
            continue;
        best = partner;
        least = busiest;
        nearest = hops;
    }
    return best;
}

int topomap_calibration_partners(const struct topomap_network *network, const uint32_t *nodes,
                                 uint32_t count, uint32_t at, bool receives, uint32_t pairs,
                                 uint32_t *partners, struct topomap_error *error)
{
    struct fan fan = {0};
    int result = fan_init(&fan, network, count);

    if (result == 0)
        fan.uses[at] = UINT32_MAX;
    for (uint32_t i = 0; result == 0 && i < pairs; i++) {
        struct topomap_node_flow flow;

        partners[i] = find_partner(&fan, nodes, count, at, receives);
        fan.uses[partners[i]]++;
        flow = make_flow(nodes, at, partners[i], receives);
        add_flow(&fan, &flow);
    }
    fan_free(&fan);
    return result < 0 ? error_memory(error) : 0;
}

/* ---- what links let through -------------------------------------------------------------- */

/* Flows that share channels: the rates of all grow together until a channel is full. */
struct filling {
    const struct topomap_network *network;
    const struct topomap_class_speed *speeds;
    struct network_share *shares; /* [flows][most] */
    size_t *length;               /* [flows]: shares of a flow */
    double *left, *wanted;        /* [channels]: bytes per second, and parts of growing flows */
    bool *full;                   /* [channels] */
    size_t most;
};

static double channel_rate(const struct filling *filling, uint32_t channel)
{
    const struct topomap_network *network = filling->network;
    double rate = 0;

    if (channel < network->links)
        rate = filling->speeds[network->ops->link_class(network, channel)].bandwidth *
               network_link_capacity(network, channel);
    for (uint32_t c = 0; channel >= network->links && c < network->classes; c++)
        rate = fmax(rate, filling->speeds[c].bandwidth);
    return rate > 0 ? rate : INFINITY;
}

static void count_wanted(struct filling *filling, uint32_t flows, const bool *settled)
{
    for (uint32_t f = 0; f < flows; f++) {
        for (size_t i = 0; i < filling->length[f]; i++)
            filling->wanted[filling->shares[f * filling->most + i].link] = 0;
    }
    for (uint32_t f = 0; f < flows; f++) {
        for (size_t i = 0; !settled[f] && i < filling->length[f]; i++) {
            const struct network_share *share = &filling->shares[f * filling->most + i];

            filling->wanted[share->link] += (double)share->part;
        }
    }
}

/* How much the rates of growing flows can grow. */
static double find_growth(const struct filling *filling, uint32_t flows, const bool *settled)
{
    double growth = INFINITY;

    for (uint32_t f = 0; f < flows; f++) {
        for (size_t i = 0; !settled[f] && i < filling->length[f]; i++) {
            uint32_t channel = filling->shares[f * filling->most + i].link;

            growth = fmin(growth, filling->left[channel] / filling->wanted[channel]);
        }
    }
    return growth;
}

/* Let growing flows grow, and settle those over channels that are full now. Returns what they
 * gained together. */
static double grow(struct filling *filling, uint32_t flows, double growth, bool *settled)
{
    double gained = 0;

    for (uint32_t f = 0; f < flows; f++) {
        for (size_t i = 0; i < filling->length[f]; i++) {
            uint32_t channel = filling->shares[f * filling->most + i].link;

            filling->full[channel] = filling->left[channel] <=
                                     growth * filling->wanted[channel] * (1 + 1e-9);
        }
    }
    for (uint32_t f = 0; f < flows; f++) {
        bool grows = !settled[f];

        for (size_t i = 0; grows && i < filling->length[f]; i++) {
            const struct network_share *share = &filling->shares[f * filling->most + i];

            filling->left[share->link] -= growth * (double)share->part;
            settled[f] = settled[f] || filling->full[share->link];
        }
        gained += grows ? growth : 0;
    }
    return gained;
}

static double fill(struct filling *filling, uint32_t flows, bool *settled)
{
    double rate = 0, growth;

    for (uint32_t round = 0; round < flows; round++) {
        count_wanted(filling, flows, settled);
        growth = find_growth(filling, flows, settled);
        if (isinf(growth))
            break;
        rate += grow(filling, flows, growth, settled);
    }
    for (uint32_t f = 0; f < flows; f++)
        rate = settled[f] ? rate : INFINITY;
    return rate;
}

static int prepare(struct filling *filling, const struct topomap_node_flow *flow, uint32_t flows)
{
    uint32_t channels = channel_count(filling->network);
    struct network_spread spread;
    int result = network_spread_init(&spread, filling->network);

    filling->most = (size_t)network_spread_most(filling->network) + 2;
    filling->shares = array_raw(flows * filling->most, sizeof *filling->shares);
    filling->length = array_raw(flows, sizeof *filling->length);
    filling->left = array_raw(channels, sizeof *filling->left);
    filling->wanted = array_raw(channels, sizeof *filling->wanted);
    filling->full = array_raw(channels, sizeof *filling->full);
    if (!filling->shares || !filling->length || !filling->left || !filling->wanted ||
        !filling->full)
        result = -1;
    for (uint32_t f = 0; result == 0 && f < flows; f++) {
        struct network_share *shares = filling->shares + f * filling->most;

        filling->length[f] = channel_spread(&spread, flow[f].from, flow[f].to, shares);
        for (size_t i = 0; i < filling->length[f]; i++)
            filling->left[shares[i].link] = channel_rate(filling, shares[i].link);
    }
    network_spread_free(&spread);
    return result;
}

int topomap_calibration_allowed(const struct topomap_network *network,
                                const struct topomap_class_speed *speeds,
                                const struct topomap_node_flow *flow, uint32_t flows,
                                double *rate, struct topomap_error *error)
{
    struct filling filling = {.network = network, .speeds = speeds};
    bool *settled = array_new(flows, sizeof *settled);
    int result = prepare(&filling, flow, flows);

    if (result == 0 && settled)
        *rate = fill(&filling, flows, settled);
    else
        result = error_memory(error);
    free(settled);
    free(filling.shares);
    free(filling.length);
    free(filling.left);
    free(filling.wanted);
    free(filling.full);
    return result;
}

/* ---- limits ------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    const struct topomap_sample *x = a, *y = b;

    if (x->pairs != y->pairs)
        return x->pairs < y->pairs ? -1 : 1;
    return (x->rate > y->rate) - (x->rate < y->rate);
}

static double median(const struct topomap_sample *sample, uint32_t count)
{
    return count % 2 ? sample[count / 2].rate
                     : (sample[count / 2 - 1].rate + sample[count / 2].rate) / 2;
}

/* Put the median of each number of pairs in the place of its samples. Returns how many there
 * are. */
static uint32_t take_medians(struct topomap_sample *sample, uint32_t count)
{
    uint32_t groups = 0, end;

    qsort(sample, count, sizeof *sample, compare);
    for (uint32_t first = 0; first < count; first = end) {
        for (end = first; end < count && sample[end].pairs == sample[first].pairs;)
            end++;
        sample[groups++] = (struct topomap_sample){sample[first].pairs,
                                                   median(&sample[first], end - first)};
    }
    return groups;
}

void topomap_calibration_limit(struct topomap_sample *sample, uint32_t count,
                               struct topomap_limit *limit)
{
    uint32_t groups = take_medians(sample, count);

    *limit = (struct topomap_limit){0};
    if (groups == 0)
        return;
    limit->single = sample[0].rate / sample[0].pairs;
    limit->tried = sample[groups - 1].pairs;
    for (uint32_t g = 0; g < groups; g++)
        limit->rate = fmax(limit->rate, sample[g].rate);
    for (uint32_t g = groups; g-- > 0;) {
        if (sample[g].rate >= ENOUGH * limit->rate)
            limit->enough = sample[g].pairs;
    }
    if (groups > 1) {
        const struct topomap_sample *last = &sample[groups - 1], *before = last - 1;
        double more = (double)last->pairs / before->pairs - 1;

        limit->reached = last->rate / before->rate - 1 < more / 2;
    }
}

void topomap_calibration_adapters(const struct topomap_limit limit[2], const double allowed[2],
                                  struct topomap_limit *adapters)
{
    *adapters = (struct topomap_limit){0};
    for (int i = 0; i < 2; i++) {
        if (limit[i].reached && limit[i].rate < ENOUGH * allowed[i] &&
            (!adapters->reached || limit[i].rate < adapters->rate))
            *adapters = limit[i];
    }
}
