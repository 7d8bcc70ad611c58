/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads tori, meshes and HAEC boxes in topomap's own YAML, and writes clusters of SimGrid. */
#include "base/error.h"
#include "base/memory.h"
#include "input/item.h"
#include "input/scan.h"
#include "network/grid_text.h"
#include "network/name_pattern.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 255

struct grid_file {
    const struct source *source;
    const struct item *map;
    bool haec;
    uint32_t dims;
    uint32_t dim[NETWORK_MAX_DIMS];
    enum network_wrap wrap[NETWORK_MAX_DIMS];
    char **names;              /* of nodes with coordinates, in order */
    size_t names_capacity;
    int32_t *coordinates;      /* [nodes][dims] */
    size_t coordinates_capacity;
    uint32_t nodes;
    struct topomap_error *error;
};

static int parse_dims(struct grid_file *grid)
{
    const struct item *list = item_need(grid->source, grid->map, "dims", ITEM_LIST, grid->error);

    if (!list)
        return -1;
    if (list->count < 1 || list->count > NETWORK_MAX_DIMS)
        return item_fail(grid->source, list, grid->error, "'dims' has 1 to %d numbers, not %u",
                         NETWORK_MAX_DIMS, list->count);
    if (grid->haec && list->count != 3)
        return item_fail(grid->source, list, grid->error, "'dims' of a HAEC box has 3 numbers");
    for (const struct item *item = list->child; item; item = item->next) {
        uint64_t size;

        if (item_number(grid->source, item, NETWORK_MAX_NODES, &size, grid->error) < 0)
            return -1;
        if (size == 0)
            return item_fail(grid->source, item, grid->error, "a dimension has at least 1 place");
        grid->dim[grid->dims++] = (uint32_t)size;
    }
    return 0;
}

static int parse_one_wrap(struct grid_file *grid, const struct item *item,
                          enum network_wrap *wrap)
{
    bool ring;

    if (item->kind == ITEM_SCALAR && strcmp(item->text, "crossbar") == 0) {
        *wrap = NETWORK_CROSSBAR;
        return 0;
    }
    if (item_bool(grid->source, item, &ring, NULL) < 0)
        return item_fail(grid->source, item, grid->error,
                         "'wrap' is true, false or crossbar for each dimension");
    *wrap = ring ? NETWORK_WRAP : NETWORK_MESH;
    return 0;
}

static int parse_wrap(struct grid_file *grid, bool torus)
{
    const struct item *wrap = item_find(grid->map, "wrap");
    enum network_wrap all = torus ? NETWORK_WRAP : NETWORK_MESH;
    uint32_t d = 0;

    if (wrap && wrap->kind != ITEM_LIST && parse_one_wrap(grid, wrap, &all) < 0)
        return -1;
    for (; d < grid->dims; d++)
        grid->wrap[d] = all;
    if (!wrap || wrap->kind != ITEM_LIST)
        return 0;
    if (wrap->count != grid->dims)
        return item_fail(grid->source, wrap, grid->error, "'wrap' has %u entries for %u dimensions",
                         wrap->count, grid->dims);
    d = 0;
    for (const struct item *item = wrap->child; item; item = item->next) {
        if (parse_one_wrap(grid, item, &grid->wrap[d++]) < 0)
            return -1;
    }
    return 0;
}

/* Add a node called `name`; the caller writes its coordinates to *coordinates. */
static int add_node(struct grid_file *grid, const char *name, size_t length,
                    int32_t **coordinates)
{
    size_t first = (size_t)grid->nodes * grid->dims;
    char *copy;

    if (array_grow(&grid->names, &grid->names_capacity, (size_t)grid->nodes + 1,
                   sizeof *grid->names) < 0 ||
        array_grow(&grid->coordinates, &grid->coordinates_capacity, first + grid->dims,
                   sizeof *grid->coordinates) < 0)
        return error_memory(grid->error);
    copy = strndup(name, length);
    if (!copy)
        return error_memory(grid->error);
    grid->names[grid->nodes++] = copy;
    *coordinates = grid->coordinates + first;
    return 0;
}

