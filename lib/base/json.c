/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json.h"

#include <math.h>

static void quote(struct text *text, const char *string)
{
    text_puts(text, "\"");
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;

        if (c == '"' || c == '\\')
            text_add(text, "\\", 1);
        if (c < ' ')
            text_printf(text, "\\u%04x", c);
        else
            text_add(text, string, 1);
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
        quote(&json->text, key);
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
        quote(&json->text, value);
    else
        text_puts(&json->text, "null");
}

void json_number(struct json *json, const char *key, double value)
{
    member(json, key);
    if (isfinite(value))
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

void json_list(struct json *json, const char *key, const uint32_t *values, size_t count)
{
    member(json, key);
    text_puts(&json->text, "[");
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_puts(&json->text, ", ");
        text_number(&json->text, values[i]);
    }
    text_puts(&json->text, "]");
}
