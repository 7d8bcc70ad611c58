/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of levels of nodes' trees: what a byte between two packages, caches or cores counts. */
#include "machine/level_weights.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/nodetree.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

/* "12", "1.5" or "0.25", in 1/NODETREE_UNIT. */
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

/* One "LEVEL:WEIGHT" of `length` bytes: `weight` for a type. */
static int parse_item(const char *text, size_t length, int *type, uint32_t *weight,
                      struct topomap_error *error)
{
    const char *colon = memchr(text, ':', length);

    *type = nodetree_type(text, colon ? (size_t)(colon - text) : length);
    if (*type < 0)
        return error_set(error, TOPOMAP_USAGE,
                         "'%.*s' names no level inside nodes, like package, numa, l3 or core",
                         (int)(length < 60 ? length : 60), text);
    if (!colon || parse_number(colon + 1, text + length, weight) < 0)
        return error_set(error, TOPOMAP_USAGE,
                         "'%.*s' is no level inside nodes with a weight from 0 to %d, of two "
                         "decimals at most, LEVEL:WEIGHT", (int)(length < 60 ? length : 60), text,
                         NODETREE_MAX_WEIGHT / NODETREE_UNIT);
    return 0;
}

static int weigh_items(const char *weights, struct topomap_nodetree *tree,
                       struct topomap_error *error)
{
    for (;;) {
        size_t length = strcspn(weights, ",");
        uint32_t weight = 0;
        int type;

        if (parse_item(weights, length, &type, &weight, error) < 0)
            return -1;
        for (uint32_t i = 0; tree && i < tree->levels; i++) {
            if (tree->level[i].type == type)
                tree->level[i].weight = weight;
        }
        if (weights[length] == '\0')
            return 0;
        weights += length + 1;
    }
}

int topomap_nodetree_weigh(struct topomap_nodetree *tree, const char *weights,
                           struct topomap_error *error)
{
    return weigh_items(weights, NULL, error) < 0 ? -1 : weigh_items(weights, tree, error);
}

/* ---- together with those of links -------------------------------------------------------- */

static bool is_inside(const struct topomap_network *network, const char *item, size_t length)
{
    const char *colon = memchr(item, ':', length);
    size_t name = colon ? (size_t)(colon - item) : length;

    return !network_has_class(network, item, name) && nodetree_type(item, name) >= 0;
}

int level_weights_split(struct level_weights *split, const struct topomap_network *network,
                        const char *weights, struct topomap_error *error)
{
    struct text list[2] = {{0}, {0}};
    bool used[2] = {false, false};

    for (bool more = true; more;) {
        size_t length = strcspn(weights, ",");
        size_t which = is_inside(network, weights, length);

        if (used[which])
            text_puts(&list[which], ",");
        text_add(&list[which], weights, length);
        used[which] = true;
        more = weights[length] != '\0';
        weights += length + 1;
    }
    split->network = used[0] ? text_take(&list[0]) : NULL;
    split->inside = used[1] ? text_take(&list[1]) : NULL;
    if ((!used[0] || split->network) && (!used[1] || split->inside))
        return 0;
    level_weights_free(split);
    return error_memory(error);
}

void level_weights_free(struct level_weights *split)
{
    free(split->network);
    free(split->inside);
    *split = (struct level_weights){0};
}

int topomap_links_weigh(struct topomap_network *network, struct topomap_nodetree *tree,
                        const char *weights, struct topomap_error *error)
{
    struct level_weights split;
    int result = 0;

    if (level_weights_split(&split, network, weights, error) < 0)
        return -1;
    if (split.inside && !tree)
        result = error_set(error, TOPOMAP_USAGE,
                           "levels inside nodes ('%.60s') have weights with a node tree only",
                           split.inside);
    if (result == 0 && split.network)
        result = topomap_network_weigh(network, split.network, error);
    if (result == 0 && split.inside)
        result = topomap_nodetree_weigh(tree, split.inside, error);
    level_weights_free(&split);
    return result;
}
