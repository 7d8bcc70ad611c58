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

/* What to read. What ranks awaited is an edge from each rank to the one it waited for. */
#define TRAFFIC_AWAITED 128U /* with the parts, though it is none */
#define TRAFFIC_EVERY_STEP UINT32_MAX
struct traffic_choice {
    unsigned parts; /* a set of enum topomap_part, one bit each */
    uint32_t phase; /* or TOPOMAP_EVERY_PHASE */
    uint32_t step;  /* or TRAFFIC_EVERY_STEP */
};

/* Where the chunks of each phase are, so that one phase is read without the others. */
struct traffic_index {
    struct traffic_place {
        uint32_t phase;
        size_t at; /* the byte that the chunk begins with */
    } *place;      /* [count], by phase, and in the order of the text */
    size_t count;
};

/* Call it after profile_check. The caller frees index->place, also on failure. */
int traffic_index(const struct profile_traffic *traffic, const struct source *source,
                  struct traffic_index *index, struct topomap_error *error);

/* The index of groups of phases by the index of the phases: group[count] are those of
 * phase[count], which is ascending. The caller frees groups->place, also on failure. */
int traffic_group(const struct traffic_index *index, const uint32_t *phase, size_t count,
                  const uint32_t *group, struct traffic_index *groups, struct topomap_error *error);

/* The rows of the chunks that are chosen. Call it after profile_check. With an index it looks at
 * those of a chosen phase alone; NULL: there is none. The caller frees the rows, also on
 * failure. */
int traffic_rows(const struct profile_traffic *traffic, const struct source *source,
                 const struct traffic_index *index, const struct traffic_choice *choice,
                 struct rows *rows, struct topomap_error *error);

#endif
