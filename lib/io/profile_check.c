/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_check.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "io/profile_format.h"
#include "io/profile_row.h"

#include <stdlib.h>
#include <string.h>

/* From this many bytes of text on threads pay off. */
#define LEAST_SECTION ((size_t)1 << 20)

/* A chunk 'R' is searched for within this many bytes. */
#define NEAR (4 * PROFILE_CHUNK)

/* The sums and checks of one section. */
struct section {
    struct topomap_error error;
    int result;
    uint64_t chunks;
    size_t triples;       /* upper bound */
    uint32_t first, last; /* ranks of its first chunk 'R' and of the last one so far */
    bool ordered;         /* chunks 'R' are in the order of their ranks */
    bool fetched;         /* some traffic is listed by the rank that fetched it */
    uint32_t phase;       /* phase of the last chunk */
    struct phases phases;
    uint32_t steps;
    uint32_t recorded, unfinished;
    uint64_t outside_messages, outside_bytes;
};

struct checking {
    const struct source *source;
    uint32_t ranks;
    bool whole;
    uint8_t *done;
    unsigned sections;
    size_t cut[TRAFFIC_SECTIONS + 1];
    struct section section[TRAFFIC_SECTIONS];
};

/* ---- what chunks hold -------------------------------------------------------------------- */

static int add_phase(struct phases *phases, uint32_t phase, struct topomap_error *error)
{
    size_t at = 0, end = phases->count;

    while (at < end) {
        size_t middle = at + (end - at) / 2;

        if (phases->phase[middle] < phase)
            at = middle + 1;
        else
            end = middle;
    }
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

static int check_row(struct chunk *chunk, const struct checking *checking, struct section *section)
{
    struct profile_row row;

    if (row_begin(chunk, checking->ranks, &row) < 0)
        return -1;
    if (section->phases.count == 0) {
        section->first = row.rank;
        section->ordered = true;
    }
    if ((section->phases.count == 0 || row.phase != section->phase) &&
        add_phase(&section->phases, row.phase, chunk->error) < 0)
        return -1;
    section->ordered = section->ordered && row.rank >= section->last;
    section->last = row.rank;
    section->phase = row.phase;
    if (row.step >= section->steps)
        section->steps = row.step + 1;
    section->fetched |= row.part == PROFILE_FETCHED;
    section->triples += chunk_count_numbers(chunk) / 3;
    return checking->whole ? row_triples(chunk, &row, NULL) : 0;
}

static int check_done(struct chunk *chunk, const struct checking *checking, struct section *section)
{
    uint64_t messages, bytes;
    uint32_t rank, end;

    if (chunk_number32(chunk, checking->ranks - 1, &rank) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &end) < 0 ||
        chunk_number(chunk, UINT64_MAX, &messages) < 0 ||
        chunk_number(chunk, UINT64_MAX, &bytes) < 0)
        return -1;
    /* Sections are read in parallel, and a rank may wrongly occur in two of them. */
    if (__atomic_exchange_n(&checking->done[rank], 1, __ATOMIC_RELAXED))
        return chunk_fail(chunk, "a rank occurs twice");
    section->recorded++;
    section->unfinished += end != PROFILE_FINALIZED;
    section->outside_messages += messages;
    section->outside_bytes += bytes;
    return 0;
}

static int check_chunk(struct chunk *chunk, const struct checking *checking,
                       struct section *section)
{
    if (chunk_check(chunk) < 0)
        return -1;
    switch (chunk->tag) {
    case 'R':
        return check_row(chunk, checking, section);
    case 'D':
        return check_done(chunk, checking, section);
    default:
        return chunk_fail(chunk, "a chunk is of an unknown kind");
    }
}

/* ---- sections ---------------------------------------------------------------------------- */

static void check_section(void *argument, unsigned i)
{
    struct checking *checking = argument;
    struct section *section = &checking->section[i];
    bool last = i + 1 == checking->sections;
    struct source text = *checking->source;
    struct chunk chunk;
    int more = 0;

    /* A chunk that crosses the end of the section is cut there, and fails. */
    text.length = checking->cut[i + 1];
    chunk_first(&chunk, &text, checking->cut[i], &section->error);
    while (section->result == 0 && (more = chunk_next(&chunk)) > 0 && !(last && chunk.tag == 'E')) {
        section->result = check_chunk(&chunk, checking, section);
        section->chunks++;
    }
    if (more < 0)
        section->result = -1;
    else if (section->result == 0 && last && more == 0)
        section->result = chunk_fail(&chunk, "its end is missing");
    else if (last)
        checking->cut[i + 1] = (size_t)((const char *)chunk.begin - text.text);
}

/* Whether a chunk 'R' seems to begin at byte `at`. */
static bool is_row(const struct source *source, size_t at, uint32_t ranks, struct chunk *chunk,
                   uint32_t *rank)
{
    chunk_first(chunk, source, at, NULL);
    return chunk_next(chunk) > 0 && chunk->tag == 'R' && chunk_check(chunk) == 0 &&
           chunk_number32(chunk, ranks - 1, rank) == 0;
}

