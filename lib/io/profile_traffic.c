/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_traffic.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "io/profile_format.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of text for which threads are worth their start. */
#define LEAST_SECTION ((size_t)1 << 20)

/* Whose traffic a chunk 'R' holds. */
struct row {
    uint32_t ranks; /* that there are */
    uint32_t rank, part, phase, other;
};

/* What is wanted. */
struct choice {
    unsigned parts; /* enum topomap_part */
    uint32_t phase;
};

/* The edges of a graph. */
struct edges {
    struct rows rows;
    uint64_t bytes, messages; /* of all, also of ranks to themselves */
};

/* What reading a section gives. */
struct section {
    struct topomap_error error;
    int result;
    bool fetched;         /* it has traffic that its senders do not write */
    size_t triples;
    struct phases phases; /* of which this was the last: */
    uint32_t phase;
    struct edges edges;
};

/* Sections that are read side by side. */
struct reading {
    const struct profile_traffic *traffic;
    const struct source *source;
    bool whole;
    struct choice choice;
    struct section section[TRAFFIC_SECTIONS];
};

/* ---- where chunks are -------------------------------------------------------------------- */

void traffic_begin(struct profile_traffic *traffic, uint32_t ranks, size_t length)
{
    *traffic = (struct profile_traffic){.ranks = ranks, .ordered = true};
    traffic->least = length / TRAFFIC_SECTIONS + 1;
    if (traffic->least < LEAST_SECTION)
        traffic->least = LEAST_SECTION;
}

static void cut(struct profile_traffic *traffic, size_t at, uint32_t rank)
{
    traffic->cut[traffic->sections] = at;
    traffic->first[traffic->sections] = traffic->sections ? rank : 0;
    traffic->sections++;
}

void traffic_meet(struct profile_traffic *traffic, const struct chunk *chunk)
{
    size_t at = (size_t)(chunk->begin - (const unsigned char *)chunk->source->text);
    struct chunk look = *chunk;
    uint32_t rank;

    /* What is wrong is told when the chunk is checked. */
    look.error = NULL;
    if (chunk_number32(&look, traffic->ranks - 1, &rank) < 0)
        rank = 0;
    if (traffic->sections == 0 ||
        (rank > traffic->last && traffic->sections < TRAFFIC_SECTIONS &&
         at - traffic->cut[traffic->sections - 1] >= traffic->least))
        cut(traffic, at, rank);
    traffic->ordered = traffic->ordered && rank >= traffic->last;
    traffic->last = rank;
}

/* ---- what chunks hold -------------------------------------------------------------------- */

static int parse_row(struct chunk *chunk, uint32_t ranks, struct row *row)
{
    uint32_t last = ranks - 1;

    row->ranks = ranks;
    row->other = 0;
    if (chunk_number32(chunk, last, &row->rank) < 0 ||
        chunk_number32(chunk, PROFILE_PARTS - 1, &row->part) < 0 ||
        chunk_number32(chunk, UINT32_MAX - 1, &row->phase) < 0)
        return -1;
    return 0;
}

static int check_sums(const struct source *source, const struct edges *edges,
                      struct topomap_error *error)
{
    if (edges->bytes <= GRAPH_MAX_BYTES && edges->messages <= GRAPH_MAX_BYTES)
        return 0;
    return error_set(error, TOPOMAP_INPUT, "%s: all %s together exceed 2^53", source->name,
                     edges->bytes > GRAPH_MAX_BYTES ? "bytes" : "messages");
}

static int add_triple(const struct chunk *chunk, const struct row *row, uint64_t bytes,
                      uint64_t messages, struct edges *edges)
{
    bool fetched = row->part == PROFILE_FETCHED;

    edges->bytes += bytes;
    edges->messages += messages;
    if (check_sums(chunk->source, edges, chunk->error) < 0)
        return -1;
    return rows_add(&edges->rows, fetched ? row->other : row->rank,
                    fetched ? row->rank : row->other, bytes, messages) < 0
               ? error_memory(chunk->error)
               : 0;
}

/* The other rank of a triple, from that of the one before. */
static uint32_t next_other(uint32_t other, uint32_t step)
{
    return other + ((step >> 1) ^ (0 - (step & 1)));
}

