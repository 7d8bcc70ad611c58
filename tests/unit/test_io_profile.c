/* SPDX-License-Identifier: BSD-3-Clause */
/* The reader of profiles, with files composed byte by byte. */
#include "unit.h"

#include "io/profile.h"
#include "base/text.h"
#include "graph/graph.h"
#include "io/profile_format.h"

#include <stdlib.h>
#include <string.h>

struct file {
    size_t length;
    unsigned char bytes[4096];
};

/* CRC-32 by its definition, a bit at a time. */
static uint32_t crc(const unsigned char *bytes, size_t length)
{
    uint32_t rest = UINT32_MAX;

    for (size_t i = 0; i < 8 * length; i++) {
        uint32_t bit = (bytes[i / 8] >> i % 8 & 1U) ^ (rest & 1U);

        rest = rest >> 1 ^ (bit ? UINT32_C(0xedb88320) : 0);
    }
    return ~rest;
}

static void add(struct file *file, const void *bytes, size_t length)
{
    assert_true(file->length + length <= sizeof file->bytes);
    memcpy(file->bytes + file->length, bytes, length);
    file->length += length;
}

static void add32(struct file *file, uint32_t number)
{
    unsigned char bytes[] = {number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24};

    add(file, bytes, sizeof bytes);
}

static void add_chunk(struct file *file, char tag, const void *payload, size_t length)
{
    size_t begin = file->length;

    add(file, &tag, 1);
    add32(file, (uint32_t)length);
    add(file, payload, length);
    add32(file, crc(file->bytes + begin, file->length - begin));
}

/* Payloads are written as texts; their NUL is not part of them. */
#define CHUNK(file, tag, payload) add_chunk(file, tag, payload, sizeof(payload) - 1)

/* Four ranks, run 300, every 2nd call, slices of 1.5 s; rank 1 sends 300 bytes in 3 messages to
 * rank 2 in phase 1, then 5 bytes in 1 to rank 0; it fetches 7 bytes from rank 3 in step 2. */
#define HEAD "\x04" "\xac\x02" "\x02" "\xdc\x0b" "\x03MPI" "\x03" "app"
#define SENT "\x01" "\x00" "\x01" "\x04\xac\x02\x03" "\x03\x05\x01"
#define FETCHED "\x01" "\x0d" "\x02" "\x06\x07\x01"
#define DONE "\x01" "\x00" "\x02" "\x80\x01"

static void begin(struct file *file)
{
    file->length = 0;
    add(file, PROFILE_MAGIC, sizeof PROFILE_MAGIC - 1);
}

static void make(struct file *file)
{
    begin(file);
    CHUNK(file, 'H', HEAD);
    CHUNK(file, 'R', SENT);
    CHUNK(file, 'R', FETCHED);
    CHUNK(file, 'D', DONE);
    CHUNK(file, 'E', "\x04");
}

static struct topomap_profile *parse(const struct file *file, struct topomap_error *error)
{
    struct source source = {.name = "file", .length = file->length};
    struct topomap_profile *profile;
    char *text = malloc(file->length + 1);

    assert_non_null(text);
    memcpy(text, file->bytes, file->length);
    text[file->length] = '\0';
    source.text = text;
    profile = profile_parse(&source, error);
    if (!profile)
        free(text);
    return profile;
}

static uint64_t bytes_of(struct topomap_profile *profile, unsigned parts, uint32_t phase)
{
    struct topomap_graph *graph = topomap_profile_graph(profile, parts, phase, NULL);
    struct topomap_profile_total total;
    uint64_t bytes;

    assert_non_null(graph);
    bytes = topomap_graph_bytes(graph);
    assert_int_equal(topomap_profile_total(profile, parts, phase, &total, NULL), 0);
    assert_int_equal(total.pairs, topomap_graph_edges(graph));
    assert_int_equal(total.bytes, bytes);
    assert_int_equal(total.messages, topomap_graph_messages(graph));
    topomap_graph_destroy(graph);
    return bytes;
}

