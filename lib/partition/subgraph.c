/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/subgraph.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The same graph while it is being filled. */
struct rows {
    size_t *offset;
    uint32_t *target;
    double *weight;
    uint32_t *id;
};

struct partition_graph partition_graph_view(const struct topomap_graph *graph)
{
    return (struct partition_graph){
        .vertices = graph->ranks,
        .offset = graph->pair_offset,
        .target = graph->partner,
        .weight = graph->weight,
    };
}

void partition_graph_free(struct partition_graph *graph)
{
    free(graph->memory);
    *graph = (struct partition_graph){0};
}

/* One block of memory for all arrays: splitting makes thousands of small graphs. */
static int graph_new(struct partition_graph *graph, struct rows *rows, uint32_t vertices,
                     size_t entries)
{
    size_t vertex_bytes = ((size_t)vertices + 1) * sizeof *rows->offset;
    size_t id_bytes = (size_t)vertices * sizeof *rows->id;
    size_t bytes;
    char *memory;

    if (__builtin_mul_overflow(entries, sizeof *rows->weight + sizeof *rows->target, &bytes) ||
        __builtin_add_overflow(bytes, vertex_bytes + id_bytes, &bytes))
        return -1;
    memory = array_raw(bytes, 1);
    if (!memory)
        return -1;
    rows->offset = (void *)memory;
    rows->weight = (void *)(memory + vertex_bytes);
    rows->target = (void *)(rows->weight + entries);
    rows->id = rows->target + entries;
    *graph = (struct partition_graph){vertices,     rows->offset, rows->target,
                                      rows->weight, rows->id,     memory};
    return 0;
}

/* local[v]: number of vertex v inside its part; entries[p]: row entries that stay inside p. */
static void count_parts(const struct partition_graph *graph, const uint32_t *part, uint32_t *local,
                        uint32_t *vertices, size_t *entries)
{
    for (uint32_t v = 0; v < graph->vertices; v++) {
        uint32_t mine = part[v];

        local[v] = vertices[mine]++;
        for (size_t e = graph->offset[v]; e < graph->offset[v + 1]; e++)
            entries[mine] += part[graph->target[e]] == mine;
    }
}

static void fill_parts(const struct partition_graph *graph, const uint32_t *part,
                       const uint32_t *local, struct rows *rows)
{
    for (uint32_t v = 0; v < graph->vertices; v++) {
        struct rows *mine = &rows[part[v]];
        size_t end = mine->offset[local[v]];

        for (size_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            if (part[graph->target[e]] != part[v])
                continue;
            mine->target[end] = local[graph->target[e]];
            mine->weight[end++] = graph->weight[e];
        }
        mine->offset[local[v] + 1] = end;
        mine->id[local[v]] = partition_graph_id(graph, v);
    }
}

int partition_graph_split(const struct partition_graph *graph, uint32_t parts, const uint32_t *part,
                          struct partition_graph *pieces, struct topomap_error *error)
{
    uint32_t *local = array_raw(graph->vertices, sizeof *local);
    uint32_t *vertices = array_new(parts, sizeof *vertices);
    size_t *entries = array_new(parts, sizeof *entries);
    struct rows *rows = array_new(parts, sizeof *rows);
    uint32_t made = 0;
    bool failed = !local || !vertices || !entries || !rows;

    if (!failed)
        count_parts(graph, part, local, vertices, entries);
    while (!failed && made < parts) {
        failed = graph_new(&pieces[made], &rows[made], vertices[made], entries[made]) < 0;
        if (!failed)
            rows[made++].offset[0] = 0;
    }
    if (!failed)
        fill_parts(graph, part, local, rows);
    while (failed && made)
        partition_graph_free(&pieces[--made]);
    free(local);
    free(vertices);
    free(entries);
    free(rows);
    return failed ? error_memory(error) : 0;
}

/* Index of `vertex` among ascending `vertices`, or `count`. */
static uint32_t index_of(uint32_t count, const uint32_t *vertices, uint32_t vertex)
{
    uint32_t low = 0;
    uint32_t high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (vertices[middle] < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && vertices[low] == vertex ? low : count;
}

size_t partition_graph_find(const struct partition_graph *graph, uint32_t vertex, uint32_t target)
{
    size_t first = graph->offset[vertex];
    uint32_t count = (uint32_t)(graph->offset[vertex + 1] - first);
    uint32_t at = index_of(count, graph->target + first, target);

    return at < count ? first + at : SIZE_MAX;
}

int partition_graph_pick(const struct partition_graph *graph, uint32_t count,
                         const uint32_t *vertices, struct partition_graph *picked,
                         struct topomap_error *error)
{
    struct rows rows;
    size_t entries = 0;
    size_t end = 0;

    for (uint32_t i = 0; i < count; i++)
        entries += graph->offset[vertices[i] + 1] - graph->offset[vertices[i]];
    if (graph_new(picked, &rows, count, entries) < 0)
        return error_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        rows.offset[i] = end;
        rows.id[i] = i;
        for (size_t e = graph->offset[vertices[i]]; e < graph->offset[vertices[i] + 1]; e++) {
            uint32_t other = index_of(count, vertices, graph->target[e]);

            if (other == count)
                continue;
            rows.target[end] = other;
            rows.weight[end++] = graph->weight[e];
        }
    }
    rows.offset[count] = end;
    return 0;
}

