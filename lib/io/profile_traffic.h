/* SPDX-License-Identifier: BSD-3-Clause */
/* The traffic in a profile: its chunks 'R', which are most of it. They are read in sections, side
 * by side, each with the chunks of some ranks; see io/profile_format.h. */
#ifndef IO_PROFILE_TRAFFIC_H
#define IO_PROFILE_TRAFFIC_H

#include "graph/rows.h"
#include "input/source.h"

#define TRAFFIC_SECTIONS 16

/* Where the traffic is, as profile_check finds it. */
struct profile_traffic {
    uint32_t ranks;
    unsigned sections;
    size_t cut[TRAFFIC_SECTIONS + 1]; /* section i is the bytes from cut[i] up to cut[i + 1] */
    uint32_t first[TRAFFIC_SECTIONS]; /* the first rank in it */
    size_t triples[TRAFFIC_SECTIONS]; /* in it, at most */
    bool ordered;                     /* rows come in the order of the senders' ranks */
};

/* The rows of the chunks of these parts (enum topomap_part) and of this phase, or of
 * TOPOMAP_EVERY_PHASE, after profile_check. On failure too the caller frees them. */
int traffic_rows(const struct profile_traffic *traffic, const struct source *source, unsigned parts,
                 uint32_t phase, struct rows *rows, struct topomap_error *error);

#endif
