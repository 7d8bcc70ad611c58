/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/waves.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "metric/traffic.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Waves that are simulated, at most, and so that channels are shared, at least. */
#define MOST_WAVES 16
#define LEAST_WAVES 3

#define NONE SIZE_MAX

/* The messages of one wave are the edges of the graph. */
struct waves {
    const struct waves_part *part;
    uint32_t count;       /* of waves that are simulated */
    bool shared;          /* channels */
    size_t *before;       /* [edges] the edge whose message its receiver awaits before, or NONE */
    size_t *last;         /* [ranks] the edge whose message each awaits last, or NONE */
    const struct flow **to; /* [nodes] the flow of one node to each */
    struct flows messages;  /* wave by wave */
};

/* ---- what waits for what ----------------------------------------------------------------- */

/* Put the message of an edge among those that its receiver awaits, by their turns. */
static void await(struct waves *w, size_t edge)
{
    const struct topomap_graph *graph = w->part->graph;
    const uint8_t *turn = graph->waves->turn;
    size_t *after = &w->last[graph->target[edge]];

    while (*after != NONE && turn[*after] > turn[edge])
        after = &w->before[*after];
    w->before[edge] = *after;
    *after = edge;
}

/* The first of those that a rank awaits. */
static bool is_first(const struct waves *w, size_t edge)
{
    return w->before[edge] == NONE;
}

/* The number of a message among the flows, counted from 1. */
static size_t message(const struct waves *w, uint32_t wave, size_t edge)
{
    return (size_t)wave * w->part->graph->edges + edge + 1;
}

static void set_waits(const struct waves *w, uint32_t wave, uint32_t from, size_t edge,
                      struct flow *flow)
{
    uint32_t to = w->part->graph->target[edge];

    if (!is_first(w, edge))
        flow->after[0] = message(w, wave, w->before[edge]);
    else if (wave > 0)
        flow->after[0] = message(w, wave - 1, w->last[to]);
    if (w->last[from] != NONE)
        flow->after[1] = message(w, wave, w->last[from]);
}

/* ---- messages ---------------------------------------------------------------------------- */

/* The seconds that a message takes without latency if it shares no channel. */
static double alone(const struct waves *w, const struct flow *flow)
{
    const struct flows *flows = w->part->flows;
    double slowest = 0;

    for (uint32_t k = 0; k < flow->length; k++) {
        const struct flow_use *use = &flows->use[flow->first + k];

        slowest = fmax(slowest, (double)use->part / w->part->bandwidth[use->channel]);
    }
    return flow->bytes * slowest;
}

/* One message of an edge, as a flow without waits. */
static struct flow make_message(const struct waves *w, uint32_t from, size_t edge)
{
    const struct topomap_graph *graph = w->part->graph;
    const struct flow *way = w->to[w->part->node[graph->target[edge]]];
    double count = fmax(1, (double)graph->messages[edge]); /* bytes of no message are one */
    struct network_size size = traffic_size(w->part->protocol, graph, edge);
    struct flow flow = {.messages = 1};

    if (w->part->node[graph->target[edge]] == w->part->node[from] || !way) {
        flow.delay = traffic_inside_message(w->part->protocol, graph, edge);
        return flow;
    }
    flow = *way;
    flow.messages = 1;
    flow.bytes = traffic_bytes(w->part->protocol, graph, edge) / (count * size.bandwidth);
    flow.delay = way->delay / graph->rounds;
    if (!w->shared) {
        flow.delay += alone(w, &flow);
        flow.length = 0;
    }
    return flow;
}

static int add_wave(struct waves *w, struct senders *senders, uint32_t wave)
{
    const struct topomap_graph *graph = w->part->graph;
    const struct flows *flows = w->part->flows;

    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        uint32_t node = w->part->node[rank];

        for (size_t i = senders->first[node]; i < senders->first[node + 1]; i++)
            w->to[flows->flow[senders->flow[i]].to] = &flows->flow[senders->flow[i]];
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            struct flow flow = make_message(w, rank, e);

            flow.after[0] = flow.after[1] = 0;
            set_waits(w, wave, rank, e, &flow);
            if (flows_add(&w->messages, &flow, flows->use + flow.first) < 0)
                return -1;
        }
        for (size_t i = senders->first[node]; i < senders->first[node + 1]; i++)
            w->to[flows->flow[senders->flow[i]].to] = NULL;
    }
    return 0;
}

static int make(struct waves *w, struct senders *senders)
{
    const struct topomap_graph *graph = w->part->graph;

    w->before = array_raw(graph->edges, sizeof *w->before);
    w->last = array_raw(graph->ranks, sizeof *w->last);
    w->to = array_new(senders->nodes, sizeof *w->to);
    if (!w->before || !w->last || !w->to || senders_list(senders, w->part->flows) < 0)
        return -1;
    for (uint32_t rank = 0; rank < graph->ranks; rank++)
        w->last[rank] = NONE;
    for (size_t e = 0; e < graph->edges; e++)
        await(w, e);
    for (uint32_t wave = 0; wave < w->count; wave++) {
        if (add_wave(w, senders, wave) < 0)
            return -1;
    }
    return 0;
}

/* When the last message of a wave has ended. */
static double end_of(const struct waves *w, uint32_t wave)
{
    size_t edges = w->part->graph->edges;
    double end = 0;

    for (size_t i = (size_t)wave * edges; i < (size_t)(wave + 1) * edges; i++)
        end = fmax(end, w->messages.flow[i].end);
    return end;
}

/* As many waves as are affordable. */
static void choose_count(struct waves *w)
{
    size_t uses = w->part->flows->uses, affordable = uses ? w->part->most_uses / uses : MOST_WAVES;
    double most = fmin(fmax(w->part->graph->waves->count, 2), MOST_WAVES);

    w->shared = affordable >= LEAST_WAVES;
    w->count = (uint32_t)(w->shared ? fmin(most, (double)affordable) : fmin(most, LEAST_WAVES));
}

int waves_simulate(const struct waves_part *part, struct senders *senders, double enough,
                   double *seconds, uint64_t *work)
{
    const struct graph_waves *waves = part->graph->waves;
    double turns = part->graph->rounds / waves->count;
    struct waves w = {.part = part};
    double simulated = 0;
    int result;

    choose_count(&w);
    result = make(&w, senders);
    if (result == 0)
        result = flows_simulate(&w.messages, part->bandwidth, part->channels, enough / turns,
                                &simulated, work);
    *seconds = turns * simulated;
    if (result == 0 && *seconds <= enough) {
        double last = end_of(&w, w.count - 1), gap = last - end_of(&w, w.count - 2);

        *seconds = turns * (last + fmax(waves->count - w.count, 0) * fmax(gap, 0));
    }
    free(w.before);
    free(w.last);
    free(w.to);
    flows_free(&w.messages);
    return result;
}
