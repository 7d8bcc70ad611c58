/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_CHANNEL_LOADS_H
#define REFINE_CHANNEL_LOADS_H

#include "machine/allocation.h"

/* Prices stand in a table by steps of load. The top of the scale, see refine_loads_rescale, is
 * this many steps; loads may be twice as high. */
#define LOADS_TOP 2048U
#define LOADS_STEPS (2 * LOADS_TOP)

/*
 * The loads of a network's channels, and their changes on trial.
 *
 * The price of a load grows with a high power of it. So the sum of all prices follows the highest
 * loads, but still falls when a lower load does. Loads are bytes over links. If `timed`, they are
 * seconds on channels, and the latency of each route is priced like a load of as many seconds.
 */
struct refine_loads {
    const struct topomap_allocation *allocation;
    bool timed;
    bool delayed;      /* the latencies of routes count */
    uint32_t channels;
    double *load;      /* [channels]: bytes */
    double *slowness;  /* [channels]: seconds for each byte; if not timed, 1 / links of a trunk */
    double *latency;   /* [channels]: seconds; 0 if not timed */
    double scale;      /* steps for each unit of load */
    double most;       /* upper limit of loads */
    double longest_latency; /* upper limit of latencies */
    bool forbidden;    /* the trial uses a route above that limit */
    double *price;     /* [LOADS_STEPS] */

    double *change;    /* [channels]: change of bytes, on trial */
    uint32_t *trial;   /* [channels]: the last trial that changed it */
    uint32_t *touched; /* [channels]: those that this trial changed */
    uint32_t trials;
    uint32_t touches;
    double latencies;  /* change of the prices of latencies by this trial */

    struct loads_route {
        uint64_t pair; /* of nodes, plus 1; 0: none */
        uint32_t length;
        double latency;
    } *route;           /* [routes]: those of all pairs, or the last used ones, hashed by pair */
    struct network_share *shares; /* [routes][longest]: their channels */
    struct network_spread spread;
    uint32_t routes;
    bool all_routes;    /* there is room for each pair of nodes */
    uint32_t longest;

    uint64_t work;      /* channels looked at */
};

/* All loads are 0 at first, and prices are not set. */
int refine_loads_init(struct refine_loads *loads, const struct topomap_allocation *allocation,
                      bool timed, bool delayed, struct topomap_error *error);
void refine_loads_free(struct refine_loads *loads);

/* The ways between two allocated nodes, with the channels that they are over in *shares. Both are
 * valid until the next call. */
const struct loads_route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                             const struct network_share **shares);

/* The load of a channel, in the unit of the objective. */
static inline double refine_loads_of(const struct refine_loads *loads, uint32_t channel)
{
    return loads->load[channel] * loads->slowness[channel];
}

/* The highest load. */
double refine_loads_most(const struct refine_loads *loads);

/*
 * Set the prices, before any trial. A price is a power of the load plus a linear term. At the top
 * of the scale the linear term is 1/part of the power. The sum of the linear terms is that of
 * hop-bytes: the smaller `part`, the more hop-bytes count. If `part` is 0, only hop-bytes count. A
 * trial gains nothing if it raises a load above `most`, or uses a route of a latency above
 * `longest_latency`. Both may be INFINITY.
 */
void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most,
                             double longest_latency);

/* Set the load at the top of the scale. */
void refine_loads_rescale(struct refine_loads *loads, double top);

/* Begin a trial, without changes. */
void refine_loads_try(struct refine_loads *loads);

/* Put a message from one node to another on trial; a negative number of bytes takes one away.
 * After the trial no load may be negative. */
void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes);

/* The gain of the changes on trial: how far they lower the sum of all prices, in prices of the
 * top of the scale. */
double refine_loads_gain(struct refine_loads *loads);

/* The sum of all prices, in the same unit, if only the messages on trial were sent. */
double refine_loads_price(const struct refine_loads *loads);

/* Make the changes on trial. */
void refine_loads_apply(struct refine_loads *loads);

#endif
