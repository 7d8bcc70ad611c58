/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slurm's topology.yaml (25.05 and later): a list of topologies. The one that is asked for counts,
 * or else the first with `cluster_default: true`, or else the first of all. A flat topology names
 * no nodes, so it fits any.
 */
#include "base/error.h"
#include "io/block_list.h"
#include "io/network_yaml.h"
#include "io/slurm_grids.h"
#include "network/tree_text.h"

#include <string.h>

static int choose(const struct source *source, const struct item *list, const char *wanted,
                  const struct item **chosen, struct topomap_error *error)
{
    bool found = false;

    *chosen = list->child;
    if (!*chosen)
        return item_fail(source, list, error, "there is no topology");
    for (const struct item *item = list->child; item; item = item->next) {
        const struct item *flag, *name;
        bool is_default = false;

        if (item_check_keys(source, item,
                            "topology cluster_default flat tree block ring torus3d", error) < 0)
            return -1;
        name = item_need(source, item, "topology", ITEM_SCALAR, error);
        if (!name)
            return -1;
        flag = item_find(item, "cluster_default");
        if (flag && item_bool(source, flag, &is_default, error) < 0)
            return -1;
        if (wanted)
            is_default = strcmp(name->text, wanted) == 0;
        if (is_default && !found) {
            *chosen = item;
            found = true;
        }
    }
    if (wanted && !found)
        return item_fail(source, list, error, "there is no topology '%.64s'", wanted);
    return 0;
}

static struct topomap_network *parse_tree(const struct source *source, const struct item *tree,
                                          struct topomap_error *error)
{
    const struct item *switches;

    if (item_check_keys(source, tree, "switches", error) < 0)
        return NULL;
    switches = item_need(source, tree, "switches", ITEM_LIST, error);
    return switches ? tree_switches_parse(source, switches, "switch", "children",
                                          "switch nodes children", error) : NULL;
}

static int parse_block(const struct source *source, const struct item *item,
                       struct switch_entry *entry, struct topomap_error *error)
{
    const struct item *name, *nodes;

    if (item_check_keys(source, item, "block nodes", error) < 0)
        return -1;
    name = item_need(source, item, "block", ITEM_SCALAR, error);
    nodes = item_find(item, "nodes");
    if (!name || (nodes && item_check_kind(source, nodes, ITEM_SCALAR, error) < 0))
        return -1;
    entry->name = strdup(name->text);
    entry->nodes = nodes ? strdup(nodes->text) : NULL;
    return entry->name && (entry->nodes || !nodes) ? 0 : error_memory(error);
}

static int parse_blocks(const struct source *source, const struct item *map,
                        struct block_list *blocks, struct topomap_error *error)
{
    const struct item *sizes = item_find(map, "block_sizes");
    const struct item *list = item_need(source, map, "blocks", ITEM_LIST, error);

    if (item_check_keys(source, map, "block_sizes blocks", error) < 0 || !list ||
        (sizes && item_check_kind(source, sizes, ITEM_LIST, error) < 0))
        return -1;
    for (const struct item *item = sizes ? sizes->child : NULL; item; item = item->next) {
        uint64_t size;

        if (item_number(source, item, UINT32_MAX, &size, error) < 0 ||
            block_list_add_size(blocks, size, source->name, item->line, error) < 0)
            return -1;
    }
    for (const struct item *item = list->child; item; item = item->next) {
        struct switch_entry entry = {.line = item->line};
        int result = parse_block(source, item, &entry, error);

        /* The list owns the entry, complete or not, and frees it. */
        if (switches_add(&blocks->blocks, &entry, error) < 0 || result < 0)
            return -1;
    }
    return 0;
}

static struct topomap_network *parse_block_topology(const struct source *source,
                                                    const struct item *map,
                                                    struct topomap_error *error)
{
    struct block_list blocks = {0};
    struct topomap_network *network = NULL;

    if (parse_blocks(source, map, &blocks, error) == 0)
        network = block_list_build(&blocks, source->name, error);
    block_list_free(&blocks);
    return network;
}

/* What a topology has under the key of a kind. slurmctld prints all kinds, and those that a
 * topology is not as empty maps: these count only where there is no other. */
static const struct item *find_kind(const struct item *topology, const char *key)
{
    const struct item *found = item_find(topology, key);

    if (!found || found->kind != ITEM_MAP || found->count > 0)
        return found;
    for (const struct item *item = topology->child; item; item = item->next) {
        bool other = item != found && item->kind == ITEM_MAP;

        if (other && (item->count > 0 || strcmp(key, "flat") != 0))
            return NULL;
    }
    return found;
}

static struct topomap_network *parse_topology(const struct source *source,
                                              const struct item *topology,
                                              struct network_wanted *wanted,
                                              struct topomap_error *error)
{
    const char *name = item_find(topology, "topology")->text;
    const struct item *ring = find_kind(topology, "ring");
    const struct item *torus = find_kind(topology, "torus3d");
    const struct item *tree = find_kind(topology, "tree");
    const struct item *block = find_kind(topology, "block");
    const struct item *flat = find_kind(topology, "flat");
    bool is_flat = false;

    /* From 26.05 on a flat topology may have a map of options in place of `true`. */
    if (flat && flat->kind == ITEM_MAP)
        is_flat = true;
    else if (flat && item_bool(source, flat, &is_flat, error) < 0)
        return NULL;
    if (is_flat + !!tree + !!block + !!ring + !!torus != 1) {
        item_fail(source, topology, error, "topology '%s' must be one of 'tree', 'block', 'ring', "
                  "'torus3d' and 'flat'", name);
        return NULL;
    }
    if (ring)
        wanted->yaml = slurm_rings_describe(source, name, ring, error);
    if (torus)
        wanted->yaml = slurm_tori_describe(source, name, torus, error);
    if (ring || torus)
        return NULL;
    if (tree)
        return parse_tree(source, tree, error);
    return block ? parse_block_topology(source, block, error) : network_flat_create(0, NULL, error);
}

struct topomap_network *network_topology_parse(const struct source *source,
                                               const struct item *list,
                                               struct network_wanted *wanted,
                                               struct topomap_error *error)
{
    const struct item *topology;

    if (choose(source, list, wanted->topology, &topology, error) < 0)
        return NULL;
    return parse_topology(source, topology, wanted, error);
}
