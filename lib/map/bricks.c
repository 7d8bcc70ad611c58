/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/guillotine.h"
#include "map/common/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cutting {
    const struct topomap_structure *grid;
    double step[TOPOMAP_MAX_DIMS];    /* weight of all steps along each dimension */
    uint32_t side[TOPOMAP_MAX_DIMS];  /* of the brick being tried */
    uint32_t best[TOPOMAP_MAX_DIMS];
    double best_cost;
};

/* Add up the weights of edges by the dimensions in which they are one step long. */
static void weigh_steps(struct cutting *cutting, const struct topomap_graph *graph)
{
    uint32_t dims = cutting->grid->dims;

    for (uint32_t u = 0; u < graph->ranks; u++) {
        const uint32_t *a = cutting->grid->coordinates + (size_t)u * dims;

        for (size_t e = graph->pair_offset[u];
             e < graph->pair_offset[u + 1] && graph->partner[e] < u; e++) {
            const uint32_t *b = cutting->grid->coordinates + (size_t)graph->partner[e] * dims;

            for (uint32_t d = 0; d < dims; d++)
                cutting->step[d] += a[d] != b[d] ? graph->weight[e] : 0;
        }
    }
}

/* The part of the steps along a dimension that leave bricks of length `side`. */
static double part_cut(const struct topomap_structure *grid, uint32_t d, uint32_t side)
{
    uint32_t steps = grid->periodic[d] ? grid->dim[d] : grid->dim[d] - 1;
    uint32_t bricks = grid->dim[d] / side;

    if (bricks <= 1)
        return 0;
    return (double)(grid->periodic[d] ? bricks : bricks - 1) / steps;
}

/* Try all lengths of dimension d and the following ones, for bricks of `tasks` more. */
static void try_sides(struct cutting *cutting, uint32_t d, uint32_t tasks, double cost)
{
    const struct topomap_structure *grid = cutting->grid;

    if (d == grid->dims) {
        if (tasks == 1 && cost < cutting->best_cost) {
            cutting->best_cost = cost;
            memcpy(cutting->best, cutting->side, sizeof cutting->best);
        }
        return;
    }
    for (uint32_t side = 1; side <= tasks && side <= grid->dim[d]; side++) {
        if (tasks % side || grid->dim[d] % side)
            continue;
        cutting->side[d] = side;
        try_sides(cutting, d + 1, tasks / side, cost + cutting->step[d] * part_cut(grid, d, side));
    }
}

/* Whether the structure is a grid without empty places. */
static bool is_full_grid(const struct topomap_structure *grid, uint32_t ranks)
{
    uint64_t places = 1;

    if (grid->kind != TOPOMAP_GRID && grid->kind != TOPOMAP_HYPERCUBE)
        return false;
    for (uint32_t d = 0; d < grid->dims; d++)
        places *= grid->dim[d];
    return places == ranks;
}

/* Bricks are numbered with the last dimension fastest. */
static void number_bricks(const struct cutting *cutting, uint32_t ranks, uint32_t *part)
{
    const struct topomap_structure *grid = cutting->grid;

    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *at = grid->coordinates + (size_t)r * grid->dims;

        part[r] = 0;
        for (uint32_t d = 0; d < grid->dims; d++)
            part[r] = part[r] * (grid->dim[d] / cutting->best[d]) + at[d] / cutting->best[d];
    }
}

/* Cut the grid into bricks of the shape with the least traffic between bricks. There always is a
 * shape: the tasks of a node divide the ranks, so their prime factors can be spread over the
 * dimensions. */
static int cut_bricks(const struct map_job *job, const struct hierarchy *hierarchy,
                      struct map_groups *groups, struct topomap_error *error)
{
    struct cutting cutting = {.grid = map_shared_structure(job, error), .best_cost = INFINITY};

