/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/descent.h"

#include "base/tuning.h"

#include <math.h>

/* Work between two looks at the clock: a few milliseconds. */
#define WORK_UNWATCHED 1000000

struct swap {
    uint32_t partner;
    double gain;
};

/* The gain of a swap; -INFINITY if it is not above `least`, or may be rounding. `own` is the
 * gain of the move of `unit` alone. */
static double gain_of(struct search *search, uint32_t unit, uint32_t other, double own,
                      double least)
{
    struct model *model = search->model;
    const uint32_t *place = search->arrangement->place;
    const uint32_t pair[] = {unit, other};
    double most = own - least;
    double gain;

    if (model->calls->move) {
        double change = model->calls->move(model, other, place[unit], most);

        if (change >= most)
            return -INFINITY;
        gain = own - change -
               model->calls->interplay(model, &(struct model_move){unit, place[other]},
                                       &(struct model_move){other, place[unit]});
    } else {
        gain = -model->calls->change(model, pair, 2, most);
    }
    return gain > least && gain > search_rounding(search, pair, 2) ? gain : -INFINITY;
}

/* Try swaps of `unit` with each unit on `place`. Most places are ruled out as `unit` gains
 * nothing there itself. */
static void try_place(struct search *search, uint32_t unit, uint32_t place, struct swap *best)
{
    const struct arrangement *a = search->arrangement;
    struct model *model = search->model;
    double own = 0;

    if (place == a->place[unit] || search->tried[place] == search->look)
        return;
    search->tried[place] = search->look;
    if (!arrangement_takes(a, unit, place))
        return;
    if (model->calls->move) {
        own = -model->calls->move(model, unit, place, search->thorough ? INFINITY : 0);
        if (own <= 0 && !search->thorough)
            return;
    }
    for (uint32_t i = a->first[place]; i < a->first[place + 1]; i++) {
        uint32_t other = a->member[i];
        double gain;

        if (!arrangement_alike(a, unit, other))
            continue;
        gain = gain_of(search, unit, other, own, best->gain);
        if (gain > best->gain)
            *best = (struct swap){other, gain};
    }
}

static void try_near(struct search *search, uint32_t unit, uint32_t place, struct swap *best)
{
    const uint32_t *near = search_near_of(search->near, place);

    for (uint32_t k = 0; k < search->near->count; k++)
        try_place(search, unit, near[k], best);
}

/* Try the places of all partners, then places near to the partners of the heaviest traffic. */
static void try_pull(struct search *search, uint32_t unit, struct swap *best)
{
    const uint32_t *place;
    const double *weight;
    uint32_t count = search->model->calls->pull(search->model, unit, &place, &weight);
    uint32_t here = search->arrangement->place[unit];
    double heaviest = 0, least;

    for (uint32_t i = 0; i < count; i++) {
        try_place(search, unit, place[i], best);
        if (weight[i] > heaviest && place[i] != here)
            heaviest = weight[i];
    }
    least = tuning(TUNING_NEAR_PULL) * heaviest;
    for (uint32_t i = 0; i < count; i++) {
        if (weight[i] >= least && place[i] != here)
            try_near(search, unit, place[i], best);
    }
}

/* Try places near to the unit and to its partners. */
static void try_around(struct search *search, uint32_t unit, struct swap *best)
{
    const uint32_t *place = search->arrangement->place;
    const uint32_t *partner;
    uint32_t count = search->model->calls->partners(search->model, unit, &partner);

    try_near(search, unit, place[unit], best);
    for (uint32_t i = 0; i < count; i++) {
        try_place(search, unit, place[partner[i]], best);
        try_near(search, unit, place[partner[i]], best);
    }
}

bool descent_run(struct search *search, uint64_t limit)
{
    struct model *model = search->model;
    uint64_t check = model->work + WORK_UNWATCHED;
    bool swapped = false;
    uint32_t unit;

    while (model->work < limit && search_next(search, &unit)) {
        struct swap best = {unit, 0};

        if (model->work >= check) {
            if (search_late(search))
                break;
            check = model->work + WORK_UNWATCHED;
        }
        search->look++;
        if (model->calls->pull)
            try_pull(search, unit, &best);
        else
            try_around(search, unit, &best);
        if (best.partner == unit)
            continue;
        search_rotate(search, (uint32_t[]){unit, best.partner}, 2, -best.gain);
        swapped = true;
    }
    return swapped;
}
