/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/partition.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "partition/halving.h"
#include "partition/repair.h"

#include <stdlib.h>

/* METIS misses the sizes of parts by a few vertices. Parts smaller than this could be left
 * empty, and METIS prints a complaint when it cuts an empty part further. */
#define TINY_PART 8

/* Parts of capacity above 0; METIS must not see the others. */
struct active {
    uint32_t parts;
    uint32_t *number;   /* [parts]: number among all parts */
    uint32_t *capacity; /* [parts] */
};

static int active_new(struct active *active, uint32_t parts, const uint32_t *capacity)
{
    *active = (struct active){
        .number = array_raw(parts, sizeof *active->number),
        .capacity = array_raw(parts, sizeof *active->capacity),
    };
    if (!active->number || !active->capacity) {
        free(active->number);
        free(active->capacity);
        return -1;
    }
    for (uint32_t p = 0; p < parts; p++) {
        if (capacity[p] == 0)
            continue;
        active->number[active->parts] = p;
        active->capacity[active->parts++] = capacity[p];
    }
    return 0;
}

static void consecutive(const struct active *active, uint32_t vertices, uint32_t *part)
{
    uint32_t end = 0;
    uint32_t v = 0;

    for (uint32_t p = 0; p < active->parts; p++) {
        end += active->capacity[p];
        while (v < end && v < vertices)
            part[v++] = p;
    }
}

/* Whether to bisect recursively, so that METIS sees two parts at a time. */
static bool by_halves(const struct partition_graph *graph, const struct active *active)
{
    uint32_t least = graph->vertices;

    for (uint32_t p = 0; p < active->parts; p++)
        least = active->capacity[p] < least ? active->capacity[p] : least;
    return graph->vertices <= tuning(TUNING_SMALL_BISECTION) || least < TINY_PART;
}

/* A partition into the active parts, with imbalance. */
static int propose(const struct partition_graph *graph, const struct active *active,
                   enum partition_method method, uint64_t seed, uint32_t *part,
                   struct topomap_error *error)
{
    struct topomap_error refused = {0};

    consecutive(active, graph->vertices, part);
    if (active->parts < 2 || active->parts == graph->vertices ||
        graph->offset[graph->vertices] == 0)
        return 0;
    if ((by_halves(graph, active)
             ? partition_halving(graph, active->parts, active->capacity, seed, part, &refused)
             : partition_metis(graph, active->parts, active->capacity, method, seed, part,
                               &refused)) == 0)
        return 0;
    return refused.code == TOPOMAP_IMPOSSIBLE ? 0
                                              : error_set(error, refused.code, "%s", refused.text);
}

int partition_propose(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      enum partition_method method, uint64_t seed, uint32_t *part,
                      struct topomap_error *error)
{
    struct active active;
    uint64_t total = 0;
    int result;

    for (uint32_t p = 0; p < parts; p++)
        total += capacity[p];
    if (total != graph->vertices)
        return error_set(error, TOPOMAP_INTERNAL,
                         "the parts' capacities do not add up to the vertices");
    if (active_new(&active, parts, capacity) < 0)
        return error_memory(error);
    result = propose(graph, &active, method, seed, part, error);
    for (uint32_t v = 0; result == 0 && v < graph->vertices; v++)
        part[v] = active.number[part[v]];
    free(active.number);
    free(active.capacity);
    return result;
}

int partition_settle(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                     const struct partition_classes *classes, uint32_t *part,
                     struct topomap_error *error)
{
    if (!classes)
        return partition_repair(graph, parts, capacity, NULL, 0, part, error);
    for (uint32_t c = 0; c < classes->count; c++) {
        if (partition_repair(graph, parts, classes->demand + (size_t)c * parts, classes->class, c,
                             part, error) < 0)
            return -1;
    }
    return 0;
}

int partition_exact(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                    const struct partition_classes *classes, enum partition_method method,
                    uint64_t seed, uint32_t *part, struct topomap_error *error)
{
    if (partition_propose(graph, parts, capacity, method, seed, part, error) < 0)
        return -1;
    return partition_settle(graph, parts, capacity, classes, part, error);
}
