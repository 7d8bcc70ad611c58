/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_ANNEAL_H
#define REFINE_ANNEAL_H

#include "partition/subgraph.h"
#include "refine/near.h"

/*
 * Lower the hop-bytes of things on nodes (ranks, or the whole contents of nodes) by simulated
 * annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, Science 220, 1983):
 * things are swapped with things of another node, uphill too, but the less the later.
 *
 * `place` [graph vertices] is the node of each thing; `kind` [nodes]: swaps stay between nodes of
 * a kind, NULL: any. `looks` is how often a thing and a node are looked at; one costs about as
 * many distances as a thing has neighbours. Where the start is better than what was found, it
 * stays.
 */
int refine_anneal_level(const struct map_job *job, const struct partition_graph *graph,
                        const struct refine_near *near, const uint32_t *kind, uint32_t *place,
                        uint64_t looks, uint64_t seed, struct topomap_error *error);

#endif
