/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that grows as it is appended to. Start from {0}. Once memory has run out appending does
 * nothing, and text_take returns NULL. */
struct text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_add(struct text *text, const char *data, size_t length);
void text_puts(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* snprintf, vsnprintf and strtod with a decimal point in every locale. All texts of the library and
 * the plugin that may hold fractions are written by these functions or by text_printf. */
int text_format(char *string, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int text_vformat(char *string, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
double text_real(const char *string, char **end);

/* Append a decimal number; much faster than text_printf. */
void text_number(struct text *text, uint64_t number);

/* The finished text, terminated by NUL; the caller frees it. NULL if memory ran out. */
char *text_take(struct text *text);

void text_free(struct text *text);

/*
 * Replace each byte of a control character by '?': ASCII controls, U+0080 to U+009F, and bytes that
 * are not valid UTF-8 but might act as a control on a terminal.
 */
void text_hide_controls(char *string);

/* Where a text up to `end` begins: behind the byte order mark that some editors put in front of
 * UTF-8. All readers of texts that people write skip it. */
const char *text_begin(const char *text, const char *end);

/*
 * Find the next line of the text between *at and `end`. *line_end is its end, without the newline,
 * and *at moves past the newline. Returns false at the end of the text. A last line without a
 * newline counts; *line_end is `end` then. All readers of lines use this function.
 */
bool text_line(const char **at, const char *end, const char **line, const char **line_end);

/*
 * Parse an unsigned decimal number at *cursor, not past `end`, and move *cursor past it. Returns 0,
 * or -1 if there is no digit or the number exceeds `limit`.
 */
int text_parse_number(const char **cursor, const char *end, uint64_t limit, uint64_t *number);

#endif