/* Search between two bytes for what looks like a chunk 'R' of a higher rank than the one before; 0
 * if there is none. Payload may look like a chunk: the section before then does not end there, and
 * the check fails over to one section. */
static size_t find_cut(const struct source *source, size_t from, size_t upto, uint32_t ranks)
{
    const char *text = source->text, *row = text + from, *near = row + NEAR;
    struct chunk chunk;
    uint32_t first = 0, rank;

    while (row && !is_row(source, (size_t)(row - text), ranks, &chunk, &first))
        row = memchr(row + 1, 'R', (size_t)(near - row - 1));
    while (row && chunk_next(&chunk) > 0) {
        size_t at = (size_t)((const char *)chunk.begin - text);

        if (at >= upto)
            return 0;
        if (chunk.tag == 'R' && chunk_number32(&chunk, ranks - 1, &rank) == 0 && rank > first)
            return at;
    }
    return 0;
}

static void cut(struct checking *checking, size_t begin, unsigned most)
{
    size_t length = checking->source->length, step = (length - begin) / most + 1;

    if (step < LEAST_SECTION)
        step = LEAST_SECTION;
    checking->cut[0] = begin;
    checking->sections = 1;
    for (size_t at = begin + step; most > 1 && at < length && length - at > NEAR; at += step) {
        size_t found = find_cut(checking->source, at, at + step, checking->ranks);

        if (found)
            checking->cut[checking->sections++] = found;
    }
    checking->cut[checking->sections] = length;
}

/* ---- all of them ------------------------------------------------------------------------- */

/* Combine the results of the sections. The ranks of each must follow those of the section
 * before. */
static int sum_up(const struct checking *checking, struct profile_contents *contents,
                  struct topomap_error *error)
{
    struct profile_traffic *traffic = &contents->traffic;
    uint32_t last = 0;
    int result = 0;

    traffic->ranks = checking->ranks;
    traffic->sections = checking->sections;
    traffic->ordered = true;
    for (unsigned i = 0; i < checking->sections; i++) {
        const struct section *section = &checking->section[i];

        traffic->first[i] = i ? section->first : 0;
        traffic->triples[i] = section->triples;
        traffic->ordered = traffic->ordered && section->ordered && !section->fetched &&
                           (i == 0 || section->first > last);
        last = section->last;
        if (section->steps > contents->steps)
            contents->steps = section->steps;
        contents->recorded += section->recorded;
        contents->unfinished += section->unfinished;
        contents->outside_messages += section->outside_messages;
        contents->outside_bytes += section->outside_bytes;
        for (size_t p = 0; result == 0 && p < section->phases.count; p++)
            result = add_phase(&contents->phases, section->phases.phase[p], error);
    }
    memcpy(traffic->cut, checking->cut, sizeof traffic->cut);
    return result;
}

/* The chunk 'E' gives the number of chunks before it, including the head. */
static int check_end(const struct checking *checking, struct topomap_error *error)
{
    struct chunk chunk;
    uint64_t chunks = 1, said;

    for (unsigned i = 0; i < checking->sections; i++)
        chunks += checking->section[i].chunks;
    chunk_first(&chunk, checking->source, checking->cut[checking->sections], error);
    if (chunk_next(&chunk) < 0 || chunk_check(&chunk) < 0 ||
        chunk_number(&chunk, UINT64_MAX, &said) < 0)
        return -1;
    if (said != chunks)
        return chunk_fail(&chunk, "chunks are missing");
    return chunk_next(&chunk) ? chunk_fail(&chunk, "something follows its end") : 0;
}

/* Check everything, in up to `most` sections. */
static int check_in(struct checking *checking, size_t begin, unsigned most,
                    struct topomap_error *error)
{
    memset(checking->section, 0, sizeof checking->section);
    memset(checking->done, 0, checking->ranks);
    cut(checking, begin, most);
    parallel_run(checking->sections, check_section, checking);
    for (unsigned i = 0; i < checking->sections; i++) {
        const struct section *section = &checking->section[i];

        if (section->result < 0)
            return error_set(error, section->error.code, "%s", section->error.text);
    }
    return check_end(checking, error);
}

static void free_sections(struct checking *checking)
{
    for (unsigned i = 0; i < checking->sections; i++)
        free(checking->section[i].phases.phase);
}

int profile_check(const struct source *source, size_t begin, uint32_t ranks, bool whole,
                  struct profile_contents *contents, struct topomap_error *error)
{
    struct checking *checking = array_new(1, sizeof *checking);
    int result;

    contents->done = array_new(ranks, 1);
    if (!checking || !contents->done) {
        free(checking);
        return error_memory(error);
    }
    checking->source = source;
    checking->ranks = ranks;
    checking->whole = whole;
    checking->done = contents->done;
    result = check_in(checking, begin, TRAFFIC_SECTIONS, error);
    if (result < 0 && checking->sections > 1) {
        /* The text or the cuts are wrong: check it in one section to find the first error. */
        free_sections(checking);
        result = check_in(checking, begin, 1, error);
    }
    if (result == 0)
        result = sum_up(checking, contents, error);
    free_sections(checking);
    free(checking);
    return result;
}
