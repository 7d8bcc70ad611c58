/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/listing.h"

#include "base/memory.h"
#include "base/order.h"
#include "machine/allocation.h"
#include "machine/hostlist.h"
#include "machine/nodetree.h"
#include "wire/idlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_WIDTH 64  /* characters of a list of ranks, slots or hosts */
#define SLOT_KINDS 4   /* numbers of tasks whose slots are shown */

struct listing {
    struct text *text;
    const struct topomap_request *request;
    const struct topomap_allocation *allocation;
    const struct network_tree *tree; /* NULL: the network is none */
    const uint32_t *slots;
    uint32_t *unit;                  /* [nodes]: the unit that each node is listed under */
    uint32_t *tids;                  /* [ranks]: node after node, ascending */
    bool folded;
};

/* ---- units ------------------------------------------------------------------------------- */

/* Find the first node of each unit: first[LISTING_LINES]. Returns the number of units, or
 * LISTING_LINES + 1 if there are more. */
static uint32_t list_units(const struct listing *l, uint32_t *first)
{
    uint32_t units = 0;

    for (uint32_t node = 0; node < l->allocation->nodes; node++) {
        uint32_t i = 0;

        while (i < units && l->unit[first[i]] != l->unit[node])
            i++;
        if (i < units)
            continue;
        if (units == LISTING_LINES)
            return LISTING_LINES + 1;
        first[units++] = node;
    }
    return units;
}

/* On a tree, nodes are listed under their lowest switches, or under the lowest level with few
 * enough switches. */
static void unite_switches(struct listing *l)
{
    const struct network_tree *tree = l->tree;
    const struct topomap_allocation *a = l->allocation;
    uint32_t first[LISTING_LINES];

    for (uint32_t node = 0; node < a->nodes; node++)
        l->unit[node] = tree->leaf[a->node[node]];
    while (list_units(l, first) > LISTING_LINES) {
        uint32_t deepest = 0;

        for (uint32_t node = 0; node < a->nodes; node++)
            deepest = tree->depth[l->unit[node]] > deepest ? tree->depth[l->unit[node]] : deepest;
        for (uint32_t node = 0; node < a->nodes; node++) {
            if (tree->depth[l->unit[node]] == deepest)
                l->unit[node] = tree->parent[l->unit[node]];
        }
    }
}

static void unite_neighbours(struct listing *l)
{
    uint32_t nodes = l->allocation->nodes, each = (nodes + LISTING_LINES - 1) / LISTING_LINES;

    for (uint32_t node = 0; node < nodes; node++)
        l->unit[node] = node / each;
}

/* ---- lines ------------------------------------------------------------------------------- */

/* Cut a long list between two items. */
static void shorten(struct listing *l, struct text *list, uint32_t count, const char *what)
{
    size_t end = LIST_WIDTH;

    if (list->failed || list->length <= LIST_WIDTH)
        return;
    while (end > 0 && list->data[end] != ',' && list->data[end] != ' ')
        end--;
    list->length = end ? end : LIST_WIDTH;
    text_printf(list, ",... (%u %s)", count, what);
    l->folded = true;
}

static void add_short(struct listing *l, struct text *list, uint32_t count, const char *what)
{
    shorten(l, list, count, what);
    text_add(l->text, list->data, list->length);
    l->text->failed |= list->failed;
    text_free(list);
}

static void add_ids(struct listing *l, const uint32_t *ids, uint32_t count, const char *what)
{
    struct text list = {0};

    idlist_print(&list, ids, count);
    add_short(l, &list, count, what);
}

/* A name as the first column. */
static void add_name(struct listing *l, struct text *name)
{
    char *data = text_take(name);

    if (data)
        text_printf(l->text, "  %-18s ", data);
    else
        l->text->failed = true;
    free(data);
}

/* "n5 (1,0,2)" */
static void add_node_name(struct listing *l, uint32_t node)
{
    const struct topomap_allocation *a = l->allocation;
    const struct topomap_network *network = a->network;
    struct text name = {0};
    int32_t at[NETWORK_MAX_DIMS];

    text_puts(&name, a->hosts.name[node]);
    if (network->dims) {
        network->ops->coordinates(network, a->node[node], at);
        for (uint32_t d = 0; d < network->dims; d++)
            text_printf(&name, "%s%d", d ? "," : " (", at[d]);
        text_puts(&name, ")");
    }
    add_name(l, &name);
}

static void add_node(struct listing *l, uint32_t node)
{
    const struct topomap_allocation *a = l->allocation;
    const uint32_t *ids = l->tids + a->first[node];
    uint32_t count = a->tasks[node];
    uint32_t *slots;

    add_node_name(l, node);
    add_ids(l, ids, count, "ranks");
    if (l->request->nodetree && count) {
        slots = array_raw(count, sizeof *slots);
        for (uint32_t i = 0; slots && i < count; i++)
            slots[i] = l->slots[ids[i]];
        text_puts(l->text, count == 1 ? ", slot " : ", slots ");
        if (slots)
            add_ids(l, slots, count, "slots");
        else
            l->text->failed = true;
        free(slots);
    }
    text_puts(l->text, "\n");
}

