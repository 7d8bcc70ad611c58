/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/request.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "wire/idlist.h"
#include "wire/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT 1

int wire_request_init(struct wire_request *request)
{
    *request = (struct wire_request){0};
    return settings_init(&request->settings);
}

static void source_free(struct wire_source *source)
{
    free(source->file);
    free(source->pattern);
    free(source->text);
}

void wire_store_free(struct wire_store *store)
{
    free(store->program);
    free(store->label);
    free(store->folders[0]);
    free(store->folders[1]);
    *store = (struct wire_store){0};
}

void wire_request_free(struct wire_request *request)
{
    free(request->hosts);
    free(request->tasks);
    free(request->tids);
    source_free(&request->graph);
    wire_store_free(&request->store);
    source_free(&request->network);
    free(request->topology);
    source_free(&request->coordinates);
    source_free(&request->recipe);
    settings_free(&request->settings);
    *request = (struct wire_request){0};
}

int wire_check_tids(const struct lines *lines, uint32_t nodes, const uint32_t *tasks,
                    uint32_t ranks, const uint32_t *tids, struct topomap_error *error)
{
    uint8_t *seen = array_new(ranks, 1);
    size_t at = 0;

    if (!seen)
        return error_memory(error);
    for (uint32_t node = 0; node < nodes; node++) {
        for (uint32_t i = 0; i < tasks[node]; i++, at++) {
            if (tids[at] >= ranks || seen[tids[at]] || (i && tids[at] <= tids[at - 1])) {
                free(seen);
                return lines_error(lines, error,
                                   "the ranks of node %u do not ascend, or are not part of a "
                                   "permutation", node);
            }
            seen[tids[at]] = 1;
        }
    }
    free(seen);
    return 0;
}

static void print_source(struct text *text, const char *key, const struct wire_source *source)
{
    if (source->file)
        text_printf(text, "%s file %s\n", key, source->file);
    if (source->pattern)
        text_printf(text, "%s pattern %s\n", key, source->pattern);
    if (source->text) {
        text_printf(text, "%s inline %zu\n", key, source->length);
        text_add(text, source->text, source->length);
        text_puts(text, "\n");
    }
}

static void print_word(struct text *text, const char *key, const char *value)
{
    if (value)
        text_printf(text, "%s %s\n", key, value);
}

static void print_store(struct text *text, const struct wire_store *store)
{
    print_word(text, "program", store->program);
    print_word(text, "label", store->label);
    print_word(text, "store", store->folders[0]);
    print_word(text, "site-store", store->folders[1]);
}

static void print_settings(struct text *text, const struct settings *settings)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        struct text value = {0};
        char *taken = NULL;

        if (!(row->scopes & SCOPE_REQUEST) || !option_print(row, settings, &value))
            continue;
        if (row->type == OPTION_FLAG)
            text_puts(&value, "1");
        taken = text_take(&value);
        text->failed = text->failed || !taken;
        print_word(text, option_name(row, SCOPE_REQUEST), taken);
        free(taken);
    }
}

char *wire_request_print(const struct wire_request *request, size_t *length)
{
    struct text text = {0};
    size_t at = 0;

    text_printf(&text, "%s %d\nranks %u\nnodes %u\nhosts %s\n", WIRE_REQUEST, FORMAT,
                request->ranks, request->nodes, request->hosts);
    for (uint32_t node = 0; node < request->nodes; node++) {
        text_puts(&text, "node ");
        idlist_print(&text, request->tids + at, request->tasks[node]);
        text_puts(&text, "\n");
        at += request->tasks[node];
    }
    print_source(&text, "network", &request->network);
    print_word(&text, "topology-name", request->topology);
    print_settings(&text, &request->settings);
    print_source(&text, "coordinates", &request->coordinates);
    print_source(&text, "recipe", &request->recipe);
    print_store(&text, &request->store);
    print_source(&text, "graph", &request->graph);
    text_puts(&text, "end\n");
    *length = text.length;
    return text_take(&text);
}

