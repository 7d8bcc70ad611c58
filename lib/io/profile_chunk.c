/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_chunk.h"

#include "base/error.h"
#include "config.h"
#include "io/profile_format.h"

#if defined HAVE_DEFLATE
#include <libdeflate.h>
#elif defined HAVE_ZLIB
#include <zlib.h>
#endif

#undef chunk_fail
#define CHUNK_FRAME 9 /* tag, length and checksum */

int chunk_fail(const struct chunk *chunk, const char *what)
{
    const struct source *source = chunk->source;

    return error_set(chunk->error, TOPOMAP_INPUT, "%s: the profile is damaged at byte %zu: %s",
                     source->name, (size_t)(chunk->begin - (const unsigned char *)source->text),
                     what);
}

static uint32_t load32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void chunk_first(struct chunk *chunk, const struct source *source, size_t start,
                 struct topomap_error *error)
{
    *chunk = (struct chunk){.source = source, .error = error,
                            .stop = (const unsigned char *)source->text + source->length};
    chunk->begin = chunk->at = chunk->end = (const unsigned char *)source->text + start - 4;
}

int chunk_next(struct chunk *chunk)
{
    size_t left, length;

    chunk->begin = chunk->end + 4;
    left = (size_t)(chunk->stop - chunk->begin);
    if (left == 0)
        return 0;
    if (left < CHUNK_FRAME)
        return chunk_fail(chunk, "it ends in the middle of a chunk");
    length = load32(chunk->begin + 1);
    if (length > PROFILE_CHUNK)
        return chunk_fail(chunk, "a chunk is too long");
    if (length > left - CHUNK_FRAME)
        return chunk_fail(chunk, "it ends in the middle of a chunk");
    chunk->tag = *chunk->begin;
    chunk->at = chunk->begin + CHUNK_FRAME - 4;
    chunk->end = chunk->at + length;
    return 1;
}

static uint32_t sum(const unsigned char *bytes, size_t length)
{
#if defined HAVE_DEFLATE
    return libdeflate_crc32(0, bytes, length);
#elif defined HAVE_ZLIB
    return (uint32_t)crc32(0, bytes, (uInt)length);
#else
    return profile_crc(0, bytes, length);
#endif
}

int chunk_check(const struct chunk *chunk)
{
    if (sum(chunk->begin, (size_t)(chunk->end - chunk->begin)) != load32(chunk->end))
        return chunk_fail(chunk, "its checksum is wrong");
    return 0;
}

size_t chunk_count_numbers(const struct chunk *chunk)
{
    const unsigned char *at = chunk->at;
    size_t count = 0;

    /* A word holds eight sums of 8 bits each; they are added up before one can overflow. */
    while (chunk->end - at >= 8) {
        uint64_t sums = 0, pairs;

        for (unsigned i = 0; i < 255 && chunk->end - at >= 8; i++, at += 8) {
            uint64_t word;

            memcpy(&word, at, sizeof word);
            sums += chunk_ends(word) >> 7;
        }
        pairs = (sums & UINT64_C(0x00ff00ff00ff00ff)) + (sums >> 8 & UINT64_C(0x00ff00ff00ff00ff));
        count += pairs * UINT64_C(0x0001000100010001) >> 48;
    }
    for (; at < chunk->end; at++)
        count += *at < 128;
    return count;
}

int chunk_any_number(struct chunk *chunk, uint64_t limit, uint64_t *value)
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
            return *value <= limit ? 0 : chunk_fail(chunk, "a number is too large");
    }
    return chunk_fail(chunk, "a number is malformed");
}

char *chunk_words(struct chunk *chunk)
{
    uint64_t length;
    char *copy;

    if (chunk_number(chunk, PROFILE_TEXT, &length) < 0)
        return NULL;
    if (length > (size_t)(chunk->end - chunk->at)) {
        chunk_fail(chunk, "a text is truncated");
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
