/* SPDX-License-Identifier: BSD-3-Clause */
#include "record.h"

#include <pthread.h>
#include <stdlib.h>

#define PLACES 1024 /* size of the table of plans, a power of two */

_Atomic bool recording;

/* MPI 4.1 deprecates the query, but all libraries with this ABI have it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
uint64_t record_bytes(MPI_Count count, MPI_Datatype type)
{
    MPI_Count size;

    /* To ask for the size of no type may end the program, which may be content with an error. */
    if (count <= 0 || type == MPI_DATATYPE_NULL ||
        NEXT(MPI_Type_size_x)(type, &size) != MPI_SUCCESS || size <= 0)
        return 0;
    return (uint64_t)count * (uint64_t)size;
}
#pragma GCC diagnostic pop

void record_send(MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type)
{
    uint64_t bytes;
    struct comm *known;

    if (dest < 0 || !record_wanted())
        return;
    bytes = record_bytes(count, type);
    known = bytes ? comms_get(comm) : NULL;
    if (known)
        counts_add(PROFILE_P2P, 0, comms_world(&known->remote, dest), bytes, 1);
    else
        counts_lose(bytes > 0);
}

void record_receive(MPI_Comm comm, int source, const MPI_Status *status)
{
    struct comm *known;

    if (source == MPI_PROC_NULL || !atomic_load_explicit(&recording, memory_order_relaxed))
        return;
    if (source < 0 && status != MPI_STATUS_IGNORE)
        source = status->MPI_SOURCE;
    known = source >= 0 ? comms_get(comm) : NULL;
    counts_received(known ? comms_world(&known->remote, source) : OUTSIDE);
}

void record_one_sided(MPI_Win win, enum profile_part part, int target, MPI_Count count,
                      MPI_Datatype type)
{
    uint64_t bytes;
    struct members *members;

    if (target < 0 || !record_wanted())
        return;
    bytes = record_bytes(count, type);
    members = bytes ? comms_window(win) : NULL;
    if (members)
        counts_add(part, 0, comms_world(members, target), bytes, 1);
    else
        counts_lose(bytes > 0);
}

/* ---- persistent requests ----------------------------------------------------------------- */

/* Plans are found through lists, which threads read without a lock; a writer holds `changing`.
 * Links are never freed, but reused for requests of the same list. */
struct link {
    struct link *next;
    _Atomic(uintptr_t) request; /* 0: free */
    struct plan *plan;
};

static _Atomic(struct link *) places[PLACES];
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

static _Atomic(struct link *) *place_of(MPI_Request request)
{
    uint64_t key = (uint64_t)(uintptr_t)request * UINT64_C(0x9e3779b97f4a7c15);

    return &places[key >> 54];
}

/* The link of `request`, or NULL; 0 finds a free one. */
static struct link *find_link(MPI_Request in, uintptr_t request)
{
    struct link *link = atomic_load_explicit(place_of(in), memory_order_acquire);

    while (link && atomic_load_explicit(&link->request, memory_order_acquire) != request)
        link = link->next;
    return link;
}

static struct plan *plan_new(enum profile_part part)
{
    struct plan *plan = calloc(1, sizeof *plan);

    if (plan)
        plan->part = part;
    return plan;
}

static void plan_add(struct plan *plan, uint32_t step, uint32_t to, uint64_t bytes,
                     uint64_t messages)
{
    if (plan->count == plan->capacity) {
        uint32_t capacity = plan->capacity ? 2 * plan->capacity : 1;
        struct planned *sends = realloc(plan->sends, capacity * sizeof *sends);

        if (!sends) {
            counts_lose(messages);
            return;
        }
        plan->sends = sends;
        plan->capacity = capacity;
    }
    plan->sends[plan->count++] = (struct planned){step, to, bytes, messages};
}

void plan_free(struct plan *plan)
{
    if (plan)
        free(plan->sends);
    free(plan);
}

/* For those who hold `changing`. */
static void put_in(MPI_Request request, struct plan *plan)
{
    _Atomic(struct link *) *place = place_of(request);
    struct link *link = find_link(request, 0);

    if (!link) {
        link = calloc(1, sizeof *link);
        if (!link) {
            counts_lose(plan->count);
            plan_free(plan);
            return;
        }
        link->next = atomic_load_explicit(place, memory_order_relaxed);
        atomic_store_explicit(place, link, memory_order_release);
    }
    link->plan = plan;
    atomic_store_explicit(&link->request, (uintptr_t)request, memory_order_release);
}

