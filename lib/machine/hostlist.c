/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host lists in Slurm's syntax: names separated by commas or blanks. Brackets hold numbers and
 * ranges, as in "r[1-2]n[01-16]". The rightmost bracket counts fastest. The first number of a range
 * sets the width of all its numbers. On clusters whose names are coordinates (topology/3d_torus), a
 * digit in base 36 for each dimension, brackets may also hold boxes: "n[000x13A]" are the nodes
 * from 000 to 13A in every dimension, of which the last counts fastest.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "network/names.h"
#include "network/network.h"
#include "topomap_internal.h"

#include <stdlib.h>
#include <string.h>

#define MAX_NAME 255     /* characters per name */
#define MAX_BRACKETS 8   /* per name */
#define MAX_DIGITS 18
#define TOO_MANY "more than 2^22 names"

struct expansion {
    const char *start;   /* start of the list, for positions in messages */
    const char *at;
    struct text names;   /* names, each terminated by NUL */
    uint32_t count;
    char name[MAX_NAME + 1];
    struct topomap_error *error;
};

static int fail(const struct expansion *list, const char *at, const char *what)
{
    return error_set(list->error, TOPOMAP_INPUT, "host list '%.80s%s', character %zu: %s",
                     list->start, strlen(list->start) > 80 ? "..." : "",
                     (size_t)(at - list->start) + 1, what);
}

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#define DIGITS "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" /* of coordinates */

/* "07", "07-12" or "00x12" at *cursor; parsing moves *cursor past it. A box has `low` 0 and as
 * `high` the number of its last name. */
struct range {
    uint64_t low;
    uint64_t high;
    size_t width;
    const char *box, *far; /* its least and its greatest coordinates; NULL: it is a plain range */
};

static uint64_t coordinate(char digit)
{
    return (uint64_t)(strchr(DIGITS, digit) - DIGITS);
}

/* The length of the box from near to far in a dimension. */
static uint64_t extent(const struct range *range, size_t dimension)
{
    return coordinate(range->far[dimension]) - coordinate(range->box[dimension]) + 1;
}

/* Coordinates without an 'x' are a box of one name. */
static int parse_box(struct expansion *list, const char **cursor, struct range *range)
{
    const char *start = *cursor, *end = start + strspn(start, DIGITS);
    const char *far = *end == 'x' ? end + 1 : start;
    uint64_t names = 1;

    *range = (struct range){.width = (size_t)(end - start), .box = start, .far = far};
    if (strspn(far, DIGITS) != range->width)
        return fail(list, far, "the corners of the box differ in width");
    for (size_t i = 0; i < range->width; i++) {
        if (coordinate(far[i]) < coordinate(start[i]))
            return fail(list, far + i, "the box is descending");
        names *= extent(range, i);
        if (names > NETWORK_MAX_NODES)
            return fail(list, start, TOO_MANY);
    }
    range->high = names - 1;
    *cursor = far + range->width;
    return 0;
}

static bool is_box(const char *at)
{
    const char *end = at + strspn(at, DIGITS);

    return end > at && (*end == 'x' || strspn(at, "0123456789") < (size_t)(end - at));
}

static int parse_range(struct expansion *list, const char **cursor, struct range *range)
{
    const char *start = *cursor;
    const char *end = start + strspn(start, "0123456789");
    const char *second;

    if (is_box(start))
        return parse_box(list, cursor, range);
    if (end == start)
        return fail(list, start, "a number is missing");
    range->box = range->far = NULL;
    range->width = (size_t)(end - start);
    if (range->width > MAX_DIGITS)
        return fail(list, start, "the number is too long");
    text_parse_number(cursor, end, UINT64_MAX, &range->low);
    range->high = range->low;
    if (*end != '-')
        return 0;
    second = end + 1;
    end = second + strspn(second, "0123456789");
    if (end == second)
        return fail(list, second, "a number is missing");
    if (end - second > MAX_DIGITS)
        return fail(list, second, "the number is too long");
    if (*second == '0' && (size_t)(end - second) != range->width)
        return fail(list, second, "the numbers of the range differ in width");
    *cursor = second;
    text_parse_number(cursor, end, UINT64_MAX, &range->high);
    if (range->high < range->low)
        return fail(list, second, "the range is descending");
    return 0;
}

/* Count the numbers of the bracket that opens at *cursor, and move *cursor past the bracket. */
static int count_bracket(struct expansion *list, const char **cursor, uint64_t *numbers)
{
    const char *at = *cursor, *close = at + strcspn(at, "]");

    if (!*close)
        return fail(list, at, "the bracket is not closed");
    *numbers = 0;
    do {
        struct range range;

        at++;
        if (parse_range(list, &at, &range) < 0)
            return -1;
        *numbers += range.high - range.low + 1;
        if (*numbers > NETWORK_MAX_NODES)
            return fail(list, *cursor, TOO_MANY);
        if (at != close && *at != ',')
            return fail(list, at, "unexpected character in brackets");
    } while (at != close);
    *cursor = close + 1;
    return 0;
}

/* Count the names that the item at list->at stands for, and move list->at to the separator after
 * it. */
