/* SPDX-License-Identifier: BSD-3-Clause */
#include "comms.h"

#include "counts.h"
#include "rounds.h"

#include <pthread.h>
#include <stdlib.h>

#define FIRST_CAPACITY 16 /* pairs, a power of two */
#define CACHE 16          /* communicators, and windows, per thread that are found without asking
                           * MPI, a power of two */

/* A hash table of known ranks. Threads read it without a lock; a writer holds `adding`. */
struct pairs {
    struct pairs *old;  /* smaller tables, which other threads may still be reading */
    uint32_t capacity, used;
    _Atomic uint64_t pair[]; /* rank + 1, and the world rank in the upper half; 0: free */
};

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static MPI_Group world_group;
static int world_size;
static int comm_key = MPI_KEYVAL_INVALID, win_key = MPI_KEYVAL_INVALID;

/* MPI deletes the remaining attributes after this, and their callbacks must not call MPI. */
static _Atomic bool closing;

/* Increased when a communicator or window is freed, as its handle may be reused. */
static _Atomic uint64_t epoch = 1;

struct cached {
    uint64_t epoch;
    uintptr_t handle;
    void *known;
};
static _Thread_local struct cached comm_cache[CACHE] __attribute__((tls_model("initial-exec")));
static _Thread_local struct cached win_cache[CACHE] __attribute__((tls_model("initial-exec")));

static struct cached *cached_at(struct cached *cache, uintptr_t handle)
{
    return &cache[(handle ^ handle >> 8) % CACHE];
}

/* ---- groups ------------------------------------------------------------------------------ */

static void members_init(struct members *members, MPI_Group group)
{
    int same;

    members->group = group;
    NEXT(MPI_Group_size)(group, &members->size);
    NEXT(MPI_Group_compare)(group, world_group, &same);
    members->world = same == MPI_IDENT;
}

static void members_free(struct members *members)
{
    struct pairs *pairs = atomic_load(&members->pairs);

    while (pairs) {
        struct pairs *old = pairs->old;

        free(pairs);
        pairs = old;
    }
    NEXT(MPI_Group_free)(&members->group);
}

static _Atomic uint64_t *pairs_find(struct pairs *pairs, uint32_t key, uint64_t *found)
{
    for (uint32_t at = key * 2654435769U >> 7;; at++) {
        _Atomic uint64_t *pair = &pairs->pair[at & (pairs->capacity - 1)];

        *found = atomic_load_explicit(pair, memory_order_relaxed);
        if (*found == 0 || (uint32_t)*found == key)
            return pair;
    }
}

/* A table with room for one more pair; NULL when memory runs out. */
static struct pairs *pairs_grow(struct pairs *old)
{
    uint32_t capacity = old ? 2 * old->capacity : FIRST_CAPACITY;
    struct pairs *pairs;
    uint64_t found;

    if (old && old->used < old->capacity / 2)
        return old;
    pairs = calloc(1, sizeof *pairs + capacity * sizeof *pairs->pair);
    if (!pairs)
        return NULL;
    pairs->capacity = capacity;
    pairs->old = old;
    for (uint32_t i = 0; old && i < old->capacity; i++) {
        uint64_t pair = atomic_load_explicit(&old->pair[i], memory_order_relaxed);

        if (pair) {
            atomic_store_explicit(pairs_find(pairs, (uint32_t)pair, &found), pair,
                                  memory_order_relaxed);
            pairs->used++;
        }
    }
    return pairs;
}

static void pairs_add(struct members *members, uint32_t key, uint32_t world)
{
    struct pairs *pairs;
    uint64_t found;

    pthread_mutex_lock(&adding);
    pairs = pairs_grow(atomic_load_explicit(&members->pairs, memory_order_relaxed));
    if (pairs) {
        _Atomic uint64_t *pair = pairs_find(pairs, key, &found);

        if (found == 0) {
            atomic_store_explicit(pair, key | (uint64_t)world << 32, memory_order_release);
            pairs->used++;
        }
        atomic_store_explicit(&members->pairs, pairs, memory_order_release);
    }
    pthread_mutex_unlock(&adding);
}

uint32_t comms_world(struct members *members, int rank)
{
    struct pairs *pairs = atomic_load_explicit(&members->pairs, memory_order_acquire);
    uint32_t key = (uint32_t)rank + 1;
    uint64_t found;
    int world;

    if (rank < 0 || rank >= members->size)
        return OUTSIDE;
    if (members->world)
        return (uint32_t)rank;
    if (pairs) {
        pairs_find(pairs, key, &found);
        if (found)
            return (uint32_t)(found >> 32);
    }
    if (NEXT(MPI_Group_translate_ranks)(members->group, 1, &rank, world_group, &world) !=
            MPI_SUCCESS || world < 0 || world >= world_size)
        world = -1;
    pairs_add(members, key, (uint32_t)world);
    return (uint32_t)world;
}

