/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_MODEL_H
#define SEARCH_MODEL_H

#include "search/arrangement.h"

struct anneal;

/*
 * What an arrangement costs. A model is a struct that begins with this one, with the caches that
 * make changes cheap; a new objective is one file that fills a table of functions. Drivers
 * (descent, sampling, annealing, cycles, passes) know nothing else of it.
 */
struct model {
    const struct model_calls *calls;
    struct arrangement *arrangement;
    uint64_t work; /* looks at what the cost is made of; drivers stop at a limit of it */
};

/* A unit that leaves its place for another one. */
struct model_move {
    uint32_t unit;
    uint32_t to;
};

struct model_calls {
    /* By how much the cost grows if each of `count` units takes the place of the next one, and the
     * last one that of the first. Once it is known to be `most` or more, any such number. */
    double (*change)(struct model *model, const uint32_t *unit, uint32_t count, double most);

    /* `count` units have moved, unit[i] from place from[i]: mend the caches. */
    void (*moved)(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count);

    /* The arrangement is another one: make the caches anew. */
    void (*renew)(struct model *model);

    /* The cost of the arrangement, counted without the caches. */
    double (*cost)(struct model *model);

    /* The units whose places matter to `unit`; returns how many. */
    uint32_t (*partners)(const struct model *model, uint32_t unit, const uint32_t **partner);

    /* A change of the cost by moves of these units may be rounding if it is no larger. NULL: none
     * is. */
    double (*rounding)(const struct model *model, const uint32_t *unit, uint32_t count);

    /*
     * Where the cost is a sum over pairs of units, changes come apart into moves of single units,
     * and drivers leave out most of them early. All three are NULL where it is not.
     *
     * share: what the pairs of `unit` cost; 0: it cannot get better.
     * move: by how much that grows if only this unit moves; `most` as in `change`.
     * interplay: what two moves together cost more than the sum of both one by one.
     */
    double (*share)(const struct model *model, uint32_t unit);
    double (*move)(struct model *model, uint32_t unit, uint32_t place, double most);
    double (*interplay)(const struct model *model, const struct model_move *a,
                        const struct model_move *b);

    /* The places of the partners of `unit`, each once, and how much draws it there; returns how
     * many. NULL: drivers ask for the partners. */
    uint32_t (*pull)(const struct model *model, uint32_t unit, const uint32_t **place,
                     const double **weight);

    /* Look at units at one temperature, see search/anneal.h. NULL: by the calls above, which takes
     * longer than a sweep compiled with the model (search/sweep.h). */
    bool (*sweep)(struct anneal *anneal, uint64_t work, float temperature);
};

/* model_calls.change where the cost is a sum over pairs: by the moves and their interplay. */
double model_pair_change(struct model *model, const uint32_t *unit, uint32_t count, double most);

#endif