static int parse_coordinates(struct grid_file *grid, const struct item *map)
{
    if (item_check_kind(grid->source, map, ITEM_MAP, grid->error) < 0)
        return -1;
    for (const struct item *item = map->child; item; item = item->next) {
        int32_t *at;

        if (item_check_kind(grid->source, item, ITEM_LIST, grid->error) < 0)
            return -1;
        if (item->count != grid->dims)
            return item_fail(grid->source, item, grid->error,
                             "node '%.60s' has %u coordinates in %u dimensions", item->key,
                             item->count, grid->dims);
        if (add_node(grid, item->key, strlen(item->key), &at) < 0)
            return -1;
        for (const struct item *part = item->child; part; part = part->next) {
            uint64_t number;

            if (item_number(grid->source, part, INT32_MAX, &number, grid->error) < 0)
                return -1;
            *at++ = (int32_t)number;
        }
    }
    return 0;
}

/* Parse a line `name x y z` of a coordinates file. */
static int parse_coordinate_line(struct grid_file *grid, struct scan *scan)
{
    const char *name = scan->at;
    int32_t *at;

    while (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t')
        scan->at++;
    if (scan->at - name > MAX_NAME)
        return scan_fail(scan, grid->error, "the node name is too long");
    if (add_node(grid, name, (size_t)(scan->at - name), &at) < 0)
        return -1;
    for (uint32_t d = 0; d < grid->dims; d++) {
        uint64_t number;

        scan_blanks(scan);
        if (scan_number(scan, "the coordinate", INT32_MAX, &number, grid->error) < 0)
            return -1;
        at[d] = (int32_t)number;
    }
    scan_blanks(scan);
    if (!scan_done(scan))
        return scan_fail(scan, grid->error, "more than %u coordinates", grid->dims);
    return 0;
}

static int parse_coordinate_lines(struct grid_file *grid, const struct source *lines)
{
    struct scan scan;
    int more;

    if (source_check(lines, grid->error) < 0)
        return -1;
    scan_init(&scan, lines);
    while ((more = scan_next_filled(&scan, '#', grid->error)) > 0) {
        if (parse_coordinate_line(grid, &scan) < 0)
            return -1;
    }
    return more;
}

static int read_coordinates(struct grid_file *grid, const struct item *item)
{
    struct source file;
    char *path;
    int result;

    if (item_read(grid->source, item, &file, &path, grid->error) < 0)
        return -1;
    result = parse_coordinate_lines(grid, &file);
    free((char *)file.text);
    free(path);
    return result;
}

static struct topomap_network *create(const struct grid_file *grid, uint32_t nodes,
                                      char *const *names, const int32_t *coordinates,
                                      const struct item *where)
{
    struct topomap_network *network;
    struct topomap_error why;

    if (grid->haec)
        network = network_haec_create(grid->dim, nodes, names, coordinates, &why);
    else
        network = network_grid_create(grid->dims, grid->dim, grid->wrap, nodes, names, coordinates,
                                      &why);
    if (!network)
        item_relay(grid->source, where, grid->error, &why);
    return network;
}

/* Find the coordinates in the names of the nodes. */
static int match_names(const struct grid_file *grid, const struct item *item, uint32_t count,
                       char *const *names, int32_t *coordinates)
{
    struct name_pattern pattern;
    struct topomap_error why;

    if (item_check_kind(grid->source, item, ITEM_SCALAR, grid->error) < 0)
        return -1;
    if (name_pattern_parse(&pattern, item->text, grid->dims, &why) < 0)
        return item_relay(grid->source, item, grid->error, &why);
    for (uint32_t i = 0; i < count; i++) {
        if (!name_pattern_match(&pattern, names[i], coordinates + (size_t)i * grid->dims))
            return item_fail(grid->source, item, grid->error,
                             "the name '%.80s' is not like '%.80s'", names[i], item->text);
    }
    return 0;
}

static struct topomap_network *create_listed(const struct grid_file *grid,
                                             const struct item *nodes, const struct item *pattern)
{
    struct topomap_network *network = NULL;
    struct topomap_error why;
    int32_t *coordinates = NULL;
    char **names;
    uint32_t count;

    if (item_check_kind(grid->source, nodes, ITEM_SCALAR, grid->error) < 0)
        return NULL;
    if (topomap_hostlist_expand(nodes->text, &names, &count, &why) < 0) {
        item_relay(grid->source, nodes, grid->error, &why);
        return NULL;
    }
    if (pattern)
        coordinates = array_raw((size_t)count * grid->dims, sizeof *coordinates);
    if (pattern && !coordinates)
        error_memory(grid->error);
    else if (!pattern || match_names(grid, pattern, count, names, coordinates) == 0)
        network = create(grid, count, names, coordinates, nodes);
    free(coordinates);
    topomap_hostlist_free(names, count);
    return network;
}

static struct topomap_network *place_nodes(struct grid_file *grid)
{
    const struct item *nodes = item_find(grid->map, "nodes");
    const struct item *pattern = item_find(grid->map, "name_pattern");
    const struct item *map = item_find(grid->map, "coordinates");
    const struct item *file = item_find(grid->map, "coordinates_file");

    if ((nodes != NULL) + (map != NULL) + (file != NULL) != 1) {
        item_fail(grid->source, grid->map, grid->error,
                  "give one of 'nodes', 'coordinates' and 'coordinates_file'");
        return NULL;
    }
    if (pattern && !nodes) {
        item_fail(grid->source, pattern, grid->error, "'name_pattern' needs 'nodes'");
        return NULL;
    }
    if (nodes)
        return create_listed(grid, nodes, pattern);
    if ((map ? parse_coordinates(grid, map) : read_coordinates(grid, file)) < 0)
        return NULL;
    return create(grid, grid->nodes, grid->names, grid->coordinates, map ? map : file);
}

static struct topomap_network *parse(struct grid_file *grid, const char *known, bool torus)
{
    struct topomap_network *network = NULL;

    if (item_check_keys(grid->source, grid->map, known, grid->error) == 0 &&
        parse_dims(grid) == 0 && parse_wrap(grid, torus) == 0)
        network = place_nodes(grid);
    for (uint32_t i = 0; i < grid->nodes; i++)
        free(grid->names[i]);
    free(grid->names);
    free(grid->coordinates);
    return network;
}

#define KEYS NETWORK_KEYS " dims nodes name_pattern coordinates coordinates_file"

struct topomap_network *torus_parse(const struct source *source, const struct item *map,
                                    struct topomap_error *error)
{
    struct grid_file grid = {.source = source, .map = map, .error = error};

    return parse(&grid, KEYS " wrap routing", true);
}

struct topomap_network *mesh_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error)
{
    struct grid_file grid = {.source = source, .map = map, .error = error};

