/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/winding.h"

#include <math.h>
#include <string.h>

#define MAX_VISITS 20000

struct search {
    const struct winding_task *task;
    struct winding now;
    struct winding *best;
    uint32_t left[NETWORK_MAX_DIMS]; /* [side]: length not yet given to axes */
    uint32_t tasks;                  /* of a node, not yet used by blocks */
    uint32_t visits;
    bool shared; /* axes may share sides */
};

/* ---- what a winding costs ---------------------------------------------------------------- */

static uint32_t hops(const struct winding_side *side, uint32_t a, uint32_t b)
{
    uint32_t gap = a < b ? b - a : a - b;

    if (side->wrap == NETWORK_CROSSBAR)
        gap = gap > 0;
    else if (side->wrap == NETWORK_WRAP && side->length - gap < gap)
        gap = side->length - gap;
    return gap * side->weight;
}

/* The position of part `a` of an axis, with `inner` inside it and `size` the size of the inside.
 * Every other part is reversed. */
static uint32_t nested(uint32_t a, uint32_t inner, uint32_t size)
{
    return a * size + (a % 2 ? size - 1 - inner : inner);
}

/* Mean hops from part a to part b of an axis. */
static double mean_hops(const struct winding_side *side, uint32_t size, uint32_t a, uint32_t b)
{
    double sum = 0;

    for (uint32_t inner = 0; inner < size; inner++)
        sum += hops(side, nested(a, inner, size), nested(b, inner, size));
    return sum / size;
}

/* The size of the axes nested inside an axis on a side. */
static uint32_t inside(const struct search *x, uint32_t axis, uint32_t side)
{
    uint32_t size = 1;

    for (uint32_t i = 0; x->now.nests[side][i] != axis; i++)
        size *= x->now.part[x->now.nests[side][i]][side];
    return size;
}

/* Order the sides of an axis. Sides with cheap steps are the fastest; among equals, even ones
 * are the slowest, as these close rings. */
static void wind(struct search *x, uint32_t axis, double *step)
{
    uint32_t *winds = x->now.winds[axis];
    const uint32_t *part = x->now.part[axis];

    for (uint32_t j = 0; j < x->task->sides; j++) {
        uint32_t i = j;

        step[j] = part[j] > 1
                      ? mean_hops(&x->task->side[j], inside(x, axis, j), 0, 1) : 0;
        for (; i > 0 && (step[winds[i - 1]] > step[j] ||
                         (!(step[winds[i - 1]] < step[j]) && part[winds[i - 1]] % 2 == 0 &&
                          part[j] % 2));
             i--)
            winds[i] = winds[i - 1];
        winds[i] = j;
    }
}

/* Mean hops of a step from one block to the next along an axis. */
static double axis_cost(struct search *x, uint32_t axis)
{
    uint32_t blocks = x->task->grid.axis[axis].length / x->now.block[axis];
    const uint32_t *part = x->now.part[axis];
    double step[NETWORK_MAX_DIMS], sum = 0;
    uint32_t slower = blocks;

    wind(x, axis, step);
    for (uint32_t i = 0; i < x->task->sides; i++) {
        uint32_t j = x->now.winds[axis][i], end = part[j] - 1;

        slower /= part[j];
        sum += step[j] * end * slower;
        /* A ring returns from its last block. If the slower sides have an even number of places,
         * the last block is at the start of this side. */
        if (x->task->grid.axis[axis].ring && slower % 2 && end)
            sum += mean_hops(&x->task->side[j], inside(x, axis, j), end, 0);
    }
    return sum / (blocks - !x->task->grid.axis[axis].ring);
}

/* The part of the steps along an axis that lead to another block. */
static double crossing(const struct ideal_axis *axis, uint32_t block)
{
    uint32_t blocks = axis->length / block;

    if (blocks == 1)
        return 0;
    return axis->ring ? (double)blocks / axis->length : (blocks - 1.0) / (axis->length - 1.0);
}

static double total_cost(struct search *x)
{
    double sum = 0;

    for (uint32_t d = 0; d < x->task->grid.axes; d++) {
        const struct ideal_axis *axis = &x->task->grid.axis[d];

        if (axis->length > x->now.block[d])
            sum += axis->weight * crossing(axis, x->now.block[d]) * axis_cost(x, d);
    }
    return sum;
}

