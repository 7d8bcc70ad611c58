/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_POSITION_H
#define NETWORK_POSITION_H

#include "network/network.h"

/*
 * Where to draw the nodes, at[nodes]: near nodes lie near each other, and no two in the same place.
 * Grids and routers lie at their coordinates; the fourth and later dimensions repeat the whole
 * picture along x, y, z. The nodes of a router lie side by side, less than a step apart. The nodes
 * of a switch tree lie in a line, leaf by leaf, with gaps that grow with the level at which they
 * part. Other nodes lie in a ring. Returns -1 when memory runs out.
 */
int network_positions(const struct topomap_network *network, double (*at)[3]);

#endif
