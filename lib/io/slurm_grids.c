/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/slurm_grids.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/text.h"
#include "topomap.h"

#include <stdlib.h>

#define DIMS 3
#define MAX_CELLS UINT32_C(0x1000000)

static const char *const axes[DIMS] = {"x", "y", "z"};

/* A description that grows grid by grid. */
struct grids {
    const struct source *source;
    struct topomap_error *error;
    unsigned dims;          /* of each grid */
    uint32_t size[DIMS];    /* of each grid */
    uint32_t count;         /* grids so far */
    struct text nodes;      /* their coordinates, a line each */
};

/* A part of a grid, which nodes fill in order, x fastest. */
struct region {
    uint32_t first[DIMS], size[DIMS];
};

static int read_triple(struct grids *grids, const struct item *map, uint32_t least,
                       uint32_t *triple)
{
    if (item_check_keys(grids->source, map, "x y z", grids->error) < 0)
        return -1;
    for (unsigned d = 0; d < DIMS; d++) {
        const struct item *item = item_need(grids->source, map, axes[d], ITEM_SCALAR,
                                            grids->error);
        uint64_t number;

        if (!item || item_number(grids->source, item, MAX_CELLS, &number, grids->error) < 0)
            return -1;
        if (number < least)
            return item_fail(grids->source, item, grids->error, "'%s' must be above 0", axes[d]);
        triple[d] = (uint32_t)number;
    }
    return 0;
}

static int read_dims(struct grids *grids, const struct item *map, uint32_t *dims)
{
    const struct item *item = item_need(grids->source, map, "dims", ITEM_MAP, grids->error);

    return item ? read_triple(grids, item, 1, dims) : -1;
}

/* The grids are listed with the same size, or not at all. */
static int set_size(struct grids *grids, const struct item *item, const uint32_t *size)
{
    uint64_t cells = 1;

    for (unsigned d = 0; d < grids->dims; d++) {
        if (grids->count > 0 && grids->size[d] != size[d])
            return item_fail(grids->source, item, grids->error, "grids of different sizes are not "
                             "supported: describe them as a network of topomap's");
        grids->size[d] = size[d];
        cells *= size[d];
        if (cells > MAX_CELLS)
            return item_fail(grids->source, item, grids->error, "the grid is too large");
    }
    return 0;
}

/* Put the nodes of a host list into a region of the current grid. */
static int fill(struct grids *grids, const struct item *nodes, const struct region *region)
{
    uint32_t count, cells = 1;
    struct topomap_error why;
    char **names;

    for (unsigned d = 0; d < grids->dims; d++)
        cells *= region->size[d];
    if (topomap_hostlist_expand(nodes->text, &names, &count, &why) < 0)
        return item_relay(grids->source, nodes, grids->error, &why);
    for (uint32_t i = 0; i < count && i < cells; i++) {
        uint32_t rest = i;

        text_printf(&grids->nodes, "    \"%s\": [", names[i]);
        for (unsigned d = 0; d < grids->dims; d++) {
            HOLDS(region->size[d] > 0);
            text_printf(&grids->nodes, "%s%u", d ? ", " : "",
                        region->first[d] + rest % region->size[d]);
            rest /= region->size[d];
        }
        /* A further coordinate; it is cut off again if there is one grid only. */
        text_printf(&grids->nodes, ", %u]\n", grids->count);
    }
    topomap_hostlist_free(names, count);
    if (count > cells)
        return item_fail(grids->source, nodes, grids->error, "%u nodes for %u places", count,
                         cells);
    return 0;
}

static int add_ring(struct grids *grids, const struct item *ring)
{
    struct region region = {0};
    const struct item *nodes;
    struct topomap_error why;
    char **names;

    if (item_check_keys(grids->source, ring, "ring nodes", grids->error) < 0 ||
        !item_need(grids->source, ring, "ring", ITEM_SCALAR, grids->error))
        return -1;
    nodes = item_need(grids->source, ring, "nodes", ITEM_SCALAR, grids->error);
    if (!nodes)
        return -1;
    if (topomap_hostlist_expand(nodes->text, &names, &region.size[0], &why) < 0)
        return item_relay(grids->source, nodes, grids->error, &why);
    topomap_hostlist_free(names, region.size[0]);
    if (set_size(grids, ring, region.size) < 0)
        return -1;
    return fill(grids, nodes, &region);
}

