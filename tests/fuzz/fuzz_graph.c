/* SPDX-License-Identifier: BSD-3-Clause */
/* Graph readers: what is accepted can be written, and read again to the same graph. */
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <string.h>

/* Graphs of more ranks are not written in other formats: that takes too long. */
#define MAX_WRITTEN 1000

/* In a format that keeps everything, a graph comes back with the edge list `edges`. */
static void check_format(const struct topomap_graph *graph, const char *format, const char *edges)
{
    size_t length;
    char *written = topomap_graph_print(graph, format, &length, NULL);
    struct topomap_graph *read;
    char *printed;

    EXPECT(written);
    read = topomap_graph_parse("written", written, length, format, NULL);
    EXPECT(read);
    printed = topomap_graph_print(read, "edges", NULL, NULL);
    EXPECT(printed && strcmp(printed, edges) == 0);
    topomap_graph_destroy(read);
    free(printed);
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
    EXPECT(topomap_graph_bytes(graph) == topomap_graph_bytes(again));
    EXPECT(topomap_graph_ranks(graph) == topomap_graph_ranks(again));
    topomap_graph_destroy(again);
    for (size_t i = 0; topomap_graph_ranks(graph) <= MAX_WRITTEN &&
                       i < sizeof formats / sizeof *formats; i++)
        check_format(graph, formats[i], once);
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
