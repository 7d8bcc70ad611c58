/* SPDX-License-Identifier: BSD-3-Clause */
#include "option/setting.h"

#include "base/error.h"
#include "base/hint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_KEY 60

static int unknown_key(enum option_scope scope, const char *text, size_t length,
                       struct topomap_error *error)
{
    const struct option_row *row;
    struct hint hint;

    hint_init(&hint, text, length);
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->scopes & scope)
            hint_offer(&hint, row->name);
    }
    return error_set(error, TOPOMAP_USAGE, "unknown key '%.*s'%s",
                     (int)(length < LONGEST_KEY ? length : LONGEST_KEY), text, hint_text(&hint));
}

static int set_key(struct settings *settings, enum option_scope scope, const char *text,
                   size_t length, struct topomap_error *error)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : length;
    const struct option_row *row = option_find(scope, text, name_length);
    char called[LONGEST_KEY];
    char *value;
    int result;

    if (!row)
        return unknown_key(scope, text, name_length, error);
    snprintf(called, sizeof called, "'%s'", row->name);
    if ((row->type == OPTION_FLAG) != !equals)
        return option_refuse(row, called, NULL, error);
    value = equals ? strndup(equals + 1, length - name_length - 1) : strdup("");
    if (!value)
        return error_memory(error);
    result = option_set(row, settings, called, value, error);
    free(value);
    return result;
}

int settings_set(struct settings *settings, enum option_scope scope, const char *text,
                 size_t length, struct topomap_error *error)
{
    size_t kept = length;

    while (scope == SCOPE_SITE && kept && text[kept - 1] == '\r')
        kept--;
    return length && !kept ? 0 : set_key(settings, scope, text, kept, error);
}

/* The length of the first key of a list, with its value. After a key that takes a list, words that
 * are not keys belong to that list. */
static size_t setting_length(const char *list)
{
    size_t length = strcspn(list, ",");
    const char *equals = memchr(list, '=', length);
    const struct option_row *row =
        equals ? option_find(SCOPE_USER, list, (size_t)(equals - list)) : NULL;

    while (row && row->type == OPTION_LIST && list[length] == ',') {
        const char *next = list + length + 1;
        size_t more = strcspn(next, ",");

        if (!more || memchr(next, '=', more) || option_find(SCOPE_USER, next, more))
            break;
        length += 1 + more;
    }
    return length;
}

int settings_set_list(struct settings *settings, const char *list, struct topomap_error *error)
{
    int result = 0;

    while (*list) {
        size_t length = setting_length(list);

        if (length && settings_set(settings, SCOPE_USER, list, length, result ? NULL : error) < 0)
            result = -1;
        list += length;
        list += *list == ',';
    }
    return result;
}
