/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/look.h"

#include "base/text.h"
#include "input/scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest number that is examined. */
#define NUMBER_LENGTH 64

#define SHOWN 24 /* bytes of an unknown line shown in messages */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool look_number(const char *field, size_t length, double *number)
{
    char copy[NUMBER_LENGTH];
    char *stop;

    if (!length || length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!strchr("0123456789.eE+-", field[i]) || !field[i])
            return false;
    }
    memcpy(copy, field, length);
    copy[length] = '\0';
    *number = text_real(copy, &stop);
    return !*stop;
}

bool look_field(char separator, const char **at, const char *end, const char **field,
                size_t *length)
{
    const char *start = *at, *stop;

    if (!start)
        return false;
    while (start < end && is_blank(*start) && *start != separator)
        start++;
    if (start == end && separator == ' ')
        return false;
    stop = start;
    if (start < end && *start == '"') {
        const char *quote = memchr(start + 1, '"', (size_t)(end - start - 1));

        stop = quote ? quote : start;
    }
    while (stop < end && (separator == ' ' ? !is_blank(*stop) : *stop != separator))
        stop++;
    *at = stop < end ? stop + 1 : NULL;
    while (stop > start && is_blank(stop[-1]))
        stop--;
    if (stop - start >= 2 && *start == '"' && stop[-1] == '"') {
        start++;
        stop--;
    }
    *field = start;
    *length = (size_t)(stop - start);
    return true;
}

size_t look_count_numbers(const struct look *look)
{
    size_t count = 0;

    for (size_t i = 0; i < look->length; i++) {
        char c = look->line[i];
        bool digit = c >= '0' && c <= '9';

        if (!digit && !is_blank(c))
            return 0;
        count += digit && (i == 0 || is_blank(look->line[i - 1]));
    }
    return count;
}

/* Find the next row, neither comment nor blank, from *at on; it ends where a comment begins. */
static bool next_row(const char **at, const char *end, const char **row, const char **row_end)
{
    const char *start, *stop;

    while (text_line(at, end, &start, &stop)) {
        const char *comment;

        while (start < stop && is_blank(*start))
            start++;
        if (start == stop || *start == '#' || *start == '%')
            continue;
        comment = memchr(start, '#', (size_t)(stop - start));
        *row = start;
        *row_end = comment ? comment : stop;
        while (*row_end > start && is_blank((*row_end)[-1]))
            (*row_end)--;
        return true;
    }
    return false;
}

static bool is_number(const char *field, size_t length)
{
    double number;

    return look_number(field, length, &number);
}

/* Choose the separator of the first row's fields. If there are tabs, names may contain blanks. */
static void choose_separator(struct look *look)
{
    const char *row = look->head, *at = row, *field;
    size_t bytes = (size_t)(look->head_end - row), length;

    look->separator = ' ';
    if (memchr(row, ';', bytes))
        look->separator = ';';
    else if (memchr(row, ',', bytes))
        look->separator = ',';
    if (!look_field(look->separator, &at, look->head_end, &field, &length))
        return;
    look->lettered = !is_number(field, length);
    if (look->lettered && look->separator == ' ' && memchr(row, '\t', bytes))
        look->separator = '\t';
}

/* Whether the first field of a row after the first may be the row's name. */
static bool may_be_label(const struct look *look, bool number)
{
    const double (*value)[LOOK_EDGE_COLUMNS] = look->value;
    uint32_t row = look->rows;

    if (row < 2)
        return !number || value[row][0] == 0 || value[row][0] == 1;
    return look->labels && (number ? value[row][0] == value[1][0] + row - 1
                                   : value[row][0] == 0 && value[1][0] == 0);
}

static void look_at_row(struct look *look, const char *at, const char *end)
{
    bool first = look->rows == 0, numbers = true;
    uint32_t fields = 0;
    const char *field;
    size_t length;

    while (look_field(look->separator, &at, end, &field, &length)) {
        double number = 0;
        bool valid = look_number(field, length, &number);

        if (fields < LOOK_EDGE_COLUMNS)
            look->value[look->rows][fields] = number;
        if (fields == 0 && !first)
            look->labels = may_be_label(look, valid);
        look->plain = look->plain && valid;
        numbers = numbers && (valid || fields == 0);
        fields++;
    }
    if (first) {
        look->first = fields;
        look->begins = look->plain;
    }
    if (first || (look->rows == 1 && look->lettered))
        look->least = look->most = fields;
    if (fields < look->least)
        look->least = fields;
    if (fields > look->most)
        look->most = fields;
    look->numbers = (first || look->rows == 1 || look->numbers) && numbers;
    look->rows++;
}

static void look_at_first_line(struct look *look, const char *at, const char *end)
{
    const char *stop = at;

    look->line = at;
    while (look->line == stop && text_line(&at, end, &look->line, &stop)) {
        while (look->line < stop && is_blank(*look->line))
            look->line++;
    }
    look->length = (size_t)(stop - look->line);
}

