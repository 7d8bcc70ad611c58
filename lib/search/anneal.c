/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/anneal.h"

#include "base/memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sweeps of any model ----------------------------------------------------------------- */

#define SWEEP_MODEL struct any
#define SWEEP_COST double

struct any {
    struct model model;
};

static inline double sweep_most(float increase)
{
    return increase;
}

static inline bool sweep_cannot_gain(struct any *m, uint32_t slot)
{
    const struct model_calls *calls = m->model.calls;
    uint32_t unit = m->model.arrangement->member[slot];

    return (calls->share && calls->share(&m->model, unit) <= 0) ||
           (calls->idle && calls->idle(&m->model, unit));
}

static inline double sweep_move(struct any *m, uint32_t unit, uint32_t a, uint32_t b)
{
    (void)a;
    return m->model.calls->move ? m->model.calls->move(&m->model, unit, b, INFINITY) : 0;
}

static inline double sweep_reach(const struct any *m, uint32_t a, uint32_t b)
{
    (void)m, (void)a, (void)b;
    return 0;
}

static inline double sweep_least(const struct any *m, uint32_t slot, double reach)
{
    (void)m, (void)slot, (void)reach;
    return -INFINITY;
}

static inline double sweep_together(struct any *m, uint32_t unit, uint32_t other, double reach,
                                    double most)
{
    const struct model_calls *calls = m->model.calls;
    const uint32_t *place = m->model.arrangement->place;

    (void)reach;
    if (!calls->move)
        return calls->change(&m->model, (uint32_t[]){unit, other}, 2, most);
    return calls->interplay(&m->model, &(struct model_move){unit, place[other]},
                            &(struct model_move){other, place[unit]});
}

static inline void sweep_swapped(struct any *m, uint32_t unit, uint32_t other)
{
    const uint32_t *place = m->model.arrangement->place;

    m->model.calls->moved(&m->model, (uint32_t[]){unit, other},
                          (uint32_t[]){place[other], place[unit]}, 2);
}

static inline uint32_t sweep_partners(const struct any *m, uint32_t unit, const uint32_t **partner)
{
    return m->model.calls->partners(&m->model, unit, partner);
}

#include "search/sweep.h"

/* ---- schedule ---------------------------------------------------------------------------- */

static bool run_sweep(struct anneal *an, uint64_t work, float temperature)
{
    const struct model_calls *calls = an->search->model->calls;

    return calls->sweep ? calls->sweep(an, work, temperature) : sweep(an, work, temperature);
}

/* Go back to the start. */
static void restart(struct anneal *an, const uint32_t *start)
{
    struct arrangement *a = an->search->arrangement;

    memcpy(a->place, start, a->units * sizeof *start);
    arrangement_renew(a);
    an->search->model->calls->renew(an->search->model);
    an->change = 0;
}

/* Pairs of partners, each counted from both sides, and units. */
static uint64_t count_pairs(const struct search *search)
{
    uint64_t count = search->arrangement->units;

    for (uint32_t unit = 0; unit < search->arrangement->units; unit++) {
        const uint32_t *partner;

        count += search->model->calls->partners(search->model, unit, &partner);
    }
    return count;
}

/* A temperature to begin with. At the hottest, choice 0, a unit can move 1 away from all its
 * partners. */
static float choice_of(uint32_t choice, float hottest)
{
    for (uint32_t i = 0; i < choice; i++)
        hottest *= (float)tuning(TUNING_TEMPERATURE_RATIO);
    return hottest;
}

/* The highest temperature at which the cost does not grow at first, found by bisection. */
static float find_temperature(struct anneal *an, const uint32_t *start, uint64_t work,
                              float hottest)
{
    uint64_t most = (uint64_t)(tuning(TUNING_MOST_PROBE_WORK) * (double)count_pairs(an->search));
    uint64_t probe = (uint64_t)((double)work * tuning(TUNING_PROBE_WORK));
    uint32_t low = 0;
    uint32_t high = (uint32_t)tuning(TUNING_TEMPERATURE_CHOICES) - 1;

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (!run_sweep(an, probe < most ? probe : most, choice_of(middle, hottest)))
            break;
        if (an->change > 0)
            low = middle + 1;
        else
            high = middle;
        restart(an, start);
    }
    return choice_of(high, hottest);
}

/* That temperature, once for all runs that share it. */
static float harmless_temperature(struct anneal *an, const struct anneal_schedule *schedule,
                                  const uint32_t *start)
{
    float found = schedule->harmless ? *schedule->harmless : 0;

    if (found <= 0)
        found = find_temperature(an, start, schedule->work, schedule->volume);
    if (schedule->harmless)
        *schedule->harmless = found;
    return found;
}

/* The factor from one temperature to the next. */
static float cooling(const struct anneal_schedule *schedule)
{
    return (float)pow(0.1, 1 / (double)schedule->temperatures);
}

/* The looks that trying each swap once takes. */
static double work_of_all_swaps(const struct search *search)
{
    return (double)search->arrangement->units * (double)count_pairs(search);
}

/* Cool down from `temperature` in `steps` steps, in which each swap is tried so often at most, on
 * average. */
static void cool(struct anneal *an, const struct anneal_schedule *schedule, float temperature,
                 uint32_t steps)
{
    double most = tuning(TUNING_SWAP_TRIES) * work_of_all_swaps(an->search);
    uint64_t each = schedule->work / steps, work = (uint64_t)fmin((double)each, most);
    float factor = cooling(schedule);
    uint32_t frozen = 0;

    for (uint32_t step = 0; step < steps && frozen < tuning(TUNING_FROZEN_TEMPERATURES); step++) {
        uint64_t swaps = an->swaps;

        if (!run_sweep(an, work, temperature))
            break;
        temperature *= factor;
        frozen = an->swaps > swaps ? 0 : frozen + 1;
    }
}

static void run(struct anneal *an, const struct anneal_schedule *schedule, const uint32_t *start)
{
    const struct anneal_heat *heat = &schedule->heat;
    float temperature;
    uint32_t steps = schedule->temperatures;

    if (heat->volumes > 0) {
        float factor = cooling(schedule);

        temperature = heat->volumes * schedule->volume;
        steps = 1;
        for (float t = heat->volumes; t > (float)tuning(TUNING_FINAL_TEMPERATURE); t *= factor)
            steps++;
    } else {
        temperature = heat->times * harmless_temperature(an, schedule, start);
    }
    cool(an, schedule, temperature, steps);
    if (an->change >= 0)
        restart(an, start);
    an->search->change += an->change;
}

int anneal_run(struct search *search, const struct anneal_schedule *schedule)
{
    const struct arrangement *a = search->arrangement;
    uint32_t *start = array_raw(a->units, sizeof *start);
    struct anneal an = {.search = search};

    if (!start)
        return -1;
    memcpy(start, a->place, a->units * sizeof *start);
    random_seed(&an.random, schedule->seed);
    run(&an, schedule, start);
    free(start);
    return 0;
}