static int parse_triple(struct chunk *chunk, struct row *row, struct edges *edges)
{
    uint64_t bytes, messages;
    uint32_t step;

    if (chunk_number32(chunk, UINT32_MAX, &step) < 0 ||
        chunk_number(chunk, GRAPH_MAX_BYTES, &bytes) < 0 ||
        chunk_number(chunk, GRAPH_MAX_BYTES, &messages) < 0)
        return -1;
    row->other = next_other(row->other, step);
    if (row->other >= row->ranks)
        return chunk_fail(chunk, "a rank is out of range");
    return edges ? add_triple(chunk, row, bytes, messages, edges) : 0;
}

/* The triples up to the first one that takes more thought. They are most, so all that is looked at
 * stays in registers: a run is a copy, which the numbers written cannot be part of. */
static void parse_plain(struct chunk *chunk, struct row *row, struct edges *edges)
{
    struct row_run run = rows_run(&edges->rows, row->rank);
    const unsigned char *at = chunk->at, *end = chunk->end - 7;
    uint32_t other = row->other, step, bytes, messages;
    size_t count = 0;

    for (; at < end && count < run.room; count++) {
        unsigned length = chunk_three_numbers(at, &step, &bytes, &messages);
        uint32_t to = next_other(other, step);

        if (length == 0 || to >= row->ranks || to == row->rank || !(bytes | messages))
            break;
        rows_run_add(&run, count, to, bytes, messages);
        other = to;
        at += length;
    }
    edges->bytes += run.total_bytes;
    edges->messages += run.total_messages;
    rows_run_end(&edges->rows, &run, count);
    row->other = other;
    chunk->at = at;
}

/* The triples of a row; they go to `edges` unless it is NULL. */
static int parse_triples(struct chunk *chunk, struct row *row, struct edges *edges)
{
    bool plain = edges && row->part != PROFILE_FETCHED;

    while (chunk->at < chunk->end) {
        if (parse_triple(chunk, row, edges) < 0)
            return -1;
        if (plain && chunk->end - chunk->at >= 8)
            parse_plain(chunk, row, edges);
    }
    return edges ? check_sums(chunk->source, edges, chunk->error) : 0;
}

/* ---- checking ---------------------------------------------------------------------------- */

static int add_phase(struct phases *phases, uint32_t phase, struct topomap_error *error)
{
    size_t at = 0;

    while (at < phases->count && phases->phase[at] < phase)
        at++;
    if (at < phases->count && phases->phase[at] == phase)
        return 0;
    if (array_grow(&phases->phase, &phases->capacity, phases->count + 1,
                   sizeof *phases->phase) < 0)
        return error_memory(error);
    memmove(phases->phase + at + 1, phases->phase + at,
            (phases->count - at) * sizeof *phases->phase);
    phases->phase[at] = phase;
    phases->count++;
    return 0;
}

static int check_chunk(struct chunk *chunk, const struct reading *reading, struct section *section)
{
    struct row row;

    if (chunk_check(chunk) < 0 || parse_row(chunk, reading->traffic->ranks, &row) < 0)
        return -1;
    if ((section->phases.count == 0 || row.phase != section->phase) &&
        add_phase(&section->phases, row.phase, chunk->error) < 0)
        return -1;
    section->phase = row.phase;
    section->fetched |= row.part == PROFILE_FETCHED;
    section->triples += chunk_count_numbers(chunk) / 3;
    return reading->whole ? parse_triples(chunk, &row, NULL) : 0;
}

/* Go to the next chunk 'R' of a section; chunks are whole, as they were met before. */
static bool next_row(struct chunk *chunk)
{
    while (chunk_next(chunk) > 0) {
        if (chunk->tag == 'R')
            return true;
    }
    return false;
}

static struct source section_text(const struct reading *reading, unsigned i)
{
    const struct profile_traffic *traffic = reading->traffic;
    struct source text = *reading->source;

    text.length = traffic->cut[i + 1];
    return text;
}

