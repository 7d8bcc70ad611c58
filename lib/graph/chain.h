/* SPDX-License-Identifier: BSD-3-Clause */
/* Chains of messages, each of which waits for the one before, as in wavefronts. */
#ifndef GRAPH_CHAIN_H
#define GRAPH_CHAIN_H

#include "graph/graph.h"

/*
 * Ranks send in steps, each of them what the graphs messages [steps] have of it. A rank begins a
 * step after its own steps before, and after those steps of other ranks in which these have sent to
 * it what it waited for: awaited [steps] have an edge from it to each of them. Sets
 * level [steps * ranks], first those of step 0: the number of the step if a rank waits for nothing,
 * otherwise at least one more than the highest level that it waits for; steps that wait for one
 * another have the levels that are known so far. Returns the number of levels, or -1 with
 * TOPOMAP_MEMORY.
 *
 * Sources: Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, CACM 21(7),
 * 1978; in the order of Kahn, Topological sorting of large networks, CACM 5(11), 1962.
 */
int64_t chain_levels(struct topomap_graph *const *messages, struct topomap_graph *const *awaited,
                     uint32_t steps, uint32_t *level, struct topomap_error *error);

#endif