static int count_name(struct expansion *list, uint64_t *names)
{
    const char *start = list->at, *at = start;
    int brackets = 0;

    *names = 1;
    while (*at && !is_separator(*at)) {
        uint64_t numbers = 1;

        if (*at == '[' && brackets++ == MAX_BRACKETS)
            return fail(list, at, "too many brackets in one name");
        if (*at != '[' && !names_allow(*at))
            return fail(list, at, "unexpected character");
        if (*at != '[')
            at++;
        else if (count_bracket(list, &at, &numbers) < 0)
            return -1;
        *names *= numbers;
        if (*names > NETWORK_MAX_NODES)
            return fail(list, start, TOO_MANY);
    }
    list->at = at;
    return 0;
}

/* Write a number of at least `width` digits after the first `length` characters of the name. */
static int put_number(struct expansion *list, const char *at, size_t *length, uint64_t number,
                      size_t width)
{
    char digits[20];
    size_t used = 0;

    do {
        digits[used++] = (char)('0' + number % 10);
        number /= 10;
    } while (number || used < width);
    if (*length + used > MAX_NAME)
        return fail(list, at, "the name is too long");
    while (used)
        list->name[(*length)++] = digits[--used];
    return 0;
}

/* Write the coordinates of a name of a box. */
static int put_coordinates(struct expansion *list, const char *at, size_t *length, uint64_t number,
                           const struct range *range)
{
    if (*length + range->width > MAX_NAME)
        return fail(list, at, "the name is too long");
    for (size_t i = range->width; i-- > 0;) {
        list->name[*length + i] = DIGITS[coordinate(range->box[i]) + number % extent(range, i)];
        number /= extent(range, i);
    }
    *length += range->width;
    return 0;
}

static int expand_from(struct expansion *list, const char *at, size_t length);

/* Expand every number of the bracket that opens at `at`, each followed by the rest of the item. */
static int expand_bracket(struct expansion *list, const char *at, size_t length)
{
    const char *close = at + strcspn(at, "]");

    for (const char *cursor = at; cursor != close;) {
        struct range range;

        cursor++;
        if (parse_range(list, &cursor, &range) < 0)
            return -1;
        for (uint64_t n = range.low; n <= range.high; n++) {
            size_t longer = length;
            int result = range.box ? put_coordinates(list, at, &longer, n, &range)
                                   : put_number(list, at, &longer, n, range.width);

            if (result < 0 || expand_from(list, close + 1, longer) < 0)
                return -1;
        }
    }
    return 0;
}

/* Expand the rest of an item from `at` on, after the first `length` characters of list->name. */
static int expand_from(struct expansion *list, const char *at, size_t length)
{
    while (*at && *at != '[' && !is_separator(*at)) {
        if (length == MAX_NAME)
            return fail(list, at, "the name is too long");
        list->name[length++] = *at++;
    }
    if (*at == '[')
        return expand_bracket(list, at, length);
    list->name[length] = '\0';
    text_add(&list->names, list->name, length + 1);
    return list->names.failed ? error_memory(list->error) : 0;
}

static void skip_blanks(struct expansion *list)
{
    while (is_separator(*list->at) && *list->at != ',')
        list->at++;
}

/* Count or expand the item at list->at, and move list->at to the separator after it. */
static int take_name(struct expansion *list, bool expand)
{
    const char *start = list->at;
    uint64_t names;

    if (count_name(list, &names) < 0)
        return -1;
    if (expand)
        return expand_from(list, start, 0);
    list->count += (uint32_t)names;
    return list->count > NETWORK_MAX_NODES ? fail(list, start, TOO_MANY) : 0;
}

static int take_all(struct expansion *list, bool expand)
{
    list->at = list->start;
    skip_blanks(list);
    do {
        if (*list->at == ',' || !*list->at)
            return fail(list, list->at, "a name is missing");
        if (take_name(list, expand) < 0)
            return -1;
        skip_blanks(list);
        if (*list->at == ',') {
            list->at++;
            skip_blanks(list);
            if (!*list->at)
                return fail(list, list->at, "a name is missing");
        }
    } while (*list->at);
    return 0;
}

int topomap_hostlist_expand(const char *hostlist, char ***names, uint32_t *count,
                            struct topomap_error *error)
{
    struct expansion list = {.start = hostlist, .error = error};
    char **array;
    char *storage;

    /* Count first: a list that is too long is refused before it takes time and memory. */
    if (take_all(&list, false) < 0 || take_all(&list, true) < 0) {
        text_free(&list.names);
        return -1;
    }
    array = array_raw(list.count, sizeof *array);
    storage = text_take(&list.names);
    if (!array || !storage) {
        free(array);
        free(storage);
        return error_memory(error);
    }
    for (uint32_t i = 0; i < list.count; i++) {
        array[i] = storage;
        storage += strlen(storage) + 1;
    }
    *names = array;
    *count = list.count;
    return 0;
}

void topomap_hostlist_free(char **names, uint32_t count)
{
    /* All names share one block of memory, to which the first name points. */
    if (names && count)
        free(names[0]);
    free(names);
}
