/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Profiles: what each rank sent to each other one, by part and by phase, as the recorder writes
 * them. A line of text "topomap-profile 1", then chunks:
 *
 *     tag       1 byte
 *     length    4 bytes, least significant first: of the payload, at most PROFILE_CHUNK
 *     payload
 *     checksum  4 bytes, least significant first: CRC-32 (IEEE 802.3) of all before it in the chunk
 *
 * A payload is a sequence of numbers in LEB128 (7 bits a byte, least significant first). A text is
 * its number of bytes, then the bytes. Numbers after the last one known here are skipped.
 *
 *     'H'  the run, first of all: ranks, id of the run, calls for each one recorded (sampling),
 *          milliseconds of a time slice (0: phases are marked by the application), MPI library,
 *          program
 *     'R'  traffic of one rank: rank, part + PROFILE_PARTS * step, phase, then triples until the
 *          end: the other rank as the zigzag difference to the one before (0 at first), bytes,
 *          messages. Traffic that the rank fetches (part PROFILE_FETCHED) goes from the other rank
 *          to it. What it awaited (part PROFILE_AWAITED) has one message, and as many bytes as
 *          its place, from 1 on, among what it awaited in the step, or 0 if that is not known;
 *          with itself as the other rank, as many bytes as times that it turned to the step
 *     'D'  a rank whose record is complete: rank, how it ended (enum profile_end), messages and
 *          bytes exchanged with processes outside MPI_COMM_WORLD, which are in no triple
 *     'E'  the end, last of all: number of chunks before
 *
 * A pair may occur several times; its numbers add up, also those of several steps. If nothing that
 * has bytes has messages, bytes are weights, see struct topomap_graph. What a rank sends in a step
 * it sends after it has received something of the steps before, in the same phase and part.
 */
#ifndef IO_PROFILE_FORMAT_H
#define IO_PROFILE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define PROFILE_MAGIC "topomap-profile 1\n"
#define PROFILE_CHUNK 16384
#define PROFILE_TEXT 1024 /* longest text, in bytes */
#define PROFILE_STEPS 16  /* steps of a part in a phase, counted from 0 */

enum profile_part {
    PROFILE_P2P,
    PROFILE_ONE_SIDED,
    PROFILE_COLLECTIVE,
    PROFILE_FETCHED, /* one-sided, too: the rank of the chunk receives */
    PROFILE_AWAITED, /* no traffic: the rank began its point-to-point messages of this step after it
                      * had received from the other rank */
    PROFILE_PARTS
};

enum profile_end {
    PROFILE_FINALIZED,
    PROFILE_SPILLED, /* the rank ended, or was killed, before the records were gathered */
};

/* Traffic that is told apart. */
struct profile_kind {
    enum profile_part part;
    uint32_t phase, step;
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
 * Writes profiles without allocating memory, so that it works in a signal handler. `put` takes
 * bytes and returns 0, or -1 if they cannot be written; nothing is written after a failure.
 */
struct profile_writer {
    int (*put)(void *where, const void *bytes, size_t length);
    void *where;
    int failed;
    uint64_t chunks;
    size_t length; /* of the chunk being filled, with tag and length; 0: there is none */
    uint32_t rank, last;
    struct profile_kind kind;
    unsigned char chunk[PROFILE_CHUNK + 16];
};

void profile_begin(struct profile_writer *writer, int (*put)(void *, const void *, size_t),
                   void *where);

/* Write the line of text and the chunk 'H'. */
void profile_put_head(struct profile_writer *writer, const struct profile_head *head);

/* Add what `rank` sends to `other`, or gets from it if the part is PROFILE_FETCHED. */
void profile_put_traffic(struct profile_writer *writer, uint32_t rank, struct profile_kind kind,
                         uint32_t other, uint64_t bytes, uint64_t messages);

/* Write the chunk 'D' of a rank. */
void profile_put_done(struct profile_writer *writer, uint32_t rank, enum profile_end end,
                      uint64_t outside_messages, uint64_t outside_bytes);

/* Copy `count` complete chunks that another writer made. */
void profile_put_chunks(struct profile_writer *writer, const void *chunks, size_t length,
                        uint64_t count);

/* Write the chunk 'E'. Returns 0, or -1 if any write failed. */
int profile_put_end(struct profile_writer *writer);

/* CRC-32 of IEEE 802.3; `crc` is 0, or the CRC of the bytes before. */
uint32_t profile_crc(uint32_t crc, const void *bytes, size_t length);

#endif
