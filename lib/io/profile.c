/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading profiles; see io/profile_format.h. */
#include "io/profile.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/graph.h"
#include "io/profile_format.h"
#include "io/profile_live.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC_LENGTH (sizeof PROFILE_MAGIC - 1)
#define CHUNK_FRAME 9 /* tag, length and checksum */

struct topomap_profile {
    struct source source; /* the text is the profile's */
    char *name;
    struct topomap_profile_info info;
    uint64_t run;
    uint64_t triples;
    uint32_t *phases;     /* ascending */
    size_t phase_count, phase_capacity;
    uint8_t *done;        /* [ranks]: 1 for those that 'D' names */
};

/* A chunk, and where its payload is read. */
struct chunk {
    const struct topomap_profile *profile;
    struct topomap_error *error;
    const unsigned char *begin; /* the tag */
    const unsigned char *at, *end;
    unsigned char tag;
};

static int fail(const struct chunk *chunk, const char *what)
{
    const struct source *source = &chunk->profile->source;

    return error_set(chunk->error, TOPOMAP_INPUT, "%s: the profile is damaged at byte %zu: %s",
                     source->name, (size_t)(chunk->begin - (const unsigned char *)source->text),
                     what);
}

static uint32_t load32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- chunks ------------------------------------------------------------------------------ */

static void first_chunk(const struct topomap_profile *profile, struct chunk *chunk,
                        struct topomap_error *error)
{
    *chunk = (struct chunk){.profile = profile, .error = error};
    chunk->begin = chunk->at = chunk->end =
        (const unsigned char *)profile->source.text + MAGIC_LENGTH - 4;
}

/* Go to the next chunk: 1, 0 when the text ends, or -1 if no whole chunk follows. */
static int next_chunk(struct chunk *chunk)
{
    const struct source *source = &chunk->profile->source;
    const unsigned char *stop = (const unsigned char *)source->text + source->length;
    size_t left, length;

    chunk->begin = chunk->end + 4;
    left = (size_t)(stop - chunk->begin);
    if (left == 0)
        return 0;
    if (left < CHUNK_FRAME)
        return fail(chunk, "it ends in the middle of a chunk");
    length = load32(chunk->begin + 1);
    if (length > PROFILE_CHUNK)
        return fail(chunk, "a chunk is too long");
    if (length > left - CHUNK_FRAME)
        return fail(chunk, "it ends in the middle of a chunk");
    chunk->tag = *chunk->begin;
    chunk->at = chunk->begin + CHUNK_FRAME - 4;
    chunk->end = chunk->at + length;
    return 1;
}

static int check_sum(const struct chunk *chunk)
{
    if (profile_crc(0, chunk->begin, (size_t)(chunk->end - chunk->begin)) != load32(chunk->end))
        return fail(chunk, "its checksum is wrong");
    return 0;
}

static int number(struct chunk *chunk, uint64_t limit, uint64_t *value)
{
    unsigned shift = 0;

    *value = 0;
    while (chunk->at < chunk->end && shift < 64) {
        unsigned char byte = *chunk->at++;

        if (shift == 63 && byte > 1)
            break;
        *value |= (uint64_t)(byte & 127) << shift;
        shift += 7;
        if (byte < 128)
            return *value <= limit ? 0 : fail(chunk, "a number is too large");
    }
    return fail(chunk, "a number is malformed");
}

static int number32(struct chunk *chunk, uint32_t limit, uint32_t *value)
{
    uint64_t wide = 0;

    if (number(chunk, limit, &wide) < 0)
        return -1;
    *value = (uint32_t)wide;
    return 0;
}

/* A text of printing characters, which is the caller's. */
static char *words(struct chunk *chunk)
{
    uint64_t length;
    char *copy;

    if (number(chunk, PROFILE_TEXT, &length) < 0)
        return NULL;
    if (length > (size_t)(chunk->end - chunk->at)) {
        fail(chunk, "a text is cut");
        return NULL;
    }
    copy = strndup((const char *)chunk->at, (size_t)length);
    if (!copy) {
        error_memory(chunk->error);
        return NULL;
    }
    for (char *c = copy; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    }
    chunk->at += length;
    return copy;
}

