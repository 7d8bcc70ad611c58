/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json.h"

#include <math.h>

/* Whole numbers up to this one are exact. */
#define EXACT 0x1p53

/* The length of the UTF-8 character (RFC 3629) at `at`; 0 if the bytes there are not valid
 * UTF-8. */
static size_t utf8_length(const unsigned char *at)
{
    static const struct {
        unsigned char first, last;           /* lead bytes */
        unsigned char second_first, second_last;
        size_t length;
    } forms[] = {
        {0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t form = 0, length;

    while (form < sizeof forms / sizeof *forms && *at > forms[form].last)
        form++;
    if (form == sizeof forms / sizeof *forms || *at < forms[form].first)
        return 0;
    length = forms[form].length;
    if (length > 1 && (at[1] < forms[form].second_first || at[1] > forms[form].second_last))
        return 0;
    for (size_t i = 2; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

void json_quote(struct text *text, const char *string)
{
    text_puts(text, "\"");
    while (*string) {
        size_t length = utf8_length((const unsigned char *)string);

        if (*string == '"' || *string == '\\')
            text_add(text, "\\", 1);
        if (length == 0)
            text_puts(text, "\xef\xbf\xbd"); /* U+FFFD, the replacement character */
        else if ((unsigned char)*string < ' ')
            text_printf(text, "\\u%04x", *string);
        else
            text_add(text, string, length);
        string += length ? length : 1;
    }
    text_puts(text, "\"");
}

static void member(struct json *json, const char *key)
{
    if (json->depth) {
        text_puts(&json->text, json->filled ? ",\n" : "\n");
        for (unsigned i = 0; i < json->depth; i++)
            text_puts(&json->text, "  ");
    }
    json->filled = true;
    if (key) {
        json_quote(&json->text, key);
        text_puts(&json->text, ": ");
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    member(json, key);
    text_add(&json->text, &bracket, 1);
    json->depth++;
    json->filled = false;
}

void json_close(struct json *json, char bracket)
{
    json->depth--;
    if (json->filled) {
        text_puts(&json->text, "\n");
        for (unsigned i = 0; i < json->depth; i++)
            text_puts(&json->text, "  ");
    }
    text_add(&json->text, &bracket, 1);
    json->filled = true;
    if (json->depth == 0)
        text_puts(&json->text, "\n");
}

void json_string(struct json *json, const char *key, const char *value)
{
    member(json, key);
    if (value)
        json_quote(&json->text, value);
    else
        text_puts(&json->text, "null");
}

void json_number(struct json *json, const char *key, double value)
{
    member(json, key);
    if (value == trunc(value) && fabs(value) <= EXACT)
        text_printf(&json->text, "%.0f", value);
    else if (isfinite(value))
        text_printf(&json->text, "%.15g", value);
    else
        text_puts(&json->text, "null");
}

void json_whole(struct json *json, const char *key, uint64_t value)
{
    member(json, key);
    text_number(&json->text, value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    member(json, key);
    text_puts(&json->text, value ? "true" : "false");
}

static void list_item(struct json *json, size_t index, uint64_t value)
{
    if (index)
        text_puts(&json->text, ", ");
    text_number(&json->text, value);
}

void json_list(struct json *json, const char *key, const uint32_t *values, size_t count)
{
    member(json, key);
    text_puts(&json->text, "[");
    for (size_t i = 0; i < count; i++)
        list_item(json, i, values[i]);
    text_puts(&json->text, "]");
}

void json_list_long(struct json *json, const char *key, const uint64_t *values, size_t count)
{
    member(json, key);
    text_puts(&json->text, "[");
    for (size_t i = 0; i < count; i++)
        list_item(json, i, values[i]);
    text_puts(&json->text, "]");
}
