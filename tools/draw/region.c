/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/region.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"

#include <stdlib.h>

static bool has_routers(const struct scene *scene)
{
    return scene->network->traits & NETWORK_ROUTER_ROWS;
}

/* In how many rows to draw the routers of a group, any two of which are linked: nearly a square,
 * without an empty place if possible. */
static uint32_t fold(uint32_t routers)
{
    uint32_t rows = 1, least;

    while ((rows + 1) * (rows + 1) <= routers)
        rows++;
    for (least = rows; 2 * least > rows; least--) {
        if (routers % least == 0)
            return least;
    }
    return rows;
}

static void find_size(struct region *region, const struct scene *scene)
{
    const struct topomap_network *network = scene->network;
    uint32_t first = network->dim[0], second = network->dims > 1 ? network->dim[1] : 1;

    region->columns = has_routers(scene) ? second : first;
    region->rows = has_routers(scene) ? first : second;
    if (has_routers(scene) && region->rows == 1) {
        region->rows = fold(region->columns);
        region->columns = (region->columns + region->rows - 1) / region->rows;
    }
    region->all = 1;
    for (uint32_t d = 2; d < network->dims; d++)
        region->all *= network->dim[d];
}

static void find_places(struct region *region, const struct scene *scene)
{
    const struct topomap_network *network = scene->network;
    uint32_t at[TOPOMAP_MAX_DIMS];

    for (uint32_t node = 0; node < scene->nodes; node++) {
        uint32_t plane = 0, column, row;

        topomap_network_coordinates(network, scene->allocation->node[node], at);
        for (uint32_t d = network->dims; d-- > 2;)
            plane = plane * network->dim[d] + at[d];
        column = has_routers(scene) ? at[1] : at[0];
        row = network->dims < 2 ? 0 : has_routers(scene) ? at[0] : at[1];
        if (has_routers(scene) && network->dim[0] == 1) {
            row = column / region->columns;
            column %= region->columns;
        }
        region->column[node] = column;
        region->row[node] = row;
        region->plane[node] = plane;
    }
}

/* Leave out what is before the first and behind the last node of the job. */
static void crop(uint32_t *at, uint32_t nodes, uint32_t *from, uint32_t *size)
{
    uint32_t last = 0;

    *from = *size;
    for (uint32_t node = 0; node < nodes; node++) {
        *from = at[node] < *from ? at[node] : *from;
        last = at[node] > last ? at[node] : last;
    }
    *size = last - *from + 1;
    for (uint32_t node = 0; node < nodes; node++)
        at[node] -= *from;
}

/* Number the planes with nodes of the job from 0 on. */
static int number_planes(struct region *region, uint32_t nodes, struct topomap_error *error)
{
    uint32_t *index = array_new(region->all, sizeof *index);

    region->number = array_raw(region->all, sizeof *region->number);
    if (!index || !region->number) {
        free(index);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < nodes; node++)
        index[region->plane[node]] = 1;
    for (uint32_t plane = 0; plane < region->all; plane++) {
        if (!index[plane])
            continue;
        index[plane] = region->planes;
        region->number[region->planes++] = plane;
    }
    for (uint32_t node = 0; node < nodes; node++)
        region->plane[node] = index[region->plane[node]];
    free(index);
    return 0;
}

int region_make(struct region *region, const struct scene *scene, struct topomap_error *error)
{
    *region = (struct region){.column = array_raw(scene->nodes, sizeof *region->column),
                              .row = array_raw(scene->nodes, sizeof *region->row),
                              .plane = array_raw(scene->nodes, sizeof *region->plane)};
    if (!region->column || !region->row || !region->plane)
        return error_memory(error);
    find_size(region, scene);
    find_places(region, scene);
    if (!has_routers(scene)) {
        crop(region->column, scene->nodes, &region->from[0], &region->columns);
        crop(region->row, scene->nodes, &region->from[1], &region->rows);
    }
    return number_planes(region, scene->nodes, error);
}

void region_free(struct region *region)
{
    free(region->number);
    free(region->column);
    free(region->row);
    free(region->plane);
    *region = (struct region){0};
}
