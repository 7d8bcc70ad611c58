/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading the chunks of a profile and the numbers in them; see io/profile_format.h. */
#ifndef IO_PROFILE_CHUNK_H
#define IO_PROFILE_CHUNK_H

#include "input/source.h"

#include <endian.h>
#include <string.h>

/* A chunk, and where its payload is read. */
struct chunk {
    const struct source *source;
    struct topomap_error *error;
    const unsigned char *begin; /* the tag */
    const unsigned char *at, *end;
    unsigned char tag;
};

/* TOPOMAP_INPUT: the profile is damaged where the chunk begins. Returns -1. */
int chunk_fail(const struct chunk *chunk, const char *what);

/* Ahead of the first chunk of a text, which is at `start`. */
void chunk_first(struct chunk *chunk, const struct source *source, size_t start,
                 struct topomap_error *error);

/* Go to the next chunk: 1, 0 when the text ends, or -1 if no whole chunk follows. */
int chunk_next(struct chunk *chunk);

/* Compare the checksum. */
int chunk_check(const struct chunk *chunk);

/* A text of printing characters, which is the caller's. NULL on failure. */
char *chunk_words(struct chunk *chunk);

/* chunk_number for numbers that are long, near the end, or wrong. */
int chunk_any_number(struct chunk *chunk, uint64_t limit, uint64_t *value);

/* The last byte of each number in a word of 8 bytes of numbers: its highest bit. */
static inline uint64_t chunk_ends(uint64_t word)
{
    return ~word & UINT64_C(0x8080808080808080);
}

/* The number of 7 bits from each of 8 bytes, the least significant first. */
static inline uint64_t chunk_pack(uint64_t word)
{
    word &= UINT64_C(0x7f7f7f7f7f7f7f7f);
    word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
    word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (word & UINT64_C(0x0fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* The next number, up to `limit`. Most are of a few bytes, which are read together. */
static inline int chunk_number(struct chunk *chunk, uint64_t limit, uint64_t *value)
{
    const unsigned char *at = chunk->at;
    uint64_t word, ends;

    if (chunk->end - at < 8)
        return chunk_any_number(chunk, limit, value);
    memcpy(&word, at, sizeof word);
    word = le64toh(word);
    ends = chunk_ends(word);
    *value = chunk_pack(word & (ends ^ (ends - 1)));
    if (!ends || *value > limit)
        return chunk_any_number(chunk, limit, value);
    chunk->at = at + (unsigned)__builtin_ctzll(ends) / 8 + 1;
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

/* The next three numbers if they stand in 8 bytes together, as most do. False: the cursor stays. */
static inline bool chunk_three_numbers(struct chunk *chunk, uint64_t *a, uint64_t *b, uint64_t *c)
{
    uint64_t word, ends, begin_second, begin_third, end;
    unsigned first, second; /* bits up to the ends of two numbers */

    if (chunk->end - chunk->at < 8)
        return false;
    memcpy(&word, chunk->at, sizeof word);
    word = le64toh(word);
    ends = chunk_ends(word);
    begin_second = ends ^ (ends - 1);
    ends &= ends - 1;
    begin_third = ends ^ (ends - 1);
    ends &= ends - 1;
    if (!ends)
        return false;
    end = ends ^ (ends - 1);
    first = (unsigned)__builtin_ctzll(~begin_second);
    second = (unsigned)__builtin_ctzll(~begin_third);
    *a = chunk_pack(word & begin_second);
    *b = chunk_pack((word & begin_third) >> first);
    *c = chunk_pack((word & end) >> second);
    chunk->at += (unsigned)__builtin_ctzll(ends) / 8 + 1;
    return true;
}

#endif
