/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads YAML; the only file that uses libyaml. */
#include "input/item.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct loader {
    yaml_parser_t parser;
    const struct source *source;
    uint32_t items;
    struct topomap_error *error;
};

void item_free(struct item *item)
{
    struct item *next;

    for (; item; item = next) {
        next = item->next;
        item_free(item->child);
        free(item->key);
        free(item->text);
        free(item);
    }
}

static uint32_t line_of(const yaml_mark_t *mark)
{
    return mark->line < UINT32_MAX ? (uint32_t)mark->line + 1 : UINT32_MAX;
}

static int fail_line(const struct loader *loader, uint32_t line, const char *what)
{
    return error_set(loader->error, TOPOMAP_INPUT, "%.200s:%u: %.300s", loader->source->name, line,
                     what);
}

static int next_event(struct loader *loader, yaml_event_t *event)
{
    const yaml_parser_t *parser = &loader->parser;

    if (yaml_parser_parse(&loader->parser, event))
        return 0;
    if (parser->error == YAML_MEMORY_ERROR)
        return error_memory(loader->error);
    if (parser->error == YAML_READER_ERROR)
        return error_set(loader->error, TOPOMAP_INPUT, "%.200s: is not YAML: %s at byte %zu",
                         loader->source->name, parser->problem, parser->problem_offset);
    return error_set(loader->error, TOPOMAP_INPUT, "%.200s:%u:%zu: is not YAML: %s",
                     loader->source->name, line_of(&parser->problem_mark),
                     parser->problem_mark.column + 1,
                     parser->problem ? parser->problem : "syntax error");
}

static struct item *load_any(struct loader *loader, const yaml_event_t *event, int depth);

static char *copy_scalar(const struct loader *loader, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    char *copy;

    if (event->data.scalar.anchor) {
        fail_line(loader, line_of(&event->start_mark), "anchors are not supported");
        return NULL;
    }
    if (strlen(value) != event->data.scalar.length) {
        fail_line(loader, line_of(&event->start_mark), "the text holds a NUL character");
        return NULL;
    }
    copy = strdup(value);
    if (!copy)
        error_memory(loader->error);
    return copy;
}

/* Load the key of the next member of a map, and its line; the event then holds its value. Returns 1
 * at the end of the map. The event can be deleted in any case. */
static int load_key(struct loader *loader, yaml_event_t *event, char **key, uint32_t *line)
{
    if (event->type == YAML_MAPPING_END_EVENT)
        return 1;
    if (event->type != YAML_SCALAR_EVENT)
        return fail_line(loader, line_of(&event->start_mark), "a key is not plain text");
    *line = line_of(&event->start_mark);
    *key = copy_scalar(loader, event);
    yaml_event_delete(event);
    if (!*key)
        return -1;
    if (next_event(loader, event) == 0)
        return 0;
    free(*key);
    *key = NULL;
    return -1;
}

/* Load one member, append it after *last and move *last to it; 1 at the end of the list or map. */
static int load_member(struct loader *loader, struct item *item, struct item ***last, int depth)
{
    struct item *member;
    yaml_event_t event;
    char *key = NULL;
    uint32_t line;
    int result = 0;

    if (next_event(loader, &event) < 0)
        return -1;
    if (item->kind == ITEM_MAP) {
        result = load_key(loader, &event, &key, &line);
    } else if (event.type == YAML_SEQUENCE_END_EVENT) {
        result = 1;
    }
    member = result == 0 ? load_any(loader, &event, depth) : NULL;
    yaml_event_delete(&event);
    if (result != 0)
        return result;
    if (!member) {
        free(key);
        return -1;
    }
    member->key = key;
    if (key)
        member->line = line;
    **last = member;
    *last = &member->next;
    item->count++;
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const struct item *x = *(const struct item *const *)a, *y = *(const struct item *const *)b;
    int order = strcmp(x->key, y->key);

    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int check_distinct(const struct loader *loader, const struct item *map)
{
    const struct item **sorted = array_raw(map->count, sizeof *sorted);
    uint32_t count = 0;
    int result = 0;

    if (!sorted)
        return error_memory(loader->error);
    for (const struct item *item = map->child; item; item = item->next)
        sorted[count++] = item;
    qsort(sorted, count, sizeof *sorted, compare_keys);
    for (uint32_t i = 1; i < count && result == 0; i++) {
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0)
            result = item_fail(loader->source, sorted[i], loader->error,
                               "the key '%s' occurs twice", sorted[i]->key);
    }
    free(sorted);
    return result;
}

