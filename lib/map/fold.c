/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "map/common/winding.h"
#include "map/common/shared.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct fold {
    const struct topomap_structure *grid;
    const struct topomap_allocation *allocation;
    struct winding_task task;
    uint32_t *index[NETWORK_MAX_DIMS]; /* [dim]: index in the box of each coordinate, or NONE */
    uint32_t *node;                    /* [places of the box]: index in the allocation */
};

/* ---- the grid ---------------------------------------------------------------------------- */

static int read_grid(struct fold *f, const struct topomap_graph *graph,
                     struct topomap_error *error)
{
    const struct topomap_structure *grid = f->grid;
    uint64_t places = 1;

    if (!ideal_init(&f->task.grid, grid, graph))
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the graph is not a grid");
    for (uint32_t d = 0; d < grid->dims; d++)
        places *= grid->dim[d];
    if (places != graph->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the grid of the ranks has empty places");
    return 0;
}

/* ---- the box ----------------------------------------------------------------------------- */

/* Number the coordinates of nodes along dimension d, from the first one after a gap. They must
 * be consecutive, on a ring also across its end. Returns their number, or 0. */
static uint32_t number_side(const struct topomap_network *network, uint32_t d, uint32_t *index)
{
    uint32_t size = network->dim[d], start = 0, count = 0;

    if (network->wrap[d] == NETWORK_WRAP) {
        while (start < size && (index[start] == NONE || index[(start + size - 1) % size] != NONE))
            start++;
        start = start < size ? start : 0;
    } else {
        while (index[start] == NONE)
            start++;
    }
    for (uint32_t i = 0; i < size; i++) {
        uint32_t at = (start + i) % size;

        if (index[at] != NONE && count != i && network->wrap[d] != NETWORK_CROSSBAR)
            return 0;
        if (index[at] != NONE)
            index[at] = count++;
    }
    return count;
}

static int read_sides(struct fold *f, struct topomap_error *error)
{
    const struct topomap_network *network = f->allocation->network;
    uint64_t places = 1;

    f->task.sides = network->dims;
    for (uint32_t d = 0; d < network->dims; d++) {
        uint32_t count = number_side(network, d, f->index[d]);
        enum network_wrap wrap = network->wrap[d];

        if (wrap == NETWORK_WRAP && count < network->dim[d])
            wrap = NETWORK_MESH;
        f->task.side[d] = (struct winding_side){count, wrap, network->weight[d]};
        places = count && places <= f->allocation->nodes ? places * count : 0;
    }
    if (places * f->task.tasks != f->allocation->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the nodes do not fill a box");
    return 0;
}

/* The index of a node's place in the box. */
static uint32_t place_of(const struct fold *f, uint32_t node)
{
    const struct topomap_network *network = f->allocation->network;
    int32_t at[NETWORK_MAX_DIMS];
    uint32_t place = 0;

    network->ops->coordinates(network, f->allocation->node[node], at);
    for (uint32_t d = 0; d < network->dims; d++)
        place = place * f->task.side[d].length + f->index[d][at[d]];
    return place;
}

static int read_box(struct fold *f, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = f->allocation;
    const struct topomap_network *network = allocation->network;
    int32_t at[NETWORK_MAX_DIMS];
    uint32_t places;

    f->task.tasks = allocation_tasks_each(allocation);
    if (!f->task.tasks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "nodes have different numbers of tasks");
    for (uint32_t d = 0; d < network->dims; d++) {
        f->index[d] = array_raw(network->dim[d], sizeof *f->index[d]);
        if (!f->index[d])
            return error_memory(error);
        memset(f->index[d], 0xff, network->dim[d] * sizeof *f->index[d]);
    }
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (!allocation->tasks[node])
            continue;
        network->ops->coordinates(network, allocation->node[node], at);
        for (uint32_t d = 0; d < network->dims; d++)
            f->index[d][at[d]] = 0;
    }
    if (read_sides(f, error) < 0)
        return -1;
    places = allocation->ranks / f->task.tasks;
    f->node = array_raw(places, sizeof *f->node);
    if (!f->node)
        return error_memory(error);
    memset(f->node, 0xff, places * sizeof *f->node);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (allocation->tasks[node])
            f->node[place_of(f, node)] = node;
    }
    for (uint32_t place = 0; place < places; place++) {
        if (f->node[place] == NONE)
            return error_set(error, TOPOMAP_IMPOSSIBLE, "two nodes are at the same place");
    }
    return 0;
}

/* ---- folding ----------------------------------------------------------------------------- */

/* Whether no placement can be much better. With one rank on each node, all steps must be one
 * hop; otherwise the least steps tell. */
static bool is_good(const struct winding_task *task, const struct winding *winding)
{
    double least = tuning(TUNING_FOLDING_TOLERANCE) * ideal_steps(&task->grid, task->tasks);

    return ideal_boxes_are_good(&task->grid) &&
           (winding->cost <= least ||
            (task->tasks == 1 && winding->cost <= winding->cut * (1 + 1e-9)));
}

static int fold(const struct map_job *job, struct fold *f, struct map_result *out,
                struct topomap_error *error)
{
    struct winding winding;

    if (read_grid(f, job->graph, error) < 0 || read_box(f, error) < 0)
        return -1;
    if (!winding_find(&f->task, &winding))
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the grid of the ranks cannot be cut into blocks that fill the nodes");
    for (uint32_t rank = 0; rank < job->graph->ranks; rank++) {
        uint32_t at[NETWORK_MAX_DIMS], place = 0;

        winding_place(&f->task, &winding,
                      f->grid->coordinates + (size_t)rank * f->grid->dims, at);
        for (uint32_t d = 0; d < f->task.sides; d++)
            place = place * f->task.side[d].length + at[d];
        out->placement[rank] = f->node[place];
    }
    if (is_good(&f->task, &winding))
        out->hints |= MAP_NEAR_BOUND;
    return 0;
}

static int map_fold(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    struct fold f = {.allocation = job->allocation};
    double start = clock_seconds();
    int result;

    if (!(job->allocation->network->traits & NETWORK_SUMS_AXES))
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the network is not a torus, mesh or small hypercube");
    f.grid = map_shared_structure(job, error);
    if (!f.grid)
        return -1;
    start = clock_seconds();
    result = fold(job, &f, out, error);
    map_phase(job, "folding", &start);
    for (uint32_t d = 0; d < NETWORK_MAX_DIMS; d++)
        free(f.index[d]);
    free(f.node);
    return result;
}

const struct map_algorithm algorithm_fold = {
    .about = {
        .name = "fold",
        .summary = "the process grid, recognised from the graph, cut into blocks and folded onto "
                   "a box of nodes",
        .source = "reflected Gray code of mixed radix: Knuth, TAOCP 4A, 7.2.1.1; blocks and "
                  "windings tried out",
        .needs = "a grid of ranks, a full box of a torus or mesh, equal tasks per node",
        .requirements = TOPOMAP_REQUIRES_GRID | TOPOMAP_REQUIRES_BOX |
                        TOPOMAP_REQUIRES_EVEN_TASKS,
        .complexity = "O(n + e)",
    },
    .map = map_fold,
};
