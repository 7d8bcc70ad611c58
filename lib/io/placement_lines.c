/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads placements with one line for each rank, in the order of ranks. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/placement_file.h"
#include "machine/places.h"

#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 256

static bool is_blank(char c)
{
    return memchr(PLACEMENT_BLANKS, c, strlen(PLACEMENT_BLANKS)) != NULL;
}

bool placement_line(const char **cursor, const char *end, const char **start, const char **stop)
{
    bool more = text_line(cursor, end, start, stop);

    while (more && *start < *stop && is_blank(**start))
        (*start)++;
    while (more && *stop > *start && is_blank((*stop)[-1]))
        (*stop)--;
    return more;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, PLACEMENT_BLANKS);
}

/* Copy the line at *cursor to `line`, without the blanks around it, and move *cursor past it. */
static int take_line(const char **cursor, const char *end, char *line)
{
    const char *start = end, *stop = end;

    placement_line(cursor, end, &start, &stop);
    if ((size_t)(stop - start) >= LINE_SIZE || memchr(start, '\0', (size_t)(stop - start)))
        return -1;
    memcpy(line, start, (size_t)(stop - start));
    line[stop - start] = '\0';
    return 0;
}

/* The state of reading lines. */
struct rank_lines {
    struct placement_file *file;
    uint32_t line;
    uint32_t rank;        /* of the line at hand */
    uint32_t count;       /* ranks that the line is for, 1 unless it says so */
    struct places places; /* of formats with coordinates */
    bool *taken;          /* [ranks]: slots in use on all nodes */
    uint32_t *next;       /* [nodes]: tasks given out at a place, stored at its first node */
};

/* Reads a line: its node, or -1 with an error set; *slot where the format has slots. */
typedef int64_t line_reader(struct rank_lines *lines, const char *text, uint32_t *slot,
                            struct topomap_error *error);

static int fail(const struct rank_lines *lines, struct topomap_error *error, const char *what)
{
    return error_set(error, TOPOMAP_INPUT, "%s:%u: %s", lines->file->source->name, lines->line,
                     what);
}

/* The node of a host name of `length` bytes. */
static int64_t read_host(const struct rank_lines *lines, const char *text, size_t length,
                         struct topomap_error *error)
{
    int64_t node = placement_host(lines->file, text, length);

    if (node < 0)
        error_set(error, TOPOMAP_INPUT, "%s:%u: host '%.*s' is not in the allocation",
                  lines->file->source->name, lines->line, (int)length, text);
    return node;
}

static int64_t read_counted_host(struct rank_lines *lines, const char *text, uint32_t *slot,
                                 struct topomap_error *error)
{
    const char *end = text + strlen(text), *mark = strrchr(text, ':'), *at = mark ? mark + 1 : end;
    uint64_t count = 1;

    (void)slot;
    if (mark && (text_parse_number(&at, end, UINT32_MAX, &count) < 0 || at != end || !count))
        return fail(lines, error, "behind ':' stands the number of ranks on the host");
    lines->count = (uint32_t)count;
    return read_host(lines, text, mark ? (size_t)(mark - text) : strlen(text), error);
}

/* Take the slot that a line names, which must be free. */
static int64_t take_slot(struct rank_lines *lines, int64_t node, uint64_t slot,
                         struct topomap_error *error)
{
    const struct topomap_allocation *a = lines->file->allocation;
    size_t index;

    if (slot >= a->tasks[node])
        return error_set(error, TOPOMAP_INPUT, "%s:%u: '%s' has %u slots, the first is 0",
                         lines->file->source->name, lines->line,
                         topomap_allocation_host(a, (uint32_t)node), a->tasks[node]);
    index = a->first[node] + slot;
    if (lines->taken[index])
        return fail(lines, error, "another rank has this slot");
    lines->taken[index] = true;
    return node;
}

