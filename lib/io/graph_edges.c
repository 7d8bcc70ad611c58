/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Edge lists: one line `source destination [bytes [messages]]` per directed edge, separated by
 * blanks, commas or semicolons. Bytes and messages default to 1. '#' begins a comment. A comment "#
 * n=RANKS ..." before the edges gives the number of ranks; without it the largest rank in the list
 * is the last one. "# base=1", before or behind n=RANKS, says that ranks are counted from 1. A
 * first line of names may give the columns in any order; columns with other names are ignored.
 * Without messages the bytes are weights, see struct topomap_graph, and weights are written
 * without.
 */
#include "base/error.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_COLUMNS 64

enum column { SOURCE, DESTINATION, BYTES, MESSAGES, KINDS, OTHER = KINDS };

/* Names of columns; the first of each kind is the one we write. */
static const char *const names[KINDS][16] = {
    [SOURCE] = {"src", "source", "from", "sender", "src_rank", "source_rank", "sender_rank", "row",
                "i", "u"},
    [DESTINATION] = {"dst", "destination", "dest", "target", "to", "receiver", "peer", "dst_rank",
                     "dest_rank", "destination_rank", "receiver_rank", "column", "col", "j", "v"},
    [BYTES] = {"bytes", "weight", "volume", "size", "total_bytes", "bytes_sent", "value", "w"},
    [MESSAGES] = {"messages", "msgs", "count", "counts", "message_count", "calls"},
};

static const char *const what[KINDS] = {"the source rank", "the destination rank",
                                        "the number of bytes", "the number of messages"};

struct edge_list {
    struct graph_collect collect;
    uint32_t ranks;      /* from the comment; 0: it does not say */
    uint32_t base;       /* number of the first rank */
    uint32_t largest;    /* largest rank seen, from 0 */
    char separator;      /* between numbers */
    char part;           /* between other fields, which may contain blanks if tabs separate them */
    bool pairs;          /* only source and destination are given */
    bool named;          /* the first line names the columns */
    uint32_t columns;    /* columns, if they are named */
    enum column column[MAX_COLUMNS];
};

/* ---- what stands ahead of the edges ------------------------------------------------------ */

static int parse_setting(struct edge_list *list, const char *name, uint64_t limit,
                         const char *subject, uint32_t *value, bool *found)
{
    struct scan *scan = &list->collect.scan;
    size_t length = strlen(name);
    uint64_t number;

    *found = (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, name, length) == 0;
    if (!*found)
        return 0;
    if (list->collect.count || *value)
        return scan_fail(scan, list->collect.error, "'%s' may occur once, before all edges", name);
    scan->at += length;
    if (scan_number(scan, subject, limit, &number, list->collect.error) < 0)
        return -1;
    *value = (uint32_t)number;
    scan_blanks(scan);
    return 0;
}

/* Read a comment, which may begin with n= and base=. */
static int parse_comment(struct edge_list *list)
{
    struct scan *scan = &list->collect.scan;
    bool ranks, base;

    scan->at++;
    scan_blanks(scan);
    do {
        if (parse_setting(list, "n=", TOPOMAP_MAX_RANKS, "the number of ranks", &list->ranks,
                          &ranks) < 0)
            return -1;
        if (ranks && !list->ranks)
            return scan_fail(scan, list->collect.error, "a graph has at least one rank");
        if (parse_setting(list, "base=", 1, "the number of the first rank", &list->base,
                          &base) < 0)
            return -1;
    } while (ranks || base);
    return 0;
}

static enum column find_column(const char *name, size_t length)
{
    for (enum column c = 0; c < KINDS; c++) {
        for (size_t i = 0; i < sizeof names[c] / sizeof *names[c] && names[c][i]; i++) {
            if (strlen(names[c][i]) == length && strncasecmp(names[c][i], name, length) == 0)
                return c;
        }
    }
    return OTHER;
}

/* Find the columns by the names in the first line. Returns their number, or 0 if source or
 * destination is missing. *twice is a kind of column that occurs twice, or OTHER. */
static uint32_t name_columns(const struct graph_preview *preview, enum column *column,
                             enum column *twice)
{
    const char *at = preview->head, *field;
    uint32_t count = 0, seen[KINDS] = {0};
    size_t length;

