/* SPDX-License-Identifier: BSD-3-Clause */
#include "recipe/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void box_whole(struct box *box, uint32_t dims, const uint32_t *size, bool column)
{
    uint32_t stride = 1;

    *box = (struct box){.dims = dims};
    for (uint32_t i = 0; i < dims; i++) {
        uint32_t d = column ? i : dims - 1 - i;

        box->size[d] = size[d];
        box->stride[d] = stride;
        stride *= size[d];
    }
}

uint32_t box_cells(const struct box *box)
{
    uint32_t cells = 1;

    for (uint32_t d = 0; d < box->dims; d++)
        cells *= box->size[d];
    return cells;
}

uint32_t box_cell(const struct box *box, const uint32_t *at)
{
    uint32_t cell = box->first;

    for (uint32_t d = 0; d < box->dims; d++)
        cell += at[d] * box->stride[d];
    return cell;
}

bool box_next(uint32_t dims, const uint32_t *size, uint32_t *at)
{
    for (uint32_t d = dims; d > 0; d--) {
        if (++at[d - 1] < size[d - 1])
            return true;
        at[d - 1] = 0;
    }
    return false;
}

void box_part(const struct box *box, const uint32_t *parts, const enum box_cut *how,
              const uint32_t *index, struct box *part)
{
    *part = *box;
    for (uint32_t d = 0; d < box->dims; d++) {
        uint32_t size = box->size[d], length = size / parts[d];

        if (how[d] == BOX_DIV) {
            part->first += index[d] * length * box->stride[d];
            part->size[d] = index[d] + 1 < parts[d] ? length : size - index[d] * length;
        } else {
            part->first += index[d] * box->stride[d];
            part->size[d] = (size - index[d] + parts[d] - 1) / parts[d];
            part->stride[d] *= parts[d];
        }
    }
}

void box_print(uint32_t dims, const uint32_t *shape, char *text, size_t size)
{
    size_t length = 0;

    for (uint32_t d = 0; d < dims && length < size; d++)
        length += (size_t)snprintf(text + length, size - length, "%s%u", d ? "x" : "", shape[d]);
}

void box_get(const struct box *box, const uint32_t *cells, uint32_t *values)
{
    uint32_t at[BOX_MAX_DIMS] = {0};

    do
        *values++ = cells[box_cell(box, at)];
    while (box_next(box->dims, box->size, at));
}

void box_set(const struct box *box, uint32_t *cells, const uint32_t *values)
{
    uint32_t at[BOX_MAX_DIMS] = {0};

    do
        cells[box_cell(box, at)] = *values++;
    while (box_next(box->dims, box->size, at));
}

void box_shift(const struct box *box, uint32_t *cells, uint32_t plane, uint32_t along,
               const uint32_t *shift, uint32_t *work)
{
    uint32_t at[BOX_MAX_DIMS] = {0};

    box_get(box, cells, work);
    do {
        uint32_t from = at[plane];

        at[plane] = (from + shift[at[along]]) % box->size[plane];
        cells[box_cell(box, at)] = *work++;
        at[plane] = from;
    } while (box_next(box->dims, box->size, at));
}

/* Whether dimension `d` is long enough to have a binary digit `bit` in a code. Digits that no
 * coordinate needs are left out, so that 48 bits suffice for any box. */
static bool has_bit(const struct box *box, uint32_t d, uint32_t bit)
{
    return (box->size[d] - 1) >> bit;
}

static uint64_t encode(const struct box *box, const uint32_t *at)
{
    uint64_t code = 0;
    uint32_t place = 0;

    for (uint32_t bit = 0; bit < 32; bit++) {
        for (uint32_t d = 0; d < box->dims; d++) {
            if (has_bit(box, d, bit))
                code |= (uint64_t)(at[d] >> bit & 1) << place++;
        }
    }
    return code;
}

static void decode(const struct box *box, uint64_t code, uint32_t *at)
{
    memset(at, 0, box->dims * sizeof *at);
    for (uint32_t bit = 0; bit < 32; bit++) {
        for (uint32_t d = 0; d < box->dims; d++) {
            if (!has_bit(box, d, bit))
                continue;
            at[d] |= (uint32_t)(code & 1) << bit;
            code >>= 1;
        }
    }
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void box_zorder(const struct box *box, uint32_t *cells, bool inverse, uint32_t *work,
                uint64_t *codes)
{
    uint32_t count = box_cells(box), at[BOX_MAX_DIMS] = {0};

    for (uint32_t i = 0; i < count; i++) {
        codes[i] = encode(box, at);
        box_next(box->dims, box->size, at);
    }
    qsort(codes, count, sizeof *codes, compare);
    if (!inverse)
        box_get(box, cells, work);
    for (uint32_t i = 0; i < count; i++) {
        decode(box, codes[i], at);
        if (inverse)
            work[i] = cells[box_cell(box, at)];
        else
            cells[box_cell(box, at)] = work[i];
    }
    if (inverse)
        box_set(box, cells, work);
}
