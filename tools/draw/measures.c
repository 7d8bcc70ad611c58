/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/measures.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST (MEASURES - 1) /* measures of the application */

/* Add a measure, with room for its values. */
static struct measure *add(struct measures *measures, const struct scene *scene, double **values)
{
    struct measure *measure = &measures->item[measures->count];

    *values = measures->values + (size_t)measures->count++ * scene->ranks;
    measure->value = *values;
    return measure;
}

static void finish(struct measure *measure, const struct scene *scene)
{
    for (uint32_t rank = 0; rank < scene->ranks; rank++)
        scale_include(&measure->scale, measure->value[rank]);
}

/* Add a dimension of the application, unless all ranks have the same coordinate in it. */
static void add_dimension(struct measures *measures, const struct scene *scene, uint32_t d)
{
    uint32_t dims = topomap_coordinates_dimensions(scene->coordinates);
    double *values;
    struct measure *measure = add(measures, scene, &values);

    for (uint32_t rank = 0; rank < scene->ranks; rank++)
        values[rank] = topomap_coordinates_get(scene->coordinates, rank)[d];
    finish(measure, scene);
    snprintf(measure->name, sizeof measure->name, "%c of the rank in the application",
             network_axis_letter(dims, d));
    if (measure->scale.low >= measure->scale.high) {
        *measure = (struct measure){.value = NULL};
        measures->count--;
    }
}

static void add_rank(struct measures *measures, const struct scene *scene)
{
    double *values;
    struct measure *measure = add(measures, scene, &values);

    for (uint32_t rank = 0; rank < scene->ranks; rank++)
        values[rank] = rank;
    finish(measure, scene);
    snprintf(measure->name, sizeof measure->name, "number of the rank");
}

static void add_moved(struct measures *measures, const struct scene *scene)
{
    double *values;
    struct measure *measure = add(measures, scene, &values);

    for (uint32_t rank = 0; rank < scene->ranks; rank++)
        values[rank] = allocation_distance(scene->allocation, scene->side[0].placement[rank],
                                           scene->side[1].placement[rank]);
    finish(measure, scene);
    scale_include(&measure->scale, 0);
    if (measure->scale.high <= 0) { /* no rank has moved */
        *measure = (struct measure){.value = NULL};
        measures->count--;
        return;
    }
    snprintf(measure->name, sizeof measure->name, "hops from where the rank was");
    measure->moved = true;
}

int measures_make(struct measures *measures, const struct scene *scene,
                  struct topomap_error *error)
{
    uint32_t dims = scene->coordinates &&
                            topomap_coordinates_ranks(scene->coordinates) == scene->ranks
                        ? topomap_coordinates_dimensions(scene->coordinates)
                        : 0;

    *measures = (struct measures){.values = array_raw((size_t)MEASURES * scene->ranks,
                                                      sizeof *measures->values)};
    if (!measures->values)
        return error_memory(error);
    for (uint32_t d = 0; d < dims && dims > 1 && measures->count < MOST; d++)
        add_dimension(measures, scene, d);
    if (measures->count == 0)
        add_rank(measures, scene);
    if (scene->sides > 1)
        add_moved(measures, scene);
    return 0;
}

void measures_free(struct measures *measures)
{
    free(measures->values);
    *measures = (struct measures){.values = NULL};
}