    if (!cutting.grid)
        return -1;
    if (groups->classes > 1)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "nodes have different numbers of tasks");
    if (!is_full_grid(cutting.grid, job->graph->ranks))
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the graph is not a grid without empty places");
    weigh_steps(&cutting, job->graph);
    try_sides(&cutting, 0, job->allocation->tasks[hierarchy->order[0]], 0);
    number_bricks(&cutting, job->graph->ranks, groups->part);
    return 0;
}

/* The boxes of guillotine cuts need not have the same shape. */
static int cut_boxes(const struct map_job *job, const struct hierarchy *hierarchy,
                     uint32_t *placement, struct topomap_error *error)
{
    struct cutting cutting = {.grid = map_shared_structure(job, error)};
    struct guillotine_grid grid = {.structure = cutting.grid,
                                   .ranks = job->graph->ranks,
                                   .tasks = job->allocation->tasks[hierarchy->order[0]]};
    uint32_t *node = array_raw(grid.ranks, sizeof *node);
    int result;

    if (!cutting.grid || !node) {
        free(node);
        return error_memory(error);
    }
    weigh_steps(&cutting, job->graph);
    for (uint32_t d = 0; d < cutting.grid->dims; d++)
        grid.plane[d] = cutting.step[d] * part_cut(cutting.grid, d, 1) / cutting.grid->dim[d];
    result = guillotine_cut(&grid, job->allocation, hierarchy, node, error);
    for (uint32_t r = 0; result == 0 && r < grid.ranks; r++) {
        const uint32_t *at = cutting.grid->coordinates + (size_t)r * cutting.grid->dims;
        size_t place = 0;

        for (uint32_t d = 0; d < cutting.grid->dims; d++)
            place = place * cutting.grid->dim[d] + at[d];
        placement[r] = node[place];
    }
    free(node);
    return result;
}

/* Where nodes are in a tree, take boxes by guillotine cuts if they are better. */
static int try_boxes(const struct map_job *job, const struct hierarchy *hierarchy,
                     uint32_t *placement, struct topomap_error *error)
{
    uint32_t *other = array_raw(job->graph->ranks, sizeof *other);
    struct topomap_error why = {0};
    int result = 0;

    if (!other)
        return error_memory(error);
    if (cut_boxes(job, hierarchy, other, &why) == 0) {
        if (map_hop_bytes(job, other) < map_hop_bytes(job, placement))
            memcpy(placement, other, job->graph->ranks * sizeof *other);
    } else if (why.code != TOPOMAP_IMPOSSIBLE) {
        result = error_memory(error);
    }
    free(other);
    return result;
}

static int map_bricks(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    const struct hierarchy *natural = map_shared_hierarchy(job, MAP_NATURAL, error);
    const struct hierarchy *hierarchy = natural;
    bool tree = job->allocation->network->tree;
    struct map_groups *groups = NULL;
    int result = -1;

    if (hierarchy)
        groups = map_groups_create(job, hierarchy, cut_bricks, error);
    if (groups && !tree)
        hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);
    if (groups && hierarchy)
        result = map_groups_down(job, groups, hierarchy, out->placement, error);
    if (result == 0 && tree)
        result = try_boxes(job, natural, out->placement, error);
    out->hints |= MAP_GOOD_GROUPS;
    map_groups_destroy(groups);
    return result;
}

const struct map_algorithm algorithm_bricks = {
    .about = {
        .name = "bricks",
        .summary = "bricks of the process grid, recognised from the graph, one a node, bisected "
                   "together with the nodes, or on trees cut for each switch and then each node",
        .source = "blocks as Bhatele et al., SC 2011, give; mapped as by Wu et al., Algorithm 1; "
                  "cuts as by Christofides and Whitlock, 1977",
        .needs = "a grid of ranks, equal tasks per node",
        .requirements = TOPOMAP_REQUIRES_GRID | TOPOMAP_REQUIRES_EVEN_TASKS,
        .complexity = "O(e log m)",
    },
    .map = map_bricks,
};