void look_at(struct look *look, const struct source *source)
{
    const char *end = source->text + source->length, *at = source->text, *row, *row_end;

    *look = (struct look){.source = source, .plain = true, .separator = ' '};
    if (source->length >= strlen(BYTE_ORDER_MARK) &&
        memcmp(at, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        at += strlen(BYTE_ORDER_MARK);
    look_at_first_line(look, at, end);
    while (next_row(&at, end, &row, &row_end)) {
        if (look->rows == LOOK_ROWS) {
            look->more = true;
            break;
        }
        if (look->rows == 0) {
            look->head = row;
            look->head_end = row_end;
            choose_separator(look);
        }
        look_at_row(look, row, row_end);
    }
}

/* ---- small tables ------------------------------------------------------------------------ */

/* Whether the rows from `from` on, as many as columns, look more like a matrix than like edges. */
static bool like_matrix(const struct look *look, uint32_t from)
{
    bool zero = true, symmetric = true;
    uint32_t n = look->most;

    for (uint32_t i = 0; i < n; i++) {
        zero = zero && look->value[from + i][i] == 0;
        for (uint32_t j = 0; j < i; j++)
            symmetric = symmetric && look->value[from + i][j] == look->value[from + j][i];
    }
    return zero || symmetric;
}

/* Whether the rows may be edges: every rank could occur, and every edge has bytes. */
static bool like_edges(const struct look *look)
{
    for (uint32_t i = 0; i < look->rows; i++) {
        for (uint32_t j = 0; j < 2; j++) {
            double rank = look->value[i][j];

            if (rank < 0 || rank >= 2.0 * look->rows || rank != floor(rank))
                return false;
        }
        if (look->least > 2 && look->value[i][2] <= 0)
            return false;
    }
    return true;
}

/* Whether the first row numbers the columns. */
static bool is_numbered(const struct look *look)
{
    for (uint32_t j = 0; j < look->most; j++) {
        if (look->value[0][j] != j)
            return false;
    }
    return true;
}

static enum look_table small_table(const struct look *look)
{
    uint32_t columns = look->most, rows = look->rows;
    bool edges, matrix;

    if (look->lettered)
        return !look->more && (rows == columns + 1 ||
                               (look->labels && (rows == columns || rows + 1 == columns)))
                   ? LOOK_MATRIX
                   : LOOK_NO_TABLE;
    if (columns < 2)
        return LOOK_NO_TABLE;
    if (!look->more && rows == columns + 1 && is_numbered(look) && like_matrix(look, 1) &&
        !like_edges(look))
        return LOOK_MATRIX;
    if (look->more || rows != columns)
        return LOOK_EDGES;
    edges = like_edges(look);
    matrix = like_matrix(look, 0);
    if (edges != matrix)
        return edges ? LOOK_EDGES : LOOK_MATRIX;
    return edges || look->separator == ' ' ? LOOK_AMBIGUOUS : LOOK_MATRIX;
}

enum look_table look_table(const struct look *look)
{
    /* Leave errors in a row to the parser, which reports them. */
    if (look->begins && !look->plain && look->first > LOOK_EDGE_COLUMNS)
        return LOOK_MATRIX;
    if (look->begins && !look->plain)
        return look->first > 1 ? LOOK_EDGES : LOOK_NO_TABLE;
    if (!look->rows || (look->lettered && look->rows < 2) || !look->numbers ||
        (!look->plain && !look->lettered))
        return LOOK_NO_TABLE;
    if (look->least != look->most) {
        if (look->plain && look->least > 2 && look->most <= LOOK_EDGE_COLUMNS)
            return LOOK_EDGES;
        return look->separator == ' ' ? LOOK_NO_TABLE : LOOK_MATRIX;
    }
    return look->most > LOOK_EDGE_COLUMNS ? LOOK_MATRIX : small_table(look);
}

/* ---- what else there is ------------------------------------------------------------------ */

static const struct {
    const char *begin;
    size_t at;
    const char *what;
} others[] = {
    {"@ mpiP", 0, "an mpiP report, which sums up call sites and holds no pairs of ranks"},
    {"PK\003\004", 0, "a zip archive, as numpy's .npz: save the matrix with numpy.save"},
    {"ustar", 257, "a tar archive; Score-P's .cubex is one, and holds sums of each process, no "
                   "pairs of ranks"},
    {"\x89HDF", 0, "an HDF5 file: export the matrix as CSV"},
    {"MATLAB ", 0, "a MATLAB file: export the matrix as CSV"},
    {"\x80\x04", 0, "a Python pickle: save the matrix with numpy.save"},
    {"BZh", 0, "a file compressed by bzip2: gzip and zstd are read"},
    {"\xfd" "7zXZ", 0, "a file compressed by xz: gzip and zstd are read"},
    {"\x7f" "ELF", 0, "a program"},
    {"%PDF", 0, "a PDF document"},
    {"\xff\xfe", 0, "text in UTF-16: save it as UTF-8"},
    {"\xfe\xff", 0, "text in UTF-16: save it as UTF-8"},
    {"<", 0, "an HTML or XML file, but no IPM report"},
    {"[", 0, "a JSON array: node-link data are an object with \"nodes\" and \"links\""},
};

void look_describe(const struct look *look, char *text, size_t size)
{
    size_t shown = look->length < SHOWN ? look->length : SHOWN;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t length = strlen(others[i].begin);
        const char *begin = others[i].at ? look->source->text : look->line;
        size_t there = (size_t)(look->source->text + look->source->length - begin);

        if (there >= others[i].at + length &&
            memcmp(begin + others[i].at, others[i].begin, length) == 0) {
            snprintf(text, size, "is %s", others[i].what);
            return;
        }
    }
    while (shown && is_blank(look->line[shown - 1]))
        shown--;
    if (!look->length)
        snprintf(text, size, "holds only blanks");
    else if (look_table(look) == LOOK_AMBIGUOUS)
        snprintf(text, size, "may be a list of edges or a matrix: name the format, or put "
                             "'# n=RANKS' before edges");
    else
        snprintf(text, size, "begins with '%.*s'", (int)shown, look->line);
}
