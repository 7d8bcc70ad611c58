/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/rows.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Rows up to this length are sorted by insertion. */
#define SHORT_ROW 48

int edge_array_add(struct edge_array *array, struct topomap_edge edge)
{
    if (array->count == array->capacity &&
        array_grow(&array->edge, &array->capacity, array->count + 1, sizeof *array->edge) < 0)
        return -1;
    array->edge[array->count++] = edge;
    return 0;
}

int rows_reserve(struct rows *rows, size_t count)
{
    if (count <= rows->capacity)
        return 0;
    if (rows->window || array_resize(&rows->target, count, sizeof *rows->target) < 0 ||
        array_resize(&rows->bytes, count, sizeof *rows->bytes) < 0 ||
        array_resize(&rows->messages, count, sizeof *rows->messages) < 0)
        return -1;
    rows->capacity = count;
    return 0;
}

/* ---- rows -------------------------------------------------------------------------------- */

static int compare_dst(const void *a, const void *b)
{
    const struct topomap_edge *x = a, *y = b;

    return (x->dst > y->dst) - (x->dst < y->dst);
}

static void sort_edges(struct topomap_edge *row, size_t count)
{
    if (count > SHORT_ROW) {
        qsort(row, count, sizeof *row, compare_dst);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        struct topomap_edge edge = row[i];
        size_t at = i;

        for (; at > 0 && row[at - 1].dst > edge.dst; at--)
            row[at] = row[at - 1];
        row[at] = edge;
    }
}

/* Sort the open row in a copy, which stays in the cache, and merge duplicate edges. */
static int sort_row(struct rows *rows)
{
    size_t length = rows->count - rows->begin, at = rows->begin;
    struct topomap_edge *row;

    if (array_grow(&rows->scratch, &rows->scratch_capacity, length, sizeof *rows->scratch) < 0)
        return -1;
    row = rows->scratch;
    for (size_t i = 0; i < length; i++)
        row[i] = (struct topomap_edge){rows->source, rows->target[at + i], rows->bytes[at + i],
                                       rows->messages[at + i]};
    sort_edges(row, length);
    for (size_t i = 0; i < length; i++) {
        if (i && row[i].dst == row[i - 1].dst) {
            rows->bytes[at - 1] += row[i].bytes;
            rows->messages[at - 1] += row[i].messages;
            continue;
        }
        rows->target[at] = row[i].dst;
        rows->bytes[at] = row[i].bytes;
        rows->messages[at++] = row[i].messages;
    }
    rows->count = at;
    return 0;
}

static void note_rank(struct rows *rows, uint32_t rank)
{
    if (rank >= rows->ranks)
        rows->ranks = rank + 1;
}

/* Close the open row and open the row of `source`. */
static int turn_to(struct rows *rows, uint32_t source)
{
    if (array_grow(&rows->offset, &rows->offsets, (size_t)source + 1, sizeof *rows->offset) < 0 ||
        (rows->mixed && sort_row(rows) < 0))
        return -1;
    if (rows->count > rows->begin) {
        note_rank(rows, rows->source);
        note_rank(rows, rows->target[rows->count - 1]);
    }
    if (rows->source == 0)
        rows->offset[0] = 0;
    while (rows->source < source)
        rows->offset[++rows->source] = rows->count;
    rows->begin = rows->count;
    rows->mixed = false;
    rows->least = 0;
    return 0;
}

/* ---- edges out of order ------------------------------------------------------------------ */

static void free_rows(struct rows *rows)
{
    if (!rows->window) {
        free(rows->target);
        free(rows->bytes);
        free(rows->messages);
        free(rows->offset);
    }
    free(rows->scratch);
    rows->target = NULL;
    rows->bytes = rows->messages = NULL;
    rows->offset = NULL;
    rows->scratch = NULL;
    rows->count = rows->capacity = rows->offsets = rows->scratch_capacity = 0;
}

