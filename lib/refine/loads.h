/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_LOADS_H
#define REFINE_LOADS_H

#include "machine/allocation.h"

/* Prices of loads are tabled in steps; the top of the scale has so many of them. */
#define LOADS_TOP 2048U
#define LOADS_STEPS (2 * LOADS_TOP)

/*
 * What the channels of a network carry, and what it would be after changes that are on trial.
 *
 * Every load has a price that grows with a high power of it, so that the sum of all prices follows
 * the highest loads, and yet falls when any of them does. Loads are bytes over links; or, `timed`,
 * seconds on channels, and then the latency of each route has the price of such a load as well.
 */
struct refine_loads {
    const struct topomap_allocation *allocation;
    bool timed;
    uint32_t channels;
    double *load;      /* [channels]: bytes */
    double *slowness;  /* [channels]: seconds for each byte; if not timed, 1 / links of a trunk */
    double *latency;   /* [channels]: seconds; 0 if not timed */
    double scale;      /* steps for each unit of load */
    double most;       /* no load may grow beyond, ... */
    double longest_latency; /* ... and nothing be sent over a route of more than this latency */
    bool forbidden;    /* what is on trial does */
    double *price;     /* [LOADS_STEPS] */

    double *change;    /* [channels]: bytes, of what is on trial */
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

/* Nothing is sent at first; prices are not set. */
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
 * Set the prices, before any trial. Besides the power of a load each step of it costs 1/part of its
 * share in the power of the top, so that fewer hop-bytes are better, the more the smaller `part`
 * is; if `part` is 0, nothing else counts. What makes a load grow beyond `most`, or uses a route of
 * more than `longest_latency`, does not pay; both may be INFINITY.
 */
void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most,
                             double longest_latency);

/* Set which load is the top of the scale. */
void refine_loads_rescale(struct refine_loads *loads, double top);

/* Begin a trial, without changes. */
void refine_loads_try(struct refine_loads *loads);

/* Try to send `bytes` more, as one message, or less if below 0, from a node to another one. In the
 * end no load may be below 0. */
void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes);

/* By how much the changes on trial lower the sum of all prices, as a part of the top's. */
double refine_loads_gain(struct refine_loads *loads);

/* The sum of all prices, as a part of the top's, if there were nothing but what is on trial. */
double refine_loads_price(const struct refine_loads *loads);

/* Make the changes on trial. */
void refine_loads_apply(struct refine_loads *loads);

#endif
