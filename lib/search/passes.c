/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/passes.h"

#include "base/memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>

struct passes {
    struct search *search;
    double *gain;        /* [units]: gain of a move to the other place if nothing else moves */
    uint32_t *free;      /* [units]: units not moved in this pass, ascending, those on place 0
                          * first */
    uint32_t count[2];   /* number of them on each place */
    uint32_t (*swap)[2]; /* [units]: the swaps of this pass, in order */
};

static double gain_of(const struct passes *p, uint32_t unit)
{
    struct model *model = p->search->model;

    return -model->calls->move(model, unit, 1 - model->arrangement->place[unit], INFINITY);
}

static void begin(struct passes *p)
{
    const struct arrangement *a = p->search->arrangement;
    uint32_t next[2] = {0, a->first[1]};

    p->count[0] = a->first[1];
    p->count[1] = a->units - a->first[1];
    for (uint32_t unit = 0; unit < a->units; unit++) {
        p->gain[unit] = gain_of(p, unit);
        p->free[next[a->place[unit]]++] = unit;
    }
}

/* The best pair of unmoved units. The gain of a pair is no more than the sum of both gains,
 * which rules out most pairs. */
static double best_swap(const struct passes *p, uint32_t pair[2])
{
    const struct model *model = p->search->model;
    const uint32_t *others = p->free + p->search->arrangement->first[1];
    double best = -INFINITY;

    for (uint32_t i = 0; i < p->count[0]; i++) {
        uint32_t one = p->free[i];

        for (uint32_t k = 0; k < p->count[1]; k++) {
            uint32_t other = others[k];
            double gain = p->gain[one] + p->gain[other];

            if (gain <= best)
                continue;
            gain -= model->calls->interplay(model, &(struct model_move){one, 1},
                                            &(struct model_move){other, 0});
            if (gain <= best)
                continue;
            best = gain;
            pair[0] = one;
            pair[1] = other;
        }
    }
    return best;
}

static void take_out(uint32_t *list, uint32_t *count, uint32_t unit)
{
    uint32_t at = 0;

    while (list[at] != unit)
        at++;
    for (--*count; at < *count; at++)
        list[at] = list[at + 1];
}

static void swap(struct passes *p, const uint32_t pair[2], double gain)
{
    struct model *model = p->search->model;

    take_out(p->free, &p->count[0], pair[0]);
    take_out(p->free + p->search->arrangement->first[1], &p->count[1], pair[1]);
    search_rotate(p->search, pair, 2, -gain);
    for (int side = 0; side < 2; side++) {
        const uint32_t *partner;
        uint32_t partners = model->calls->partners(model, pair[side], &partner);

        for (uint32_t i = 0; i < partners; i++)
            p->gain[partner[i]] = gain_of(p, partner[i]);
    }
}

/* One pass. False: it gained nothing. */
static bool run_pass(struct passes *p)
{
    double total = 0;
    double best = 0;
    uint32_t keep = 0;
    uint32_t made = 0;

    begin(p);
    while (p->count[0] && p->count[1] && made < keep + tuning(TUNING_PASS_PATIENCE)) {
        double gain = best_swap(p, p->swap[made]);

        swap(p, p->swap[made++], gain);
        total += gain;
        if (total > best) {
            best = total;
            keep = made;
        }
    }
    while (made > keep)
        search_rotate(p->search, p->swap[--made], 2, 0);
    p->search->change += total - best;
    return keep > 0;
}

int passes_run(struct search *search)
{
    uint32_t units = search->arrangement->units;
    struct passes p = {
        .search = search,
        .gain = array_raw(units, sizeof *p.gain),
        .free = array_raw(units, sizeof *p.free),
        .swap = array_raw(units, sizeof *p.swap),
    };
    int result = p.gain && p.free && p.swap ? 0 : -1;

    for (uint32_t pass = 0; result == 0 && pass < units; pass++) {
        if (!run_pass(&p))
            break;
    }
    free(p.gain);
    free(p.free);
    free(p.swap);
    return result;
}
