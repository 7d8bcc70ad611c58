/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Graphviz graphs: digraph { 0 -> 1 [weight=5]; }, and graph { 0 -- 1 [weight=5]; }, in which the
 * two ends share the weight. The weight is in bytes; "bytes", "size" and "volume" mean the same.
 * "messages", "msgs" or "count" give the number of messages. Both default to 1. A node's name is a
 * number, or a number after letters that are the same in all names. Other attributes, ports and the
 * braces of subgraphs are skipped; edges to subgraphs are refused. Writing names each rank.
 */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_format.h"
#include "io/rank_name.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct token {
    enum token_kind { NAME, QUOTED, EDGE, SIGN, END } kind;
    const char *text;
    size_t length;
};

struct dot {
    struct graph_collect collect;
    struct rank_names names;
    struct token token;  /* the next token */
    uint32_t *chain;     /* [chain_capacity]: nodes of the current statement */
    size_t chain_capacity;
    bool directed;
    uint32_t depth;      /* nesting of braces */
};

static int fail(const struct dot *dot, const char *what)
{
    return scan_fail(&dot->collect.scan, dot->collect.error, "%s", what);
}

/* ---- tokens ------------------------------------------------------------------------------ */

static bool starts(const struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, word, length) == 0;
}

static void step(struct scan *scan)
{
    if (*scan->at++ == '\n') {
        scan->line++;
        scan->start = scan->at;
    }
}

/* Skip blanks and comments. */
static int skip_space(struct dot *dot)
{
    struct scan *scan = &dot->collect.scan;

    while (!scan_done(scan)) {
        if (strchr(" \t\r\n", *scan->at)) {
            step(scan);
        } else if (starts(scan, "//") || (*scan->at == '#' && scan->at == scan->start)) {
            while (!scan_done(scan) && *scan->at != '\n')
                scan->at++;
        } else if (starts(scan, "/*")) {
            while (!scan_done(scan) && !starts(scan, "*/"))
                step(scan);
            if (scan_done(scan))
                return fail(dot, "the comment is not closed");
            scan->at += 2;
        } else {
            break;
        }
    }
    return 0;
}

static int take_quoted(struct dot *dot)
{
    struct scan *scan = &dot->collect.scan;

    scan->at++;
    dot->token = (struct token){QUOTED, scan->at, 0};
    while (!scan_done(scan) && *scan->at != '"') {
        if (*scan->at == '\\' && scan->at + 1 < scan->end)
            scan->at++;
        step(scan);
    }
    if (scan_done(scan))
        return fail(dot, "the string is not closed");
    dot->token.length = (size_t)(scan->at++ - dot->token.text);
    return 0;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

/* Read the next token. */
static int advance(struct dot *dot)
{
    struct scan *scan = &dot->collect.scan;

    if (skip_space(dot) < 0)
        return -1;
    dot->token = (struct token){END, scan->at, 0};
    if (scan_done(scan))
        return 0;
    if (*scan->at == '"')
        return take_quoted(dot);
    if (starts(scan, "->") || starts(scan, "--")) {
        dot->token = (struct token){EDGE, scan->at, 2};
        if ((scan->at[1] == '>') != dot->directed)
            return fail(dot, dot->directed ? "a digraph has no '--'" : "a graph has no '->'");
    } else if (in_name(*scan->at) || *scan->at == '-' || *scan->at == '+') {
        dot->token = (struct token){NAME, scan->at, 1};
        while (scan->at + dot->token.length < scan->end &&
               (in_name(scan->at[dot->token.length]) ||
                ((scan->at[dot->token.length] == '+' || scan->at[dot->token.length] == '-') &&
                 isdigit((unsigned char)*scan->at) &&
                 (scan->at[dot->token.length - 1] | 32) == 'e')))
            dot->token.length++;
    } else {
        dot->token = (struct token){SIGN, scan->at, 1};
    }
    scan->at += dot->token.length;
    return 0;
}

static bool at_sign(const struct dot *dot, char sign)
{
    return dot->token.kind == SIGN && *dot->token.text == sign;
}

static bool at_word(const struct dot *dot, const char *word)
{
    return dot->token.kind == NAME && dot->token.length == strlen(word) &&
           strncasecmp(dot->token.text, word, dot->token.length) == 0;
}

static bool at_name(const struct dot *dot)
{
    return dot->token.kind == NAME || dot->token.kind == QUOTED;
}

/* ---- statements -------------------------------------------------------------------------- */

/* Take the value of an attribute that gives bytes or messages; ignore others. */
static int parse_value(struct dot *dot, const struct token *key, uint64_t *bytes,
                       uint64_t *messages)
{
    static const char *const words[] = {"weight", "bytes", "size", "volume", "messages", "msgs",
                                        "count"};
    struct scan *scan = &dot->collect.scan;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *behind = scan->at;
        double value;

        if (strlen(words[i]) != key->length ||
            strncasecmp(words[i], key->text, key->length) != 0)
            continue;
        scan->at = dot->token.text;
        if (collect_real(&dot->collect, i < 4 ? "the number of bytes" : "the number of messages",
                         &value) < 0)
            return -1;
        if (scan->at != dot->token.text + dot->token.length)
            return fail(dot, "unexpected character after a number");
        scan->at = behind;
        *(i < 4 ? bytes : messages) = (uint64_t)llround(value);
        dot->collect.rows.counted |= i >= 4;
        return 0;
    }
    return 0;
}

