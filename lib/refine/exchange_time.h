/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_EXCHANGE_TIME_H
#define REFINE_EXCHANGE_TIME_H

#include "map/map.h"
#include "search/model.h"

/* The predicted seconds of a placement as the objective of the job counts them, or any number above
 * `enough` if they are more. Fails when memory runs out. */
int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, struct topomap_error *error);

/*
 * The predicted time of an exchange as the cost of ranks on nodes, in parts of that of the first
 * arrangement. Hop-bytes guide the search: with them, moves between placements of equal time have a
 * direction, too. Every change is a prediction of its own, which makes this the slowest of all
 * models, and the one that knows what the objective knows.
 */
struct exchange_time {
    struct model model;
    const struct map_job *job;
    double start;       /* seconds of the first arrangement */
    double hop_byte;    /* what one of them costs */
    double seconds;     /* of the arrangement */
    double tried;       /* of the last one that was tried */
    uint32_t unit[2];   /* the ranks that were swapped there */
    uint64_t looks;     /* the work of the first prediction */
    bool failed;        /* memory ran out: the costs are not known */
};

/* The arrangement's units are the job's ranks, its places the nodes of the allocation; both must
 * outlive the model. Fails when memory runs out. */
int exchange_time_init(struct exchange_time *time, const struct map_job *job,
                       struct arrangement *arrangement, struct topomap_error *error);

#endif
