/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads placements: host names, lines with slots, Blue Gene map files, recipes. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/places.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"
#define LINE_SIZE 256

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, BLANKS);
}

/* Copy the line at *cursor to `line`, without the blanks around it, and move *cursor past it. */
static int take_line(const char **cursor, const char *end, char *line, size_t size)
{
    const char *start = end, *stop = end;

    text_line(cursor, end, &start, &stop);
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

/* A text with one line for each rank. */
struct rank_lines {
    const struct topomap_allocation *allocation;
    const char *name;
    uint32_t line;
    struct places places; /* coordinates in a map file */
    bool numbered;        /* lines give rank, host and slot */
    bool *taken;          /* [ranks]: slots in use on all nodes; NULL: lines have no slots */
};

/* The node of a host name of `length` bytes. */
static int64_t read_host(const struct rank_lines *lines, const char *text, size_t length,
                         struct topomap_error *error)
{
    char host[LINE_SIZE];
    int64_t node;

    memcpy(host, text, length);
    host[length] = '\0';
    node = names_find(&lines->allocation->hosts, host);
    if (node < 0)
        error_set(error, TOPOMAP_INPUT, "%s:%u: host '%s' is not in the allocation", lines->name,
                  lines->line, host);
    return node;
}

/* Node and slot for the coordinates and the task number in a line. */
static int64_t read_place(const struct rank_lines *lines, const char *text, uint32_t *slot,
                          struct topomap_error *error)
{
    const struct places *places = &lines->places;
    const char *at = text, *end = text + strlen(text);
    uint64_t number[TOPOMAP_MAX_DIMS + 1];
    uint32_t where[TOPOMAP_MAX_DIMS];
    int64_t node;

    for (uint32_t d = 0; d <= places->dims; d++) {
        at = skip_blanks(at);
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
        return error_set(error, TOPOMAP_INPUT, "%s:%u: the allocation has no task at '%s'",
                         lines->name, lines->line, text);
    *slot = (uint32_t)number[places->dims] - places->first[node];
    return node;
}

/* Node and slot in a line that begins with the number of its rank. */
static int64_t read_slot(const struct rank_lines *lines, const char *text, uint32_t rank,
                         uint32_t *slot, struct topomap_error *error)
{
    const char *end = text + strlen(text), *host, *at = text;
    uint64_t number[2];
    size_t length;
    int64_t node;

    if (text_parse_number(&at, end, UINT32_MAX, &number[0]) < 0 || number[0] != rank)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: this is not rank %u with host and slot",
                         lines->name, lines->line, rank);
    host = skip_blanks(at);
    length = strcspn(host, BLANKS);
    at = skip_blanks(host + length);
    if (text_parse_number(&at, end, UINT32_MAX, &number[1]) < 0 || at != end)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: this is not rank %u with host and slot",
                         lines->name, lines->line, rank);
    node = read_host(lines, host, length, error);
    if (node >= 0 && number[1] >= lines->allocation->tasks[node])
        return error_set(error, TOPOMAP_INPUT, "%s:%u: '%.*s' has %u slots, the first is 0",
                         lines->name, lines->line, (int)length, host,
                         lines->allocation->tasks[node]);
    *slot = (uint32_t)number[1];
    return node;
}

/* Node and slot in the line of a rank; if the line has no slot, the slot is left unset. */
static int64_t read_line(const struct rank_lines *lines, const char *text, uint32_t rank,
                         uint32_t *slot, struct topomap_error *error)
{
    const struct topomap_allocation *a = lines->allocation;
    int64_t node;

    if (!lines->taken)
        return read_host(lines, text, strlen(text), error);
    node = lines->numbered ? read_slot(lines, text, rank, slot, error)
                           : read_place(lines, text, slot, error);
    if (node < 0)
        return -1;
    if (lines->taken[a->first[node] + *slot])
        return error_set(error, TOPOMAP_INPUT, "%s:%u: another rank has this slot",
                         lines->name, lines->line);
    lines->taken[a->first[node] + *slot] = true;
    return node;
}

