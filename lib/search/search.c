/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/search.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdlib.h>

static void wake(struct search *search, uint32_t unit)
{
    uint32_t units = search->arrangement->units;
    uint32_t end;

    if (search->awake[unit])
        return;
    search->awake[unit] = true;
    end = search->head + search->waiting++;
    search->queue[end < units ? end : end - units] = unit;
}

int search_init(struct search *search, struct model *model, const struct search_near *near,
                double deadline)
{
    struct arrangement *a = model->arrangement;

    *search = (struct search){
        .model = model,
        .arrangement = a,
        .near = near,
        .deadline = deadline,
        .queue = array_raw(a->units, sizeof *search->queue),
        .awake = array_new(a->units, sizeof *search->awake),
        .tried = array_new(a->places, sizeof *search->tried),
    };
    if (!search->queue || !search->awake || !search->tried) {
        search_free(search);
        return -1;
    }
    search_wake(search);
    return 0;
}

void search_wake(struct search *search)
{
    search->head = 0;
    search->waiting = search->arrangement->units;
    for (uint32_t unit = 0; unit < search->waiting; unit++) {
        search->queue[unit] = unit;
        search->awake[unit] = true;
    }
}

void search_free(struct search *search)
{
    free(search->queue);
    free(search->awake);
    free(search->tried);
    *search = (struct search){0};
}

bool search_late(const struct search *search)
{
    return search->deadline > 0 && clock_seconds() >= search->deadline;
}

bool search_next(struct search *search, uint32_t *unit)
{
    if (!search->waiting)
        return false;
    *unit = search->queue[search->head];
    search->head = search->head + 1 < search->arrangement->units ? search->head + 1 : 0;
    search->waiting--;
    search->awake[*unit] = false;
    return true;
}

void search_rotate(struct search *search, const uint32_t *unit, uint32_t count, double change)
{
    const struct model_calls *calls = search->model->calls;
    uint32_t from[SEARCH_CYCLE];

    for (uint32_t i = 0; i < count; i++)
        from[i] = search->arrangement->place[unit[i]];
    arrangement_rotate(search->arrangement, unit, count);
    calls->moved(search->model, unit, from, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *partner;
        uint32_t partners = calls->partners(search->model, unit[i], &partner);

        for (uint32_t k = 0; k < partners; k++)
            wake(search, partner[k]);
    }
    for (uint32_t i = 0; i < count; i++)
        wake(search, unit[i]);
    search->change += change;
}

double search_rounding(const struct search *search, const uint32_t *unit, uint32_t count)
{
    const struct model_calls *calls = search->model->calls;

    return calls->rounding ? calls->rounding(search->model, unit, count) : 0;
}
