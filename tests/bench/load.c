/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Time and memory to load a large graph, compared with reading the file alone, and the time until
 * it can be mapped: load FILE reads it in any format; load --plain FILE reads it and counts its
 * lines; load --make RANKS PARTNERS writes an edge list in which each rank sends to PARTNERS
 * others, powers of two away in both directions. A busy machine affects the first two times alike.
 */
#include "graph/graph.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int make(uint32_t ranks, uint32_t partners)
{
    uint64_t state = 1;

    printf("# n=%u\n", ranks);
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t p = 0; p < partners; p++) {
            uint32_t away = 1U << p / 2;
            uint32_t to = (p % 2 ? r + away : r + ranks - away) % ranks;

            state = state * UINT64_C(6364136223846793005) + 1;
            printf("%u %u %" PRIu64 " %u\n", r, to, 1000 + (state >> 50), p + 1);
        }
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Bytes of the compressed rows of a graph, its pairs of ranks included. */
static double size(const struct topomap_graph *graph)
{
    size_t pairs = graph->pair_offset[graph->ranks];
    double bytes = (double)(graph->ranks + 1) * sizeof *graph->offset +
                   (double)graph->edges *
                       (sizeof *graph->target + sizeof *graph->bytes + sizeof *graph->messages) +
                   (double)pairs * sizeof *graph->weight;

    if (graph->pair_offset != graph->offset)
        bytes += (double)(graph->ranks + 1) * sizeof *graph->pair_offset +
                 (double)pairs * sizeof *graph->partner;
    return bytes;
}

static double in_seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* What the process took since `start`. */
static void tell_time(double start, struct rusage *usage)
{
    double end = seconds();

    getrusage(RUSAGE_SELF, usage);
    printf("%5.2f s, %5.2f s of the program and %5.2f s of the system", end - start,
           in_seconds(usage->ru_utime), in_seconds(usage->ru_stime));
}

static int load(const char *path)
{
    struct topomap_error error = {.text = ""};
    double start = seconds(), bytes;
    struct topomap_graph *graph = topomap_graph_read(path, NULL, &error);
    struct rusage usage;

    if (graph) {
        tell_time(start, &usage);
        printf("; %u ranks, %zu edges\n", graph->ranks, graph->edges);
        start = seconds();
    }
    if (!graph || graph_need_pairs(graph, &error) < 0) {
        fprintf(stderr, "load: %s\n", error.text);
        return EXIT_FAILURE;
    }
    bytes = size(graph);
    getrusage(RUSAGE_SELF, &usage);
    printf("%5.2f s more until it can be mapped; %.0f MiB, peak %.0f MiB, %.2f times the graph\n",
           seconds() - start, bytes / 0x1p20, (double)usage.ru_maxrss / 0x1p10,
           (double)usage.ru_maxrss * 0x1p10 / bytes);
    topomap_graph_destroy(graph);
    return EXIT_SUCCESS;
}

/* Read the whole file into memory and find the ends of its lines: the least that any reader
 * does. */
static int load_plain(const char *path)
{
    double start = seconds();
    struct rusage usage;
    int fd = open(path, O_RDONLY);
    off_t length = lseek(fd, 0, SEEK_END), at = 0;
    char *text = length > 0 ? malloc((size_t)length) : NULL;
    size_t lines = 0;

    if (!text || lseek(fd, 0, SEEK_SET) < 0)
        return EXIT_FAILURE;
    while (at < length) {
        ssize_t got = read(fd, text + at, (size_t)(length - at));

        if (got <= 0)
            return EXIT_FAILURE;
        at += got;
    }
    for (const char *c = text; (c = memchr(c, '\n', (size_t)(text + length - c))); c++)
        lines++;
    tell_time(start, &usage);
    printf("; %lld bytes, %zu lines\n", (long long)length, lines);
    free(text);
    close(fd);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--make") == 0)
        return make((uint32_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "--plain") == 0)
        return load_plain(argv[2]);
    if (argc == 2)
        return load(argv[1]);
    fprintf(stderr, "load FILE | load --plain FILE | load --make RANKS PARTNERS\n");
    return EXIT_FAILURE;
}
