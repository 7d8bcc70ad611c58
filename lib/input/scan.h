/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_SCAN_H
#define INPUT_SCAN_H

#include "input/source.h"

#include <string.h>

/* The longest line of a text that is read line by line. */
#define SCAN_MAX_LINE (UINT64_C(16) << 20)

/* A cursor over the lines of a text. */
struct scan {
    const struct source *source;
    const char *at;     /* the next character to read in the current line */
    const char *end;    /* end of the current line, without the newline */
    const char *start;  /* start of the current line */
    const char *next;   /* the next line, or the end of the text */
    uint32_t line;      /* number of the current line, from 1; 0 before the first */
};

void scan_init(struct scan *scan, const struct source *source);

/* Go to the next line: 1 if there is one, 0 at the end of the text, -1 if the line is too long. */
int scan_next(struct scan *scan, struct topomap_error *error);

/* Go to the next line that is neither blank nor begins with `comment`. */
int scan_next_filled(struct scan *scan, char comment, struct topomap_error *error);

/* Fail with TOPOMAP_INPUT and `name:line:column: ` of the cursor; returns -1. */
int scan_fail(const struct scan *scan, struct topomap_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __clang_analyzer__ /* as in base/error.h */
#define scan_fail(...) (scan_fail(__VA_ARGS__), -1)
#endif

/* Like scan_number, for numbers that may overflow; also makes the error messages of scan_number. */
int scan_any_number(struct scan *scan, const char *what, uint64_t limit, uint64_t *number,
                    struct topomap_error *error);

/*
 * Read up to 18 digits at *at, which end before `stop`, the end of the text. Returns their number
 * and moves *at past them. Eight bytes are examined at a time, even across the end of the line:
 * reading a graph is mostly this, and a loop over digits mispredicts branches when lengths vary.
 */
static inline uint64_t scan_digits(const char **at, const char *stop)
{
    const char *c = *at, *last = stop - c > 18 ? c + 18 : stop;
    uint64_t value = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (stop - c >= 8) {
        uint64_t word, other;

        memcpy(&word, c, sizeof word);
        word ^= UINT64_C(0x3030303030303030); /* digits become 0 to 9 */
        other = ((word + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
        if (other) {
            unsigned digits = (unsigned)__builtin_ctzll(other) / 8;

            /* Shift out what is not a digit; zeros come in as leading zeros. */
            word = digits ? word << (64 - 8 * digits) : 0;
            word = word * 10 + (word >> 8); /* combine pairs, then fours, then all eight */
            word = (word & UINT64_C(0x00ff00ff00ff00ff)) * 100 +
                   (word >> 16 & UINT64_C(0x00ff00ff00ff00ff));
            word = (word & UINT64_C(0x0000ffff0000ffff)) * 10000 +
                   (word >> 32 & UINT64_C(0x0000ffff));
            *at = c + digits;
            return word & UINT64_C(0xffffffff);
        }
    }
#endif
    while (c < last && *c >= '0' && *c <= '9')
        value = value * 10 + (uint64_t)(*c++ - '0');
    *at = c;
    return value;
}

/* Read a number up to `limit` at the cursor; `what` names it in messages. */
static inline int scan_number(struct scan *scan, const char *what, uint64_t limit,
                              uint64_t *number, struct topomap_error *error)
{
    const char *c = scan->at;
    uint64_t value = scan_digits(&c, scan->source->text + scan->source->length);

    /* More than 17 digits: rare, so take the careful way. */
    if (c == scan->at || c > scan->end || c - scan->at > 17 || value > limit)
        return scan_any_number(scan, what, limit, number, error);
    scan->at = c;
    *number = value;
    return 0;
}

/* The most numbers that scan_plain_line reads. */
#define SCAN_PLAIN 4

/*
 * Read the next line if it is plain: up to SCAN_PLAIN numbers of at most 17 digits, separated by
 * single blanks, and nothing else. Returns how many. Returns 0 if the line is not plain or is near
 * the end of the text; the cursor then stays, and the caller uses scan_next. This makes reading
 * long lists of numbers faster.
 */
static inline unsigned scan_plain_line(struct scan *scan, uint64_t number[SCAN_PLAIN])
{
    const char *stop = scan->source->text + scan->source->length, *c = scan->next, *start;
    unsigned count = 0;

    if (stop - c < SCAN_PLAIN * 20)
        return 0;
    do {
        start = c;
        number[count++] = scan_digits(&c, stop);
        if (c == start || c - start > 17)
            return 0;
    } while (count < SCAN_PLAIN && *c == ' ' && c++);
    start = c;
    c += *c == '\r';
    if (*c != '\n')
        return 0;
    scan->start = scan->next;
    scan->at = scan->end = start;
    scan->next = c + 1;
    scan->line++;
    return count;
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

/* Whether the word stands at the cursor, which then moves past it. */
static inline bool scan_take(struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

#endif
