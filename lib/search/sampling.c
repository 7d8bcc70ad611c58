/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/sampling.h"

/* Half of the places are near to a partner, a quarter are places of partners, a quarter are near
 * to the unit itself. */
static uint32_t choose_place(const struct search *search, struct random *random, uint32_t unit)
{
    const uint32_t *partner;
    uint32_t partners = search->model->calls->partners(search->model, unit, &partner);
    uint32_t place = search->arrangement->place[unit];
    uint64_t bits = random_next(random);

    if ((bits & 3) && partners)
        place = search->arrangement->place[partner[random_below(random, partners)]];
    if (((bits & 3) == 1 && partners) || search->near->count == 0)
        return place;
    return search_near_of(search->near, place)[random_below(random, search->near->count)];
}

bool sampling_visit(struct search *search, struct random *random, uint32_t unit, uint32_t tries)
{
    const struct arrangement *a = search->arrangement;

    for (uint32_t i = 0; i < tries; i++) {
        uint32_t place = choose_place(search, random, unit);
        uint32_t count = a->first[place + 1] - a->first[place];
        uint32_t pair[2] = {unit, unit};
        double change;

        if (place == a->place[unit] || count == 0 || !arrangement_takes(a, unit, place))
            continue;
        pair[1] = a->member[a->first[place] + random_below(random, count)];
        if (!arrangement_alike(a, unit, pair[1]))
            continue;
        change = search->model->calls->change(search->model, pair, 2, 0);
        if (-change <= search_rounding(search, pair, 2))
            continue;
        search_rotate(search, pair, 2, change);
        return true;
    }
    return false;
}
