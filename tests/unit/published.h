/* SPDX-License-Identifier: BSD-3-Clause */
/* The mappings published with Mapping Matters, on 4x4x4 nodes: tests/graphs/maplib. */
#ifndef UNIT_PUBLISHED_H
#define UNIT_PUBLISHED_H

#include "unit/world.h"

struct published {
    char application[16];
    char weights[8];   /* size or count */
    char network[8];   /* torus, mesh or haec */
    char algorithm[16]; /* topomap's name */
    double printed;    /* hop-bytes as printed; 0 if not printed */
    double recomputed; /* hop-bytes of the published mapping */
};

/* `check` returns whether it checks a row; returns how many rows were checked. */
size_t published_each(bool (*check)(const struct published *row));

/* The row's ranks, one a node, on topomap's network of that kind. */
void published_world(const struct published *row, struct world *world);

/*
 * Hop-bytes of a placement as the publication counts them: one hop from a node to itself except on
 * the mesh; on the HAEC box the hops between boards are the distance of their numbers, whatever the
 * places on them.
 */
double published_hop_bytes(const struct published *row, const struct world *world,
                           const uint32_t *placement);

#endif