void plan_keep(MPI_Request request, struct plan *plan)
{
    if (!plan)
        return;
    pthread_mutex_lock(&changing);
    put_in(request, plan);
    pthread_mutex_unlock(&changing);
}

void plan_drop(MPI_Request request)
{
    struct link *link = find_link(request, (uintptr_t)request);

    if (!link)
        return;
    pthread_mutex_lock(&changing);
    plan_free(link->plan);
    atomic_store_explicit(&link->request, 0, memory_order_release);
    pthread_mutex_unlock(&changing);
}

void plan_send(MPI_Request request, MPI_Comm comm, int dest, MPI_Count count, MPI_Datatype type)
{
    struct comm *known;
    uint64_t bytes;
    struct plan *plan;

    if (dest < 0 || !atomic_load_explicit(&recording, memory_order_relaxed))
        return;
    bytes = record_bytes(count, type);
    known = bytes ? comms_get(comm) : NULL;
    plan = known ? plan_new(PROFILE_P2P) : NULL;
    if (plan)
        plan_add(plan, 0, comms_world(&known->remote, dest), bytes, 1);
    else
        counts_lose(bytes > 0);
    plan_keep(request, plan);
}

static void count_plan(const struct plan *plan)
{
    for (uint32_t i = 0; i < plan->count; i++)
        counts_add(plan->part, plan->sends[i].step, plan->sends[i].to, plan->sends[i].bytes,
                   plan->sends[i].messages);
}

void plan_start(int count, const MPI_Request *requests, struct starting *starting)
{
    for (int i = 0; i < count; i++) {
        struct link *link = find_link(requests[i], (uintptr_t)requests[i]);

        starting[i] = (struct starting){requests[i], link ? link->plan : NULL};
        if (record_wanted() && link)
            count_plan(link->plan);
    }
}

/* Another thread may have got the old handle for a request of its own: the plan tells whose link it
 * is. */
static void move(const struct starting *from, MPI_Request to)
{
    struct link *link;

    pthread_mutex_lock(&changing);
    link = atomic_load(place_of(from->request));
    while (link && (link->plan != from->plan ||
                    atomic_load(&link->request) != (uintptr_t)from->request))
        link = link->next;
    if (link) {
        atomic_store_explicit(&link->request, 0, memory_order_release);
        put_in(to, from->plan);
    }
    pthread_mutex_unlock(&changing);
}

void plan_started(int count, const MPI_Request *requests, const struct starting *starting)
{
    for (int i = 0; i < count; i++) {
        if (starting[i].plan && starting[i].request != requests[i])
            move(&starting[i], requests[i]);
    }
}

/* ---- collectives ------------------------------------------------------------------------- */

/* The step of the next message. */
static uint32_t collective_step(const struct collective *collective)
{
    const struct sink *sink = &collective->sink;
    uint32_t step = comms_step(collective->comm, sink->at_once) + (sink->at_once ? 0 : sink->step);

    return step < PROFILE_STEPS ? step : PROFILE_STEPS - 1;
}

static void collective_send(struct sink *sink, int to, uint64_t bytes, uint64_t messages)
{
    struct collective *collective = (struct collective *)sink;
    uint32_t world = comms_world(collective->members, to), step = collective_step(collective);

    if (collective->plan)
        plan_add(collective->plan, step, world, bytes, messages);
    else
        counts_add(PROFILE_COLLECTIVE, step, world, bytes, messages);
}

bool collective_begin(struct collective *collective, MPI_Comm comm, bool planned)
{
    *collective = (struct collective){.sink = {.send = collective_send}};
    if (planned ? !atomic_load_explicit(&recording, memory_order_relaxed) : !record_wanted())
        return false;
    collective->comm = comms_get(comm);
    if (!collective->comm) {
        counts_lose(1);
        return false;
    }
    collective->members = &collective->comm->local;
    collective->rank = collective->comm->rank;
    collective->size = collective->comm->local.size;
    if (planned) {
        collective->plan = plan_new(PROFILE_COLLECTIVE);
        counts_lose(!collective->plan);
        return collective->plan != NULL;
    }
    return true;
}
