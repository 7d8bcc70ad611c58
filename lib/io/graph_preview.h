/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRAPH_PREVIEW_H
#define IO_GRAPH_PREVIEW_H

#include "input/source.h"

/* Rows of a table that are examined: more than the largest table has that could be either a small
 * matrix or a list of edges. */
#define PREVIEW_ROWS 8

/* The most columns of an edge list without column names. */
#define PREVIEW_EDGE_COLUMNS 4

/* A summary of the beginning of a text, sufficient to tell formats apart. */
struct graph_preview {
    const struct source *source;
    const char *line;    /* the first line that is not blank, from its first character that is
                          * not blank */
    size_t length;       /* of that line; 0: all lines are blank */

    /* The text as a table, without comments (# or %) and blank lines. */
    char separator;      /* ',' or ';', or ' ' for blanks */
    uint32_t rows;       /* examined, up to PREVIEW_ROWS */
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
    bool numbered;       /* the first row and the first fields of the later rows number the ranks
                          * of a matrix from 0 or 1: the first row has no field above the latter */
    bool plain;          /* all rows hold only numbers */
    bool begins;         /* the first row holds only numbers */
    const char *head;    /* the first row */
    const char *head_end;
    double value[PREVIEW_ROWS][PREVIEW_EDGE_COLUMNS]; /* the first numbers of each row */
};

/* Summarise the beginning of `source`. */
void graph_preview_read(struct graph_preview *preview, const struct source *source);

/* Take the next field of a row at *at, without the blanks and quotes around it, and move *at past
 * the field and its separator. False after the last field. */
bool graph_preview_field(char separator, const char **at, const char *end, const char **field,
                         size_t *length);

/* Whether a field is a number. */
bool graph_preview_number(const char *field, size_t length, double *number);

/* If the first line consists of whole numbers, how many; else 0. */
size_t graph_preview_count_numbers(const struct graph_preview *preview);

/* What a table may be. */
enum graph_table {
    GRAPH_TABLE_NONE,
    GRAPH_TABLE_EDGES,     /* an edge list */
    GRAPH_TABLE_MATRIX,
    GRAPH_TABLE_AMBIGUOUS, /* a small square table, which may be a matrix or an edge list */
};

enum graph_table graph_preview_kind(const struct graph_preview *preview);

/* Describe a text that no format recognised: "an HTML or XML file", ... */
void graph_preview_describe(const struct graph_preview *preview, char *text, size_t size);

#endif
