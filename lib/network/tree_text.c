/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads switch trees in topomap's and Slurm's YAML, and writes clusters of SimGrid. */
#include "base/error.h"
#include "base/memory.h"
#include "input/item.h"
#include "network/switches.h"
#include "network/tree_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read the number of parallel links of a trunk. */
static int parse_width(const struct source *source, const struct item *item, uint32_t *width,
                       struct topomap_error *error)
{
    uint64_t number;

    if (item_number(source, item, NETWORK_MAX_WIDTH, &number, error) < 0)
        return -1;
    if (number == 0)
        return item_fail(source, item, error, "a trunk has at least 1 link");
    *width = (uint32_t)number;
    return 0;
}

static int copy_text(const struct source *source, const struct item *map, const char *key,
                     char **text, struct topomap_error *error)
{
    const struct item *item = item_find(map, key);

    if (!item)
        return 0;
    if (item_check_kind(source, item, ITEM_SCALAR, error) < 0)
        return -1;
    *text = strdup(item->text);
    return *text ? 0 : error_memory(error);
}

static int parse_switch(const struct source *source, const struct item *item,
                        const char *name_key, const char *children_key,
                        struct switch_entry *entry, struct topomap_error *error)
{
    const struct item *width = item_find(item, "width");

    if (!item_need(source, item, name_key, ITEM_SCALAR, error) ||
        copy_text(source, item, name_key, &entry->name, error) < 0 ||
        copy_text(source, item, "nodes", &entry->nodes, error) < 0 ||
        copy_text(source, item, children_key, &entry->switches, error) < 0)
        return -1;
    return width ? parse_width(source, width, &entry->width, error) : 0;
}

struct topomap_network *tree_switches_parse(const struct source *source,
                                               const struct item *list, const char *name_key,
                                               const char *children_key, const char *known,
                                               struct topomap_error *error)
{
    struct switch_list switches = {0};
    struct topomap_network *network = NULL;

    for (const struct item *item = list->child; item; item = item->next) {
        struct switch_entry entry = {.line = item->line};
        int result = item_check_keys(source, item, known, error);

        if (result == 0)
            result = parse_switch(source, item, name_key, children_key, &entry, error);
        /* The list owns the entry, complete or not, and frees it. */
        if (switches_add(&switches, &entry, error) < 0 || result < 0)
            goto out;
    }
    network = switches_build(&switches, source->name, error);
out:
    switches_free(&switches);
    return network;
}

/* A tree in which all switches of a level are alike. */
struct regular {
    const struct source *source;
    uint32_t levels;
    uint32_t children[NETWORK_MAX_DEPTH];  /* of a switch of each level, lowest first */
    uint32_t width[NETWORK_MAX_DEPTH];     /* of the trunks up from each level */
    uint32_t first[NETWORK_MAX_DEPTH + 1]; /* first switch of each level */
    uint32_t *parent;                      /* [switches] */
    uint32_t *trunk;                       /* [switches]: width of the trunk up */
    char **name;                           /* [switches] */
    struct topomap_error *error;
};

/* Number the switches of each level. */
static int count_switches(struct regular *tree, const struct item *list)
{
    uint64_t all = 0;
    uint32_t count = 1;

    for (uint32_t level = tree->levels; level-- > 0; count *= tree->children[level]) {
        tree->first[level + 1] = count;
        all += count;
    }
    if (all > NETWORK_MAX_NODES)
        return item_fail(tree->source, list, tree->error, "a tree has at most %u switches",
                         NETWORK_MAX_NODES);
    for (uint32_t level = 0; level < tree->levels; level++)
        tree->first[level + 1] += tree->first[level];
    return 0;
}

