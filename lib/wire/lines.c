/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lines.h"

#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lines_start(struct lines *lines, const char *name, const char *text, size_t length)
{
    *lines = (struct lines){.name = name, .next = text, .end = text + length};
}

bool lines_next(struct lines *lines)
{
    const char *at = lines->next, *line, *stop, *blank;

    if (!text_line(&at, lines->end, &line, &stop) || stop == lines->end)
        return false;
    lines->number++;
    blank = memchr(line, ' ', (size_t)(stop - line));
    lines->key = line;
    lines->key_length = (size_t)((blank ? blank : stop) - line);
    lines->value = blank ? blank + 1 : stop;
    lines->value_end = stop;
    lines->next = at;
    return true;
}

bool lines_is(const struct lines *lines, const char *key)
{
    return strlen(key) == lines->key_length && memcmp(key, lines->key, lines->key_length) == 0;
}

int lines_error(const struct lines *lines, struct topomap_error *error, const char *format, ...)
{
    char message[256];
    va_list args;

    va_start(args, format);
    text_vformat(message, sizeof message, format, args);
    va_end(args);
    return error_set(error, TOPOMAP_INPUT, "%s:%u: %s", lines->name, lines->number, message);
}

int lines_string(const struct lines *lines, char **string, struct topomap_error *error)
{
    size_t length = (size_t)(lines->value_end - lines->value);
    char *copy;

    if (length == 0 || memchr(lines->value, '\0', length))
        return lines_error(lines, error, "'%.*s' needs a value", (int)lines->key_length,
                           lines->key);
    copy = strndup(lines->value, length);
    if (!copy)
        return error_memory(error);
    free(*string);
    *string = copy;
    return 0;
}

int lines_number(const struct lines *lines, uint64_t limit, uint64_t *number,
                 struct topomap_error *error)
{
    const char *cursor = lines->value;

    if (text_parse_number(&cursor, lines->value_end, limit, number) < 0 ||
        cursor != lines->value_end)
        return lines_error(lines, error, "'%.*s' needs a whole number from 0 to %llu",
                           (int)lines->key_length, lines->key, (unsigned long long)limit);
    return 0;
}

int lines_real(const struct lines *lines, double *number, struct topomap_error *error)
{
    char digits[64];
    size_t length = (size_t)(lines->value_end - lines->value);
    char *stop;

    if (length > 0 && length < sizeof digits) {
        memcpy(digits, lines->value, length);
        digits[length] = '\0';
        *number = text_real(digits, &stop);
        if (stop == digits + length && isfinite(*number) && *number >= 0)
            return 0;
    }
    return lines_error(lines, error, "'%.*s' needs a number of 0 or more", (int)lines->key_length,
                       lines->key);
}

int lines_block(struct lines *lines, uint64_t length, const char **block,
                struct topomap_error *error)
{
    if (length >= (uint64_t)(lines->end - lines->next) || lines->next[length] != '\n')
        return lines_error(lines, error, "%llu bytes and a newline should follow",
                           (unsigned long long)length);
    *block = lines->next;
    for (uint64_t i = 0; i <= length; i++) {
        if (lines->next[i] == '\n')
            lines->number++;
    }
    lines->next += length + 1;
    return 0;
}

int lines_first(struct lines *lines, const char *key, unsigned format,
                struct topomap_error *error)
{
    uint64_t number;

    if (!lines_next(lines) || !lines_is(lines, key) ||
        lines_number(lines, format, &number, NULL) < 0 || number != format) {
        lines->number = 1;
        return lines_error(lines, error, "does not start with '%s %u'", key, format);
    }
    return 0;
}

int lines_cut_off(const struct lines *lines, struct topomap_error *error)
{
    return lines_error(lines, error, "cut off: 'end' is missing");
}
