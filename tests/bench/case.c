/* SPDX-License-Identifier: BSD-3-Clause */
#include "bench/case.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>

char *case_read_text(const char *path, size_t *length, struct topomap_error *error)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    ssize_t got;

    got = file ? getdelim(&text, &size, '\0', file) : -1;
    if (file)
        fclose(file);
    if (got < 0) {
        free(text);
        error_set(error, TOPOMAP_INPUT, "%s: cannot be read", path);
        return NULL;
    }
    while (got > 0 && text[got - 1] == '\n')
        text[--got] = '\0';
    *length = (size_t)got;
    return text;
}

void case_free(struct bench_case *bench)
{
    topomap_allocation_destroy(bench->allocation);
    topomap_network_destroy(bench->network);
    topomap_graph_destroy(bench->graph);
}

int case_load(struct bench_case *bench, char **argv, struct topomap_error *error)
{
    size_t length;
    char *hosts = case_read_text(argv[2], &length, error);
    char *tasks = hosts ? case_read_text(argv[3], &length, error) : NULL;

    *bench = (struct bench_case){0};
    if (tasks)
        bench->graph = topomap_graph_is_pattern(argv[0]) ? topomap_graph_pattern(argv[0], 0, error)
                                                         : topomap_graph_read(argv[0], NULL, error);
    if (bench->graph && graph_need_pairs(bench->graph, error) == 0)
        bench->network = topomap_network_read(argv[1], error);
    if (bench->network)
        bench->allocation = topomap_allocation_create(bench->network, hosts, tasks, error);
    free(hosts);
    free(tasks);
    if (bench->allocation && bench->allocation->ranks != bench->graph->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "%u ranks for %u tasks", bench->graph->ranks,
                         bench->allocation->ranks);
    return bench->allocation ? 0 : -1;
}
