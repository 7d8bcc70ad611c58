/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_UNROLL_H
#define STRUCTURE_UNROLL_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Compute coordinates from the classes of parallel edges: class[edges], UINT32_MAX for edges that
 * do not count, and the dimension of each class, dim[classes], UINT32_MAX for none. lattice->dims
 * is given; all else is filled in. Coordinates that cannot be derived stay unknown. Returns -1 when
 * memory runs out.
 */
int lattice_unroll(struct lattice *lattice, const struct skeleton *skeleton,
                   const uint32_t *class, uint32_t classes, const uint32_t *dim);

#endif