    return parse(&grid, KEYS, false);
}

struct topomap_network *haec_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error)
{
    struct grid_file grid = {.source = source, .map = map, .haec = true, .error = error};

    return parse(&grid, KEYS " routing", false);
}

/* ---- SimGrid ----------------------------------------------------------------------------- */

/* Whether all dimensions are rings and each place has a node, in order. */
static bool is_full_torus(const struct topomap_network *network)
{
    uint64_t places = 1;

    for (uint32_t d = 0; d < network->dims; d++) {
        if (network->wrap[d] != NETWORK_WRAP)
            return false;
        places *= network->dim[d];
    }
    if (network->nodes != places)
        return false;
    for (uint32_t i = 0; i < network->nodes; i++) {
        int32_t at[NETWORK_MAX_DIMS];

        network->ops->coordinates(network, i, at);
        for (uint32_t d = 0, rest = i; d < network->dims; rest /= network->dim[d], d++) {
            if ((uint32_t)at[d] != rest % network->dim[d])
                return false;
        }
    }
    return true;
}

bool torus_simgrid(const struct topomap_network *network, struct text *attributes)
{
    bool any = false;

    if (!is_full_torus(network))
        return false;
    text_puts(attributes, "topology=\"TORUS\" topo_parameters=\"");
    /* SimGrid takes no more than one dimension of length 1. */
    for (uint32_t d = 0; d < network->dims; d++) {
        if (network->dim[d] == 1)
            continue;
        text_printf(attributes, "%s%u", any ? "," : "", network->dim[d]);
        any = true;
    }
    text_puts(attributes, any ? "\"" : "1\"");
    return true;
}
