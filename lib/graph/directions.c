/* SPDX-License-Identifier: BSD-3-Clause */
/* The symmetrised view of a graph. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- any graph ------------------------------------------------------------------------------ */

/* What each rank receives, in rows like those of what it sends. */
struct incoming {
    size_t *offset;
    uint32_t *source;
    uint64_t *bytes;
};

static int incoming_make(struct incoming *in, const struct topomap_graph *graph)
{
    size_t *next;

    in->offset = array_new((size_t)graph->ranks + 2, sizeof *in->offset);
    in->source = array_raw(graph->edges, sizeof *in->source);
    in->bytes = array_raw(graph->edges, sizeof *in->bytes);
    if (!in->offset || !in->source || !in->bytes)
        return -1;
    /* Counts are stored two places ahead, so that filling the rows turns them into offsets. */
    next = in->offset + 1;
    for (size_t e = 0; e < graph->edges; e++)
        next[graph->target[e] + 1]++;
    for (uint32_t r = 0; r < graph->ranks; r++)
        next[r + 1] += next[r];
    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
            size_t at = next[graph->target[e]]++;

            in->source[at] = r;
            in->bytes[at] = graph->bytes[e];
        }
    }
    return 0;
}

static void incoming_free(struct incoming *in)
{
    free(in->offset);
    free(in->source);
    free(in->bytes);
}

/* Merge what rank `r` sends and receives into its row of neighbours, which starts at `at`. Returns
 * the end of the row. Pairs that exchange only empty messages are not neighbours. */
static size_t merge_row(struct topomap_graph *graph, const struct incoming *in, uint32_t r,
                        size_t at)
{
    size_t out = graph->offset[r], out_end = graph->offset[r + 1];
    size_t from = in->offset[r], from_end = in->offset[r + 1];

    while (out < out_end || from < from_end) {
        uint32_t sent = out < out_end ? graph->target[out] : UINT32_MAX;
        uint32_t received = from < from_end ? in->source[from] : UINT32_MAX;
        uint32_t neighbour = sent < received ? sent : received;
        uint64_t bytes = 0;

        if (sent == neighbour)
            bytes += graph->bytes[out++];
        if (received == neighbour)
            bytes += in->bytes[from++];
        if (!bytes)
            continue;
        graph->partner[at] = neighbour;
        graph->weight[at] = (double)bytes;
        at++;
    }
    return at;
}

static int merge_rows(struct topomap_graph *graph)
{
    struct incoming in = {0};
    size_t most, at = 0;
    int result = -1;

    if (__builtin_mul_overflow(graph->edges, (size_t)2, &most))
        return -1;
    graph->pair_offset = array_new((size_t)graph->ranks + 1, sizeof *graph->pair_offset);
    graph->partner = array_raw(most, sizeof *graph->partner);
    graph->weight = array_raw(most, sizeof *graph->weight);
    if (graph->pair_offset && graph->partner && graph->weight && incoming_make(&in, graph) == 0) {
        for (uint32_t r = 0; r < graph->ranks; r++) {
            at = merge_row(graph, &in, r, at);
            graph->pair_offset[r + 1] = at;
        }
        /* Shrink the arrays to what was used. If that fails they stay as they are. */
        (void)array_resize(&graph->partner, at ? at : 1, sizeof *graph->partner);
        (void)array_resize(&graph->weight, at ? at : 1, sizeof *graph->weight);
        result = 0;
    }
    incoming_free(&in);
    return result;
}

/* ---- graphs whose edges all have their opposite ------------------------------------------- */

/* How many ranks ahead opposite edges are prefetched. */
#define AHEAD 4

/* From this many edges on threads pay off; they then take this many sections. Each section first
 * has to find its first edge in the rows of all later ranks. */
#define MANY_EDGES ((size_t)1 << 20)
#define SECTIONS 4

/* Ranks from `first` to `end` - 1, whose edges to higher ranks are weighed. */
struct section {
    uint32_t first, end;
    bool failed;
    size_t pairs; /* opposite edges found */
};

struct weighing {
    const struct topomap_graph *graph;
    double *weight;
    size_t *next; /* [ranks] for each section: the edge of that rank to be met next */
    unsigned sections;
    struct section section[SECTIONS];
};

