/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include "base/locale.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_room(struct text *text, size_t length)
{
    size_t needed;

    if (text->failed)
        return false;
    if (__builtin_add_overflow(text->length, length, &needed) ||
        __builtin_add_overflow(needed, (size_t)1, &needed) ||
        array_grow(&text->data, &text->capacity, needed, 1) < 0)
        text->failed = true;
    return !text->failed;
}

void text_add(struct text *text, const char *data, size_t length)
{
    if (!text_room(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_puts(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

int text_vformat(char *string, size_t size, const char *format, va_list args)
{
    locale_t before = locale_enter();
    int length = vsnprintf(string, size, format, args);

    locale_leave(before);
    return length;
}

int text_format(char *string, size_t size, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = text_vformat(string, size, format, args);
    va_end(args);
    return length;
}

double text_real(const char *string, char **end)
{
    locale_t before = locale_enter();
    double number = strtod(string, end);

    locale_leave(before);
    return number;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = text_vformat(NULL, 0, format, args);
    va_end(args);
    if (length < 0) {
        text->failed = true;
        return;
    }
    if (!text_room(text, (size_t)length))
        return;
    va_start(args, format);
    text_vformat(text->data + text->length, (size_t)length + 1, format, args);
    va_end(args);
    text->length += (size_t)length;
}

void text_number(struct text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    text_add(text, digits + at, sizeof digits - at);
}

char *text_take(struct text *text)
{
    char *data;

    if (!text_room(text, 0)) {
        text_free(text);
        return NULL;
    }
    text->data[text->length] = '\0';
    data = text->data;
    *text = (struct text){0};
    return data;
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

void text_hide_controls(char *string)
{
    unsigned following = 0; /* bytes that still belong to the character */

    for (unsigned char *c = (unsigned char *)string; *c; c++) {
        if (following && *c >= 0x80 && *c < 0xc0) {
            following--;
            continue;
        }
        following = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc0 ? 1 : 0;
        if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            *c = c[1] = '?';
        else if (*c < 0x20 || *c == 0x7f || (*c >= 0x80 && *c < 0xa0))
            *c = '?';
    }
}

const char *text_begin(const char *text, const char *end)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    bool marked = (size_t)(end - text) >= sizeof mark && memcmp(text, mark, sizeof mark) == 0;

    return marked ? text + sizeof mark : text;
}

bool text_line(const char **at, const char *end, const char **line, const char **line_end)
{
    const char *newline;

    if (*at == end)
        return false;
    newline = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *line_end = newline ? newline : end;
    *at = newline ? newline + 1 : end;
    return true;
}

int text_parse_number(const char **cursor, const char *end, uint64_t limit, uint64_t *number)
{
    const char *c = *cursor;
    uint64_t value = 0;

    if (c == end || *c < '0' || *c > '9')
        return -1;
    for (; c < end && *c >= '0' && *c <= '9'; c++) {
        if (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(*c - '0'), &value) || value > limit)
            return -1;
    }
    *cursor = c;
    *number = value;
    return 0;
}
