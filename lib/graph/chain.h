/* SPDX-License-Identifier: BSD-3-Clause */
/* Chains of messages, each of which waits for the one before, as in wavefronts. */
#ifndef GRAPH_CHAIN_H
#define GRAPH_CHAIN_H

#include "graph/graph.h"

/* Where a step of a rank is, see chain_levels. */
struct chain_place {
    uint32_t level, stage;
};

/*
 * Ranks send in steps, each of them what the graphs messages [steps] have of it. A rank begins a
 * step after its own steps before, and after those steps of other ranks in which these have sent to
 * it what it waited for: awaited [steps] have an edge from it to each of them. Sets
 * place [steps * ranks], first those of step 0. Their level is the number of the step if a rank
 * waits for nothing, otherwise at least one more than the highest level that it waits for; steps
 * that wait for one another have the levels that are known so far. Their stage is 0 for those that
 * wait for nothing, otherwise the highest stage that they wait for, or one more if that is a step
 * of the same rank, or one of a rank to which they send: a wavefront turns back there. Returns the
 * number of levels, or -1 with TOPOMAP_MEMORY.
 *
 * Sources: Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, CACM 21(7),
 * 1978; in the order of Kahn, Topological sorting of large networks, CACM 5(11), 1962.
 */
int64_t chain_levels(struct topomap_graph *const *messages, struct topomap_graph *const *awaited,
                     uint32_t steps, struct chain_place *place, struct topomap_error *error);

#endif
