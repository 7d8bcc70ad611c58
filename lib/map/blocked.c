/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks of the process grid are put on nodes, and larger blocks made of such blocks on units of
 * nodes. Places of the grid are listed block by block, nested; so are the rooms for blocks. Each
 * node has as many rooms as blocks fit on it. The rooms of a unit stand together if they make up
 * whole blocks of the next level.
 */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/level_units.h"
#include "map/common/shared.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LEVELS 8

struct blocked {
    struct shape grid;
    struct shape block[MAX_LEVELS]; /* of nodes, of drawers, ... */
    uint32_t levels;
    bool column_major; /* the first dimension of ranks is the fastest */
    bool random;      /* the largest blocks are placed at random */
    uint32_t rooms;   /* for blocks of the first level */
    uint32_t *node;   /* [rooms] */
    uint32_t *work;   /* [rooms] */
    uint32_t *unit;   /* [allocation nodes] */
    uint32_t *start;  /* [allocation nodes], by unit: place of the next group of rooms ... */
    uint32_t *end;    /* ... which ends here */
};

static int malformed(const struct map_job *job, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_USAGE,
                     "algorithm 'blocked' needs block shapes like 4x4x2:8x8x4, not '%.60s'",
                     job->parameter);
}

static int parse(struct blocked *b, const struct map_job *job, struct topomap_error *error)
{
    const char *cursor = job->parameter;

    for (;;) {
        if (b->levels > 0 && strcmp(cursor, "random") == 0) {
            b->random = true;
            return 0;
        }
        if (b->levels == MAX_LEVELS ||
            shape_parse(&b->block[b->levels], job->parameter, &cursor, NULL) < 0 ||
            (*cursor && *cursor != ':'))
            return malformed(job, error);
        b->levels++;
        if (!*cursor)
            return 0;
        cursor++;
    }
}

static bool divides(const struct shape *small, const struct shape *large)
{
    for (uint32_t d = 0; d < small->dims; d++) {
        if (small->dims != large->dims || large->dim[d] % small->dim[d])
            return false;
    }
    return true;
}

/* Blocks of each level must divide those of the next, and the last the grid. */
static int check_blocks(const struct blocked *b, struct topomap_error *error)
{
    for (uint32_t level = 0; level < b->levels; level++) {
        bool last = level + 1 == b->levels;

        if (!divides(&b->block[level], last ? &b->grid : &b->block[level + 1]))
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             last ? "the process grid is not made up of the blocks of level %u"
                                  : "the blocks of level %u do not make up those of the next one",
                             level + 1);
    }
    return 0;
}

/* List one room for each block that fits on a node. */
static int list_rooms(struct blocked *b, const struct topomap_allocation *allocation,
                      struct topomap_error *error)
{
    uint32_t size = b->block[0].places, room = 0;

    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (allocation->tasks[node] % size)
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             "host '%s' runs %u ranks, which are not whole blocks of %u",
                             allocation->hosts.name[node], allocation->tasks[node], size);
        for (uint32_t i = 0; i < allocation->tasks[node] / size; i++)
            b->node[room++] = node;
    }
    return 0;
}

/*
 * List groups of `size` rooms unit by unit, as far as they make up whole groups of `next` rooms.
 * The remaining rooms of all units come last.
 */
static void gather(struct blocked *b, uint32_t units, uint32_t size, uint32_t next)
{
    uint32_t *start = b->start, at = 0;

    memset(start, 0, units * sizeof *start);
    for (uint32_t room = 0; room < b->rooms; room += size)
        start[b->unit[b->node[room]]] += size;
    for (uint32_t u = 0; u < units; u++) {
        uint32_t whole = start[u] / next * next;

        start[u] = at;
        at += whole;
        b->end[u] = at;
    }
    for (uint32_t room = 0; room < b->rooms; room += size) {
        uint32_t u = b->unit[b->node[room]];
        uint32_t *to = start[u] < b->end[u] ? &start[u] : &at;

        memcpy(b->work + *to, b->node + room, size * sizeof *b->node);
        *to += size;
    }
    memcpy(b->node, b->work, b->rooms * sizeof *b->node);
}

