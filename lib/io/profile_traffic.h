/* SPDX-License-Identifier: BSD-3-Clause */
/* The traffic in a profile: its chunks 'R', which are most of it. They are read in sections, in
 * parallel, each of which has the chunks of some ranks; see io/profile_format.h. */
#ifndef IO_PROFILE_TRAFFIC_H
#define IO_PROFILE_TRAFFIC_H

#include "graph/rows.h"
#include "input/source.h"

#define TRAFFIC_SECTIONS 16

/* The sections of a profile, as profile_check finds them. */
struct profile_traffic {
    uint32_t ranks;
    unsigned sections;
    size_t cut[TRAFFIC_SECTIONS + 1]; /* section i is bytes cut[i] to cut[i + 1] - 1 */
    uint32_t first[TRAFFIC_SECTIONS]; /* first rank of each section */
    size_t triples[TRAFFIC_SECTIONS]; /* of each section, upper bounds */
    bool ordered;                     /* chunks are in the order of the senders' ranks */
};

/* The rows of the chunks of these parts (a set of enum topomap_part) and of this phase, or of
 * TOPOMAP_EVERY_PHASE. Call it after profile_check. The caller frees the rows, also on failure. */
int traffic_rows(const struct profile_traffic *traffic, const struct source *source, unsigned parts,
                 uint32_t phase, struct rows *rows, struct topomap_error *error);

#endif
