/* SPDX-License-Identifier: BSD-3-Clause */
/* Placements in JSON, which is YAML too: plans as `topomap plan --format json` prints them, and
 * task maps of Flux (RFC 34). */
#include "base/error.h"
#include "base/memory.h"
#include "input/item.h"
#include "io/placement_file.h"

#include <stdlib.h>
#include <string.h>

static int read_number(const struct placement_file *file, const struct item *item, uint64_t limit,
                       uint64_t *number, struct topomap_error *error)
{
    if (item_check_kind(file->source, item, ITEM_SCALAR, error) < 0)
        return -1;
    return item_number(file->source, item, limit, number, error);
}

/* The next ranks go to a node. */
static int put_ranks(struct placement_file *file, const struct item *item, uint32_t *rank,
                     uint64_t node, uint64_t count, struct topomap_error *error)
{
    const struct topomap_allocation *a = file->allocation;

    if (node >= a->nodes || count > a->ranks - *rank)
        return item_fail(file->source, item, error, "the map has more than %u ranks or %u nodes",
                         a->ranks, a->nodes);
    while (count-- > 0)
        file->placement[(*rank)++] = (uint32_t)node;
    return 0;
}

/* A block of a task map: first node, nodes, tasks of each, and how often all of it comes. */
static int read_block(struct placement_file *file, const struct item *block, uint32_t *rank,
                      struct topomap_error *error)
{
    const struct item *item = block->child;
    uint64_t part[4];

    if (item_check_kind(file->source, block, ITEM_LIST, error) < 0)
        return -1;
    if (block->count != 4)
        return item_fail(file->source, block, error,
                         "a block is [node, nodes, tasks of each, repeats]");
    for (int i = 0; i < 4; i++, item = item->next) {
        if (read_number(file, item, UINT32_MAX, &part[i], error) < 0)
            return -1;
    }
    if (!part[1] || !part[2])
        return item_fail(file->source, block, error, "a block without tasks");
    for (uint64_t r = 0; r < part[3]; r++) {
        for (uint64_t n = 0; n < part[1]; n++) {
            if (put_ranks(file, block, rank, part[0] + n, part[2], error) < 0)
                return -1;
        }
    }
    return 0;
}

/* Check that a version, if there is one, is 1. */
static int check_version(const struct placement_file *file, const struct item *root,
                         const char *key, struct topomap_error *error)
{
    const struct item *item = item_find(root, key);
    uint64_t version;

    if (!item)
        return 0;
    if (read_number(file, item, UINT32_MAX, &version, error) < 0)
        return -1;
    return version == 1 ? 0
                        : item_fail(file->source, item, error, "'%s' is %llu; only 1 can be read",
                                    key, (unsigned long long)version);
}

static int read_task_map(struct placement_file *file, const struct item *map,
                         struct topomap_error *error)
{
    uint32_t rank = 0;

    if (item_check_kind(file->source, map, ITEM_LIST, error) < 0)
        return -1;
    for (const struct item *block = map->child; block; block = block->next) {
        if (read_block(file, block, &rank, error) < 0)
            return -1;
    }
    if (rank < file->allocation->ranks)
        return item_fail(file->source, map, error, "the map has %u ranks, the hosts run %u", rank,
                         file->allocation->ranks);
    return 0;
}

/* The node of each name that a plan lists, [names->count], freed by the caller. */
static uint32_t *read_nodes(const struct placement_file *file, const struct item *names,
                            struct topomap_error *error)
{
    uint32_t *node = names->count ? array_raw(names->count, sizeof *node) : NULL, i = 0;

    if (!names->count)
        item_fail(file->source, names, error, "a plan without nodes");
    else if (!node)
        error_memory(error);
    for (const struct item *name = names->child; node && name; name = name->next) {
        int64_t index = name->kind == ITEM_SCALAR
                            ? placement_host(file, name->text, strlen(name->text))
                            : -1;

        if (index < 0) {
            item_fail(file->source, name, error, "host '%.200s' is not in the allocation",
                      name->kind == ITEM_SCALAR ? name->text : "");
            free(node);
            node = NULL;
        } else {
            node[i++] = (uint32_t)index;
        }
    }
    return node;
}

/* A list of a number below `limit` for each rank. */
static int read_list(const struct placement_file *file, const struct item *list, uint64_t limit,
                     uint32_t *number, struct topomap_error *error)
{
    uint64_t value;

    if (list->count != file->allocation->ranks)
        return item_fail(file->source, list, error, "%u numbers; the hosts run %u ranks",
                         list->count, file->allocation->ranks);
    for (const struct item *item = list->child; item; item = item->next) {
        if (read_number(file, item, limit - 1, &value, error) < 0)
            return -1;
        *number++ = (uint32_t)value;
    }
    return 0;
}

/* Slots are a permutation on each node: false where they are not. */
static bool are_slots(const struct placement_file *file, bool *taken)
{
    const struct topomap_allocation *a = file->allocation;

    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        uint32_t node = file->placement[rank];

        if (file->slots[rank] >= a->tasks[node] || taken[a->first[node] + file->slots[rank]])
            return false;
        taken[a->first[node] + file->slots[rank]] = true;
    }
    return true;
}

static int read_slots(struct placement_file *file, const struct item *list,
                      struct topomap_error *error)
{
    bool *taken;
    int result;

    if (item_check_kind(file->source, list, ITEM_LIST, error) < 0 ||
        read_list(file, list, file->allocation->ranks, file->slots, error) < 0)
        return -1;
    taken = array_new(file->allocation->ranks, sizeof *taken);
    if (!taken)
        return error_memory(error);
    result = are_slots(file, taken)
                 ? 1
                 : item_fail(file->source, list, error, "two ranks have the same slot, or one has "
                                                        "a slot that its node does not have");
    free(taken);
    return result;
}

static int read_plan(struct placement_file *file, const struct item *root,
                     struct topomap_error *error)
{
    const struct source *source = file->source;
    const struct item *placement = item_need(source, root, "placement", ITEM_LIST, error);
    const struct item *names = placement ? item_need(source, root, "nodes", ITEM_LIST, error)
                                         : NULL;
    const struct item *slots = item_find(root, "slots");
    uint32_t *node = names ? read_nodes(file, names, error) : NULL;
    int result = node ? read_list(file, placement, names->count, file->placement, error) : -1;

    for (uint32_t rank = 0; result == 0 && rank < file->allocation->ranks; rank++)
        file->placement[rank] = node[file->placement[rank]];
    free(node);
    return result == 0 && slots ? read_slots(file, slots, error) : result;
}

int placement_read_json(struct placement_file *file, struct topomap_error *error)
{
    struct item *root = item_load(file->source, error);
    const struct item *map = root && root->kind == ITEM_MAP ? item_find(root, "map") : NULL;
    int result = -1;

    if (root && root->kind == ITEM_LIST)
        result = read_task_map(file, root, error);
    else if (map && check_version(file, root, "version", error) == 0)
        result = read_task_map(file, map, error);
    else if (root && !map && item_check_kind(file->source, root, ITEM_MAP, error) == 0 &&
             check_version(file, root, "schema_version", error) == 0)
        result = read_plan(file, root, error);
    item_free(root);
    return result;
}
