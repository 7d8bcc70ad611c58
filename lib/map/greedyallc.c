/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/embed.h"

/* Start with the vertex of most traffic on the most central node. Then place the vertex with
 * most traffic to placed ones, where this traffic has the fewest hop-bytes. */
static int map_greedyallc(const struct map_job *job, struct map_result *out,
                          struct topomap_error *error)
{
    struct embed embed;
    uint32_t last;

    if (embed_init(&embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    last = embed_centre(&embed, embed_next(&embed));
    embed_put(&embed, embed_next(&embed), last);
    while (embed.waiting) {
        uint32_t vertex = embed_next(&embed);

        embed_look(&embed, vertex, last);
        last = embed_cheapest(&embed);
        embed_put(&embed, vertex, last);
    }
    embed_write(&embed, out->placement);
    embed_free(&embed);
    return 0;
}

const struct map_algorithm algorithm_greedyallc = {
    .about = {
        .name = "greedyallc",
        .summary = "the group of ranks with most traffic to all placed ones comes next, where this "
                   "traffic travels least",
        .source = "Glantz, Meyerhenke, Noe: Algorithms for mapping parallel processes onto grid "
                  "and torus architectures, PDP 2015; as in " SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "O(e log m + m e), beyond 4096 nodes O(m d log m) with d neighbours a group",
    },
    .map = map_greedyallc,
};
