/* SPDX-License-Identifier: BSD-3-Clause */
/* The mappings published with Mapping Matters, on 4x4x4 nodes: tests/graphs/maplib. */
#ifndef UNIT_PUBLISHED_H
#define UNIT_PUBLISHED_H

#include "unit/world.h"

struct published {
    char application[16];
    char weights[8];   /* size or count */
    char network[8];   /* torus, mesh or haec */
    char algorithm[16]; /* as topomap calls it */
    double printed;    /* hop-bytes; 0 where none are printed */
    double recomputed; /* those of the published mapping */
};

/* `check` says whether a row is one of those that it looks at; returns their number. */
size_t published_each(bool (*check)(const struct published *row));

/* The row's ranks, one a node, and topomap's network of that kind. */
void published_world(const struct published *row, struct world *world);

/*
 * Hop-bytes of a placement in such a world as the publication counts them: from a node to itself
 * one hop, but on the mesh none; on the HAEC box from board to board as many as boards, whatever
 * the places on them.
 */
double published_hop_bytes(const struct published *row, const struct world *world,
                           const uint32_t *placement);

#endif
