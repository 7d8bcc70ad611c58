/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "input/item.h"
#include "input/scan.h"
#include "network/kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t matrix_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const uint16_t *distance = network->data;

    if (a == b)
        return 0;
    return distance[a < b ? network_matrix_at(a, b) : network_matrix_at(b, a)];
}

static size_t matrix_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                           uint32_t *links, size_t size)
{
    if (matrix_distance(network, a, b) == 0)
        return 0;
    if (size > 0)
        links[0] = a;
    return 1;
}

static void matrix_link_name(const struct topomap_network *network, uint32_t link, char *text,
                             size_t size)
{
    snprintf(text, size, "%s->network", network->names.name[link]);
}

static uint32_t matrix_link_class(const struct topomap_network *network, uint32_t link)
{
    (void)network;
    (void)link;
    return 0;
}

static void matrix_class_name(const struct topomap_network *network, uint32_t class, char *text,
                              size_t size)
{
    (void)network;
    (void)class;
    snprintf(text, size, "node");
}

static void matrix_free(struct topomap_network *network)
{
    free(network->data);
}

struct topomap_network *network_matrix_create(uint32_t nodes, char *const *node_names,
                                              const uint16_t *distance,
                                              struct topomap_error *error)
{
    struct topomap_network *network;
    struct text summary = {0};
    uint16_t *copy;
    size_t count;