/* ---- what chunks hold -------------------------------------------------------------------- */

static int parse_head(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_profile_info *info = &profile->info;
    uint32_t slice;

    if (chunk->tag != 'H')
        return fail(chunk, "it does not begin with its head");
    if (number32(chunk, TOPOMAP_MAX_RANKS, &info->ranks) < 0 ||
        number(chunk, UINT64_MAX, &profile->run) < 0 ||
        number32(chunk, UINT32_MAX, &info->sampling) < 0 ||
        number32(chunk, UINT32_MAX, &slice) < 0)
        return -1;
    if (info->ranks == 0 || info->sampling == 0)
        return fail(chunk, "its head says 0");
    info->slice = slice / 1000.0;
    info->library = words(chunk);
    info->program = info->library ? words(chunk) : NULL;
    if (!info->program)
        return -1;
    profile->done = array_new(info->ranks, 1);
    return profile->done ? 0 : error_memory(chunk->error);
}

static int add_phase(struct topomap_profile *profile, uint32_t phase, struct topomap_error *error)
{
    size_t at = 0;

    while (at < profile->phase_count && profile->phases[at] < phase)
        at++;
    if (at < profile->phase_count && profile->phases[at] == phase)
        return 0;
    if (array_grow(&profile->phases, &profile->phase_capacity, profile->phase_count + 1,
                   sizeof *profile->phases) < 0)
        return error_memory(error);
    memmove(profile->phases + at + 1, profile->phases + at,
            (profile->phase_count - at) * sizeof *profile->phases);
    profile->phases[at] = phase;
    profile->phase_count++;
    return 0;
}

/* Whose traffic a chunk 'R' holds. */
struct row {
    uint32_t rank, part, phase, other;
};

static int parse_row(struct chunk *chunk, struct row *row)
{
    uint32_t last = chunk->profile->info.ranks - 1;

    row->other = 0;
    if (number32(chunk, last, &row->rank) < 0 ||
        number32(chunk, PROFILE_PARTS - 1, &row->part) < 0 ||
        number32(chunk, UINT32_MAX - 1, &row->phase) < 0)
        return -1;
    return 0;
}

static int parse_triple(struct chunk *chunk, struct row *row, struct topomap_edge *edge)
{
    uint32_t step = 0;

    if (number32(chunk, UINT32_MAX, &step) < 0 ||
        number(chunk, GRAPH_MAX_BYTES, &edge->bytes) < 0 ||
        number(chunk, GRAPH_MAX_BYTES, &edge->messages) < 0)
        return -1;
    row->other += (step >> 1) ^ (0 - (step & 1));
    if (row->other >= chunk->profile->info.ranks)
        return fail(chunk, "a rank is out of range");
    edge->src = row->part == PROFILE_FETCHED ? row->other : row->rank;
    edge->dst = row->part == PROFILE_FETCHED ? row->rank : row->other;
    return 0;
}

static int check_traffic(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_edge edge;
    struct row row;

    if (parse_row(chunk, &row) < 0 || add_phase(profile, row.phase, chunk->error) < 0)
        return -1;
    while (chunk->at < chunk->end) {
        if (parse_triple(chunk, &row, &edge) < 0)
            return -1;
        profile->triples++;
    }
    return 0;
}

static int parse_done(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_profile_info *info = &profile->info;
    uint64_t messages, bytes;
    uint32_t rank, end;

    if (number32(chunk, info->ranks - 1, &rank) < 0 || number32(chunk, UINT32_MAX, &end) < 0 ||
        number(chunk, UINT64_MAX, &messages) < 0 || number(chunk, UINT64_MAX, &bytes) < 0)
        return -1;
    if (profile->done[rank])
        return fail(chunk, "a rank stands twice");
    profile->done[rank] = 1;
    info->recorded++;
    info->unfinished += end != PROFILE_FINALIZED;
    info->outside_messages += messages;
    info->outside_bytes += bytes;
    return 0;
}

static int parse_chunk(struct chunk *chunk, struct topomap_profile *profile)
{
    switch (chunk->tag) {
    case 'R':
        return check_traffic(chunk, profile);
    case 'D':
        return parse_done(chunk, profile);
    default:
        return fail(chunk, "a chunk is of no known kind");
    }
}

