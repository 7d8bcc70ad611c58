/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/cycles.h"

#include "base/holds.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The unit on a place that gains most, or loses least, by a move to another place if all others
 * stay. */
struct move {
    uint32_t unit;
    uint32_t from; /* place */
    uint32_t to;   /* place */
    double gain;
};

struct cycles {
    struct search *search;
    size_t *away;      /* [places+1]: range of `move`, by starting place */
    struct move *move;
    size_t *into;      /* [places+1]: range of `back`, by destination */
    size_t *back;      /* indices of moves */
    size_t *at;        /* [places]: move to that place, while the moves of one place are gathered */
    const struct move **home; /* [places]: move from there to the start of the cycle, or NULL */
    bool *changed;     /* [places]: changed in this pass, so that its moves are out of date */
};

/* Three moves, each from the place where the one before ends. */
struct cycle {
    const struct move *move[3];
    double gain;
};

/* ---- moves ------------------------------------------------------------------------------- */

static void add_move(struct cycles *c, uint32_t unit, uint32_t to, size_t *count)
{
    struct model *model = c->search->model;
    const struct arrangement *a = c->search->arrangement;
    uint32_t from = a->place[unit];
    size_t at = c->at[to];
    bool first = at < c->away[from] || at >= *count || c->move[at].to != to;
    double most, change;

    if (to == from || !arrangement_takes(a, unit, to))
        return;
    most = first ? INFINITY : -c->move[at].gain;
    change = model->calls->move(model, unit, to, most);
    if (change >= most)
        return;
    if (first)
        at = c->at[to] = (*count)++;
    c->move[at] = (struct move){unit, from, to, -change};
}

/* Gather the moves of units to places of their partners and to nearby places. */
static void gather_moves(struct cycles *c)
{
    const struct search *s = c->search;
    const struct arrangement *a = s->arrangement;
    size_t count = 0;

    for (uint32_t place = 0; place < a->places; place++) {
        const uint32_t *near = search_near_of(s->near, place);

        c->away[place] = count;
        for (uint32_t i = a->first[place]; i < a->first[place + 1]; i++) {
            const uint32_t *to;
            const double *weight;
            uint32_t length = s->model->calls->pull(s->model, a->member[i], &to, &weight);

            for (uint32_t k = 0; k < length; k++)
                add_move(c, a->member[i], to[k], &count);
            for (uint32_t k = 0; k < s->near->count; k++)
                add_move(c, a->member[i], near[k], &count);
        }
    }
    c->away[a->places] = count;
}

/* Sort the indices of moves by destination. */
static void sort_moves(struct cycles *c)
{
    uint32_t places = c->search->arrangement->places;

    memset(c->into, 0, ((size_t)places + 1) * sizeof *c->into);
    for (size_t m = 0; m < c->away[places]; m++)
        c->into[c->move[m].to]++;
    for (uint32_t place = 0; place < places; place++)
        c->into[place + 1] += c->into[place];
    for (size_t m = c->away[places]; m-- > 0;)
        c->back[--c->into[c->move[m].to]] = m;
}

/* ---- cycles ------------------------------------------------------------------------------ */

/* The gain of three moves together, where each was counted alone. */
static double joint_gain(const struct model *model, const struct cycle *cycle)
{
    double gain = 0;

    for (int i = 0; i < 3; i++) {
        const struct move *move = cycle->move[i];
        const struct move *next = cycle->move[(i + 1) % 3];

        gain += move->gain - model->calls->interplay(model,
                                                     &(struct model_move){move->unit, move->to},
                                                     &(struct model_move){next->unit, next->to});
    }
    return gain;
}

/* The best cycle that starts with `first`. A cycle with a gain has a starting point from which
 * the gain stays positive after each move. */
static void try_cycles(struct cycles *c, const struct move *first, struct cycle *best)
{
    for (size_t m = c->away[first->to]; m < c->away[first->to + 1]; m++) {
        const struct move *second = &c->move[m];
        const struct move *third = c->home[second->to];
        struct cycle cycle = {{first, second, third}, first->gain + second->gain};

        if (cycle.gain <= 0 || !third || cycle.gain + third->gain <= best->gain)
            continue;
        cycle.gain = joint_gain(c->search->model, &cycle);
        if (cycle.gain > best->gain)
            *best = cycle;
    }
    c->search->model->work += c->away[first->to + 1] - c->away[first->to];
}

