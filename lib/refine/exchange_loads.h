/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_EXCHANGE_LOADS_H
#define REFINE_EXCHANGE_LOADS_H

#include "refine/exchange_pairs.h"
#include "refine/routes.h"
#include "search/model.h"

/*
 * The seconds of links and latencies in all parts of an exchange, as the cost of units on nodes: a
 * stand-in for the predicted time that knows no simulation, and whose changes are cheap. Each part
 * takes the 16th root of the sum of 16th powers of its seconds. Parts follow one another. Hop-bytes
 * count a little. Costs are in parts of that of the first arrangement. For annealing: units can
 * only be swapped.
 *
 * The time of an arrangement that costs less than all before is predicted before it is left. The
 * arrangement with the shortest predicted time is kept.
 */
struct exchange_loads {
    struct model model;
    const struct map_job *job;
    const struct refine_units *units;
    const uint32_t *unit_of;        /* [ranks] */
    struct routes routes;
    struct exchange_loads_part *part; /* [parts] */
    size_t parts;
    double start;                   /* seconds of the first arrangement */
    double hop_byte;                /* the cost of a second of a link */
    double cost, least;             /* of the arrangement; the least so far */

    struct exchange_loads_at {
        struct exchange_pair net;
        bool listed;
    } *at;              /* [nodes]: what a swap moves away from one place and to the other */
    uint32_t *place;    /* [nodes]: those that are listed */
    uint32_t places;
    double *change;     /* [channels]: bytes, on trial */
    uint32_t *trial;    /* [channels]: the last one that changed it */
    uint32_t *touched;  /* [channels]: numbers of those that this trial changed */
    uint32_t trials, touches;
    double powers;      /* change of the powers of latencies by this trial */
    double linear;      /* change of the seconds of all links by the trials of a swap */

    uint32_t *record;   /* [ranks]: the placement that costs least */
    bool pending;       /* its time was not predicted yet */
    uint32_t *best;     /* [ranks]: the placement with the shortest predicted time */
    double seconds;     /* of it */
    bool failed;        /* memory ran out */
};

/* The arrangement is predicted to take `seconds`. Rank r is in unit_of[r]; places are the nodes of
 * the allocation. Everything given must outlive the model. */
int exchange_loads_init(struct exchange_loads *loads, const struct map_job *job,
                        const struct refine_units *units, const uint32_t *unit_of,
                        struct arrangement *arrangement, double seconds,
                        struct topomap_error *error);
void exchange_loads_free(struct exchange_loads *loads);

/* Predict the time of the placement that costs least. Fails if memory ran out by now. */
int exchange_loads_finish(struct exchange_loads *loads, struct topomap_error *error);

#endif
