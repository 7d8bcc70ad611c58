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

/* Collect the edges of a chunk if it is chosen. */
static int collect_chunk(const struct reading *reading, struct chunk *chunk,
                         struct profile_edges *edges)
{
    const struct traffic_choice *choice = &reading->choice;
    struct profile_row row;

    if (row_begin(chunk, reading->traffic->ranks, &row) < 0)
        return -1;
    if (!(part_bit(row.part) & choice->parts) ||
        (choice->phase != TOPOMAP_EVERY_PHASE && choice->phase != row.phase) ||
        (choice->step != TRAFFIC_EVERY_STEP && choice->step != row.step))
        return 0;
    return row_triples(chunk, &row, edges);
}

/* Collect the chosen edges of the chunks from byte `begin` to the end of `text`. The chunks have
 * been checked before. */
static int collect(const struct reading *reading, const struct source *text, size_t begin,
                   struct profile_edges *edges, struct topomap_error *error)
{
    struct chunk chunk;

    chunk_first(&chunk, text, begin, error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag == 'R' && collect_chunk(reading, &chunk, edges) < 0)
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

/* Collect everything, with room for all of it from the start. */
static int collect_all(struct reading *reading, struct profile_edges *edges,
                       struct topomap_error *error)
{
    const struct profile_traffic *traffic = reading->traffic;
    size_t triples = 0;

    for (unsigned i = 0; i < traffic->sections; i++)
        triples += traffic->triples[i];
    if (rows_reserve(&edges->rows, triples) < 0 ||
        rows_reserve_ranks(&edges->rows, traffic->ranks) < 0)
        return error_memory(error);
    return traffic->ordered && traffic->sections > 1
               ? collect_sections(reading, edges, error)
               : collect(reading, reading->source, traffic->cut[0], edges, error);
}

/* ---- phases ------------------------------------------------------------------------------ */

static int by_phase(const void *one, const void *other)
{
    const struct traffic_place *a = one, *b = other;

    return a->phase != b->phase ? (a->phase > b->phase) - (a->phase < b->phase)
                                : (a->at > b->at) - (a->at < b->at);
}

int traffic_index(const struct profile_traffic *traffic, const struct source *source,
                  struct traffic_index *index, struct topomap_error *error)
{
    size_t room = 0;
    struct chunk chunk;
    struct profile_row row;

    *index = (struct traffic_index){0};
    chunk_first(&chunk, source, traffic->cut[0], error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag != 'R')
            continue;
        if (row_begin(&chunk, traffic->ranks, &row) < 0)
            return -1;
        if (array_grow(&index->place, &room, index->count + 1, sizeof *index->place) < 0)
            return error_memory(error);
        index->place[index->count++] = (struct traffic_place){
            row.phase, (size_t)(chunk.begin - (const unsigned char *)source->text)};
    }
    if (index->count > 0)
        qsort(index->place, index->count, sizeof *index->place, by_phase);
    return 0;
}

int traffic_group(const struct traffic_index *index, const uint32_t *phase, size_t count,
                  const uint32_t *group, struct traffic_index *groups, struct topomap_error *error)
{
    size_t i = 0;

    *groups = (struct traffic_index){array_raw(index->count, sizeof *groups->place), index->count};
    if (!groups->place)
        return error_memory(error);
    for (size_t k = 0; k < index->count; k++) {
        while (i + 1 < count && phase[i] != index->place[k].phase)
            i++;
        groups->place[k] = (struct traffic_place){group[i], index->place[k].at};
    }
    qsort(groups->place, groups->count, sizeof *groups->place, by_phase);
    return 0;
}

/* The first place of a phase, or of a later one. */
static size_t first_place(const struct traffic_index *index, uint32_t phase)
{
    size_t low = 0, high = index->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (index->place[middle].phase < phase)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The chunks that the index has for a phase. */
static int collect_phase(struct reading *reading, const struct traffic_index *index,
                         struct profile_edges *edges, struct topomap_error *error)
{
    uint32_t phase = reading->choice.phase;
    struct chunk chunk;

    reading->choice.phase = TOPOMAP_EVERY_PHASE;
    for (size_t i = first_place(index, phase);
         i < index->count && index->place[i].phase == phase; i++) {
        chunk_first(&chunk, reading->source, index->place[i].at, error);
        if (chunk_next(&chunk) < 0 || collect_chunk(reading, &chunk, edges) < 0)
            return -1;
    }
    return row_check_sums(reading->source, edges, error);
}

int traffic_rows(const struct profile_traffic *traffic, const struct source *source,
                 const struct traffic_index *index, const struct traffic_choice *choice,
                 struct rows *rows, struct topomap_error *error)
{
    struct reading *reading = array_new(1, sizeof *reading);
    struct profile_edges edges = {.rows = *rows};
    int result;

    if (!reading)
        return error_memory(error);
    *reading = (struct reading){.traffic = traffic, .source = source, .choice = *choice};
    result = index && choice->phase != TOPOMAP_EVERY_PHASE
                 ? collect_phase(reading, index, &edges, error)
                 : collect_all(reading, &edges, error);
    *rows = edges.rows;
    free(reading);
    return result;
}
