/* SPDX-License-Identifier: BSD-3-Clause */
#include "counts.h"

#include "live.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define FIRST_POWER 6 /* entries of the first table, as a power of two */

#define KEY_PART LIVE_KEY_PART
#define KEY_PHASE LIVE_KEY_PHASE
#define MAX_PHASE ((UINT32_C(1) << 24) - 1)
#define MOST_AWAITED 8 /* ranks that a step is known to have waited for */

/* Counts are found by their key without the step, which the first message decides; those of
 * collectives, and what is awaited, with it. */
#define KEY_STEP LIVE_KEY_STEP
#define WITHOUT_STEP ((UINT64_C(1) << KEY_STEP) - 1)

/* Messages to a rank whose mean sizes differ by a larger factor are counted apart. */
#define SIMILAR 8

/* A struct live_entry. */
struct entry {
    _Atomic uint64_t key; /* 0: free. Set last, so that a reader who sees it sees the counters,
                           * too */
    _Atomic uint64_t bytes, messages;
};
_Static_assert(sizeof(struct entry) == sizeof(struct live_entry), "entries are those of the file");

/* The sizes needed to walk the entries are kept outside the file, as others may change the file. */
struct table {
    struct table *old; /* the smaller table before: a signal handler may still read it */
    uint32_t power, capacity, used;
    struct entry *entries;
};

/* Counters of one thread, which alone writes them. */
struct counts {
    struct counts *next; /* in the list of all, from which none is removed */
    _Atomic(struct table *) table;
    _Atomic bool owned;  /* by a running thread */
    unsigned thread;     /* 0, 1, ... */
    uint32_t calls;      /* calls so far in the current block of `sampling` calls */
    uint32_t chosen;     /* the call of the block to record */
    uint32_t random;
    uint32_t phase, step; /* of the latest message to a rank to which none had gone before */
    bool received;        /* something since then */
    uint32_t awaited[MOST_AWAITED], awaits, awaited_phase; /* the ranks from which, and the phase */
    uint32_t turn_phase, turn_step; /* to which the thread has turned latest */
    bool turned;                    /* away from it since then */
};

static _Atomic(struct counts *) all;
static _Atomic unsigned threads;
static _Thread_local struct counts *mine __attribute__((tls_model("initial-exec")));
static pthread_key_t leaving;
static uint32_t own_rank, sampling = 1, slice;
static struct timespec start;
static _Atomic uint32_t phase_now = PHASE_FIRST;
static _Atomic uint64_t lost;

/* When a thread ends another one may continue with its counters. If it still calls MPI, from
 * destructors that run later, it takes counters anew. */
static void leave(void *counts)
{
    mine = NULL;
    atomic_store(&((struct counts *)counts)->owned, false);
}

void counts_setup(uint32_t rank, uint32_t every, uint32_t milliseconds)
{
    own_rank = rank;
    sampling = every;
    slice = milliseconds;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &start);
    pthread_key_create(&leaving, leave);
}

static struct counts *adopt(void)
{
    struct counts *counts;

    for (counts = atomic_load(&all); counts; counts = counts->next) {
        bool owned = false;

        if (atomic_compare_exchange_strong(&counts->owned, &owned, true))
            return counts;
    }
    counts = calloc(1, sizeof *counts);
    if (!counts)
        return NULL;
    atomic_init(&counts->owned, true);
    counts->thread = atomic_fetch_add(&threads, 1);
    counts->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &counts->next, counts))
        ;
    return counts;
}

static struct counts *own(void)
{
    if (!mine) {
        mine = adopt();
        if (mine)
            pthread_setspecific(leaving, mine);
    }
    return mine;
}

static bool has_steps(uint64_t key)
{
    enum profile_part part = (enum profile_part)(key >> KEY_PART & LIVE_MOST_PART);

    return part == PROFILE_COLLECTIVE || part == PROFILE_AWAITED;
}

static struct entry *find(struct table *table, uint64_t key)
{
    uint64_t mask = has_steps(key) ? UINT64_MAX : WITHOUT_STEP;
    uint32_t at = (uint32_t)(((key & WITHOUT_STEP) * UINT64_C(0x9e3779b97f4a7c15)) >> 32);

    for (;; at++) {
        struct entry *entry = &table->entries[at & (table->capacity - 1)];
        uint64_t there = atomic_load_explicit(&entry->key, memory_order_relaxed);

        if (((there ^ key) & mask) == 0 || there == 0)
            return entry;
    }
}

static bool is_used(const struct entry *entry)
{
    return entry && atomic_load_explicit(&entry->key, memory_order_relaxed) != 0;
}

/* Whether these messages are neither much longer nor much shorter than those of the entry. */
static bool is_similar(const struct entry *entry, uint64_t bytes, uint64_t messages)
{
    double these = (double)bytes *
                   (double)atomic_load_explicit(&entry->messages, memory_order_relaxed);
    double those = (double)messages *
                   (double)atomic_load_explicit(&entry->bytes, memory_order_relaxed);

    return these <= SIMILAR * those && those <= SIMILAR * these;
}

