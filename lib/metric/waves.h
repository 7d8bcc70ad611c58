/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_WAVES_H
#define METRIC_WAVES_H

#include "metric/senders.h"
#include "network/network.h"
#include "topomap_internal.h"

/* An exchange in waves, see struct graph_waves, and the flows between nodes that it makes. */
struct waves_part {
    const struct topomap_graph *graph;
    const struct flows *flows;
    const struct network_protocol *protocol;
    const uint32_t *node;    /* [ranks]: the node of each, as flows name it */
    const double *bandwidth; /* [channels] bytes/s */
    uint32_t channels;
    size_t most_uses;        /* of channels by messages that share them */
};

/*
 * The time of an exchange in waves. A message waits for the one before of its receiver, and for
 * what its sender awaits in the same wave; messages on the way at the same time share channels as
 * flows do, unless they are too many. The first few waves are simulated; from then on waves follow
 * at equal distances. Sets `seconds`, or once that is sure to be more than `enough`, a lower bound
 * above it. `senders` is used for lists. -1 when memory runs out.
 *
 * That waves follow at equal distances after some is a property of such systems: Baccelli, Cohen,
 * Olsder and Quadrat, Synchronization and Linearity, 1992, section 3.7.
 */
int waves_simulate(const struct waves_part *part, struct senders *senders, double enough,
                   double *seconds, uint64_t *work);

#endif
