/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of the levels of node trees: what a byte counts between two packages, caches or cores. */
#include "base/error.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/nodetree.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

/* Parse "12", "1.5" or "0.25"; the result is in 1/NODETREE_UNIT. */
static int parse_number(const char *text, const char *end, uint32_t *weight)
{
    uint64_t whole, part = 0;
    uint32_t unit = NODETREE_UNIT;

    if (text_parse_number(&text, end, NODETREE_MAX_WEIGHT / NODETREE_UNIT, &whole) < 0)
        return -1;
    if (text < end && *text == '.') {
        for (const char *digit = ++text; digit < end && unit > 1; digit++)
            unit /= 10;
        if (end - text > 2 || text_parse_number(&text, end, NODETREE_UNIT - 1, &part) < 0)
            return -1;
    }
    *weight = (uint32_t)(whole * NODETREE_UNIT + part * unit);
    return text == end && *weight <= NODETREE_MAX_WEIGHT ? 0 : -1;
}

/* Parse one "LEVEL:WEIGHT" of `length` bytes, a weight for one type of level. */
static int parse_item(const char *text, size_t length, int *type, uint32_t *weight,
                      struct topomap_error *error)
{
    const char *colon = memchr(text, ':', length);

    *type = nodetree_type(text, colon ? (size_t)(colon - text) : length);
    if (*type < 0)
        return error_set(error, TOPOMAP_USAGE,
                         "'%.*s' is not a level inside nodes, such as package, numa, l3 or core",
                         (int)(length < 60 ? length : 60), text);
    if (!colon || parse_number(colon + 1, text + length, weight) < 0)
        return error_set(error, TOPOMAP_USAGE,
                         "'%.*s' is not LEVEL:WEIGHT, a level inside nodes and a weight "
                         "from 0 to %d with at most two decimals",
                         (int)(length < 60 ? length : 60), text,
                         NODETREE_MAX_WEIGHT / NODETREE_UNIT);
    return 0;
}

/* Take the text of a list; NULL if it is empty. */
static int take_list(struct text *list, char **text)
{
    bool used = list->data || list->failed;

    *text = used ? text_take(list) : NULL;
    return used && !*text ? -1 : 0;
}

/* Check that all items are well-formed, and gather the levels that the tree does not have. */
static int check_items(const struct topomap_nodetree *tree, const char *weights,
                       struct text *missing, struct topomap_error *error)
{
    const char *item;
    size_t length;

    while (list_next(&weights, LIST_NAMES, &item, &length)) {
        uint32_t weight = 0;
        int type;

        if (parse_item(item, length, &type, &weight, error) < 0)
            return -1;
        if (tree && weight && !nodetree_has_type(tree, type)) {
            text_puts(missing, missing->data ? ", " : "");
            text_add(missing, item, strcspn(item, ":"));
        }
    }
    return 0;
}

/* Apply items that were checked before. */
static void weigh_items(struct topomap_nodetree *tree, const char *weights)
{
    const char *item;
    size_t length;

    while (list_next(&weights, LIST_NAMES, &item, &length)) {
        uint32_t weight;
        int type;

        if (parse_item(item, length, &type, &weight, NULL) < 0)
            continue;
        for (uint32_t i = 0; i < tree->levels; i++) {
            if (tree->level[i].type == type)
                tree->level[i].weight = weight;
        }
    }
}

int topomap_nodetree_weigh(struct topomap_nodetree *tree, const char *weights,
                           struct topomap_error *error)
{
    struct text missing = {0};
    char *list = NULL;

    if (check_items(tree, weights, &missing, error) < 0) {
        text_free(&missing);
        return -1;
    }
    if (take_list(&missing, &list) < 0)
        return error_memory(error);
    if (!tree)
        return 0;
    free(tree->missing);
    tree->missing = list;
    weigh_items(tree, weights);
    return 0;
}

const char *topomap_nodetree_missing(const struct topomap_nodetree *tree)
{
    return tree->missing;
}

/* ---- weights of links and of levels in one list ------------------------------------------ */

/* The weights of --link-weights: lists of "NAME:WEIGHT"; a list is NULL if it is empty. */
struct level_weights {
    char *network; /* classes of links */
    char *inside;  /* levels of node trees */
};

