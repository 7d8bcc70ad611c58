/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_FLOWS_H
#define METRIC_FLOWS_H

#include <stddef.h>
#include <stdint.h>

#define FLOW_WAITS 2

/* The traffic from one node to another in an exchange. */
struct flow {
    uint32_t from, to; /* nodes, which the simulation does not look at */
    double bytes;
    double delay;    /* seconds until its first byte arrives, or if it has no uses, its last one */
    size_t after[FLOW_WAITS]; /* flows that must have ended before, counted from 1; 0: none */
    double end;      /* when it has ended, s, which the simulation sets */
    double messages; /* that it has at a time; less than one count as one */
    double hops;     /* that it takes, above 0 */
    size_t first;    /* the first of its uses */
    uint32_t length; /* how many there are */
};

/* A channel that a flow is over, and the part of its bytes that is. */
struct flow_use {
    uint32_t channel;
    float part;
};

/* Flows that begin together, or each after others. */
struct flows {
    struct flow *flow;
    size_t count, flow_room;
    struct flow_use *use;
    size_t uses, use_room;
};

/*
 * Simulate flows, and set `seconds` to the time at which the last of them ends, or once that is
 * sure to be after `enough`, to a time between both. Flows that are over the same channel share its
 * `bandwidth` [channels], bytes/s, by weighted max-min fairness: the rates of all grow in
 * proportion to their weights until a channel is full, which settles those that are over it, and so
 * on. The weight of a message is inverse to its hops, as other flows join at each of them: TCP
 * shares by round-trip times, and switches of lossless networks take turns among their ports. A
 * flow takes bandwidth from its delay on; rates are set anew when flows begin or end, but not while
 * the time grows by less than a small part, 5 % if flows are many, so that the work is limited by
 * the flows' uses and the logarithm of the time; where some wait for others, not for less than a
 * small part of what a flow takes alone on average. A flow that begins meanwhile has its first rate
 * from its beginning on. The order of flows does not matter. Those that wait for one another begin
 * by their number when all others have ended. Adds its looks at uses and channels to *work. Fails
 * when memory runs out.
 *
 * Sources: max-min fairness by progressive filling is section 6.5.2 of Bertsekas and Gallager, Data
 * Networks, 2nd edition, 1992; Velho, Schnorr, Casanova and Legrand, "On the validity of flow-level
 * TCP network models for grid and cloud simulations", TOMACS 23, 2013, compare simulations with
 * such weights with packets.
 */
int flows_simulate(struct flows *flows, const double *bandwidth, uint32_t channels,
                   double enough, double *seconds, uint64_t *work);

/* Add a flow over `length` uses, which are copied; -1 when memory runs out. */
int flows_add(struct flows *flows, const struct flow *flow, const struct flow_use *uses);
void flows_free(struct flows *flows);

#endif
