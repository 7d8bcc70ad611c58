/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_EXCHANGE_LOADS_H
#define REFINE_EXCHANGE_LOADS_H

#include "refine/exchange_tangent.h"
#include "refine/part_loads.h"
#include "refine/swap_memo.h"
#include "search/model.h"

/*
 * The seconds of links and latencies in all parts of an exchange, as the cost of units on nodes: a
 * stand-in for the predicted time that knows no simulation, and whose changes are cheap. Parts
 * follow one another. Hop-bytes count a little. Costs are in parts of that of the first
 * arrangement. For annealing: units can only be swapped. Most swaps cost so much more that a lower
 * bound of the change tells.
 *
 * The time of an arrangement that costs less than all before, and noticeably less than the last one
 * of which it was predicted, is predicted before it is left. That of the one that costs least is
 * predicted in any case, at the end or before a restart. The arrangement with the shortest
 * predicted time is kept. Predictions of others would be shorter still, but mostly by errors of the
 * model, which the cost does not share.
 */
struct exchange_loads {
    struct model model;
    const struct map_job *job;
    const struct refine_units *units;
    const uint32_t *unit_of;        /* [ranks] */
    struct part_trial trial;
    struct part_loads *part;        /* [parts] */
    struct exchange_tangent *tangent; /* [parts] */
    size_t parts;
    double start;                   /* seconds of the first arrangement */
    double hop_byte;                /* the cost of a second of a link */
    double cost, least;             /* of the arrangement; the least so far */
    double most;                    /* recent limit of changes, on average */
    struct swap_memo memo;

    uint32_t *record;   /* [ranks]: the placement that costs least */
    bool pending;       /* its time was not predicted yet */
    double predicted;   /* the cost of the last one whose time was */
    uint32_t *best;     /* [ranks]: the placement with the shortest predicted time */
    double seconds;     /* of it */
    bool failed;        /* memory ran out */
};

/* The arrangement is predicted to take `seconds`. Costs are by `norm`. Rank r is in unit_of[r];
 * places are the nodes of the allocation that the routes are of. Everything given must outlive the
 * model. */
int exchange_loads_init(struct exchange_loads *loads, const struct map_job *job,
                        const struct refine_units *units, const uint32_t *unit_of,
                        struct arrangement *arrangement, struct routes *routes,
                        enum exchange_norm norm, double seconds, struct topomap_error *error);
void exchange_loads_free(struct exchange_loads *loads);

/* Predict the time of the placement that costs least. Fails if memory ran out by now. */
int exchange_loads_finish(struct exchange_loads *loads, struct topomap_error *error);

#endif
