/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/graph_collect.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REAL_LENGTH 64
#define SHOWN 24 /* bytes of a wrong word shown in messages */

int collect_edge(struct graph_collect *collect, uint32_t src, uint32_t dst, uint64_t bytes,
                 uint64_t messages)
{
    collect->bytes += bytes;
    collect->messages += messages;
    if (collect->bytes > GRAPH_MAX_BYTES)
        return scan_fail(&collect->scan, collect->error, "all bytes together exceed 2^53");
    if (collect->messages > GRAPH_MAX_BYTES)
        return scan_fail(&collect->scan, collect->error, "all messages together exceed 2^53");
    collect->count++;
    return rows_add(&collect->rows, src, dst, bytes, messages) < 0 ? error_memory(collect->error)
                                                                   : 0;
}

static int finish_field(struct graph_collect *collect, const char *what, char separator)
{
    struct scan *scan = &collect->scan;

    if (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t' && *scan->at != separator)
        return scan_fail(scan, collect->error, "unexpected character after %s%s", what,
                         *scan->at == ',' ? ": numbers have no comma" : "");
    scan_blanks(scan);
    return 0;
}

int collect_number(struct graph_collect *collect, const char *what, uint64_t limit,
                   char separator, uint64_t *number)
{
    if (scan_number(&collect->scan, what, limit, number, collect->error) < 0)
        return -1;
    return finish_field(collect, what, separator);
}

/* The word at the cursor is not a number: name it. */
static int fail_real(const struct graph_collect *collect, const char *what)
{
    const struct scan *scan = &collect->scan;
    int length = 0;

    while (scan->at + length < scan->end && !strchr(" \t\r,;\"]}", scan->at[length]))
        length++;
    if (!length)
        return scan_fail(scan, collect->error, "%s is missing", what);
    return scan_fail(scan, collect->error, "%s is not a number from 0 to 2^53: '%.*s'", what,
                     length < SHOWN ? length : SHOWN, scan->at);
}

int collect_real(struct graph_collect *collect, const char *what, double *value)
{
    struct scan *scan = &collect->scan;
    size_t rest = (size_t)(scan->end - scan->at);
    char copy[REAL_LENGTH];
    size_t length = 0;
    char *stop;

    while (length < rest && strchr("0123456789.eE+-", scan->at[length]))
        length++;
    if (length < sizeof copy && length && strchr("0123456789.", *scan->at)) {
        memcpy(copy, scan->at, length);
        copy[length] = '\0';
        *value = text_real(copy, &stop);
        if (!*stop && *value <= (double)GRAPH_MAX_BYTES) {
            scan->at += length;
            return 0;
        }
    }
    return fail_real(collect, what);
}

int collect_rounded(struct graph_collect *collect, const char *what, char separator,
                    uint64_t *number)
{
    struct scan *scan = &collect->scan;
    bool quoted = !scan_done(scan) && *scan->at == '"';
    double value = 0;

    scan->at += quoted;
    if (collect_real(collect, what, &value) < 0)
        return -1;
    *number = (uint64_t)llround(value);
    scan->at += quoted && !scan_done(scan) && *scan->at == '"';
    return finish_field(collect, what, separator);
}

static void fail_graph(const struct graph_collect *collect, const struct topomap_error *why)
{
    error_set(collect->error, why->code, "%.240s: %.240s", collect->scan.source->name, why->text);
}

struct topomap_graph *collect_graph(struct graph_collect *collect, uint32_t ranks)
{
    bool counted = collect->rows.counted;
    struct topomap_error why = {.text = ""};
    struct topomap_graph *graph;

    source_drop(collect->scan.source);
    graph = rows_finish(&collect->rows, ranks, &why);
    if (!graph)
        fail_graph(collect, &why);
    else if (!counted)
        graph_set_weights(graph);
    return graph;
}

void collect_free(struct graph_collect *collect)
{
    rows_free(&collect->rows);
}

/* ---- undirected graphs ------------------------------------------------------------------- */

struct ends {
    size_t *next; /* [vertices]: in each list, the position after the last neighbour that was
                   * matched */
    const struct graph_collect *collect;
    const struct topomap_graph *lists;
    const uint32_t *line;
    uint32_t base;
};

static int fail_vertex(const struct ends *ends, uint32_t vertex, uint32_t neighbour,
                       const char *what)
{
    return error_set(ends->collect->error, TOPOMAP_INPUT,
                     "%.240s:%u: neighbour %u of vertex %u %s", ends->collect->scan.source->name,
                     ends->line[vertex], neighbour + ends->base, vertex + ends->base, what);
}

/* The edge back from `to` to `v`, or NULL. If vertices are asked for in ascending order and the
 * lists are sound, it is always the next edge of the list of `to`. */
static const uint64_t *find_back(const struct ends *ends, uint32_t v, uint32_t to)
{
    const struct topomap_graph *lists = ends->lists;
    size_t next = ends->next[to];

    if (next < lists->offset[to + 1] && lists->target[next] == v)
        ends->next[to]++;
    else
        next = graph_find_edge(lists, to, v);
    return next < lists->edges ? &lists->bytes[next] : NULL;
}

/* Check that both ends list each edge once and with the same weight. */
static int check_lists(const struct ends *ends)
{
    const struct topomap_graph *lists = ends->lists;

    for (uint32_t v = 0; v < lists->ranks; v++) {
        for (size_t e = lists->offset[v]; e < lists->offset[v + 1]; e++) {
            uint32_t to = lists->target[e];
            const uint64_t *back = find_back(ends, v, to);

            if (lists->messages[e] > 1)
                return fail_vertex(ends, v, to, "is listed twice");
            if (!back)
                return fail_vertex(ends, v, to, "does not list it");
            if (*back != lists->bytes[e])
                return fail_vertex(ends, v, to, "lists it with another weight");
        }
    }
    return 0;
}

static int check_ends(struct ends *ends)
{
    size_t bytes = ends->lists->ranks * sizeof *ends->next;
    int result;

    ends->next = array_raw(bytes, 1);
    if (!ends->next)
        return error_memory(ends->collect->error);
    memcpy(ends->next, ends->lists->offset, bytes);
    result = check_lists(ends);
    free(ends->next);
    return result;
}

/* Whether the weights are all 1, as in a graph without weights, and so have no halves. */
static bool is_unweighted(const struct topomap_graph *graph)
{
    for (size_t e = 0; e < graph->edges; e++) {
        if (graph->bytes[e] != 1)
            return false;
    }
    return true;
}

/* Make each end send half of the weight in its rows, the lower rank the odd byte. */
static void halve(struct topomap_graph *graph)
{
    size_t at = 0, begin = 0;

    if (is_unweighted(graph))
        return;
    graph->total_bytes = 0;
    for (uint32_t v = 0; v < graph->ranks; v++) {
        size_t end = graph->offset[v + 1];

        for (size_t e = begin; e < end; e++) {
            uint32_t to = graph->target[e];
            uint64_t half = graph->bytes[e] / 2 + (v < to ? graph->bytes[e] % 2 : 0);

            if (half == 0)
                continue;
            graph->target[at] = to;
            graph->messages[at] = 1;
            graph->bytes[at++] = half;
            graph->total_bytes += half;
        }
        begin = end;
        graph->offset[v + 1] = at;
    }
    graph->edges = graph->total_messages = at;
}

struct topomap_graph *collect_undirected(struct graph_collect *collect, uint32_t vertices,
                                         const uint32_t *line, uint32_t base)
{
    struct topomap_error why = {.text = ""};
    struct topomap_graph *graph;
    struct ends ends = {NULL, collect, NULL, line, base};

    source_drop(collect->scan.source);
    ends.lists = graph = rows_finish(&collect->rows, vertices, &why);
    if (!graph) {
        fail_graph(collect, &why);
        return NULL;
    }
    if (check_ends(&ends) == 0) {
        halve(graph);
        return graph;
    }
    topomap_graph_destroy(graph);
    return NULL;
}
