/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/coordinates.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct topomap_coordinates *coordinates_new(uint32_t ranks, uint32_t dimensions,
                                                   struct topomap_error *error)
{
    struct topomap_coordinates *made = calloc(1, sizeof *made);

    if (made) {
        made->ranks = ranks;
        made->dimensions = dimensions;
        made->value = array_raw((size_t)ranks * dimensions, sizeof *made->value);
    }
    if (made && made->value)
        return made;
    free(made);
    error_memory(error);
    return NULL;
}

struct topomap_coordinates *topomap_coordinates_create(uint32_t ranks, uint32_t dimensions,
                                                       const double *values,
                                                       struct topomap_error *error)
{
    struct topomap_coordinates *made;

    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS || dimensions < 1 ||
        dimensions > TOPOMAP_MAX_DIMENSIONS) {
        error_set(error, TOPOMAP_INPUT, "expected 1 to %u ranks with 1 to %u coordinates each",
                  TOPOMAP_MAX_RANKS, TOPOMAP_MAX_DIMENSIONS);
        return NULL;
    }
    for (size_t i = 0; i < (size_t)ranks * dimensions; i++) {
        if (!(fabs(values[i]) <= TOPOMAP_MAX_COORDINATE)) {
            error_set(error, TOPOMAP_INPUT, "coordinates of rank %zu are beyond +-%g",
                      i / dimensions, TOPOMAP_MAX_COORDINATE);
            return NULL;
        }
    }
    made = coordinates_new(ranks, dimensions, error);
    if (made)
        memcpy(made->value, values, (size_t)ranks * dimensions * sizeof *values);
    return made;
}

struct topomap_coordinates *coordinates_of_shape(const struct shape *shape,
                                                 struct topomap_error *error)
{
    struct topomap_coordinates *made = coordinates_new(shape->places, shape->dims, error);

    for (uint32_t rank = 0; made && rank < shape->places; rank++) {
        for (uint32_t d = 0; d < shape->dims; d++)
            made->value[(size_t)rank * shape->dims + d] = shape_at(shape, rank, d);
    }
    return made;
}

struct topomap_coordinates *coordinates_of_structure(const struct topomap_structure *structure,
                                                     uint32_t ranks, struct topomap_error *error)
{
    struct topomap_coordinates *made = coordinates_new(ranks, structure->dims, error);

    for (size_t i = 0; made && i < (size_t)ranks * structure->dims; i++)
        made->value[i] = structure->coordinates[i];
    return made;
}

struct topomap_coordinates *topomap_coordinates_grid(const char *grid, struct topomap_error *error)
{
    const char *cursor = grid;
    struct shape shape;
    bool column_major;

    if (shape_parse(&shape, grid, &cursor, error) < 0)
        return NULL;
    column_major = strcmp(cursor, ":column") == 0;
    if (*cursor && !column_major) {
        error_set(error, TOPOMAP_INPUT, "'%.100s': expected ':column' or nothing, not '%.40s'",
                  grid, cursor);
        return NULL;
    }
    shape_set_strides(&shape, column_major);
    return coordinates_of_shape(&shape, error);
}

void topomap_coordinates_destroy(struct topomap_coordinates *coordinates)
{
    if (!coordinates)
        return;
    free(coordinates->value);
    free(coordinates);
}

uint32_t topomap_coordinates_ranks(const struct topomap_coordinates *coordinates)
{
    return coordinates->ranks;
}

uint32_t topomap_coordinates_dimensions(const struct topomap_coordinates *coordinates)
{
    return coordinates->dimensions;
}

const double *topomap_coordinates_get(const struct topomap_coordinates *coordinates, uint32_t rank)
{
    return coordinates->value + (size_t)rank * coordinates->dimensions;
}

/* Find the lengths of the grid; false if its number of places is not that of the ranks, or
 * coordinates are not whole numbers. */
static bool find_shape(const struct topomap_coordinates *c, struct shape *grid)
{
    *grid = (struct shape){.dims = c->dimensions, .places = 1};
    for (uint32_t d = 0; d < c->dimensions; d++) {
        double last = 0;
        uint64_t places;

        for (uint32_t r = 0; r < c->ranks; r++) {
            double at = c->value[(size_t)r * c->dimensions + d];

            if (at < 0 || at >= c->ranks || at != floor(at))
                return false;
            last = at > last ? at : last;
        }
        grid->dim[d] = (uint32_t)last + 1;
        places = (uint64_t)grid->places * grid->dim[d];
        if (places > c->ranks)
            return false;
        grid->places = (uint32_t)places;
    }
    shape_set_strides(grid, false);
    return grid->places == c->ranks;
}

/* Find the place of each rank; false if two ranks share one. */
static bool find_places(const struct topomap_coordinates *c, const struct shape *grid,
                        uint8_t *taken, uint32_t *place)
{
    for (uint32_t r = 0; r < c->ranks; r++) {
        place[r] = 0;
        for (uint32_t d = 0; d < c->dimensions; d++)
            place[r] += (uint32_t)c->value[(size_t)r * c->dimensions + d] * grid->stride[d];
        if (taken[place[r]]++)
            return false;
    }
    return true;
}

int coordinates_grid(const struct topomap_coordinates *coordinates, struct shape *grid,
                     uint32_t *place, struct topomap_error *error)
{
    uint8_t *taken = array_new(coordinates->ranks, 1);
    bool found;

    if (!taken)
        return error_memory(error);
    found = find_shape(coordinates, grid) && find_places(coordinates, grid, taken, place);
    free(taken);
    return found ? 0 : error_set(error, TOPOMAP_IMPOSSIBLE,
                                 "the ranks' coordinates do not form a process grid");
}
