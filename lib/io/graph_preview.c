/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/graph_preview.h"

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

bool graph_preview_number(const char *field, size_t length, double *number)
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

bool graph_preview_field(char separator, const char **at, const char *end, const char **field,
                         size_t *length)
{
    const char *start = *at, *stop;

    if (!start)
        return false;
    while (start < end && is_blank(*start) && (separator == ' ' || *start != separator))
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

size_t graph_preview_count_numbers(const struct graph_preview *preview)
{
    size_t count = 0;

    for (size_t i = 0; i < preview->length; i++) {
        char c = preview->line[i];
        bool digit = c >= '0' && c <= '9';

        if (!digit && !is_blank(c))
            return 0;
        count += digit && (i == 0 || is_blank(preview->line[i - 1]));
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

    return graph_preview_number(field, length, &number);
}

/* Choose the separator of the first row's fields. If there are tabs, names may contain blanks. */
static void choose_separator(struct graph_preview *preview)
{
    const char *row = preview->head, *at = row, *field;
    size_t bytes = (size_t)(preview->head_end - row), length;

    preview->separator = ' ';
    if (memchr(row, ';', bytes))
        preview->separator = ';';
    else if (memchr(row, ',', bytes))
        preview->separator = ',';
    if (!graph_preview_field(preview->separator, &at, preview->head_end, &field, &length))
        return;
    preview->lettered = !is_number(field, length);
    if (preview->lettered && preview->separator == ' ' && memchr(row, '\t', bytes))
        preview->separator = '\t';
}

/* Whether the first field of a row after the first may be the row's name. */
static bool may_be_label(const struct graph_preview *preview, bool number)
{
    const double (*value)[PREVIEW_EDGE_COLUMNS] = preview->value;
    uint32_t row = preview->rows;

    if (row < 2)
        return !number || value[row][0] == 0 || value[row][0] == 1;
    return preview->labels && (number ? value[row][0] == value[1][0] + row - 1
                                   : value[row][0] == 0 && value[1][0] == 0);
}

/* Whether field `field` of the row at hand, a number, may stand there in a numbered table. */
static bool may_be_numbered(const struct graph_preview *preview, uint32_t field, double number)
{
    double base = preview->value[0][0];

    if (preview->rows == 0)
        return number == base + field && (base == 0 || base == 1);
    return field > 0 || number == base + preview->rows - 1;
}

static void read_row(struct graph_preview *preview, const char *at, const char *end)
{
    bool first = preview->rows == 0, numbers = true;
    uint32_t fields = 0;
    const char *field;
    size_t length;

    while (graph_preview_field(preview->separator, &at, end, &field, &length)) {
        double number = 0;
        bool valid = graph_preview_number(field, length, &number);

        if (fields < PREVIEW_EDGE_COLUMNS)
            preview->value[preview->rows][fields] = number;
        if (fields == 0 && !first)
            preview->labels = may_be_label(preview, valid);
        preview->numbered = preview->numbered && valid && may_be_numbered(preview, fields, number);
        preview->plain = preview->plain && valid;
        numbers = numbers && (valid || fields == 0);
        fields++;
    }
    if (first) {
        preview->first = fields;
        preview->begins = preview->plain;
    }
    preview->numbered = preview->numbered && (first ? fields > 1 : fields == preview->first + 1);
    if (first || (preview->rows == 1 && preview->lettered))
        preview->least = preview->most = fields;
    if (fields < preview->least)
        preview->least = fields;
    if (fields > preview->most)
        preview->most = fields;
    preview->numbers = (first || preview->rows == 1 || preview->numbers) && numbers;
    preview->rows++;
}

static void read_first_line(struct graph_preview *preview, const char *at, const char *end)
{
    const char *stop = at;

    preview->line = at;
    while (preview->line == stop && text_line(&at, end, &preview->line, &stop)) {
        while (preview->line < stop && is_blank(*preview->line))
            preview->line++;
    }
    preview->length = (size_t)(stop - preview->line);
}

void graph_preview_read(struct graph_preview *preview, const struct source *source)
{
    const char *end = source->text + source->length, *at = text_begin(source->text, end);
    const char *row, *row_end;

    *preview = (struct graph_preview){
        .source = source, .plain = true, .numbered = true, .separator = ' '};
    read_first_line(preview, at, end);
    while (next_row(&at, end, &row, &row_end)) {
        /* A binary file's row can be as long as the file. */
        if (memchr(row, '\0', (size_t)(row_end - row)))
            break;
        if (preview->rows == PREVIEW_ROWS) {
            preview->more = true;
            break;
        }
        if (preview->rows == 0) {
            preview->head = row;
            preview->head_end = row_end;
            choose_separator(preview);
        }
        read_row(preview, row, row_end);
    }
    preview->numbered = preview->numbered && (preview->more ? preview->rows <= preview->first
                                                            : preview->rows == preview->first + 1);
}

/* ---- small tables ------------------------------------------------------------------------ */

/* Whether the rows from `from` on, as many as columns, look more like a matrix than like edges. */
static bool like_matrix(const struct graph_preview *preview, uint32_t from)
{
    bool zero = true, symmetric = true;
    uint32_t n = preview->most;

    for (uint32_t i = 0; i < n; i++) {
        zero = zero && preview->value[from + i][i] == 0;
        for (uint32_t j = 0; j < i; j++)
            symmetric = symmetric && preview->value[from + i][j] == preview->value[from + j][i];
    }
    return zero || symmetric;
}

/* Whether the rows may be edges: every rank could occur, and every edge has bytes. */
static bool like_edges(const struct graph_preview *preview)
{
    for (uint32_t i = 0; i < preview->rows; i++) {
        for (uint32_t j = 0; j < 2; j++) {
            double rank = preview->value[i][j];

            if (rank < 0 || rank >= 2.0 * preview->rows || rank != floor(rank))
                return false;
        }
        if (preview->least > 2 && preview->value[i][2] <= 0)
            return false;
    }
    return true;
}

/* Whether the first row numbers the columns. */
static bool is_numbered(const struct graph_preview *preview)
{
    for (uint32_t j = 0; j < preview->most; j++) {
        if (preview->value[0][j] != j)
            return false;
    }
    return true;
}

static enum graph_table small_table(const struct graph_preview *preview)
{
    uint32_t columns = preview->most, rows = preview->rows;
    bool edges, matrix;

    if (preview->lettered)
        return !preview->more && (rows == columns + 1 ||
                                  (preview->labels && (rows == columns || rows + 1 == columns)))
                   ? GRAPH_TABLE_MATRIX
                   : GRAPH_TABLE_NONE;
    if (columns < 2)
        return GRAPH_TABLE_NONE;
    if (!preview->more && rows == columns + 1 && is_numbered(preview) && like_matrix(preview, 1) &&
        !like_edges(preview))
        return GRAPH_TABLE_MATRIX;
    if (preview->more || rows != columns)
        return GRAPH_TABLE_EDGES;
    edges = like_edges(preview);
    matrix = like_matrix(preview, 0);
    if (edges != matrix)
        return edges ? GRAPH_TABLE_EDGES : GRAPH_TABLE_MATRIX;
    return edges || preview->separator == ' ' ? GRAPH_TABLE_AMBIGUOUS : GRAPH_TABLE_MATRIX;
}

/* Whether a word stands where there should be a number, as the other rows show, or the columns. */
static bool has_words(const struct graph_preview *preview)
{
    return !preview->plain && !preview->lettered &&
           (preview->begins || (preview->numbers && preview->rows > 1) ||
            (preview->separator != ' ' && preview->first > PREVIEW_EDGE_COLUMNS));
}

enum graph_table graph_preview_kind(const struct graph_preview *preview)
{
    /* Leave errors in a row to the parser, which reports them. */
    if (has_words(preview) && preview->first > PREVIEW_EDGE_COLUMNS)
        return GRAPH_TABLE_MATRIX;
    if (has_words(preview))
        return preview->first > 1 ? GRAPH_TABLE_EDGES : GRAPH_TABLE_NONE;
    if (!preview->rows || (preview->lettered && preview->rows < 2) || !preview->numbers ||
        (!preview->plain && !preview->lettered))
        return GRAPH_TABLE_NONE;
    if (preview->numbered)
        return GRAPH_TABLE_MATRIX;
    if (preview->least != preview->most) {
        if (preview->plain && preview->least > 2 && preview->most <= PREVIEW_EDGE_COLUMNS)
            return GRAPH_TABLE_EDGES;
        return preview->separator == ' ' ? GRAPH_TABLE_NONE : GRAPH_TABLE_MATRIX;
    }
    return preview->most > PREVIEW_EDGE_COLUMNS ? GRAPH_TABLE_MATRIX : small_table(preview);
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
    {"<", 0, "an HTML or XML file, but not an IPM report"},
    {"[", 0, "a JSON array: node-link data are an object with \"nodes\" and \"links\""},
};

void graph_preview_describe(const struct graph_preview *preview, char *text, size_t size)
{
    size_t shown = preview->length < SHOWN ? preview->length : SHOWN;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t length = strlen(others[i].begin);
        const char *begin = others[i].at ? preview->source->text : preview->line;
        size_t there = (size_t)(preview->source->text + preview->source->length - begin);

        if (there >= others[i].at + length &&
            memcmp(begin + others[i].at, others[i].begin, length) == 0) {
            snprintf(text, size, "is %s", others[i].what);
            return;
        }
    }
    while (shown && is_blank(preview->line[shown - 1]))
        shown--;
    if (!preview->length)
        snprintf(text, size, "holds only blanks");
    else if (graph_preview_kind(preview) == GRAPH_TABLE_AMBIGUOUS)
        snprintf(text, size, "may be a list of edges or a matrix: name the format, or put "
                             "'# n=RANKS' before edges");
    else
        snprintf(text, size, "begins with '%.*s'", (int)shown, preview->line);
}
