/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the items of a YAML document. */
#include "base/error.h"
#include "base/text.h"
#include "input/item.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#undef item_fail
#undef item_relay

int item_fail(const struct source *source, const struct item *item, struct topomap_error *error,
              const char *format, ...)
{
    char text[TOPOMAP_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    text_vformat(text, sizeof text, format, args);
    va_end(args);
    return error_set(error, TOPOMAP_INPUT, "%.200s:%u: %.300s", source->name, item->line, text);
}

int item_relay(const struct source *source, const struct item *item, struct topomap_error *error,
               const struct topomap_error *why)
{
    if (why->code == TOPOMAP_INPUT)
        return item_fail(source, item, error, "%s", why->text);
    return error_set(error, why->code, "%s", why->text);
}

const struct item *item_find(const struct item *map, const char *key)
{
    const struct item *item = map->kind == ITEM_MAP ? map->child : NULL;

    while (item && strcmp(item->key, key) != 0)
        item = item->next;
    return item;
}

/* The name of an item in messages: its key, or its kind. */
static const char *name_of(const struct item *item)
{
    static const char *const others[] = {[ITEM_LIST] = "[...]", [ITEM_MAP] = "{...}"};

    if (item->key)
        return item->key;
    return item->kind == ITEM_SCALAR ? item->text : others[item->kind];
}

int item_check_kind(const struct source *source, const struct item *item, enum item_kind kind,
                    struct topomap_error *error)
{
    static const char *const kinds[] = {"a plain value", "a list", "a map"};

    if (item->kind == kind)
        return 0;
    return item_fail(source, item, error, "'%.60s' is not %s", name_of(item), kinds[kind]);
}

const struct item *item_need(const struct source *source, const struct item *map, const char *key,
                             enum item_kind kind, struct topomap_error *error)
{
    const struct item *item = item_find(map, key);

    if (!item) {
        item_fail(source, map, error, "the key '%s' is missing", key);
        return NULL;
    }
    return item_check_kind(source, item, kind, error) < 0 ? NULL : item;
}

static bool is_known(const char *known, const char *key)
{
    size_t key_length = strlen(key);

    while (*known) {
        size_t length = strcspn(known, " ");

        if (length == key_length && memcmp(known, key, length) == 0)
            return true;
        known += length + strspn(known + length, " ");
    }
    return false;
}

int item_check_keys(const struct source *source, const struct item *map, const char *known,
                    struct topomap_error *error)
{
    if (item_check_kind(source, map, ITEM_MAP, error) < 0)
        return -1;
    for (const struct item *item = map->child; item; item = item->next) {
        if (!is_known(known, item->key))
            return item_fail(source, item, error, "unknown key '%.60s'; known here: %s", item->key,
                             known);
    }
    return 0;
}

int item_number(const struct source *source, const struct item *item, uint64_t limit,
                uint64_t *number, struct topomap_error *error)
{
    const char *cursor = item->text;

    if (item->kind == ITEM_SCALAR &&
        text_parse_number(&cursor, cursor + strlen(cursor), limit, number) == 0 && !*cursor)
        return 0;
    return item_fail(source, item, error, "'%.60s' is not a whole number up to %llu", name_of(item),
                     (unsigned long long)limit);
}

int item_real(const struct source *source, const struct item *item, double *number,
              struct topomap_error *error)
{
    /* Require a digit or dot first: strtod also accepts "inf", "nan" and blanks. */
    if (item->kind == ITEM_SCALAR && item->text[0] && strchr("0123456789.", item->text[0])) {
        char *stop;
        double value = text_real(item->text, &stop);

        if (!*stop && isfinite(value)) {
            *number = value;
            return 0;
        }
    }
    return item_fail(source, item, error, "'%.60s' is not a number of 0 or more", name_of(item));
}

int item_bool(const struct source *source, const struct item *item, bool *value,
              struct topomap_error *error)
{
    if (item->kind == ITEM_SCALAR) {
        *value = strcasecmp(item->text, "true") == 0;
        if (*value || strcasecmp(item->text, "false") == 0)
            return 0;
    }
    return item_fail(source, item, error, "'%.60s' is neither true nor false", name_of(item));
}

/* The path of a file named in another file; the caller frees it. */
static char *resolve_path(const struct source *source, const struct item *item,
                          struct topomap_error *error)
{
    const char *base = source->path;
    const char *slash = base ? strrchr(base, '/') : NULL;
    struct text path = {0};
    char *result;

    if (item->text[0] != '/') {
        if (!base) {
            item_fail(source, item, error,
                      "the path is relative, but this text is not from a file");
            return NULL;
        }
        text_add(&path, base, slash ? (size_t)(slash - base) + 1 : 0);
    }
    text_puts(&path, item->text);
    result = text_take(&path);
    if (!result)
        error_memory(error);
    return result;
}

int item_read(const struct source *source, const struct item *item, struct source *file,
              char **path, struct topomap_error *error)
{
    if (item_check_kind(source, item, ITEM_SCALAR, error) < 0)
        return -1;
    *path = resolve_path(source, item, error);
    if (!*path)
        return -1;
    if (source_read(file, *path, SOURCE_MAX_NETWORK, error) == 0)
        return 0;
    free(*path);
    return -1;
}

int item_word(const struct source *source, const struct item *map, const char *key,
              const char *const *words, const char *known, uint32_t *index,
              struct topomap_error *error)
{
    const struct item *item = item_find(map, key);

    if (!item)
        return 0;
    for (uint32_t i = 0; item->kind == ITEM_SCALAR && words[i]; i++) {
        if (strcmp(item->text, words[i]) == 0) {
            *index = i;
            return 0;
        }
    }
    return item_fail(source, item, error, "'%s' is %s", key, known);
}
