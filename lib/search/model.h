/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_MODEL_H
#define SEARCH_MODEL_H

#include "search/arrangement.h"

struct anneal;

/*
 * The cost of an arrangement. A model is a struct that starts with this one, followed by the caches
 * that make changes cheap to compute. A new objective is one file that fills a table of functions.
 * Drivers (descent, sampling, annealing, cycles, passes) use nothing else of it.
 */
struct model {
    const struct model_calls *calls;
    struct arrangement *arrangement;
    uint64_t work; /* number of terms of the cost looked at; drivers have a limit of it */
};

/* The move of one unit to another place. */
struct model_move {
    uint32_t unit;
    uint32_t to;
};

struct model_calls {
    /* The increase of the cost if each of `count` units moves to the place of the next one, the
     * last to that of the first. If it is above `most`, any number above `most`. */
    double (*change)(struct model *model, const uint32_t *unit, uint32_t count, double most);

    /* Update the caches after `count` units moved, unit[i] from place from[i]. */
    void (*moved)(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count);

    /* Compute the caches anew for another arrangement. */
    void (*renew)(struct model *model);

    /* The cost of the arrangement, computed without the caches. */
    double (*cost)(struct model *model);

    /* The partners of `unit`, whose places matter to its cost; returns how many. */
    uint32_t (*partners)(const struct model *model, uint32_t unit, const uint32_t **partner);

    /* Changes up to this size by moves of these units may be rounding. NULL: there is no
     * rounding. */
    double (*rounding)(const struct model *model, const uint32_t *unit, uint32_t count);

    /*
     * For costs that are sums over pairs of units: changes are sums of moves of single units, and
     * drivers reject most of them early. All three are NULL for other costs.
     *
     * share: cost of the pairs of `unit`; 0: it cannot fall. move: increase of that cost if only
     * this unit moves; `most` as in `change`. interplay: cost of two moves together beyond the sum
     * of both alone.
     */
    double (*share)(const struct model *model, uint32_t unit);
    double (*move)(struct model *model, uint32_t unit, uint32_t place, double most);
    double (*interplay)(const struct model *model, const struct model_move *a,
                        const struct model_move *b);

    /* Whether so little of the cost is the unit's that annealing passes over it. NULL: it does not.
     */
    bool (*idle)(struct model *model, uint32_t unit);

    /* The places of the partners of `unit`, each once, with the weights to the partners there;
     * returns how many. NULL: drivers use partners. */
    uint32_t (*pull)(const struct model *model, uint32_t unit, const uint32_t **place,
                     const double **weight);

    /* Sweep at one temperature. NULL: sweep by the functions above, which takes longer than a sweep
     * compiled together with the model (search/sweep.h). */
    bool (*sweep)(struct anneal *anneal, uint64_t work, float temperature);
};

/* model_calls.change of costs that are sums over pairs: by moves and interplay. */
double model_pair_change(struct model *model, const uint32_t *unit, uint32_t count, double most);

#endif
