/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_LOOK_H
#define IO_LOOK_H

#include "input/source.h"

/* Rows of a table that are examined: more than the largest table has that could be either a small
 * matrix or a list of edges. */
#define LOOK_ROWS 8

/* The most columns of an edge list without column names. */
#define LOOK_EDGE_COLUMNS 4

/* A summary of the beginning of a text, sufficient to tell formats apart. */
struct look {
    const struct source *source;
    const char *line;    /* the first line that is not blank, from its first character that is
                          * not blank */
    size_t length;       /* of that line; 0: all lines are blank */

    /* The text as a table, without comments (# or %) and blank lines. */
    char separator;      /* ',' or ';', or ' ' for blanks */
    uint32_t rows;       /* examined, up to LOOK_ROWS */
    bool more;           /* there are further rows */
    bool lettered;       /* the first field is not a number */
    uint32_t first;      /* fields of the first row */
    uint32_t least;      /* least fields of the later rows, or of the first row if it is the only
                          * one */
    uint32_t most;
    bool numbers;        /* the later rows hold only numbers, except for their first field; the
                          * first row if it is the only one */
    bool labels;         /* the first fields of the later rows may be row names: none is a
                          * number, or they count from 0 or 1 */
    bool plain;          /* all rows hold only numbers */
    bool begins;         /* the first row holds only numbers */
    const char *head;    /* the first row */
    const char *head_end;
    double value[LOOK_ROWS][LOOK_EDGE_COLUMNS]; /* the first numbers of each row */
};

/* Summarise the beginning of `source`. */
void look_at(struct look *look, const struct source *source);

/* Take the next field of a row at *at, without the blanks and quotes around it, and move *at past
 * the field and its separator. False after the last field. */
bool look_field(char separator, const char **at, const char *end, const char **field,
                size_t *length);

/* Whether a field is a number. */
bool look_number(const char *field, size_t length, double *number);

/* If the first line consists of whole numbers, how many; else 0. */
size_t look_count_numbers(const struct look *look);

/* What a table may be. */
enum look_table {
    LOOK_NO_TABLE,
    LOOK_EDGES,     /* an edge list */
    LOOK_MATRIX,
    LOOK_AMBIGUOUS, /* a small square table, which may be a matrix or an edge list */
};

enum look_table look_table(const struct look *look);

/* Describe a text that no format recognised: "an HTML or XML file", ... */
void look_describe(const struct look *look, char *text, size_t size);

#endif
