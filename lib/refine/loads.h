/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_LOADS_H
#define REFINE_LOADS_H

#include "machine/allocation.h"

/* Prices are tabled by steps of load. The top of the scale, see refine_loads_rescale, is this many
 * steps; loads may be twice as high. */
#define LOADS_TOP 2048U
#define LOADS_STEPS (2 * LOADS_TOP)

/*
 * The loads of a network's channels, and what they would be after changes that are on trial.
 *
 * Each load has a price that grows with a high power of it. So the sum of all prices follows the
 * highest loads, and still falls when a lower one does. Loads are bytes over links. If `timed`,
 * they are seconds on channels, and the latency of each route has the price of a load of as many
 * seconds.
 */
struct refine_loads {
    const struct topomap_allocation *allocation;
    bool timed;
    uint32_t channels;
    double *load;      /* [channels]: bytes */
    double *slowness;  /* [channels]: seconds for each byte; if not timed, 1 / links of a trunk */
    double *latency;   /* [channels]: seconds; 0 if not timed */
    double scale;      /* steps for each unit of load */
    double most;       /* a load that may not be exceeded */
    double longest_latency; /* a latency that no route in use may exceed */
    bool forbidden;    /* whether the trial uses a route with a longer one */
    double *price;     /* [LOADS_STEPS] */

    double *change;    /* [channels]: bytes more, on trial */
    uint32_t *trial;   /* [channels]: the trial that touched it last */
    uint32_t *touched; /* [channels]: by this trial */
    uint32_t trials;
    uint32_t touches;
    double latencies;  /* change of the prices of latencies by this trial */

    struct loads_route {
        uint64_t pair; /* of nodes, plus 1; 0: none */
        uint32_t length;
        double latency;
    } *route;           /* [routes]: those used lately, each where its pair is hashed to */
    uint32_t *channel;  /* [routes][longest]: their channels */
    uint32_t routes;    /* a power of two */
    uint32_t longest;

    uint64_t work;      /* channels looked at */
};

/* All loads are 0 at first, and prices are not set. */
int refine_loads_init(struct refine_loads *loads, const struct topomap_allocation *allocation,
                      bool timed, struct topomap_error *error);
void refine_loads_free(struct refine_loads *loads);

/* The route between two allocated nodes, with its channels in *channels; both hold until the next
 * one is asked for. */
const struct loads_route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                             const uint32_t **channels);

/* What a channel carries, in the unit of the objective. */
static inline double refine_loads_of(const struct refine_loads *loads, uint32_t channel)
{
    return loads->load[channel] * loads->slowness[channel];
}

/* The most that any does. */
double refine_loads_most(const struct refine_loads *loads);

/*
 * Set the prices, before any trial. A price is the power of the load and a term that is
 * proportional to the load: at the top of the scale it is 1/part of the power. The sum of the
 * second term is that of hop-bytes, so a small `part` gives them much weight; if `part` is 0, only
 * they count. Trials that raise a load above `most`, or use a route with a latency above
 * `longest_latency`, gain nothing. Both may be INFINITY.
 */
void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most,
                             double longest_latency);

/* Set which load is the top of the scale. */
void refine_loads_rescale(struct refine_loads *loads, double top);

/* Begin a trial, without changes. */
void refine_loads_try(struct refine_loads *loads);

/* Put a message of `bytes` from one node to another on trial; if below 0, take one away. No load
 * may be below 0 after the trial. */
void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes);

/* By how much the changes on trial lower the sum of all prices, in prices of the top. */
double refine_loads_gain(struct refine_loads *loads);

/* The sum of all prices, in the same unit, if there were no messages but those on trial. */
double refine_loads_price(const struct refine_loads *loads);

/* Make the changes on trial. */
void refine_loads_apply(struct refine_loads *loads);

#endif
