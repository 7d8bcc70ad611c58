/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the chunks of a profile and the numbers in them; see io/profile_format.h. */
#ifndef IO_PROFILE_CHUNK_H
#define IO_PROFILE_CHUNK_H

#include "input/source.h"

#include <endian.h>
#include <string.h>

/* A chunk, and a cursor in its payload. */
struct chunk {
    const struct source *source;
    struct topomap_error *error;
    const unsigned char *begin; /* the tag */
    const unsigned char *at, *end;
    const unsigned char *stop;  /* the end of the text: whole words may be read up to here */
    unsigned char tag;
};

/* Fail with TOPOMAP_INPUT: the profile is damaged where the chunk begins. Returns -1. */
int chunk_fail(const struct chunk *chunk, const char *what);

#ifdef __clang_analyzer__ /* as in base/error.h */
#define chunk_fail(chunk, what) (chunk_fail(chunk, what), -1)
#endif

/* Place `chunk` before the first chunk of a text, which is at `start`. */
void chunk_first(struct chunk *chunk, const struct source *source, size_t start,
                 struct topomap_error *error);

/* Go to the next chunk: 1, 0 at the end of the text, or -1 if the text ends within a chunk. */
int chunk_next(struct chunk *chunk);

/* The offset of the byte after the chunk. */
static inline size_t chunk_end(const struct chunk *chunk)
{
    return (size_t)(chunk->end + 4 - (const unsigned char *)chunk->source->text);
}

/* Verify the checksum. */
int chunk_check(const struct chunk *chunk);

/* The number of numbers left in the payload, if all are well-formed. */
size_t chunk_count_numbers(const struct chunk *chunk);

/* Read a text of printable characters, which the caller frees. NULL on failure. */
char *chunk_words(struct chunk *chunk);

/* Like chunk_number, for numbers that are long, near the end of the text, or wrong. */
int chunk_any_number(struct chunk *chunk, uint64_t limit, uint64_t *value);

/* The last byte of each number among 8 bytes: those without the continuation bit. */
static inline uint64_t chunk_ends(uint64_t word)
{
    return ~word & UINT64_C(0x8080808080808080);
}

/* Combine the 7 bits of each of 8 bytes, the least significant first. */
static inline uint64_t chunk_pack(uint64_t word)
{
    word &= UINT64_C(0x7f7f7f7f7f7f7f7f);
    word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
    word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (word & UINT64_C(0x0fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* Read the next number, up to `limit`. Most have few bytes, which are read at once. */
static inline int chunk_number(struct chunk *chunk, uint64_t limit, uint64_t *value)
{
    const unsigned char *at = chunk->at;
    uint64_t word, ends;

    if (chunk->stop - at < 8)
        return chunk_any_number(chunk, limit, value);
    memcpy(&word, at, sizeof word);
    word = le64toh(word);
    ends = chunk_ends(word);
    if (!ends)
        return chunk_any_number(chunk, limit, value);
    *value = chunk_pack(word & (ends ^ (ends - 1)));
    at += (unsigned)__builtin_ctzll(ends) / 8 + 1;
    if (*value > limit || at > chunk->end)
        return chunk_any_number(chunk, limit, value);
    chunk->at = at;
    return 0;
}

static inline int chunk_number32(struct chunk *chunk, uint32_t limit, uint32_t *value)
{
    uint64_t wide = 0;

    if (chunk_number(chunk, limit, &wide) < 0)
        return -1;
    *value = (uint32_t)wide;
    return 0;
}

/* Combine the 7 bits of each of 4 bytes, in both halves of a word. */
static inline uint64_t chunk_pack_halves(uint64_t word)
{
    word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
    return (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
}

/* Read three numbers at `at`, where 8 bytes can be read, if they fit in these and have up to 4
 * bytes each, as most do. Returns the bytes they take together, or 0. */
static inline unsigned chunk_three_numbers(const unsigned char *at, uint32_t *a, uint32_t *b,
                                           uint32_t *c)
{
    uint64_t word, first_end, second_end, third_end, first, second, third;

    memcpy(&word, at, sizeof word);
    word = le64toh(word);
    first_end = chunk_ends(word);
    second_end = first_end & (first_end - 1);
    third_end = second_end & (second_end - 1);
    if (!third_end)
        return 0;
    first = word & (first_end ^ (first_end - 1));
    second = (word & (second_end ^ (second_end - 1))) >> ((unsigned)__builtin_ctzll(first_end) + 1);
    third = (word & (third_end ^ (third_end - 1))) >> ((unsigned)__builtin_ctzll(second_end) + 1);
    if ((first | second | third) >> 32)
        return 0;
    first = chunk_pack_halves(first | second << 32);
    *a = (uint32_t)first;
    *b = (uint32_t)(first >> 32);
    *c = (uint32_t)chunk_pack_halves(third);
    return (unsigned)__builtin_ctzll(third_end) / 8 + 1;
}

#endif
