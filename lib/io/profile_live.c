/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_live.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A file of counters being turned into a profile. */
struct reading {
    const struct source *source;
    struct profile_writer *writer;
    struct topomap_error *error;
    struct live_head head;
};

/* Messages and bytes exchanged with processes outside MPI_COMM_WORLD. */
struct outside {
    uint64_t messages, bytes;
};

static int fail(const struct reading *reading, const char *what)
{
    return error_set(reading->error, TOPOMAP_INPUT, "%s: the records of ranks are damaged: %s",
                     reading->source->name, what);
}

bool live_is(const struct source *source)
{
    return source->length >= sizeof LIVE_MAGIC &&
           memcmp(source->text, LIVE_MAGIC, sizeof LIVE_MAGIC) == 0;
}

static int take_head(struct reading *reading)
{
    struct live_head *head = &reading->head;
    struct profile_head profile;
    size_t length = reading->source->length;

    if (!live_is(reading->source))
        return fail(reading, "they do not begin like such records");
    if (length < sizeof *head)
        return fail(reading, "the head is truncated");
    memcpy(head, reading->source->text, sizeof *head);
    if (head->order != LIVE_ORDER)
        return fail(reading, "they are from a machine with another byte order");
    if (head->ranks == 0 || head->ranks > TOPOMAP_MAX_RANKS || head->slots > head->ranks ||
        head->sampling == 0 || !memchr(head->library, '\0', LIVE_TEXT) ||
        !memchr(head->program, '\0', LIVE_TEXT))
        return fail(reading, "the header is not valid");
    if ((length - sizeof *head) / sizeof *head->slot < head->slots)
        return fail(reading, "the slots are truncated");
    profile = (struct profile_head){head->ranks, head->run,     head->sampling,
                                    head->slice, head->library, head->program};
    profile_put_head(reading->writer, &profile);
    return 0;
}

/* Only an entry of the step `step`: rows of triples are of one step. */
static int take_entry(const struct reading *reading, uint32_t rank, uint32_t step,
                      const struct live_entry *entry, struct outside *outside)
{
    struct profile_kind kind;
    uint32_t other = live_key(entry->key, &kind);

    if (entry->key == 0 || kind.step != step)
        return 0;
    if (other >= reading->head.ranks && other != LIVE_OUTSIDE)
        return fail(reading, "an entry is not valid");
    if (other == LIVE_OUTSIDE) {
        outside->messages += entry->messages;
        outside->bytes += entry->bytes;
    } else {
        profile_put_traffic(reading->writer, rank, kind, other, entry->bytes, entry->messages);
    }
    return 0;
}

static int take_table(const struct reading *reading, uint32_t rank, uint32_t step, uint64_t table,
                      struct outside *outside)
{
    uint64_t at = table >> 8, power = table & 255, length = reading->source->length;
    struct live_entry entry;

    if (at > length || power >= 32 || (length - at) / sizeof entry >> power == 0)
        return fail(reading, "a table is truncated");
    for (uint64_t i = 0; i < UINT64_C(1) << power; i++) {
        memcpy(&entry, reading->source->text + at + i * sizeof entry, sizeof entry);
        if (take_entry(reading, rank, step, &entry, outside) < 0)
            return -1;
    }
    return 0;
}

static int take_slot(struct reading *reading, uint32_t index)
{
    struct outside outside = {0, 0};
    struct live_slot slot;

    memcpy(&slot, reading->source->text + sizeof reading->head + index * sizeof slot, sizeof slot);
    if (slot.state == LIVE_NOTHING || slot.state == LIVE_GIVEN_UP)
        return 0;
    if (slot.state > LIVE_GIVEN_UP || slot.rank >= reading->head.ranks)
        return fail(reading, "a slot is not valid");
    for (uint32_t i = 0; i < PROFILE_STEPS * LIVE_TABLES; i++) {
        uint64_t table = slot.tables[i % LIVE_TABLES];

        if (table && take_table(reading, slot.rank, i / LIVE_TABLES, table, &outside) < 0)
            return -1;
    }
    profile_put_done(reading->writer, slot.rank,
                     slot.state == LIVE_FINALIZED ? PROFILE_FINALIZED : PROFILE_SPILLED,
                     outside.messages, outside.bytes);
    return 0;
}

static int take_all(struct reading *reading)
{
    if (take_head(reading) < 0)
        return -1;
    for (uint32_t i = 0; i < reading->head.slots; i++) {
        if (take_slot(reading, i) < 0)
            return -1;
    }
    return profile_put_end(reading->writer) < 0 ? error_memory(reading->error) : 0;
}

static int put_text(void *where, const void *bytes, size_t length)
{
    struct text *text = where;

    text_add(text, bytes, length);
    return text->failed ? -1 : 0;
}

char *live_profile(const struct source *source, size_t *length, struct topomap_error *error)
{
    struct reading reading = {.source = source, .error = error};
    struct text text = {0};
    char *profile = NULL;

    reading.writer = array_new(1, sizeof *reading.writer);
    if (!reading.writer) {
        error_memory(error);
        return NULL;
    }
    profile_begin(reading.writer, put_text, &text);
    if (take_all(&reading) == 0) {
        *length = text.length;
        profile = text_take(&text);
        if (!profile)
            error_memory(error);
    } else {
        text_free(&text);
    }
    free(reading.writer);
    return profile;
}