    *twice = OTHER;
    while (count < MAX_COLUMNS &&
           graph_preview_field(preview->separator, &at, preview->head_end, &field, &length)) {
        column[count] = find_column(field, length);
        if (column[count] != OTHER && seen[column[count]]++)
            *twice = column[count];
        count++;
    }
    return seen[SOURCE] && seen[DESTINATION] ? count : 0;
}

/* Read the names of the columns. */
static int parse_names(struct edge_list *list, const struct graph_preview *preview)
{
    struct scan *scan = &list->collect.scan;
    enum column twice;

    list->columns = name_columns(preview, list->column, &twice);
    if (!list->columns)
        return scan_fail(scan, list->collect.error,
                         "no columns are named 'src' and 'dst', and the source rank is not a "
                         "number");
    if (twice != OTHER)
        return scan_fail(scan, list->collect.error, "two columns are called %s", what[twice]);
    list->named = true;
    return 0;
}

/* ---- edges ------------------------------------------------------------------------------- */

/* Read a number with a fraction or an exponent, at `start`. A rank must be whole. */
static int parse_real(struct edge_list *list, const char *start, enum column kind, uint64_t limit,
                      uint64_t *number)
{
    struct scan *scan = &list->collect.scan;
    double value;

    scan->at = start;
    if (collect_real(&list->collect, what[kind], &value) < 0)
        return -1;
    *number = (uint64_t)llround(value);
    if ((kind == SOURCE || kind == DESTINATION) && (double)*number != value) {
        scan->at = start;
        return scan_fail(scan, list->collect.error, "%s is not a whole number", what[kind]);
    }
    if (*number > limit) {
        scan->at = start;
        return scan_fail(scan, list->collect.error, "%s exceeds %llu", what[kind],
                         (unsigned long long)limit);
    }
    return 0;
}

/* Read what follows a field: the separator, a comment or the end of the line. */
static inline int parse_separator(struct edge_list *list, enum column kind)
{
    struct scan *scan = &list->collect.scan;

    if (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t' && *scan->at != '#' &&
        *scan->at != list->separator)
        return scan_fail(scan, list->collect.error, "unexpected character after %s%s", what[kind],
                         *scan->at == ',' ? ": numbers have no comma" : "");
    scan_blanks(scan);
    if (list->separator == ' ' || scan_done(scan) || *scan->at == '#')
        return 0;
    if (*scan->at != list->separator)
        return scan_fail(scan, list->collect.error, "a '%c' is missing", list->separator);
    scan->at++;
    scan_blanks(scan);
    return scan_done(scan) ? scan_fail(scan, list->collect.error, "there is nothing after '%c'",
                                       list->separator)
                           : 0;
}

/* Read a field that may be quoted, may have a fraction or an exponent, or is wrong. */
static int parse_any_field(struct edge_list *list, enum column kind, uint64_t limit,
                           uint64_t *number)
{
    struct scan *scan = &list->collect.scan;
    bool quoted = !scan_done(scan) && *scan->at == '"';
    const char *start = scan->at += quoted, *digit = start;

    while (digit < scan->end && *digit >= '0' && *digit <= '9')
        digit++;
    if (digit < scan->end && (*digit == '.' || *digit == 'e' || *digit == 'E')
            ? parse_real(list, start, kind, limit, number) < 0
            : scan_number(scan, what[kind], limit, number, list->collect.error) < 0)
        return -1;
    scan->at += quoted && !scan_done(scan) && *scan->at == '"';
    return parse_separator(list, kind);
}

/* Read a field. Nearly always it is a few digits followed by a blank or the end of the line. */
static inline int parse_field(struct edge_list *list, enum column kind, uint64_t limit,
                              uint64_t *number)
{
    struct scan *scan = &list->collect.scan;
    const char *c = scan->at;
    uint64_t value = scan_digits(&c, scan->source->text + scan->source->length);

    if (c == scan->at || c > scan->end || c - scan->at > 17 || value > limit ||
        list->separator != ' ' || (c < scan->end && *c != ' '))
        return parse_any_field(list, kind, limit, number);
    scan->at = c;
    scan_blanks(scan);
    *number = value;
    return 0;
}

static bool at_end(const struct edge_list *list)
{
    return scan_done(&list->collect.scan) || *list->collect.scan.at == '#';
}

