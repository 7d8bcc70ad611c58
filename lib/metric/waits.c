/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/waits.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "metric/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Latencies decide in a part that takes at most this much longer than its longest one. */
#define LONGER 1.1

int waits_init(struct waits *waits, uint32_t ranks, size_t nodes)
{
    *waits = (struct waits){
        .ranks = ranks,
        .node = array_raw(ranks, sizeof *waits->node),
        .ready = array_new(ranks, sizeof *waits->ready),
        .next = array_raw(ranks, sizeof *waits->next),
        .to = array_new(nodes, sizeof *waits->to),
    };
    return senders_init(&waits->senders, nodes) == 0 && waits->node && waits->ready &&
                   waits->next && waits->to
               ? 0
               : -1;
}

void waits_free(struct waits *waits)
{
    free(waits->node);
    free(waits->ready);
    free(waits->next);
    free(waits->to);
    senders_free(&waits->senders);
}

void waits_meet(struct waits *waits)
{
    memset(waits->ready, 0, waits->ranks * sizeof *waits->ready);
}

double waits_first(const struct waits *waits, const struct topomap_graph *graph)
{
    double first = INFINITY;

    for (uint32_t rank = 0; rank < waits->ranks; rank++) {
        if (graph->offset[rank] < graph->offset[rank + 1])
            first = fmin(first, waits->ready[rank]);
    }
    return isinf(first) ? 0 : first;
}

/* List the flows of a sender, or none of them any more. */
static void list_flows(struct waits *waits, const struct flows *flows, uint32_t sender, bool list)
{
    const struct senders *senders = &waits->senders;

    for (size_t i = senders->first[sender]; i < senders->first[sender + 1]; i++) {
        const struct flow *flow = &flows->flow[senders->flow[i]];

        waits->to[flow->to] = list ? flow : NULL;
    }
}

/* The seconds of the message inside a node that takes longest. */
static double longest_inside(const struct waits *waits, const struct waits_part *part)
{
    const struct topomap_graph *graph = part->graph;
    double longest = 0;

    for (uint32_t rank = 0; rank < waits->ranks && part->protocol->inside.bandwidth > 0; rank++) {
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            if (waits->node[graph->target[e]] == waits->node[rank])
                longest = fmax(longest, traffic_inside(part->protocol, graph, e));
        }
    }
    return longest;
}

bool waits_are_latencies(const struct waits *waits, const struct waits_part *part)
{
    double longest = longest_inside(waits, part);

    for (size_t f = 0; f < part->flows->count; f++)
        longest = fmax(longest, part->flows->flow[f].delay);
    return part->seconds <= LONGER * longest;
}

/* The seconds of the message that takes longest. */
static double longest_message(const struct waits *waits, const struct waits_part *part)
{
    double longest = longest_inside(waits, part);

    for (size_t f = 0; f < part->flows->count; f++)
        longest = fmax(longest, part->flows->flow[f].end);
    return longest;
}

static void send(struct waits *waits, const struct waits_part *part, uint32_t rank, double longer)
{
    const struct topomap_graph *graph = part->graph;

    for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
        uint32_t to = graph->target[e];
        double begin = fmax(waits->ready[rank], waits->ready[to]), takes = 0, latency = 0;
        const struct flow *flow = waits->to[waits->node[to]];

        if (waits->node[to] == waits->node[rank]) {
            takes = traffic_inside(part->protocol, graph, e);
            latency = traffic_inside_latency(part->protocol, graph, e);
        } else if (flow) { /* nodes that are 0 apart have none */
            takes = flow->end;
            latency = flow->delay;
        }
        waits->next[to] = fmax(waits->next[to], begin + longer * takes);
        waits->next[rank] = fmax(waits->next[rank], begin + longer * takes - latency);
    }
}

double waits_pass(struct waits *waits, const struct waits_part *part)
{
    double longest = longest_message(waits, part), last = 0;
    double *next = waits->next;

    if (longest <= 0)
        return -1;
    if (senders_list(&waits->senders, part->flows) < 0)
        return -2;
    memcpy(next, waits->ready, waits->ranks * sizeof *next);
    for (uint32_t rank = 0; rank < waits->ranks; rank++) {
        list_flows(waits, part->flows, waits->node[rank], true);
        send(waits, part, rank, part->seconds / longest);
        list_flows(waits, part->flows, waits->node[rank], false);
    }
    for (uint32_t rank = 0; rank < waits->ranks; rank++)
        last = fmax(last, next[rank]);
    waits->next = waits->ready;
    waits->ready = next;
    return last;
}
