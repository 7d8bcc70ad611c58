/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_CHANNEL_LOADS_H
#define REFINE_CHANNEL_LOADS_H

#include "refine/routes.h"

/*
 * The loads of a network's channels, and their changes on trial.
 *
 * The price of a load is its 10th power plus a linear term. So the sum of all prices follows the
 * highest loads, but still falls when a lower load does.
 */
struct refine_loads {
    struct routes routes;
    uint32_t part;     /* see refine_loads_set_prices */
    double scale;      /* 1 / the load at the top of the scale */
    double most;       /* upper limit of loads */
    uint32_t version;  /* another one whenever a gain may be another one */

    struct loads_channel {
        double load;     /* bytes */
        double slowness; /* see struct routes */
        double power;    /* of the load in parts of the scale */
        double change;   /* of bytes, on trial */
        uint32_t trial;  /* the last one that changed it */
    } *channel;          /* [routes.channels], of which `used` are numbered */
    uint32_t used;

    uint32_t *touched;   /* [routes.channels]: numbers of those that this trial changed */
    uint32_t trials;
    uint32_t touches;

    uint64_t work;      /* channels looked at */
};

struct loads_price {
    double power, linear; /* in parts of the scale */
};

/* There are no loads at first, and prices are not set. */
int refine_loads_init(struct refine_loads *loads, const struct topomap_allocation *allocation,
                      enum routes_kind kind, struct topomap_error *error);
void refine_loads_free(struct refine_loads *loads);

/* The ways between two allocated nodes, with the numbers of the channels that they are over in
 * *shares. Both are valid until the next call. */
const struct route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                       const struct network_share **shares);

/* The load of a channel by its number, in bytes or seconds. */
static inline double refine_loads_of(const struct refine_loads *loads, uint32_t number)
{
    return loads->channel[number].load * loads->channel[number].slowness;
}

/* The highest load. */
double refine_loads_most(const struct refine_loads *loads);

/*
 * Set the prices. At the top of the scale the linear term of a price is 1/part of the power. The
 * sum of the linear terms is that of hop-bytes: the smaller `part`, the more hop-bytes count. If
 * `part` is 0, only hop-bytes count. A trial gains nothing if it raises a load above `most`, which
 * may be INFINITY.
 */
void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most);

/* Set the load at the top of the scale. */
void refine_loads_rescale(struct refine_loads *loads, double top);

/* Begin a trial, without changes. */
void refine_loads_try(struct refine_loads *loads);

/* Put bytes from one node to another on trial; negative numbers take some away. After the trial
 * no load may be negative. */
void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes);

/* The gain of the changes on trial: how far they lower the sums of all prices. The linear one is
 * -INFINITY for a trial that limits forbid. */
struct loads_price refine_loads_gain(struct refine_loads *loads);

/* The sums of all prices if only the bytes on trial were sent. */
struct loads_price refine_loads_sum(const struct refine_loads *loads);

/* A price in prices of the top of the scale. */
double refine_loads_price(const struct refine_loads *loads, struct loads_price price);

/* Make the changes on trial. */
void refine_loads_apply(struct refine_loads *loads);

/* Take all loads away. */
void refine_loads_clear(struct refine_loads *loads);

#endif
