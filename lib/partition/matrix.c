/* SPDX-License-Identifier: BSD-3-Clause */
/* The communication of a sparse matrix whose rows are distributed over ranks. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "graph/matrix.h"
#include "partition/partition.h"

#include <stdlib.h>
#include <string.h>

#define MAX_VALUE_BYTES ((uint64_t)1 << 20)

/* Compressed rows under construction. */
struct rows {
    size_t *offset;   /* [count + 1] */
    uint32_t *target; /* [offset[count]] */
};

static void rows_free(struct rows *rows)
{
    free(rows->offset);
    free(rows->target);
}

/* Compute offsets from the numbers of targets, which stand one place later: offset[r + 1]. */
static int rows_reserve(struct rows *rows, uint32_t count)
{
    for (uint32_t r = 0; r < count; r++)
        rows->offset[r + 1] += rows->offset[r];
    rows->target = array_raw(rows->offset[count], sizeof *rows->target);
    return rows->target ? 0 : -1;
}

/* Add a target and advance the row's offset; rows_rewind resets all offsets. */
static void rows_add(struct rows *rows, uint32_t row, uint32_t target)
{
    rows->target[rows->offset[row]++] = target;
}

static void rows_rewind(struct rows *rows, uint32_t count)
{
    memmove(rows->offset + 1, rows->offset, count * sizeof *rows->offset);
    rows->offset[0] = 0;
}

/* ---- the graph that is partitioned ------------------------------------------------------- */

/* The neighbours of each row, in both directions, unordered, with duplicates. */
static int join(const struct topomap_matrix *matrix, struct rows *rows)
{
    rows->offset = array_new((size_t)matrix->rows + 1, sizeof *rows->offset);
    if (!rows->offset)
        return -1;
    for (size_t e = 0; e < matrix->entries; e++) {
        rows->offset[matrix->entry[e].row + 1] += matrix->entry[e].row != matrix->entry[e].column;
        rows->offset[matrix->entry[e].column + 1] +=
            matrix->entry[e].row != matrix->entry[e].column;
    }
    if (rows_reserve(rows, matrix->rows) < 0)
        return -1;
    for (size_t e = 0; e < matrix->entries; e++) {
        uint32_t a = matrix->entry[e].row, b = matrix->entry[e].column;

        if (a != b) {
            rows_add(rows, a, b);
            rows_add(rows, b, a);
        }
    }
    rows_rewind(rows, matrix->rows);
    return 0;
}

/* The same with ascending rows: a symmetric structure read in order fills them in order. */
static int sort(const struct rows *joined, uint32_t count, struct rows *sorted)
{
    size_t bytes = ((size_t)count + 1) * sizeof *sorted->offset;

    sorted->offset = array_raw((size_t)count + 1, sizeof *sorted->offset);
    if (!sorted->offset)
        return -1;
    memcpy(sorted->offset, joined->offset, bytes);
    sorted->target = array_raw(joined->offset[count], sizeof *sorted->target);
    if (!sorted->target)
        return -1;
    for (uint32_t r = 0; r < count; r++) {
        for (size_t e = joined->offset[r]; e < joined->offset[r + 1]; e++)
            rows_add(sorted, joined->target[e], r);
    }
    rows_rewind(sorted, count);
    return 0;
}

/* Remove duplicates. */
static void shrink(struct rows *rows, uint32_t count)
{
    size_t end = 0, from = 0;

    for (uint32_t r = 0; r < count; r++) {
        size_t first = end, stop = rows->offset[r + 1];

        for (; from < stop; from++) {
            if (end == first || rows->target[end - 1] != rows->target[from])
                rows->target[end++] = rows->target[from];
        }
        rows->offset[r + 1] = end;
    }
}

static int neighbours(const struct topomap_matrix *matrix, struct rows *rows)
{
    struct rows joined = {0};
    int result = join(matrix, &joined) < 0 ? -1 : sort(&joined, matrix->rows, rows);

    rows_free(&joined);
    if (result == 0)
        shrink(rows, matrix->rows);
    return result;
}

/* Distribute rows evenly over ranks, to within one, by recursive bisection. With some thirty
 * rows for each rank, METIS's k-way partition sends twice as much and takes ten times as long. */
static int cut(const struct rows *rows, uint32_t count, uint32_t ranks, uint64_t seed,
               uint32_t *part, struct topomap_error *error)
{
    size_t entries = rows->offset[count];
    uint32_t *capacity = array_raw(ranks, sizeof *capacity);
    double *weight = array_raw(entries, sizeof *weight);
    int result = -1;

    if (!capacity || !weight) {
        error_memory(error);
    } else {
        struct partition_graph graph = {
            .vertices = count, .offset = rows->offset, .target = rows->target, .weight = weight};

        for (uint32_t r = 0; r < ranks; r++)
            capacity[r] = count / ranks + (r < count % ranks);
        for (size_t e = 0; e < entries; e++)
            weight[e] = 1;
        result = partition_exact(&graph, ranks, capacity, NULL, PARTITION_RECURSIVE, seed, part,
                                 error);
    }
    free(capacity);
    free(weight);
    return result;
}

static int spread(const struct topomap_matrix *matrix, uint32_t ranks, uint64_t seed,
                  uint32_t *part, struct topomap_error *error)
{
    struct rows rows = {0};
    int result = -1;

    if (neighbours(matrix, &rows) < 0)
        error_memory(error);
    else if (rows.offset[matrix->rows] > PARTITION_METIS_MAX_ENTRIES)
        error_set(error, TOPOMAP_IMPOSSIBLE, "the matrix has more entries than METIS can take");
    else
        result = cut(&rows, matrix->rows, ranks, seed, part, error);
    rows_free(&rows);
    return result;
}