/* Look through everything once, so that later nothing is met that is wrong. */
static int parse_all(struct topomap_profile *profile, struct topomap_error *error)
{
    struct chunk chunk;
    uint64_t chunks = 0, said;
    int more;

    first_chunk(profile, &chunk, error);
    while ((more = next_chunk(&chunk)) > 0) {
        if (check_sum(&chunk) < 0)
            return -1;
        if (chunk.tag == 'E')
            break;
        if ((chunks++ ? parse_chunk(&chunk, profile) : parse_head(&chunk, profile)) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (more == 0)
        return fail(&chunk, "its end is missing");
    if (number(&chunk, UINT64_MAX, &said) < 0)
        return -1;
    if (said != chunks || chunks == 0)
        return fail(&chunk, "chunks are missing");
    return next_chunk(&chunk) ? fail(&chunk, "something follows its end") : 0;
}

/* ---- profiles ---------------------------------------------------------------------------- */

bool profile_is(const struct source *source)
{
    static const char word[] = "topomap-profile ";

    return source->length >= sizeof word - 1 &&
           memcmp(source->text, word, sizeof word - 1) == 0;
}

struct topomap_profile *profile_parse(const struct source *source, struct topomap_error *error)
{
    struct topomap_profile *profile;

    if (!profile_is(source)) {
        error_set(error, TOPOMAP_INPUT, "%s: is no profile", source->name);
        return NULL;
    }
    if (source->length < MAGIC_LENGTH || memcmp(source->text, PROFILE_MAGIC, MAGIC_LENGTH) != 0) {
        error_set(error, TOPOMAP_INPUT, "%s: is a profile of a version that is not known",
                  source->name);
        return NULL;
    }
    profile = array_new(1, sizeof *profile);
    if (!profile) {
        error_memory(error);
        return NULL;
    }
    profile->source = *source;
    profile->name = strdup(source->name);
    if (!profile->name) {
        error_memory(error);
    } else {
        profile->source.name = profile->name;
        if (parse_all(profile, error) == 0)
            return profile;
    }
    profile->source.text = NULL;
    topomap_profile_destroy(profile);
    return NULL;
}

/* Replace what running ranks left in `source` by the profile that it makes. */
static int read_live(struct source *source, struct topomap_error *error)
{
    char *text = live_profile(source, &source->length, error);

    free((char *)source->text);
    source->text = text;
    return text ? 0 : -1;
}

struct topomap_profile *topomap_profile_read(const char *path, struct topomap_error *error)
{
    struct topomap_profile *profile;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_GRAPH, error) < 0)
        return NULL;
    if (live_is(&source) && read_live(&source, error) < 0)
        return NULL;
    profile = profile_parse(&source, error);
    if (!profile)
        free((char *)source.text);
    return profile;
}

void topomap_profile_destroy(struct topomap_profile *profile)
{
    if (!profile)
        return;
    free((char *)profile->source.text);
    free((char *)profile->info.library);
    free((char *)profile->info.program);
    free(profile->phases);
    free(profile->done);
    free(profile->name);
    free(profile);
}

const struct topomap_profile_info *topomap_profile_info(const struct topomap_profile *profile)
{
    return &profile->info;
}

bool topomap_profile_phase(const struct topomap_profile *profile, size_t index, uint32_t *phase)
{
    if (index >= profile->phase_count)
        return false;
    *phase = profile->phases[index];
    return true;
}

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

/* The edges of what is wanted; `edges` has room for all triples. */
static int collect(const struct topomap_profile *profile, unsigned parts, uint32_t phase,
                   struct topomap_edge *edges, size_t *count, struct topomap_error *error)
{
    struct chunk chunk;
    struct row row;

    first_chunk(profile, &chunk, error);
    while (next_chunk(&chunk) > 0) {
        if (chunk.tag != 'R')
            continue;
        if (parse_row(&chunk, &row) < 0)
            return -1;
        if (!(part_bit(row.part) & parts) || (phase != TOPOMAP_EVERY_PHASE && phase != row.phase))
            continue;
        while (chunk.at < chunk.end) {
            if (parse_triple(&chunk, &row, &edges[(*count)++]) < 0)
                return -1;
        }
    }
    return 0;
}