    if (nodes < 1 || nodes > NETWORK_MAX_MATRIX) {
        error_set(error, TOPOMAP_INPUT, "a distance matrix has 1 to %u nodes", NETWORK_MAX_MATRIX);
        return NULL;
    }
    network = network_new(&network_matrix_ops, nodes, node_names, error);
    if (!network)
        return NULL;
    count = network_matrix_at(0, nodes);
    network->data = copy = array_raw(count, sizeof *copy);
    if (!copy) {
        error_memory(error);
        topomap_network_destroy(network);
        return NULL;
    }
    memcpy(copy, distance, count * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        network->max_distance = copy[i] > network->max_distance ? copy[i] : network->max_distance;
    network->links = nodes;
    network->longest_route = 1;
    network->receive_ports = true;
    network->classes = 1;
    network->traits = NETWORK_DISTANCES;
    text_printf(&summary, "distance matrix, %u node%s (up to %u hop%s)", nodes,
                nodes == 1 ? "" : "s", network->max_distance,
                network->max_distance == 1 ? "" : "s");
    return network_finish(network, &summary, error);
}

/* ---- descriptions ------------------------------------------------------------------------ */

struct matrix_file {
    const struct source *source;
    char **names;          /* of the nodes */
    uint32_t nodes;
    uint16_t *distance;    /* in the form of network_matrix_create */
    struct topomap_error *error;
};

/* Store the distance from node a to node b. Rows come in order, so if b is before a the distance
 * from b to a is known and must be the same. */
static int put(struct matrix_file *matrix, uint32_t a, uint32_t b, uint64_t hops,
               struct topomap_error *why)
{
    if (a == b)
        return hops == 0 ? 0 : error_set(why, TOPOMAP_INPUT, "node '%.80s' is %llu hops from "
                                         "itself, not 0", matrix->names[a],
                                         (unsigned long long)hops);
    if (a < b)
        matrix->distance[network_matrix_at(a, b)] = (uint16_t)hops;
    else if (matrix->distance[network_matrix_at(b, a)] != hops)
        return error_set(why, TOPOMAP_INPUT, "it is %u hops from node '%.80s' to '%.80s', but %llu "
                         "back: distances must be the same in both directions",
                         matrix->distance[network_matrix_at(b, a)], matrix->names[b],
                         matrix->names[a], (unsigned long long)hops);
    return 0;
}

static int parse_row(struct matrix_file *matrix, const struct item *row, uint32_t a)
{
    struct topomap_error why;
    uint32_t b = 0;

    if (item_check_kind(matrix->source, row, ITEM_LIST, matrix->error) < 0)
        return -1;
    if (row->count != matrix->nodes)
        return item_fail(matrix->source, row, matrix->error,
                         "the row of node '%.80s' has %u distances for %u nodes", matrix->names[a],
                         row->count, matrix->nodes);
    for (const struct item *item = row->child; item; item = item->next) {
        uint64_t hops;

        if (item_number(matrix->source, item, UINT16_MAX, &hops, matrix->error) < 0)
            return -1;
        if (put(matrix, a, b++, hops, &why) < 0)
            return item_relay(matrix->source, item, matrix->error, &why);
    }
    return 0;
}

static int parse_rows(struct matrix_file *matrix, const struct item *list)
{
    uint32_t a = 0;

    if (item_check_kind(matrix->source, list, ITEM_LIST, matrix->error) < 0)
        return -1;
    if (list->count != matrix->nodes)
        return item_fail(matrix->source, list, matrix->error,
                         "'distances' has %u rows for %u nodes", list->count, matrix->nodes);
    for (const struct item *row = list->child; row; row = row->next) {
        if (parse_row(matrix, row, a++) < 0)
            return -1;
    }
    return 0;
}

/* Numbers on a line are separated by blanks, or by a comma with optional blanks. */
static void skip_separator(struct scan *scan)
{
    scan_blanks(scan);
    if (!scan_done(scan) && *scan->at == ',') {
        scan->at++;
        scan_blanks(scan);
    }
}

static int parse_line(struct matrix_file *matrix, struct scan *scan, uint32_t a)
{
    struct topomap_error why;

    if (a == matrix->nodes)
        return scan_fail(scan, matrix->error, "there are more rows than nodes, %u", matrix->nodes);
    for (uint32_t b = 0; b < matrix->nodes; b++) {
        uint64_t hops;

        if (b > 0)
            skip_separator(scan);
        if (scan_number(scan, "the distance", UINT16_MAX, &hops, matrix->error) < 0)
            return -1;
        if (put(matrix, a, b, hops, &why) < 0)
            return scan_fail(scan, matrix->error, "%s", why.text);
    }
    scan_blanks(scan);
    if (!scan_done(scan))
        return scan_fail(scan, matrix->error, "more than %u distances", matrix->nodes);
    return 0;
}

static int parse_lines(struct matrix_file *matrix, const struct source *file)
{
    struct scan scan;
    uint32_t rows = 0;
    int more;

    if (source_check(file, matrix->error) < 0)
        return -1;
    scan_init(&scan, file);
    while ((more = scan_next_filled(&scan, '#', matrix->error)) > 0) {
        if (parse_line(matrix, &scan, rows++) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (rows < matrix->nodes)
        return error_set(matrix->error, TOPOMAP_INPUT, "%.200s: has %u rows for %u nodes",
                         file->name, rows, matrix->nodes);
    return 0;
}

static int read_lines(struct matrix_file *matrix, const struct item *item)
{
    struct source file;
    char *path;
    int result;

    if (item_read(matrix->source, item, &file, &path, matrix->error) < 0)
        return -1;
    result = parse_lines(matrix, &file);
    free((char *)file.text);
    free(path);
    return result;
}

static struct topomap_network *create(struct matrix_file *matrix, const struct item *map,
                                      const struct item *nodes)
{
    const struct item *rows = item_find(map, "distances");
    const struct item *file = item_find(map, "distances_file");
    struct topomap_network *network;
    struct topomap_error why;

    if (matrix->nodes > NETWORK_MAX_MATRIX) {
        item_fail(matrix->source, nodes, matrix->error, "a distance matrix has at most %u nodes",
                  NETWORK_MAX_MATRIX);
        return NULL;
    }
    if (!rows == !file) {
        item_fail(matrix->source, map, matrix->error,
                  "give one of 'distances' and 'distances_file'");
        return NULL;
    }
    matrix->distance = array_raw(network_matrix_at(0, matrix->nodes), sizeof *matrix->distance);
    if (!matrix->distance) {
        error_memory(matrix->error);
        return NULL;
    }
    if ((rows ? parse_rows(matrix, rows) : read_lines(matrix, file)) < 0)
        return NULL;
    network = network_matrix_create(matrix->nodes, matrix->names, matrix->distance, &why);
    if (!network)
        item_relay(matrix->source, nodes, matrix->error, &why);
    return network;
}

static struct topomap_network *matrix_parse(const struct source *source, const struct item *map,
                                            struct topomap_error *error)
{
    struct matrix_file matrix = {.source = source, .error = error};
    struct topomap_network *network;
    struct topomap_error why;
    const struct item *nodes;

    if (item_check_keys(source, map, NETWORK_KEYS " nodes distances distances_file",
                        error) < 0)
        return NULL;
    nodes = item_need(source, map, "nodes", ITEM_SCALAR, error);
    if (!nodes)
        return NULL;
    if (topomap_hostlist_expand(nodes->text, &matrix.names, &matrix.nodes, &why) < 0) {
        item_relay(source, nodes, error, &why);
        return NULL;
    }
    network = create(&matrix, map, nodes);
    free(matrix.distance);
    topomap_hostlist_free(matrix.names, matrix.nodes);
    return network;
}

const struct network_ops network_matrix_ops = {
    .kind = "matrix",
    .summary = "any distances, from a matrix; the only links are those of the nodes",
    .example = "network: {kind: matrix, nodes: \"n[0-2]\", "
               "distances: [[0, 1, 2], [1, 0, 1], [2, 1, 0]]}",
    .parse = matrix_parse,
    .distance = matrix_distance,
    .route = matrix_route,
    .link_name = matrix_link_name,
    .link_class = matrix_link_class,
    .class_name = matrix_class_name,
    .free = matrix_free,
};
