/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_pairs.h"

#include "base/error.h"
#include "base/memory.h"
#include "metric/traffic.h"

#include <stdlib.h>

static void add_bytes(struct exchange_bytes *sum, double bytes, double latency)
{
    sum->bytes += bytes;
    sum->late += bytes * latency;
}

/* Add an edge of the graph to the pair of both units, as each sees it. */
static void add_edge(const struct map_job *job, const struct topomap_graph *graph, size_t edge,
                     enum exchange_norm norm, struct exchange_pair *sender,
                     struct exchange_pair *receiver)
{
    const struct network_protocol *protocol = &job->allocation->network->protocol;
    struct network_size size = {0, 1, 1};
    double bytes, inside = exchange_power(norm, traffic_inside(protocol, graph, edge));

    if (protocol->sizes)
        size = traffic_size(protocol, graph, edge);
    bytes = traffic_bytes(protocol, graph, edge) / size.bandwidth;
    add_bytes(&sender->sent, bytes, size.latency);
    add_bytes(&sender->received, protocol->acknowledgement * bytes, size.latency);
    add_bytes(&receiver->received, bytes, size.latency);
    add_bytes(&receiver->sent, protocol->acknowledgement * bytes, size.latency);
    sender->inside += inside;
    receiver->inside += inside;
    if (!job->delayed)
        return;
    sender->out += exchange_power(norm, size.latency);
    receiver->in += exchange_power(norm, size.latency);
}

/* Add all edges to pair[], which has an element for each of the units' graph. */
static void add_edges(const struct map_job *job, const struct topomap_graph *graph,
                      const struct refine_units *units, const uint32_t *unit_of,
                      enum exchange_norm norm, struct exchange_pair *pair)
{
    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            uint32_t a = unit_of[rank], b = unit_of[graph->target[e]];
            size_t here = partition_graph_find(&units->graph, a, b);

            /* Rows have no edges of a vertex to itself. */
            if (here != SIZE_MAX)
                add_edge(job, graph, e, norm, &pair[here],
                         &pair[partition_graph_find(&units->graph, b, a)]);
        }
    }
}

static bool is_used(const struct exchange_pair *pair)
{
    return pair->sent.bytes > 0 || pair->received.bytes > 0 || pair->out > 0 || pair->in > 0;
}

/* Keep the pairs that exchange something in this part. */
static int keep_used(struct exchange_part *part, const struct partition_graph *units,
                     const struct exchange_pair *pair)
{
    size_t used = 0;

    for (size_t i = 0; i < units->offset[units->vertices]; i++)
        used += is_used(&pair[i]);
    part->offset = array_raw((size_t)units->vertices + 1, sizeof *part->offset);
    part->partner = array_raw(used, sizeof *part->partner);
    part->pair = array_raw(used, sizeof *part->pair);
    if (!part->offset || !part->partner || !part->pair)
        return -1;
    used = 0;
    for (uint32_t unit = 0; unit < units->vertices; unit++) {
        part->offset[unit] = used;
        for (size_t i = units->offset[unit]; i < units->offset[unit + 1]; i++) {
            if (!is_used(&pair[i]))
                continue;
            part->partner[used] = units->target[i];
            part->pair[used++] = pair[i];
        }
    }
    part->offset[units->vertices] = part->pairs = used;
    return 0;
}

int exchange_part_init(struct exchange_part *part, const struct map_job *job, size_t index,
                       const struct refine_units *units, const uint32_t *unit_of,
                       enum exchange_norm norm, struct topomap_error *error)
{
    const struct topomap_graph *graph = topomap_graph_phase(job->graph, index);
    struct exchange_pair *pair = array_new(units->graph.offset[units->graph.vertices],
                                           sizeof *pair);
    int result = -1;

    *part = (struct exchange_part){
        .units = units->graph.vertices, .rounds = graph->rounds, .norm = norm};
    if (pair) {
        add_edges(job, graph, units, unit_of, norm, pair);
        result = keep_used(part, &units->graph, pair);
    }
    free(pair);
    return result < 0 ? error_memory(error) : 0;
}

void exchange_part_free(struct exchange_part *part)
{
    free(part->offset);
    free(part->partner);
    free(part->pair);
}