static int add_region(struct grids *grids, const struct item *item)
{
    struct region region;
    const struct item *anchor, *nodes;

    if (item_check_keys(grids->source, item, "anchor dims nodes", grids->error) < 0 ||
        read_dims(grids, item, region.size) < 0)
        return -1;
    anchor = item_need(grids->source, item, "anchor", ITEM_MAP, grids->error);
    if (!anchor || read_triple(grids, anchor, 0, region.first) < 0)
        return -1;
    for (unsigned d = 0; d < DIMS; d++) {
        if (region.first[d] + region.size[d] > grids->size[d])
            return item_fail(grids->source, item, grids->error,
                             "the region does not fit into the torus");
    }
    nodes = item_need(grids->source, item, "nodes", ITEM_SCALAR, grids->error);
    return nodes ? fill(grids, nodes, &region) : -1;
}

static int add_torus(struct grids *grids, const struct item *torus)
{
    const struct item *nodes = NULL, *regions = NULL;
    struct region whole = {0};

    if (item_check_keys(grids->source, torus, "name dims nodes regions placements",
                        grids->error) < 0 ||
        read_dims(grids, torus, whole.size) < 0 || set_size(grids, torus, whole.size) < 0)
        return -1;
    nodes = item_find(torus, "nodes");
    regions = item_find(torus, "regions");
    /* slurmctld prints an empty list where there are nodes. */
    if (nodes && regions && regions->kind == ITEM_LIST && regions->count == 0)
        regions = NULL;
    if (!nodes == !regions)
        return item_fail(grids->source, torus, grids->error, "give one of nodes and regions");
    if (nodes)
        return item_check_kind(grids->source, nodes, ITEM_SCALAR, grids->error) < 0
                   ? -1
                   : fill(grids, nodes, &whole);
    if (item_check_kind(grids->source, regions, ITEM_LIST, grids->error) < 0)
        return -1;
    for (const struct item *item = regions->child; item; item = item->next) {
        if (add_region(grids, item) < 0)
            return -1;
    }
    return 0;
}

/* The lines of nodes, without the number of the grid where there is only one. */
static void print_nodes(const struct grids *grids, struct text *text)
{
    const char *at = grids->nodes.data, *line, *end;

    while (at && text_line(&at, grids->nodes.data + grids->nodes.length, &line, &end)) {
        const char *stop = end;

        while (grids->count == 1 && *stop != ',')
            stop--;
        text_add(text, line, (size_t)(stop - line));
        text_puts(text, grids->count == 1 ? "]\n" : "\n");
    }
}

static char *print(const struct grids *grids, const char *name)
{
    struct text text = {0};

    text_printf(&text, "network:\n  name: \"%s\"\n  kind: torus\n  dims: [", name);
    for (unsigned d = 0; d < grids->dims; d++)
        text_printf(&text, "%s%u", d ? ", " : "", grids->size[d]);
    if (grids->count > 1)
        text_printf(&text, ", %u", grids->count);
    text_puts(&text, "]\n");
    if (grids->count > 1) {
        text_puts(&text, "  wrap: [");
        for (unsigned d = 0; d < grids->dims; d++)
            text_puts(&text, "true, ");
        text_puts(&text, "crossbar]\n");
    }
    text_puts(&text, "  coordinates:\n");
    print_nodes(grids, &text);
    return text_take(&text);
}

static char *describe(struct grids *grids, const char *name, const struct item *map,
                      const char *key, int (*add)(struct grids *, const struct item *))
{
    const struct item *list = NULL;
    char *result = NULL;

    if (item_check_keys(grids->source, map, key, grids->error) == 0)
        list = item_need(grids->source, map, key, ITEM_LIST, grids->error);
    for (const struct item *item = list ? list->child : NULL; item; item = item->next) {
        if (add(grids, item) < 0) {
            text_free(&grids->nodes);
            return NULL;
        }
        grids->count++;
    }
    if (list && grids->count == 0) {
        item_fail(grids->source, list, grids->error, "'%s' is empty", key);
    } else if (list) {
        result = print(grids, name);
        if (!result || grids->nodes.failed) {
            free(result);
            result = NULL;
            error_memory(grids->error);
        }
    }
    text_free(&grids->nodes);
    return result;
}

char *slurm_rings_describe(const struct source *source, const char *name, const struct item *map,
                           struct topomap_error *error)
{
    struct grids grids = {.source = source, .error = error, .dims = 1};

    return describe(&grids, name, map, "rings", add_ring);
}

char *slurm_tori_describe(const struct source *source, const char *name, const struct item *map,
                          struct topomap_error *error)
{
    struct grids grids = {.source = source, .error = error, .dims = DIMS};

    return describe(&grids, name, map, "toruses", add_torus);
}
