/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading of placements: host names, Blue Gene map files, recipes. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/places.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The line at *cursor without blanks around it, copied to `line`; *cursor moves behind it. */
static int take_line(const char **cursor, const char *end, char *line, size_t size)
{
    const char *start = *cursor;
    const char *stop = memchr(start, '\n', (size_t)(end - start));

    *cursor = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (start < stop && is_blank(*start))
        start++;
    while (stop > start && is_blank(stop[-1]))
        stop--;
    if ((size_t)(stop - start) >= size || memchr(start, '\0', (size_t)(stop - start)))
        return -1;
    memcpy(line, start, (size_t)(stop - start));
    line[stop - start] = '\0';
    return 0;
}

/* A text that has one line for each rank. */
struct rank_lines {
    const struct topomap_allocation *allocation;
    const char *name;
    uint32_t line;
    struct places places; /* of a map file */
};

/* Node of the host that a line names. */
static int64_t read_host(const struct rank_lines *lines, const char *text,
                         struct topomap_error *error)
{
    int64_t node = names_find(&lines->allocation->hosts, text);

    if (node < 0)
        error_set(error, TOPOMAP_INPUT, "%s:%u: host '%s' is not in the allocation", lines->name,
                  lines->line, text);
    return node;
}

/* Node of the coordinates and the task that a line names. */
static int64_t read_place(const struct rank_lines *lines, const char *text,
                          struct topomap_error *error)
{
    const struct places *places = &lines->places;
    const char *at = text, *end = text + strlen(text);
    uint64_t number[TOPOMAP_MAX_DIMS + 1];
    uint32_t where[TOPOMAP_MAX_DIMS];
    int64_t node;

    for (uint32_t d = 0; d <= places->dims; d++) {
        while (is_blank(*at))
            at++;
        if (text_parse_number(&at, end, UINT32_MAX, &number[d]) < 0 ||
            (d == places->dims ? at != end : !is_blank(*at)))
            return error_set(error, TOPOMAP_INPUT,
                             "%s:%u: this is not %u coordinates and the number of a task",
                             lines->name, lines->line, places->dims);
        if (d < places->dims)
            where[d] = (uint32_t)number[d];
    }
    node = places_find(places, lines->allocation, where, (uint32_t)number[places->dims]);
    if (node < 0)
        error_set(error, TOPOMAP_INPUT, "%s:%u: the allocation has no task at '%s'", lines->name,
                  lines->line, text);
    return node;
}

static int parse_lines(struct rank_lines *lines, const char *text, size_t length,
                       uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = lines->allocation->ranks, rank = 0;
    const char *end = text + length;
    char line[256];

    while (text < end) {
        int64_t node;

        lines->line++;
        if (take_line(&text, end, line, sizeof line) < 0)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: this is no host name", lines->name,
                             lines->line);
        if (line[0] == '\0' || line[0] == '#')
            continue;
        node = lines->places.dims ? read_place(lines, line, error) : read_host(lines, line, error);
        if (node < 0)
            return -1;
        if (rank == ranks)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: more than %u hosts, one per rank",
                             lines->name, lines->line, ranks);
        placement[rank++] = (uint32_t)node;
    }
    if (rank < ranks)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: only %u hosts for %u ranks", lines->name,
                         lines->line ? lines->line : 1, rank, ranks);
    return 0;
}

static int parse_recipe(const struct topomap_allocation *allocation, const char *name,
                        const char *text, size_t length, uint32_t *placement,
                        struct topomap_error *error)
{
    struct topomap_recipe *recipe = topomap_recipe_parse(name, text, length, error);
    uint32_t *slots = array_raw(allocation->ranks, sizeof *slots);
    int result = -1;

    if (recipe && !slots)
        error_memory(error);
    else if (recipe)
        result = topomap_recipe_place(recipe, allocation, placement, slots, error);
    free(slots);
    topomap_recipe_destroy(recipe);
    return result;
}

/* The first line that says anything, "" if there is none. */
static void first_line(const char *text, size_t length, char *line, size_t size)
{
    const char *end = text + length;

    line[0] = '\0';
    while (text < end && (line[0] == '\0' || line[0] == '#')) {
        if (take_line(&text, end, line, size) < 0)
            line[0] = '\0';
    }
}

/* By the first line: a recipe, a map file (more than one number), or host names. */
static int parse_any(const struct topomap_allocation *allocation, const char *name,
                     const char *text, size_t length, uint32_t *placement,
                     struct topomap_error *error)
{
    struct rank_lines lines = {.allocation = allocation, .name = name};
    char line[256];
    int result = 0;

    first_line(text, length, line, sizeof line);
    if (strncmp(line, "recipe:", 7) == 0)
        return parse_recipe(allocation, name, text, length, placement, error);
    if (strpbrk(line, " \t") && line[strspn(line, "0123456789 \t")] == '\0')
        result = places_make(&lines.places, allocation, error);
    if (result == 0)
        result = parse_lines(&lines, text, length, placement, error);
    places_free(&lines.places);
    return result;
}

int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement,
                            struct topomap_error *error)
{
    uint32_t *parsed = array_raw(allocation->ranks, sizeof *parsed);
    struct topomap_error counts_error;
    int result;

    if (!parsed)
        return error_memory(error);
    result = parse_any(allocation, name, text, length, parsed, error);
    if (result == 0) {
        result = topomap_placement_check(allocation, parsed, &counts_error);
        if (result < 0)
            error_set(error, counts_error.code, "%s: %.400s", name, counts_error.text);
        else
            memcpy(placement, parsed, allocation->ranks * sizeof *parsed);
    }
    free(parsed);
    return result;
}