static int parse_children(struct regular *tree, const struct item *list)
{
    uint64_t places = 1;

    if (item_check_kind(tree->source, list, ITEM_LIST, tree->error) < 0)
        return -1;
    if (list->count < 1 || list->count > NETWORK_MAX_DEPTH)
        return item_fail(tree->source, list, tree->error, "'%s' has 1 to %d numbers, not %u",
                         list->key, NETWORK_MAX_DEPTH, list->count);
    for (const struct item *item = list->child; item; item = item->next) {
        uint64_t number;

        if (item_number(tree->source, item, NETWORK_MAX_NODES, &number, tree->error) < 0)
            return -1;
        if (number == 0)
            return item_fail(tree->source, item, tree->error, "a switch has at least 1 child");
        places *= number;
        if (places > NETWORK_MAX_NODES)
            return item_fail(tree->source, list, tree->error, "a tree has at most %u places",
                             NETWORK_MAX_NODES);
        tree->children[tree->levels] = (uint32_t)number;
        tree->width[tree->levels++] = 1;
    }
    return count_switches(tree, list);
}

static int parse_widths(struct regular *tree, const struct item *list)
{
    uint32_t level = 0;

    if (item_check_kind(tree->source, list, ITEM_LIST, tree->error) < 0)
        return -1;
    if (list->count + 1 != tree->levels)
        return item_fail(tree->source, list, tree->error,
                         "'%s' has %u entries for %u levels, of which all but the highest have "
                         "trunks up", list->key, list->count, tree->levels);
    for (const struct item *item = list->child; item; item = item->next) {
        if (parse_width(tree->source, item, &tree->width[level++], tree->error) < 0)
            return -1;
    }
    return 0;
}

static int number_switches(struct regular *tree)
{
    uint32_t switches = tree->first[tree->levels];

    tree->parent = array_raw(switches, sizeof *tree->parent);
    tree->trunk = array_raw(switches, sizeof *tree->trunk);
    tree->name = array_new(switches, sizeof *tree->name);
    if (!tree->parent || !tree->trunk || !tree->name)
        return error_memory(tree->error);
    for (uint32_t level = 0; level < tree->levels; level++) {
        for (uint32_t s = tree->first[level]; s < tree->first[level + 1]; s++) {
            uint32_t index = s - tree->first[level];
            char name[40];

            snprintf(name, sizeof name, "s%u.%u", level + 1, index);
            tree->name[s] = strdup(name);
            if (!tree->name[s])
                return error_memory(tree->error);
            tree->trunk[s] = tree->width[level];
            tree->parent[s] = level + 1 == tree->levels ? NETWORK_NONE :
                              tree->first[level + 1] + index / tree->children[level + 1];
        }
    }
    return 0;
}

static struct topomap_network *hang_nodes(const struct regular *tree, const struct item *nodes)
{
    struct topomap_network *network = NULL;
    struct topomap_error why;
    uint32_t *leaf;
    char **names;
    uint32_t count;

    if (topomap_hostlist_expand(nodes->text, &names, &count, &why) < 0) {
        item_relay(tree->source, nodes, tree->error, &why);
        return NULL;
    }
    leaf = array_raw(count, sizeof *leaf);
    if (!leaf) {
        error_memory(tree->error);
    } else if (count > (uint64_t)tree->first[1] * tree->children[0]) {
        item_fail(tree->source, nodes, tree->error, "%u nodes do not fit on %u switches of %u",
                  count, tree->first[1], tree->children[0]);
    } else {
        for (uint32_t i = 0; i < count; i++)
            leaf[i] = i / tree->children[0];
        network = network_tree_create(tree->first[tree->levels], tree->name, tree->parent,
                                      tree->trunk, count, names, leaf, &why);
        if (!network)
            item_relay(tree->source, nodes, tree->error, &why);
    }
    free(leaf);
    topomap_hostlist_free(names, count);
    return network;
}

static struct topomap_network *parse_regular(const struct source *source, const struct item *map,
                                             struct topomap_error *error)
{
    struct regular tree = {.source = source, .error = error};
    const struct item *children = item_find(map, "children"), *widths = item_find(map, "widths");
    struct topomap_network *network = NULL;
    const struct item *nodes;