/* Whether several axes share a side. */
static bool is_shared(const struct search *x, uint32_t side)
{
    uint32_t axes = 0;

    for (uint32_t d = 0; d < x->task->grid.axes; d++)
        axes += x->now.part[d][side] > 1;
    return axes > 1;
}

/* Try both orders of the axes on each shared side. */
static void evaluate(struct search *x)
{
    uint32_t axes = x->task->grid.axes, shared[NETWORK_MAX_DIMS], count = 0;

    for (uint32_t j = 0; j < x->task->sides; j++) {
        if (is_shared(x, j))
            shared[count++] = j;
        /* An axis inside nodes takes no step, so that nothing else orders its sides. */
        for (uint32_t i = 0; i < axes; i++) {
            x->now.nests[j][i] = i;
            x->now.winds[i][j] = j;
        }
    }
    x->visits += UINT32_C(1) << count;
    for (uint32_t order = 0; order < UINT32_C(1) << count; order++) {
        double cost;

        for (uint32_t k = 0; k < count; k++) {
            for (uint32_t i = 0; i < axes; i++)
                x->now.nests[shared[k]][i] = order >> k & 1 ? axes - 1 - i : i;
        }
        cost = total_cost(x);
        if (cost < x->best->cost) {
            *x->best = x->now;
            x->best->cost = cost;
        }
    }
}

/* ---- search ------------------------------------------------------------------------------ */

static void choose_block(struct search *x, uint32_t axis);

/* Spread the `blocks` blocks along an axis over the sides from `side` on. */
static void choose_parts(struct search *x, uint32_t axis, uint32_t side, uint32_t blocks)
{
    uint32_t most = side < x->task->sides ? x->left[side] : 0;

    if (x->visits++ >= MAX_VISITS)
        return;
    if (side == x->task->sides) {
        if (blocks == 1)
            choose_block(x, axis + 1);
        return;
    }
    for (uint32_t part = most < blocks ? most : blocks; part > 0; part--) {
        if (blocks % part || most % part ||
            (!x->shared && part > 1 && part != x->task->side[side].length))
            continue;
        x->now.part[axis][side] = part;
        x->left[side] /= part;
        choose_parts(x, axis, side + 1, blocks / part);
        x->left[side] = most;
    }
}

/* Choose the length of blocks along this axis and all further ones. */
static void choose_block(struct search *x, uint32_t axis)
{
    const struct ideal_axis *a = &x->task->grid.axis[axis];
    uint32_t tasks = x->tasks;
    double cut = x->now.cut;

    if (axis == x->task->grid.axes) {
        evaluate(x);
        return;
    }
    for (uint32_t block = a->length < tasks ? a->length : tasks; block > 0; block--) {
        if (a->length % block || tasks % block ||
            (axis + 1 == x->task->grid.axes && block != tasks))
            continue;
        x->now.cut = cut + a->weight * crossing(a, block);
        x->now.block[axis] = block;
        x->tasks = tasks / block;
        /* Every step between nodes costs at least one hop. */
        if (x->now.cut < x->best->cost)
            choose_parts(x, axis, 0, a->length / block);
    }
    x->tasks = tasks;
    x->now.cut = cut;
}

bool winding_find(const struct winding_task *task, struct winding *best)
{
    struct search x = {.task = task, .best = best, .tasks = task->tasks};

    best->cost = INFINITY;
    for (uint32_t j = 0; j < task->sides; j++)
        x.left[j] = task->side[j].length;
    choose_block(&x, 0);
    x.visits = 0;
    x.shared = true;
    choose_block(&x, 0);
    return best->cost < INFINITY;
}

void winding_place(const struct winding_task *task, const struct winding *winding,
                   const uint32_t *at, uint32_t *place)
{
    uint32_t part[TOPOMAP_MAX_DIMS][NETWORK_MAX_DIMS];

    for (uint32_t d = 0; d < task->grid.axes; d++) {
        uint32_t block = at[d] / winding->block[d];

        for (uint32_t i = 0; i < task->sides; i++) {
            uint32_t j = winding->winds[d][i], length = winding->part[d][j];

            part[d][j] = block % length;
            block /= length;
            if (block % 2)
                part[d][j] = length - 1 - part[d][j];
        }
    }
    for (uint32_t j = 0; j < task->sides; j++) {
        uint32_t size = 1;

        place[j] = 0;
        for (uint32_t i = 0; i < task->grid.axes; i++) {
            uint32_t d = winding->nests[j][i];

            place[j] = nested(part[d][j], place[j], size);
            size *= winding->part[d][j];
        }
    }
}
