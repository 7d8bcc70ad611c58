/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks made from arrays and functions of a program; all become a matrix of distances. */
#include "base/error.h"
#include "base/memory.h"
#include "network/names.h"
#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 16 /* bytes: "n" and a number of 32 bits */

/* What all of these functions gather. */
struct arrays {
    uint32_t nodes;
    const char *const *names; /* [nodes]; NULL: n0, n1, ... */
    uint16_t *hops;           /* in the form of network_matrix_create */
};

static bool is_name(const char *name)
{
    const char *at = name;

    while (names_allow(*at))
        at++;
    return at > name && !*at;
}

static int arrays_init(struct arrays *arrays, uint32_t nodes, const char *const *names,
                       struct topomap_error *error)
{
    *arrays = (struct arrays){.nodes = nodes, .names = names};
    if (nodes < 1 || nodes > NETWORK_MAX_MATRIX)
        return error_set(error, TOPOMAP_INPUT, "a network from arrays has 1 to %u nodes, not %u",
                         NETWORK_MAX_MATRIX, nodes);
    for (uint32_t i = 0; names && i < nodes; i++) {
        if (!is_name(names[i]))
            return error_set(error, TOPOMAP_INPUT, "the name of node %u is not one: names are "
                             "letters, digits, '-', '_' and '.'", i);
    }
    arrays->hops = array_raw(network_matrix_at(0, nodes), sizeof *arrays->hops);
    return arrays->hops ? 0 : error_memory(error);
}

/* The names n0, n1, ... in one block of memory that begins with the pointers to them. The caller
 * frees it. NULL when memory runs out. */
static char **number_names(uint32_t nodes)
{
    char **names = array_raw(nodes, sizeof *names + NAME_SIZE);
    char *text = (char *)(names + nodes);

    for (uint32_t i = 0; names && i < nodes; i++) {
        names[i] = text + (size_t)i * NAME_SIZE;
        snprintf(names[i], NAME_SIZE, "n%u", i);
    }
    return names;
}

static struct topomap_network *arrays_finish(struct arrays *arrays, struct topomap_error *error)
{
    char **own = arrays->names ? NULL : number_names(arrays->nodes);
    struct topomap_network *network = NULL;

    if (own || arrays->names)
        network = network_matrix_create(arrays->nodes,
                                        own ? own : (char *const *)arrays->names, arrays->hops,
                                        error);
    else
        error_memory(error);
    free(own);
    return network;
}

static int put(struct arrays *arrays, uint32_t a, uint32_t b, uint32_t hops,
               struct topomap_error *error)
{
    if (hops > UINT16_MAX)
        return error_set(error, TOPOMAP_INPUT, "%u hops from node %u to node %u are more than %u",
                         hops, a, b, UINT16_MAX);
    arrays->hops[network_matrix_at(a, b)] = (uint16_t)hops;
    return 0;
}

/* ---- distances ----------------------------------------------------------------------------- */

static int ask(struct arrays *arrays, uint32_t (*distance)(void *, uint32_t, uint32_t),
               void *context, struct topomap_error *error)
{
    for (uint32_t a = 0; a < arrays->nodes; a++) {
        for (uint32_t b = a + 1; b < arrays->nodes; b++) {
            if (put(arrays, a, b, distance(context, a, b), error) < 0)
                return -1;
        }
    }
    return 0;
}

struct topomap_network *topomap_network_from_distances(
    uint32_t nodes, const char *const *names,
    uint32_t (*distance)(void *context, uint32_t a, uint32_t b), void *context,
    struct topomap_error *error)
{
    struct topomap_network *network = NULL;
    struct arrays arrays;

    if (arrays_init(&arrays, nodes, names, error) == 0 &&
        ask(&arrays, distance, context, error) == 0)
        network = arrays_finish(&arrays, error);
    free(arrays.hops);
    return network;
}

static int copy(struct arrays *arrays, const uint32_t *hops, struct topomap_error *error)
{
    size_t nodes = arrays->nodes;

    for (uint32_t a = 0; a < nodes; a++) {
        if (hops[a * nodes + a] != 0)
            return error_set(error, TOPOMAP_INPUT, "node %u is %u hops from itself, not 0", a,
                             hops[a * nodes + a]);
        for (uint32_t b = a + 1; b < nodes; b++) {
            if (hops[a * nodes + b] != hops[b * nodes + a])
                return error_set(error, TOPOMAP_INPUT, "it is %u hops from node %u to %u, but %u "
                                 "back: distances must be the same in both directions",
                                 hops[a * nodes + b], a, b, hops[b * nodes + a]);
            if (put(arrays, a, b, hops[a * nodes + b], error) < 0)
                return -1;
        }
    }
    return 0;
}

struct topomap_network *topomap_network_from_matrix(uint32_t nodes, const char *const *names,
                                                    const uint32_t *hops,
                                                    struct topomap_error *error)
{
    struct topomap_network *network = NULL;
    struct arrays arrays;

