/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * METIS graphs: a header `vertices edges [fmt [ncon]]`, then a line per vertex that lists its
 * neighbours, counted from 1, with the weights of the edges to them. '%' begins a comment line.
 *
 * These graphs are undirected. The weight of an edge is taken as the bytes that its ends exchange
 * in both directions together: each end sends half of them, the lower rank the odd byte. So total
 * bytes and hop-bytes are those of the file. Writing adds both directions.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>

struct metis {
    struct graph_collect lists; /* the edges as listed: from both ends */
    uint32_t vertices;
    uint64_t edges;         /* from the header */
    bool edge_weights;
    uint64_t skip;          /* numbers to skip before the neighbours of a vertex: its size and
                             * weights */
    uint32_t *line;         /* [vertices]: line of each list */
};

/* Parse the format code "011": vertex sizes, vertex weights, edge weights. */
static int parse_code(struct metis *metis, bool *weights)
{
    struct scan *scan = &metis->lists.scan;
    const char *start = scan->at;
    bool flag[3] = {false, false, false};
    size_t digits = 0;

    while (scan->at < scan->end && (*scan->at == '0' || *scan->at == '1'))
        scan->at++;
    digits = (size_t)(scan->at - start);
    if (digits < 1 || digits > 3 || (!scan_done(scan) && !strchr(" \t", *scan->at)))
        return scan_fail(scan, metis->lists.error,
                         "the format code is not one to three digits of 0 and 1");
    for (size_t i = 0; i < digits; i++)
        flag[3 - digits + i] = start[i] == '1';
    metis->skip = flag[0];
    *weights = flag[1];
    metis->edge_weights = flag[2];
    return 0;
}

static int parse_header(struct metis *metis)
{
    struct scan *scan = &metis->lists.scan;
    uint64_t vertices, constraints = 1;
    bool weights = false;
    int more = scan_next_filled(scan, '%', metis->lists.error);

    if (more < 0)
        return -1;
    if (!more)
        return scan_fail(scan, metis->lists.error, "the header is missing");
    if (scan_number(scan, "the number of vertices", TOPOMAP_MAX_RANKS, &vertices,
                    metis->lists.error) < 0)
        return -1;
    if (vertices == 0)
        return scan_fail(scan, metis->lists.error, "a graph has at least one vertex");
    scan_blanks(scan);
    if (scan_number(scan, "the number of edges", UINT64_C(1) << 40, &metis->edges,
                    metis->lists.error) < 0)
        return -1;
    scan_blanks(scan);
    if (!scan_done(scan) && parse_code(metis, &weights) < 0)
        return -1;
    scan_blanks(scan);
    if (!scan_done(scan) && scan_number(scan, "the number of vertex weights", 1024, &constraints,
                                        metis->lists.error) < 0)
        return -1;
    scan_blanks(scan);
    if (!scan_done(scan))
        return scan_fail(scan, metis->lists.error, "unexpected text after the header");
    metis->vertices = (uint32_t)vertices;
    metis->skip += weights ? constraints : 0;
    return 0;
}

static int parse_vertex(struct metis *metis, uint32_t vertex)
{
    struct scan *scan = &metis->lists.scan;
    uint64_t ignored;

    scan_blanks(scan);
    for (uint64_t i = 0; i < metis->skip; i++) {
        if (collect_number(&metis->lists, "a size or weight of the vertex", UINT64_MAX, ' ',
                           &ignored) < 0)
            return -1;
    }
    while (!scan_done(scan)) {
        uint64_t neighbour, weight = 1;

        if (collect_number(&metis->lists, "the neighbour", metis->vertices, ' ', &neighbour) < 0)
            return -1;
        if (neighbour == 0)
            return scan_fail(scan, metis->lists.error, "vertices are counted from 1, not 0");
        if (neighbour == (uint64_t)vertex + 1)
            return scan_fail(scan, metis->lists.error, "vertex %u is its own neighbour",
                             vertex + 1);
        if (metis->edge_weights &&
            collect_number(&metis->lists, "the weight of the edge", GRAPH_MAX_BYTES / 2, ' ',
                           &weight) < 0)
            return -1;
        if (weight == 0)
            return scan_fail(scan, metis->lists.error, "weights of edges must be positive");
        if (metis->lists.count == 2 * metis->edges)
            return scan_fail(scan, metis->lists.error, "more than the %llu edges of the header",
                             (unsigned long long)metis->edges);
        if (collect_edge(&metis->lists, vertex, (uint32_t)neighbour - 1, weight, 1) < 0)
            return -1;
    }
    return 0;
}

/* Go to the next line that is not a comment; a blank one is a vertex without neighbours. */
static int next_vertex_line(struct metis *metis)
{
    int more;

    do
        more = scan_next(&metis->lists.scan, metis->lists.error);
    while (more > 0 && !scan_done(&metis->lists.scan) && *metis->lists.scan.at == '%');
    return more;
}

