/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

/* Writing JSON (RFC 8259), two blanks a level. Keys are NULL inside arrays. */
struct json {
    struct text text;
    unsigned depth;
    bool filled; /* the current object or array has a member */
};

void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);                 /* '}' or ']' */
void json_string(struct json *json, const char *key, const char *value); /* NULL: null */
void json_number(struct json *json, const char *key, double value);      /* not finite: null */
void json_whole(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/* Append a string of JSON, with its quotes. File names are bytes, JSON is UTF-8: a byte that is no
 * part of a character becomes U+FFFD. */
void json_quote(struct text *text, const char *string);

/* `count` numbers on one line. */
void json_list(struct json *json, const char *key, const uint32_t *values, size_t count);
void json_list_long(struct json *json, const char *key, const uint64_t *values, size_t count);

#endif
