/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_row.h"

#include "base/error.h"
#include "io/profile_format.h"

int row_begin(struct chunk *chunk, uint32_t ranks, struct profile_row *row)
{
    uint32_t last = ranks - 1;

    row->ranks = ranks;
    row->other = 0;
    if (chunk_number32(chunk, last, &row->rank) < 0 ||
        chunk_number32(chunk, PROFILE_PARTS * PROFILE_STEPS - 1, &row->part) < 0 ||
        chunk_number32(chunk, UINT32_MAX - 1, &row->phase) < 0)
        return -1;
    row->step = row->part / PROFILE_PARTS;
    row->part %= PROFILE_PARTS;
    return 0;
}

int row_check_sums(const struct source *source, const struct profile_edges *edges,
                   struct topomap_error *error)
{
    if (edges->bytes <= GRAPH_MAX_BYTES && edges->messages <= GRAPH_MAX_BYTES)
        return 0;
    return error_set(error, TOPOMAP_INPUT, "%s: all %s together exceed 2^53", source->name,
                     edges->bytes > GRAPH_MAX_BYTES ? "bytes" : "messages");
}

static int add_triple(const struct chunk *chunk, const struct profile_row *row, uint64_t bytes,
                      uint64_t messages, struct profile_edges *edges)
{
    bool fetched = row->part == PROFILE_FETCHED;

    edges->bytes += bytes;
    edges->messages += messages;
    if (row_check_sums(chunk->source, edges, chunk->error) < 0)
        return -1;
    return rows_add(&edges->rows, fetched ? row->other : row->rank,
                    fetched ? row->rank : row->other, bytes, messages) < 0
               ? error_memory(chunk->error)
               : 0;
}

/* The other rank of a triple, from that of the triple before. */
static uint32_t next_other(uint32_t other, uint32_t step)
{
    return other + ((step >> 1) ^ (0 - (step & 1)));
}

static int parse_triple(struct chunk *chunk, struct profile_row *row, struct profile_edges *edges)
{
    uint64_t bytes, messages;
    uint32_t step;

    if (chunk_number32(chunk, UINT32_MAX, &step) < 0 ||
        chunk_number(chunk, GRAPH_MAX_BYTES, &bytes) < 0 ||
        chunk_number(chunk, GRAPH_MAX_BYTES, &messages) < 0)
        return -1;
    row->other = next_other(row->other, step);
    if (row->other >= row->ranks)
        return chunk_fail(chunk, "a rank is out of range");
    return edges ? add_triple(chunk, row, bytes, messages, edges) : 0;
}

/* Read triples up to the first one that needs more care. Nearly all triples are read here, so all
 * state stays in registers: the run is a local copy, which stores to the arrays cannot alias. */
static void parse_plain(struct chunk *chunk, struct profile_row *row, struct profile_edges *edges)
{
    struct row_run run = rows_run(&edges->rows, row->rank);
    const unsigned char *at = chunk->at, *end = chunk->end, *last = chunk->stop - 8;
    uint32_t other = row->other, step, bytes, messages;
    size_t count = 0;

    for (; at <= last && count < run.room; count++) {
        const unsigned char *next = at + chunk_three_numbers(at, &step, &bytes, &messages);
        uint32_t to;

        if (next == at)
            break;
        to = next_other(other, step);
        if (next > end || to >= row->ranks || to == row->rank ||
            !(bytes | messages))
            break;
        rows_run_add(&run, count, to, bytes, messages);
        other = to;
        at = next;
    }
    edges->bytes += run.total_bytes;
    edges->messages += run.total_messages;
    rows_run_end(&edges->rows, &run, count);
    row->other = other;
    chunk->at = at;
}

int row_triples(struct chunk *chunk, struct profile_row *row, struct profile_edges *edges)
{
    bool plain = edges && row->part != PROFILE_FETCHED;

    while (chunk->at < chunk->end) {
        if (parse_triple(chunk, row, edges) < 0)
            return -1;
        if (plain)
            parse_plain(chunk, row, edges);
    }
    return edges ? row_check_sums(chunk->source, edges, chunk->error) : 0;
}
