/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/block_list.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int block_list_add_size(struct block_list *list, uint64_t size, const char *name, uint32_t line,
                    struct topomap_error *error)
{
    size_t at = list->levels;

    while (at && list->size[at - 1] >= size)
        at--;
    if (at < list->levels && list->size[at] == size)
        return 0;
    if (size == 0 || list->levels == BLOCK_LEVELS)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: %s", name, line,
                         size ? "too many block sizes" : "a block has at least 1 node");
    memmove(list->size + at + 1, list->size + at, (list->levels - at) * sizeof *list->size);
    list->size[at] = size;
    list->levels++;
    return 0;
}

void block_list_free(struct block_list *list)
{
    switches_free(&list->blocks);
    list->levels = 0;
}

/* Convert sizes from nodes to blocks. */
static int count_blocks(const struct block_list *list, const char *name, uint64_t *blocks,
                        size_t *levels, struct topomap_error *error)
{
    static const uint64_t usual[] = {1, 2, 4, 8, 16};

    *levels = list->levels;
    for (size_t l = 0; l < list->levels; l++) {
        if (l && list->size[l] % list->size[l - 1])
            return error_set(error, TOPOMAP_INPUT, "%s: blocks of %" PRIu64 " nodes do not consist "
                             "of blocks of %" PRIu64, name, list->size[l], list->size[l - 1]);
        blocks[l] = list->size[l] / list->size[0];
    }
    if (!list->levels) {
        memcpy(blocks, usual, sizeof usual);
        *levels = sizeof usual / sizeof *usual;
    }
    return 0;
}

/* Add the switch above the blocks from `first` to `last`, and make it their entry in `top`, which
 * holds the highest switch above each block. */
static int join(struct switch_list *tree, size_t *top, size_t first, size_t last,
                struct topomap_error *error)
{
    struct switch_entry entry = {.line = tree->entry[first].line};
    struct text name = {0}, below = {0};

    text_printf(&name, "%s..%s", tree->entry[first].name, tree->entry[last].name);
    for (size_t b = first; b <= last; b++) {
        if (b == first || top[b] != top[b - 1])
            text_printf(&below, "%s%s", b == first ? "" : ",", tree->entry[top[b]].name);
    }
    for (size_t b = first; b <= last; b++)
        top[b] = tree->count;
    entry.name = text_take(&name);
    entry.switches = text_take(&below);
    if (!entry.name || !entry.switches) {
        free(entry.name);
        free(entry.switches);
        return error_memory(error);
    }
    return switches_add(tree, &entry, error);
}

/* Add all aggregated blocks of one level. The blocks left over at the end may form an aggregated
 * block of the level below already. */
static int join_level(struct switch_list *tree, size_t *top, size_t count, uint64_t size,
                      uint64_t below, struct topomap_error *error)
{
    for (size_t first = 0; first < count; first += size) {
        uint64_t left = count - first;

        if (size > left && below >= left)
            break;
        if (join(tree, top, first, first + (left < size ? left : size) - 1, error) < 0)
            return -1;
        if (size >= left)
            break;
    }
    return 0;
}

struct topomap_network *block_list_build(struct block_list *list, const char *name,
                                     struct topomap_error *error)
{
    struct switch_list *tree = &list->blocks;
    struct topomap_network *network = NULL;
    uint64_t size[BLOCK_LEVELS];
    size_t count = tree->count, levels;
    size_t *top;

    if (count_blocks(list, name, size, &levels, error) < 0)
        return NULL;
    top = array_raw(count + 1, sizeof *top);
    if (!top) {
        error_memory(error);
        return NULL;
    }
    for (size_t b = 0; b < count; b++)
        top[b] = b;
    for (size_t l = 1; l < levels && size[l - 1] < count; l++) {
        if (join_level(tree, top, count, size[l], size[l - 1], error) < 0)
            goto out;
    }
    network = switches_build(tree, name, error);
out:
    free(top);
    return network;
}
