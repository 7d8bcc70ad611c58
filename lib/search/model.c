/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/model.h"

#include <math.h>

double model_pair_change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    const uint32_t *place = model->arrangement->place;
    double sum = 0;

    (void)most;
    for (uint32_t i = 0; i < count; i++) {
        struct model_move here = {unit[i], place[unit[(i + 1) % count]]};

        sum += model->calls->move(model, here.unit, here.to, INFINITY);
        for (uint32_t k = 0; k < i; k++)
            sum += model->calls->interplay(
                model, &here, &(struct model_move){unit[k], place[unit[(k + 1) % count]]});
    }
    return sum;
}