/* The state of parsing. */
struct parser {
    struct lines lines;
    struct wire_request *request;
    uint32_t node;     /* `node` lines read */
    size_t rank;       /* ranks read from these lines */
    bool ended;
};

static int fail_twice(const struct parser *p, struct topomap_error *error)
{
    return lines_error(&p->lines, error, "'%.*s' occurs twice", (int)p->lines.key_length,
                       p->lines.key);
}

static int parse_string(struct parser *p, char **string, struct topomap_error *error)
{
    return *string ? fail_twice(p, error) : lines_string(&p->lines, string, error);
}

static int parse_source(struct parser *p, struct wire_source *source, struct topomap_error *error)
{
    struct lines *lines = &p->lines;
    const char *block;
    uint64_t length;

    if (source->file || source->pattern || source->text)
        return fail_twice(p, error);
    if (lines->value_end - lines->value > 5 && memcmp(lines->value, "file ", 5) == 0) {
        lines->value += 5;
        return lines_string(lines, &source->file, error);
    }
    if (source != &p->request->network && source != &p->request->recipe &&
        lines->value_end - lines->value > 8 &&
        memcmp(lines->value, "pattern ", 8) == 0) {
        lines->value += 8;
        return lines_string(lines, &source->pattern, error);
    }
    if (lines->value_end - lines->value < 8 || memcmp(lines->value, "inline ", 7) != 0)
        return lines_error(lines, error, "expected 'file PATH' or 'inline BYTES'");
    lines->value += 7;
    if (lines_number(lines, INT64_MAX, &length, error) < 0 ||
        lines_block(lines, length, &block, error) < 0)
        return -1;
    source->text = array_raw((size_t)length + 1, 1);
    if (!source->text)
        return error_memory(error);
    memcpy(source->text, block, (size_t)length);
    source->text[length] = '\0';
    source->length = (size_t)length;
    return 0;
}

static int parse_count(struct parser *p, uint32_t *count, void *array, struct topomap_error *error)
{
    void **where = array;
    uint64_t number;

    if (*where)
        return fail_twice(p, error);
    if (lines_number(&p->lines, TOPOMAP_MAX_RANKS, &number, error) < 0)
        return -1;
    *where = array_new((size_t)number, sizeof(uint32_t));
    if (!*where)
        return error_memory(error);
    *count = (uint32_t)number;
    return 0;
}

static int parse_node(struct parser *p, struct topomap_error *error)
{
    struct wire_request *r = p->request;
    const char *cursor = p->lines.value;
    int64_t count;

    if (!r->tasks || !r->tids)
        return lines_error(&p->lines, error, "'ranks' and 'nodes' come before 'node'");
    if (p->node == r->nodes)
        return lines_error(&p->lines, error, "more 'node' lines than nodes");
    count = idlist_count(cursor, p->lines.value_end, r->ranks - p->rank);
    if (count < 0 ||
        idlist_parse(&cursor, p->lines.value_end, UINT32_MAX, r->tids + p->rank,
                     (size_t)count) < 0 ||
        cursor != p->lines.value_end)
        return lines_error(&p->lines, error, "expected a list of ranks");
    r->tasks[p->node++] = (uint32_t)count;
    p->rank += (size_t)count;
    return 0;
}

/* The field for a line about the store; NULL if the line is about something else. */
static char **store_field(struct parser *p)
{
    struct wire_store *store = &p->request->store;

    if (lines_is(&p->lines, "program"))
        return &store->program;
    if (lines_is(&p->lines, "label"))
        return &store->label;
    if (lines_is(&p->lines, "store"))
        return &store->folders[0];
    return lines_is(&p->lines, "site-store") ? &store->folders[1] : NULL;
}

/* Parse the value of a line about an option. */
static int parse_option(struct parser *p, const struct option_row *row,
                        struct topomap_error *error)
{
    struct topomap_error why;
    char *value = NULL, called[64];
    int result;