static uint64_t limit_of(const struct edge_list *list, enum column kind)
{
    if (kind == BYTES || kind == MESSAGES)
        return GRAPH_MAX_BYTES;
    return (list->ranks ? list->ranks : TOPOMAP_MAX_RANKS) - 1 + list->base;
}

static int add_edge(struct edge_list *list, uint64_t src, uint64_t dst, uint64_t bytes,
                    uint64_t messages)
{
    if (src < list->base || dst < list->base)
        return scan_fail(&list->collect.scan, list->collect.error,
                         "there is no rank 0, as 'base=1' counts ranks from 1");
    src -= list->base;
    dst -= list->base;
    if (src > list->largest)
        list->largest = (uint32_t)src;
    if (dst > list->largest)
        list->largest = (uint32_t)dst;
    return collect_edge(&list->collect, (uint32_t)src, (uint32_t)dst, bytes, messages);
}

/* Quickly read lines of two numbers, or of three and four, as long as they are plain. The first
 * other line is left to parse_edge, which reports errors. */
static int parse_plain_edges(struct edge_list *list)
{
    uint64_t most = limit_of(list, SOURCE), field[SCAN_PLAIN];
    unsigned least = list->pairs ? 2 : 3, longest = list->pairs ? 2 : SCAN_PLAIN, count;

    for (;;) {
        struct scan before = list->collect.scan;

        count = scan_plain_line(&list->collect.scan, field);
        if (count < least || count > longest || field[0] > most || field[1] > most ||
            (count > 2 && field[2] > GRAPH_MAX_BYTES) ||
            (count > 3 && field[3] > GRAPH_MAX_BYTES)) {
            list->collect.scan = before;
            return 0;
        }
        list->collect.rows.counted |= count > 3;
        if (add_edge(list, field[0], field[1], count > 2 ? field[2] : 1,
                     count > 3 ? field[3] : 1) < 0)
            return -1;
    }
}

static int parse_edge(struct edge_list *list)
{
    uint64_t most = limit_of(list, SOURCE), src, dst, bytes = 1, messages = 1;
    struct scan *scan = &list->collect.scan;

    if (parse_field(list, SOURCE, most, &src) < 0 ||
        parse_field(list, DESTINATION, most, &dst) < 0)
        return -1;
    if (!list->collect.count)
        list->pairs = at_end(list);
    if (list->pairs && !at_end(list))
        return scan_fail(scan, list->collect.error,
                         "there are more than two numbers, unlike in the lines before");
    if (!list->pairs && parse_field(list, BYTES, GRAPH_MAX_BYTES, &bytes) < 0)
        return -1;
    if (!list->pairs && !at_end(list)) {
        if (parse_field(list, MESSAGES, GRAPH_MAX_BYTES, &messages) < 0)
            return -1;
        list->collect.rows.counted = true;
    }
    if (!at_end(list))
        return scan_fail(scan, list->collect.error, "there are more than four numbers");
    if (add_edge(list, src, dst, bytes, messages) < 0)
        return -1;
    return list->separator == ' ' ? parse_plain_edges(list) : 0;
}

/* Skip a field of an unknown column. */
static void skip_field(struct edge_list *list)
{
    struct scan *scan = &list->collect.scan;
    const char *at = scan->at, *field;
    size_t length;

    if (!graph_preview_field(list->part, &at, scan->end, &field, &length) || !at)
        at = scan->end;
    scan->at = at;
    scan_blanks(scan);
}

static int parse_named_edge(struct edge_list *list)
{
    struct scan *scan = &list->collect.scan;
    uint64_t value[KINDS] = {[BYTES] = 1, [MESSAGES] = 1};

    for (uint32_t c = 0; c < list->columns; c++) {
        enum column kind = list->column[c];

        if (kind == OTHER)
            skip_field(list);
        else if (parse_field(list, kind, limit_of(list, kind), &value[kind]) < 0)
            return -1;
        list->collect.rows.counted |= kind == MESSAGES;
    }
    if (!at_end(list))
        return scan_fail(scan, list->collect.error, "there are more than the %u columns named",
                         list->columns);
    return add_edge(list, value[SOURCE], value[DESTINATION], value[BYTES], value[MESSAGES]);
}

