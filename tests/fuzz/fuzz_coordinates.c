/* SPDX-License-Identifier: BSD-3-Clause */
/* Coordinates of ranks, and process grids: what is accepted is in range. */
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <math.h>
#include <string.h>

static void check(struct topomap_coordinates *coordinates, const struct topomap_error *error)
{
    uint32_t ranks, dimensions;

    EXPECT(coordinates || (error->code != TOPOMAP_OK && error->text[0]));
    if (!coordinates)
        return;
    ranks = topomap_coordinates_ranks(coordinates);
    dimensions = topomap_coordinates_dimensions(coordinates);
    EXPECT(ranks > 0 && dimensions > 0 && dimensions <= TOPOMAP_MAX_DIMENSIONS);
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t d = 0; d < dimensions; d++)
            EXPECT(fabs(topomap_coordinates_get(coordinates, r)[d]) <= TOPOMAP_MAX_COORDINATE);
    }
    topomap_coordinates_destroy(coordinates);
}

static void try_input(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    char *grid = calloc(size + 1, 1);

    EXPECT(grid);
    check(topomap_coordinates_parse("input", (const char *)data, size, &error), &error);
    memcpy(grid, data, size);
    error.code = TOPOMAP_OK;
    check(topomap_coordinates_grid(grid, &error), &error);
    free(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