    if (option_given(row, &p->request->settings))
        return fail_twice(p, error);
    if (lines_string(&p->lines, &value, error) < 0)
        return -1;
    snprintf(called, sizeof called, "'%s'", option_name(row, SCOPE_REQUEST));
    if (row->type != OPTION_FLAG)
        result = option_set(row, &p->request->settings, called, value, &why);
    else if (strcmp(value, "1") == 0)
        result = option_set(row, &p->request->settings, called, "", &why);
    else
        result = error_set(&why, TOPOMAP_INPUT, "%s needs 1, not '%.100s'", called, value);
    free(value);
    if (result < 0 && why.code == TOPOMAP_INTERNAL)
        return error_memory(error);
    return result < 0 ? lines_error(&p->lines, error, "%s", why.text) : 0;
}

static int parse_setting(struct parser *p, struct topomap_error *error)
{
    struct lines *lines = &p->lines;
    const struct option_row *row = option_find(SCOPE_REQUEST, lines->key, lines->key_length);

    if (store_field(p))
        return parse_string(p, store_field(p), error);
    if (row)
        return parse_option(p, row, error);
    return lines_error(lines, error, "unknown keyword '%.*s'",
                       (int)(lines->key_length < 40 ? lines->key_length : 40), lines->key);
}

static int parse_line(struct parser *p, struct topomap_error *error)
{
    struct wire_request *r = p->request;
    struct lines *lines = &p->lines;

    if (lines_is(lines, "node"))
        return parse_node(p, error);
    if (lines_is(lines, "ranks"))
        return parse_count(p, &r->ranks, &r->tids, error);
    if (lines_is(lines, "nodes"))
        return parse_count(p, &r->nodes, &r->tasks, error);
    if (lines_is(lines, "hosts"))
        return parse_string(p, &r->hosts, error);
    if (lines_is(lines, "graph"))
        return parse_source(p, &r->graph, error);
    if (lines_is(lines, "coordinates"))
        return parse_source(p, &r->coordinates, error);
    if (lines_is(lines, "recipe"))
        return parse_source(p, &r->recipe, error);
    if (lines_is(lines, "network"))
        return parse_source(p, &r->network, error);
    if (lines_is(lines, "topology-name"))
        return parse_string(p, &r->topology, error);
    if (lines_is(lines, "end")) {
        if (lines->value != lines->value_end)
            return lines_error(lines, error, "nothing may follow 'end'");
        p->ended = true;
        return 0;
    }
    return parse_setting(p, error);
}

static int check_graph(struct parser *p, struct topomap_error *error)
{
    const struct wire_request *r = p->request;
    bool graph = r->graph.file || r->graph.pattern || r->graph.text;

    if (r->store.program && graph)
        return lines_error(&p->lines, error,
                           "there is both a graph and a program to look one up for");
    if (!graph && !r->store.program && !r->recipe.file && !r->recipe.text)
        return lines_error(&p->lines, error, "there is no graph and no recipe");
    return 0;
}

static int parse_all(struct parser *p, struct topomap_error *error)
{
    struct wire_request *r = p->request;

    if (lines_first(&p->lines, WIRE_REQUEST, FORMAT, error) < 0)
        return -1;
    while (!p->ended) {
        if (!lines_next(&p->lines))
            return lines_cut_off(&p->lines, error);
        if (parse_line(p, error) < 0)
            return -1;
    }
    if (p->lines.next != p->lines.end)
        return lines_error(&p->lines, error, "'end' is not the last line");
    if (!r->hosts || !r->ranks || p->node != r->nodes || p->rank != r->ranks)
        return lines_error(&p->lines, error, "ranks, nodes, hosts and node lines do not agree");
    if (check_graph(p, error) < 0)
        return -1;
    return wire_check_tids(&p->lines, r->nodes, r->tasks, r->ranks, r->tids, error);
}

int wire_request_parse(struct wire_request *request, const char *name, const char *text,
                       size_t length, struct topomap_error *error)
{
    struct parser p = {.request = request};

    lines_start(&p.lines, name, text, length);
    if (parse_all(&p, error) == 0)
        return 0;
    wire_request_free(request);
    return -1;
}