/* Keep all edges in one unsorted list from now on. */
static int loosen(struct rows *rows)
{
    struct edge_array *loose = &rows->loose;
    size_t at = 0;

    if (turn_to(rows, rows->source + 1) < 0 ||
        array_grow(&loose->edge, &loose->capacity, rows->count + rows->self.count + 1,
                   sizeof *loose->edge) < 0)
        return -1;
    for (uint32_t r = 0; r < rows->source; r++) {
        for (; at < rows->offset[r + 1]; at++)
            loose->edge[loose->count++] = (struct topomap_edge){
                r, rows->target[at], rows->bytes[at], rows->messages[at]};
    }
    for (size_t i = 0; i < rows->self.count; i++)
        loose->edge[loose->count++] = rows->self.edge[i];
    free_rows(rows);
    return 0;
}

int rows_add_any(struct rows *rows, uint32_t src, uint32_t dst, uint64_t bytes, uint64_t messages)
{
    struct topomap_edge edge = {src, dst, bytes, messages};

    if (!rows->loose.edge && src < rows->source && src != dst && (bytes | messages) &&
        loosen(rows) < 0)
        return -1;
    if (rows->loose.edge)
        return edge_array_add(&rows->loose, edge);
    if (src == dst || !(bytes | messages)) {
        note_rank(rows, src);
        note_rank(rows, dst);
        return src == dst && (bytes | messages) ? edge_array_add(&rows->self, edge) : 0;
    }
    if ((src > rows->source && turn_to(rows, src) < 0) ||
        (rows->count == rows->capacity && rows_reserve(rows, 2 * rows->count + 16) < 0))
        return -1;
    return rows_add(rows, src, dst, bytes, messages);
}

/* ---- parts ------------------------------------------------------------------------------- */

int rows_reserve_ranks(struct rows *rows, uint32_t ranks)
{
    return array_grow(&rows->offset, &rows->offsets, (size_t)ranks + 1, sizeof *rows->offset);
}

void rows_part(struct rows *part, const struct rows *whole, uint32_t first, size_t at, size_t most)
{
    *part = (struct rows){
        .source = first,
        .window = true,
        .first = first,
        .capacity = most,
        .target = whole->target + at,
        .bytes = whole->bytes + at,
        .messages = whole->messages + at,
        .offset = whole->offset,
        .offsets = whole->offsets,
    };
}

/* Append the closed rows of a part to `whole`. They move down if earlier parts did not fill the
 * room reserved for them. */
static void append_part(struct rows *whole, const struct rows *part)
{
    size_t at = whole->count;

    if (part->target != whole->target + at) {
        memmove(whole->target + at, part->target, part->count * sizeof *part->target);
        memmove(whole->bytes + at, part->bytes, part->count * sizeof *part->bytes);
        memmove(whole->messages + at, part->messages, part->count * sizeof *part->messages);
    }
    for (uint32_t r = whole->source; r < part->source; r++)
        whole->offset[r + 1] += at;
    whole->source = part->source;
    whole->begin = whole->count = at + part->count;
    whole->total_bytes += part->total_bytes;
    whole->total_messages += part->total_messages;
    if (part->ranks > whole->ranks)
        whole->ranks = part->ranks;
}

int rows_join(struct rows *whole, struct rows *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rows *part = &parts[i];

        /* The first row of the next part is not open yet: nothing of it is written here. */
        if (turn_to(part, i + 1 < count ? parts[i + 1].first : part->source) < 0)
            return -1;
        append_part(whole, part);
        for (size_t j = 0; j < part->self.count; j++) {
            if (edge_array_add(&whole->self, part->self.edge[j]) < 0)
                return -1;
        }
    }
    return 0;
}

/* ---- the graph --------------------------------------------------------------------------- */

/* What ranks send to themselves. */
static int keep_self(struct topomap_graph *graph, const struct edge_array *self)
{
    if (!self->count)
        return 0;
    graph->self_bytes = array_new(graph->ranks, sizeof *graph->self_bytes);
    graph->self_messages = array_new(graph->ranks, sizeof *graph->self_messages);
    if (!graph->self_bytes || !graph->self_messages)
        return -1;
    for (size_t i = 0; i < self->count; i++) {
        graph->self_bytes[self->edge[i].src] += self->edge[i].bytes;
        graph->self_messages[self->edge[i].src] += self->edge[i].messages;
    }
    return 0;
}

/* The digit of a number, of eight bits from the bit `shift` on. */
static uint32_t digit_of(uint64_t number, uint32_t shift)
{
    return (uint32_t)(number >> shift) & 255;
}