static void test_reads(void **state)
{
    const struct topomap_profile_info *info;
    struct topomap_profile *profile;
    struct topomap_graph *graph;
    struct topomap_error error;
    struct file file;
    uint32_t phase;

    (void)state;
    assert_int_equal(crc((const unsigned char *)"123456789", 9), 0xcbf43926);
    assert_int_equal(profile_crc(0, "123456789", 9), 0xcbf43926);
    make(&file);
    profile = parse(&file, &error);
    assert_non_null(profile);
    info = topomap_profile_info(profile);
    assert_int_equal(info->ranks, 4);
    assert_int_equal(info->sampling, 2);
    assert_true(info->slice == 1.5);
    assert_int_equal(info->recorded, 1);
    assert_int_equal(info->unfinished, 0);
    assert_int_equal(info->outside_messages, 2);
    assert_int_equal(info->outside_bytes, 128);
    assert_string_equal(info->library, "MPI");
    assert_string_equal(info->program, "app");
    assert_true(topomap_profile_phase(profile, 0, &phase) && phase == 1);
    assert_true(topomap_profile_phase(profile, 1, &phase) && phase == 2);
    assert_false(topomap_profile_phase(profile, 2, &phase));
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_P2P, 1), 305);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_P2P, 2), 0);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_ONE_SIDED, TOPOMAP_EVERY_PHASE), 7);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE), 312);
    graph = topomap_profile_graph(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, &error);
    assert_int_equal(topomap_graph_messages(graph), 5);
    assert_int_equal(topomap_graph_edges(graph), 3);
    topomap_graph_destroy(graph);
    topomap_profile_destroy(profile);
}

/* The rows of a phase are apart, as those of each rank stand together, in any order of phases. */
static void test_phases(void **state)
{
    struct topomap_profile *profile;
    struct topomap_error error;
    struct file file;

    (void)state;
    begin(&file);
    CHUNK(&file, 'H', HEAD);
    for (unsigned char rank = 0; rank < 4; rank++) {
        const unsigned char done[] = {rank, 0, 0, 0};

        for (unsigned char i = 0; i < 5; i++) {
            const unsigned char other = (rank + 1) % 4, phase = (3 * i + rank) % 5;
            const unsigned char sent[] = {rank, PROFILE_P2P, phase, 2 * other,
                                          10 * phase + rank + 1, 1};

            add_chunk(&file, 'R', sent, sizeof sent);
        }
        add_chunk(&file, 'D', done, sizeof done);
    }
    CHUNK(&file, 'E', "\x19");
    profile = parse(&file, &error);
    assert_non_null(profile);
    for (uint32_t i = 0, phase; topomap_profile_phase(profile, i, &phase) || i < 5; i++)
        assert_int_equal(phase, i);
    for (uint32_t phase = 5; phase-- > 0;)
        assert_int_equal(bytes_of(profile, TOPOMAP_PART_P2P, phase), 40 * phase + 10);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_P2P, 5), 0);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE), 450);
    topomap_profile_destroy(profile);
}

static int collect(void *where, const void *bytes, size_t length)
{
    add(where, bytes, length);
    return 0;
}

/* The writer produces the same bytes on machines of any byte order. */
static void test_written(void **state)
{
    const struct profile_head head = {4, 300, 2, 1500, "MPI", "app"};
    struct profile_writer *writer = calloc(1, sizeof *writer);
    struct file want, got = {.length = 0};

    (void)state;
    assert_non_null(writer);
    make(&want);
    profile_begin(writer, collect, &got);
    profile_put_head(writer, &head);
    profile_put_traffic(writer, 1, (struct profile_kind){PROFILE_P2P, 1, 0}, 2, 300, 3);
    profile_put_traffic(writer, 1, (struct profile_kind){PROFILE_P2P, 1, 0}, 0, 5, 1);
    profile_put_traffic(writer, 1, (struct profile_kind){PROFILE_FETCHED, 2, 2}, 3, 7, 1);
    profile_put_done(writer, 1, PROFILE_FINALIZED, 2, 128);
    assert_int_equal(profile_put_end(writer), 0);
    assert_int_equal(got.length, want.length);
    assert_memory_equal(got.bytes, want.bytes, want.length);
    free(writer);
}

