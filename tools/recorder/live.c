/* SPDX-License-Identifier: BSD-3-Clause */
#include "abi.h"

#include "base/file.h"
#include "io/profile_records.h"
#include "live.h"
#include "run.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The limit for all tables of this rank: enough for 8192 partners. */
#define MOST_BYTES ((size_t)1 << 20)
/* Tables double in size: the most regions within that limit, and the head. */
#define MOST_REGIONS (2 * LIVE_TABLES)

static char folder[RUN_PATH + 16], file[64];
static struct live_head *head;
static struct live_slot *slot; /* NULL: there is no file */
static size_t page;
static _Atomic size_t bytes_taken;
static _Atomic bool mended;

/* A mapped region; it is complete once its length is set. */
static struct region {
    char *begin;
    _Atomic size_t length;
} regions[MOST_REGIONS];
static _Atomic unsigned region_count;

static size_t round_up(size_t length)
{
    return (length + page - 1) / page * page;
}

/* Map `length` bytes at `offset` of the file, after allocating them on disk: writing to a hole of a
 * full disk would kill the process. NULL on failure. */
static void *map(int fd, size_t offset, size_t length)
{
    unsigned index = atomic_fetch_add(&region_count, 1);
    void *begin;

    if (index >= MOST_REGIONS || posix_fallocate(fd, (off_t)offset, (off_t)length) != 0)
        return NULL;
    begin = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
    if (begin == MAP_FAILED)
        return NULL;
    regions[index].begin = begin;
    atomic_store(&regions[index].length, length);
    return begin;
}

/* Do not keep the file open: a program may close descriptors that are not its own. */
static void *open_and_map(int flags, size_t offset, size_t length)
{
    int inside = file_open_folder(folder);
    int fd = inside < 0 ? -1
                        : openat(inside, file, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
    void *begin = fd >= 0 ? map(fd, offset, length) : NULL;

    if (fd >= 0 && !begin && (flags & O_CREAT))
        unlinkat(inside, file, 0);
    if (fd >= 0)
        close(fd);
    if (inside >= 0)
        close(inside);
    return begin;
}

static void fill_head(uint32_t slots, size_t length)
{
    memcpy(head->magic, LIVE_MAGIC, sizeof LIVE_MAGIC);
    head->order = LIVE_ORDER;
    head->slots = slots;
    head->run = run.head.run;
    head->ranks = run.head.ranks;
    head->sampling = run.head.sampling;
    head->slice = run.head.slice;
    head->used = length;
    snprintf(head->library, sizeof head->library, "%s", run.head.library);
    snprintf(head->program, sizeof head->program, "%s", run.head.program);
}

static void start(MPI_Comm node)
{
    uint32_t leader = run.rank;
    int me, size, made = 1;
    size_t length;

    NEXT(MPI_Comm_rank)(node, &me);
    NEXT(MPI_Comm_size)(node, &size);
    NEXT(MPI_Bcast)(&leader, sizeof leader, MPI_BYTE, 0, node);
    page = (size_t)sysconf(_SC_PAGESIZE);
    length = round_up(sizeof *head + (size_t)size * sizeof *head->slot);
    snprintf(folder, sizeof folder, "%s.ranks", run.path);
    snprintf(file, sizeof file, PROFILE_RECORD_NODE "%u.%llx", leader,
             (unsigned long long)run.head.run);
    if (me == 0) {
        head = open_and_map(O_CREAT | O_EXCL, 0, length);
        made = head != NULL;
        if (made)
            fill_head((uint32_t)size, length);
    }
    NEXT(MPI_Bcast)(&made, sizeof made, MPI_BYTE, 0, node);
    if (made && me > 0)
        head = open_and_map(0, 0, length);
    if (!head)
        return;
    slot = &head->slot[me];
    slot->rank = run.rank;
    __atomic_store_n(&slot->state, LIVE_COUNTING, __ATOMIC_RELEASE);
}

void live_start(void *communicator)
{
    MPI_Comm node;

    if (NEXT(MPI_Comm_split_type)(*(MPI_Comm *)communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                  &node) != MPI_SUCCESS)
        return;
    start(node);
    NEXT(MPI_Comm_free)(&node);
}

void *live_table(unsigned power, uint64_t *place)
{
    size_t length = sizeof(struct live_entry) << power, offset;
    void *table;

    *place = 0;
    if (!slot || __atomic_load_n(&slot->state, __ATOMIC_RELAXED) != LIVE_COUNTING)
        return NULL;
    length = round_up(length);
    if (atomic_fetch_add(&bytes_taken, length) + length > MOST_BYTES)
        return NULL;
    offset = __atomic_fetch_add(&head->used, length, __ATOMIC_RELAXED);
    table = open_and_map(0, offset, length);
    if (table)
        *place = (uint64_t)offset << 8 | power;
    return table;
}

void live_publish(unsigned thread, uint64_t place)
{
    uint32_t counting = LIVE_COUNTING;

    if (!slot)
        return;
    if (place && thread < LIVE_TABLES)
        __atomic_store_n(&slot->tables[thread], place, __ATOMIC_RELEASE);
    else
        __atomic_compare_exchange_n(&slot->state, &counting, LIVE_GIVEN_UP, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

bool live_holds(void)
{
    return slot && __atomic_load_n(&slot->state, __ATOMIC_RELAXED) == LIVE_COUNTING &&
           !atomic_load(&mended);
}

void live_finalized(void)
{
    uint32_t counting = LIVE_COUNTING;

    if (slot)
        __atomic_compare_exchange_n(&slot->state, &counting, LIVE_FINALIZED, false,
                                    __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

bool live_mend(void *address)
{
    char *at = (char *)((uintptr_t)address / page * page);

    for (unsigned i = 0; page && i < MOST_REGIONS; i++) {
        size_t length = atomic_load(&regions[i].length);

        if (length == 0 || at < regions[i].begin || at >= regions[i].begin + length)
            continue;
        atomic_store(&mended, true);
        return mmap(at, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                    0) == at;
    }
    return false;
}

bool live_mended(void)
{
    return atomic_load(&mended);
}
