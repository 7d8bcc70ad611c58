/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/shared.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"

#include <stdlib.h>

struct map_shared {
    struct hierarchy *hierarchy[MAP_HIERARCHIES];
    uint32_t *bisection;
    struct map_groups *groups[2]; /* bisected; k-way */
    struct nearest *nearest[2]; /* by enum nearest_care */
    struct topomap_structure *structure;
    struct topomap_coordinates *coordinates; /* of the structure */
    struct time_predictor *predictor;
};

struct map_shared *map_shared_create(struct topomap_error *error)
{
    struct map_shared *shared = array_new(1, sizeof *shared);

    if (!shared)
        error_memory(error);
    return shared;
}

void map_shared_destroy(struct map_shared *shared)
{
    if (!shared)
        return;
    for (size_t i = 0; i < MAP_HIERARCHIES; i++)
        hierarchy_free(shared->hierarchy[i]);
    free(shared->bisection);
    map_groups_destroy(shared->groups[false]);
    map_groups_destroy(shared->groups[true]);
    nearest_free(shared->nearest[NEAREST_CLOSE]);
    nearest_free(shared->nearest[NEAREST_QUICK]);
    topomap_structure_destroy(shared->structure);
    topomap_coordinates_destroy(shared->coordinates);
    time_predictor_destroy(shared->predictor);
    free(shared);
}

/* ---- structure --------------------------------------------------------------------------- */

const struct topomap_structure *map_shared_structure(const struct map_job *job,
                                                     struct topomap_error *error)
{
    double start = clock_seconds();

    if (job->shared->structure)
        return job->shared->structure;
    job->shared->structure = topomap_structure_create(job->graph, error);
    map_phase(job, "structure", &start);
    return job->shared->structure;
}

const struct topomap_coordinates *map_shared_coordinates(const struct map_job *job,
                                                         struct topomap_error *error)
{
    const struct topomap_structure *structure;

    if (job->coordinates || job->shared->coordinates)
        return job->coordinates ? job->coordinates : job->shared->coordinates;
    structure = map_shared_structure(job, error);
    if (!structure)
        return NULL;
    if (structure->dims == 0)
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "application coordinates are needed: none are given, and the graph is not a "
                  "grid");
    else
        job->shared->coordinates = coordinates_of_structure(structure, job->graph->ranks, error);
    return job->shared->coordinates;
}

/* ---- times ------------------------------------------------------------------------------- */

struct time_predictor *map_shared_predictor(const struct map_job *job,
                                            struct topomap_error *error)
{
    if (!job->shared->predictor)
        job->shared->predictor = time_predictor_create(job->graph, job->allocation, error);
    return job->shared->predictor;
}

/* ---- hierarchies ------------------------------------------------------------------------- */

static struct hierarchy *make_natural(const struct topomap_allocation *allocation,
                                      struct topomap_error *error)
{
    if (allocation->network->tree)
        return hierarchy_from_switches(allocation, error);
    if (allocation->network->dims)
        return hierarchy_from_coordinates(allocation, false, error);
    return hierarchy_from_distances(allocation, error);
}

static struct hierarchy *make_binary(const struct map_job *job, struct topomap_error *error)
{
    const struct hierarchy *natural = map_shared_hierarchy(job, MAP_NATURAL, error);

    return natural ? hierarchy_binary(natural, job->allocation, error) : NULL;
}

/* Joining is cubic: so many nodes take some 20 ms. */
#define MOST_JOINED 512

static struct hierarchy *make_joined(const struct map_job *job, struct topomap_error *error)
{
    struct topomap_error refused = {0};
    struct hierarchy *made = hierarchy_from_joining(job->allocation, MOST_JOINED, &refused);

    if (made || refused.code != TOPOMAP_IMPOSSIBLE) {
        if (!made)
            error_set(error, refused.code, "%s", refused.text);
        return made;
    }
    return make_binary(job, error);
}

const struct hierarchy *map_shared_hierarchy(const struct map_job *job, enum map_hierarchy kind,
                                             struct topomap_error *error)
{
    struct hierarchy **place = &job->shared->hierarchy[kind];

    if (!*place) {
        double start = clock_seconds();

        *place = kind == MAP_NATURAL  ? make_natural(job->allocation, error)
                 : kind == MAP_BINARY ? make_binary(job, error)
                                      : make_joined(job, error);
        map_phase(job, "tree construction", &start);
    }
    return *place;
}

const struct nearest *map_shared_nearest(const struct map_job *job, enum nearest_care care,
                                         struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);
    struct nearest **nearest = &job->shared->nearest[care];

    if (!hierarchy)
        return NULL;
    if (!*nearest)
        *nearest = nearest_find(job->allocation, hierarchy, care);
    if (!*nearest)
        error_memory(error);
    return *nearest;
}

/* ---- bisection --------------------------------------------------------------------------- */

const uint32_t *map_shared_bisection(const struct map_job *job, struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);
    struct partition_graph graph = partition_graph_view(job->graph);
    struct descend_load load = {.tasks = job->allocation->tasks, .classes = 1};
    double start = clock_seconds();
    uint32_t *placement;

    if (!hierarchy || job->shared->bisection)
        return job->shared->bisection;
    placement = array_raw(graph.vertices, sizeof *placement);
    if (!placement) {
        error_memory(error);
        return NULL;
    }
    if (descend(&graph, hierarchy, &load, descend_turnable(job->allocation), job->seed, placement,
                error) < 0) {
        free(placement);
        return NULL;
    }
    map_phase(job, "bipartitioning", &start);
    job->shared->bisection = placement;
    return placement;
}

/* ---- groups ------------------------------------------------------------------------------ */

static int by_bisection(const struct map_job *job, const struct hierarchy *hierarchy,
                        struct map_groups *groups, struct topomap_error *error)
{
    const uint32_t *placement = map_shared_bisection(job, error);
    uint32_t *group = array_raw(job->allocation->nodes, sizeof *group);
    int result = placement ? 0 : -1;

    if (!group)
        return error_memory(error);
    for (uint32_t i = 0; i < groups->count; i++)
        group[hierarchy->order[i]] = i;
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        groups->part[r] = group[placement[r]];
    free(group);
    return result;
}

const struct map_groups *map_shared_groups(const struct map_job *job, struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);
    bool kway = job->graph->ranks <= tuning_at(TUNING_KWAY_RANKS, job->effort);
    struct map_groups **groups = &job->shared->groups[kway];

    if (hierarchy && !*groups)
        *groups = map_groups_create(job, hierarchy, kway ? map_groups_kway : by_bisection, error);
    return *groups;
}

int map_shared_down(const struct map_job *job, enum map_hierarchy kind, uint32_t *placement,
                    struct topomap_error *error)
{
    const struct map_groups *groups = map_shared_groups(job, error);
    const struct hierarchy *hierarchy = groups ? map_shared_hierarchy(job, kind, error) : NULL;

    return hierarchy ? map_groups_down(job, groups, hierarchy, placement, error) : -1;
}