static int parse_vertices(struct metis *metis)
{
    int more;

    for (uint32_t v = 0; v < metis->vertices; v++) {
        more = next_vertex_line(metis);
        if (more < 0)
            return -1;
        if (!more)
            return scan_fail(&metis->lists.scan, metis->lists.error,
                             "the text ends after %u of %u vertices", v, metis->vertices);
        metis->line[v] = metis->lists.scan.line;
        if (parse_vertex(metis, v) < 0)
            return -1;
    }
    more = scan_next_filled(&metis->lists.scan, '%', metis->lists.error);
    if (more > 0)
        return scan_fail(&metis->lists.scan, metis->lists.error, "more lines than the %u vertices",
                         metis->vertices);
    if (more == 0 && metis->lists.count != 2 * metis->edges)
        return scan_fail(&metis->lists.scan, metis->lists.error,
                         "the lists hold %zu entries, but %llu edges need two each",
                         metis->lists.count, (unsigned long long)metis->edges);
    return more;
}

static struct topomap_graph *metis_parse(const struct source *source,
                                         struct topomap_error *error)
{
    struct metis metis = {.lists = {.error = error}};
    struct topomap_graph *graph = NULL;

    scan_init(&metis.lists.scan, source);
    if (parse_header(&metis) == 0) {
        metis.line = array_new(metis.vertices, sizeof *metis.line);
        if (!metis.line)
            error_memory(error);
        else if (parse_vertices(&metis) == 0)
            graph = collect_undirected(&metis.lists, metis.vertices, metis.line, 1);
    }
    free(metis.line);
    collect_free(&metis.lists);
    return graph;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static const char *skip_number(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return skip_blanks(at, end);
}

/* Whether the first line is followed by as many lines as it has vertices, and only blank ones. */
static bool has_lines(const struct graph_preview *preview)
{
    const char *at = preview->line, *end = preview->source->text + preview->source->length;
    const char *line, *stop;
    uint64_t vertices, lines = 0;

    if (!text_line(&at, end, &line, &stop) ||
        text_parse_number(&line, stop, TOPOMAP_MAX_RANKS, &vertices) < 0)
        return false;
    while (lines < vertices && text_line(&at, end, &line, &stop))
        lines += *line != '%';
    while (lines == vertices && text_line(&at, end, &line, &stop))
        lines += *line != '%' && skip_blanks(line, stop) < stop;
    return lines == vertices;
}

/* Whether the text is a graph with edges: hardly any edge list is one by chance. */
static bool is_graph(const struct graph_preview *preview)
{
    struct source kept = *preview->source;
    struct topomap_graph *graph;
    bool found;

    if (!has_lines(preview))
        return false;
    kept.owner = NULL; /* others read the text, too */
    graph = metis_parse(&kept, NULL);
    found = graph && graph->edges > 0;
    topomap_graph_destroy(graph);
    return found;
}

/*
 * A header has two numbers, or more if the third is a format code; the number of vertices is not 0.
 * An edge list may look like a header with the code 1, 10 or 11, but never like one with "011". If
 * all lines have two numbers, the number of lines decides.
 */
static enum format_match metis_match(const struct graph_preview *preview)
{
    const char *line = preview->line, *end = line + preview->length;
    size_t numbers = graph_preview_count_numbers(preview);
    const char *code = skip_number(skip_number(line, end), end);
    bool padded = code < end && *code == '0';
    size_t digits = 0;

    if (preview->length && line[0] == '%')
        return FORMAT_CERTAIN;
    if (numbers < 2 || numbers > 4 || line[0] == '0' || preview->numbered)
        return FORMAT_NO;
    if (numbers == 2)
        return preview->least != 2 || preview->most != 2 || has_lines(preview) ? FORMAT_CERTAIN
                                                                               : FORMAT_POSSIBLE;
    while (code < end && (*code == '0' || *code == '1') && digits < 4) {
        digits++;
        code++;
    }
    if (digits > 3 || (code < end && !strchr(" \t\r", *code)))
        return FORMAT_NO;
    if (padded && digits > 1)
        return FORMAT_CERTAIN;
    /* Without weights of vertices nobody says how many of them there are. */
    if (numbers == 4 && (digits == 1 || code[-2] == '0'))
        return FORMAT_POSSIBLE;
    return graph_preview_kind(preview) == GRAPH_TABLE_EDGES && is_graph(preview) ? FORMAT_LIKELY
                                                                                 : FORMAT_POSSIBLE;
}

static int metis_print(const struct topomap_graph *graph, struct text *text,
                       struct topomap_error *error)
{
    if (graph_need_pairs(graph, error) < 0)
        return -1;
    text_number(text, graph->ranks);
    text_add(text, " ", 1);
    text_number(text, graph->pair_offset[graph->ranks] / 2);
    text_puts(text, " 001\n");
    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->pair_offset[r]; e < graph->pair_offset[r + 1]; e++) {
            if (e > graph->pair_offset[r])
                text_add(text, " ", 1);
            text_number(text, (uint64_t)graph->partner[e] + 1);
            text_add(text, " ", 1);
            text_number(text, (uint64_t)graph->weight[e]);
        }
        text_add(text, "\n", 1);
    }
    return 0;
}

const struct graph_format graph_format_metis = {
    .name = "metis",
    .summary = "METIS graph, undirected: half of a weight is sent each way",
    .extensions = ".graph .metis",
    .match = metis_match,
    .parse = metis_parse,
    .print = metis_print,
};