static int parse_lines(struct rank_lines *lines, const char *text, size_t length,
                       uint32_t *placement, uint32_t *slots, struct topomap_error *error)
{
    uint32_t ranks = lines->allocation->ranks, rank = 0;
    const char *end = text + length;
    char line[LINE_SIZE];

    while (text < end) {
        int64_t node;

        lines->line++;
        if (take_line(&text, end, line, sizeof line) < 0)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: this is no host name", lines->name,
                             lines->line);
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (rank == ranks)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: more than %u hosts, one per rank",
                             lines->name, lines->line, ranks);
        node = read_line(lines, line, rank, &slots[rank], error);
        if (node < 0)
            return -1;
        placement[rank++] = (uint32_t)node;
    }
    if (rank < ranks)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: only %u hosts for %u ranks", lines->name,
                         lines->line ? lines->line : 1, rank, ranks);
    return 0;
}

static int parse_recipe(const struct topomap_allocation *allocation, const char *name,
                        const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                        struct topomap_error *error)
{
    struct topomap_recipe *recipe = topomap_recipe_parse(name, text, length, error);
    int result = recipe ? topomap_recipe_place(recipe, allocation, placement, slots, error) : -1;

    topomap_recipe_destroy(recipe);
    return result;
}

/* Copy the first line that is neither blank nor a comment; "" if there is none. */
static void first_line(const char *text, size_t length, char *line, size_t size)
{
    const char *end = text + length;

    line[0] = '\0';
    while (text < end && (line[0] == '\0' || line[0] == '#')) {
        if (take_line(&text, end, line, size) < 0)
            line[0] = '\0';
    }
}

/* Parse any form, which the first line tells: a recipe, a map file (several numbers), lines of
 * rank, host and slot, or host names, which have no slots. Returns 1 if there are slots, else 0, or
 * -1. */
static int parse_any(const struct topomap_allocation *allocation, const char *name,
                     const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                     struct topomap_error *error)
{
    struct rank_lines lines = {.allocation = allocation, .name = name};
    char line[LINE_SIZE];
    bool numbers, several;
    int result = 0;

    first_line(text, length, line, sizeof line);
    if (strncmp(line, "recipe:", 7) == 0)
        return parse_recipe(allocation, name, text, length, placement, slots, error) < 0 ? -1 : 1;
    numbers = line[strspn(line, "0123456789" BLANKS)] == '\0';
    several = strpbrk(line, BLANKS) != NULL;
    lines.numbered = several && !numbers;
    lines.taken = several ? array_new(allocation->ranks, sizeof *lines.taken) : NULL;
    if (several && !lines.taken)
        return error_memory(error);
    if (several && numbers)
        result = places_make(&lines.places, allocation, error);
    if (result == 0)
        result = parse_lines(&lines, text, length, placement, slots, error);
    places_free(&lines.places);
    free(lines.taken);
    return result < 0 ? -1 : several;
}

/* Parse into temporary arrays, so that a failure leaves the caller's as they are. */
static int parse_whole(const struct topomap_allocation *allocation, const char *name,
                       const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                       struct topomap_error *error)
{
    struct topomap_error why;
    int result = parse_any(allocation, name, text, length, placement, slots, error);

    if (result < 0)
        return -1;
    if (topomap_placement_check(allocation, placement, &why) < 0)
        return error_set(error, why.code, "%s: %.400s", name, why.text);
    return result ? 0 : placement_order_slots(allocation, placement, slots, error);
}

int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                            struct topomap_error *error)
{
    size_t size = allocation->ranks * sizeof *slots;
    uint32_t *parsed = array_raw(allocation->ranks, sizeof *parsed);
    uint32_t *parsed_slots = array_raw(allocation->ranks, sizeof *parsed_slots);
    int result = parsed && parsed_slots ? parse_whole(allocation, name, text, length, parsed,
                                                      parsed_slots, error)
                                        : error_memory(error);

    if (result == 0) {
        memcpy(placement, parsed, size);
        if (slots)
            memcpy(slots, parsed_slots, size);
    }
    free(parsed);
    free(parsed_slots);
    return result;
}
