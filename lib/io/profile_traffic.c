/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_traffic.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "io/profile_format.h"
#include "io/profile_row.h"

#include <stdlib.h>

struct section {
    struct topomap_error error;
    int result;
    struct profile_edges edges;
};

/* Sections that are read in parallel. */
struct reading {
    const struct profile_traffic *traffic;
    const struct source *source;
    struct traffic_choice choice;
    struct section section[TRAFFIC_SECTIONS];
};

static unsigned part_bit(uint32_t part)
{
    switch (part) {
    case PROFILE_P2P:
        return TOPOMAP_PART_P2P;
    case PROFILE_COLLECTIVE:
        return TOPOMAP_PART_COLLECTIVES;
    case PROFILE_AWAITED:
        return TRAFFIC_AWAITED;
    default:
        return TOPOMAP_PART_ONE_SIDED;
    }
}

/* Collect the chosen edges of the chunks from byte `begin` to the end of `text`. The chunks have
 * been checked before. */
static int collect(const struct reading *reading, const struct source *text, size_t begin,
                   struct profile_edges *edges, struct topomap_error *error)
{
    const struct traffic_choice *choice = &reading->choice;
    struct chunk chunk;
    struct profile_row row;

    chunk_first(&chunk, text, begin, error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag != 'R')
            continue;
        if (row_begin(&chunk, reading->traffic->ranks, &row) < 0)
            return -1;
        if ((part_bit(row.part) & choice->parts) &&
            (choice->phase == TOPOMAP_EVERY_PHASE || choice->phase == row.phase) &&
            (choice->step == TRAFFIC_EVERY_STEP || choice->step == row.step) &&
            row_triples(&chunk, &row, edges) < 0)
            return -1;
    }
    return 0;
}

static void collect_section(void *argument, unsigned i)
{
    struct reading *reading = argument;
    struct section *section = &reading->section[i];
    struct source text = *reading->source;

    text.length = reading->traffic->cut[i + 1];
    section->result = collect(reading, &text, reading->traffic->cut[i], &section->edges,
                              &section->error);
}

/* The first failure, in the order of the text. */
static int first_failure(const struct reading *reading, struct topomap_error *error)
{
    for (unsigned i = 0; i < reading->traffic->sections; i++) {
        const struct section *section = &reading->section[i];

        if (section->result < 0)
            return error_set(error, section->error.code, "%s", section->error.text);
    }
    return 0;
}

/* Collect sections in parallel, each into its part of `edges`. */
static int collect_sections(struct reading *reading, struct profile_edges *edges,
                            struct topomap_error *error)
{
    const struct profile_traffic *traffic = reading->traffic;
    struct rows parts[TRAFFIC_SECTIONS];
    size_t at = 0;
    int result;

    for (unsigned i = 0; i < traffic->sections; i++) {
        rows_part(&reading->section[i].edges.rows, &edges->rows, traffic->first[i], at,
                  traffic->triples[i]);
        at += traffic->triples[i];
    }
    parallel_run(traffic->sections, collect_section, reading);
    result = first_failure(reading, error);
    for (unsigned i = 0; i < traffic->sections; i++) {
        const struct profile_edges *some = &reading->section[i].edges;

        edges->bytes += some->bytes;
        edges->messages += some->messages;
        parts[i] = some->rows;
    }
    if (result == 0)
        result = row_check_sums(reading->source, edges, error);
    if (result == 0 && rows_join(&edges->rows, parts, traffic->sections) < 0)
        result = error_memory(error);
    for (unsigned i = 0; i < traffic->sections; i++)
        rows_free(&parts[i]);
    return result;
}

int traffic_rows(const struct profile_traffic *traffic, const struct source *source,
                 const struct traffic_choice *choice, struct rows *rows,
                 struct topomap_error *error)
{
    struct reading *reading = array_new(1, sizeof *reading);
    struct profile_edges edges = {.rows = *rows};
    size_t triples = 0;
    int result;

    for (unsigned i = 0; i < traffic->sections; i++)
        triples += traffic->triples[i];
    if (!reading || rows_reserve(&edges.rows, triples) < 0 ||
        rows_reserve_ranks(&edges.rows, traffic->ranks) < 0) {
        result = error_memory(error);
    } else {
        reading->traffic = traffic;
        reading->source = source;
        reading->choice = *choice;
        result = traffic->ordered && traffic->sections > 1
                     ? collect_sections(reading, &edges, error)
                     : collect(reading, source, traffic->cut[0], &edges, error);
    }
    *rows = edges.rows;
    free(reading);
    return result;
}
