/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_UNPLACED_H
#define STRUCTURE_UNPLACED_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/* Place ranks with unknown coordinates, up to a third of all, beside the neighbours that have a
 * place, inside the box or on its faces. The lattice gets 0 dimensions if that fails or too much of
 * it is empty. */
int lattice_place_unplaced(struct lattice *lattice, const struct skeleton *skeleton,
                   struct topomap_error *error);

#endif
