/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/position.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586

/* ---- coordinates ------------------------------------------------------------------------- */

/* The number of the place of a node's coordinates; `place` numbers distinct places. */
static uint64_t place_at(const struct topomap_network *network, uint32_t node, double at[3])
{
    double step[3] = {1, 1, 1};
    int32_t coordinate[NETWORK_MAX_DIMS];
    uint64_t place = 0;

    network->ops->coordinates(network, node, coordinate);
    memset(at, 0, 3 * sizeof *at);
    for (uint32_t d = 0; d < network->dims; d++) {
        at[d % 3] += coordinate[d] * step[d % 3];
        step[d % 3] = step[d % 3] * network->dim[d] + 1;
        place = place * network->dim[d] + (uint32_t)coordinate[d];
    }
    return place;
}

struct placed {
    uint64_t place;
    uint32_t node;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static int by_coordinates(const struct topomap_network *network, double (*at)[3])
{
    struct placed *placed = array_raw(network->nodes, sizeof *placed);
    uint32_t end;

    if (!placed)
        return -1;
    for (uint32_t i = 0; i < network->nodes; i++)
        placed[i] = (struct placed){place_at(network, i, at[i]), i};
    qsort(placed, network->nodes, sizeof *placed, by_place);
    for (uint32_t i = 0; i < network->nodes; i = end) {
        for (end = i; end < network->nodes && placed[end].place == placed[i].place; end++)
            ;
        for (uint32_t k = i; k < end; k++)
            at[placed[k].node][0] += (double)(k - i) / (end - i);
    }
    free(placed);
    return 0;
}

/* ---- trees ------------------------------------------------------------------------------- */

/* Number the switches depth first: number[switch]. `next` and `child` [switches] are scratch. */
static void number_switches(const struct network_tree *tree, uint32_t *number, uint32_t *child,
                            uint32_t *next)
{
    uint32_t count = 0, s = tree->root;

    memset(child, 0xff, tree->switches * sizeof *child);
    for (uint32_t i = tree->switches; i-- > 0;) {
        if (tree->parent[i] == NETWORK_NONE)
            continue;
        next[i] = child[tree->parent[i]];
        child[tree->parent[i]] = i;
    }
    next[tree->root] = NETWORK_NONE;
    while (s != NETWORK_NONE) {
        number[s] = count++;
        if (child[s] != NETWORK_NONE) {
            s = child[s];
            continue;
        }
        while (s != NETWORK_NONE && next[s] == NETWORK_NONE)
            s = tree->parent[s];
        s = s == NETWORK_NONE ? s : next[s];
    }
}

static int by_leaves(const struct topomap_network *network, double (*at)[3])
{
    uint32_t switches = network->tree->switches;
    uint32_t *number = array_raw((size_t)switches * 3, sizeof *number);
    struct placed *placed = array_raw(network->nodes, sizeof *placed);
    double x = 0;

    if (number && placed) {
        number_switches(network->tree, number, number + switches, number + 2 * (size_t)switches);
        for (uint32_t i = 0; i < network->nodes; i++)
            placed[i] = (struct placed){number[network->tree->leaf[i]], i};
        qsort(placed, network->nodes, sizeof *placed, by_place);
        for (uint32_t i = 0; i < network->nodes; i++) {
            if (i)
                x += network->ops->distance(network, placed[i - 1].node, placed[i].node) / 2.0;
            memcpy(at[placed[i].node], (double[3]){x, 0, 0}, sizeof *at);
        }
    }
    free(number);
    free(placed);
    return number && placed ? 0 : -1;
}

/* ---- others ------------------------------------------------------------------------------ */

/* Round to six digits after the point, so that results are the same on every machine; never -0. */
static double rounded(double x)
{
    return round(x * 1e6) / 1e6 + 0.0;
}

static int in_a_ring(const struct topomap_network *network, double (*at)[3])
{
    double radius = network->nodes / TURN;

    for (uint32_t i = 0; i < network->nodes; i++) {
        double angle = TURN * i / network->nodes;

        at[i][0] = rounded(radius * cos(angle));
        at[i][1] = rounded(radius * sin(angle));
        at[i][2] = 0;
    }
    return 0;
}

int network_positions(const struct topomap_network *network, double (*at)[3])
{
    if (network->dims)
        return by_coordinates(network, at);
    return network->tree ? by_leaves(network, at) : in_a_ring(network, at);
}
