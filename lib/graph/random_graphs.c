/* SPDX-License-Identifier: BSD-3-Clause */
/* Random graphs without coordinates; geometric.c has those of points in a square. */
#include "base/memory.h"
#include "base/random.h"
#include "graph/generate.h"

#include <stdlib.h>

static int join(struct edge_array *edges, uint32_t a, uint32_t b, uint64_t bytes)
{
    return edge_array_add(edges, (struct topomap_edge){a, b, bytes, 1}) < 0
               ? -1
               : edge_array_add(edges, (struct topomap_edge){b, a, bytes, 1});
}

int random_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed)
{
    struct random random;

    random_seed(&random, seed);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        for (uint32_t i = 0; i < half; i++) {
            uint32_t other = random_below(&random, ranks - 1);

            if (join(edges, rank, other + (other >= rank), 1) < 0)
                return -1;
        }
    }
    return 0;
}

/* ---- power law --------------------------------------------------------------------------- */

struct attachment {
    struct random random;
    uint32_t *drawn; /* [ranks]: the last rank that drew each one, plus one */
};

/* Join `rank` to `half` others. Each edge is stored twice in `edges`, once from each end: drawing
 * an edge and taking its source draws a rank with a probability in proportion to its degree. */
static int attach(struct attachment *attachment, struct edge_array *edges, uint32_t rank,
                  uint32_t half)
{
    size_t before = edges->count;

    for (uint32_t i = 0; i < half; i++) {
        uint32_t other;

        do {
            other = edges->edge[random_below(&attachment->random, (uint32_t)before)].src;
        } while (attachment->drawn[other] == rank + 1);
        attachment->drawn[other] = rank + 1;
        if (join(edges, rank, other, GENERATED_BYTES) < 0)
            return -1;
    }
    return 0;
}

int power_law_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed)
{
    struct attachment attachment = {.drawn = array_new(ranks, sizeof *attachment.drawn)};
    uint32_t rank = 0;
    int result = attachment.drawn ? 0 : -1;

    random_seed(&attachment.random, seed);
    for (; result == 0 && rank < ranks && rank <= half; rank++) {
        for (uint32_t other = 0; result == 0 && other < rank; other++)
            result = join(edges, rank, other, GENERATED_BYTES);
    }
    for (; result == 0 && rank < ranks; rank++)
        result = attach(&attachment, edges, rank, half);
    free(attachment.drawn);
    return result;
}
