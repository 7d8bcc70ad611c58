/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SCAN_H
#define IO_SCAN_H

#include "io/source.h"

/* Longest line of a text that is read line by line. */
#define SCAN_MAX_LINE (UINT64_C(16) << 20)

/* What some editors put ahead of a text in UTF-8; it is passed over. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* A cursor over the lines of a text. */
struct scan {
    const struct source *source;
    const char *at;     /* where the line at hand is read */
    const char *end;    /* its end, without the line end */
    const char *start;  /* its begin */
    const char *next;   /* the next line, or the end of the text */
    uint32_t line;      /* its number, from 1; 0 before the first */
};

void scan_init(struct scan *scan, const struct source *source);

/* Go to the next line: 1 if there is one, 0 at the end, -1 if it is too long. */
int scan_next(struct scan *scan, struct topomap_error *error);

/* The next line that is not blank and does not begin with `comment`. */
int scan_next_filled(struct scan *scan, char comment, struct topomap_error *error);

/* TOPOMAP_INPUT with `name:line:column: `, where the cursor stands; returns -1. */
int scan_fail(const struct scan *scan, struct topomap_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* scan_number for numbers that may overflow, and for its failures. */
int scan_any_number(struct scan *scan, const char *what, uint64_t limit, uint64_t *number,
                    struct topomap_error *error);

/* A number up to `limit` at the cursor; `what` is its name in messages. Inline, and without
 * checks for overflow, which 18 digits do not reach: reading graphs is little else than this. */
static inline int scan_number(struct scan *scan, const char *what, uint64_t limit,
                              uint64_t *number, struct topomap_error *error)
{
    const char *c = scan->at;
    uint64_t value = 0;

    while (c < scan->end && *c >= '0' && *c <= '9')
        value = value * 10 + (uint64_t)(*c++ - '0');
    if (c == scan->at || c - scan->at > 18 || value > limit)
        return scan_any_number(scan, what, limit, number, error);
    scan->at = c;
    *number = value;
    return 0;
}

static inline void scan_blanks(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t'))
        scan->at++;
}

static inline bool scan_done(const struct scan *scan)
{
    return scan->at == scan->end;
}

#endif
