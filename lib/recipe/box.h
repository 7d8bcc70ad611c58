/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_BOX_H
#define RECIPE_BOX_H

#include "topomap_internal.h"

#define BOX_MAX_DIMS 16

/*
 * A box of any number of dimensions: a strided view of an array of cells, which it does not own.
 * Its scan order has the last dimension fastest. A box has at most as many cells as there may be
 * ranks, so 32 bits number them.
 */
struct box {
    uint32_t dims;
    uint32_t first;                /* the cell at the origin */
    uint32_t size[BOX_MAX_DIMS];
    uint32_t stride[BOX_MAX_DIMS]; /* distance of neighbouring cells along each dimension */
};

/* How a dimension is cut: into contiguous parts, the last of which takes the remainder, or into
 * parts that alternate. */
enum box_cut { BOX_DIV, BOX_MOD };

/* The box of all cells of an array whose last dimension is fastest, or with `column` its first. */
void box_whole(struct box *box, uint32_t dims, const uint32_t *size, bool column);

uint32_t box_cells(const struct box *box);

/* The cell at the coordinates `at` [dims]. */
uint32_t box_cell(const struct box *box, const uint32_t *at);

/* Move `at` [dims] to the next place in the scan order of `size` [dims]. After the last place it
 * returns false, with `at` at the first one. */
bool box_next(uint32_t dims, const uint32_t *size, uint32_t *at);

/* Part `index` [dims] of a box that is cut into parts[d] parts, 1 to size[d], by how[d]. */
void box_part(const struct box *box, const uint32_t *parts, const enum box_cut *how,
              const uint32_t *index, struct box *part);

/* Print "16x8x4" to `text` of `size` bytes, truncated if it is longer. */
void box_print(uint32_t dims, const uint32_t *shape, char *text, size_t size);

/* Copy the values of the box's cells, in scan order; and copy them back. */
void box_get(const struct box *box, const uint32_t *cells, uint32_t *values);
void box_set(const struct box *box, uint32_t *cells, const uint32_t *values);

/*
 * Permute the values of a box's cells; `work` has room for box_cells() values.
 *
 * Shift each hyperplane across `along` cyclically in the direction of `plane`: the one at x by
 * shift[x], where x < size[along] and shift[x] < size[plane].
 */
void box_shift(const struct box *box, uint32_t *cells, uint32_t plane, uint32_t along,
               const uint32_t *shift, uint32_t *work);

/* Move values from scan order to Morton order, whose lowest binary digit belongs to the first
 * dimension; with `inverse` move them back. `codes` has room for box_cells(). */
void box_zorder(const struct box *box, uint32_t *cells, bool inverse, uint32_t *work,
                uint64_t *codes);

#endif
