/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_EXCHANGE_TANGENT_H
#define REFINE_EXCHANGE_TANGENT_H

#include "refine/part_loads.h"

#define TANGENT_LANES 4 /* bytes and their latencies, sent and received */

/* What changes by a swap, or what a unit has. */
struct tangent_change {
    double height;
    double powers;  /* of part_loads.latencies */
    double seconds; /* of all links */
};

/*
 * The tangent of the norm of a part's channels at the loads of some arrangement. The norm is
 * convex, so its tangent is nowhere above it. The tangent is linear, so its change by a move is a
 * sum over pairs of units of a price for each byte between two nodes, which takes much less time
 * than the loads of channels. Prices are computed when they are first asked for.
 */
struct exchange_tangent {
    struct routes *routes;
    double *slope;         /* [channels]: by which the norm, in parts of the scale, grows with a
                            * byte */
    struct tangent_pair {
        float bytes[TANGENT_LANES]; /* sent, and their `late`; received, and their `late` */
        double out, in;    /* as in exchange_pair */
        double inside;     /* in parts of the scale */
        uint32_t partner;
    } *pair;               /* as part_loads.of.pair */
    struct tangent_way {
        float price[TANGENT_LANES];   /* of the bytes of a pair */
        float seconds[TANGENT_LANES]; /* of these on all channels */
        double power[2];   /* of the latencies there and back */
        uint64_t pair;     /* of nodes, plus 1; 0: none */
        uint32_t version;  /* of the slopes */
    } *way;                /* [ways]: as routes are, or hashed by them if these are more */
    uint32_t ways;         /* routes->count, or a smaller power of two */
    uint32_t version;
    double height;         /* of the tangent at the present loads */
    struct tangent_move {  /* the last one that was asked for beside one that is no partner */
        uint32_t unit, from, to;
        bool valid;
        struct tangent_change change;
    } last;
    struct tangent_share { /* what a unit has, if that was asked for and is still so */
        bool valid;
        struct tangent_change share;
    } *own;                /* [units] */
};

/* For a part, which is one of so many that share the memory for prices. There are no slopes yet.
 * Returns -1 when memory runs out. */
int exchange_tangent_init(struct exchange_tangent *tangent, const struct part_loads *part,
                          struct routes *routes, size_t parts);
void exchange_tangent_free(struct exchange_tangent *tangent);

/* Touch the norm at the present loads. */
void exchange_tangent_renew(struct exchange_tangent *tangent, const struct part_loads *part);

/* The change by a swap of two units, which stand on places a and b. Adds the partners and channels
 * looked at to *work. */
struct tangent_change exchange_tangent_swap(struct exchange_tangent *tangent,
                                            const struct part_loads *part, const uint32_t *place,
                                            const uint32_t *unit, uint32_t a, uint32_t b,
                                            uint64_t *work);

/* Follow a swap of two units, which stood on places a and b. Work as above. */
void exchange_tangent_swapped(struct exchange_tangent *tangent, const struct part_loads *part,
                              const uint32_t *place, const uint32_t *unit, uint32_t a, uint32_t b,
                              uint64_t *work);

/* What a unit has of the tangent and of the part's latencies. All units together have twice as much
 * as there is, because both units of a pair count. Work as above. */
struct tangent_change exchange_tangent_of(struct exchange_tangent *tangent,
                                          const struct part_loads *part, const uint32_t *place,
                                          uint32_t unit, uint64_t *work);

/* A lower bound of the part's seconds after that. */
double exchange_tangent_seconds(const struct exchange_tangent *tangent,
                                const struct part_loads *part, struct tangent_change change);

/* How far the tangent is below the norm at the present loads, in seconds. */
double exchange_tangent_gap(const struct exchange_tangent *tangent, const struct part_loads *part);

#endif