/* ---- the traffic ------------------------------------------------------------------------- */

struct traffic {
    uint32_t ranks;
    struct rows users;     /* of each value: the other ranks whose rows need it, some twice */
    struct rows owned;     /* of each rank: its values */
    uint32_t *seen;        /* [ranks]: the last value that was counted for this receiver */
    uint32_t *values;      /* [ranks]: how many this receiver gets from the sender at hand */
    uint32_t *receivers;   /* [ranks]: of the sender at hand */
    struct topomap_edge *edges;
    size_t count;
    size_t capacity;
};

static void traffic_free(struct traffic *t)
{
    rows_free(&t->users);
    rows_free(&t->owned);
    free(t->seen);
    free(t->values);
    free(t->receivers);
    free(t->edges);
}

static int list_users(struct traffic *t, const struct topomap_matrix *matrix, const uint32_t *part)
{
    t->users.offset = array_new((size_t)matrix->rows + 1, sizeof *t->users.offset);
    if (!t->users.offset)
        return -1;
    for (size_t e = 0; e < matrix->entries; e++) {
        uint32_t value = matrix->entry[e].column;

        t->users.offset[value + 1] += part[matrix->entry[e].row] != part[value];
    }
    if (rows_reserve(&t->users, matrix->rows) < 0)
        return -1;
    for (size_t e = 0; e < matrix->entries; e++) {
        uint32_t value = matrix->entry[e].column, user = part[matrix->entry[e].row];

        if (user != part[value])
            rows_add(&t->users, value, user);
    }
    rows_rewind(&t->users, matrix->rows);
    return 0;
}

static int list_owned(struct traffic *t, const uint32_t *part, uint32_t rows)
{
    t->owned.offset = array_new((size_t)t->ranks + 1, sizeof *t->owned.offset);
    if (!t->owned.offset)
        return -1;
    for (uint32_t v = 0; v < rows; v++)
        t->owned.offset[part[v] + 1]++;
    if (rows_reserve(&t->owned, t->ranks) < 0)
        return -1;
    for (uint32_t v = 0; v < rows; v++)
        rows_add(&t->owned, part[v], v);
    rows_rewind(&t->owned, t->ranks);
    return 0;
}

/* The messages of one rank: each value once to each rank that needs it. */
static int add_sender(struct traffic *t, uint32_t sender, uint64_t bytes)
{
    uint32_t receivers = 0;

    for (size_t o = t->owned.offset[sender]; o < t->owned.offset[sender + 1]; o++) {
        uint32_t value = t->owned.target[o];

        for (size_t u = t->users.offset[value]; u < t->users.offset[value + 1]; u++) {
            uint32_t user = t->users.target[u];

            if (t->seen[user] == value)
                continue;
            t->seen[user] = value;
            if (t->values[user]++ == 0)
                t->receivers[receivers++] = user;
        }
    }
    if (receivers && array_grow(&t->edges, &t->capacity, t->count + receivers,
                                sizeof *t->edges) < 0)
        return -1;
    for (uint32_t i = 0; i < receivers; i++) {
        uint32_t receiver = t->receivers[i];

        t->edges[t->count++] =
            (struct topomap_edge){sender, receiver, t->values[receiver] * bytes, 1};
        t->values[receiver] = 0;
    }
    return 0;
}

static int count_traffic(struct traffic *t, const struct topomap_matrix *matrix,
                         const uint32_t *part, uint64_t bytes)
{
    t->seen = array_raw(t->ranks, sizeof *t->seen);
    t->values = array_new(t->ranks, sizeof *t->values);
    t->receivers = array_raw(t->ranks, sizeof *t->receivers);
    if (!t->seen || !t->values || !t->receivers || list_users(t, matrix, part) < 0 ||
        list_owned(t, part, matrix->rows) < 0)
        return -1;
    for (uint32_t r = 0; r < t->ranks; r++)
        t->seen[r] = UINT32_MAX;
    for (uint32_t r = 0; r < t->ranks; r++) {
        if (add_sender(t, r, bytes) < 0)
            return -1;
    }
    return 0;
}

struct topomap_graph *topomap_graph_from_matrix(const struct topomap_matrix *matrix,
                                                uint32_t ranks, uint64_t value_bytes,
                                                uint64_t seed, struct topomap_error *error)
{
    struct traffic traffic = {.ranks = ranks};
    struct topomap_graph *graph = NULL;
    uint32_t *part;

    if (!value_bytes || value_bytes > MAX_VALUE_BYTES) {
        error_set(error, TOPOMAP_USAGE, "a value has 1 to %llu bytes",
                  (unsigned long long)MAX_VALUE_BYTES);
        return NULL;
    }
    if (!ranks || ranks > matrix->rows) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "%u rows cannot be spread over %u ranks",
                  matrix->rows, ranks);
        return NULL;
    }
    part = array_raw(matrix->rows, sizeof *part);
    if (!part || (spread(matrix, ranks, seed, part, error) == 0 &&
                  count_traffic(&traffic, matrix, part, value_bytes) < 0)) {
        error_memory(error);
    } else if (traffic.owned.target) {
        graph = graph_take(ranks, traffic.edges, traffic.count, error);
        traffic.edges = NULL;
        if (graph)
            graph->weights = false;
    }
    traffic_free(&traffic);
    free(part);
    return graph;
}