struct topomap_graph *topomap_profile_graph(const struct topomap_profile *profile, unsigned parts,
                                            uint32_t phase, struct topomap_error *error)
{
    struct topomap_edge *edges = array_raw(profile->triples + 1, sizeof *edges);
    struct topomap_error why = {.text = ""};
    struct topomap_graph *graph;
    size_t count = 0;

    if (!edges) {
        error_memory(error);
        return NULL;
    }
    if (collect(profile, parts, phase, edges, &count, error) < 0) {
        free(edges);
        return NULL;
    }
    graph = graph_take(profile->info.ranks, edges, count, &why);
    if (!graph)
        error_set(error, why.code, "%.240s: %.240s", profile->name, why.text);
    return graph;
}

struct topomap_graph *profile_parse_graph(const struct source *source, struct topomap_error *error)
{
    struct topomap_profile *profile = profile_parse(source, error);
    struct topomap_graph *graph = NULL;

    if (profile) {
        graph = topomap_profile_graph(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, error);
        profile->source.text = NULL;
        topomap_profile_destroy(profile);
    }
    return graph;
}

/* ---- joining ----------------------------------------------------------------------------- */

static int put_text(void *where, const void *bytes, size_t length)
{
    struct text *text = where;

    text_add(text, bytes, length);
    return text->failed ? -1 : 0;
}

/* All chunks of one profile about ranks that no profile before had. */
static int join_one(const struct topomap_profile *profile, uint8_t *seen,
                    struct profile_writer *writer, struct topomap_error *error)
{
    struct chunk chunk;
    uint32_t rank;

    first_chunk(profile, &chunk, error);
    while (next_chunk(&chunk) > 0) {
        if (chunk.tag != 'R' && chunk.tag != 'D')
            continue;
        if (number32(&chunk, profile->info.ranks - 1, &rank) < 0)
            return -1;
        if (!seen[rank])
            profile_put_chunks(writer, chunk.begin, (size_t)(chunk.end + 4 - chunk.begin), 1);
    }
    for (uint32_t r = 0; r < profile->info.ranks; r++)
        seen[r] |= profile->done[r];
    return 0;
}

static int join_all(const struct topomap_profile *const *profiles, size_t count,
                    struct profile_writer *writer, struct topomap_error *error)
{
    const struct topomap_profile *first = profiles[0];
    struct profile_head head = {
        .ranks = first->info.ranks,
        .run = first->run,
        .sampling = first->info.sampling,
        .slice = (uint32_t)(first->info.slice * 1000 + 0.5),
        .library = first->info.library,
        .program = first->info.program,
    };
    uint8_t *seen = array_new(head.ranks, 1);
    int result = seen ? 0 : error_memory(error);

    if (result == 0)
        profile_put_head(writer, &head);
    for (size_t i = 0; result == 0 && i < count; i++) {
        if (profiles[i]->run != first->run || profiles[i]->info.ranks != head.ranks)
            result = error_set(error, TOPOMAP_INPUT, "%s: is of another run than %s",
                               profiles[i]->name, first->name);
        else
            result = join_one(profiles[i], seen, writer, error);
    }
    free(seen);
    if (result == 0 && profile_put_end(writer) < 0)
        result = error_memory(error);
    return result;
}

char *topomap_profile_join(const struct topomap_profile *const *profiles, size_t count,
                           size_t *length, struct topomap_error *error)
{
    struct profile_writer *writer = array_new(1, sizeof *writer);
    struct text text = {0};
    char *joined = NULL;

    if (!writer || count == 0) {
        free(writer);
        if (count)
            error_memory(error);
        else
            error_set(error, TOPOMAP_USAGE, "there is no profile to join");
        return NULL;
    }
    profile_begin(writer, put_text, &text);
    if (join_all(profiles, count, writer, error) == 0) {
        *length = text.length;
        joined = text_take(&text);
        if (!joined)
            error_memory(error);
    } else {
        text_free(&text);
    }
    free(writer);
    return joined;
}
