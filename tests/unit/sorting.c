/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/sorting.h"

static double cost_of(const struct arrangement *a, uint32_t unit, uint32_t place)
{
    double wanted = (double)unit * a->places / a->units;

    return (wanted - place) * (wanted - place);
}

static double change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    const struct arrangement *a = model->arrangement;
    double sum = 0;

    (void)most;
    for (uint32_t i = 0; i < count; i++)
        sum += cost_of(a, unit[i], a->place[unit[(i + 1) % count]]) -
               cost_of(a, unit[i], a->place[unit[i]]);
    model->work += count;
    return sum;
}

static double cost(struct model *model)
{
    double sum = 0;

    for (uint32_t unit = 0; unit < model->arrangement->units; unit++)
        sum += cost_of(model->arrangement, unit, model->arrangement->place[unit]);
    return sum;
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    (void)model, (void)unit;
    *partner = 0;
    return 0;
}

/* Nothing is cached. */
static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    (void)model, (void)unit, (void)from, (void)count;
}

static void renew(struct model *model)
{
    (void)model;
}

struct model sorting_model(struct arrangement *arrangement)
{
    static const struct model_calls calls = {
        .change = change, .moved = moved, .renew = renew, .cost = cost, .partners = partners};

    return (struct model){.calls = &calls, .arrangement = arrangement};
}
