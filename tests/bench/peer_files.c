/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the peers read, beside the graph in Scotch's format:
 *   graph.metis     the graph for METIS
 *   weights.metis   share of each node, where task counts differ
 *   sub.tgt         the network for Scotch, if it has a name for it: torus or tree, or a subset
 *   deco.grf/.list  the network as a graph and which of its vertices are allocated nodes, for
 *                   Scotch's amk_grf: nodes come first, in allocation order
 */
#include "base/error.h"
#include "base/memory.h"
#include "bench/judge.h"

#include <stdlib.h>
#include <string.h>

static FILE *open_file(const char *folder, const char *name, struct topomap_error *error)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file)
        error_set(error, TOPOMAP_INPUT, "%s: cannot be written", path);
    return file;
}

static int close_file(FILE *file, struct topomap_error *error)
{
    bool failed = ferror(file);

    if (fclose(file) != 0 || failed)
        return error_set(error, TOPOMAP_INPUT, "a file for the peers cannot be written");
    return 0;
}

static bool even_tasks(const struct topomap_allocation *a)
{
    for (uint32_t n = 1; n < a->nodes; n++) {
        if (a->tasks[n] != a->tasks[0])
            return false;
    }
    return true;
}

static bool whole_network(const struct topomap_allocation *a)
{
    for (uint32_t n = 0; n < a->nodes; n++) {
        if (a->node[n] != n)
            return false;
    }
    return a->nodes == a->network->nodes;
}

/* ---- METIS ------------------------------------------------------------------------------- */

static int write_metis(const struct bench_case *bench, const char *folder,
                       struct topomap_error *error)
{
    const struct topomap_graph *g = bench->graph;
    FILE *file = open_file(folder, "graph.metis", error);

    if (!file)
        return -1;
    fprintf(file, "%u %zu 001\n", g->ranks, g->pair_offset[g->ranks] / 2);
    for (uint32_t r = 0; r < g->ranks; r++) {
        for (size_t e = g->pair_offset[r]; e < g->pair_offset[r + 1]; e++)
            fprintf(file, " %u %.0f", g->partner[e] + 1, g->weight[e]);
        fputc('\n', file);
    }
    return close_file(file, error);
}

static int write_metis_weights(const struct topomap_allocation *a, const char *folder,
                               struct topomap_error *error)
{
    FILE *file = open_file(folder, "weights.metis", error);

    if (!file)
        return -1;
    for (uint32_t n = 0; n < a->nodes; n++)
        fprintf(file, "%u = %.9f\n", n, (double)a->tasks[n] / a->ranks);
    return close_file(file, error);
}

/* ---- Scotch: networks that it knows by name ---------------------------------------------- */

/* A tree of equal switches is a tleaf: sizes level by level, with equal costs for all levels.
 * Returns the number of levels, or 0 if the tree is uneven. */
static uint32_t tree_levels(const struct topomap_network *network, uint32_t *sizes)
{
    const struct network_tree *tree = network->tree;
    uint32_t *children = array_new(tree->switches, sizeof *children);
    uint32_t levels = 0;
    bool even = children;

    for (uint32_t n = 0; n < network->nodes && even; n++)
        children[tree->leaf[n]]++;
    for (uint32_t s = 0; s < tree->switches && even; s++) {
        if (s != tree->root)
            children[tree->parent[s]]++;
        levels = tree->depth[s] >= levels ? tree->depth[s] + 1 : levels;
    }
    for (uint32_t l = 0; l < levels; l++)
        sizes[l] = 0;
    for (uint32_t s = 0; s < tree->switches && even; s++) {
        uint32_t *size = &sizes[tree->depth[s]];

        even = *size == 0 || *size == children[s];
        *size = children[s];
    }
    for (uint32_t n = 0; n < network->nodes && even; n++)
        even = tree->depth[tree->leaf[n]] + 1 == levels;
    free(children);
    return even ? levels : 0;
}

static bool ring_torus(const struct topomap_network *network)
{
    return strcmp(network->ops->kind, "torus") == 0 && network->dims == 3;
}

