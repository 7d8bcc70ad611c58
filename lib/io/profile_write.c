/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_format.h"

#include <stdbool.h>
#include <string.h>

/* Tag and length. */
#define CHUNK_HEAD 5
/* The most bytes added to a chunk at once: three numbers of up to ten bytes, or the head of a row
 * of triples. */
#define LONGEST_ENTRY 40

uint32_t profile_crc(uint32_t crc, const void *bytes, size_t length)
{
    /* CRCs of the values of four bits: a small table that need not be filled before the first
     * use. */
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158,
        0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4,
        0xa00ae278, 0xbdbdf21c,
    };
    const unsigned char *byte = bytes;

    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc = table[(crc ^ byte[i]) & 15] ^ crc >> 4;
        crc = table[(crc ^ (uint32_t)byte[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

static void store32(unsigned char *at, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static void give(struct profile_writer *writer, const void *bytes, size_t length)
{
    if (!writer->failed && writer->put(writer->where, bytes, length) < 0)
        writer->failed = 1;
}

static void add_number(struct profile_writer *writer, uint64_t number)
{
    while (number >= 128) {
        writer->chunk[writer->length++] = (unsigned char)(number | 128);
        number >>= 7;
    }
    writer->chunk[writer->length++] = (unsigned char)number;
}

static void add_text(struct profile_writer *writer, const char *text)
{
    size_t length = strnlen(text, PROFILE_TEXT);

    add_number(writer, length);
    memcpy(writer->chunk + writer->length, text, length);
    writer->length += length;
}

/* Write out the chunk being filled. */
static void flush(struct profile_writer *writer)
{
    if (writer->length == 0)
        return;
    store32(writer->chunk + 1, (uint32_t)(writer->length - CHUNK_HEAD));
    store32(writer->chunk + writer->length, profile_crc(0, writer->chunk, writer->length));
    give(writer, writer->chunk, writer->length + 4);
    writer->chunks++;
    writer->length = 0;
}

static void open_chunk(struct profile_writer *writer, char tag)
{
    flush(writer);
    writer->chunk[0] = (unsigned char)tag;
    writer->length = CHUNK_HEAD;
}

void profile_begin(struct profile_writer *writer, int (*put)(void *, const void *, size_t),
                   void *where)
{
    writer->put = put;
    writer->where = where;
    writer->failed = 0;
    writer->chunks = 0;
    writer->length = 0;
}

void profile_put_head(struct profile_writer *writer, const struct profile_head *head)
{
    give(writer, PROFILE_MAGIC, sizeof PROFILE_MAGIC - 1);
    open_chunk(writer, 'H');
    add_number(writer, head->ranks);
    add_number(writer, head->run);
    add_number(writer, head->sampling);
    add_number(writer, head->slice);
    add_text(writer, head->library);
    add_text(writer, head->program);
    flush(writer);
}

static bool is_kind(const struct profile_kind *a, const struct profile_kind *b)
{
    return a->part == b->part && a->phase == b->phase && a->step == b->step;
}

void profile_put_traffic(struct profile_writer *writer, uint32_t rank, struct profile_kind kind,
                         uint32_t other, uint64_t bytes, uint64_t messages)
{
    int32_t difference;

    if (writer->length == 0 || writer->length > PROFILE_CHUNK - LONGEST_ENTRY ||
        writer->rank != rank || !is_kind(&writer->kind, &kind)) {
        open_chunk(writer, 'R');
        add_number(writer, rank);
        add_number(writer, kind.part + PROFILE_PARTS * kind.step);
        add_number(writer, kind.phase);
        writer->rank = rank;
        writer->kind = kind;
        writer->last = 0;
    }
    difference = (int32_t)(other - writer->last);
    add_number(writer, (uint32_t)difference << 1 ^ -(uint32_t)(difference < 0));
    add_number(writer, bytes);
    add_number(writer, messages);
    writer->last = other;
}

void profile_put_done(struct profile_writer *writer, uint32_t rank, enum profile_end end,
                      uint64_t outside_messages, uint64_t outside_bytes)
{
    open_chunk(writer, 'D');
    add_number(writer, rank);
    add_number(writer, end);
    add_number(writer, outside_messages);
    add_number(writer, outside_bytes);
    flush(writer);
}

void profile_put_chunks(struct profile_writer *writer, const void *chunks, size_t length,
                        uint64_t count)
{
    flush(writer);
    give(writer, chunks, length);
    writer->chunks += count;
}

int profile_put_end(struct profile_writer *writer)
{
    flush(writer);
    open_chunk(writer, 'E');
    add_number(writer, writer->chunks);
    flush(writer);
    return writer->failed ? -1 : 0;
}
