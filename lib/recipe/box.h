/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_BOX_H
#define RECIPE_BOX_H

#include "topomap_internal.h"

#define BOX_MAX_DIMS 16

/*
 * A box of any number of dimensions: a strided view of an array of cells that somebody else
 * holds. Its scan order has the last dimension fastest. No box holds more cells than there may be
 * ranks, so that 32 bits number them.
 */
struct box {
    uint32_t dims;
    uint32_t first;                /* the cell in the corner */
    uint32_t size[BOX_MAX_DIMS];
    uint32_t stride[BOX_MAX_DIMS]; /* cells from one to the next in each dimension */
};

/* How a dimension is cut: into contiguous parts, the last of which takes what is left over, or
 * into parts that take turns. */
enum box_cut { BOX_DIV, BOX_MOD };

/* The box of all cells of an array, in which the last dimension is the fastest; `column`: the
 * first is. */
void box_whole(struct box *box, uint32_t dims, const uint32_t *size, bool column);

uint32_t box_cells(const struct box *box);

/* The cell at the coordinates `at` [dims]. */
uint32_t box_cell(const struct box *box, const uint32_t *at);

/* Move `at` [dims] on in the order of a scan of `size` [dims]; false behind the last, where it is
 * the first again. */
bool box_next(uint32_t dims, const uint32_t *size, uint32_t *at);

/* The part at `index` [dims] of a box cut in parts[d] parts, 1 to size[d], by how[d]. */
void box_part(const struct box *box, const uint32_t *parts, const enum box_cut *how,
              const uint32_t *index, struct box *part);

/* "16x8x4", written to `text` of `size` bytes, cut off if it is longer. */
void box_print(uint32_t dims, const uint32_t *shape, char *text, size_t size);

/* The values in the cells of the box, in scan order; and the other way round. */
void box_get(const struct box *box, const uint32_t *cells, uint32_t *values);
void box_set(const struct box *box, uint32_t *cells, const uint32_t *values);

/*
 * Permutations of what is in the cells of a box; `work` has room for box_cells() values.
 *
 * Each hyperplane across `along` moves in the direction of `plane`, cyclically: the one at x by
 * shift[x], x below size[along] and shift[x] below size[plane].
 */
void box_shift(const struct box *box, uint32_t *cells, uint32_t plane, uint32_t along,
               const uint32_t *shift, uint32_t *work);

/* What is in scan order comes into the order of Morton's curve, whose lowest binary digit is that
 * of the first dimension; `inverse`: the other way round. `codes` has room for box_cells(). */
void box_zorder(const struct box *box, uint32_t *cells, bool inverse, uint32_t *work,
                uint64_t *codes);

#endif