/* The vertices listed by parts, and sums of a walk over the parts. */
struct contraction {
    const struct partition_graph *graph;
    const uint32_t *part;
    uint32_t *first;   /* [parts+1] */
    uint32_t *member;  /* [vertices], part after part */
    double *sum;       /* [parts]: weight from the current part to each part */
    uint32_t *seen;    /* [parts]: part after which sum is valid */
    uint32_t *target;  /* [entries of the graph]: of the rows, as they are found ... */
    double *weight;    /* ... and their weights */
};

static void contraction_sort(struct contraction *c, uint32_t parts)
{
    memset(c->first, 0, ((size_t)parts + 1) * sizeof *c->first);
    for (uint32_t v = 0; v < c->graph->vertices; v++)
        c->first[c->part[v] + 1]++;
    for (uint32_t p = 0; p < parts; p++) {
        c->first[p + 1] += c->first[p];
        c->seen[p] = c->first[p];
    }
    for (uint32_t v = 0; v < c->graph->vertices; v++)
        c->member[c->seen[c->part[v]]++] = v;
    memset(c->seen, 0xff, (size_t)parts * sizeof *c->seen);
}

/* List the parts adjacent to `part` in `touched`, and their weights in `sum`. */
static uint32_t contraction_row(struct contraction *c, uint32_t part, uint32_t *touched)
{
    uint32_t count = 0;

    for (uint32_t i = c->first[part]; i < c->first[part + 1]; i++) {
        uint32_t v = c->member[i];

        for (size_t e = c->graph->offset[v]; e < c->graph->offset[v + 1]; e++) {
            uint32_t other = c->part[c->graph->target[e]];

            if (other == part)
                continue;
            if (c->seen[other] != part) {
                c->seen[other] = part;
                c->sum[other] = 0;
                touched[count++] = other;
            }
            c->sum[other] += c->graph->weight[e];
        }
    }
    return count;
}

/* Compute all rows in order; `end` receives their ends. Returns the number of entries. */
static size_t contraction_find(struct contraction *c, uint32_t parts, size_t *end)
{
    size_t entries = 0;

    for (uint32_t p = 0; p < parts; p++) {
        uint32_t count = contraction_row(c, p, c->target + entries);

        for (size_t i = entries; i < entries + count; i++)
            c->weight[i] = c->sum[c->target[i]];
        entries += count;
        end[p] = entries;
    }
    return entries;
}

/* Visiting parts in ascending order and writing into the rows of their neighbours sorts the
 * rows. */
static int contraction_fill(struct contraction *c, uint32_t parts, struct partition_graph *out)
{
    size_t *end = array_raw(parts, sizeof *end);
    size_t entries = end ? contraction_find(c, parts, end) : 0;
    struct rows rows;

    if (!end || graph_new(out, &rows, parts, entries) < 0) {
        free(end);
        return -1;
    }
    rows.offset[0] = 0;
    for (uint32_t p = 0; p < parts; p++) {
        rows.offset[p + 1] = end[p];
        rows.id[p] = p;
        end[p] = rows.offset[p];
    }
    for (uint32_t p = 0; p < parts; p++) {
        for (size_t e = rows.offset[p]; e < rows.offset[p + 1]; e++) {
            size_t at = end[c->target[e]]++;

            rows.target[at] = p;
            rows.weight[at] = c->weight[e];
        }
    }
    free(end);
    return 0;
}

int partition_graph_contract(const struct partition_graph *graph, uint32_t parts,
                             const uint32_t *part, struct partition_graph *contracted,
                             struct topomap_error *error)
{
    size_t entries = graph->offset[graph->vertices];
    struct contraction c = {
        .graph = graph,
        .part = part,
        .first = array_raw((size_t)parts + 1, sizeof *c.first),
        .member = array_raw(graph->vertices, sizeof *c.member),
        .sum = array_raw(parts, sizeof *c.sum),
        .seen = array_raw(parts, sizeof *c.seen),
        .target = array_raw(entries, sizeof *c.target),
        .weight = array_raw(entries, sizeof *c.weight),
    };
    int result = -1;

    if (c.first && c.member && c.sum && c.seen && c.target && c.weight) {
        contraction_sort(&c, parts);
        result = contraction_fill(&c, parts, contracted);
    }
    free(c.first);
    free(c.member);
    free(c.sum);
    free(c.seen);
    free(c.target);
    free(c.weight);
    return result < 0 ? error_memory(error) : 0;
}