static int load_members(struct loader *loader, struct item *item, int depth)
{
    struct item **last = &item->child;
    int result;

    if (depth == ITEM_MAX_DEPTH)
        return fail_line(loader, item->line, "lists and maps are nested too deeply");
    do
        result = load_member(loader, item, &last, depth + 1);
    while (result == 0);
    if (result < 0)
        return -1;
    return item->kind == ITEM_MAP ? check_distinct(loader, item) : 0;
}

static int fill_item(struct loader *loader, struct item *item, const yaml_event_t *event,
                     int depth)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        item->kind = ITEM_SCALAR;
        item->text = copy_scalar(loader, event);
        return item->text ? 0 : -1;
    case YAML_SEQUENCE_START_EVENT:
        item->kind = ITEM_LIST;
        if (event->data.sequence_start.anchor)
            return fail_line(loader, item->line, "anchors are not supported");
        return load_members(loader, item, depth);
    case YAML_MAPPING_START_EVENT:
        item->kind = ITEM_MAP;
        if (event->data.mapping_start.anchor)
            return fail_line(loader, item->line, "anchors are not supported");
        return load_members(loader, item, depth);
    default:
        return fail_line(loader, item->line, "aliases are not supported");
    }
}

static struct item *load_any(struct loader *loader, const yaml_event_t *event, int depth)
{
    uint32_t line = line_of(&event->start_mark);
    struct item *item;

    if (loader->items++ == ITEM_MAX_ITEMS) {
        fail_line(loader, line, "the document has too many parts");
        return NULL;
    }
    item = array_new(1, sizeof *item);
    if (!item) {
        error_memory(loader->error);
        return NULL;
    }
    item->line = line;
    if (fill_item(loader, item, event, depth) == 0)
        return item;
    item_free(item);
    return NULL;
}

/* Take an event, which must be of the given type. */
static int expect(struct loader *loader, yaml_event_type_t type, const char *otherwise)
{
    yaml_event_t event;
    int result = 0;

    if (next_event(loader, &event) < 0)
        return -1;
    if (event.type != type)
        result = fail_line(loader, line_of(&event.start_mark), otherwise);
    yaml_event_delete(&event);
    return result;
}

static struct item *load_document(struct loader *loader)
{
    struct item *root;
    yaml_event_t event;

    if (expect(loader, YAML_STREAM_START_EVENT, "is not YAML") < 0 ||
        expect(loader, YAML_DOCUMENT_START_EVENT, "there is no document") < 0 ||
        next_event(loader, &event) < 0)
        return NULL;
    root = load_any(loader, &event, 0);
    yaml_event_delete(&event);
    if (root && (expect(loader, YAML_DOCUMENT_END_EVENT, "the document does not end") < 0 ||
                 expect(loader, YAML_STREAM_END_EVENT, "more than one document") < 0)) {
        item_free(root);
        return NULL;
    }
    return root;
}

struct item *item_load(const struct source *source, struct topomap_error *error)
{
    struct loader loader = {.source = source, .error = error};
    struct item *root;

    if (!yaml_parser_initialize(&loader.parser)) {
        error_memory(error);
        return NULL;
    }
    yaml_parser_set_input_string(&loader.parser, (const unsigned char *)source->text,
                                 source->length);
    root = load_document(&loader);
    yaml_parser_delete(&loader.parser);
    return root;
}
