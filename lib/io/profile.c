/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading profiles; see io/profile_format.h. */
#include "io/profile.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/rows.h"
#include "io/profile_chunk.h"
#include "io/profile_format.h"
#include "io/profile_live.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC_LENGTH (sizeof PROFILE_MAGIC - 1)

struct topomap_profile {
    struct source source; /* the text is the profile's */
    char *name;
    struct topomap_profile_info info;
    uint64_t run;
    uint32_t *phases;     /* ascending */
    size_t phase_count, phase_capacity;
    uint8_t *done;        /* [ranks]: 1 for those that 'D' names */
};

/* ---- what chunks hold -------------------------------------------------------------------- */

static int parse_head(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_profile_info *info = &profile->info;
    uint32_t slice;

    if (chunk->tag != 'H')
        return chunk_fail(chunk, "it does not begin with its head");
    if (chunk_number32(chunk, TOPOMAP_MAX_RANKS, &info->ranks) < 0 ||
        chunk_number(chunk, UINT64_MAX, &profile->run) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &info->sampling) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &slice) < 0)
        return -1;
    if (info->ranks == 0 || info->sampling == 0)
        return chunk_fail(chunk, "its head says 0");
    info->slice = slice / 1000.0;
    info->library = chunk_words(chunk);
    info->program = info->library ? chunk_words(chunk) : NULL;
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
    uint32_t ranks; /* that there are */
    uint32_t rank, part, phase, other;
};

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

/* The edges of a graph. */
struct traffic {
    struct rows rows;
    uint64_t bytes, messages; /* of all, also of ranks to themselves */
};

static int add_triple(const struct chunk *chunk, const struct row *row, uint64_t bytes,
                      uint64_t messages, struct traffic *traffic)
{
    bool fetched = row->part == PROFILE_FETCHED;

    traffic->bytes += bytes;
    traffic->messages += messages;
    if (traffic->bytes > GRAPH_MAX_BYTES || traffic->messages > GRAPH_MAX_BYTES)
        return error_set(chunk->error, TOPOMAP_INPUT, "%s: all %s together exceed 2^53",
                         chunk->source->name,
                         traffic->bytes > GRAPH_MAX_BYTES ? "bytes" : "messages");
    return rows_add(&traffic->rows, fetched ? row->other : row->rank,
                    fetched ? row->rank : row->other, bytes, messages) < 0
               ? error_memory(chunk->error)
               : 0;
}

/* The triples of a row; they go to `traffic` unless it is NULL. */
static int parse_triples(struct chunk *chunk, struct row *row, struct traffic *traffic)
{
    while (chunk->at < chunk->end) {
        uint64_t step, bytes, messages;

        if (!chunk_three_numbers(chunk, &step, &bytes, &messages) &&
            (chunk_number(chunk, UINT32_MAX, &step) < 0 ||
             chunk_number(chunk, GRAPH_MAX_BYTES, &bytes) < 0 ||
             chunk_number(chunk, GRAPH_MAX_BYTES, &messages) < 0))
            return -1;
        if (step > UINT32_MAX)
            return chunk_fail(chunk, "a number is too large");
        row->other += (uint32_t)(step >> 1) ^ (0 - (uint32_t)(step & 1));
        if (row->other >= row->ranks)
            return chunk_fail(chunk, "a rank is out of range");
        if (traffic && add_triple(chunk, row, bytes, messages, traffic) < 0)
            return -1;
    }
    return 0;
}

static int parse_traffic(struct chunk *chunk, struct topomap_profile *profile,
                         struct traffic *traffic)
{
    struct row row;

    if (parse_row(chunk, profile->info.ranks, &row) < 0 ||
        add_phase(profile, row.phase, chunk->error) < 0)
        return -1;
    return parse_triples(chunk, &row, traffic);
}

static int parse_done(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_profile_info *info = &profile->info;
    uint64_t messages, bytes;
    uint32_t rank, end;

    if (chunk_number32(chunk, info->ranks - 1, &rank) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &end) < 0 ||
        chunk_number(chunk, UINT64_MAX, &messages) < 0 ||
        chunk_number(chunk, UINT64_MAX, &bytes) < 0)
        return -1;
    if (profile->done[rank])
        return chunk_fail(chunk, "a rank stands twice");
    profile->done[rank] = 1;
    info->recorded++;
    info->unfinished += end != PROFILE_FINALIZED;
    info->outside_messages += messages;
    info->outside_bytes += bytes;
    return 0;
}