/* Coordinates, each but the first behind `mark`, up to `dims` of them; *at moves behind them. */
static int read_coordinates(const char **at, uint32_t dims, char mark, uint32_t *where)
{
    const char *end = *at + strlen(*at);

    for (uint32_t d = 0; d < dims; d++) {
        uint64_t number;

        *at = skip_blanks(*at);
        if (d && mark != ' ' && *(*at)++ != mark)
            return -1;
        *at = skip_blanks(*at);
        if (text_parse_number(at, end, UINT32_MAX, &number) < 0 ||
            (mark == ' ' && !is_blank(**at)))
            return -1;
        where[d] = (uint32_t)number;
    }
    return 0;
}

static int no_task(const struct rank_lines *lines, const char *text, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INPUT, "%s:%u: the allocation has no task at '%s'",
                     lines->file->source->name, lines->line, text);
}

/* Node and slot for the coordinates and the task number in a line. */
static int64_t read_place(struct rank_lines *lines, const char *text, uint32_t *slot,
                          struct topomap_error *error)
{
    const struct places *places = &lines->places;
    const char *at = text, *end = text + strlen(text);
    uint32_t where[TOPOMAP_MAX_DIMS];
    uint64_t task;
    int64_t node;

    if (read_coordinates(&at, places->dims, ' ', where) < 0 || (at = skip_blanks(at)) == end ||
        text_parse_number(&at, end, UINT32_MAX, &task) < 0 || at != end)
        return error_set(error, TOPOMAP_INPUT,
                         "%s:%u: expected %u coordinates and the number of a task",
                         lines->file->source->name, lines->line, places->dims);
    node = places_find(places, lines->file->allocation, where, (uint32_t)task);
    if (node < 0)
        return no_task(lines, text, error);
    *slot = (uint32_t)task - places->first[node];
    return take_slot(lines, node, *slot, error);
}

/* Node of the coordinates of a line; tasks of a place are taken one after another. */
static int64_t read_point(struct rank_lines *lines, const char *text, uint32_t *slot,
                          struct topomap_error *error)
{
    const struct places *places = &lines->places;
    uint32_t where[TOPOMAP_MAX_DIMS];
    const char *at = text + 1;
    int64_t first, node;

    (void)slot;
    if (text[0] != '(' || read_coordinates(&at, places->dims, ',', where) < 0 ||
        *(at = skip_blanks(at)) != ')' || at[1])
        return error_set(error, TOPOMAP_INPUT, "%s:%u: this is not %u coordinates in brackets",
                         lines->file->source->name, lines->line, places->dims);
    first = places_find(places, lines->file->allocation, where, 0);
    if (first < 0)
        return no_task(lines, text, error);
    node = places_find(places, lines->file->allocation, where, lines->next[first]++);
    return node < 0 ? fail(lines, error, "more ranks than the allocation runs there") : node;
}

/* What a line begins with: the number of its rank, and behind `mark` a host; *at moves behind
 * both. */
static int64_t read_head(const struct rank_lines *lines, const char **at, char mark,
                         struct topomap_error *error)
{
    const char *end = *at + strlen(*at), *host;
    uint64_t rank;
    size_t length;

    if (text_parse_number(at, end, UINT32_MAX, &rank) < 0 || rank != lines->rank ||
        (mark != ' ' && *(*at)++ != mark))
        return -2;
    host = skip_blanks(*at);
    length = strcspn(host, mark == ' ' ? PLACEMENT_BLANKS : ",");
    if (length == 0 || !host[length])
        return -2;
    *at = skip_blanks(host + length);
    return read_host(lines, host, length, error);
}

static int64_t no_slot(const struct rank_lines *lines, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INPUT, "%s:%u: expected rank %u with host and slot",
                     lines->file->source->name, lines->line, lines->rank);
}

/* Node and slot in a line that begins with the number of its rank. */
static int64_t read_slot(struct rank_lines *lines, const char *text, uint32_t *slot,
                         struct topomap_error *error)
{
    const char *end = text + strlen(text), *at = text;
    int64_t node = read_head(lines, &at, ' ', error);
    uint64_t number;

    if (node == -1)
        return -1;
    if (node < 0 || text_parse_number(&at, end, UINT32_MAX, &number) < 0 || at != end)
        return no_slot(lines, error);
    *slot = (uint32_t)number;
    return take_slot(lines, node, number, error);
}