static void test_truncated(void **state)
{
    struct topomap_error error;
    struct file file;

    (void)state;
    make(&file);
    for (size_t length = file.length; length-- > 0;) {
        file.length = length;
        assert_null(parse(&file, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
}

static void test_changed_byte(void **state)
{
    struct topomap_error error;
    struct file file;

    (void)state;
    make(&file);
    for (size_t i = 0; i < file.length; i++) {
        for (int bit = 0; bit < 8; bit++) {
            file.bytes[i] ^= (unsigned char)(1 << bit);
            assert_null(parse(&file, &error));
            assert_int_equal(error.code, TOPOMAP_INPUT);
            file.bytes[i] ^= (unsigned char)(1 << bit);
        }
    }
}

#define BAD(tag, payload, word) {tag, payload, sizeof(payload) - 1, word}

/* Chunks with a right checksum and wrong contents. */
static const struct bad {
    char tag;
    const char *payload;
    size_t length;
    const char *word;
} bad_heads[] = {
    BAD('R', SENT, "does not begin with its head"),
    BAD('H', "", "malformed"),
    BAD('H', "\x00\x01\x01\x00\x00\x00", "its head has 0"),
    BAD('H', "\x04\x01\x00\x00\x00\x00", "its head has 0"),
    BAD('H', "\xff\xff\xff\xff\x0f\x01\x01\x00\x00\x00", "too large"),
    BAD('H', "\x04\x01\xff\xff\xff\xff\x1f\x00\x00\x00", "too large"),
    BAD('H', "\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x01\x00\x00\x00", "malformed"),
    BAD('H', "\x04\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "malformed"),
    BAD('H', "\x04\x01\x01\x00\x05" "MPI", "text is truncated"),
    BAD('H', "\x04\x01\x01\x00\xff\x7f" "MPI", "too large"),
    BAD('H', "\x04\x01\x01\x00\x03" "MPI", "malformed"),
}, bad_chunks[] = {
    BAD('X', "", "of an unknown kind"),
    BAD('H', HEAD, "of an unknown kind"),
    BAD('R', "\x04\x00\x01", "too large"),
    BAD('R', "\x01\x50\x01", "too large"),
    BAD('R', "\x01\x00\xff\xff\xff\xff\x0f", "too large"),
    BAD('R', "\x01\x00", "malformed"),
    BAD('R', "\x01\x00\x01\x08\x01\x01", "out of range"),
    BAD('R', "\x01\x00\x01\x01\x01\x01", "out of range"),
    BAD('R', "\x01\x00\x01\x04\x01\x01\x03\x01\x01\x04\x01\x01\x04\x01\x01", "out of range"),
    BAD('R', "\x01\x00\x01\x04\x01", "malformed"),
    BAD('R', "\x01\x00\x01\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01", "too large"),
    BAD('R', "\x01\x00\x01\x04\x01\x80", "malformed"),
    BAD('D', "\x04\x00\x00\x00", "too large"),
    BAD('D', "\x01\x00\x00", "malformed"),
    BAD('E', "\x02", "chunks are missing"),
    BAD('E', "\x00", "chunks are missing"),
    BAD('E', "", "malformed"),
    BAD('E', "\x01", "something follows"),
};

static void refused(const struct file *file, const char *word)
{
    struct topomap_error error = {.text = ""};

    assert_null(parse(file, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    if (!strstr(error.text, word))
        fail_msg("'%s' does not say '%s'", error.text, word);
}

static void test_bad_fields(void **state)
{
    struct file file;

    (void)state;
    for (size_t i = 0; i < sizeof bad_heads / sizeof *bad_heads; i++) {
        begin(&file);
        add_chunk(&file, bad_heads[i].tag, bad_heads[i].payload, bad_heads[i].length);
        CHUNK(&file, 'E', "\x01");
        refused(&file, bad_heads[i].word);
    }
    for (size_t i = 0; i < sizeof bad_chunks / sizeof *bad_chunks; i++) {
        begin(&file);
        CHUNK(&file, 'H', HEAD);
        add_chunk(&file, bad_chunks[i].tag, bad_chunks[i].payload, bad_chunks[i].length);
        CHUNK(&file, 'E', "\x02");
        refused(&file, bad_chunks[i].word);
    }
}

static void test_bad_frames(void **state)
{
    struct file file;

    (void)state;
    begin(&file);
    CHUNK(&file, 'E', "\x00");
    refused(&file, "does not begin with its head");
    begin(&file);
    CHUNK(&file, 'H', HEAD);
    refused(&file, "its end is missing");
    begin(&file);
    CHUNK(&file, 'H', HEAD);
    CHUNK(&file, 'D', DONE);
    CHUNK(&file, 'D', DONE);
    CHUNK(&file, 'E', "\x03");
    refused(&file, "occurs twice");
    /* A chunk longer than allowed is refused before its checksum is looked at. */
    begin(&file);
    add(&file, "H\x01\x40\x00\x00", 5);
    add(&file, "12345678", 8);
    refused(&file, "too long");
    begin(&file);
    file.bytes[sizeof PROFILE_MAGIC - 3] = '2';
    refused(&file, "an unknown version");
    file.bytes[0] = 'x';
    refused(&file, "not a profile");
}

/* Numbers after the known ones belong to later releases. */
static void test_later(void **state)
{
    struct topomap_profile *profile;
    struct topomap_error error;
    struct file file;

    (void)state;
    begin(&file);
    CHUNK(&file, 'H', HEAD "\x09\x09");
    CHUNK(&file, 'D', DONE "\x09");
    CHUNK(&file, 'E', "\x02\x09");
    profile = parse(&file, &error);
    assert_non_null(profile);
    assert_int_equal(topomap_profile_info(profile)->recorded, 1);
    topomap_profile_destroy(profile);
}

/* ---- profiles that are read in sections --------------------------------------------------- */

#define MANY_RANKS 20000
#define MANY_PARTNERS 40
#define MANY_EDGES ((size_t)MANY_RANKS * (MANY_PARTNERS + 4))

/* The triples of a large profile, in the order of the file. */
struct triples {
    struct topomap_edge *edge;
    size_t count;
    struct profile_writer writer;
    struct text text;
};

static void add_triple(struct triples *triples, enum profile_part part, uint32_t rank,
                       uint32_t other, uint64_t bytes, uint64_t messages)
{
    bool fetched = part == PROFILE_FETCHED;

    profile_put_traffic(&triples->writer, rank, (struct profile_kind){part, 1 + rank % 3, 0}, other,
                        bytes, messages);
    triples->edge[triples->count++] = (struct topomap_edge){
        fetched ? other : rank, fetched ? rank : other, bytes, messages};
}

/* A rank's point-to-point messages out of order, with numbers of all lengths, some to itself and
 * some pairs again as collectives; `fetched` ones go in the opposite direction. */
static void add_rank(struct triples *triples, uint32_t rank, bool fetched)
{
    for (uint32_t p = 0; p < MANY_PARTNERS; p++) {
        uint32_t other = (rank + (p * UINT32_C(7919)) % 997 + p) % MANY_RANKS;

        add_triple(triples, PROFILE_P2P, rank, other, UINT64_C(1) << (rank + p) % 33,
                   p % 5 ? 1 : 200);
    }
    add_triple(triples, PROFILE_P2P, rank, rank, 77, 1);
    add_triple(triples, PROFILE_P2P, rank, (rank + 1) % MANY_RANKS, 0, 1);
    add_triple(triples, PROFILE_COLLECTIVE, rank, (rank + 1) % MANY_RANKS, 5, 1);
    if (fetched)
        add_triple(triples, PROFILE_FETCHED, rank, (rank + 3) % MANY_RANKS, 9, 1);
    profile_put_done(&triples->writer, rank, PROFILE_FINALIZED, 0, 0);
}

static void make_many(struct triples *triples, bool backwards, bool fetched)
{
    struct profile_head head = {.ranks = MANY_RANKS, .run = 1, .sampling = 1, .library = "",
                                .program = ""};

    *triples = (struct triples){.edge = malloc(MANY_EDGES * sizeof *triples->edge)};
    assert_non_null(triples->edge);
    profile_begin(&triples->writer, profile_put_text, &triples->text);
    profile_put_head(&triples->writer, &head);
    for (uint32_t r = 0; r < MANY_RANKS; r++)
        add_rank(triples, backwards ? MANY_RANKS - 1 - r : r, fetched);
    assert_int_equal(profile_put_end(&triples->writer), 0);
    assert_false(triples->text.failed);
}

static void free_many(struct triples *triples)
{
    free(triples->edge);
    text_free(&triples->text);
}

static void compare_many(bool backwards, bool fetched)
{
    struct topomap_error error = {.text = ""};
    struct triples triples;
    struct topomap_graph *want, *got;
    struct source source = {.name = "file"};

    make_many(&triples, backwards, fetched);
    source.text = triples.text.data;
    source.length = triples.text.length;
    want = topomap_graph_create(MANY_RANKS, triples.edge, triples.count, &error);
    got = profile_parse_graph(&source, &error);
    if (!want || !got)
        fail_msg("%s", error.text);
    assert_int_equal(got->edges, want->edges);
    assert_int_equal(got->total_bytes, want->total_bytes);
    assert_int_equal(got->total_messages, want->total_messages);
    assert_memory_equal(got->offset, want->offset, (MANY_RANKS + 1) * sizeof *want->offset);
    assert_memory_equal(got->target, want->target, want->edges * sizeof *want->target);
    assert_memory_equal(got->bytes, want->bytes, want->edges * sizeof *want->bytes);
    assert_memory_equal(got->messages, want->messages, want->edges * sizeof *want->messages);
    assert_memory_equal(got->self_bytes, want->self_bytes, MANY_RANKS * sizeof *want->self_bytes);
    topomap_graph_destroy(want);
    topomap_graph_destroy(got);
    free_many(&triples);
}

static void test_sections(void **state)
{
    (void)state;
    compare_many(false, false);
    compare_many(true, false);
    compare_many(false, true);
}

/* Of two damaged bytes the first one is reported, and there is no result. */
static void test_changed_sections(void **state)
{
    struct topomap_error error;
    struct triples triples;
    struct source source = {.name = "file"};
    char first[TOPOMAP_ERROR_TEXT];

    (void)state;
    make_many(&triples, false, false);
    source.text = triples.text.data;
    source.length = triples.text.length;
    triples.text.data[source.length / 3] ^= 1;
    assert_null(profile_parse_graph(&source, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_non_null(strstr(error.text, "file: the profile is damaged at byte "));
    strcpy(first, error.text);
    triples.text.data[source.length / 3 * 2] ^= 1;
    assert_null(profile_parse_graph(&source, &error));
    assert_string_equal(error.text, first);
    free_many(&triples);
}

/* Errors in a large profile are reported as in a small one. */
static void refused_many(const struct triples *triples, size_t length, const char *word)
{
    struct topomap_error error = {.text = ""};
    struct source source = {.name = "file", .text = triples->text.data, .length = length};

    assert_null(profile_parse_graph(&source, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    if (!strstr(error.text, word))
        fail_msg("'%s' does not say '%s'", error.text, word);
}

/* The start of the last chunk before `end` that looks like one with `tag`. */
static size_t last_chunk(const struct triples *triples, size_t end, char tag)
{
    const unsigned char *text = (const unsigned char *)triples->text.data;
    size_t at = end - 9;

    while (text[at] != tag || at + 9 + text[at + 1] + 256 * text[at + 2] != end || text[at + 3])
        at--;
    return at;
}

static void test_bad_sections(void **state)
{
    struct triples triples;
    size_t length, end, done;

    (void)state;
    make_many(&triples, false, false);
    length = triples.text.length;
    end = last_chunk(&triples, length, 'E');
    done = last_chunk(&triples, end, 'D');
    refused_many(&triples, length - 1, "it ends in the middle of a chunk");
    refused_many(&triples, end, "its end is missing");
    /* Without the last rank's chunk 'D'; then with that of rank 0 in its place. */
    memmove(triples.text.data + done, triples.text.data + end, length - end);
    refused_many(&triples, length - (end - done), "chunks are missing");
    profile_begin(&triples.writer, profile_put_text, &triples.text);
    triples.text.length = done;
    profile_put_done(&triples.writer, 0, PROFILE_FINALIZED, 0, 0);
    profile_put_end(&triples.writer);
    refused_many(&triples, triples.text.length, "a rank occurs twice");
    free_many(&triples);
}

/* A chunk 'D' of `rank` with other chunks after its numbers, which are ignored. */
static void put_stuffed(struct profile_writer *writer, uint32_t rank, const struct file *stuffing)
{
    const unsigned char numbers[] = {(unsigned char)(rank % 128 + 128), (unsigned char)(rank / 128),
                                     0, 0, 0};
    struct file chunk = {.length = 0};

    add(&chunk, "D", 1);
    add32(&chunk, (uint32_t)(sizeof numbers + stuffing->length));
    add(&chunk, numbers, sizeof numbers);
    add(&chunk, stuffing->bytes, stuffing->length);
    add32(&chunk, profile_crc(0, chunk.bytes, chunk.length));
    profile_put_chunks(writer, chunk.bytes, chunk.length, 1);
}

/* Sections start where chunks seem to start in the middle of a text. If these are not chunks, the
 * profile is read all the same. */
static void test_chunks_in_chunks(void **state)
{
    enum { ranks = 1000 };
    const struct profile_head head = {.ranks = ranks, .run = 1, .sampling = 1, .library = "",
                                      .program = ""};
    struct profile_writer *writer = calloc(1, sizeof *writer);
    struct file stuffing = {.length = 0};
    struct topomap_profile *profile;
    struct topomap_error error;
    struct source source = {.name = "file"};
    struct text text = {0};

    (void)state;
    assert_non_null(writer);
    while (stuffing.length + 64 < sizeof stuffing.bytes) {
        CHUNK(&stuffing, 'R', "\x01\x00\x01\x04\x05\x01");
        CHUNK(&stuffing, 'R', "\x02\x00\x01\x02\x05\x01");
    }
    profile_begin(writer, profile_put_text, &text);
    profile_put_head(writer, &head);
    for (uint32_t r = 0; r < ranks; r++)
        put_stuffed(writer, r, &stuffing);
    assert_int_equal(profile_put_end(writer), 0);
    source.text = text.data;
    source.length = text.length;
    profile = profile_parse(&source, &error);
    if (!profile)
        fail_msg("%s", error.text);
    assert_int_equal(topomap_profile_info(profile)->recorded, ranks);
    assert_int_equal(bytes_of(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE), 0);
    topomap_profile_destroy(profile); /* with its text */
    free(writer);
}

/* The sum of each section is within limits, but the total is not. */
static void test_sections_exceed(void **state)
{
    struct topomap_error error;
    struct triples triples;
    struct source source = {.name = "file"};
    struct profile_head head = {.ranks = MANY_RANKS, .run = 1, .sampling = 1, .library = "",
                                .program = ""};

    (void)state;
    triples = (struct triples){.edge = malloc(MANY_EDGES * sizeof *triples.edge)};
    assert_non_null(triples.edge);
    profile_begin(&triples.writer, profile_put_text, &triples.text);
    profile_put_head(&triples.writer, &head);
    for (uint32_t r = 0; r < MANY_RANKS; r++) {
        add_rank(&triples, r, false);
        if (r == 1 || r == MANY_RANKS - 1)
            add_triple(&triples, PROFILE_P2P, r, 0, UINT64_C(3) << 51, 1);
    }
    assert_int_equal(profile_put_end(&triples.writer), 0);
    source.text = triples.text.data;
    source.length = triples.text.length;
    assert_null(profile_parse_graph(&source, &error));
    assert_string_equal(error.text, "file: all bytes together exceed 2^53");
    free_many(&triples);
}

/* Parts of one run are joined; those of another run, or with another number of ranks, are not. */
static void test_join(void **state)
{
    static const struct {
        const char *head;
        bool fits;
    } cases[] = {
        {HEAD, true},
        {"\x05" "\xac\x02" "\x02" "\xdc\x0b" "\x03MPI" "\x03" "app", false},
        {"\x04" "\xad\x02" "\x02" "\xdc\x0b" "\x03MPI" "\x03" "app", false},
    };
    struct topomap_profile *both[2];
    struct topomap_error error;
    struct file file;

    (void)state;
    make(&file);
    both[0] = parse(&file, &error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        char *joined;

        begin(&file);
        add_chunk(&file, 'H', cases[i].head, sizeof HEAD - 1);
        CHUNK(&file, 'D', "\x02\x00\x02\x80\x01");
        CHUNK(&file, 'E', "\x02");
        both[1] = parse(&file, &error);
        assert_true(both[0] && both[1]);
        joined = topomap_profile_join((const struct topomap_profile *const *)both, 2, &length,
                                      &error);
        assert_int_equal(joined != NULL, cases[i].fits);
        if (!joined)
            assert_string_equal(error.text, "file: is from another run than file");
        free(joined);
        topomap_profile_destroy(both[1]);
    }
    topomap_profile_destroy(both[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),       cmocka_unit_test(test_written),
        cmocka_unit_test(test_truncated),   cmocka_unit_test(test_changed_byte),
        cmocka_unit_test(test_bad_fields),  cmocka_unit_test(test_bad_frames),
        cmocka_unit_test(test_later),       cmocka_unit_test(test_sections),
        cmocka_unit_test(test_changed_sections), cmocka_unit_test(test_bad_sections),
        cmocka_unit_test(test_chunks_in_chunks), cmocka_unit_test(test_sections_exceed),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_join),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