/* ---- communicators ----------------------------------------------------------------------- */

static struct comm *comm_new(MPI_Comm handle)
{
    struct comm *comm = calloc(1, sizeof *comm);
    MPI_Group group;
    int inter;

    if (!comm)
        return NULL;
    if (NEXT(MPI_Comm_rank)(handle, &comm->rank) != MPI_SUCCESS ||
        NEXT(MPI_Comm_test_inter)(handle, &inter) != MPI_SUCCESS ||
        NEXT(MPI_Comm_group)(handle, &group) != MPI_SUCCESS) {
        free(comm);
        return NULL;
    }
    comm->inter = inter;
    members_init(&comm->local, group);
    if (inter)
        NEXT(MPI_Comm_remote_group)(handle, &group);
    else
        NEXT(MPI_Comm_group)(handle, &group);
    members_init(&comm->remote, group);
    return comm;
}

static void comm_destroy(struct comm *comm)
{
    struct neighbours *neighbours = atomic_load(&comm->neighbours);

    members_free(&comm->local);
    members_free(&comm->remote);
    if (neighbours)
        free(neighbours->rank);
    free(neighbours);
    free(comm);
}

static int comm_no_copy(MPI_Comm handle, int key, void *state, void *value, void *copy, int *flag)
{
    (void)handle, (void)key, (void)state, (void)value, (void)copy;
    *flag = 0;
    return MPI_SUCCESS;
}

static int comm_deleted(MPI_Comm handle, int key, void *value, void *state)
{
    (void)handle, (void)key, (void)state;
    atomic_fetch_add(&epoch, 1);
    if (!atomic_load(&closing))
        comm_destroy(value);
    return MPI_SUCCESS;
}

/* Look up a communicator by MPI's attribute; attach one if it is new. */
static struct comm *comm_find(MPI_Comm handle)
{
    struct comm *comm = NULL;
    int found = 0;

    pthread_mutex_lock(&adding);
    if (NEXT(MPI_Comm_get_attr)(handle, comm_key, &comm, &found) == MPI_SUCCESS && !found) {
        comm = comm_new(handle);
        if (comm && NEXT(MPI_Comm_set_attr)(handle, comm_key, comm) != MPI_SUCCESS) {
            comm_destroy(comm);
            comm = NULL;
        }
    }
    pthread_mutex_unlock(&adding);
    return comm;
}

struct comm *comms_get(MPI_Comm handle)
{
    uint64_t now = atomic_load_explicit(&epoch, memory_order_acquire);
    struct cached *cached = cached_at(comm_cache, (uintptr_t)handle);

    if (cached->epoch == now && cached->handle == (uintptr_t)handle)
        return cached->known;
    if (handle == MPI_COMM_NULL)
        return NULL;
    *cached = (struct cached){now, (uintptr_t)handle, comm_find(handle)};
    return cached->known;
}

uint32_t comms_step(struct comm *comm, bool at_once)
{
    uint32_t begin = atomic_load_explicit(&comm->begin[at_once], memory_order_relaxed);
    struct rounds_kind kind = {.size = comm->local.size, .at_once = at_once};

    if (begin > 0)
        return begin - 1;
    kind.first = comms_world(&comm->local, 0);
    kind.last = comms_world(&comm->local, comm->local.size - 1);
    begin = rounds_begin(&kind);
    atomic_store_explicit(&comm->begin[at_once], begin + 1, memory_order_relaxed);
    return begin;
}

/* ---- windows ----------------------------------------------------------------------------- */

static int win_no_copy(MPI_Win handle, int key, void *state, void *value, void *copy, int *flag)
{
    (void)handle, (void)key, (void)state, (void)value, (void)copy;
    *flag = 0;
    return MPI_SUCCESS;
}

static int win_deleted(MPI_Win handle, int key, void *value, void *state)
{
    (void)handle, (void)key, (void)state;
    atomic_fetch_add(&epoch, 1);
    if (atomic_load(&closing))
        return MPI_SUCCESS;
    members_free(value);
    free(value);
    return MPI_SUCCESS;
}

static struct members *window_find(MPI_Win handle)
{
    struct members *members = NULL;
    MPI_Group group;
    int found = 0;

