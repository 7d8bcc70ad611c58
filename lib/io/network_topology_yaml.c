/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slurm's topology.yaml (25.05 and later): a list of topologies. The first one that says
 * `cluster_default: true` counts, or the first of all. Trees of switches and `flat` are
 * understood; a flat topology names no nodes and so stands for any.
 */
#include "base/error.h"
#include "io/network_yaml.h"

#include <string.h>

static int find_default(const struct source *source, const struct item *list,
                        const struct item **chosen, struct topomap_error *error)
{
    bool found = false;

    *chosen = list->child;
    if (!*chosen)
        return item_fail(source, list, error, "there is no topology");
    for (const struct item *item = list->child; item; item = item->next) {
        const struct item *flag;
        bool is_default = false;

        if (item_check_keys(source, item,
                            "topology cluster_default flat tree block ring torus3d", error) < 0 ||
            !item_need(source, item, "topology", ITEM_SCALAR, error))
            return -1;
        flag = item_find(item, "cluster_default");
        if (flag && item_bool(source, flag, &is_default, error) < 0)
            return -1;
        if (is_default && !found) {
            *chosen = item;
            found = true;
        }
    }
    return 0;
}

static struct topomap_network *parse_topology(const struct source *source,
                                              const struct item *topology,
                                              struct topomap_error *error)
{
    const struct item *tree = item_find(topology, "tree");
    const struct item *flat = item_find(topology, "flat");
    const struct item *switches;
    bool is_flat = false;

    if (flat && item_bool(source, flat, &is_flat, error) < 0)
        return NULL;
    if (is_flat && !tree)
        return network_flat_create(0, NULL, error);
    if (!tree || is_flat) {
        item_fail(source, topology, error, "topology '%s' is not supported: it has to be one of "
                  "'tree' and 'flat'", item_find(topology, "topology")->text);
        return NULL;
    }
    if (item_check_keys(source, tree, "switches", error) < 0)
        return NULL;
    switches = item_need(source, tree, "switches", ITEM_LIST, error);
    return switches ? network_switches_parse(source, switches, "switch", "children",
                                             "switch nodes children", error) : NULL;
}

struct topomap_network *network_topology_parse(const struct source *source,
                                               const struct item *list,
                                               struct topomap_error *error)
{
    const struct item *topology;

    if (find_default(source, list, &topology, error) < 0)
        return NULL;
    return parse_topology(source, topology, error);
}
