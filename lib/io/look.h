/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_LOOK_H
#define IO_LOOK_H

#include "input/source.h"

/* Rows of a table that are looked at: more than the largest one has that might be a small matrix as
 * well as a list of edges. */
#define LOOK_ROWS 8

/* Most columns of a list of edges that has no names of columns. */
#define LOOK_EDGE_COLUMNS 4

/* What a text looks like from its begin; enough to tell formats apart. */
struct look {
    const struct source *source;
    const char *line;    /* the first one that is not blank, without the blanks before it */
    size_t length;       /* of it; 0: all are blank */

    /* Of the text as a table; comments (# or %) and blank lines left out. */
    char separator;      /* ',' or ';', or ' ' for blanks */
    uint32_t rows;       /* looked at, up to LOOK_ROWS */
    bool more;           /* there are others */
    bool lettered;       /* the first field is no number */
    uint32_t first;      /* fields of the first row, */
    uint32_t least;      /* and of those behind it; of the first if it is alone */
    uint32_t most;
    bool numbers;        /* the rows behind the first hold numbers only, but for their first field;
                          * of the first if it is alone */
    bool labels;         /* the first field of the rows behind the first may name them: it is no
                          * number in all of them, or counts from 0 or 1 */
    bool plain;          /* all rows hold numbers only */
    bool begins;         /* the first row does */
    const char *head;    /* the first row */
    const char *head_end;
    double value[LOOK_ROWS][LOOK_EDGE_COLUMNS]; /* their first numbers */
};

/* What the first bytes of `source` say. */
void look_at(struct look *look, const struct source *source);

/* The next field of a table's row, without blanks and quotes around it: from *at on, which moves
 * behind the field and its separator. False behind the last one. */
bool look_field(char separator, const char **at, const char *end, const char **field,
                size_t *length);

/* Whether a field is a number. */
bool look_number(const char *field, size_t length, double *number);

/* Number of whole numbers that the first line consists of; 0 if it holds anything else. */
size_t look_count_numbers(const struct look *look);

/* How a table may be meant. */
enum look_table {
    LOOK_NO_TABLE,
    LOOK_EDGES,     /* a list of edges */
    LOOK_MATRIX,
    LOOK_AMBIGUOUS, /* as many rows as columns, and few of them: one or the other */
};

enum look_table look_table(const struct look *look);

/* "an HTML or XML file", ...: what a text that no format takes for its own seems to be. */
void look_describe(const struct look *look, char *text, size_t size);

#endif