/* Groups of `size` rooms in random order. */
static int shuffle(struct blocked *b, uint64_t seed, uint32_t size, struct topomap_error *error)
{
    uint32_t groups = b->rooms / size;
    uint32_t *order = map_shuffled(seed, groups);

    if (!order)
        return error_memory(error);
    for (uint32_t i = 0; i < groups; i++)
        memcpy(b->work + (size_t)i * size, b->node + (size_t)order[i] * size,
               size * sizeof *b->node);
    memcpy(b->node, b->work, b->rooms * sizeof *b->node);
    free(order);
    return 0;
}

static int order_rooms(struct blocked *b, const struct map_job *job, struct topomap_error *error)
{
    uint32_t size = 1;

    for (uint32_t level = 1; level < b->levels; level++) {
        uint32_t next = b->block[level].places / b->block[0].places;
        uint32_t units;

        if (level_units_find(job->allocation, level, b->unit, &units, error) < 0)
            return -1;
        gather(b, units, size, next);
        size = next;
    }
    return b->random ? shuffle(b, job->seed, size, error) : 0;
}

/* The index of a place's block of the first level, in nested order. */
static uint32_t block_of(const struct blocked *b, uint32_t place)
{
    const struct shape *outer = &b->grid;
    uint32_t index = 0;

    for (uint32_t level = b->levels; level-- > 0; outer = &b->block[level]) {
        const struct shape *block = &b->block[level];

        for (uint32_t i = 0; i < b->grid.dims; i++) {
            uint32_t d = b->column_major ? b->grid.dims - 1 - i : i;
            uint32_t at = shape_at(&b->grid, place, d) % outer->dim[d];

            index = index * (outer->dim[d] / block->dim[d]) + at / block->dim[d];
        }
    }
    return index;
}

static int allocate(struct blocked *b, const struct topomap_allocation *allocation,
                    struct topomap_error *error)
{
    b->rooms = allocation->ranks / b->block[0].places;
    b->node = array_raw(b->rooms, sizeof *b->node);
    b->work = array_raw(b->rooms, sizeof *b->work);
    b->unit = array_raw(3 * (size_t)allocation->nodes, sizeof *b->unit);
    if (!b->node || !b->work || !b->unit)
        return error_memory(error);
    b->start = b->unit + allocation->nodes;
    b->end = b->start + allocation->nodes;
    return 0;
}

static int map_blocked(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    const struct topomap_coordinates *coordinates;
    struct blocked b = {0};
    uint32_t *place;
    int result = -1;

    if (parse(&b, job, error) < 0)
        return -1;
    coordinates = map_shared_coordinates(job, error);
    if (!coordinates)
        return -1;
    place = array_raw(job->graph->ranks, sizeof *place);
    if (!place)
        return error_memory(error);
    if (coordinates_grid(coordinates, &b.grid, place, error) == 0 &&
        check_blocks(&b, error) == 0 && allocate(&b, job->allocation, error) == 0 &&
        list_rooms(&b, job->allocation, error) == 0)
        result = order_rooms(&b, job, error);
    b.column_major = job->graph->ranks > 1 && place[1] >= b.grid.stride[0];
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        out->placement[r] = b.node[block_of(&b, place[r])];
    free(place);
    free(b.node);
    free(b.work);
    free(b.unit);
    return result;
}

const struct map_algorithm algorithm_blocked = {
    .about = {
        .name = "blocked",
        .parameter = ":AxB[:CxD...][:random]",
        .summary = "blocks of the process grid to nodes, larger ones to drawers (switches), "
                   "supernodes, ...",
        .source = SOURCE_HOT_SPOTS,
        .needs = "a process grid",
        .requirements = TOPOMAP_REQUIRES_GRID,
        .complexity = "O(n + m log m)",
    },
    .map = map_blocked,
};