static int parse_chunk(struct chunk *chunk, struct topomap_profile *profile,
                       struct traffic *traffic)
{
    switch (chunk->tag) {
    case 'R':
        return parse_traffic(chunk, profile, traffic);
    case 'D':
        return parse_done(chunk, profile);
    default:
        return chunk_fail(chunk, "a chunk is of no known kind");
    }
}

/* Look through everything once, so that later nothing is met that is wrong. All of it goes to
 * `traffic`, unless that is NULL. */
static int parse_all(struct topomap_profile *profile, struct traffic *traffic,
                     struct topomap_error *error)
{
    struct chunk chunk;
    uint64_t chunks = 0, said;
    int more;

    chunk_first(&chunk, &profile->source, MAGIC_LENGTH, error);
    while ((more = chunk_next(&chunk)) > 0) {
        if (chunk_check(&chunk) < 0)
            return -1;
        if (chunk.tag == 'E')
            break;
        if ((chunks++ ? parse_chunk(&chunk, profile, traffic) : parse_head(&chunk, profile)) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (more == 0)
        return chunk_fail(&chunk, "its end is missing");
    if (chunk_number(&chunk, UINT64_MAX, &said) < 0)
        return -1;
    if (said != chunks || chunks == 0)
        return chunk_fail(&chunk, "chunks are missing");
    return chunk_next(&chunk) ? chunk_fail(&chunk, "something follows its end") : 0;
}

/* ---- profiles ---------------------------------------------------------------------------- */

bool profile_is(const struct source *source)
{
    static const char word[] = "topomap-profile ";

    return source->length >= sizeof word - 1 &&
           memcmp(source->text, word, sizeof word - 1) == 0;
}

static struct topomap_profile *parse(const struct source *source, struct traffic *traffic,
                                     struct topomap_error *error)
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
        if (parse_all(profile, traffic, error) == 0)
            return profile;
    }
    profile->source.text = NULL;
    topomap_profile_destroy(profile);
    return NULL;
}

struct topomap_profile *profile_parse(const struct source *source, struct topomap_error *error)
{
    return parse(source, NULL, error);
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

/* What is wanted of a profile. */
static int collect(const struct topomap_profile *profile, unsigned parts, uint32_t phase,
                   struct traffic *traffic, struct topomap_error *error)
{
    struct chunk chunk;
    struct row row;

    chunk_first(&chunk, &profile->source, MAGIC_LENGTH, error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag != 'R')
            continue;
        if (parse_row(&chunk, profile->info.ranks, &row) < 0)
            return -1;
        if ((part_bit(row.part) & parts) && (phase == TOPOMAP_EVERY_PHASE || phase == row.phase) &&
            parse_triples(&chunk, &row, traffic) < 0)
            return -1;
    }
    return 0;
}

static struct topomap_graph *make_graph(const struct topomap_profile *profile,
                                        struct traffic *traffic, struct topomap_error *error)
{
    struct topomap_error why = {.text = ""};
    struct topomap_graph *graph = rows_finish(&traffic->rows, profile->info.ranks, &why);

    if (graph && graph_join_directions(graph) == 0)
        return graph;
    if (graph)
        error_memory(&why);
    topomap_graph_destroy(graph);
    error_set(error, why.code, "%.240s: %.240s", profile->name, why.text);
    return NULL;
}

struct topomap_graph *topomap_profile_graph(const struct topomap_profile *profile, unsigned parts,
                                            uint32_t phase, struct topomap_error *error)
{
    struct traffic traffic = {0};

    if (collect(profile, parts, phase, &traffic, error) == 0)
        return make_graph(profile, &traffic, error);
    rows_free(&traffic.rows);
    return NULL;
}

struct topomap_graph *profile_parse_graph(const struct source *source, struct topomap_error *error)
{
    struct traffic traffic = {0};
    struct topomap_profile *profile = parse(source, &traffic, error);
    struct topomap_graph *graph;

    if (!profile) {
        rows_free(&traffic.rows);
        return NULL;
    }
    source_drop(source);
    graph = make_graph(profile, &traffic, error);
    profile->source.text = NULL;
    topomap_profile_destroy(profile);
    return graph;
}

/* ---- joining ----------------------------------------------------------------------------- */

int profile_put_text(void *where, const void *bytes, size_t length)
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

    chunk_first(&chunk, &profile->source, MAGIC_LENGTH, error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag != 'R' && chunk.tag != 'D')
            continue;
        if (chunk_number32(&chunk, profile->info.ranks - 1, &rank) < 0)
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
    profile_begin(writer, profile_put_text, &text);
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