/* Refuse a word that is neither a class nor a level. */
static int refuse(const struct topomap_network *network, const struct topomap_nodetree *tree,
                  const char *word, size_t length, struct topomap_error *error)
{
    char *classes = network_class_list(network), *levels = nodetree_level_list(tree);
    int shown = (int)(length < 40 ? length : 40);

    if (!classes || !levels)
        error_memory(error);
    else if (network->ops->weigh)
        error_set(error, TOPOMAP_USAGE,
                  "'%.*s' is neither a class of this network's links (%.200s) nor a level "
                  "of the node tree (%.150s)", shown, word, classes, levels);
    else
        error_set(error, TOPOMAP_USAGE,
                  "'%.*s' is not a level of the node tree (%.150s), and links of a %s network "
                  "have no "
                  "weights", shown, word, levels, network->ops->kind);
    free(classes);
    free(levels);
    return -1;
}

/* Whether an item is about a level inside nodes: 1, 0 if it is about a class of links, or -1. */
static int is_inside(const struct topomap_network *network, const struct topomap_nodetree *tree,
                     const char *item, size_t length, struct topomap_error *error)
{
    const char *colon = memchr(item, ':', length);
    size_t name = colon ? (size_t)(colon - item) : length;

    if (network_find_class(network, item, name) < network->classes)
        return 0;
    if (nodetree_type(item, name) >= 0)
        return 1;
    return tree ? refuse(network, tree, item, name, error) : 0;
}

/* Distribute the items to the two lists. */
static int sort_items(struct text list[2], const struct topomap_network *network,
                      const struct topomap_nodetree *tree, const char *weights,
                      struct topomap_error *error)
{
    const char *item;
    size_t length;

    while (list_next(&weights, LIST_NAMES, &item, &length)) {
        int which = is_inside(network, tree, item, length, error);

        if (which < 0)
            return -1;
        if (list[which].data)
            text_puts(&list[which], ",");
        text_add(&list[which], item, length);
    }
    return 0;
}

static void free_lists(struct level_weights *split)
{
    free(split->network);
    free(split->inside);
}

/* Split the weights by name: one that is not a class of the network but one of hwloc's words is a
 * level of nodes. If there is a tree, other names are refused here, as its levels would be right
 * too: TOPOMAP_USAGE. Without one (NULL) they are left for the network to refuse. */
static int split_list(struct level_weights *split, const struct topomap_network *network,
                      const struct topomap_nodetree *tree, const char *weights,
                      struct topomap_error *error)
{
    struct text list[2] = {{0}, {0}};
    int result = sort_items(list, network, tree, weights, error);

    *split = (struct level_weights){0};
    if (result == 0 && (take_list(&list[0], &split->network) < 0 ||
                        take_list(&list[1], &split->inside) < 0))
        result = error_memory(error);
    text_free(&list[0]);
    text_free(&list[1]);
    if (result < 0)
        free_lists(split);
    return result;
}

int topomap_links_weigh(struct topomap_network *network, struct topomap_nodetree *tree,
                        const char *weights, bool *useless, struct topomap_error *error)
{
    struct level_weights split;
    bool idle;
    int result = 0;

    if (split_list(&split, network, tree, weights, error) < 0)
        return -1;
    idle = split.inside && !tree;
    if (idle && !useless)
        result = error_set(error, TOPOMAP_USAGE,
                           "levels inside nodes ('%.60s') can have weights only with a node tree",
                           split.inside);
    if (result == 0 && split.network)
        result = topomap_network_weigh(network, split.network, error);
    if (result == 0 && split.inside)
        result = topomap_nodetree_weigh(tree, split.inside, error);
    if (result == 0 && useless)
        *useless = idle;
    free_lists(&split);
    return result;
}

/* A level inside nodes may be a class of the network, too: all its weights are good for levels. */
static int check_item(const char *item, size_t length, struct topomap_error *error)
{
    const char *colon = memchr(item, ':', length);
    size_t name;
    uint32_t weight;
    int type;

    if (colon && nodetree_type(item, (size_t)(colon - item)) >= 0)
        return parse_item(item, length, &type, &weight, error);
    return network_parse_weight(item, length, &name, &weight, error);
}

int topomap_links_check(const char *weights, struct topomap_error *error)
{
    const char *item;
    size_t length;

    while (list_next(&weights, LIST_NAMES, &item, &length)) {
        if (check_item(item, length, error) < 0)
            return -1;
    }
    return 0;
}
