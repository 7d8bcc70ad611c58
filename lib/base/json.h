/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

/* Writes JSON (RFC 8259), indented by two blanks a level. Keys are NULL inside arrays. */
struct json {
    struct text text;
    unsigned depth;
    bool filled; /* the current object or array has members */
};

void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);                 /* '}' or ']' */
void json_string(struct json *json, const char *key, const char *value); /* NULL: null */
void json_number(struct json *json, const char *key, double value);      /* null unless finite */
void json_whole(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/* Append a JSON string with its quotes. File names may hold any bytes, JSON must be UTF-8: a byte
 * that is not part of a valid character becomes U+FFFD. */
void json_quote(struct text *text, const char *string);

/* An array of `count` numbers on one line. */
void json_list(struct json *json, const char *key, const uint32_t *values, size_t count);
void json_list_long(struct json *json, const char *key, const uint64_t *values, size_t count);

#endif
