/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/nodetree.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "wire/idlist.h"

#include <stdlib.h>
#include <string.h>

struct cutter {
    const struct topomap_nodetree *tree;
    uint32_t pus; /* PUs per slot */
    bool whole;   /* each slot starts on a core of its own */
    bool spread;
    uint32_t *room;  /* [vertices of the tree]: slots that fit into each */
    uint32_t *start; /* where to store the next slot's first PU */
};

/* The first PU from `from` on where a slot can start. */
static uint32_t next_start(const struct cutter *c, uint32_t from)
{
    return c->whole ? c->tree->next_core[from] : from;
}

/* Cut up to `slots` slots one after another; returns how many fitted. */
static uint32_t cut_range(const struct cutter *c, uint32_t first, uint32_t end, uint32_t slots,
                          uint32_t *start)
{
    uint32_t made = 0;

    for (uint32_t at = next_start(c, first); made < slots && at < end && c->pus <= end - at;
         at = next_start(c, at + c->pus)) {
        if (start)
            start[made] = at;
        made++;
    }
    return made;
}

/* Compute how many slots fit into each vertex. */
static void fill_room(struct cutter *c)
{
    for (uint32_t v = 0; v < c->tree->vertices; v++) {
        const struct nodetree_vertex *vertex = &c->tree->vertex[v];

        c->room[v] = cut_range(c, vertex->first, vertex->first + vertex->count, UINT32_MAX, NULL);
    }
}

/* The largest even share that the children can take; those with less room take what they have. */
static uint32_t even_share(const struct cutter *c, const struct nodetree_vertex *v, uint32_t slots)
{
    uint32_t low = 0;
    uint32_t high = slots;

    while (low < high) {
        uint32_t share = low + (high - low + 1) / 2;
        uint64_t sum = 0;

        for (uint32_t i = 0; i < v->children; i++) {
            uint32_t fits = c->room[v->child + i];

            sum += fits < share ? fits : share;
        }
        if (sum <= slots)
            low = share;
        else
            high = share - 1;
    }
    return low;
}

/* Cut `slots` slots from a vertex with enough room. A slot crosses children only if it must. */
static void cut_vertex(struct cutter *c, uint32_t vertex, uint32_t slots)
{
    const struct nodetree_vertex *v = &c->tree->vertex[vertex];
    uint64_t sum = 0;
    uint64_t even = 0;
    uint32_t share = 0;

    for (uint32_t i = 0; i < v->children; i++)
        sum += c->room[v->child + i];
    if (sum < slots) {
        c->start += cut_range(c, v->first, v->first + v->count, slots, c->start);
        return;
    }
    if (c->spread)
        share = even_share(c, v, slots);
    for (uint32_t i = 0; i < v->children; i++) {
        uint32_t fits = c->room[v->child + i];

        even += fits < share ? fits : share;
    }
    /* The remainder of the even shares goes to the first children with room. */
    slots -= (uint32_t)even;
    for (uint32_t i = 0; i < v->children; i++) {
        uint32_t fits = c->room[v->child + i];
        uint32_t mine = fits < share ? fits : share;
        uint32_t more = c->spread ? mine < fits && slots > 0 : fits < slots ? fits : slots;

        slots -= more;
        if (mine + more)
            cut_vertex(c, v->child + i, mine + more);
    }
}

int nodetree_cut(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                 enum topomap_slot_order order, uint32_t *start, struct topomap_error *error)
{
    struct cutter c = {
        .tree = tree,
        .pus = pus,
        .whole = true,
        .spread = order == TOPOMAP_SPREAD,
        .start = start,
    };
    int result = 0;

    if (pus == 0)
        return error_set(error, TOPOMAP_USAGE, "a slot needs at least one PU");
    c.room = array_raw(tree->vertices, sizeof *c.room);
    if (!c.room)
        return error_memory(error);
    fill_room(&c);
    if (c.room[0] < slots) {
        c.whole = false;
        fill_room(&c);
    }
    if (c.room[0] < slots)
        result = error_set(error, TOPOMAP_IMPOSSIBLE,
                           "the node tree has %u PUs, too few for %u slots of %u", tree->pus, slots,
                           pus);
    else if (slots)
        cut_vertex(&c, 0, slots);
    free(c.room);
    return result;
}

int nodetree_cut_or_none(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                         enum topomap_slot_order order, uint32_t *start)
{
    struct topomap_error why = {.code = TOPOMAP_OK};

    if (slots <= tree->pus && nodetree_cut(tree, slots, pus, order, start, &why) == 0)
        return 0;
    if (why.code == TOPOMAP_INTERNAL)
        return -1;
    memset(start, 0xff, slots * sizeof *start);
    return 0;
}

uint32_t topomap_nodetree_crowded(const struct topomap_nodetree *tree,
                                  const struct topomap_allocation *allocation, uint32_t pus)
{
    uint32_t node = 0;

    while (node < allocation->nodes && (uint64_t)allocation->tasks[node] * pus <= tree->pus)
        node++;
    return node;
}

/* Nodes with equal numbers of tasks have the same slots. */
int nodetree_cut_all(const struct topomap_nodetree *tree,
                     const struct topomap_allocation *allocation, uint32_t pus,
                     enum topomap_slot_order order, uint32_t *start)
{
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        uint32_t *here = start + allocation->first[node];
        uint32_t count = allocation->tasks[node];

        if (node && count == allocation->tasks[node - 1])
            memmove(here, start + allocation->first[node - 1], count * sizeof *here);
        else if (nodetree_cut_or_none(tree, count, pus, order, here) < 0)
            return -1;
    }
    return 0;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static char *slot_cpuset(const struct topomap_nodetree *tree, uint32_t start, uint32_t pus,
                         uint32_t *ids)
{
    struct text text = {0};

    for (uint32_t i = 0; i < pus; i++)
        ids[i] = tree->os[start + i];
    qsort(ids, pus, sizeof *ids, compare_numbers);
    idlist_print(&text, ids, pus);
    return text_take(&text);
}

int topomap_nodetree_slots(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus,
                           enum topomap_slot_order order, char **cpusets,
                           struct topomap_error *error)
{
    uint32_t *start;
    uint32_t *ids;
    uint32_t made = 0;

    if (slots > tree->pus || pus > tree->pus)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the node tree has %u PUs, too few for %u slots of %u", tree->pus, slots,
                         pus);
    start = array_raw(slots, sizeof *start);
    ids = array_raw(pus, sizeof *ids);
    if (!start || !ids) {
        free(start);
        free(ids);
        return error_memory(error);
    }
    if (nodetree_cut(tree, slots, pus, order, start, error) < 0) {
        free(start);
        free(ids);
        return -1;
    }
    while (made < slots && (cpusets[made] = slot_cpuset(tree, start[made], pus, ids)))
        made++;
    free(start);
    free(ids);
    if (made == slots)
        return 0;
    while (made)
        free(cpusets[--made]);
    return error_memory(error);
}
