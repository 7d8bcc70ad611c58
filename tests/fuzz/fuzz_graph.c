/* SPDX-License-Identifier: BSD-3-Clause */
/* Graph readers: what is accepted can be written, and read again to the same graph. */
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <string.h>

/* Graphs of more ranks are not written in other formats: that takes too long. */
#define MAX_WRITTEN 1000

static bool same_edge(struct topomap_edge a, struct topomap_edge b)
{
    return a.src == b.src && a.dst == b.dst && a.bytes == b.bytes && a.messages == b.messages;
}

static bool same_edges(const struct topomap_graph *a, const struct topomap_graph *b)
{
    bool same = topomap_graph_ranks(a) == topomap_graph_ranks(b) &&
                topomap_graph_edges(a) == topomap_graph_edges(b);

    for (size_t i = 0; same && i < topomap_graph_edges(a); i++)
        same = same_edge(topomap_graph_edge(a, i), topomap_graph_edge(b, i));
    for (uint32_t rank = 0; same && rank < topomap_graph_ranks(a); rank++)
        same = same_edge(topomap_graph_self(a, rank), topomap_graph_self(b, rank));
    return same;
}

/* Whether messages were counted, or are one for each pair: a profile takes bytes without a message
 * for weights if no pair has two messages. */
static bool profile_keeps(const struct topomap_graph *graph)
{
    uint64_t most = 0;
    bool weights = false;

    for (size_t i = 0; i < topomap_graph_edges(graph); i++) {
        struct topomap_edge edge = topomap_graph_edge(graph, i);

        most = edge.messages > most ? edge.messages : most;
        weights = weights || !edge.messages;
    }
    for (uint32_t rank = 0; rank < topomap_graph_ranks(graph); rank++) {
        struct topomap_edge self = topomap_graph_self(graph, rank);

        most = self.messages > most ? self.messages : most;
        weights = weights || (self.bytes && !self.messages);
    }
    return most > 1 || !weights;
}

/* In a format that keeps everything, a graph comes back. */
static void check_format(const struct topomap_graph *graph, const char *format)
{
    size_t length;
    char *written = topomap_graph_print(graph, format, &length, NULL);
    struct topomap_graph *read;

    EXPECT(written);
    read = topomap_graph_parse("written", written, length, format, NULL);
    EXPECT(read);
    EXPECT(same_edges(graph, read));
    topomap_graph_destroy(read);
    free(written);
}

static void check_graph(const struct topomap_graph *graph)
{
    static const char *const formats[] = {"json", "dot", "profile"};
    char *once = topomap_graph_print(graph, "edges", NULL, NULL);
    struct topomap_graph *again;
    char *twice;

    EXPECT(once);
    again = topomap_graph_parse("again", once, strlen(once), "edges", NULL);
    EXPECT(again);
    twice = topomap_graph_print(again, "edges", NULL, NULL);
    EXPECT(twice && strcmp(once, twice) == 0);
    EXPECT(same_edges(graph, again));
    topomap_graph_destroy(again);
    for (size_t i = 0; topomap_graph_ranks(graph) <= MAX_WRITTEN &&
                       i < (profile_keeps(graph) ? 3 : 2); i++)
        check_format(graph, formats[i]);
    free(once);
    free(twice);
}

static void try_format(const uint8_t *data, size_t size, const char *format)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct topomap_graph *graph = topomap_graph_parse("input", (const char *)data, size, format,
                                                      &error);

    EXPECT(graph || (error.code != TOPOMAP_OK && error.text[0]));
    if (graph)
        check_graph(graph);
    topomap_graph_destroy(graph);
}

static void try_input(const uint8_t *data, size_t size)
{
    const char *name, *summary;

    try_format(data, size, NULL);
    for (size_t i = 0; topomap_graph_format_get(i, &name, &summary); i++)
        try_format(data, size, name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
