/* SPDX-License-Identifier: BSD-3-Clause */
#include "option/option.h"

#include "base/error.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *option_name(const struct option_row *row, unsigned scope)
{
    const char *other = scope & SCOPE_REQUEST    ? row->in_request
                        : scope & SCOPE_COMMANDS ? row->in_command
                                                  : NULL;

    return other ? other : row->name;
}

/* Administrators may write '_' for '-' in plugstack.conf, as is common there. */
static bool same_name(const char *name, const char *text, size_t length, bool underscores)
{
    if (!name || strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != name[i] && !(underscores && name[i] == '-' && text[i] == '_'))
            return false;
    }
    return true;
}

const struct option_row *option_find(unsigned scopes, const char *name, size_t length)
{
    bool keys = scopes & (SCOPE_SITE | SCOPE_USER | SCOPE_POLICY);
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if ((row->scopes & scopes) && (same_name(option_name(row, scopes), name, length, keys) ||
                                       (keys && same_name(row->other, name, length, keys))))
            return row;
    }
    return NULL;
}

/* Print "a, b or c" or "a|b|c". */
static void print_words(const char *const *words, const char *comma, const char *last,
                        struct text *text)
{
    for (size_t i = 0; words[i]; i++)
        text_printf(text, "%s%s", i == 0 ? "" : words[i + 1] ? comma : last, words[i]);
}

void option_argument(const struct option_row *row, struct text *text)
{
    if (row->type == OPTION_WORD)
        print_words(row->words, "|", "|", text);
    else if (row->type != OPTION_FLAG)
        text_puts(text, row->argument);
}

/* Append the values that it accepts: "fast, default or best", "seconds from 0 to 3600". */
static void print_expected(const struct option_row *row, struct text *text)
{
    switch (row->type) {
    case OPTION_FLAG:
        text_puts(text, "no value");
        return;
    case OPTION_WORD:
        print_words(row->words, ", ", " or ", text);
        return;
    case OPTION_WHOLE:
        text_puts(text, "a whole number");
        break;
    case OPTION_REAL:
        text_puts(text, strcmp(row->argument, "SECONDS") == 0 ? "seconds" : "a number");
        break;
    case OPTION_PATH:
        if (row->words)
            print_words(row->words, ", ", ", ", text);
        text_printf(text, row->words ? " or an absolute path" : "an absolute path, %s",
                    row->argument);
        return;
    case OPTION_TEXT:
    case OPTION_LIST:
        text_puts(text, row->argument);
        return;
    }
    if (row->most < 0x1p63)
        text_printf(text, " from %.9g to %.9g", row->least, row->most);
}

int option_refuse(const struct option_row *row, const char *called, const char *value,
                  struct topomap_error *error)
{
    struct text text = {0};
    char *expected;

    print_expected(row, &text);
    expected = text_take(&text);
    if (!expected)
        return error_memory(error);
    error_set(error, TOPOMAP_USAGE,
              row->type == OPTION_FLAG ? "%s takes %s"
              : value                  ? "%s needs %s, not '%s'"
                                       : "%s needs %s",
              called, expected, value);
    free(expected);
    return -1;
}

static void *field_of(const struct option_row *row, struct settings *settings)
{
    return (char *)settings + row->offset;
}

static const void *value_of(const struct option_row *row, const struct settings *settings)
{
    return (const char *)settings + row->offset;
}

/* Copy the text, with ',' as the only separator of its lists. */
static int set_text(const struct option_row *row, char **field, const char *value)
{
    char *copy = strdup(value);

    if (!copy)
        return -1;
    for (char *c = copy; row->type == OPTION_LIST && *c; c++) {
        if (*c == '/')
            *c = ',';
    }
    free(*field);
    *field = copy;
    return 0;
}

static bool set_whole(const struct option_row *row, uint64_t *field, const char *value)
{
    uint64_t most = row->most < 0x1p64 ? (uint64_t)row->most : UINT64_MAX, number;
    const char *end = value + strlen(value);

    if (text_parse_number(&value, end, most, &number) < 0 || value != end ||
        number < (uint64_t)row->least)
        return false;
    *field = number;
    return true;
}

static bool set_real(const struct option_row *row, double *field, const char *value)
{
    char *end;
    double number = text_real(value, &end);

    if (end == value || *end || !isfinite(number) || number < row->least || number > row->most)
        return false;
    *field = number;
    return true;
}

/* Whether it is an absolute path, or a word that stands for something else. */
static bool is_path(const struct option_row *row, const char *value)
{
    return *value == '/' || (row->words && option_word(row->words, value, strlen(value)) >= 0);
}

/* 1: set; 0: the value is wrong; -1: memory ran out. */
static int set_value(const struct option_row *row, void *field, const char *value)
{
    int word;

    switch (row->type) {
    case OPTION_FLAG:
        if (*value)
            return 0;
        *(int *)field = row->fixed;
        return 1;
    case OPTION_WORD:
        word = option_word(row->words, value, strlen(value));
        if (word >= 0)
            *(int *)field = word;
        return word >= 0;
    case OPTION_WHOLE:
        return set_whole(row, field, value);
    case OPTION_REAL:
        return set_real(row, field, value);
    case OPTION_TEXT:
    case OPTION_LIST:
    case OPTION_PATH:
        break;
    }
    if (!*value || strpbrk(value, "\n\r") || (row->type == OPTION_PATH && !is_path(row, value)))
        return 0;
    return set_text(row, field, value) < 0 ? -1 : 1;
}

