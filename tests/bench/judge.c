/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The judge of the bench, the same for everybody:
 *   judge rescale GRAPH OUT                           whole numbers that fit the peers' 32 bits
 *   judge files GRAPH NETWORK HOSTS TASKS FOLDER      what the peers read
 *   judge score GRAPH NETWORK HOSTS TASKS ANSWER...   one JSON object for each answer
 *   judge anneal GRAPH NETWORK HOSTS TASKS ANSWER SECONDS OUT     from ANSWER, nodes as METIS's
 * An ANSWER is block, cyclic, hosts:FILE, metis:FILE (part i is node i of the allocation) or
 * scotch:FILE. Answers above capacity are counted and repaired first.
 */
#include "bench/judge.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define PEER_TOTAL (UINT64_C(1) << 29) /* most bytes; symmetric files hold twice that */

static int fail(const struct topomap_error *error)
{
    fprintf(stderr, "judge: %s\n", error->text);
    return error->code;
}

/* Node indices as METIS writes them, one a line, or Scotch: a count, then `rank node` lines. */
static int read_parts(const struct bench_case *bench, const char *path, bool scotch,
                      uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = bench->graph->ranks;
    unsigned long count = ranks, rank, node;
    FILE *file = fopen(path, "r");

    if (!file)
        return error_set(error, TOPOMAP_INPUT, "%s: cannot be read", path);
    if (scotch && (fscanf(file, "%lu", &count) != 1 || count != ranks)) {
        fclose(file);
        return error_set(error, TOPOMAP_INPUT, "%s: %lu of %u ranks", path, count, ranks);
    }
    for (unsigned long i = 0; i < count; i++) {
        rank = i;
        if ((scotch && fscanf(file, "%lu", &rank) != 1) || fscanf(file, "%lu", &node) != 1 ||
            rank >= ranks || node >= bench->allocation->nodes) {
            fclose(file);
            return error_set(error, TOPOMAP_INPUT, "%s: bad answer number %lu", path, i);
        }
        placement[rank] = (uint32_t)node;
    }
    fclose(file);
    return 0;
}

static int read_answer(const struct bench_case *bench, const char *answer, uint32_t *placement,
                       struct topomap_error *error)
{
    const char *file = strchr(answer, ':');
    size_t length;
    char *text;
    int result;

    if (strcmp(answer, "block") == 0)
        topomap_placement_block(bench->allocation, placement);
    else if (strcmp(answer, "cyclic") == 0)
        topomap_placement_cyclic(bench->allocation, placement);
    if (!file)
        return 0;
    if (strncmp(answer, "hosts:", 6) != 0)
        return read_parts(bench, file + 1, strncmp(answer, "scotch:", 7) == 0, placement, error);
    text = case_read_text(file + 1, &length, error);
    if (!text)
        return -1;
    result = topomap_placement_parse(bench->allocation, file + 1, text, length, placement, NULL,
                                     error);
    free(text);
    return result;
}

/* Read an answer and repair it. */
static int load_answer(const struct bench_case *bench, const char *answer, uint32_t *placement,
                       uint32_t *over, struct topomap_error *error)
{
    if (read_answer(bench, answer, placement, error) < 0)
        return -1;
    *over = overload_count(bench, placement);
    return *over > 0 ? overload_repair(bench, placement, error) : 0;
}

static int score(const struct bench_case *bench, const char *answer, uint32_t *placement,
                 struct topomap_error *error)
{
    struct topomap_metrics metrics;
    double bound = 0;
    uint32_t over;

    if (topomap_bound_compute(bench->graph, bench->allocation, &bound, NULL) < 0)
        bound = 0;
    if (load_answer(bench, answer, placement, &over, error) < 0 ||
        topomap_metrics_compute(bench->graph, bench->allocation, placement, &metrics, error) < 0)
        return -1;
    printf("{\"hop_bytes\": %.17g, \"over\": %u, \"max_hops\": %u, \"ranks\": %u, "
           "\"nodes\": %u, \"edges\": %zu, \"bound\": %.17g}\n",
           metrics.hop_bytes, over, metrics.max_hops, bench->graph->ranks, bench->allocation->nodes,
           bench->graph->pair_offset[bench->graph->ranks], bound);
    return 0;
}

static int command_score(int argc, char **argv, struct topomap_error *error)
{
    struct bench_case bench;
    uint32_t *placement = NULL;
    int result = case_load(&bench, argv, error);

    if (result == 0) {
        placement = array_new(bench.graph->ranks, sizeof *placement);
        result = placement ? 0 : error_memory(error);
    }
    for (int i = 4; i < argc && result == 0; i++)
        result = score(&bench, argv[i], placement, error);
    free(placement);
    case_free(&bench);
    return result;
}

static int write_parts(const char *path, const uint32_t *placement, uint32_t ranks,
                       struct topomap_error *error)
{
    FILE *out = fopen(path, "w");

    for (uint32_t r = 0; out && r < ranks; r++)
        fprintf(out, "%u\n", placement[r]);
    if (!out || fclose(out) != 0)
        return error_set(error, TOPOMAP_INPUT, "%s: cannot be written", path);
    return 0;
}

static int command_anneal(int argc, char **argv, struct topomap_error *error)
{
    struct bench_case bench;
    uint32_t *placement = NULL, over;
    int result = case_load(&bench, argv, error);

    (void)argc;
    if (result == 0) {
        placement = array_new(bench.graph->ranks, sizeof *placement);
        result = placement ? load_answer(&bench, argv[4], placement, &over, error)
                           : error_memory(error);
    }
    if (result == 0)
        result = anneal_run(&bench, atof(argv[5]), 1, placement, error);
    if (result == 0)
        result = write_parts(argv[6], placement, bench.graph->ranks, error);
    free(placement);
    case_free(&bench);
    return result;
}

static int command_files(int argc, char **argv, struct topomap_error *error)
{
    struct bench_case bench;
    int result = case_load(&bench, argv, error);

    (void)argc;
    if (result == 0)
        result = peer_files_write(&bench, argv[4], error);
    case_free(&bench);
    return result;
}

static int command_rescale(int argc, char **argv, struct topomap_error *error)
{
    struct topomap_graph *graph = topomap_graph_read(argv[0], NULL, error);
    uint64_t divisor;
    char *text;
    FILE *out;

    (void)argc;
    if (!graph || graph_need_pairs(graph, error) < 0) {
        topomap_graph_destroy(graph);
        return -1;
    }
    divisor = graph->total_bytes / PEER_TOTAL + 1;
    for (size_t e = 0; divisor > 1 && e < graph->pair_offset[graph->ranks]; e++)
        graph->weight[e] = (double)(((uint64_t)graph->weight[e] + divisor - 1) / divisor);
    text = topomap_graph_print(graph, "grf", NULL, error);
    topomap_graph_destroy(graph);
    if (!text)
        return -1;
    out = fopen(argv[1], "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0) {
        free(text);
        return error_set(error, TOPOMAP_INPUT, "%s: cannot be written", argv[1]);
    }
    free(text);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int least;
        int (*run)(int argc, char **argv, struct topomap_error *error);
    } commands[] = {{"rescale", 2, command_rescale},
                    {"files", 5, command_files},
                    {"score", 5, command_score},
                    {"anneal", 7, command_anneal}};
    struct topomap_error error = {TOPOMAP_INTERNAL, "out of memory"};

    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0 && argc - 2 >= commands[i].least)
            return commands[i].run(argc - 2, argv + 2, &error) < 0 ? fail(&error) : 0;
    }
    fprintf(stderr, "judge: wrong arguments\n");
    return 2;
}
