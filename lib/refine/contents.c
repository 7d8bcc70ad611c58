/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/contents.h"

#include "base/memory.h"

#include <stdlib.h>

int refine_contents_init(struct refine_contents *contents, uint32_t nodes, uint32_t things,
                         const uint32_t *place)
{
    uint32_t *first = array_new((size_t)nodes + 1, sizeof *first);

    *contents = (struct refine_contents){
        .first = first,
        .member = array_raw(things, sizeof *contents->member),
        .slot = array_raw(things, sizeof *contents->slot),
    };
    if (!first || !contents->member || !contents->slot) {
        refine_contents_free(contents);
        return -1;
    }
    for (uint32_t thing = 0; thing < things; thing++)
        first[place[thing] + 1]++;
    for (uint32_t node = 0; node < nodes; node++)
        first[node + 1] += first[node];
    /* Filling backwards turns the ends of the ranges into their beginnings. */
    for (uint32_t thing = things; thing-- > 0;) {
        contents->slot[thing] = --first[place[thing] + 1];
        contents->member[contents->slot[thing]] = thing;
    }
    for (uint32_t node = 0; node < nodes; node++)
        first[node] = first[node + 1];
    first[nodes] = things;
    return 0;
}

void refine_contents_free(struct refine_contents *contents)
{
    free(contents->first);
    free(contents->member);
    free(contents->slot);
    *contents = (struct refine_contents){0};
}
