/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scotch graphs: the version, 0; `vertices arcs`; `base flags`, where the flags are three digits
 * that tell whether there are vertex labels, arc loads and vertex loads; then for each vertex
 * `[label] [load] degree` and that many times `[load] neighbour`. Line ends count as blanks.
 *
 * These graphs are undirected: every edge is two arcs, one in the list of each end. Its load is
 * taken as the bytes that its ends exchange in both directions together, as in METIS graphs.
 */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>

struct grf {
    struct graph_collect lists;
    uint32_t vertices;
    uint64_t arcs;
    uint32_t base;
    bool labels;
    bool arc_loads;
    bool vertex_loads;
    uint32_t *line;  /* [vertices]: line of each list */
};

/* Read the next number, on this line or a later one. */
static int next_number(struct grf *grf, const char *what, uint64_t limit, uint64_t *number)
{
    struct scan *scan = &grf->lists.scan;

    scan_blanks(scan);
    while (scan_done(scan)) {
        int more = scan_next(scan, grf->lists.error);

        if (more < 0)
            return -1;
        if (!more)
            return scan_fail(scan, grf->lists.error, "the text ends where %s should be", what);
        scan_blanks(scan);
    }
    return collect_number(&grf->lists, what, limit, ' ', number);
}

static int parse_flags(struct grf *grf)
{
    uint64_t flags;

    if (next_number(grf, "the flag field", 111, &flags) < 0)
        return -1;
    if (flags / 10 % 10 > 1 || flags % 10 > 1)
        return scan_fail(&grf->lists.scan, grf->lists.error, 
                         "the flags are not three digits of 0 and 1");
    grf->labels = flags / 100;
    grf->arc_loads = flags / 10 % 10;
    grf->vertex_loads = flags % 10;
    return 0;
}

static int parse_header(struct grf *grf)
{
    struct scan *scan = &grf->lists.scan;
    uint64_t version, vertices, base;

    if (next_number(grf, "the version", UINT32_MAX, &version) < 0)
        return -1;
    if (version != 0)
        return scan_fail(scan, grf->lists.error, 
                         "version %llu of the format is unknown, only 0 is supported",
                         (unsigned long long)version);
    if (next_number(grf, "the number of vertices", TOPOMAP_MAX_RANKS, &vertices) < 0 ||
        next_number(grf, "the number of arcs", UINT64_C(1) << 40, &grf->arcs) < 0 ||
        next_number(grf, "the base", 1, &base) < 0 || parse_flags(grf) < 0)
        return -1;
    if (vertices == 0)
        return scan_fail(scan, grf->lists.error, "a graph has at least one vertex");
    grf->vertices = (uint32_t)vertices;
    grf->base = (uint32_t)base;
    return 0;
}

/* Read the label of a vertex. It must be its number in natural order, because it is the rank. */
static int parse_vertex_number(struct grf *grf, const char *what, uint32_t *vertex)
{
    uint64_t number;

    if (next_number(grf, what, (uint64_t)grf->vertices + grf->base - 1, &number) < 0)
        return -1;
    if (number < grf->base)
        return scan_fail(&grf->lists.scan, grf->lists.error, "vertices are counted from %u",
                         grf->base);
    *vertex = (uint32_t)number - grf->base;
    return 0;
}

static int parse_arc(struct grf *grf, uint32_t vertex)
{
    uint64_t load = 1;
    uint32_t end;

    if (grf->arc_loads && next_number(grf, "the load of an arc", GRAPH_MAX_BYTES / 2, &load) < 0)
        return -1;
    if (load == 0)
        return scan_fail(&grf->lists.scan, grf->lists.error, "loads of arcs must be positive");
    if (parse_vertex_number(grf, "the neighbour", &end) < 0)
        return -1;
    if (end == vertex)
        return scan_fail(&grf->lists.scan, grf->lists.error, "vertex %u is its own neighbour",
                         vertex + grf->base);
    if (grf->lists.count == grf->arcs)
        return scan_fail(&grf->lists.scan, grf->lists.error, "more than the expected %llu arcs",
                         (unsigned long long)grf->arcs);
    return collect_edge(&grf->lists, vertex, end, load, 1);
}

static int parse_vertex(struct grf *grf, uint32_t vertex)
{
    uint64_t ignored, degree;

    if (grf->labels && parse_vertex_number(grf, "the label of a vertex", &vertex) < 0)
        return -1;
    if (grf->line[vertex])
        return scan_fail(&grf->lists.scan, grf->lists.error, "vertex %u occurs twice",
                         vertex + grf->base);
    if ((grf->vertex_loads && next_number(grf, "the load of a vertex", UINT64_MAX, &ignored) < 0) ||
        next_number(grf, "the degree of a vertex", UINT64_C(1) << 40, &degree) < 0)
        return -1;
    grf->line[vertex] = grf->lists.scan.line;
    for (uint64_t i = 0; i < degree; i++) {
        if (parse_arc(grf, vertex) < 0)
            return -1;
    }
    return 0;
}

static int parse_vertices(struct grf *grf)
{
    struct scan *scan = &grf->lists.scan;

    for (uint32_t v = 0; v < grf->vertices; v++) {
        if (parse_vertex(grf, v) < 0)
            return -1;
    }
    if (grf->lists.count < grf->arcs)
        return scan_fail(scan, grf->lists.error, "the lists hold %zu of %llu arcs",
                         grf->lists.count, (unsigned long long)grf->arcs);
    while (scan_done(scan)) {
        int more = scan_next(scan, grf->lists.error);

        if (more <= 0)
            return more;
        scan_blanks(scan);
    }
    return scan_fail(scan, grf->lists.error, "unexpected text after the last vertex");
}

static struct topomap_graph *grf_parse(const struct source *source, struct topomap_error *error)
{
    struct grf grf = {.lists = {.error = error}};
    struct topomap_graph *graph = NULL;

    scan_init(&grf.lists.scan, source);
    if (parse_header(&grf) == 0) {
        grf.line = array_new(grf.vertices, sizeof *grf.line);
        if (!grf.line)
            error_memory(error);
        else if (parse_vertices(&grf) == 0)
            graph = collect_undirected(&grf.lists, grf.vertices, grf.line, grf.base);
    }
    free(grf.line);
    collect_free(&grf.lists);
    return graph;
}

/* The version is alone on the first line. */
static enum format_match grf_match(const struct graph_preview *preview)
{
    return graph_preview_count_numbers(preview) == 1 && preview->line[0] == '0' ? FORMAT_CERTAIN
                                                                                : FORMAT_NO;
}

static int grf_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    if (graph_need_pairs(graph, error) < 0)
        return -1;
    text_printf(text, "0\n%u %zu\n0 010\n", graph->ranks, graph->pair_offset[graph->ranks]);
    for (uint32_t r = 0; r < graph->ranks; r++) {
        text_number(text, graph->pair_offset[r + 1] - graph->pair_offset[r]);
        for (size_t e = graph->pair_offset[r]; e < graph->pair_offset[r + 1]; e++) {
            text_add(text, " ", 1);
            text_number(text, (uint64_t)graph->weight[e]);
            text_add(text, " ", 1);
            text_number(text, graph->partner[e]);
        }
        text_add(text, "\n", 1);
    }
    return 0;
}

const struct graph_format graph_format_grf = {
    .name = "grf",
    .summary = "Scotch graph, undirected: half of a load is sent each way",
    .extensions = ".grf .src",
    .match = grf_match,
    .parse = grf_parse,
    .print = grf_print,
};
