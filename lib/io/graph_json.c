/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * JSON node-link data, as written by networkx and d3: {"directed": true, "nodes": [{"id": 0}, ...],
 * "links": [{"source": 0, "target": 1, "weight": 5}, ...]}; "edges" is the same as "links". The
 * weight is in bytes; "bytes", "size", "volume" and "value" mean the same. "messages", "msgs" or
 * "count" give the number of messages. Both default to 1. Without "directed": true the two ends of
 * an edge share its weight. Writing gives directed links with bytes and messages, and lists each
 * rank as a node.
 */
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "graph/rows.h"
#include "io/graph_format.h"
#include "io/rank_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

struct link {
    uint32_t src, dst;
    bool has_src, has_dst;
    uint64_t bytes, messages;
};

struct json_graph {
    struct graph_collect collect;
    struct rank_names names;
    struct edge_array kept; /* edges, until it is known whether they are directed */
    uint64_t nodes;
    bool directed;
    bool links; /* "links" or "edges" was seen */
};

static int fail(const struct json_graph *json, const char *what)
{
    return scan_fail(&json->collect.scan, json->collect.error, "%s", what);
}

/* Skip blanks, counting lines for messages. Returns the next character, '\0' at the end. */
static char peek(struct json_graph *json)
{
    struct scan *scan = &json->collect.scan;

    while (!scan_done(scan) && strchr(" \t\r\n", *scan->at)) {
        if (*scan->at++ == '\n') {
            scan->line++;
            scan->start = scan->at;
        }
    }
    return scan_done(scan) ? '\0' : *scan->at;
}

static bool take(struct json_graph *json, char c)
{
    if (peek(json) != c)
        return false;
    json->collect.scan.at++;
    return true;
}

/* Read a string, as it is between its quotes. */
static int parse_string(struct json_graph *json, const char **text, size_t *length)
{
    struct scan *scan = &json->collect.scan;

    if (!take(json, '"'))
        return fail(json, "a string is missing");
    *text = scan->at;
    while (!scan_done(scan) && *scan->at != '"' && *scan->at != '\n')
        scan->at += *scan->at == '\\' && scan->at + 1 < scan->end ? 2 : 1;
    if (scan_done(scan) || *scan->at != '"')
        return fail(json, "the string is not closed");
    *length = (size_t)(scan->at++ - *text);
    return 0;
}

/* Go to the next member of an object or array, after the opening bracket (`first`) or the member
 * before. Returns 1, or 0 after the closing bracket. `key` is NULL in arrays. */
static int next_member(struct json_graph *json, char close, bool first, const char **key,
                       size_t *length)
{
    if (take(json, close))
        return 0;
    if (!first && !take(json, ','))
        return fail(json, "a comma or a closing bracket is missing");
    if (key && (parse_string(json, key, length) < 0 ||
                (!take(json, ':') && fail(json, "a ':' is missing") < 0)))
        return -1;
    return 1;
}

static bool is(const char *key, size_t length, const char *const *words)
{
    for (; *words; words++) {
        if (strlen(*words) == length && memcmp(key, *words, length) == 0)
            return true;
    }
    return false;
}

/* Skip a value of any kind. */
static int skip_value(struct json_graph *json, int depth)
{
    struct scan *scan = &json->collect.scan;
    char open = peek(json), close = open == '{' ? '}' : ']';
    const char *text;
    size_t length;
    int more;

    if (open == '"')
        return parse_string(json, &text, &length);
    if (open != '{' && open != '[') {
        const char *start = scan->at;

        while (!scan_done(scan) && !strchr(",]} \t\r\n:\"[{", *scan->at))
            scan->at++;
        return scan->at > start ? 0 : fail(json, "a value is missing");
    }
    if (depth == MAX_DEPTH)
        return fail(json, "brackets are nested too deeply");
    scan->at++;
    for (bool first = true;; first = false) {
        more = next_member(json, close, first, open == '{' ? &text : NULL, &length);
        if (more <= 0)
            return more;
        if (skip_value(json, depth + 1) < 0)
            return -1;
    }
}

/* Read the id of a vertex: a number, or a string that ends with one. */
static int parse_rank(struct json_graph *json, uint32_t *rank)
{
    struct scan *scan = &json->collect.scan;
    bool string = peek(json) == '"';
    const char *text = scan->at;
    size_t length;

    if (string ? parse_string(json, &text, &length) < 0 : skip_value(json, 0) < 0)
        return -1;
    if (!string)
        length = (size_t)(scan->at - text);
    return rank_name(&json->names, &json->collect, text, length, rank);
}

static int parse_amount(struct json_graph *json, const char *what, uint64_t *amount)
{
    double value;

    peek(json);
    if (collect_real(&json->collect, what, &value) < 0)
        return -1;
    *amount = (uint64_t)llround(value);
    return 0;
}

static int parse_link_member(struct json_graph *json, const char *key, size_t length,
                             struct link *link)
{
    static const char *const bytes[] = {"weight", "bytes", "size", "volume", "value", NULL};
    static const char *const messages[] = {"messages", "msgs", "count", NULL};

    if (is(key, length, (const char *const[]){"source", NULL})) {
        link->has_src = true;
        return parse_rank(json, &link->src);
    }
    if (is(key, length, (const char *const[]){"target", NULL})) {
        link->has_dst = true;
        return parse_rank(json, &link->dst);
    }
    if (is(key, length, bytes))
        return parse_amount(json, "the number of bytes", &link->bytes);
    json->collect.rows.counted |= is(key, length, messages);
    if (is(key, length, messages))
        return parse_amount(json, "the number of messages", &link->messages);
    return skip_value(json, 0);
}

