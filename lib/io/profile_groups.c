/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sketches are those of Charikar, Chen and Farach-Colton, "Finding frequent items in data streams",
 * ICALP 2002: a hash of each pair of ranks adds what they exchange to one of the parts, or takes it
 * away, so that the products of sketches are those of the whole vectors, on average. Groups are
 * found by farthest-first traversal (Gonzalez, "Clustering to minimize the maximum intercluster
 * distance", Theoretical Computer Science 38, 1985), in which distances count by what the phases
 * exchange.
 */
#include "io/profile_groups.h"

#include "base/memory.h"
#include "base/random.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* What a message counts beside its bytes. */
#define MESSAGE 64

/* Phases whose distance is less are alike. */
#define ALIKE 0.002

void groups_sketch(const struct topomap_graph *phase, struct phase_sketch *sketch)
{
    double part[GROUPS_SKETCH] = {0}, squares = 0;

    *sketch = (struct phase_sketch){.volume = 0};
    for (uint32_t rank = 0; rank < phase->ranks; rank++) {
        for (size_t e = phase->offset[rank]; e < phase->offset[rank + 1]; e++) {
            uint64_t hash = random_hash((uint64_t)rank << 32 | phase->target[e]);
            double volume = (double)phase->bytes[e] + MESSAGE * (double)phase->messages[e];

            part[hash % GROUPS_SKETCH] += hash >> 63 ? volume : -volume;
            sketch->volume += volume;
        }
    }
    for (size_t i = 0; i < GROUPS_SKETCH; i++)
        squares += part[i] * part[i];
    for (size_t i = 0; squares > 0 && i < GROUPS_SKETCH; i++)
        sketch->part[i] = (float)(part[i] / sqrt(squares));
}

static double distance(const struct phase_sketch *a, const struct phase_sketch *b)
{
    double product = 0;

    for (size_t i = 0; i < GROUPS_SKETCH; i++)
        product += (double)a->part[i] * (double)b->part[i];
    return 1 - product;
}

/* The phase that a group costs most to leave out: the first one has the most traffic. */
static size_t next_centre(const struct phase_sketch *sketch, const double *nearest, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++) {
        if (sketch[i].volume * nearest[i] > sketch[best].volume * nearest[best])
            best = i;
    }
    return best;
}

/* Whether a phase exchanges something that is not alike the nearest centre. */
static bool differs(const struct phase_sketch *sketch, double nearest)
{
    return sketch->volume > 0 && nearest > ALIKE;
}

static uint32_t find_groups(const struct phase_sketch *sketch, size_t count, uint32_t most,
                            double *nearest, uint32_t *group)
{
    uint32_t groups = 0;

    for (size_t i = 0; i < count; i++) {
        nearest[i] = 2;
        group[i] = 0;
    }
    while (groups < most) {
        size_t centre = next_centre(sketch, nearest, count);

        if (groups > 0 && !differs(&sketch[centre], nearest[centre]))
            break;
        for (size_t i = 0; i < count; i++) {
            double here = distance(&sketch[i], &sketch[centre]);

            if (here < nearest[i] && sketch[i].volume > 0) {
                nearest[i] = here;
                group[i] = groups;
            }
        }
        groups++;
    }
    return groups;
}

/* Number groups anew, in the order of their first phases. Returns their number: other centres may
 * be nearer to all phases of a group. */
static uint32_t order_groups(uint32_t *group, size_t count, uint32_t most, uint32_t *number)
{
    uint32_t groups = 0;

    for (uint32_t i = 0; i < most; i++)
        number[i] = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        if (number[group[i]] == UINT32_MAX)
            number[group[i]] = groups++;
        group[i] = number[group[i]];
    }
    return groups;
}

uint32_t groups_form(const struct phase_sketch *sketch, size_t count, uint32_t most,
                     uint32_t *group)
{
    double *nearest = array_raw(count, sizeof *nearest);
    uint32_t *number = array_raw(most, sizeof *number);
    uint32_t groups = 0;

    if (nearest && number) {
        find_groups(sketch, count, most, nearest, group);
        groups = order_groups(group, count, most, number);
    }
    free(nearest);
    free(number);
    return groups;
}
