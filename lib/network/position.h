/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_POSITION_H
#define NETWORK_POSITION_H

#include "network/network.h"

/*
 * Where to draw the nodes, at[nodes]: no two at the same place, near ones near. The coordinates of
 * grids and routers, of which the fourth and later ones repeat the whole picture along x, y, z;
 * nodes of one router side by side in less than a step. The nodes of a switch tree in a line, leaf
 * by leaf, with gaps that grow with the level at which they part. Others in a ring.
 * Returns -1 when memory is out.
 */
int network_positions(const struct topomap_network *network, double (*at)[3]);

#endif
