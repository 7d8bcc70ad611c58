/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/mirror.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"

#include <stdlib.h>

int mirror_init(struct mirror *mirror, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct partition_graph *graph,
                struct topomap_error *error)
{
    *mirror = (struct mirror){
        .allocation = allocation,
        .hierarchy = hierarchy,
        .graph = graph,
        .where = array_new(graph->vertices, sizeof *mirror->where),
        .pull = array_new(hierarchy->vertices, sizeof *mirror->pull),
        .known = array_new(hierarchy->vertices, sizeof *mirror->known),
        .touched = array_raw(hierarchy->vertices, sizeof *mirror->touched),
    };
    if (mirror->where && mirror->pull && mirror->known && mirror->touched)
        return 0;
    mirror_free(mirror);
    return error_memory(error);
}

void mirror_free(struct mirror *mirror)
{
    free(mirror->where);
    free(mirror->pull);
    free(mirror->known);
    free(mirror->touched);
    *mirror = (struct mirror){0};
}

/* A node of the range, one of `samples` that are spaced evenly. */
static uint32_t sample_node(const struct hierarchy *h, uint32_t vertex, uint32_t sample,
                            uint32_t samples)
{
    const struct hierarchy_vertex *v = &h->vertex[vertex];

    return h->order[v->first + (uint64_t)(2 * sample + 1) * v->count / (2 * samples)];
}

static double mean_distance(const struct mirror *o, uint32_t a, uint32_t b)
{
    uint32_t samples = (uint32_t)tuning(TUNING_RANGE_SAMPLES), sum = 0;

    for (uint32_t i = 0; i < samples; i++) {
        for (uint32_t k = 0; k < samples; k++)
            sum += allocation_distance(o->allocation, sample_node(o->hierarchy, a, i, samples),
                                       sample_node(o->hierarchy, b, k, samples));
    }
    return (double)sum / (samples * samples);
}

/* For each place of outside neighbours, add up the weight to side 0 minus that to side 1. */
static uint32_t add_pulls(struct mirror *o, const struct partition_graph *piece, uint32_t vertex,
                          const uint32_t *side)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < piece->vertices; v++) {
        uint32_t id = partition_graph_id(piece, v);

        for (size_t e = o->graph->offset[id]; e < o->graph->offset[id + 1]; e++) {
            uint32_t place = o->where[o->graph->target[e]];

            if (place == vertex)
                continue;
            if (!o->known[place]) {
                o->known[place] = true;
                o->touched[count++] = place;
            }
            o->pull[place] += side[v] ? -o->graph->weight[e] : o->graph->weight[e];
        }
    }
    return count;
}

bool mirror_flips(struct mirror *o, const struct partition_graph *piece, uint32_t vertex,
                  const uint32_t *side)
{
    uint32_t child = o->hierarchy->vertex[vertex].child;
    uint32_t count = add_pulls(o, piece, vertex, side);
    double excess = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = o->touched[i];

        if (o->pull[place] != 0)
            excess += o->pull[place] *
                      (mean_distance(o, child, place) - mean_distance(o, child + 1, place));
        o->pull[place] = 0;
        o->known[place] = false;
    }
    return excess > 0;
}

void mirror_move(struct mirror *o, const struct partition_graph *piece, uint32_t vertex,
                 const uint32_t *part)
{
    for (uint32_t v = 0; v < piece->vertices; v++)
        o->where[partition_graph_id(piece, v)] = o->hierarchy->vertex[vertex].child + part[v];
}