static void bump(struct entry *entry, uint64_t bytes, uint64_t messages)
{
    uint64_t old_bytes = atomic_load_explicit(&entry->bytes, memory_order_relaxed);
    uint64_t old_messages = atomic_load_explicit(&entry->messages, memory_order_relaxed);

    atomic_store_explicit(&entry->bytes, old_bytes + bytes, memory_order_relaxed);
    atomic_store_explicit(&entry->messages, old_messages + messages, memory_order_relaxed);
}

static struct table *table_new(unsigned power, uint64_t *place)
{
    struct table *table = malloc(sizeof *table);

    if (!table)
        return NULL;
    *table = (struct table){.power = power, .capacity = UINT32_C(1) << power};
    table->entries = live_table(power, place);
    if (!table->entries)
        table->entries = calloc(table->capacity, sizeof *table->entries);
    if (table->entries)
        return table;
    free(table);
    return NULL;
}

/* A table with room for one more entry. */
static struct table *grow(struct counts *counts, struct table *old)
{
    struct table *table;
    uint64_t place;

    if (old && old->used < old->capacity / 2)
        return old;
    table = table_new(old ? old->power + 1 : FIRST_POWER, &place);
    if (!table)
        return NULL;
    table->old = old;
    for (uint32_t i = 0; old && i < old->capacity; i++) {
        uint64_t key = atomic_load_explicit(&old->entries[i].key, memory_order_relaxed);
        struct entry *entry;

        if (key == 0)
            continue;
        entry = find(table, key);
        bump(entry, atomic_load_explicit(&old->entries[i].bytes, memory_order_relaxed),
             atomic_load_explicit(&old->entries[i].messages, memory_order_relaxed));
        atomic_store_explicit(&entry->key, key, memory_order_relaxed);
        table->used++;
    }
    atomic_store_explicit(&counts->table, table, memory_order_release);
    live_publish(counts->thread, place);
    return table;
}

/* The step of messages to a rank to which none has gone before: point-to-point messages may wait
 * for what was received since the latest such message. Sampling would miss that. */
static uint32_t step_of(struct counts *counts, const struct profile_kind *kind)
{
    if (sampling > 1 || kind->part != PROFILE_P2P)
        return kind->step;
    if (counts->phase != kind->phase)
        counts->step = 0;
    else if (counts->received && counts->step < PROFILE_STEPS - 1)
        counts->step++;
    counts->phase = kind->phase;
    counts->received = false;
    return counts->step;
}

static struct table *insert(struct counts *counts, struct table *table, uint64_t key,
                            uint64_t bytes, uint64_t messages)
{
    struct entry *entry;

    table = grow(counts, table);
    if (!table) {
        counts_lose(messages);
        return NULL;
    }
    entry = find(table, key);
    if (atomic_load_explicit(&entry->key, memory_order_relaxed) == 0)
        table->used++;
    bump(entry, bytes, messages);
    atomic_store_explicit(&entry->key, key, memory_order_release);
    return table;
}

/* `part` is that of the kind, or that of a size. */
static uint64_t make_key(uint32_t other, uint32_t part, const struct profile_kind *kind)
{
    return ((uint64_t)other + 1) | (uint64_t)part << KEY_PART |
           (uint64_t)kind->phase << KEY_PHASE | (uint64_t)kind->step << KEY_STEP;
}

/* The first message to a rank, or the first one of its size, and what it has waited for. Returns
 * its step. */
static uint32_t begin_messages(struct counts *counts, struct table *table, uint32_t part,
                           struct profile_kind kind, uint32_t other, uint64_t bytes,
                           uint64_t messages)
{
    uint32_t awaits = counts->awaited_phase == kind.phase ? counts->awaits : 0;

    kind.step = step_of(counts, &kind);
    table = insert(counts, table, make_key(other, part, &kind), bytes, messages);
    if (kind.part != PROFILE_P2P)
        return kind.step;
    for (uint32_t i = 0; table && i < awaits; i++) {
        uint64_t key = make_key(counts->awaited[i], PROFILE_AWAITED, &kind);

        if (atomic_load_explicit(&find(table, key)->key, memory_order_relaxed) == 0)
            table = insert(counts, table, key, i + 1, 1);
    }
    counts->awaits = 0;
    return kind.step;
}

/* Waiting is told apart: not if only some messages are seen, nor in the middle of an exchange. */
static bool tells_waiting(void)
{
    return sampling == 1 && !slice;
}

/* A message is sent in a step. */
static void note_turn(struct counts *counts, const struct profile_kind *kind)
{
    struct table *table = atomic_load_explicit(&counts->table, memory_order_relaxed);
    uint64_t key = make_key(own_rank, PROFILE_AWAITED, kind);
    struct entry *entry;

    if (!table || (!counts->turned && counts->turn_phase == kind->phase &&
                   counts->turn_step == kind->step))
        return;
    counts->turned = false;
    counts->turn_phase = kind->phase;
    counts->turn_step = kind->step;
    entry = find(table, key);
    if (is_used(entry))
        bump(entry, 1, 0);
    else
        insert(counts, table, key, 1, 1);
}