/* Parse lists of attributes: [weight=5, color=red] [style=bold]. */
static int parse_attributes(struct dot *dot, uint64_t *bytes, uint64_t *messages)
{
    while (at_sign(dot, '[')) {
        if (advance(dot) < 0)
            return -1;
        while (!at_sign(dot, ']')) {
            struct token key = dot->token;

            if (!at_name(dot))
                return fail(dot, "an attribute or ']' is missing");
            if (advance(dot) < 0)
                return -1;
            if (at_sign(dot, '=') &&
                (advance(dot) < 0 || (!at_name(dot) && fail(dot, "a value is missing") < 0) ||
                 parse_value(dot, &key, bytes, messages) < 0 || advance(dot) < 0))
                return -1;
            if ((at_sign(dot, ',') || at_sign(dot, ';')) && advance(dot) < 0)
                return -1;
        }
        if (advance(dot) < 0)
            return -1;
    }
    return 0;
}

/* Parse a node's name, and a port after it. */
static int parse_node(struct dot *dot, uint32_t *rank)
{
    if (!at_name(dot) || at_word(dot, "subgraph"))
        return fail(dot, "a node is missing: edges join nodes, not subgraphs");
    if (rank_name(&dot->names, &dot->collect, dot->token.text, dot->token.length, rank) < 0 ||
        advance(dot) < 0)
        return -1;
    while (at_sign(dot, ':')) {
        if (advance(dot) < 0 || (!at_name(dot) && fail(dot, "a port is missing") < 0) ||
            advance(dot) < 0)
            return -1;
    }
    return 0;
}

/* Append a node to the current chain. */
static int add_node(struct dot *dot, size_t count)
{
    if (count == dot->chain_capacity &&
        array_grow(&dot->chain, &dot->chain_capacity, count + 1, sizeof *dot->chain) < 0)
        return error_memory(dot->collect.error);
    return parse_node(dot, &dot->chain[count]);
}

/* Parse a node, or a chain of nodes with an edge from each to the next; all edges have the same
 * attributes. */
static int parse_nodes(struct dot *dot)
{
    uint64_t bytes = 1, messages = 1;
    size_t count = 1;

    if (add_node(dot, 0) < 0)
        return -1;
    while (dot->token.kind == EDGE) {
        if (advance(dot) < 0 || add_node(dot, count++) < 0)
            return -1;
    }
    if (parse_attributes(dot, &bytes, &messages) < 0)
        return -1;
    for (size_t i = 1; i < count; i++) {
        if ((dot->directed ? collect_edge : collect_both_ways)(
                &dot->collect, dot->chain[i - 1], dot->chain[i], bytes, messages) < 0)
            return -1;
    }
    return 0;
}

/* Parse an attribute of the graph, name = value. */
static int parse_setting(struct dot *dot)
{
    if (advance(dot) < 0 || (!at_name(dot) && fail(dot, "a value is missing") < 0))
        return -1;
    return advance(dot);
}

static bool is_setting(const struct dot *dot)
{
    const struct scan *scan = &dot->collect.scan;
    const char *at = scan->at;

    while (at < scan->end && strchr(" \t", *at))
        at++;
    return at < scan->end && *at == '=';
}

