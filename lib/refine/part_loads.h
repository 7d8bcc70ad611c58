/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_PART_LOADS_H
#define REFINE_PART_LOADS_H

#include "refine/exchange_pairs.h"
#include "refine/routes.h"

/*
 * The seconds of one part of an exchange: a norm of the seconds of channels, of the latencies of
 * messages, and of messages inside nodes. A channel is busy for the bytes over it, and before that
 * it waits for them: each byte counts as more, by the latency of its route over the seconds of the
 * busiest channel. So the busiest channels count the mean latency of their bytes.
 */
struct part_loads {
    struct exchange_part of;
    struct part_channel {
        double load;      /* bytes */
        double power;     /* of the seconds of these, in parts of the scale */
    } *channel;           /* [channels], by the routes' numbers */
    double scale;         /* 1 / seconds at the top of the scale */
    double power_scale;   /* the power of that */
    double late;          /* what a second of latency adds to a byte */
    double sum;           /* of the powers of channels */
    double most;          /* the largest one since all were added up */
    double latencies;     /* sum of the powers of latencies and of messages inside nodes */
    double seconds;
};

/* What a swap of units would change in a part, put together from routes. */
struct part_trial {
    struct routes *routes;
    const struct part_loads *part; /* what is on trial; NULL: nothing that is worth keeping */
    uint32_t unit[2], from[2];     /* the swap, and where the units stand before it */
    uint64_t took;                 /* channels and partners looked at for it */
    struct part_at {
        struct exchange_pair net;
        bool listed;
    } *at;                /* [places]: what moves away from one place and to the other */
    uint32_t *place;      /* [places]: those that are listed */
    uint32_t listed;
    double *change;       /* [channels]: bytes */
    uint32_t *trial;      /* [channels]: the last one that changed it */
    uint32_t *touched;    /* [channels + 1]: numbers of those that this trial changed */
    uint32_t trials, touches;
    double powers;        /* change of part_loads.latencies */
    double linear;        /* change of the seconds of all links, of all trials since it was set */
    uint64_t work;        /* channels and partners looked at */
};

/* Returns -1 when memory runs out. All routes must be those of one allocation. */
int part_trial_init(struct part_trial *trial, struct routes *routes, uint32_t places);
void part_trial_free(struct part_trial *trial);

/* The part of the job's exchange with this index, between `units` on place[]. Rank r is in
 * unit_of[r]. */
int part_loads_init(struct part_loads *part, struct part_trial *trial, const struct map_job *job,
                    size_t index, const struct refine_units *units, const uint32_t *unit_of,
                    const uint32_t *place, enum exchange_norm norm, struct topomap_error *error);
void part_loads_free(struct part_loads *part);

static inline double part_power(const struct part_loads *part, double height)
{
    return exchange_power(part->of.norm, height);
}

static inline double part_root(const struct part_loads *part, double sum)
{
    return exchange_root(part->of.norm, sum);
}

/* Whether one of two units exchanges something in the part. */
static inline bool part_loads_concern(const struct part_loads *part, const uint32_t *unit)
{
    const size_t *offset = part->of.offset;

    return offset[unit[0] + 1] > offset[unit[0]] || offset[unit[1] + 1] > offset[unit[1]];
}

/* Put a swap of two units, which stand on places a and b before it, on trial. place[] of the other
 * units matters; if it has changed since the last trial, part_loads_apply or part_loads_fill must
 * have been called, as a swap that is on trial stays there. It counts as the same work then. */
void part_loads_try(const struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                    const uint32_t *unit, uint32_t a, uint32_t b);

/* The seconds of the part with what is on trial. */
double part_loads_on_trial(const struct part_loads *part, struct part_trial *trial);

/* Make the changes on trial. */
void part_loads_apply(struct part_loads *part, struct part_trial *trial);

/* All traffic of the part anew, of units on place[]. */
void part_loads_fill(struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                     uint32_t units);

#endif