/* The first edge of `rank` to rank `to` or a higher one. */
static size_t first_edge_to(const struct topomap_graph *graph, uint32_t rank, uint32_t to)
{
    size_t low = graph->offset[rank], high = graph->offset[rank + 1];

    /* A short cut: most ranks communicate with ranks near them. */
    if (low < high && graph->target[low] >= to)
        return low;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (graph->target[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Prefetch the opposites of the edges of `rank`. */
static void fetch_opposites(const struct weighing *weighing, const size_t *next, uint32_t rank)
{
    const struct topomap_graph *graph = weighing->graph;

    for (size_t e = next[rank]; e < graph->offset[rank + 1]; e++) {
        size_t opposite = next[graph->target[e]];

        __builtin_prefetch(&graph->target[opposite]);
        __builtin_prefetch(&graph->bytes[opposite]);
        __builtin_prefetch(&weighing->weight[opposite], 1);
    }
}

/* Add up the edges of `rank` to higher ranks and their opposites. False if an edge has no opposite,
 * or if both are without bytes. */
static bool weigh_rank(const struct weighing *weighing, size_t *next, uint32_t rank)
{
    const struct topomap_graph *graph = weighing->graph;
    size_t end = graph->offset[rank + 1];

    for (size_t e = next[rank]; e < end; e++) {
        uint32_t to = graph->target[e];
        size_t opposite;
        uint64_t bytes;

        if (to < rank)
            return false;
        opposite = next[to]++;
        if (opposite >= graph->edges || graph->target[opposite] != rank)
            return false;
        bytes = graph->bytes[e] + graph->bytes[opposite];
        if (bytes == 0)
            return false;
        weighing->weight[e] = weighing->weight[opposite] = (double)bytes;
    }
    return true;
}

/*
 * Weigh the edges of one section. Ranks are taken in ascending order, so the opposites in the row
 * of a higher rank are met in the order of that row and need no search: next[t] is the edge of rank
 * t to be met next.
 */
static void weigh_section(void *argument, unsigned i)
{
    struct weighing *weighing = argument;
    const struct topomap_graph *graph = weighing->graph;
    struct section *section = &weighing->section[i];
    size_t *next = weighing->next + (size_t)i * graph->ranks;

    for (uint32_t r = section->first; r < graph->ranks; r++)
        next[r] = first_edge_to(graph, r, section->first);
    for (uint32_t r = section->first; r < section->end; r++) {
        size_t first = next[r], end = graph->offset[r + 1];

        if (r + AHEAD < section->end)
            fetch_opposites(weighing, next, r + AHEAD);
        /* All edges to lower ranks must have been met by now, and no others. */
        section->failed = first > end || !weigh_rank(weighing, next, r);
        if (section->failed)
            return;
        section->pairs += end - first;
    }
}

/* Divide the ranks into sections with about the same number of edges. */
static void part_ranks(struct weighing *weighing)
{
    const struct topomap_graph *graph = weighing->graph;
    uint32_t rank = 0;

    for (unsigned i = 0; i < weighing->sections; i++) {
        size_t until = graph->edges / weighing->sections * (i + 1);

        weighing->section[i].first = rank;
        while (rank < graph->ranks && graph->offset[rank] < until)
            rank++;
        if (i + 1 == weighing->sections)
            rank = graph->ranks;
        weighing->section[i].end = rank;
    }
}

/* Whether each edge has an opposite, and each pair has bytes. Pairs are counted too: a section does
 * not notice an edge from a later rank to which none of its own ranks sends. */
static bool weigh_all(struct weighing *weighing)
{
    size_t pairs = 0;

    part_ranks(weighing);
    parallel_run(weighing->sections, weigh_section, weighing);
    for (unsigned i = 0; i < weighing->sections; i++) {
        if (weighing->section[i].failed)
            return false;
        pairs += weighing->section[i].pairs;
    }
    return 2 * pairs == weighing->graph->edges;
}

/* If every edge has its opposite, the targets of a rank are its neighbours, and both views share
 * their rows. Returns 1 if it is such a graph, 0 if not, -1 when memory runs out. */
static int share_rows(struct topomap_graph *graph)
{
    struct weighing weighing = {
        .graph = graph,
        .weight = array_raw(graph->edges, sizeof *weighing.weight),
        .sections = graph->edges < MANY_EDGES ? 1 : SECTIONS,
    };
    int shared = -1;

    weighing.next = array_raw((size_t)graph->ranks * weighing.sections, sizeof *weighing.next);
    if (weighing.weight && weighing.next)
        shared = weigh_all(&weighing);
    free(weighing.next);
    if (shared == 1) {
        graph->pair_offset = graph->offset;
        graph->partner = graph->target;
        graph->weight = weighing.weight;
    } else {
        free(weighing.weight);
    }
    return shared;
}

/* ---- on demand ---------------------------------------------------------------------------*/

/* One lock serves all graphs: it only has to keep two threads from pairing the same one. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static int make_pairs(struct topomap_graph *graph)
{
    int shared = share_rows(graph);

    return shared ? (shared < 0 ? -1 : 0) : merge_rows(graph);
}

static void forget_pairs(struct topomap_graph *graph)
{
    free(graph->pair_offset);
    free(graph->partner);
    free(graph->weight);
    graph->pair_offset = NULL;
    graph->partner = NULL;
    graph->weight = NULL;
}

int graph_need_pairs(const struct topomap_graph *graph, struct topomap_error *error)
{
    /* Graphs are always on the heap, and the view adds nothing that their edges do not imply. */
    struct topomap_graph *own = (struct topomap_graph *)graph;
    int result = 0;

    if (__atomic_load_n(&graph->paired, __ATOMIC_ACQUIRE))
        return 0;
    pthread_mutex_lock(&making);
    if (!own->paired) {
        result = make_pairs(own);
        if (result < 0)
            forget_pairs(own);
        else
            __atomic_store_n(&own->paired, true, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&making);
    return result < 0 ? error_memory(error) : 0;
}