static int parse_statement(struct dot *dot)
{
    uint64_t ignored;

    if (at_sign(dot, ';'))
        return advance(dot);
    if (at_sign(dot, '{') || at_sign(dot, '}')) {
        dot->depth += at_sign(dot, '{') ? 1 : UINT32_MAX;
        if (advance(dot) < 0)
            return -1;
        return dot->depth && dot->token.kind == EDGE
                   ? fail(dot, "edges join nodes, not subgraphs")
                   : 0;
    }
    if (at_word(dot, "subgraph")) {
        if (advance(dot) < 0)
            return -1;
        return at_name(dot) ? advance(dot) : 0;
    }
    if (at_word(dot, "node") || at_word(dot, "edge") || at_word(dot, "graph"))
        return advance(dot) < 0 ? -1 : parse_attributes(dot, &ignored, &ignored);
    if (at_name(dot) && is_setting(dot))
        return advance(dot) < 0 ? -1 : parse_setting(dot);
    return parse_nodes(dot);
}

static int parse_dot(struct dot *dot)
{
    if (advance(dot) < 0 || (at_word(dot, "strict") && advance(dot) < 0))
        return -1;
    dot->directed = at_word(dot, "digraph");
    if (!dot->directed && !at_word(dot, "graph"))
        return fail(dot, "'digraph' or 'graph' is missing");
    if (advance(dot) < 0 || (at_name(dot) && advance(dot) < 0))
        return -1;
    if (!at_sign(dot, '{'))
        return fail(dot, "'{' is missing");
    do {
        if (dot->token.kind == END)
            return fail(dot, "the text ends before the last '}'");
        if (parse_statement(dot) < 0)
            return -1;
    } while (dot->depth);
    return dot->token.kind == END ? 0 : fail(dot, "there is text after the graph");
}

static struct topomap_graph *dot_parse(const struct source *source, struct topomap_error *error)
{
    struct dot dot = {.collect = {.error = error}};
    struct scan *scan = &dot.collect.scan;
    struct topomap_graph *graph = NULL;

    scan_init(scan, source);
    scan->at = scan->start = scan->next;
    scan->end = source->text + source->length;
    scan->line = 1;
    if (parse_dot(&dot) == 0) {
        if (dot.names.ranks)
            graph = collect_graph(&dot.collect, dot.names.ranks);
        else
            fail(&dot, "there are no nodes");
    }
    free(dot.chain);
    collect_free(&dot.collect);
    return graph;
}

static enum format_match dot_match(const struct graph_preview *preview)
{
    static const char *const words[] = {"digraph", "graph", "strict", "//", "/*"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);

        if (preview->length >= length && strncasecmp(preview->line, words[i], length) == 0 &&
            (i > 2 || preview->length == length || strchr(" \t\r{", preview->line[length])))
            return FORMAT_CERTAIN;
    }
    return FORMAT_NO;
}

static void print_edge(bool counted, struct text *text, uint32_t src, uint32_t dst, uint64_t bytes,
                       uint64_t messages)
{
    text_number(text, src);
    text_puts(text, " -> ");
    text_number(text, dst);
    text_puts(text, " [weight=");
    text_number(text, bytes);
    if (counted) {
        text_puts(text, ", messages=");
        text_number(text, messages);
    }
    text_puts(text, "];\n");
}

static int dot_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    bool counted = graph_is_counted(graph);

    (void)error;
    text_puts(text, "digraph {\n");
    for (uint32_t r = 0; r < graph->ranks; r++) {
        struct topomap_edge self = topomap_graph_self(graph, r);

        text_number(text, r);
        text_puts(text, ";\n");
        if (self.bytes || self.messages)
            print_edge(counted, text, r, r, self.bytes, self.messages);
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++)
            print_edge(counted, text, r, graph->target[e], graph->bytes[e], graph->messages[e]);
    }
    text_puts(text, "}\n");
    return 0;
}

const struct graph_format graph_format_dot = {
    .name = "dot",
    .summary = "Graphviz graph, nodes named by ranks, with weights",
    .extensions = ".dot .gv",
    .match = dot_match,
    .parse = dot_parse,
    .print = dot_print,
};
