/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/leaders.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct objective_score none = {INFINITY, INFINITY};

int leaders_init(struct leaders *leaders, size_t room, uint32_t ranks)
{
    bool ready = true;

    *leaders = (struct leaders){.room = room};
    for (size_t i = 0; i < leaders->room; i++) {
        struct leader *leader = &leaders->leader[i];

        *leader = (struct leader){.placed.score = none, .refined = none};
        leader->placed.placement = array_raw(ranks, sizeof *leader->placed.placement);
        ready = ready && leader->placed.placement;
    }
    return ready ? 0 : -1;
}

void leaders_free(struct leaders *leaders)
{
    for (size_t i = 0; i < leaders->room; i++)
        free(leaders->leader[i].placed.placement);
}

void leaders_offer(struct leaders *leaders, const struct contestant *placed, uint32_t ranks,
                   bool hard_to_refine)
{
    struct leader *leader = leaders->leader;
    struct leader last = leader[leaders->room - 1];
    uint32_t *placement = last.placed.placement;
    size_t at = leaders->room - 1;

    for (size_t i = 0; i < leaders->room; i++) {
        if (leader[i].placed.score.value == placed->score.value &&
            leader[i].placed.score.tie == placed->score.tie)
            return;
    }
    if (!objective_better(placed->score, last.placed.score))
        return;
    for (; at > 0 && objective_better(placed->score, leader[at - 1].placed.score); at--)
        leader[at] = leader[at - 1];
    memcpy(placement, placed->placement, ranks * sizeof *placement);
    leader[at] = (struct leader){.placed = *placed, .hard_to_refine = hard_to_refine,
                                 .refined = none};
    leader[at].placed.placement = placement;
}

void leaders_note_refined(struct leaders *leaders, size_t index, struct objective_score refined)
{
    leaders->leader[index].refined = refined;
}

/* Those before it follow it in their order. */
static void put_first(struct leaders *leaders, size_t index)
{
    struct leader first = leaders->leader[index];

    memmove(leaders->leader + 1, leaders->leader, index * sizeof first);
    leaders->leader[0] = first;
}

static struct objective_score weigh(const struct leader *leader, struct objective_score score,
                                    double handicap)
{
    if (leader->hard_to_refine)
        score.value *= handicap;
    return score;
}

/* Those that were refined by their weighed scores, and behind them the others. */
static void sort_by_refined(struct leaders *leaders, double handicap)
{
    struct leader *leader = leaders->leader;

    for (size_t i = 1; i < leaders->room; i++) {
        struct leader moved = leader[i];
        struct objective_score score = weigh(&moved, moved.refined, handicap);
        size_t at = i;

        for (; at > 0 && objective_better(score, weigh(&leader[at - 1], leader[at - 1].refined,
                                                       handicap)); at--)
            leader[at] = leader[at - 1];
        leader[at] = moved;
    }
}

void leaders_put_best_first(struct leaders *leaders, double handicap)
{
    sort_by_refined(leaders, handicap);
    for (size_t i = 0; i < leaders->room; i++) {
        struct leader *leader = &leaders->leader[i];

        if (leader->refined.value < INFINITY)
            leader->gain = 1 - leader->refined.value / leader->placed.score.value;
        leader->refined = none;
    }
}

void leaders_put_promising_first(struct leaders *leaders, double handicap)
{
    struct objective_score best = none;
    size_t winner = 0;

    for (size_t i = 0; i < leaders->room; i++) {
        const struct leader *leader = &leaders->leader[i];
        struct objective_score score = weigh(leader, leader->placed.score, handicap);

        if (score.value >= best.value)
            continue;
        best = score;
        winner = i;
    }
    put_first(leaders, winner);
}