    pthread_mutex_lock(&adding);
    if (NEXT(MPI_Win_get_attr)(handle, win_key, &members, &found) == MPI_SUCCESS && !found &&
        NEXT(MPI_Win_get_group)(handle, &group) == MPI_SUCCESS) {
        members = calloc(1, sizeof *members);
        if (members) {
            members_init(members, group);
            NEXT(MPI_Win_set_attr)(handle, win_key, members);
        } else {
            NEXT(MPI_Group_free)(&group);
        }
    }
    pthread_mutex_unlock(&adding);
    return members;
}

struct members *comms_window(MPI_Win handle)
{
    uint64_t now = atomic_load_explicit(&epoch, memory_order_acquire);
    struct cached *cached = cached_at(win_cache, (uintptr_t)handle);

    if (cached->epoch == now && cached->handle == (uintptr_t)handle)
        return cached->known;
    if (handle == MPI_WIN_NULL)
        return NULL;
    *cached = (struct cached){now, (uintptr_t)handle, window_find(handle)};
    return cached->known;
}

/* ---- neighbours -------------------------------------------------------------------------- */

static int *cart_neighbours(MPI_Comm handle, int *count)
{
    int dims = 0, *rank;

    NEXT(MPI_Cartdim_get)(handle, &dims);
    *count = 2 * dims;
    rank = calloc((size_t)*count + 1, sizeof *rank);
    for (int d = 0; rank && d < dims; d++)
        NEXT(MPI_Cart_shift)(handle, d, 1, &rank[2 * d], &rank[2 * d + 1]);
    return rank;
}

static int *graph_neighbours(MPI_Comm handle, int me, int *count)
{
    int *rank;

    NEXT(MPI_Graph_neighbors_count)(handle, me, count);
    rank = calloc((size_t)*count + 1, sizeof *rank);
    if (rank)
        NEXT(MPI_Graph_neighbors)(handle, me, *count, rank);
    return rank;
}

static int *dist_graph_neighbours(MPI_Comm handle, int *count)
{
    int in = 0, weighted;
    int *both, *weights;

    NEXT(MPI_Dist_graph_neighbors_count)(handle, &in, count, &weighted);
    both = calloc((size_t)in + (size_t)*count + 1, sizeof *both);
    weights = calloc((size_t)in + (size_t)*count + 1, sizeof *weights);
    if (both && weights) {
        /* Destinations come first: only those are needed. */
        NEXT(MPI_Dist_graph_neighbors)(handle, in, both + *count, weights + *count, *count, both,
                                       weights);
    } else {
        free(both);
        both = NULL;
    }
    free(weights);
    return both;
}

const struct neighbours *comms_neighbours(MPI_Comm handle, struct comm *known)
{
    struct neighbours *neighbours = atomic_load_explicit(&known->neighbours, memory_order_acquire);
    struct neighbours *other = NULL;
    int kind = MPI_UNDEFINED;

    if (neighbours)
        return neighbours;
    neighbours = calloc(1, sizeof *neighbours);
    if (!neighbours || NEXT(MPI_Topo_test)(handle, &kind) != MPI_SUCCESS)
        kind = MPI_UNDEFINED;
    if (kind == MPI_CART)
        neighbours->rank = cart_neighbours(handle, &neighbours->count);
    else if (kind == MPI_GRAPH)
        neighbours->rank = graph_neighbours(handle, known->rank, &neighbours->count);
    else if (kind == MPI_DIST_GRAPH)
        neighbours->rank = dist_graph_neighbours(handle, &neighbours->count);
    if (!neighbours || !neighbours->rank) {
        free(neighbours);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&known->neighbours, &other, neighbours))
        return neighbours;
    free(neighbours->rank);
    free(neighbours);
    return other;
}

/* ---- start and end ----------------------------------------------------------------------- */

int comms_setup(void)
{
    if (NEXT(MPI_Comm_group)(MPI_COMM_WORLD, &world_group) != MPI_SUCCESS ||
        NEXT(MPI_Group_size)(world_group, &world_size) != MPI_SUCCESS ||
        NEXT(MPI_Comm_create_keyval)(comm_no_copy, comm_deleted, &comm_key, NULL) !=
            MPI_SUCCESS ||
        NEXT(MPI_Win_create_keyval)(win_no_copy, win_deleted, &win_key, NULL) !=
            MPI_SUCCESS)
        return -1;
    rounds_setup(world_size);
    return 0;
}

void comms_free(void)
{
    atomic_store(&closing, true);
    NEXT(MPI_Comm_free_keyval)(&comm_key);
    NEXT(MPI_Win_free_keyval)(&win_key);
    NEXT(MPI_Group_free)(&world_group);
}
