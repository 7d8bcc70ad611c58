/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Coordinates of ranks: one line for each rank, in rank order, of 1 to 8 numbers separated by
 * blanks. All lines have the same number of them. '#' begins a comment.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "input/scan.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_LENGTH 64

struct list {
    struct scan scan;
    double *values;
    size_t count;
    size_t capacity;
    uint32_t dimensions; /* 0: no line has been read */
    struct topomap_error *error;
};

/* Read a finite number within limits; text_real alone would also take "inf" and "nan". */
static int parse_number(struct list *list, double *number)
{
    struct scan *scan = &list->scan;
    size_t rest = (size_t)(scan->end - scan->at), length = 0;
    char copy[NUMBER_LENGTH];
    char *stop = NULL;

    while (length < rest && scan->at[length] && strchr("0123456789.eE+-", scan->at[length]))
        length++;
    if (length > 0 && length < sizeof copy) {
        memcpy(copy, scan->at, length);
        copy[length] = '\0';
        *number = text_real(copy, &stop);
    }
    if (!stop || stop == copy || *stop || *number > TOPOMAP_MAX_COORDINATE ||
        *number < -TOPOMAP_MAX_COORDINATE)
        return scan_fail(scan, list->error, "expected a number from %g to %g",
                         -TOPOMAP_MAX_COORDINATE, TOPOMAP_MAX_COORDINATE);
    scan->at += length;
    if (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t' && *scan->at != '#')
        return scan_fail(scan, list->error, "unexpected character after a number");
    scan_blanks(scan);
    return 0;
}

static int parse_line(struct list *list)
{
    struct scan *scan = &list->scan;
    uint32_t dimensions = 0;

    if (array_grow(&list->values, &list->capacity, list->count + TOPOMAP_MAX_DIMENSIONS,
                   sizeof *list->values) < 0)
        return error_memory(list->error);
    for (; !scan_done(scan) && *scan->at != '#'; dimensions++) {
        if (dimensions == TOPOMAP_MAX_DIMENSIONS)
            return scan_fail(scan, list->error, "there are more than %u coordinates",
                             TOPOMAP_MAX_DIMENSIONS);
        if (parse_number(list, &list->values[list->count + dimensions]) < 0)
            return -1;
    }
    if (list->dimensions && dimensions != list->dimensions)
        return scan_fail(scan, list->error, "there are %u coordinates, but %u on the lines before",
                         dimensions, list->dimensions);
    list->dimensions = dimensions;
    list->count += dimensions;
    if (list->count > (size_t)TOPOMAP_MAX_RANKS * dimensions)
        return scan_fail(scan, list->error, "there are more than %u ranks", TOPOMAP_MAX_RANKS);
    return 0;
}

static int parse_lines(struct list *list)
{
    int more;

    while ((more = scan_next_filled(&list->scan, '#', list->error)) > 0) {
        if (parse_line(list) < 0)
            return -1;
    }
    if (more == 0 && !list->dimensions)
        return scan_fail(&list->scan, list->error, "there is no line of coordinates");
    return more;
}

static struct topomap_coordinates *parse(const struct source *source, struct topomap_error *error)
{
    struct list list = {.error = error};
    struct topomap_coordinates *made = NULL;

    scan_init(&list.scan, source);
    if (source_check(source, error) == 0 && parse_lines(&list) == 0)
        made = topomap_coordinates_create((uint32_t)(list.count / list.dimensions),
                                          list.dimensions, list.values, error);
    free(list.values);
    return made;
}

struct topomap_coordinates *topomap_coordinates_parse(const char *name, const char *text,
                                                      size_t length, struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};

    return parse(&source, error);
}

struct topomap_coordinates *topomap_coordinates_read(const char *path, struct topomap_error *error)
{
    struct topomap_coordinates *made;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_GRAPH, error) < 0)
        return NULL;
    made = parse(&source, error);
    free((char *)source.text);
    return made;
}
