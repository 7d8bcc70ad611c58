/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/chain.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

#define NONE SIZE_MAX

/* A step of a rank that waits for another one. */
struct wait {
    size_t place;
    size_t next; /* of those that wait for the same */
};

/* Each step of a rank has a place, step * ranks + rank. */
struct chain {
    struct topomap_graph *const *messages, *const *awaited;
    uint32_t steps, ranks;
    size_t *first;     /* [steps * ranks] the first that waits for it, or NONE */
    uint32_t *pending; /* [steps * ranks] for how many it waits that are not settled */
    size_t *settled;   /* [steps * ranks] in the order in which they are */
    struct wait *wait; /* [waits] */
    size_t waits, room;
};

static bool sends(const struct chain *chain, uint32_t step, uint32_t rank)
{
    const size_t *offset = chain->messages[step]->offset;

    return offset[rank + 1] > offset[rank];
}

static bool has_edge(const struct topomap_graph *graph, uint32_t from, uint32_t to)
{
    return graph_find_edge(graph, from, to) < graph->edges;
}

/* The step in which a rank sends to another one what this awaits in a step: if it sends to it in
 * several steps, they are awaited in turn. */
static size_t sent_in(const struct chain *chain, uint32_t from, uint32_t to, uint32_t awaited_in)
{
    size_t found = NONE;

    for (uint32_t step = 0, before = 0; step < chain->steps; step++) {
        if (!has_edge(chain->messages[step], from, to))
            continue;
        found = (size_t)step * chain->ranks + from;
        while (before < awaited_in && !has_edge(chain->awaited[before], to, from))
            before++;
        if (before++ >= awaited_in)
            break;
    }
    return found;
}

static size_t step_before(const struct chain *chain, uint32_t step, uint32_t rank)
{
    while (step-- > 0) {
        if (sends(chain, step, rank))
            return (size_t)step * chain->ranks + rank;
    }
    return NONE;
}

static int add_wait(struct chain *chain, size_t place, size_t other)
{
    if (other == NONE || other == place)
        return 0;
    if (array_grow(&chain->wait, &chain->room, chain->waits + 1, sizeof *chain->wait) < 0)
        return -1;
    chain->wait[chain->waits] = (struct wait){place, chain->first[other]};
    chain->first[other] = chain->waits++;
    chain->pending[place]++;
    return 0;
}

static int add_waits(struct chain *chain, uint32_t step, uint32_t rank)
{
    const struct topomap_graph *awaited = chain->awaited[step];
    size_t place = (size_t)step * chain->ranks + rank;
    int result = add_wait(chain, place, step_before(chain, step, rank));

    for (size_t e = awaited->offset[rank]; result == 0 && e < awaited->offset[rank + 1]; e++)
        result = add_wait(chain, place, sent_in(chain, awaited->target[e], rank, step));
    return result;
}

static int find_waits(struct chain *chain)
{
    size_t places = (size_t)chain->steps * chain->ranks;

    chain->first = array_raw(places, sizeof *chain->first);
    chain->pending = array_new(places, sizeof *chain->pending);
    chain->settled = array_raw(places, sizeof *chain->settled);
    if (!chain->first || !chain->pending || !chain->settled)
        return -1;
    for (size_t i = 0; i < places; i++)
        chain->first[i] = NONE;
    for (size_t i = 0; i < places; i++) {
        uint32_t step = (uint32_t)(i / chain->ranks), rank = (uint32_t)(i % chain->ranks);

        if (sends(chain, step, rank) && add_waits(chain, step, rank) < 0)
            return -1;
    }
    return 0;
}

/* Whether a step waits for one of its own rank, or of a rank to which it sends. */
static bool turns(const struct chain *chain, size_t before, size_t waiting)
{
    uint32_t other = (uint32_t)(before % chain->ranks), rank = (uint32_t)(waiting % chain->ranks);

    return other == rank || has_edge(chain->messages[waiting / chain->ranks], rank, other);
}

static void place_after(const struct chain *chain, struct chain_place *place, size_t before,
                        size_t waiting)
{
    uint32_t level = place[before].level + 1;
    uint32_t stage = place[before].stage + turns(chain, before, waiting);

    if (place[waiting].level < level)
        place[waiting].level = level;
    if (place[waiting].stage < stage)
        place[waiting].stage = stage;
}

/* Returns the number of levels. */
static uint32_t settle(struct chain *chain, struct chain_place *place)
{
    size_t places = (size_t)chain->steps * chain->ranks, count = 0;
    uint32_t levels = 0;

    for (size_t i = 0; i < places; i++) {
        place[i] = (struct chain_place){.level = (uint32_t)(i / chain->ranks)};
        if (chain->pending[i] == 0)
            chain->settled[count++] = i;
    }
    for (size_t s = 0; s < count; s++) {
        size_t before = chain->settled[s];

        for (size_t w = chain->waits > 0 ? chain->first[before] : NONE; w != NONE;
             w = chain->wait[w].next) {
            size_t waiting = chain->wait[w].place;

            place_after(chain, place, before, waiting);
            if (--chain->pending[waiting] == 0)
                chain->settled[count++] = waiting;
        }
    }
    for (size_t i = 0; i < places; i++) {
        if (place[i].level >= levels)
            levels = place[i].level + 1;
    }
    return levels;
}

int64_t chain_levels(struct topomap_graph *const *messages, struct topomap_graph *const *awaited,
                     uint32_t steps, struct chain_place *place, struct topomap_error *error)
{
    struct chain chain = {.messages = messages, .awaited = awaited, .steps = steps,
                          .ranks = messages[0]->ranks};
    int64_t levels = find_waits(&chain) < 0 ? error_memory(error) : (int64_t)settle(&chain, place);

    free(chain.first);
    free(chain.pending);
    free(chain.settled);
    free(chain.wait);
    return levels;
}