/* The same between commas, with the host's index before the slot. */
static int64_t read_csv(struct rank_lines *lines, const char *text, uint32_t *slot,
                        struct topomap_error *error)
{
    const char *end = text + strlen(text), *at = text;
    int64_t node = read_head(lines, &at, ',', error);
    uint64_t index, number;

    if (node == -1)
        return -1;
    if (node < 0 || *at++ != ',' || text_parse_number(&at, end, UINT32_MAX, &index) < 0 ||
        *at++ != ',' || text_parse_number(&at, end, UINT32_MAX, &number) < 0 || at != end)
        return no_slot(lines, error);
    *slot = (uint32_t)number;
    return take_slot(lines, node, number, error);
}

/* Lines that say something, but for the first `skip` ones. */
static int parse_lines(struct rank_lines *lines, line_reader *read, uint32_t skip,
                       struct topomap_error *error)
{
    const struct source *source = lines->file->source;
    uint32_t ranks = lines->file->allocation->ranks;
    const char *text = source->text, *end = text + source->length;
    char line[LINE_SIZE];

    while (text < end) {
        int64_t node;

        lines->line++;
        if (take_line(&text, end, line) < 0)
            return fail(lines, error, "expected a host name");
        if (line[0] == '\0' || line[0] == '#' || (skip && skip--))
            continue;
        lines->count = 1;
        node = lines->rank < ranks ? read(lines, line, &lines->file->slots[lines->rank], error)
                                   : 0;
        if (node < 0)
            return -1;
        if (lines->count > ranks - lines->rank)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: more than %u hosts, one per rank",
                             source->name, lines->line, ranks);
        while (lines->count-- > 0)
            lines->file->placement[lines->rank++] = (uint32_t)node;
    }
    if (lines->rank < ranks)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: only %u hosts for %u ranks", source->name,
                         lines->line ? lines->line : 1, lines->rank, ranks);
    return 0;
}

/* What the reader of a line needs: nothing, slots, places, or both. */
static int read_lines(struct placement_file *file, line_reader *read, uint32_t skip, bool slots,
                      struct places *places, struct topomap_error *error)
{
    const struct topomap_allocation *a = file->allocation;
    struct rank_lines lines = {.file = file};
    int result = -1;

    if (places)
        lines.places = *places;
    lines.taken = array_new(a->ranks, sizeof *lines.taken);
    lines.next = array_new(a->nodes, sizeof *lines.next);
    if (lines.taken && lines.next)
        result = parse_lines(&lines, read, skip, error);
    else
        error_memory(error);
    free(lines.taken);
    free(lines.next);
    return result < 0 ? -1 : slots;
}

int placement_read_hosts(struct placement_file *file, struct topomap_error *error)
{
    return read_lines(file, read_counted_host, 0, false, NULL, error);
}

int placement_read_slots(struct placement_file *file, struct topomap_error *error)
{
    return read_lines(file, read_slot, 0, true, NULL, error);
}

int placement_read_csv(struct placement_file *file, struct topomap_error *error)
{
    return read_lines(file, read_csv, 1, true, NULL, error);
}

static int no_places(const struct placement_file *file, const struct topomap_error *why,
                     struct topomap_error *error)
{
    return error_set(error, why->code, "%s: taken as coordinates of nodes, but %.400s",
                     file->source->name, why->text);
}

int placement_read_bgmap(struct placement_file *file, struct topomap_error *error)
{
    struct topomap_error why;
    struct places places;
    int result;

    if (places_make(&places, file->allocation, &why) < 0)
        return no_places(file, &why, error);
    result = read_lines(file, read_place, 0, true, &places, error);
    places_free(&places);
    return result;
}

int placement_read_fujitsu(struct placement_file *file, struct topomap_error *error)
{
    struct topomap_error why;
    struct places places;
    int result;

    if (places_make_single(&places, file->allocation, &why) < 0)
        return no_places(file, &why, error);
    result = read_lines(file, read_point, 0, false, &places, error);
    places_free(&places);
    return result;
}
