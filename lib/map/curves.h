/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_CURVES_H
#define MAP_CURVES_H

#include "machine/allocation.h"

/* Space-filling curves through the places of a network with coordinates. */
enum curve { CURVE_SWEEP, CURVE_SCAN, CURVE_GRAY, CURVE_HILBERT, CURVE_ZORDER, CURVES };

/* The nodes of the allocation as the curve meets them, in order [allocation nodes]. Returns 0, or
 * -1 when memory is out. Needs network->dims. */
int curve_order(const struct topomap_allocation *allocation, enum curve curve, uint32_t *order,
                struct topomap_error *error);

#endif