/* "leaf0 (spine0, root)" */
static void add_switch_name(struct listing *l, uint32_t s)
{
    const struct network_tree *tree = l->tree;
    uint32_t above = 0;

    text_puts(l->text, s == tree->root && tree->virtual_root ? "all" : tree->name[s]);
    for (s = tree->parent[s]; s != NETWORK_NONE; s = tree->parent[s]) {
        if (s != tree->root || !tree->virtual_root)
            text_printf(l->text, "%s%s", above++ ? ", " : " (", tree->name[s]);
    }
    text_puts(l->text, above ? ")\n" : "\n");
}

/* All nodes of the unit of `first` in one line. */
static void add_folded(struct listing *l, uint32_t first, const char **names, uint32_t *ids)
{
    const struct topomap_allocation *a = l->allocation;
    struct text hosts = {0};
    uint32_t nodes = 0, ranks = 0;

    for (uint32_t node = first; node < a->nodes; node++) {
        if (l->unit[node] != l->unit[first])
            continue;
        names[nodes++] = a->hosts.name[node];
        memcpy(ids + ranks, l->tids + a->first[node], a->tasks[node] * sizeof *ids);
        ranks += a->tasks[node];
    }
    qsort(ids, ranks, sizeof *ids, ascending_numbers);
    hostlist_print(&hosts, names, nodes);
    shorten(l, &hosts, nodes, "nodes");
    add_name(l, &hosts);
    add_ids(l, ids, ranks, "ranks");
    text_puts(l->text, "\n");
}

static void add_units(struct listing *l)
{
    const struct topomap_allocation *a = l->allocation;
    const char **names = array_raw(a->nodes, sizeof *names);
    uint32_t *ids = array_raw(a->ranks, sizeof *ids);
    uint32_t first[LISTING_LINES], units = list_units(l, first);
    bool fold = a->nodes > LISTING_LINES;

    l->folded = fold;
    l->text->failed |= !names || !ids;
    for (uint32_t i = 0; names && ids && i < units; i++) {
        if (l->tree)
            add_switch_name(l, l->unit[first[i]]);
        if (fold)
            add_folded(l, first[i], names, ids);
        for (uint32_t node = first[i]; !fold && node < a->nodes; node++) {
            if (l->unit[node] == l->unit[first[i]])
                add_node(l, node);
        }
    }
    free(names);
    free(ids);
}

/* ---- slots ------------------------------------------------------------------------------- */

/* "0,1 2,3": the CPUs of each slot; "0-3" where they are single ones. */
static void add_cpus(struct listing *l, const uint32_t *start, uint32_t tasks, uint32_t pus)
{
    const uint32_t *os = l->request->nodetree->os;
    uint32_t *single = pus == 1 ? array_raw(tasks, sizeof *single) : NULL;
    struct text list = {0};

    for (uint32_t slot = 0; slot < tasks; slot++) {
        if (single) {
            single[slot] = os[start[slot]];
        } else {
            text_puts(&list, slot ? " " : "");
            idlist_print(&list, os + start[slot], pus);
        }
    }
    if (single)
        idlist_print(&list, single, tasks);
    free(single);
    add_short(l, &list, tasks, "slots");
}

/* The slots of a node with so many tasks, by the node tree. */
static void add_slots(struct listing *l, uint32_t tasks)
{
    const struct topomap_request *r = l->request;
    uint32_t pus = r->pus_per_task ? r->pus_per_task : 1;
    uint32_t *start = array_raw(tasks, sizeof *start);

    if (!start || nodetree_cut_or_none(r->nodetree, tasks, pus, r->slot_order, start) < 0) {
        l->text->failed = true;
        free(start);
        return;
    }
    text_printf(l->text, "slots of %u %s: ", tasks, tasks == 1 ? "task" : "tasks");
    if (start[0] == NODETREE_NONE) {
        text_puts(l->text, "the node has too few CPUs for them");
    } else {
        text_puts(l->text, "CPUs ");
        add_cpus(l, start, tasks, pus);
    }
    text_puts(l->text, "\n");
    free(start);
}

static void add_slot_kinds(struct listing *l)
{
    uint32_t seen[SLOT_KINDS], kinds = 0;

    for (uint32_t node = 0; node < l->allocation->nodes && kinds < SLOT_KINDS; node++) {
        uint32_t i = 0, tasks = l->allocation->tasks[node];

        while (i < kinds && seen[i] != tasks)
            i++;
        if (i == kinds && tasks)
            add_slots(l, seen[kinds++] = tasks);
    }
}

/* ---- all together ------------------------------------------------------------------------ */

static void fill_tids(struct listing *l, const uint32_t *placement, uint32_t *fill)
{
    const struct topomap_allocation *a = l->allocation;

    memcpy(fill, a->first, a->nodes * sizeof *fill);
    for (uint32_t rank = 0; rank < a->ranks; rank++)
        l->tids[fill[placement[rank]]++] = rank;
}

bool listing_print(struct text *text, const struct topomap_request *request,
                   const uint32_t *placement, const uint32_t *slots)
{
    const struct topomap_allocation *a = request->allocation;
    struct listing l = {
        .text = text,
        .request = request,
        .allocation = a,
        .tree = a->network->tree,
        .slots = slots,
        .unit = array_raw(a->nodes, sizeof *l.unit),
        .tids = array_raw(a->ranks, sizeof *l.tids),
    };

    if (!l.unit || !l.tids) {
        text->failed = true;
    } else {
        fill_tids(&l, placement, l.unit);
        (l.tree ? unite_switches : unite_neighbours)(&l);
        add_units(&l);
        if (request->nodetree)
            add_slot_kinds(&l);
    }
    free(l.unit);
    free(l.tids);
    return l.folded;
}
