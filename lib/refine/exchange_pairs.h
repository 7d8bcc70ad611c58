/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_EXCHANGE_PAIRS_H
#define REFINE_EXCHANGE_PAIRS_H

#include "refine/units.h"

#include <math.h>

/* Of what takes place at the same time the longest counts. The 16th root of the sum of 16th powers
 * is nearly that, and a fourth more if 36 are equally long. The 8th root of the sum of 8th powers
 * has more of what is not as long, which leads a search to fewer dead ends. */
enum exchange_norm {
    EXCHANGE_NORM_8,
    EXCHANGE_NORM_16,
};

static inline double exchange_power(enum exchange_norm norm, double height)
{
    double square = height * height, fourth = square * square, eighth = fourth * fourth;

    return norm == EXCHANGE_NORM_8 ? eighth : eighth * eighth;
}

static inline double exchange_root(enum exchange_norm norm, double sum)
{
    double root;

    if (sum <= 0)
        return 0;
    root = sqrt(sqrt(sqrt(sum)));
    return norm == EXCHANGE_NORM_8 ? root : sqrt(root);
}

/* Bytes, and their sum times the factors of the latencies of their messages. */
struct exchange_bytes {
    double bytes, late;
};

/* What a unit of ranks and a partner exchange in a part of an exchange, seen from the unit. Bytes
 * are those that take as long at the whole bandwidth of links, acknowledgements included. */
struct exchange_pair {
    struct exchange_bytes sent, received;
    double out, in;        /* sums of the powers of latencies, in those of the route */
    double inside;         /* sum of the powers of the seconds inside a node, if both are on it */
};

/* One of the exchanges that a graph tells apart, see topomap_graph_phases. Rows as in a graph. */
struct exchange_part {
    uint32_t units;
    size_t *offset;             /* [units + 1] */
    size_t pairs;               /* offset[units] */
    uint32_t *partner;          /* [pairs], ascending in each row */
    struct exchange_pair *pair; /* [pairs] */
    double rounds;              /* messages of a pair, one after the other */
    enum exchange_norm norm;    /* that powers are of */
};

/* The part of the job's exchange with this index, between units. Rank r is in unit_of[r]. */
int exchange_part_init(struct exchange_part *part, const struct map_job *job, size_t index,
                       const struct refine_units *units, const uint32_t *unit_of,
                       enum exchange_norm norm, struct topomap_error *error);
void exchange_part_free(struct exchange_part *part);

/* Add `times` what a pair exchanges to another. */
static inline void exchange_pair_add(struct exchange_pair *sum, const struct exchange_pair *pair,
                                     double times)
{
    sum->sent.bytes += times * pair->sent.bytes;
    sum->sent.late += times * pair->sent.late;
    sum->received.bytes += times * pair->received.bytes;
    sum->received.late += times * pair->received.late;
    sum->out += times * pair->out;
    sum->in += times * pair->in;
    sum->inside += times * pair->inside;
}

/* What changes if both sides of a pair change places. */
static inline struct exchange_pair exchange_pair_turn(const struct exchange_pair *pair)
{
    struct exchange_pair turned = {pair->received, pair->sent, pair->in, pair->out, pair->inside};

    exchange_pair_add(&turned, pair, -1);
    return turned;
}

#endif
