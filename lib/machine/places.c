/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/places.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

struct key {
    uint64_t place;
    uint32_t node;
};

static int compare_keys(const void *a, const void *b)
{
    const struct key *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static uint32_t *at_of(const struct places *places, uint32_t node)
{
    return places->at + (size_t)node * places->dims;
}

/* Fill places->order. */
static int sort_nodes(struct places *places, const struct topomap_network *network,
                      struct topomap_error *error)
{
    struct key *keys = array_raw(places->nodes, sizeof *keys);

    if (!keys)
        return error_memory(error);
    for (uint32_t node = 0; node < places->nodes; node++) {
        keys[node] = (struct key){.node = node};
        for (uint32_t d = 0; d < places->dims; d++)
            keys[node].place = keys[node].place * topomap_network_dim(network, d) +
                               at_of(places, node)[d];
    }
    qsort(keys, places->nodes, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < places->nodes; i++)
        places->order[i] = keys[i].node;
    free(keys);
    return 0;
}

int places_compare(const struct places *places, uint32_t node, const uint32_t *at)
{
    for (uint32_t d = 0; d < places->dims; d++) {
        uint32_t own = at_of(places, node)[d];

        if (own != at[d])
            return own < at[d] ? -1 : 1;
    }
    return 0;
}

int places_make(struct places *places, const struct topomap_allocation *allocation,
                struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    uint32_t nodes = allocation->nodes;

    *places = (struct places){.dims = topomap_network_dims(network), .nodes = nodes};
    if (!places->dims)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the nodes have no coordinates");
    places->at = array_raw((size_t)nodes * places->dims, sizeof *places->at);
    places->order = array_raw(nodes, sizeof *places->order);
    places->first = array_raw(nodes, sizeof *places->first);
    if (!places->at || !places->order || !places->first) {
        places_free(places);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < nodes; node++)
        topomap_network_coordinates(network, allocation->node[node], at_of(places, node));
    if (sort_nodes(places, network, error) < 0) {
        places_free(places);
        return -1;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t node = places->order[i], last = i ? places->order[i - 1] : node;
        bool alone = i == 0 || places_compare(places, last, at_of(places, node)) != 0;

        places->first[node] = alone ? 0 : places->first[last] + allocation->tasks[last];
    }
    return 0;
}

void places_free(struct places *places)
{
    free(places->at);
    free(places->order);
    free(places->first);
    *places = (struct places){0};
}

int64_t places_find(const struct places *places, const struct topomap_allocation *allocation,
                    const uint32_t *at, uint32_t task)
{
    uint32_t low = 0, high = places->nodes;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (places_compare(places, places->order[middle], at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < places->nodes && places_compare(places, places->order[low], at) == 0; low++) {
        uint32_t node = places->order[low];

        if (task >= places->first[node] && task - places->first[node] < allocation->tasks[node])
            return node;
    }
    return -1;
}

/*
 * Number the coordinates of dimension `d` that have nodes, so that they fit in a box of *extent. At
 * first moved[x] is 0 for coordinates with nodes and NETWORK_NONE for others. In a crossbar all
 * coordinates are neighbours, so gaps close up.
 */
static int number_places(const struct topomap_network *network, uint32_t d, uint32_t *moved,
                         uint32_t *extent, struct topomap_error *error)
{
    enum network_wrap wrap = network->wrap[d];
    uint32_t size = topomap_network_dim(network, d), start = 0, parts = 0;

    for (uint32_t x = 0; x < size; x++) {
        bool open = x ? moved[x - 1] == NETWORK_NONE
                      : wrap != NETWORK_WRAP || moved[size - 1] == NETWORK_NONE;

        if (moved[x] == NETWORK_NONE || !open)
            continue;
        if (parts++ && wrap != NETWORK_CROSSBAR)
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             "the allocated nodes do not form a box: in dimension %u there is a "
                             "gap before %u",
                             d, x);
        start = parts == 1 ? x : start;
    }
    *extent = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t x = (start + i) % size;

        if (moved[x] != NETWORK_NONE)
            moved[x] = (*extent)++;
    }
    return 0;
}

static int move_dimension(struct places *places, const struct topomap_network *network, uint32_t d,
                          uint32_t *extent, struct topomap_error *error)
{
    uint32_t size = topomap_network_dim(network, d);
    uint32_t *moved = array_raw(size, sizeof *moved);
    int result;

    if (!moved)
        return error_memory(error);
    for (uint32_t x = 0; x < size; x++)
        moved[x] = NETWORK_NONE;
    for (uint32_t node = 0; node < places->nodes; node++)
        moved[at_of(places, node)[d]] = 0;
    result = number_places(network, d, moved, extent, error);
    for (uint32_t node = 0; result == 0 && node < places->nodes; node++)
        at_of(places, node)[d] = moved[at_of(places, node)[d]];
    free(moved);
    return result;
}

int places_box(struct places *places, const struct topomap_network *network, uint32_t *extent,
               struct topomap_error *error)
{
    uint64_t inside = 1;
    uint32_t used = 1;

    for (uint32_t d = 0; d < places->dims; d++) {
        if (move_dimension(places, network, d, &extent[d], error) < 0)
            return -1;
        inside *= extent[d];
    }
    if (sort_nodes(places, network, error) < 0)
        return -1;
    for (uint32_t i = 1; i < places->nodes; i++)
        used += places_compare(places, places->order[i], at_of(places, places->order[i - 1])) != 0;
    if (used != inside)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the allocated nodes do not form a box: there are nodes at %u of its "
                         "%llu places",
                         used, (unsigned long long)inside);
    return 0;
}

static int check_single(const struct places *places, const struct topomap_allocation *allocation,
                        struct topomap_error *error)
{
    for (uint32_t i = 1; i < places->nodes; i++) {
        uint32_t node = places->order[i], last = places->order[i - 1];

        if (places_compare(places, last, at_of(places, node)) == 0)
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             "several nodes share a place, as '%.100s' and '%.100s'",
                             topomap_allocation_host(allocation, last),
                             topomap_allocation_host(allocation, node));
    }
    return 0;
}

int places_make_single(struct places *places, const struct topomap_allocation *allocation,
                       struct topomap_error *error)
{
    uint32_t extent[TOPOMAP_MAX_DIMS];

    if (places_make(places, allocation, error) < 0)
        return -1;
    if (places_box(places, allocation->network, extent, error) == 0 &&
        check_single(places, allocation, error) == 0)
        return 0;
    places_free(places);
    return -1;
}
