/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 reads the graph; every rank gets its sends and receives. */
#include "replay.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* MPI counts in int, and a larger message would say no more about a network. */
#define MAX_MESSAGE ((uint64_t)1 << 30)

/* Most messages of an edge; their numbers are MPI tags. */
#define MAX_MESSAGES 1000

/* The most bytes of an edge. */
#define MAX_EDGE (MAX_MESSAGE * MAX_MESSAGES)

/* A directed edge of the graph as it is broadcast: source, destination, bytes and messages. */
enum { EDGE_SRC, EDGE_DST, EDGE_BYTES, EDGE_MESSAGES, EDGE_WORDS };

static int fail(const char *format, const char *what)
{
    fprintf(stderr, "topomap-replay: ");
    fprintf(stderr, format, what);
    fprintf(stderr, "\n");
    return TOPOMAP_INPUT;
}

/* On rank 0: read the graph, and check that it fits this run. */
static int read_graph(struct topomap_graph **graph, const struct settings *settings, int ranks)
{
    const char *path = settings->graph;
    struct topomap_error error;

    *graph = topomap_graph_read(path, settings->graph_format, &error);
    if (!*graph) {
        fail("%s", error.text);
        return (int)error.code;
    }
    if (topomap_graph_ranks(*graph) != (uint32_t)ranks) {
        fprintf(stderr, "topomap-replay: %s has %u ranks, but %d run\n", path,
                topomap_graph_ranks(*graph), ranks);
        return TOPOMAP_IMPOSSIBLE;
    }
    if (topomap_graph_edges(*graph) > INT_MAX / EDGE_WORDS)
        return fail("%s has too many edges", path);
    return TOPOMAP_OK;
}

/* All ranks get all edges: simple, and small compared with the traffic to come. */
static uint64_t *share_edges(const struct topomap_graph *graph, uint64_t *count)
{
    uint64_t *words;

    *count = graph ? topomap_graph_edges(graph) : 0;
    wait_share(count, 1, MPI_UINT64_T);
    words = malloc((size_t)*count * EDGE_WORDS * sizeof *words + 1);
    for (uint64_t i = 0; graph && words && i < *count; i++) {
        struct topomap_edge edge;

        topomap_graph_copy_edges(graph, (size_t)i, 1, &edge);
        words[i * EDGE_WORDS + EDGE_SRC] = edge.src;
        words[i * EDGE_WORDS + EDGE_DST] = edge.dst;
        words[i * EDGE_WORDS + EDGE_BYTES] = edge.bytes;
        words[i * EDGE_WORDS + EDGE_MESSAGES] = edge.messages;
    }
    return words;
}

/* Bytes of an edge after scaling: at least one if the graph has any. */
static uint64_t scaled_bytes(const uint64_t *edge, const struct settings *settings)
{
    double bytes = (double)edge[EDGE_BYTES] * settings->scale;

    if (bytes >= (double)MAX_EDGE)
        return MAX_EDGE;
    return bytes < 1 && edge[EDGE_BYTES] > 0 ? 1 : (uint64_t)bytes;
}

/* Messages of an edge: one, or as many as the graph counts. */
static uint64_t message_count(const uint64_t *edge, const struct settings *settings)
{
    if (!settings->split || !edge[EDGE_MESSAGES])
        return 1;
    return edge[EDGE_MESSAGES] < MAX_MESSAGES ? edge[EDGE_MESSAGES] : MAX_MESSAGES;
}

/* Bytes of message `index` of `count`: the first messages take the remainder. */
static size_t message_bytes(uint64_t bytes, uint64_t count, uint64_t index)
{
    uint64_t each = bytes / count + (index < bytes % count);

    return (size_t)(each < MAX_MESSAGE ? each : MAX_MESSAGE);
}

/* Count this rank's messages or, if there are arrays, fill them in. Returns all their bytes. */
static size_t collect(struct traffic *t, const uint64_t *edges, uint64_t count,
                      const struct settings *settings, uint64_t rank)
{
    size_t total = 0;

    t->sends = t->receives = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *edge = edges + i * EDGE_WORDS;
        bool sends = edge[EDGE_SRC] == rank;
        uint64_t bytes = scaled_bytes(edge, settings);
        uint64_t messages = message_count(edge, settings);

        if (!sends && edge[EDGE_DST] != rank)
            continue;
        for (uint64_t m = 0; m < messages; m++) {
            struct message *list = sends ? t->send : t->receive;
            size_t size = message_bytes(bytes, messages, m);
            size_t index = sends ? t->sends++ : t->receives++;

            if (list)
                list[index] = (struct message){
                    .peer = (int)edge[sends ? EDGE_DST : EDGE_SRC],
                    .tag = (int)m,
                    .bytes = size,
                    .data = t->buffer + total,
                };
            total += size;
        }
    }
    return total;
}

static int allocate(struct traffic *t, const uint64_t *edges, uint64_t count,
                    const struct settings *settings, uint64_t rank)
{
    size_t bytes = collect(t, edges, count, settings, rank);

    t->send = calloc(t->sends + 1, sizeof *t->send);
    t->receive = calloc(t->receives + 1, sizeof *t->receive);
    t->buffer = malloc(bytes + 1);
    if (!t->send || !t->receive || !t->buffer)
        return -1;
    collect(t, edges, count, settings, rank);
    return 0;
}

int load_traffic(struct traffic *traffic, const struct settings *settings)
{
    struct topomap_graph *graph = NULL;
    uint64_t *edges, count;
    int rank, ranks, code = TOPOMAP_OK;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        code = read_graph(&graph, settings, ranks);
    wait_share(&code, 1, MPI_INT);
    if (code == TOPOMAP_OK) {
        edges = share_edges(graph, &count);
        if (wait_least(edges != NULL)) {
            wait_share(edges, (int)(count * EDGE_WORDS), MPI_UINT64_T);
            code = allocate(traffic, edges, count, settings, (uint64_t)rank);
        } else {
            code = -1;
        }
        free(edges);
        if (!wait_least(code == 0)) {
            if (rank == 0)
                fprintf(stderr, "topomap-replay: out of memory for the messages\n");
            code = TOPOMAP_INTERNAL;
        }
    }
    topomap_graph_destroy(graph);
    return code;
}

void free_traffic(struct traffic *traffic)
{
    free(traffic->send);
    free(traffic->receive);
    free(traffic->buffer);
    *traffic = (struct traffic){0};
}