/* The messages of the median pair that has any; the upper one of two. The digits of the median are
 * found one after the other, each by counting those of all numbers that share the digits before. */
static double median_messages(const struct topomap_graph *graph)
{
    uint64_t median = 0, most = 0;
    uint32_t shift = 0;
    size_t behind = 0;

    for (size_t e = 0; e < graph->edges; e++) {
        behind += graph->messages[e] > 0;
        most = graph->messages[e] > most ? graph->messages[e] : most;
    }
    if (most == 0)
        return 1;
    behind /= 2;
    while (most >> shift > 255)
        shift += 8;
    for (;; shift -= 8) {
        size_t count[256] = {0};
        uint32_t digit = 0;

        for (size_t e = 0; e < graph->edges; e++) {
            uint64_t messages = graph->messages[e];

            if (messages > 0 && (messages ^ median) >> shift <= 255)
                count[digit_of(messages, shift)]++;
        }
        while (behind >= count[digit])
            behind -= count[digit++];
        median |= (uint64_t)digit << shift;
        if (shift == 0)
            return (double)median;
    }
}

/* Whether the bytes are weights: nobody has counted messages, and no pair is known to have two. */
static bool has_weights(const struct topomap_graph *graph, bool counted)
{
    for (size_t e = 0; !counted && e < graph->edges; e++)
        counted = graph->messages[e] > 1;
    return graph->total_messages == 0 || !counted;
}

/* Hand over the rows, all of them closed, and shrink the arrays to what was used. */
static int give(struct rows *rows, struct topomap_graph *graph)
{
    size_t count = rows->count ? rows->count : 1;

    if (array_resize(&rows->offset, (size_t)graph->ranks + 1, sizeof *rows->offset) < 0 ||
        array_resize(&rows->target, count, sizeof *rows->target) < 0 ||
        array_resize(&rows->bytes, count, sizeof *rows->bytes) < 0 ||
        array_resize(&rows->messages, count, sizeof *rows->messages) < 0)
        return -1;
    graph->edges = rows->count;
    graph->total_bytes = rows->total_bytes;
    graph->total_messages = rows->total_messages;
    graph->offset = rows->offset;
    graph->target = rows->target;
    graph->bytes = rows->bytes;
    graph->messages = rows->messages;
    rows->offset = NULL;
    rows->target = NULL;
    rows->bytes = rows->messages = NULL;
    graph->rounds = median_messages(graph);
    graph->weights = has_weights(graph, rows->counted);
    return 0;
}

static struct topomap_graph *join_rows(struct rows *rows, uint32_t ranks,
                                       struct topomap_error *error)
{
    struct topomap_graph *graph = array_new(1, sizeof *graph);

    if (!graph) {
        error_memory(error);
        return NULL;
    }
    graph->ranks = ranks;
    if (turn_to(rows, rows->source) < 0)
        error_memory(error);
    else if (rows->ranks > ranks)
        error_set(error, TOPOMAP_INPUT, "rank %u is out of range: there are %u ranks",
                  rows->ranks - 1, ranks);
    else if (turn_to(rows, ranks) < 0 || keep_self(graph, &rows->self) < 0 ||
             give(rows, graph) < 0)
        error_memory(error);
    else
        return graph;
    topomap_graph_destroy(graph);
    return NULL;
}

static int add_up(uint64_t *sum, uint64_t more, const char *what, struct topomap_error *error)
{
    if (__builtin_add_overflow(*sum, more, sum) || *sum > GRAPH_MAX_BYTES)
        return error_set(error, TOPOMAP_INPUT, "all %s together exceed 2^53", what);
    return 0;
}