static void print_subset(FILE *file, const struct topomap_allocation *a)
{
    fprintf(file, "sub\n%u", a->nodes);
    for (uint32_t n = 0; n < a->nodes; n++)
        fprintf(file, " %u", a->node[n]);
    fputc('\n', file);
}

static int write_named(const struct topomap_allocation *a, const char *folder,
                       struct topomap_error *error)
{
    const struct topomap_network *network = a->network;
    uint32_t sizes[NETWORK_MAX_DEPTH];
    uint32_t levels = network->tree ? tree_levels(network, sizes) : 0;
    FILE *file;

    if ((!levels && !ring_torus(network)) || !even_tasks(a))
        return 0;
    file = open_file(folder, "sub.tgt", error);
    if (!file)
        return -1;
    if (!whole_network(a))
        print_subset(file, a);
    if (levels) {
        fprintf(file, "tleaf %u", levels);
        for (uint32_t l = 0; l < levels; l++)
            fprintf(file, " %u 1", sizes[l]);
        fputc('\n', file);
    } else {
        fprintf(file, "torus3D %u %u %u\n", network->dim[0], network->dim[1], network->dim[2]);
    }
    return close_file(file, error);
}

/* ---- Scotch: any network as a graph ------------------------------------------------------ */

/* The network as a graph: edges between nodes, followed by switches or routers. */
struct wires {
    uint32_t vertices;
    uint32_t *end;   /* [edges][2] */
    size_t edges;
    size_t capacity;
};

static int add_wire(struct wires *wires, uint32_t a, uint32_t b)
{
    if (array_grow(&wires->end, &wires->capacity, 2 * (wires->edges + 1), sizeof *wires->end) < 0)
        return -1;
    wires->end[2 * wires->edges] = a;
    wires->end[2 * wires->edges + 1] = b;
    wires->edges++;
    return 0;
}

static int tree_wires(const struct topomap_network *network, struct wires *wires)
{
    const struct network_tree *tree = network->tree;

    wires->vertices = network->nodes + tree->switches;
    for (uint32_t n = 0; n < network->nodes; n++) {
        if (add_wire(wires, n, network->nodes + tree->leaf[n]) < 0)
            return -1;
    }
    for (uint32_t s = 0; s < tree->switches; s++) {
        if (s != tree->root &&
            add_wire(wires, network->nodes + s, network->nodes + tree->parent[s]) < 0)
            return -1;
    }
    return 0;
}

/* Nodes of a full torus, first dimension fastest. */
static int torus_wires(const struct topomap_network *network, struct wires *wires)
{
    wires->vertices = network->nodes;
    for (uint32_t n = 0; n < network->nodes; n++) {
        uint32_t stride = 1;

        for (uint32_t d = 0; d < network->dims; stride *= network->dim[d], d++) {
            uint32_t place = n / stride % network->dim[d];
            bool last = place + 1 == network->dim[d];

            if (last && network->dim[d] <= 2)
                continue;
            if (add_wire(wires, n, last ? n - place * stride : n + stride) < 0)
                return -1;
        }
    }
    return 0;
}

/* Nodes of one router are two hops apart, those of neighbouring ones three. */
static int dragonfly_wires(const struct topomap_network *network, struct wires *wires)
{
    uint32_t router = 0, node = 0;
    uint32_t *first = array_raw(network->nodes, sizeof *first);
    int result = first ? 0 : -1;

    for (; node < network->nodes && result == 0; node++) {
        if (node == 0 || topomap_network_distance(network, node - 1, node) != 2) {
            first[router] = node;
            for (uint32_t r = 0; r < router && result == 0; r++) {
                if (topomap_network_distance(network, first[r], node) == 3)
                    result = add_wire(wires, network->nodes + r, network->nodes + router);
            }
            router++;
        }
        if (result == 0)
            result = add_wire(wires, node, network->nodes + router - 1);
    }
    wires->vertices = network->nodes + router;
    free(first);
    return result;
}