/* Make the moves of a cycle if they still gain something: other units may have moved since it
 * was found. */
static bool turn(struct cycles *c, const struct cycle *cycle)
{
    struct model *model = c->search->model;
    uint32_t unit[3];
    double change;

    for (int i = 0; i < 3; i++) {
        HOLDS(cycle->move[i]);
        unit[i] = cycle->move[i]->unit;
    }
    if (!arrangement_alike(c->search->arrangement, unit[0], unit[1]) ||
        !arrangement_alike(c->search->arrangement, unit[0], unit[2]))
        return false;
    change = model->calls->change(model, unit, 3, 0);
    if (-change <= search_rounding(c->search, unit, 3))
        return false;
    for (int i = 0; i < 3; i++)
        c->changed[cycle->move[i]->from] = true;
    search_rotate(c->search, unit, 3, change);
    return true;
}

/* Make the best cycle that starts at `place`, if it gains something. */
static bool try_place(struct cycles *c, uint32_t place)
{
    struct cycle best = {.gain = 0};

    for (size_t i = c->into[place]; i < c->into[place + 1]; i++) {
        const struct move *move = &c->move[c->back[i]];

        c->home[move->from] = c->changed[move->from] ? NULL : move;
    }
    for (size_t m = c->away[place]; m < c->away[place + 1]; m++) {
        if (c->move[m].gain > 0 && !c->changed[c->move[m].to])
            try_cycles(c, &c->move[m], &best);
    }
    for (size_t i = c->into[place]; i < c->into[place + 1]; i++)
        c->home[c->move[c->back[i]].from] = NULL;
    return best.gain > 0 && turn(c, &best);
}

/* ---- passes ------------------------------------------------------------------------------ */

static bool run_pass(struct cycles *c, uint64_t limit)
{
    const struct search *s = c->search;
    uint32_t places = s->arrangement->places;
    bool turned = false;

    gather_moves(c);
    sort_moves(c);
    memset(c->changed, 0, places * sizeof *c->changed);
    for (uint32_t place = 0; place < places && s->model->work < limit && !search_late(s);
         place++) {
        if (!c->changed[place])
            turned |= try_place(c, place);
    }
    return turned;
}

/* Upper limit of the number of moves: to the places of all partners and to nearby places. */
static size_t count_moves(const struct search *search)
{
    const struct arrangement *a = search->arrangement;
    size_t count = (size_t)a->places * search->near->count;

    for (uint32_t unit = 0; unit < a->units; unit++) {
        const uint32_t *partner;

        count += search->model->calls->partners(search->model, unit, &partner);
    }
    return count;
}

static int cycles_init(struct cycles *c, struct search *search)
{
    size_t places = search->arrangement->places;
    size_t moves = count_moves(search);

    *c = (struct cycles){
        .search = search,
        .away = array_raw(places + 1, sizeof *c->away),
        .move = array_raw(moves, sizeof *c->move),
        .into = array_raw(places + 1, sizeof *c->into),
        .back = array_raw(moves, sizeof *c->back),
        .at = array_new(places, sizeof *c->at),
        .home = array_new(places, sizeof *c->home),
        .changed = array_raw(places, sizeof *c->changed),
    };
    return c->away && c->move && c->into && c->back && c->at && c->home && c->changed ? 0 : -1;
}

static void cycles_free(struct cycles *c)
{
    free(c->away);
    free(c->move);
    free(c->into);
    free(c->back);
    free(c->at);
    free(c->home);
    free(c->changed);
}

int cycles_run(struct search *search, uint64_t limit, bool *turned)
{
    struct cycles c;
    int result = cycles_init(&c, search);

    *turned = false;
    while (result == 0 && search->model->work < limit && !search_late(search) &&
           run_pass(&c, limit))
        *turned = true;
    cycles_free(&c);
    return result;
}