/* Check ranks and totals, and whether the edges are grouped by source already. */
static int check_edges(uint32_t ranks, const struct topomap_edge *edges, size_t count,
                       bool *grouped, struct topomap_error *error)
{
    uint64_t bytes = 0, messages = 0, self_bytes = 0, self_messages = 0;
    uint32_t last = 0;

    *grouped = true;
    for (size_t i = 0; i < count; i++) {
        const struct topomap_edge *edge = &edges[i];

        if (edge->src >= ranks || edge->dst >= ranks)
            return error_set(error, TOPOMAP_INPUT, "rank %u is out of range: there are %u ranks",
                             edge->src >= ranks ? edge->src : edge->dst, ranks);
        *grouped = *grouped && edge->src >= last;
        last = edge->src;
        if (edge->src == edge->dst) {
            if (add_up(&self_bytes, edge->bytes, "bytes of ranks to themselves", error) < 0 ||
                add_up(&self_messages, edge->messages, "messages of ranks to themselves",
                       error) < 0)
                return -1;
        } else if (add_up(&bytes, edge->bytes, "bytes", error) < 0 ||
                   add_up(&messages, edge->messages, "messages", error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* A copy of the edges grouped by source: they are counted, then scattered. */
static struct topomap_edge *group_edges(uint32_t ranks, const struct topomap_edge *edges,
                                        size_t count)
{
    struct topomap_edge *grouped = array_raw(count, sizeof *grouped);
    size_t *next = array_new((size_t)ranks + 1, sizeof *next);

    if (!grouped || !next) {
        free(grouped);
        free(next);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        next[edges[i].src + 1]++;
    for (uint32_t r = 0; r < ranks; r++)
        next[r + 1] += next[r];
    for (size_t i = 0; i < count; i++)
        grouped[next[edges[i].src]++] = edges[i];
    free(next);
    return grouped;
}

/* Make rows of edges that are grouped by source. */
static struct topomap_graph *make_rows(uint32_t ranks, const struct topomap_edge *edges,
                                       size_t count, struct topomap_error *error)
{
    struct rows rows = {0};
    size_t i = 0;

    if (rows_reserve(&rows, count) == 0) {
        while (i < count && rows_add(&rows, edges[i].src, edges[i].dst, edges[i].bytes,
                                     edges[i].messages) == 0)
            i++;
        if (i == count)
            return rows_finish(&rows, ranks, error);
    }
    rows_free(&rows);
    error_memory(error);
    return NULL;
}

/* Make rows of any edges. Those in `*taken` are freed as soon as they are not needed any more. */
static struct topomap_graph *create_rows(uint32_t ranks, const struct topomap_edge *edges,
                                         size_t count, struct topomap_edge **taken,
                                         struct topomap_error *error)
{
    struct topomap_edge *copy = NULL;
    struct topomap_graph *graph;
    bool grouped;

    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS) {
        error_set(error, TOPOMAP_INPUT, "a graph has 1 to %u ranks, not %u", TOPOMAP_MAX_RANKS,
                  ranks);
        return NULL;
    }
    if (check_edges(ranks, edges, count, &grouped, error) < 0)
        return NULL;
    if (!grouped) {
        edges = copy = group_edges(ranks, edges, count);
        if (!copy) {
            error_memory(error);
            return NULL;
        }
        free(*taken);
        *taken = NULL;
    }
    graph = make_rows(ranks, edges, count, error);
    free(copy);
    return graph;
}

struct topomap_graph *topomap_graph_create(uint32_t ranks, const struct topomap_edge *edges,
                                           size_t count, struct topomap_error *error)
{
    struct topomap_edge *none = NULL;

    return create_rows(ranks, edges, count, &none, error);
}

struct topomap_graph *graph_take(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error)
{
    struct topomap_graph *graph = create_rows(ranks, edges, count, &edges, error);

    free(edges);
    return graph;
}

struct topomap_graph *rows_finish(struct rows *rows, uint32_t ranks, struct topomap_error *error)
{
    struct topomap_graph *graph = NULL;

    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS) {
        error_set(error, TOPOMAP_INPUT, "a graph has 1 to %u ranks, not %u", TOPOMAP_MAX_RANKS,
                  ranks);
    } else if (rows->loose.edge) {
        struct topomap_edge *edges = rows->loose.edge;

        rows->loose.edge = NULL;
        graph = graph_take(ranks, edges, rows->loose.count, error);
        if (graph)
            graph->weights = has_weights(graph, rows->counted);
    } else {
        graph = join_rows(rows, ranks, error);
    }
    rows_free(rows);
    return graph;
}

void rows_free(struct rows *rows)
{
    free_rows(rows);
    free(rows->self.edge);
    free(rows->loose.edge);
    *rows = (struct rows){0};
}