/* Nodes of the allocation become the first vertices. */
static uint32_t *renumber(const struct topomap_allocation *a, const struct wires *wires)
{
    uint32_t *number = array_raw(wires->vertices, sizeof *number);
    uint32_t next = a->nodes;

    if (!number)
        return NULL;
    for (uint32_t v = 0; v < wires->vertices; v++)
        number[v] = UINT32_MAX;
    for (uint32_t n = 0; n < a->nodes; n++)
        number[a->node[n]] = n;
    for (uint32_t v = 0; v < wires->vertices; v++) {
        if (number[v] == UINT32_MAX)
            number[v] = next++;
    }
    return number;
}

static void print_wires(FILE *file, const struct topomap_allocation *a, const struct wires *wires,
                        const uint32_t *first, const uint32_t *near)
{
    fprintf(file, "0\n%u %zu\n0 001\n", wires->vertices, 2 * wires->edges);
    for (uint32_t v = 0; v < wires->vertices; v++) {
        fprintf(file, "%u %u", v < a->nodes ? a->tasks[v] : 1, first[v + 1] - first[v]);
        for (uint32_t i = first[v]; i < first[v + 1]; i++)
            fprintf(file, " %u", near[i]);
        fputc('\n', file);
    }
}

/* Sort edges into rows: `first` [vertices+2] and `near` [2*edges]. */
static void sort_wires(const struct wires *wires, const uint32_t *number, uint32_t *first,
                       uint32_t *near)
{
    for (size_t i = 0; i < 2 * wires->edges; i++)
        first[number[wires->end[i]] + 2]++;
    for (uint32_t v = 0; v < wires->vertices; v++)
        first[v + 2] += first[v + 1];
    for (size_t i = 0; i < 2 * wires->edges; i++)
        near[first[number[wires->end[i]] + 1]++] = number[wires->end[i ^ 1]];
}

static int write_rows(const struct topomap_allocation *a, const char *folder,
                      const struct wires *wires, struct topomap_error *error)
{
    uint32_t *number = renumber(a, wires);
    uint32_t *first = array_new((size_t)wires->vertices + 2, sizeof *first);
    uint32_t *near = array_raw(2 * wires->edges, sizeof *near);
    FILE *file = open_file(folder, "deco.grf", error);
    int result = -1;

    if (file && number && first && near) {
        sort_wires(wires, number, first, near);
        print_wires(file, a, wires, first, near);
    }
    if (file)
        result = close_file(file, error);
    if (!number || !first || !near)
        result = error_memory(error);
    free(number);
    free(first);
    free(near);
    return result;
}

static int write_list(const struct topomap_allocation *a, const char *folder,
                      struct topomap_error *error)
{
    FILE *file = open_file(folder, "deco.list", error);

    if (!file)
        return -1;
    fprintf(file, "%u", a->nodes);
    for (uint32_t n = 0; n < a->nodes; n++)
        fprintf(file, " %u", n);
    fputc('\n', file);
    return close_file(file, error);
}

static int write_wired(const struct topomap_allocation *a, const char *folder,
                       struct topomap_error *error)
{
    const struct topomap_network *network = a->network;
    struct wires wires = {0};
    int result;

    if (network->tree)
        result = tree_wires(network, &wires);
    else if (ring_torus(network))
        result = torus_wires(network, &wires);
    else
        result = dragonfly_wires(network, &wires);
    if (result < 0)
        error_memory(error);
    else
        result = write_rows(a, folder, &wires, error);
    free(wires.end);
    return result < 0 ? -1 : write_list(a, folder, error);
}

int peer_files_write(const struct bench_case *bench, const char *folder,
                     struct topomap_error *error)
{
    const struct topomap_allocation *a = bench->allocation;

    if (write_metis(bench, folder, error) < 0 || write_named(a, folder, error) < 0 ||
        write_wired(a, folder, error) < 0)
        return -1;
    return even_tasks(a) ? 0 : write_metis_weights(a, folder, error);
}
