/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/embed.h"

/* The free place nearest to `from`, the first among equals. */
static uint32_t nearest(const struct embed *e, uint32_t from)
{
    uint32_t best = e->candidate[0];
    uint32_t least = embed_distance(e, from, best);

    for (uint32_t i = 1; i < e->candidates && least > 0; i++) {
        uint32_t hops = embed_distance(e, from, e->candidate[i]);

        if (hops < least) {
            least = hops;
            best = e->candidate[i];
        }
    }
    return best;
}

/* Follow the heaviest edge that leads away from the placed ranks; fill the current node, then move
 * to the free one nearest to it. */
static int map_greedy(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    struct embed embed;
    uint32_t place = 0;

    if (embed_init(&embed, job, EMBED_RANKS, error) < 0)
        return -1;
    embed.strongest = true;
    while (embed.waiting) {
        uint32_t rank = embed_next(&embed);

        if (embed.room[place] == 0) {
            embed_look_near(&embed, rank, place);
            place = nearest(&embed, place);
        }
        embed_put(&embed, rank, place);
    }
    embed_write(&embed, out->placement);
    embed_free(&embed);
    return 0;
}

const struct map_algorithm algorithm_greedy = {
    .about = {
        .name = "greedy",
        .summary = "the rank at the end of the heaviest edge that leaves the placed ones comes "
                   "next, on this node or the nearest free one",
        .source = SOURCE_HOEFLER ", Algorithm 1; also in " SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "O(e log n + m^2), beyond 4096 nodes O(e log n + m log m)",
    },
    .map = map_greedy,
};
