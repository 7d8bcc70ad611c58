/* SPDX-License-Identifier: BSD-3-Clause */
#include "report.h"

#include "counts.h"
#include "run.h"

struct writing {
    struct profile_writer *writer;
    uint32_t step; /* the one being written: rows of triples are of one step */
    uint64_t outside_messages, outside_bytes;
};

static void write_count(void *where, const struct count *count)
{
    struct writing *writing = where;

    if (count->kind.step != writing->step)
        return;
    if (count->other == OUTSIDE) {
        writing->outside_messages += count->messages;
        writing->outside_bytes += count->bytes;
    } else {
        profile_put_traffic(writing->writer, run.rank, count->kind, count->other, count->bytes,
                            count->messages);
    }
}

void report(struct profile_writer *writer, enum profile_end end)
{
    struct writing writing = {.writer = writer};

    for (; writing.step < PROFILE_STEPS; writing.step++)
        counts_visit(write_count, &writing);
    profile_put_done(writer, run.rank, end, writing.outside_messages, writing.outside_bytes);
}