/* Whether messages to a rank belong to the step to which the thread has turned. */
static bool sends_to(const struct counts *counts, uint32_t other, uint32_t phase)
{
    struct table *table = atomic_load_explicit(&counts->table, memory_order_relaxed);
    struct profile_kind kind = {PROFILE_P2P, phase, 0};
    const struct entry *entry;

    if (!table || counts->turn_phase != phase)
        return false;
    entry = find(table, make_key(other, PROFILE_P2P, &kind));
    return is_used(entry) &&
           atomic_load_explicit(&entry->key, memory_order_relaxed) >> KEY_STEP == counts->turn_step;
}

static uint32_t slice_now(void)
{
    struct timespec now;
    uint64_t past;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    past = (uint64_t)(now.tv_sec - start.tv_sec) * 1000 + (uint64_t)(now.tv_nsec / 1000000) -
           (uint64_t)(start.tv_nsec / 1000000);
    past = past / slice + PHASE_FIRST;
    return past < MAX_PHASE ? (uint32_t)past : MAX_PHASE;
}

void counts_received(uint32_t other)
{
    struct counts *counts = own();
    uint32_t phase = atomic_load_explicit(&phase_now, memory_order_relaxed);

    if (!counts)
        return;
    counts->received = true;
    if (other == OUTSIDE || other == own_rank || !tells_waiting())
        return;
    if (!counts->turned)
        counts->turned = sends_to(counts, other, phase);
    if (counts->awaited_phase != phase)
        counts->awaits = 0;
    counts->awaited_phase = phase;
    for (uint32_t i = 0; i < counts->awaits; i++) {
        if (counts->awaited[i] == other)
            return;
    }
    if (counts->awaits < MOST_AWAITED)
        counts->awaited[counts->awaits++] = other;
}

void counts_add(enum profile_part part, uint32_t step, uint32_t other, uint64_t bytes,
                uint64_t messages)
{
    uint32_t phase = slice ? slice_now() : atomic_load_explicit(&phase_now, memory_order_relaxed);
    struct profile_kind kind = {part, phase, sampling > 1 ? 0 : step};
    struct counts *counts = own();
    uint32_t size_part = part;
    struct table *table;
    struct entry *entry;

    if (!counts) {
        counts_lose(messages);
        return;
    }
    bytes *= sampling;
    messages *= sampling;
    table = atomic_load_explicit(&counts->table, memory_order_relaxed);
    entry = table ? find(table, make_key(other, part, &kind)) : NULL;
    while (part == PROFILE_P2P && is_used(entry) && !is_similar(entry, bytes, messages) &&
           size_part < LIVE_MOST_PART) {
        size_part = size_part == PROFILE_P2P ? PROFILE_PARTS : size_part + 1;
        entry = find(table, make_key(other, size_part, &kind));
    }
    if (is_used(entry)) {
        bump(entry, bytes, messages);
        kind.step = (uint32_t)(atomic_load_explicit(&entry->key, memory_order_relaxed) >> KEY_STEP);
    } else {
        kind.step = begin_messages(counts, table, size_part, kind, other, bytes, messages);
    }
    if (part == PROFILE_P2P && tells_waiting())
        note_turn(counts, &kind);
    else if (part == PROFILE_COLLECTIVE)
        counts->turned = true;
}

bool counts_sampled(void)
{
    struct counts *counts;

    if (sampling == 1)
        return true;
    counts = own();
    if (!counts)
        return false;
    /* Record a random call of each block: every k-th call could always go to the same neighbour.
     * Source: Marsaglia, Xorshift RNGs, 2003. */
    if (counts->calls == 0) {
        uint32_t x = counts->random ? counts->random : 2463534242U;

        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        counts->random = x;
        counts->chosen = x % sampling;
        counts->calls = sampling;
    }
    return --counts->calls == counts->chosen;
}

void counts_phase(uint32_t phase)
{
    atomic_store(&phase_now, phase < MAX_PHASE ? phase : MAX_PHASE);
}

bool counts_on(void)
{
    return atomic_load_explicit(&phase_now, memory_order_relaxed) != PHASE_OFF;
}

void counts_visit(void (*visit)(void *where, const struct count *count), void *where)
{
    for (struct counts *counts = atomic_load(&all); counts; counts = counts->next) {
        struct table *table = atomic_load_explicit(&counts->table, memory_order_acquire);

        for (uint32_t i = 0; table && i < table->capacity; i++) {
            struct entry *entry = &table->entries[i];
            uint64_t key = atomic_load_explicit(&entry->key, memory_order_acquire);
            struct count count = {
                .bytes = atomic_load_explicit(&entry->bytes, memory_order_relaxed),
                .messages = atomic_load_explicit(&entry->messages, memory_order_relaxed),
            };

            count.other = live_key(key, &count.kind);
            if (key)
                visit(where, &count);
        }
    }
}

uint64_t counts_lost(void)
{
    return atomic_load(&lost);
}

void counts_lose(uint64_t messages)
{
    atomic_fetch_add(&lost, messages);
}
