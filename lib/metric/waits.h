/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_WAITS_H
#define METRIC_WAITS_H

#include "metric/senders.h"
#include "network/network.h"
#include "topomap_internal.h"

/*
 * When the ranks go on, in parts of an exchange that follow one another and in which latencies
 * decide, as in the rounds of a collective: a rank begins a part when the parts before have sent it
 * what they do, and its own messages have left it, not when all ranks have ended them. A message
 * takes as long as its flow does if all ranks begin the part together, and has left its sender a
 * latency before it arrives. Where links are shared that is not so, as the messages of different
 * parts then share them, too.
 *
 * The longest chain of messages is the critical path of Yang and Miller, "Critical path analysis
 * for the execution of parallel and distributed programs", ICDCS 1988.
 */
struct waits {
    uint32_t ranks;
    uint32_t *node;    /* [ranks]: the node of each, as flows name it */
    double *ready;     /* [ranks] seconds at which each has ended the parts so far */
    double *next;      /* [ranks] */
    const struct flow **to; /* [nodes] the flow of the sender at hand to each, or NULL */
    struct senders senders;
};

/* A part, whose flows have been simulated. */
struct waits_part {
    const struct topomap_graph *graph;
    const struct flows *flows;
    const struct network_protocol *protocol;
    double seconds; /* that it takes if all ranks begin together */
};

/* -1 when memory runs out; may be freed even so. */
int waits_init(struct waits *waits, uint32_t ranks, size_t nodes);
void waits_free(struct waits *waits);

/* All ranks have ended all parts at the same time, from which seconds are counted. */
void waits_meet(struct waits *waits);

/* Whether latencies decide in a part: all of it hardly takes longer than the longest of them. */
bool waits_are_latencies(const struct waits *waits, const struct waits_part *part);

/* The seconds at which the first of the ranks that send messages of the graph is ready for it. */
double waits_first(const struct waits *waits, const struct topomap_graph *graph);

/*
 * Returns the seconds at which the last rank has ended a part after those since all ranks met, or
 * -1 if none of its messages takes any time, and nothing has changed; -2 when memory runs out.
 */
double waits_pass(struct waits *waits, const struct waits_part *part);

#endif
