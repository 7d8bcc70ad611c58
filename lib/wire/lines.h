/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_LINES_H
#define WIRE_LINES_H

#include "base/error.h"

/* Reads lines `keyword value` of a bounded text. */
struct lines {
    const char *name;   /* for messages */
    const char *next;   /* start of the next line */
    const char *end;
    unsigned number;    /* number of the current line */
    const char *key;    /* keyword of the current line; not terminated */
    size_t key_length;
    const char *value;  /* the rest of the line after the keyword and one blank; not terminated */
    const char *value_end;
};

void lines_start(struct lines *lines, const char *name, const char *text, size_t length);

/* Go to the next line; false at the end. A last line without newline may be truncated, and is
 * ignored. */
bool lines_next(struct lines *lines);

bool lines_is(const struct lines *lines, const char *key);

/* Fail with `name:line: ` and the message; returns -1. */
int lines_error(const struct lines *lines, struct topomap_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Go to the first line, which must be `key format`. Returns 0, or -1 with an error. */
int lines_first(struct lines *lines, const char *key, unsigned format,
                struct topomap_error *error);

/* Fail because the line 'end' is missing; returns -1. */
int lines_cut_off(const struct lines *lines, struct topomap_error *error);

/* Replace *string by a copy of the value. Returns 0, or -1 with an error. */
int lines_string(const struct lines *lines, char **string, struct topomap_error *error);

/* Parse the value as a whole number of at most `limit`, or as a finite number that is not
 * negative. */
int lines_number(const struct lines *lines, uint64_t limit, uint64_t *number,
                 struct topomap_error *error);
int lines_real(const struct lines *lines, double *number, struct topomap_error *error);

/* Skip the block of `length` bytes after the current line, and the newline after it; *block is its
 * start. Returns 0, or -1 with an error if the text is too short. */
int lines_block(struct lines *lines, uint64_t length, const char **block,
                struct topomap_error *error);

#endif
