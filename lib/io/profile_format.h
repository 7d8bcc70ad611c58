/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Profiles: who sent how much to whom, by part and by phase, as the recorder writes them.
 * A line of text "topomap-profile 1", then chunks:
 *
 *     tag       1 byte
 *     length    4 bytes, least significant first: of the payload, at most PROFILE_CHUNK
 *     payload
 *     checksum  4 bytes, least significant first: CRC-32 (IEEE 802.3) of all before it in the chunk
 *
 * A payload is a row of numbers in LEB128 (7 bits a byte, least significant first); texts are a
 * number of bytes and these. What follows the last number that is known here is skipped.
 *
 *     'H'  the run, first of all: ranks, id of the run, calls for each one recorded (sampling),
 *          milliseconds of a time slice (0: phases are marked by the application), MPI library,
 *          program
 *     'R'  traffic of one rank: rank, part, phase, then triples until the end: the other rank as
 *          the zigzag difference to the one before (0 at first), bytes, messages. Traffic that the
 *          rank fetches (part PROFILE_FETCHED) goes from the other rank to it
 *     'D'  a rank whose record is complete: rank, how it ended (enum profile_end), messages and
 *          bytes exchanged with processes outside MPI_COMM_WORLD, which no triple holds
 *     'E'  the end, last of all: number of chunks before
 *
 * A pair may stand several times; its numbers add up.
 */
#ifndef IO_PROFILE_FORMAT_H
#define IO_PROFILE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define PROFILE_MAGIC "topomap-profile 1\n"
#define PROFILE_CHUNK 16384
#define PROFILE_TEXT 1024 /* longest text */

enum profile_part {
    PROFILE_P2P,
    PROFILE_ONE_SIDED,
    PROFILE_COLLECTIVE,
    PROFILE_FETCHED, /* one-sided, too */
    PROFILE_PARTS
};

enum profile_end {
    PROFILE_FINALIZED,
    PROFILE_SPILLED, /* the rank ended, or was ended, before the records were gathered */
};

struct profile_head {
    uint32_t ranks;
    uint64_t run;
    uint32_t sampling;
    uint32_t slice; /* ms */
    const char *library;
    const char *program;
};

/*
 * Writing, without memory of its own, so that it works in a signal handler. `put` takes bytes and
 * returns 0, or -1 when they cannot be written; nothing is written after that.
 */
struct profile_writer {
    int (*put)(void *where, const void *bytes, size_t length);
    void *where;
    int failed;
    uint64_t chunks;
    size_t length; /* of the chunk under way, with tag and length; 0: none */
    uint32_t rank, phase, last;
    enum profile_part part;
    unsigned char chunk[PROFILE_CHUNK + 16];
};

void profile_begin(struct profile_writer *writer, int (*put)(void *, const void *, size_t),
                   void *where);

/* The line of text and the chunk 'H'. */
void profile_put_head(struct profile_writer *writer, const struct profile_head *head);

/* What `rank` sends to (PROFILE_FETCHED: gets from) `other`. */
void profile_put_traffic(struct profile_writer *writer, uint32_t rank, enum profile_part part,
                         uint32_t phase, uint32_t other, uint64_t bytes, uint64_t messages);

/* The chunk 'D' of a rank. */
void profile_put_done(struct profile_writer *writer, uint32_t rank, enum profile_end end,
                      uint64_t outside_messages, uint64_t outside_bytes);

/* Take over whole chunks, `count` of them, that another writer made. */
void profile_put_chunks(struct profile_writer *writer, const void *chunks, size_t length,
                        uint64_t count);

/* Give out the chunk under way. */
void profile_flush(struct profile_writer *writer);

/* The chunk 'E'. Returns 0, or -1 if anything could not be written. */
int profile_put_end(struct profile_writer *writer);

/* CRC-32 of IEEE 802.3; `crc` is 0 or that of the bytes before. */
uint32_t profile_crc(uint32_t crc, const void *bytes, size_t length);

#endif
