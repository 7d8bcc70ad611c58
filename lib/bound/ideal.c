/* SPDX-License-Identifier: BSD-3-Clause */
#include "bound/ideal.h"

#include "base/error.h"
#include "base/extremes.h"
#include "base/memory.h"
#include "bound/projections.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* Add an edge of one step to its axes; longer edges do not count. */
static void add_edge(struct ideal *ideal, const uint32_t *a, const uint32_t *b, double weight)
{
    bool step[TOPOMAP_MAX_DIMS];
    uint32_t changed = 0;

    for (uint32_t d = 0; d < ideal->axes; d++) {
        uint32_t gap = a[d] < b[d] ? b[d] - a[d] : a[d] - b[d];

        step[d] = gap > 0;
        changed += step[d];
        if (gap > 1 && !(ideal->axis[d].ring && gap + 1 == ideal->axis[d].length))
            return;
    }
    for (uint32_t d = 0; d < ideal->axes; d++) {
        struct ideal_axis *axis = &ideal->axis[d];

        if (!step[d])
            continue;
        axis->weight += weight;
        axis->straight += changed == 1 ? weight : 0;
        axis->straights += changed == 1;
        axis->diagonal = changed > 1 ? greater(axis->diagonal, weight) : axis->diagonal;
    }
    ideal->changing[changed] += weight;
}

bool ideal_init(struct ideal *ideal, const struct topomap_structure *structure,
                const struct topomap_graph *graph)
{
    uint32_t dims = structure->dims;

    *ideal = (struct ideal){.ranks = graph->ranks, .axes = dims};
    if (structure->kind != TOPOMAP_GRID && structure->kind != TOPOMAP_HYPERCUBE)
        return false;
    for (uint32_t d = 0; d < dims; d++) {
        ideal->axis[d].length = structure->dim[d];
        ideal->axis[d].ring = structure->periodic[d];
    }
    for (uint32_t u = 0; u < graph->ranks; u++) {
        for (size_t i = graph->pair_offset[u];
             i < graph->pair_offset[u + 1] && graph->partner[i] < u; i++)
            add_edge(ideal, structure->coordinates + (size_t)u * dims,
                     structure->coordinates + (size_t)graph->partner[i] * dims, graph->weight[i]);
    }
    return true;
}

bool ideal_boxes_are_good(const struct ideal *ideal)
{
    for (uint32_t d = 0; d < ideal->axes; d++) {
        const struct ideal_axis *axis = &ideal->axis[d];

        if (axis->diagonal * (double)axis->straights > axis->straight)
            return false;
    }
    return true;
}

/* The weight of the steps through one face of the whole grid, for all axes together. */
static double face_weight(const struct ideal_axis *axis)
{
    return axis->ring || axis->length < 2 ? 0 : axis->weight / (axis->length - 1.0);
}

/* Limit of axes for boxes of whole sides; with more, there are too many boxes. */
#define BOX_AXES 4

/*
 * The steps that leave a box of `tasks` ranks with whole sides. Along each axis the side is about
 * the best real one, rounded up if `up` has the axis; along the last axis it is what is left.
 */
static double box_steps(const double *weight, uint32_t axes, double tasks, uint32_t up)
{
    double product = 1, rest = tasks, volume = 1, sum = 0;

    for (uint32_t d = 0; d < axes; d++)
        product *= weight[d];
    for (uint32_t d = 0; d < axes; d++) {
        double side = weight[d] * pow(rest / product, 1.0 / (axes - d));

        if (d + 1 == axes)
            side = ceil(rest - 1e-9);
        else
            side = fmax(1, up >> d & 1 ? ceil(side) : floor(side));
        product /= weight[d];
        rest /= side;
        volume *= side;
        sum += weight[d] / side;
    }
    return sum * volume / tasks;
}

/* The part of all steps that leaves groups of `tasks` ranks of a grid with these weights along
 * axes: of groups of any form, or of boxes with whole sides. */
static double least_steps(const double *weight, uint32_t axes, double tasks, bool whole)
{
    double least = INFINITY, product = 1;

    for (uint32_t d = 0; d < axes; d++)
        product *= weight[d];
    if (!whole || axes == 0 || axes > BOX_AXES || product <= 0)
        return projections_least(weight, NULL, axes, tasks) / tasks;
    for (uint32_t up = 0; up < UINT32_C(1) << axes; up += 2)
        least = fmin(least, box_steps(weight, axes, tasks, up / 2));
    return least;
}