    if (arrays_init(&arrays, nodes, names, error) == 0 && copy(&arrays, hops, error) == 0)
        network = arrays_finish(&arrays, error);
    free(arrays.hops);
    return network;
}

/* ---- links --------------------------------------------------------------------------------- */

/* Vertices, nodes first and then switches, and their neighbours. */
struct vertices {
    uint32_t count;
    size_t *offset;      /* [count + 1] */
    uint32_t *neighbour; /* [offset[count]] */
    uint32_t *depth;     /* [count]: links from the start of the search */
    uint32_t *queue;     /* [count] */
};

static int check_links(uint32_t vertices, const uint32_t *ends, size_t links,
                       struct topomap_error *error)
{
    for (size_t i = 0; i < links; i++) {
        uint32_t a = ends[2 * i], b = ends[2 * i + 1];

        if (a >= vertices || b >= vertices)
            return error_set(error, TOPOMAP_INPUT,
                             "link %zu ends at vertex %u: there are %u vertices", i,
                             a >= vertices ? a : b, vertices);
        if (a == b)
            return error_set(error, TOPOMAP_INPUT, "link %zu joins vertex %u with itself", i, a);
    }
    return 0;
}

/* Fill the lists of neighbours: they are counted, then scattered from the back. */
static void join(struct vertices *v, const uint32_t *ends, size_t links)
{
    for (size_t i = 0; i < 2 * links; i++)
        v->offset[ends[i] + 1]++;
    for (uint32_t i = 0; i < v->count; i++)
        v->offset[i + 1] += v->offset[i];
    for (size_t i = 2 * links; i-- > 0;)
        v->neighbour[--v->offset[ends[i] + 1]] = ends[i ^ 1];
    /* Filling moved each offset to the start of the next vertex; shift them back. */
    memmove(v->offset, v->offset + 1, v->count * sizeof *v->offset);
    v->offset[v->count] = 2 * links;
}

static int vertices_init(struct vertices *v, uint32_t count, const uint32_t *ends, size_t links,
                         struct topomap_error *error)
{
    *v = (struct vertices){.count = count};
    v->offset = array_new((size_t)count + 1, sizeof *v->offset);
    v->neighbour = array_raw(2 * links, sizeof *v->neighbour);
    v->depth = array_raw(count, sizeof *v->depth);
    v->queue = array_raw(count, sizeof *v->queue);
    if (!v->offset || !v->neighbour || !v->depth || !v->queue)
        return error_memory(error);
    join(v, ends, links);
    return 0;
}

static void vertices_free(struct vertices *v)
{
    free(v->offset);
    free(v->neighbour);
    free(v->depth);
    free(v->queue);
}

/* A breadth-first search. */
static void search(struct vertices *v, uint32_t from)
{
    uint32_t first = 0, last = 0;

    memset(v->depth, 0xff, v->count * sizeof *v->depth);
    v->depth[from] = 0;
    v->queue[last++] = from;
    while (first < last) {
        uint32_t at = v->queue[first++];

        for (size_t i = v->offset[at]; i < v->offset[at + 1]; i++) {
            uint32_t next = v->neighbour[i];

            if (v->depth[next] != UINT32_MAX)
                continue;
            v->depth[next] = v->depth[at] + 1;
            v->queue[last++] = next;
        }
    }
}

static int measure(struct arrays *arrays, struct vertices *v, struct topomap_error *error)
{
    for (uint32_t a = 0; a < arrays->nodes; a++) {
        search(v, a);
        for (uint32_t b = a + 1; b < arrays->nodes; b++) {
            if (v->depth[b] == UINT32_MAX)
                return error_set(error, TOPOMAP_IMPOSSIBLE, "no links lead from node %u to node %u",
                                 a, b);
            if (put(arrays, a, b, v->depth[b], error) < 0)
                return -1;
        }
    }
    return 0;
}

struct topomap_network *topomap_network_from_links(uint32_t nodes, const char *const *names,
                                                   uint32_t switches, const uint32_t *ends,
                                                   size_t links, struct topomap_error *error)
{
    struct topomap_network *network = NULL;
    struct vertices vertices = {0};
    struct arrays arrays;

    if (arrays_init(&arrays, nodes, names, error) < 0)
        return NULL;
    if (switches > NETWORK_MAX_NODES - nodes)
        error_set(error, TOPOMAP_INPUT, "more than %u nodes and switches", NETWORK_MAX_NODES);
    else if (check_links(nodes + switches, ends, links, error) == 0 &&
             vertices_init(&vertices, nodes + switches, ends, links, error) == 0 &&
             measure(&arrays, &vertices, error) == 0)
        network = arrays_finish(&arrays, error);
    vertices_free(&vertices);
    free(arrays.hops);
    return network;
}
