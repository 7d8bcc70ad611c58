/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads dragonflies and PERCS in topomap's own YAML. */
#include "base/error.h"
#include "base/holds.h"
#include "input/item.h"
#include "network/dragonfly_text.h"

#include <string.h>

static bool is_optional(const char *key)
{
    return strcmp(key, "global_ports") == 0 || strcmp(key, "group_links") == 0;
}

/* Read a whole number above 0; a missing key leaves *number unchanged. */
static int parse_count(const struct source *source, const struct item *map, const char *key,
                       uint32_t *number, struct topomap_error *error)
{
    const struct item *item = item_find(map, key);
    uint64_t value;

    if (!item)
        return *number || is_optional(key) ? 0 :
               item_fail(source, map, error, "the key '%s' is missing", key);
    if (item_number(source, item, NETWORK_MAX_NODES, &value, error) < 0)
        return -1;
    if (value == 0)
        return item_fail(source, item, error, "'%s' must be at least 1", key);
    *number = (uint32_t)value;
    return 0;
}

static int parse_arrangement(const struct source *source, const struct item *map,
                             struct network_dragonfly *shape, struct topomap_error *error)
{
    static const char *const words[] = {"absolute", "relative", "circulant", "numbered",
                                        "consecutive", NULL};
    uint32_t index = 0;

    if (item_word(source, map, "global_links", words,
                  "absolute, relative, circulant or numbered", &index, error) < 0)
        return -1;
    /* "consecutive" is another word for "absolute". */
    shape->arrangement = index == 4 ? NETWORK_ABSOLUTE : (enum network_arrangement)index;
    return 0;
}

static int parse_dragonfly(const struct source *source, const struct item *map,
                           struct network_dragonfly *shape, struct topomap_error *error)
{
    const struct item *node_links;

    if (item_check_keys(source, map, NETWORK_KEYS " nodes groups rows columns "
                        "nodes_per_router node_links global_ports group_links global_links routing",
                        error) < 0)
        return -1;
    node_links = item_find(map, "node_links");
    shape->node_links = true;
    if (parse_count(source, map, "groups", &shape->groups, error) < 0 ||
        parse_count(source, map, "rows", &shape->rows, error) < 0 ||
        parse_count(source, map, "columns", &shape->columns, error) < 0 ||
        parse_count(source, map, "nodes_per_router", &shape->nodes_per_router, error) < 0 ||
        (node_links && item_bool(source, node_links, &shape->node_links, error) < 0))
        return -1;
    return 0;
}

static int parse_percs(const struct source *source, const struct item *map,
                       struct network_dragonfly *shape, struct topomap_error *error)
{
    if (item_check_keys(source, map, NETWORK_KEYS " nodes supernodes drawers "
                        "nodes_per_drawer global_ports group_links global_links routing",
                        error) < 0 ||
        parse_count(source, map, "supernodes", &shape->groups, error) < 0 ||
        parse_count(source, map, "drawers", &shape->rows, error) < 0 ||
        parse_count(source, map, "nodes_per_drawer", &shape->columns, error) < 0)
        return -1;
    shape->nodes_per_router = 1;
    return 0;
}

static struct topomap_network *create(const struct source *source, const struct item *where,
                                      const struct network_dragonfly *shape,
                                      struct topomap_error *error)
{
    struct topomap_network *network = NULL;
    struct topomap_error why;
    char **names;
    uint32_t count;

    if (topomap_hostlist_expand(where->text, &names, &count, &why) == 0) {
        network = network_dragonfly_create(shape, count, names, &why);
        topomap_hostlist_free(names, count);
    }
    if (!network)
        item_relay(source, where, error, &why);
    return network;
}

/* Read the keys that both kinds have. */
static struct topomap_network *finish(const struct source *source, const struct item *map,
                                      struct network_dragonfly *shape, struct topomap_error *error)
{
    const struct item *nodes, *ports;
    uint64_t routers, each;

    if (parse_count(source, map, "global_ports", &shape->ports, error) < 0 ||
        parse_count(source, map, "group_links", &shape->trunk, error) < 0 ||
        parse_arrangement(source, map, shape, error) < 0)
        return NULL;
    nodes = item_need(source, map, "nodes", ITEM_SCALAR, error);
    ports = item_find(map, "global_ports");
    if (!nodes)
        return NULL;
    /* Ports are blamed on their own line, all other errors on that of the nodes. */
    routers = (uint64_t)shape->rows * shape->columns;
    HOLDS(routers > 0);
    each = shape->groups - (shape->arrangement != NETWORK_NUMBERED);
    if (ports && (each + routers - 1) / routers > shape->ports) {
        item_fail(source, ports, error, "%u global ports of each router are too few for links to "
                  "%u other groups%s", shape->ports, shape->groups - 1,
                  each == shape->groups
                      ? ": with numbered links a group has a port for itself too, which is unused"
                      : "");
        return NULL;
    }
    return create(source, nodes, shape, error);
}

struct topomap_network *dragonfly_parse(const struct source *source, const struct item *map,
                                        struct topomap_error *error)
{
    struct network_dragonfly shape = {0};

    return parse_dragonfly(source, map, &shape, error) < 0 ? NULL
                                                           : finish(source, map, &shape, error);
}

struct topomap_network *percs_parse(const struct source *source, const struct item *map,
                                    struct topomap_error *error)
{
    struct network_dragonfly shape = {.percs = true};

    return parse_percs(source, map, &shape, error) < 0 ? NULL : finish(source, map, &shape, error);
}
