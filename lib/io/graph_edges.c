/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Edge lists: one line `source destination bytes [messages]` per directed edge; messages are 1
 * where they are left out. '#' begins a comment. The comment "# n=RANKS ..." ahead of the edges
 * says how many ranks there are; without it, the largest one that occurs is the last.
 */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_format.h"
#include "io/scan.h"

#include <stdlib.h>
#include <string.h>

struct edge_list {
    struct scan scan;
    struct topomap_edge *edges;
    size_t count;
    size_t capacity;
    uint32_t ranks;      /* as the header says; 0: there is none */
    uint32_t largest;    /* rank seen */
    uint64_t total;      /* bytes */
    struct topomap_error *error;
};

/* A comment: the header, or nothing of interest. */
static int parse_comment(struct edge_list *list)
{
    struct scan *scan = &list->scan;
    uint64_t ranks;

    scan->at++;
    scan_blanks(scan);
    if (scan->end - scan->at < 2 || memcmp(scan->at, "n=", 2) != 0)
        return 0;
    if (list->count || list->ranks)
        return scan_fail(scan, list->error, "'n=' stands once, ahead of all edges");
    scan->at += 2;
    if (scan_number(scan, "the number of ranks", TOPOMAP_MAX_RANKS, &ranks, list->error) < 0)
        return -1;
    if (ranks == 0)
        return scan_fail(scan, list->error, "a graph has at least one rank");
    list->ranks = (uint32_t)ranks;
    return 0;
}

/* A number that a blank, a comment or the end of the line follows. */
static inline int parse_field(struct edge_list *list, const char *what, uint64_t limit,
                              uint64_t *number)
{
    struct scan *scan = &list->scan;

    if (scan_number(scan, what, limit, number, list->error) < 0)
        return -1;
    if (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t' && *scan->at != '#')
        return scan_fail(scan, list->error, "unexpected character behind %s", what);
    scan_blanks(scan);
    return 0;
}

static int parse_edge(struct edge_list *list)
{
    uint64_t most = (list->ranks ? list->ranks : TOPOMAP_MAX_RANKS) - 1;
    struct scan *scan = &list->scan;
    uint64_t src, dst, bytes, messages = 1;

    if (parse_field(list, "the source rank", most, &src) < 0 ||
        parse_field(list, "the destination rank", most, &dst) < 0 ||
        parse_field(list, "the number of bytes", GRAPH_MAX_BYTES, &bytes) < 0)
        return -1;
    if (!scan_done(scan) && *scan->at != '#' &&
        parse_field(list, "the number of messages", GRAPH_MAX_BYTES, &messages) < 0)
        return -1;
    if (!scan_done(scan) && *scan->at != '#')
        return scan_fail(scan, list->error, "there are more than four numbers");
    list->total += bytes;
    if (list->total > GRAPH_MAX_BYTES)
        return scan_fail(scan, list->error, "all bytes together exceed 2^53");
    if (list->count == list->capacity &&
        array_grow(&list->edges, &list->capacity, list->count + 1, sizeof *list->edges) < 0)
        return error_memory(list->error);
    list->edges[list->count++] =
        (struct topomap_edge){(uint32_t)src, (uint32_t)dst, bytes, messages};
    if (src > list->largest)
        list->largest = (uint32_t)src;
    if (dst > list->largest)
        list->largest = (uint32_t)dst;
    return 0;
}

static int parse_lines(struct edge_list *list)
{
    int more;

    while ((more = scan_next(&list->scan, list->error)) > 0) {
        scan_blanks(&list->scan);
        if (scan_done(&list->scan))
            continue;
        if ((*list->scan.at == '#' ? parse_comment(list) : parse_edge(list)) < 0)
            return -1;
    }
    return more;
}

static struct topomap_graph *edges_parse(const struct source *source,
                                         struct topomap_error *error)
{
    struct edge_list list = {.error = error};
    struct topomap_graph *graph = NULL;
    struct topomap_error create_error;

    scan_init(&list.scan, source);
    if (parse_lines(&list) < 0)
        goto out;
    if (!list.ranks && !list.count) {
        list.scan.at = list.scan.end;
        scan_fail(&list.scan, error, "there is no edge, and no 'n=' that says how many ranks");
        goto out;
    }
    graph = graph_take(list.ranks ? list.ranks : list.largest + 1, list.edges, list.count,
                       &create_error);
    list.edges = NULL;
    if (!graph)
        error_set(error, create_error.code, "%.240s: %.240s", source->name, create_error.text);
out:
    free(list.edges);
    return graph;
}

static enum format_match edges_match(const char *line, size_t length)
{
    size_t numbers;

    if (length && line[0] == '#')
        return FORMAT_CERTAIN;
    numbers = format_count_numbers(line, length);
    return numbers == 3 || numbers == 4 ? FORMAT_POSSIBLE : FORMAT_NO;
}

static void print_edge(struct text *text, uint32_t src, uint32_t dst, uint64_t bytes,
                       uint64_t messages)
{
    text_number(text, src);
    text_add(text, " ", 1);
    text_number(text, dst);
    text_add(text, " ", 1);
    text_number(text, bytes);
    text_add(text, " ", 1);
    text_number(text, messages);
    text_add(text, "\n", 1);
}

static void print_row(const struct topomap_graph *graph, uint32_t r, struct text *text)
{
    struct topomap_edge self = topomap_graph_self(graph, r);
    bool pending = self.bytes || self.messages;

    for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
        if (pending && graph->target[e] > r) {
            print_edge(text, r, r, self.bytes, self.messages);
            pending = false;
        }
        print_edge(text, r, graph->target[e], graph->bytes[e], graph->messages[e]);
    }
    if (pending)
        print_edge(text, r, r, self.bytes, self.messages);
}

static int edges_print(const struct topomap_graph *graph, struct text *text,
                       struct topomap_error *error)
{
    (void)error;
    text_printf(text, "# n=%u  src dst bytes msgs\n", graph->ranks);
    for (uint32_t r = 0; r < graph->ranks; r++)
        print_row(graph, r, text);
    return 0;
}

const struct graph_format graph_format_edges = {
    .name = "edges",
    .summary = "edge list: source destination bytes [messages], header '# n=RANKS'",
    .extensions = ".el .edges .p2p .coll .txt",
    .match = edges_match,
    .parse = edges_parse,
    .print = edges_print,
};