static int parse_link(struct json_graph *json)
{
    struct link link = {.bytes = 1, .messages = 1};
    const char *key;
    size_t length;
    int more;

    if (!take(json, '{'))
        return fail(json, "a link must be an object");
    for (bool first = true; (more = next_member(json, '}', first, &key, &length)) > 0;
         first = false) {
        if (parse_link_member(json, key, length, &link) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (!link.has_src || !link.has_dst)
        return fail(json, "the link has no \"source\" or no \"target\"");
    if (edge_array_add(&json->kept, (struct topomap_edge){link.src, link.dst, link.bytes,
                                                          link.messages}) < 0)
        return error_memory(json->collect.error);
    return 0;
}

static int parse_node(struct json_graph *json)
{
    const char *key;
    size_t length;
    uint32_t rank;
    int more;

    json->nodes++;
    if (!take(json, '{'))
        return fail(json, "a node must be an object");
    for (bool first = true; (more = next_member(json, '}', first, &key, &length)) > 0;
         first = false) {
        bool id = is(key, length, (const char *const[]){"id", NULL});

        if ((id ? parse_rank(json, &rank) : skip_value(json, 0)) < 0)
            return -1;
    }
    return more;
}

static int parse_array(struct json_graph *json, int (*element)(struct json_graph *json))
{
    int more;

    if (!take(json, '['))
        return fail(json, "an array is missing");
    for (bool first = true; (more = next_member(json, ']', first, NULL, NULL)) > 0;
         first = false) {
        if (element(json) < 0)
            return -1;
    }
    return more;
}

static int parse_member(struct json_graph *json, const char *key, size_t length)
{
    if (is(key, length, (const char *const[]){"nodes", NULL}))
        return parse_array(json, parse_node);
    if (is(key, length, (const char *const[]){"links", "edges", NULL})) {
        if (json->links)
            return fail(json, "the links occur twice");
        json->links = true;
        return parse_array(json, parse_link);
    }
    if (is(key, length, (const char *const[]){"directed", NULL}))
        json->directed = peek(json) == 't';
    return skip_value(json, 0);
}

static int parse_object(struct json_graph *json)
{
    const char *key;
    size_t length;
    int more;

    if (!take(json, '{'))
        return fail(json, "an object is missing");
    for (bool first = true; (more = next_member(json, '}', first, &key, &length)) > 0;
         first = false) {
        if (parse_member(json, key, length) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (peek(json) != '\0')
        return fail(json, "there is text after the object");
    return json->links ? 0 : fail(json, "there are no \"links\" (or \"edges\"): node-link "
                                        "data have these");
}

/* In undirected links both ends send. "directed" may come after the links. */
static int collect_links(struct json_graph *json)
{
    for (size_t i = 0; i < json->kept.count; i++) {
        struct topomap_edge edge = json->kept.edge[i];

        if ((json->directed ? collect_edge : collect_both_ways)(
                &json->collect, edge.src, edge.dst, edge.bytes, edge.messages) < 0)
            return -1;
    }
    return 0;
}

static struct topomap_graph *json_parse(const struct source *source, struct topomap_error *error)
{
    struct json_graph json = {.collect = {.error = error}};
    struct scan *scan = &json.collect.scan;
    struct topomap_graph *graph = NULL;

    /* To the cursor the whole text is one line, as JSON often is. */
    scan_init(scan, source);
    scan->at = scan->start = scan->next;
    scan->end = source->text + source->length;
    scan->line = 1;
    if (parse_object(&json) == 0 && collect_links(&json) == 0) {
        uint32_t ranks = json.names.ranks;

        if (json.nodes > ranks)
            ranks = json.nodes < TOPOMAP_MAX_RANKS ? (uint32_t)json.nodes : TOPOMAP_MAX_RANKS;
        if (ranks)
            graph = collect_graph(&json.collect, ranks);
        else
            fail(&json, "there are no nodes");
    }
    free(json.kept.edge);
    collect_free(&json.collect);
    return graph;
}

static enum format_match json_match(const struct graph_preview *preview)
{
    return preview->length && preview->line[0] == '{' ? FORMAT_CERTAIN : FORMAT_NO;
}

static void print_link(bool counted, struct json *json, uint32_t src, uint32_t dst, uint64_t bytes,
                       uint64_t messages)
{
    json_open(json, NULL, '{');
    json_whole(json, "source", src);
    json_whole(json, "target", dst);
    json_whole(json, "weight", bytes);
    if (counted)
        json_whole(json, "messages", messages);
    json_close(json, '}');
}

static int json_print(const struct topomap_graph *graph, struct text *text,
                      struct topomap_error *error)
{
    struct json json = {.text = *text};
    bool counted = graph_is_counted(graph);

    (void)error;
    json_open(&json, NULL, '{');
    json_bool(&json, "directed", true);
    json_bool(&json, "multigraph", false);
    json_open(&json, "graph", '{');
    json_close(&json, '}');
    json_open(&json, "nodes", '[');
    for (uint32_t r = 0; r < graph->ranks; r++) {
        json_open(&json, NULL, '{');
        json_whole(&json, "id", r);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "links", '[');
    for (uint32_t r = 0; r < graph->ranks; r++) {
        struct topomap_edge self = topomap_graph_self(graph, r);

        if (self.bytes || self.messages)
            print_link(counted, &json, r, r, self.bytes, self.messages);
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++)
            print_link(counted, &json, r, graph->target[e], graph->bytes[e], graph->messages[e]);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    *text = json.text;
    return 0;
}

const struct graph_format graph_format_json = {
    .name = "json",
    .summary = "JSON node-link data: nodes and links with source, target, weight",
    .extensions = ".json",
    .match = json_match,
    .parse = json_parse,
    .print = json_print,
};
