/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_LINES_H
#define WIRE_LINES_H

#include "base/error.h"

/* Reading `keyword value` lines of a bounded text. */
struct lines {
    const char *name;   /* for messages */
    const char *next;   /* start of the line to come */
    const char *end;
    unsigned number;    /* of the current line */
    const char *key;    /* of the current line; not terminated */
    size_t key_length;
    const char *value;  /* what follows the keyword and one blank; not terminated */
    const char *value_end;
};

void lines_start(struct lines *lines, const char *name, const char *text, size_t length);

/* Go to the next line: true, or false at the end. A last line without newline does not count:
 * it may be cut off. */
bool lines_next(struct lines *lines);

bool lines_is(const struct lines *lines, const char *key);

/* `name:line: ` and the message; returns -1. */
int lines_error(const struct lines *lines, struct topomap_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Go to the first line, which must be `key format`. Returns 0, or -1 with an error set. */
int lines_first(struct lines *lines, const char *key, unsigned format,
                struct topomap_error *error);

/* The line 'end' did not come; returns -1. */
int lines_cut_off(const struct lines *lines, struct topomap_error *error);

/* The value as a copy, replacing *string. Returns 0, or -1 with an error set. */
int lines_string(const struct lines *lines, char **string, struct topomap_error *error);

/* The value as a whole number of at most `limit`, or as a finite, non-negative real number. */
int lines_number(const struct lines *lines, uint64_t limit, uint64_t *number,
                 struct topomap_error *error);
int lines_real(const struct lines *lines, double *number, struct topomap_error *error);

/* Skip `length` bytes that follow the current line, and the newline behind them; *block is where
 * they start. Returns 0, or -1 with an error set if the text is too short. */
int lines_block(struct lines *lines, uint64_t length, const char **block,
                struct topomap_error *error);

#endif
