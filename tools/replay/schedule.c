/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps of a measurement, added one by one. */
#include "calibrate.h"

#include <stdlib.h>

/* Make room for one more element; the array stays as it is if there is none. */
static bool grow(void *array, int count, int *room, size_t size)
{
    void **place = array, *larger;

    if (count < *room)
        return true;
    larger = realloc(*place, 2 * ((size_t)*room + 8) * size);
    if (!larger)
        return false;
    *place = larger;
    *room = 2 * (*room + 8);
    return true;
}

int schedule_step(struct schedule *schedule, enum pattern pattern, int bytes)
{
    if (!grow(&schedule->step, schedule->steps, &schedule->step_room, sizeof *schedule->step)) {
        schedule->failed = true;
        return 0;
    }
    schedule->step[schedule->steps] = (struct step){pattern, bytes, schedule->flows, 0};
    return schedule->steps++;
}

void schedule_flow(struct schedule *schedule, int from, int to)
{
    if (schedule->failed ||
        !grow(&schedule->flow, schedule->flows, &schedule->flow_room, sizeof *schedule->flow)) {
        schedule->failed = true;
        return;
    }
    schedule->flow[schedule->flows++] = (struct flow){from, to, 0};
    schedule->step[schedule->steps - 1].count++;
}

void schedule_free(struct schedule *schedule)
{
    free(schedule->step);
    free(schedule->flow);
}