/* The same for groups that span the rings of `round`, a set of axes; INFINITY if they are too
 * small. */
static double steps_round(const struct ideal *ideal, double tasks, uint32_t round, bool whole)
{
    double weight[TOPOMAP_MAX_DIMS];
    uint32_t axes = 0;

    for (uint32_t d = 0; d < ideal->axes; d++) {
        const struct ideal_axis *axis = &ideal->axis[d];

        if (round >> d & 1)
            tasks = axis->ring ? tasks / axis->length : 0;
        else
            weight[axes++] = axis->weight + face_weight(axis);
    }
    return tasks < 1 ? INFINITY : least_steps(weight, axes, tasks, whole);
}

/* The steps that leave groups of `tasks` ranks of an infinite grid. */
static double open_steps(const struct ideal *ideal, uint32_t tasks, bool whole)
{
    double least = INFINITY;

    for (uint32_t round = 0; round < UINT32_C(1) << ideal->axes; round++)
        least = fmin(least, steps_round(ideal, tasks, round, whole));
    return least;
}

double ideal_steps(const struct ideal *ideal, uint32_t tasks)
{
    double steps = open_steps(ideal, tasks, false);

    for (uint32_t d = 0; d < ideal->axes; d++)
        steps -= face_weight(&ideal->axis[d]);
    return steps;
}

/* An edge leaves a cube of `tasks` ranks once, even if several of its steps do: the ratio of
 * edges to steps. */
static double edges_of_steps(const struct ideal *ideal, double tasks)
{
    double side = pow(tasks, 1.0 / ideal->axes), edges = 0, steps = 0;

    for (uint32_t changed = 1; changed <= ideal->axes; changed++) {
        edges += ideal->changing[changed] * (1 - pow(1 - 1 / side, changed));
        steps += ideal->changing[changed] * changed / side;
    }
    return steps > 0 ? edges / steps : 1;
}

/* The weight that leaves the groups of one level of the tree; some ranks may be in no group. */
static double level_cost(const struct ideal *ideal, const uint32_t *tasks, const uint32_t *level,
                         uint32_t groups, uint32_t which)
{
    double steps = 0, inside = 0, number = 0, open = 0;
    uint32_t last = 0;

    for (uint32_t i = 0; i < groups; i++) {
        double part = (double)tasks[i] / ideal->ranks;

        if ((level && level[i] != which) || tasks[i] == 0 || tasks[i] == ideal->ranks)
            continue;
        if (tasks[i] != last)
            open = open_steps(ideal, tasks[i], true);
        last = tasks[i];
        steps += part * open;
        inside += part;
        number++;
    }
    for (uint32_t d = 0; d < ideal->axes; d++)
        steps -= inside * face_weight(&ideal->axis[d]);
    if (!(steps > 0))
        return 0;
    /* Each edge between two groups leaves one and enters the other. */
    return 2 * steps * edges_of_steps(ideal, inside * ideal->ranks / number);
}

int ideal_hop_bytes(const struct ideal *ideal, const struct topomap_allocation *allocation,
                    double *hop_bytes, struct topomap_error *error)
{
    const struct network_tree *tree = allocation->network->tree;
    const uint32_t *weight = allocation->network->weight;
    uint32_t *tasks;
    uint32_t levels = 0;

    *hop_bytes = 0;
    if (!tree || !ideal_boxes_are_good(ideal))
        return 0;
    tasks = array_new(tree->switches, sizeof *tasks);
    if (!tasks)
        return error_memory(error);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        uint32_t at = tree->leaf[allocation->node[node]];

        for (; at != NETWORK_NONE; at = tree->parent[at])
            tasks[at] += allocation->tasks[node];
    }
    for (uint32_t i = 0; i < tree->switches; i++)
        levels = tree->level[i] > levels ? tree->level[i] : levels;
    *hop_bytes = level_cost(ideal, allocation->tasks, NULL, allocation->nodes, 0) * weight[0];
    for (uint32_t level = 1; level <= levels; level++)
        *hop_bytes += level_cost(ideal, tasks, tree->level, tree->switches, level) * weight[level];
    free(tasks);
    return 0;
}
