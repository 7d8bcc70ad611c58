/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sweep of annealing as a template: it is compiled together with a model, because annealing looks
 * at tens of millions of units a second, and each look is short. Before the include, the file of
 * the model defines SWEEP_MODEL, its struct, SWEEP_COST, the type of its numbers, and
 *
 *   SWEEP_COST sweep_most(float increase)
 *     an increase of the cost in that type, which may round it down;
 *   bool sweep_cannot_gain(SWEEP_MODEL *m, uint32_t slot)
 *     whether the unit in that slot of the arrangement has nothing to gain;
 *   SWEEP_COST sweep_move(SWEEP_MODEL *m, uint32_t unit, uint32_t a, uint32_t b)
 *     by how much the cost grows if only this unit moves, from place a to place b;
 *   SWEEP_COST sweep_reach(const SWEEP_MODEL *m, uint32_t a, uint32_t b)
 *     what the next two want to know of two places;
 *   SWEEP_COST sweep_least(const SWEEP_MODEL *m, uint32_t slot, SWEEP_COST reach)
 *     a lower bound of sweep_move for the unit in that slot;
 *   SWEEP_COST sweep_together(SWEEP_MODEL *m, uint32_t unit, uint32_t other, SWEEP_COST reach,
 *                             SWEEP_COST most)
 *     what a swap costs more than the sum of both moves; any number above `most` if that is more;
 *   void sweep_swapped(SWEEP_MODEL *m, uint32_t unit, uint32_t other)
 *     mends the caches after a swap;
 *   uint32_t sweep_partners(const SWEEP_MODEL *m, uint32_t unit, const uint32_t **partner)
 *     the partners of a unit.
 *
 * It gets sweep(), for model_calls.sweep: look at units at one temperature until the model has done
 * some work more. That returns false if the search is late.
 */
#include "base/random.h"
#include "search/search.h"

/* The state of a sweep. */
struct anneal {
    struct search *search;
    struct random random;
    uint32_t next;  /* slot of the next unit. Units are visited in order of slots, as neighbours
                     * in memory are neighbours in the network */
    uint64_t check; /* work at which to look at the clock again */
    uint64_t swaps;
    double change;  /* of the cost, since the start */
};

/* Work between two looks at the clock: some milliseconds. */
#define SWEEP_UNWATCHED 500000

/*
 * The increase of the cost that is accepted at temperature 1: exponentially distributed, with
 * straight lines between powers of two so that it is the same on every machine.
 */
static inline float sweep_threshold(uint32_t bits)
{
    int zeros = __builtin_clz(bits | 1);
    uint32_t fraction = (bits | 1) << zeros << 1;

    return 0.69314718f * ((float)(zeros + 1) - (float)fraction * 0x1p-32f); /* ln 2 */
}

/* A place to move to: near to a random partner or, half of the time if places hold several
 * units, the partner's own place. A unit without partners looks near to itself. */
static inline uint32_t sweep_choose(const struct arrangement *a, const struct search_near *near,
                                    uint32_t unit, const uint32_t *partner, uint32_t partners,
                                    uint64_t bits)
{
    uint32_t chosen = partners ? partner[((bits & 0xffffff) * partners) >> 24] : unit;
    uint32_t place = a->place[chosen];
    uint32_t count = near->count;

    if (count == 0 || (!(bits & 0x1000000) && partners && a->units > a->places))
        return place;
    return search_near_of(near, place)[(((bits >> 25) & 0xffff) * count) >> 16];
}

/*
 * Swap `unit` with the first unit on `there` for which the increase of the cost is at most `most`.
 * Units whose own part rules that out are skipped early.
 */
static inline void sweep_look(struct anneal *an, struct arrangement *a, SWEEP_MODEL *m,
                              uint32_t unit, uint32_t there, SWEEP_COST most, uint32_t bits)
{
    uint32_t here = a->place[unit];
    uint32_t first = a->first[there];
    uint32_t count = a->first[there + 1] - first;
    uint32_t start = (uint32_t)(((uint64_t)bits * count) >> 32);
    SWEEP_COST reach = sweep_reach(m, here, there);
    SWEEP_COST own = sweep_move(m, unit, here, there);

    m->model.work += count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = first + (start + i < count ? start + i : start + i - count);
        uint32_t other;
        SWEEP_COST change;

        if (own + sweep_least(m, slot, reach) > most)
            continue;
        other = a->member[slot];
        if (!arrangement_alike(a, unit, other))
            continue;
        change = own + sweep_move(m, other, there, here);
        if (change > most)
            continue;
        change += sweep_together(m, unit, other, reach, most - change);
        if (change > most || change == 0)
            continue;
        arrangement_swap(a, unit, other);
        sweep_swapped(m, unit, other);
        an->swaps++;
        an->change += (double)change;
        return;
    }
}

static bool sweep(struct anneal *an, uint64_t work, float temperature)
{
    struct arrangement *a = an->search->arrangement;
    SWEEP_MODEL *m = (SWEEP_MODEL *)an->search->model;
    const struct search_near near = *an->search->near;

    for (uint64_t end = m->model.work + work; m->model.work < end;) {
        uint64_t one = random_next(&an->random);
        uint64_t two = random_next(&an->random);
        uint32_t slot = an->next;
        uint32_t unit = a->member[slot];
        const uint32_t *partner;
        uint32_t partners, place;

        if (++m->model.work >= an->check) {
            if (search_late(an->search))
                return false;
            an->check = m->model.work + SWEEP_UNWATCHED;
        }
        an->next = slot + 1 < a->units ? slot + 1 : 0;
        if (sweep_cannot_gain(m, slot))
            continue;
        partners = sweep_partners(m, unit, &partner);
        place = sweep_choose(a, &near, unit, partner, partners, two);
        if (place != a->place[unit])
            sweep_look(an, a, m, unit, place,
                       sweep_most(temperature * sweep_threshold((uint32_t)one)),
                       (uint32_t)(one >> 32));
    }
    return true;
}