static void check_section(void *argument, unsigned i)
{
    struct reading *reading = argument;
    struct section *section = &reading->section[i];
    struct source text = section_text(reading, i);
    struct chunk chunk;

    chunk_first(&chunk, &text, reading->traffic->cut[i], &section->error);
    while (section->result == 0 && next_row(&chunk))
        section->result = check_chunk(&chunk, reading, section);
}

/* The first failure in the order of the text. */
static int first_failure(const struct reading *reading, struct topomap_error *error)
{
    for (unsigned i = 0; i < reading->traffic->sections; i++) {
        const struct section *section = &reading->section[i];

        if (section->result < 0)
            return error_set(error, section->error.code, "%s", section->error.text);
    }
    return 0;
}

int traffic_check(struct profile_traffic *traffic, const struct source *source, size_t end,
                  bool whole, struct phases *phases, struct topomap_error *error)
{
    struct reading *reading = array_new(1, sizeof *reading);
    int result;

    if (!reading)
        return error_memory(error);
    traffic->cut[traffic->sections] = end;
    reading->traffic = traffic;
    reading->source = source;
    reading->whole = whole;
    parallel_run(traffic->sections, check_section, reading);
    result = first_failure(reading, error);
    for (unsigned i = 0; i < traffic->sections; i++) {
        struct section *section = &reading->section[i];

        traffic->triples[i] = section->triples;
        traffic->ordered = traffic->ordered && !section->fetched;
        for (size_t p = 0; result == 0 && p < section->phases.count; p++)
            result = add_phase(phases, section->phases.phase[p], error);
        free(section->phases.phase);
    }
    free(reading);
    return result;
}

/* ---- rows -------------------------------------------------------------------------------- */

static unsigned part_bit(uint32_t part)
{
    switch (part) {
    case PROFILE_P2P:
        return TOPOMAP_PART_P2P;
    case PROFILE_COLLECTIVE:
        return TOPOMAP_PART_COLLECTIVES;
    default:
        return TOPOMAP_PART_ONE_SIDED;
    }
}

/* The edges of the chunks from byte `begin` up to the end of `text` that are chosen. */
static int collect(const struct reading *reading, const struct source *text, size_t begin,
                   struct edges *edges, struct topomap_error *error)
{
    const struct choice *choice = &reading->choice;
    struct chunk chunk;
    struct row row;

    chunk_first(&chunk, text, begin, error);
    while (next_row(&chunk)) {
        if (parse_row(&chunk, reading->traffic->ranks, &row) < 0)
            return -1;
        if ((part_bit(row.part) & choice->parts) &&
            (choice->phase == TOPOMAP_EVERY_PHASE || choice->phase == row.phase) &&
            parse_triples(&chunk, &row, edges) < 0)
            return -1;
    }
    return 0;
}

static void collect_section(void *argument, unsigned i)
{
    struct reading *reading = argument;
    struct section *section = &reading->section[i];
    struct source text = section_text(reading, i);

    section->result = collect(reading, &text, reading->traffic->cut[i], &section->edges,
                              &section->error);
}

/* Sections side by side, each to its place in `edges`. */
static int collect_sections(struct reading *reading, struct edges *edges,
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
        const struct edges *some = &reading->section[i].edges;

        edges->bytes += some->bytes;
        edges->messages += some->messages;
        parts[i] = some->rows;
    }
    if (result == 0)
        result = check_sums(reading->source, edges, error);
    if (result == 0 && rows_join(&edges->rows, parts, traffic->sections) < 0)
        result = error_memory(error);
    for (unsigned i = 0; i < traffic->sections; i++)
        rows_free(&parts[i]);
    return result;
}

int traffic_rows(const struct profile_traffic *traffic, const struct source *source, unsigned parts,
                 uint32_t phase, struct rows *rows, struct topomap_error *error)
{
    struct reading *reading = array_new(1, sizeof *reading);
    struct edges edges = {.rows = *rows};
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
        reading->choice = (struct choice){parts, phase};
        result = traffic->ordered && traffic->sections > 1
                     ? collect_sections(reading, &edges, error)
                     : collect(reading, source, traffic->cut[0], &edges, error);
    }
    *rows = edges.rows;
    free(reading);
    return result;
}
