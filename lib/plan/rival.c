/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/rival.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Placements from which annealing gains less than from others must be better by this factor to be
 * annealed, or by another one where partitions are in vain. */
#define DEEP 1.08
#define DEEPER 1.25

/* Swaps gain less from them, too: by this factor then. */
#define UNSWAPPED 1.12

int rivals_init(struct rival *rivals, uint32_t ranks)
{
    bool ready = true;

    for (size_t i = 0; i < RIVALS; i++) {
        rivals[i].score = (struct objective_score){INFINITY, INFINITY};
        rivals[i].placement = array_raw(ranks, sizeof *rivals[i].placement);
        ready = ready && rivals[i].placement;
    }
    return ready ? 0 : -1;
}

void rivals_free(struct rival *rivals)
{
    for (size_t i = 0; i < RIVALS; i++)
        free(rivals[i].placement);
}

void rivals_challenge(struct rival *rivals, const uint32_t *placement, uint32_t ranks,
                      struct objective_score score, const char *name, bool deep)
{
    struct rival last = rivals[RIVALS - 1];
    size_t at = RIVALS - 1;

    for (size_t i = 0; i < RIVALS; i++) {
        if (rivals[i].score.value == score.value && rivals[i].score.tie == score.tie)
            return;
    }
    if (!objective_better(score, last.score))
        return;
    for (; at > 0 && objective_better(score, rivals[at - 1].score); at--)
        rivals[at] = rivals[at - 1];
    memcpy(last.placement, placement, ranks * sizeof *placement);
    last.score = score;
    last.deep = deep;
    last.gain = 0;
    snprintf(last.name, sizeof last.name, "%s", name);
    rivals[at] = last;
}

double rival_handicap(const struct rival *rival, bool vain)
{
    return !rival->deep ? 1 : vain ? DEEPER : DEEP;
}

void rivals_put_first(struct rival *rivals, size_t index)
{
    struct rival first = rivals[index];

    rivals[index] = rivals[0];
    rivals[0] = first;
}

void rivals_foresee(struct rival *rivals)
{
    double best = INFINITY;
    size_t winner = 0;

    for (size_t i = 0; i < RIVALS; i++) {
        double value = rivals[i].score.value * rival_handicap(&rivals[i], true) *
                       (rivals[i].deep ? UNSWAPPED : 1);

        if (value >= best)
            continue;
        best = value;
        winner = i;
    }
    rivals_put_first(rivals, winner);
}