static int parse_lines(struct edge_list *list, const struct graph_preview *preview)
{
    struct scan *scan = &list->collect.scan;
    bool first = true;
    int more;

    while ((more = scan_next(scan, list->collect.error)) > 0) {
        bool comment;
        int result;

        scan_blanks(scan);
        if (scan_done(scan))
            continue;
        comment = *scan->at == '#';
        if (comment)
            result = parse_comment(list);
        else if (first && preview->lettered && !strchr(".-+", *scan->at))
            result = parse_names(list, preview);
        else
            result = list->named ? parse_named_edge(list) : parse_edge(list);
        if (result < 0)
            return -1;
        first = first && comment;
    }
    return more;
}

static struct topomap_graph *edges_parse(const struct source *source,
                                         struct topomap_error *error)
{
    struct edge_list list = {.collect = {.error = error}};
    struct topomap_graph *graph = NULL;
    struct graph_preview preview;

    graph_preview_read(&preview, source);
    list.part = preview.separator;
    list.separator = preview.separator == '\t' ? ' ' : preview.separator;
    scan_init(&list.collect.scan, source);
    if (parse_lines(&list, &preview) == 0) {
        if (list.ranks || list.collect.count) {
            graph = collect_graph(&list.collect, list.ranks ? list.ranks : list.largest + 1);
        } else {
            list.collect.scan.at = list.collect.scan.end;
            scan_fail(&list.collect.scan, error,
                      "there are no edges, and no 'n=' with the number of ranks");
        }
    }
    collect_free(&list.collect);
    return graph;
}

static bool is_setting(const char *line, size_t length)
{
    const char *end = line + length, *at = line + 1;

    if (!length || *line != '#')
        return false;
    while (at < end && *at == ' ')
        at++;
    return (end - at > 2 && memcmp(at, "n=", 2) == 0) ||
           (end - at > 5 && memcmp(at, "base=", 5) == 0);
}

static enum format_match edges_match(const struct graph_preview *preview)
{
    enum column column[MAX_COLUMNS], twice;

    if (is_setting(preview->line, preview->length))
        return FORMAT_NAMED;
    if (preview->lettered && preview->rows)
        return name_columns(preview, column, &twice) ? FORMAT_NAMED : FORMAT_NO;
    if (preview->length && preview->line[0] == '#' && !preview->rows)
        return FORMAT_CERTAIN;
    return graph_preview_kind(preview) == GRAPH_TABLE_EDGES ? FORMAT_POSSIBLE : FORMAT_NO;
}

static void print_edge(bool counted, struct text *text, uint32_t src, uint32_t dst, uint64_t bytes,
                       uint64_t messages)
{
    text_number(text, src);
    text_add(text, " ", 1);
    text_number(text, dst);
    text_add(text, " ", 1);
    text_number(text, bytes);
    if (counted) {
        text_add(text, " ", 1);
        text_number(text, messages);
    }
    text_add(text, "\n", 1);
}

static void print_row(const struct topomap_graph *graph, bool counted, uint32_t r,
                      struct text *text)
{
    struct topomap_edge self = topomap_graph_self(graph, r);
    bool pending = self.bytes || self.messages;

    for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
        if (pending && graph->target[e] > r) {
            print_edge(counted, text, r, r, self.bytes, self.messages);
            pending = false;
        }
        print_edge(counted, text, r, graph->target[e], graph->bytes[e], graph->messages[e]);
    }
    if (pending)
        print_edge(counted, text, r, r, self.bytes, self.messages);
}

static int edges_print(const struct topomap_graph *graph, struct text *text,
                       struct topomap_error *error)
{
    bool counted = graph_is_counted(graph);

    (void)error;
    text_printf(text, "# n=%u  src dst %s\n", graph->ranks, counted ? "bytes msgs" : "weight");
    for (uint32_t r = 0; r < graph->ranks; r++)
        print_row(graph, counted, r, text);
    return 0;
}

const struct graph_format graph_format_edges = {
    .name = "edges",
    .summary = "edge list: source destination [bytes [messages]], comment '# n=RANKS'",
    .extensions = ".el .edges .p2p .coll",
    .match = edges_match,
    .parse = edges_parse,
    .print = edges_print,
};
