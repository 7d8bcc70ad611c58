/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/exchange.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PASSES 8

struct exchange {
    const struct partition_graph *graph;
    uint32_t count;
    uint32_t *part;
    double *between;     /* [count][count]: weight of each pair */
    double *gain;        /* [count]: weight to the other part less weight to the own one */
    bool *locked;        /* [count] */
    uint32_t (*swap)[2]; /* [count]: the exchanges of this pass, in order */
};

static double pair_weight(const struct exchange *x, uint32_t a, uint32_t b)
{
    return x->between[(size_t)a * x->count + b];
}

static void fill_between(struct exchange *x)
{
    const struct partition_graph *g = x->graph;

    for (uint32_t v = 0; v < x->count; v++) {
        for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            x->between[(size_t)v * x->count + g->target[e]] = g->weight[e];
    }
}

/* The vertex that talks least: in a mesh, a corner. */
static uint32_t rim_vertex(const struct exchange *x)
{
    double least = 0;
    uint32_t best = 0;

    for (uint32_t v = 0; v < x->count; v++) {
        double sum = 0;

        for (size_t e = x->graph->offset[v]; e < x->graph->offset[v + 1]; e++)
            sum += x->graph->weight[e];
        if (v == 0 || sum < least) {
            least = sum;
            best = v;
        }
    }
    return best;
}

/* Grow part 0 by the vertex whose taking cuts least; `gain` serves as that measure. */
static void grow(struct exchange *x, uint32_t first)
{
    uint32_t next = rim_vertex(x);

    for (uint32_t v = 0; v < x->count; v++) {
        x->part[v] = 1;
        x->gain[v] = 0;
        for (size_t e = x->graph->offset[v]; e < x->graph->offset[v + 1]; e++)
            x->gain[v] -= x->graph->weight[e];
    }
    for (uint32_t taken = 0; taken < first; taken++) {
        if (taken) {
            next = x->count;
            for (uint32_t v = 0; v < x->count; v++) {
                if (x->part[v] && (next == x->count || x->gain[v] > x->gain[next]))
                    next = v;
            }
        }
        x->part[next] = 0;
        for (uint32_t v = 0; v < x->count; v++)
            x->gain[v] += 2 * pair_weight(x, next, v);
    }
}

static void take_gains(struct exchange *x)
{
    for (uint32_t v = 0; v < x->count; v++) {
        x->gain[v] = 0;
        x->locked[v] = false;
        for (uint32_t u = 0; u < x->count; u++)
            x->gain[v] += x->part[u] == x->part[v] ? -pair_weight(x, v, u) : pair_weight(x, v, u);
    }
}

/* The best pair of unlocked vertices of different parts. */
static double best_swap(const struct exchange *x, uint32_t pair[2])
{
    double best = 0;
    bool found = false;

    for (uint32_t a = 0; a < x->count; a++) {
        if (x->locked[a] || x->part[a])
            continue;
        for (uint32_t b = 0; b < x->count; b++) {
            double gain = x->gain[a] + x->gain[b] - 2 * pair_weight(x, a, b);

            if (x->locked[b] || !x->part[b] || (found && gain <= best))
                continue;
            found = true;
            best = gain;
            pair[0] = a;
            pair[1] = b;
        }
    }
    return best;
}

static void update_gains(struct exchange *x, const uint32_t pair[2])
{
    for (uint32_t v = 0; v < x->count; v++) {
        double change = 2 * (pair_weight(x, v, pair[0]) - pair_weight(x, v, pair[1]));

        x->gain[v] += x->part[v] ? -change : change;
    }
    for (uint32_t side = 0; side < 2; side++)
        x->locked[pair[side]] = true;
}

static void swap_pair(struct exchange *x, const uint32_t pair[2])
{
    uint32_t held = x->part[pair[0]];

    x->part[pair[0]] = x->part[pair[1]];
    x->part[pair[1]] = held;
}

/* One pass of tentative exchanges, of which the best beginning is kept. False: none pays. */
static bool pass(struct exchange *x, uint32_t smaller)
{
    double total = 0;
    double best = 0;
    uint32_t keep = 0;
    uint32_t made = 0;

    take_gains(x);
    /* Beyond a few fruitless exchanges in a row hardly any pass recovers. */
    while (made < smaller && made < keep + 12) {
        total += best_swap(x, x->swap[made]);
        update_gains(x, x->swap[made]);
        swap_pair(x, x->swap[made++]);
        if (total > best) {
            best = total;
            keep = made;
        }
    }
    while (made > keep)
        swap_pair(x, x->swap[--made]);
    return keep > 0;
}

int partition_exchange(const struct partition_graph *graph, uint32_t first, uint32_t *part,
                       struct topomap_error *error)
{
    uint32_t count = graph->vertices;
    struct exchange x = {
        .graph = graph,
        .count = count,
        .part = part,
        .between = array_new((size_t)count * count, sizeof *x.between),
        .gain = array_raw(count, sizeof *x.gain),
        .locked = array_raw(count, sizeof *x.locked),
        .swap = array_raw(count, sizeof *x.swap),
    };
    bool failed = !x.between || !x.gain || !x.locked || !x.swap;

    if (!failed) {
        fill_between(&x);
        grow(&x, first);
        for (uint32_t i = 0; i < MAX_PASSES; i++) {
            if (!pass(&x, first < count - first ? first : count - first))
                break;
        }
    }
    free(x.between);
    free(x.gain);
    free(x.locked);
    free(x.swap);
    return failed ? error_memory(error) : 0;
}