    if (item_check_keys(source, map, NETWORK_KEYS " children widths nodes routing",
                        error) < 0)
        return NULL;
    nodes = item_need(source, map, "nodes", ITEM_SCALAR, error);
    if (!nodes)
        return NULL;
    if (parse_children(&tree, children) == 0 && (!widths || parse_widths(&tree, widths) == 0) &&
        number_switches(&tree) == 0)
        network = hang_nodes(&tree, nodes);
    for (uint32_t s = 0; tree.name && s < tree.first[tree.levels]; s++)
        free(tree.name[s]);
    free(tree.name);
    free(tree.parent);
    free(tree.trunk);
    return network;
}

struct topomap_network *tree_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error)
{
    const struct item *list;

    if (item_find(map, "children"))
        return parse_regular(source, map, error);
    if (item_check_keys(source, map, NETWORK_KEYS " switches routing", error) < 0)
        return NULL;
    list = item_need(source, map, "switches", ITEM_LIST, error);
    return list ? tree_switches_parse(source, list, "name", "switches",
                                         "name nodes switches width", error) : NULL;
}

/* ---- SimGrid ----------------------------------------------------------------------------- */

/* The switch `levels` above a node. */
static uint32_t above(const struct network_tree *tree, uint32_t node, uint32_t levels)
{
    uint32_t s = tree->leaf[node];

    while (levels--)
        s = tree->parent[s];
    return s;
}

/* Find for each level how many switches of the next level a node or switch is linked to in
 * SimGrid's fat trees. There all links of a trunk end at different switches, and routing is
 * D-mod-k. */
static bool has_parents(const struct topomap_network *network, uint32_t levels, uint32_t *parents)
{
    const struct network_tree *tree = network->tree;
    uint32_t below = 1;

    parents[0] = 1;
    for (uint32_t l = 1; l < levels; l++) {
        uint32_t width = 0;

        for (uint32_t s = 0; s < tree->switches; s++) {
            if (tree->level[s] != l)
                continue;
            if (width && tree->width[s] != width)
                return false;
            width = tree->width[s];
        }
        if (!width || width % below || (width > 1 && !tree_is_d_mod_k(network)))
            return false;
        parents[l] = width / below;
        below = width;
    }
    return true;
}

/* Find the children of the switches of each level, if the tree is full and its nodes are in
 * order. */
static bool is_full_tree(const struct topomap_network *network, uint32_t levels, uint32_t *children)
{
    const struct network_tree *tree = network->tree;
    uint32_t span = 1, switches = 0;

    for (uint32_t s = 0; s < tree->switches; s++) {
        if (tree->level[s] + tree->depth[s] != levels)
            return false;
    }
    for (uint32_t i = 0; i < network->nodes; i++) {
        if (tree->level[tree->leaf[i]] != 1)
            return false;
    }
    for (uint32_t l = 0; l < levels; l++) {
        uint32_t size = span;

        while (size < network->nodes && above(tree, size, l) == above(tree, 0, l))
            size += span;
        for (uint32_t i = 0; i < network->nodes; i++) {
            if (above(tree, i, l) != above(tree, i / size * size, l) ||
                (i >= size && above(tree, i, l) == above(tree, i - size, l)))
                return false;
        }
        children[l] = size / span;
        switches += network->nodes / size;
        if (network->nodes % size)
            return false;
        span = size;
    }
    /* Switches without nodes below them were not counted. */
    return switches == tree->switches;
}

static void add_list(struct text *text, uint32_t count, const uint32_t *values)
{
    for (uint32_t i = 0; i < count; i++)
        text_printf(text, "%s%u", i ? "," : "", values ? values[i] : 1);
}

bool tree_simgrid(const struct topomap_network *network, struct text *attributes)
{
    uint32_t levels = network->tree->level[network->tree->root];
    uint32_t children[NETWORK_MAX_DEPTH], parents[NETWORK_MAX_DEPTH];

    if (!has_parents(network, levels, parents) || !is_full_tree(network, levels, children))
        return false;
    text_printf(attributes, "topology=\"FAT_TREE\" topo_parameters=\"%u;", levels);
    add_list(attributes, levels, children);
    text_puts(attributes, ";");
    add_list(attributes, levels, parents);
    text_puts(attributes, ";");
    add_list(attributes, levels, NULL);
    text_puts(attributes, "\"");
    return true;
}