size_t option_index(const struct option_row *row)
{
    return (size_t)(row - option_get(0));
}

static uint64_t bit_of(const struct option_row *row)
{
    return UINT64_C(1) << option_index(row);
}

int option_set(const struct option_row *row, struct settings *settings, const char *called,
               const char *value, struct topomap_error *error)
{
    int set = set_value(row, field_of(row, settings), value);

    if (set < 0)
        return error_memory(error);
    if (!set)
        return option_refuse(row, called, value, error);
    settings->given |= bit_of(row);
    return 0;
}

void option_forget(const struct option_row *row, struct settings *settings)
{
    const struct option_row *other;

    for (size_t i = 0; (other = option_get(i)); i++) {
        if (other->offset == row->offset)
            settings->given &= ~bit_of(other);
    }
}

bool option_given(const struct option_row *row, const struct settings *settings)
{
    return settings->given & bit_of(row);
}

static int word_count(const struct option_row *row)
{
    int count = 0;

    while (row->words[count])
        count++;
    return count;
}

/* Whether the field holds a value that the row can print. */
static bool is_said(const struct option_row *row, const struct settings *settings)
{
    const void *value = value_of(row, settings);

    if (row->store == STORE_TEXT)
        return *(char *const *)value != NULL;
    if (row->type == OPTION_FLAG)
        return *(const int *)value == row->fixed;
    if (row->type == OPTION_WORD)
        return *(const int *)value >= 0 && *(const int *)value < word_count(row);
    return true;
}

bool option_print(const struct option_row *row, const struct settings *settings, struct text *text)
{
    const void *value = value_of(row, settings);

    if (!is_said(row, settings))
        return false;
    switch (row->type) {
    case OPTION_FLAG:
        break;
    case OPTION_WORD:
        text_puts(text, row->words[*(const int *)value]);
        break;
    case OPTION_WHOLE:
        text_number(text, *(const uint64_t *)value);
        break;
    case OPTION_REAL:
        text_printf(text, "%.9g", *(const double *)value);
        break;
    case OPTION_TEXT:
    case OPTION_LIST:
    case OPTION_PATH:
        text_puts(text, *(char *const *)value);
        break;
    }
    return true;
}

int settings_init(struct settings *settings)
{
    const struct option_row *row;

    *settings = (struct settings){0};
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->type == OPTION_WORD)
            *(int *)field_of(row, settings) = OPTION_UNSAID;
    }
    /* Not earlier, as rows may share a field. */
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->preset && set_value(row, field_of(row, settings), row->preset) != 1) {
            settings_free(settings);
            return -1;
        }
    }
    return 0;
}

void settings_free(struct settings *settings)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->store == STORE_TEXT) {
            char **text = field_of(row, settings);

            free(*text);
            *text = NULL;
        }
    }
}

int settings_copy(struct settings *copy, const struct settings *settings)
{
    const struct option_row *row;
    int result = 0;

    *copy = *settings;
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->store == STORE_TEXT)
            *(char **)field_of(row, copy) = NULL;
    }
    for (size_t i = 0; (row = option_get(i)); i++) {
        char *const *from = value_of(row, settings);
        char **to = field_of(row, copy);

        /* Rows may share a field. */
        if (row->store != STORE_TEXT || !*from || *to)
            continue;
        *to = strdup(*from);
        if (!*to)
            result = -1;
    }
    return result;
}

int option_copy(const struct option_row *row, const struct settings *from, struct settings *to)
{
    const void *value = value_of(row, from);
    void *field = field_of(row, to);
    char *copy;

    switch (row->store) {
    case STORE_WHOLE:
        *(uint64_t *)field = *(const uint64_t *)value;
        return 0;
    case STORE_REAL:
        *(double *)field = *(const double *)value;
        return 0;
    case STORE_INT:
        *(int *)field = *(const int *)value;
        return 0;
    case STORE_TEXT:
        break;
    }
    copy = *(char *const *)value ? strdup(*(char *const *)value) : NULL;
    if (*(char *const *)value && !copy)
        return -1;
    free(*(char **)field);
    *(char **)field = copy;
    return 0;
}

double option_number(const struct option_row *row, const struct settings *settings)
{
    const void *value = value_of(row, settings);

    switch (row->store) {
    case STORE_WHOLE:
        return (double)*(const uint64_t *)value;
    case STORE_REAL:
        return *(const double *)value;
    case STORE_INT:
        return *(const int *)value;
    case STORE_TEXT:
        break;
    }
    return 0;
}

/* Store a number in a field of this many bytes. */
static void put_number(void *field, size_t size, uint64_t number)
{
    const uint32_t half = (uint32_t)number;
    const bool small = number != 0;

    if (size == sizeof number)
        memcpy(field, &number, sizeof number);
    else if (size == sizeof half)
        memcpy(field, &half, sizeof half);
    else
        memcpy(field, &small, sizeof small);
}

void option_apply(const struct settings *settings, bool given, struct topomap_request *request)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        void *field = (char *)request + row->target;
        const void *value = value_of(row, settings);

        if (!row->target_size || !is_said(row, settings) ||
            (given && !option_given(row, settings)))
            continue;
        if (row->store == STORE_TEXT)
            memcpy(field, value, sizeof(const char *));
        else if (row->store == STORE_REAL)
            memcpy(field, value, sizeof(double));
        else if (row->store == STORE_WHOLE)
            put_number(field, row->target_size, *(const uint64_t *)value);
        else
            put_number(field, row->target_size, (uint64_t) * (const int *)value);
    }
}
