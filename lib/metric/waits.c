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
        .delay = array_raw(nodes, sizeof *waits->delay),
    };
    return senders_init(&waits->senders, nodes) == 0 && waits->node && waits->ready &&
                   waits->next && waits->delay
               ? 0
               : -1;
}

void waits_free(struct waits *waits)
{
    free(waits->node);
    free(waits->ready);
    free(waits->next);
    free(waits->delay);
    senders_free(&waits->senders);
}

void waits_meet(struct waits *waits)
{
    memset(waits->ready, 0, waits->ranks * sizeof *waits->ready);
}

static void note_delays(struct waits *waits, const struct flows *flows, uint32_t sender)
{
    const struct senders *senders = &waits->senders;

    for (size_t i = senders->first[sender]; i < senders->first[sender + 1]; i++) {
        const struct flow *flow = &flows->flow[senders->flow[i]];

        waits->delay[flow->to] = flow->delay;
    }
}

/* The longest delay of a message of the part. */
static double longest_delay(const struct waits *waits, const struct waits_part *part)
{
    const struct topomap_graph *graph = part->graph;
    double longest = 0;

    for (size_t f = 0; f < part->flows->count; f++)
        longest = fmax(longest, part->flows->flow[f].delay);
    for (uint32_t rank = 0; rank < waits->ranks && part->protocol->inside.bandwidth > 0; rank++) {
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            if (waits->node[graph->target[e]] == waits->node[rank])
                longest = fmax(longest, traffic_inside(part->protocol, graph, e));
        }
    }
    return longest;
}

static void send(struct waits *waits, const struct waits_part *part, uint32_t rank, double longer)
{
    const struct topomap_graph *graph = part->graph;

    for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
        uint32_t to = graph->target[e];
        double takes = waits->node[to] == waits->node[rank]
                           ? traffic_inside(part->protocol, graph, e)
                           : waits->delay[waits->node[to]];

        waits->next[to] = fmax(waits->next[to],
                               fmax(waits->ready[rank], waits->ready[to]) + longer * takes);
    }
}

double waits_pass(struct waits *waits, const struct waits_part *part)
{
    double longest = longest_delay(waits, part), last = 0;
    uint32_t sender = UINT32_MAX;
    double *next = waits->next;

    if (part->seconds > LONGER * longest || longest <= 0)
        return -1;
    if (senders_list(&waits->senders, part->flows) < 0)
        return -2;
    memcpy(next, waits->ready, waits->ranks * sizeof *next);
    for (uint32_t rank = 0; rank < waits->ranks; rank++) {
        if (waits->node[rank] != sender)
            note_delays(waits, part->flows, waits->node[rank]);
        sender = waits->node[rank];
        send(waits, part, rank, part->seconds / longest);
    }
    for (uint32_t rank = 0; rank < waits->ranks; rank++)
        last = fmax(last, next[rank]);
    waits->next = waits->ready;
    waits->ready = next;
    return last;
}
