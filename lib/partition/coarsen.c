/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/coarsen.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* Rounds of choosing partners. A path along which weights grow would need as many as it has
 * vertices; what is left then chooses one by one. */
#define MOST_ROUNDS 10

struct matching {
    const struct coarsen_level *level;
    uint32_t limit;    /* largest size of a pair */
    uint32_t *partner; /* [vertices]: partner; NONE; or the vertex itself */
    uint32_t *choice;  /* [vertices]: best unmatched neighbour when last looked for; NONE */
    uint32_t *waiting; /* [vertices + 1]: an unmatched vertex whose heaviest neighbour is this
                        * one; the last: one without neighbours */
};

/* The best unmatched neighbour of `v`, or NONE. */
static uint32_t choose(const struct matching *m, uint32_t v)
{
    const struct partition_graph *g = &m->level->graph;
    const uint32_t *size = m->level->size;
    double best = 0;
    uint32_t choice = NONE;

    for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        uint32_t u = g->target[e];

        /* Ratings are compared without dividing weights by sizes. */
        if (m->partner[u] != NONE || size[u] + size[v] > m->limit ||
            (choice != NONE && g->weight[e] * size[choice] <= best * size[u]))
            continue;
        best = g->weight[e];
        choice = u;
    }
    return choice;
}

/* Choose again for `v` if its choice is taken. Without unmatched neighbours it stays single. */
static void choose_again(struct matching *m, uint32_t v)
{
    if (m->choice[v] != NONE && m->partner[m->choice[v]] == NONE)
        return;
    m->choice[v] = choose(m, v);
    if (m->choice[v] == NONE)
        m->partner[v] = v;
}

/* Match vertices that choose each other. Returns whether there were any. */
static bool match_mutual(struct matching *m)
{
    uint32_t vertices = m->level->graph.vertices;
    bool any = false;

    for (uint32_t v = 0; v < vertices; v++) {
        if (m->partner[v] == NONE)
            choose_again(m, v);
    }
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t other = m->choice[v];

        if (m->partner[v] != NONE || other < v || m->choice[other] != v ||
            m->partner[other] != NONE)
            continue;
        m->partner[v] = other;
        m->partner[other] = v;
        any = true;
    }
    return any;
}

static uint32_t heaviest_neighbour(const struct matching *m, uint32_t v)
{
    const struct partition_graph *g = &m->level->graph;
    double best = 0;
    uint32_t found = g->vertices;

    for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        if (g->weight[e] > best) {
            best = g->weight[e];
            found = g->target[e];
        }
    }
    return found;
}

/* Match `v`, whose neighbours all have partners, with another such vertex. */
static void match_far(struct matching *m, uint32_t v)
{
    uint32_t *waiting = &m->waiting[heaviest_neighbour(m, v)];
    uint32_t other = *waiting;

    if (other == NONE || m->level->size[other] + m->level->size[v] > m->limit) {
        *waiting = v;
        return;
    }
    m->partner[v] = other;
    m->partner[other] = v;
    *waiting = NONE;
}

static void match(struct matching *m)
{
    uint32_t vertices = m->level->graph.vertices;

    for (uint32_t v = 0; v < vertices; v++)
        m->partner[v] = m->choice[v] = m->waiting[v] = NONE;
    m->waiting[vertices] = NONE;
    for (uint32_t round = 0; round < MOST_ROUNDS && match_mutual(m); round++)
        continue;
    for (uint32_t v = 0; v < vertices; v++) {
        if (m->partner[v] == NONE)
            choose_again(m, v);
        if (m->partner[v] != NONE)
            continue;
        m->partner[v] = m->choice[v];
        m->partner[m->choice[v]] = v;
    }
    for (uint32_t v = 0; v < vertices; v++) {
        if (m->partner[v] == v)
            match_far(m, v);
    }
}

/* Number the pairs in `parent`; returns their number. */
static uint32_t number_pairs(const struct matching *m, uint32_t *parent)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < m->level->graph.vertices; v++)
        parent[v] = m->partner[v] < v ? parent[m->partner[v]] : count++;
    return count;
}

static int contract(const struct coarsen_level *fine, uint32_t vertices,
                    struct coarsen_level *coarse, struct topomap_error *error)
{
    *coarse = (struct coarsen_level){.size = array_new(vertices, sizeof *coarse->size)};
    if (!coarse->size)
        return error_memory(error);
    if (partition_graph_contract(&fine->graph, vertices, fine->parent, &coarse->graph, error) < 0) {
        free(coarse->size);
        return -1;
    }
    for (uint32_t v = 0; v < fine->graph.vertices; v++)
        coarse->size[fine->parent[v]] += fine->size[v];
    for (uint32_t v = 0; v < vertices; v++)
        coarse->largest = coarse->size[v] > coarse->largest ? coarse->size[v] : coarse->largest;
    return 0;
}

/* Add a level. Returns 1; 0 if it would be no coarser; or -1. */
static int add_level(struct coarsen *coarsen, struct matching *m, struct topomap_error *error)
{
    struct coarsen_level *fine = &coarsen->level[coarsen->levels - 1];
    uint32_t vertices = fine->graph.vertices;
    uint32_t count;

    m->level = fine;
    fine->parent = array_raw(vertices, sizeof *fine->parent);
    if (!fine->parent)
        return error_memory(error);
    match(m);
    count = number_pairs(m, fine->parent);
    if (count == vertices) {
        free(fine->parent);
        fine->parent = NULL;
        return 0;
    }
    if (contract(fine, count, &coarsen->level[coarsen->levels], error) < 0)
        return -1;
    coarsen->levels++;
    return 1;
}

int coarsen_create(struct coarsen *coarsen, const struct partition_graph *graph, uint32_t vertices,
                   struct topomap_error *error)
{
    struct coarsen_level *finest = &coarsen->level[0];
    struct matching m = {
        .limit = 2 * (graph->vertices / vertices + 1),
        .partner = array_raw(graph->vertices, sizeof *m.partner),
        .choice = array_raw(graph->vertices, sizeof *m.choice),
        .waiting = array_raw((size_t)graph->vertices + 1, sizeof *m.waiting),
    };
    int result = 1;

    *coarsen = (struct coarsen){.levels = 1};
    finest->graph = *graph;
    finest->graph.memory = NULL;
    finest->largest = 1;
    finest->size = array_raw(graph->vertices, sizeof *finest->size);
    if (!m.partner || !m.choice || !m.waiting || !finest->size)
        result = error_memory(error);
    for (uint32_t v = 0; result > 0 && v < graph->vertices; v++)
        finest->size[v] = 1;
    while (result > 0 && coarsen->levels < COARSEN_MAX_LEVELS &&
           coarsen->level[coarsen->levels - 1].graph.vertices > vertices)
        result = add_level(coarsen, &m, error);
    free(m.partner);
    free(m.choice);
    free(m.waiting);
    if (result >= 0)
        return 0;
    coarsen_free(coarsen);
    return -1;
}

void coarsen_free(struct coarsen *coarsen)
{
    for (uint32_t i = 0; i < coarsen->levels; i++) {
        partition_graph_free(&coarsen->level[i].graph);
        free(coarsen->level[i].size);
        free(coarsen->level[i].parent);
    }
    coarsen->levels = 0;
}
