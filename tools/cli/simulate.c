/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/forecast.h"

#include "base/error.h"
#include "base/list.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "graph/graph.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_PHASES 1000000
#define PROGRAM LIBEXEC_DIR "/topomap-simgrid"

/* The most messages for which the model auto uses SimGrid. For most graphs that takes a second or
 * less, and some 20 s if all messages differ and share links. Time grows with the square of the
 * number of messages. */
#define AUTO_MESSAGES 5000
#define AUTO_NODES 2048

static struct {
    struct inputs inputs;
    const char *algorithms, *mappings, *phases, *model, *simulator, *objective, *format, *output;
} args;

static const struct cli_option options[] = {
    INPUT_OPTIONS(args.inputs),
    {"algorithm", 'a', "NAME,...", "algorithms, NAME+swap, auto [cyclic,auto]", &args.algorithms,
     NULL},
    {"mapping", 'm', "FILE,...", "host files, map files or recipes", &args.mappings, NULL},
    {"objective", 'O', "NAME", "what auto and refinements lower [auto]", &args.objective,
     NULL},
    {"phases", 'p', "N", "how often the exchange is repeated [1]", &args.phases, NULL},
    {"model", 'M', "auto|analytic|flows|simgrid", "auto: simgrid for small exchanges [auto]",
     &args.model, NULL},
    {"simulator", 0, "FILE", "the program that runs SimGrid [" PROGRAM "]", &args.simulator, NULL},
    {"format", 'f', "NAME", "report format, see 'topomap list formats' [text]", &args.format,
     NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap simulate",
    "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...",
    "Predict how long the exchange of a graph takes with different mappings.",
    "Slurm's block distribution comes first, and ratios are to it.\n"
    "Examples:\n"
    "  topomap simulate -g lulesh_64.p2p.el -N torus.yaml -H 'n[1-16]' -t 4 -a hilbert,auto\n"
    "  topomap simulate -g app.el -N fat-tree.yaml -H 'n[0001-0016]' -t 4 -a auto -O time\n",
    options,
};

struct run {
    const struct report_format *format;
    struct list algorithms, mappings;
    struct topomap_coordinates *coordinates;
    struct forecast forecast;
    struct progress progress;
    const char *program;
    enum model { ANALYTIC, FLOWS, SIMGRID } model;
};

static const char *const models[] = {
    [ANALYTIC] = "analytic", [FLOWS] = "flows", [SIMGRID] = "simgrid",
};

/* Make the mapping of a row: block first, then the algorithms, then the files. */
static int place(const struct run *run, size_t row, struct prediction *p,
                 struct topomap_error *error)
{
    const struct inputs *in = &args.inputs;
    struct topomap_request request = {.coordinates = run->coordinates,
                                      .objective = args.objective};
    size_t algorithms = run->algorithms.count;

    inputs_request(in, &request);
    p->placement = calloc(topomap_allocation_ranks(in->allocation), sizeof *p->placement);
    if (!p->placement)
        return error_memory(error);
    if (row == 0) {
        p->mapping = "block";
        topomap_placement_block(in->allocation, p->placement);
        return 0;
    }
    if (row > algorithms) {
        p->mapping = run->mappings.item[row - 1 - algorithms];
        return mapping_read(in->allocation, p->mapping, p->placement, NULL, error);
    }
    p->mapping = run->algorithms.item[row - 1];
    if (topomap_map(&request, p->mapping, p->placement, NULL, error) == 0)
        return 0;
    if (error->code != TOPOMAP_IMPOSSIBLE)
        return -1;
    p->failure = strdup(error->text);
    return p->failure ? 0 : error_memory(error);
}

/* All parts of the exchanges, by SimGrid. */
static int simulate_parts(const struct run *run, struct prediction *p, struct topomap_error *error)
{
    struct simulation simulation = {.program = run->program, .allocation = args.inputs.allocation,
                                    .placement = p->placement, .phases = run->forecast.phases};

    p->seconds = 0;
    for (size_t i = 0; i < run->forecast.parts; i++) {
        double seconds;

        simulation.graph = topomap_graph_phase(args.inputs.graph, i);
        if (simulation_run(&simulation, &seconds, error) < 0)
            return -1;
        p->seconds += seconds;
    }
    return 0;
}

/* Predict the duration of the exchanges with a mapping. */
static int predict(const struct run *run, struct prediction *p, struct topomap_error *error)
{
    const struct inputs *in = &args.inputs;
    struct topomap_metrics metrics;
    struct topomap_time time;

    if (topomap_metrics_compute(in->graph, in->allocation, p->placement, &metrics, error) < 0 ||
        topomap_time_predict(in->graph, in->allocation, p->placement, &p->time, error) < 0)
        return -1;
    p->hop_bytes = metrics.hop_bytes;
    p->max_link_bytes = metrics.max_link_bytes;
    p->leaves = metrics.internode_messages > 0;
    p->seconds = p->analytic = p->time.seconds * run->forecast.phases;
    if (run->model == SIMGRID)
        return simulate_parts(run, p, error);
    if (run->model == FLOWS) {
        if (topomap_time_simulate(in->graph, in->allocation, p->placement, &time, error) < 0)
            return -1;
        p->seconds = time.seconds * run->forecast.phases;
    }
    return 0;
}

/* Make all mappings first, so that errors appear before anything takes long. */
static int run_all(struct run *run, struct topomap_error *error)
{
    struct forecast *forecast = &run->forecast;

    for (size_t i = 0; i < forecast->count; i++) {
        if (place(run, i, &forecast->row[i], error) < 0)
            return -1;
        progress_show(&run->progress, 0);
    }
    for (size_t i = 0; i < forecast->count; i++) {
        progress_show(&run->progress, i);
        if (!forecast->row[i].failure && predict(run, &forecast->row[i], error) < 0)
            return -1;
    }
    return 0;
}

static bool find_model(const char *name, enum model *model)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        if (strcmp(name, models[i]) == 0) {
            *model = (enum model)i;
            return true;
        }
    }
    return false;
}

/* Choose the model: 0, or the exit code after a message. */
static int choose_model(struct run *run)
{
    bool automatic = !args.model || strcmp(args.model, "auto") == 0;
    bool built = access(run->program, X_OK) == 0;
    bool small = topomap_graph_edges(args.inputs.graph) <= AUTO_MESSAGES &&
                 topomap_allocation_nodes(args.inputs.allocation) <= AUTO_NODES;

    if (args.simulator && !built && (automatic || run->model == SIMGRID)) {
        fprintf(stderr, "%s: %s: %s\n", command.name, args.simulator, strerror(errno));
        return TOPOMAP_INPUT;
    }
    if (!automatic && run->model == SIMGRID && !built) {
        fprintf(stderr, "%s: there is no %s: this topomap was built without SimGrid, or the "
                "package topomap-simgrid is not installed; use --model analytic\n", command.name,
                run->program);
        return TOPOMAP_IMPOSSIBLE;
    }
    if (automatic && built && small)
        run->model = SIMGRID;
    else if (automatic)
        run->forecast.reason = built ? "too large for SimGrid" : "SimGrid's part is not installed";
    run->forecast.model = models[run->model];
    return TOPOMAP_OK;
}

/* Check the command line. Returns 0 or the exit code. */
static int settings(struct run *run)
{
    uint64_t phases = 1;

    run->format = report_format(&command, args.format);
    if (!run->format)
        return TOPOMAP_USAGE;
    if (args.model && strcmp(args.model, "auto") != 0 && !find_model(args.model, &run->model))
        return cli_usage(&command, "--model must be auto, analytic, flows or simgrid");
    if (args.phases && (cli_whole(args.phases, MAX_PHASES, &phases) < 0 || !phases))
        return cli_usage(&command, "--phases needs a number from 1 to %d", MAX_PHASES);
    run->forecast.phases = (uint32_t)phases;
    run->program = args.simulator ? args.simulator : PROGRAM;
    return TOPOMAP_OK;
}

static int print(const struct run *run, struct topomap_error *error)
{
    struct text out = {0};
    char *text;
    int result;

    run->format->forecast(&out, &run->forecast);
    text = text_take(&out);
    result = text ? cli_write(args.output, text, error) : error_memory(error);
    free(text);
    return result;
}

/* Do everything between the command line and the output. Returns 0 or the exit code. */
static int forecast_all(struct run *run, struct topomap_error *error)
{
    int code = inputs_load(&args.inputs, &command), result;

    if (code == TOPOMAP_OK)
        code = choose_model(run);
    if (code != TOPOMAP_OK)
        return code;
    run->forecast.graph = args.inputs.graph_path;
    run->forecast.counted = !args.inputs.graph->weights;
    run->forecast.parts = topomap_graph_phases(args.inputs.graph);
    run->forecast.network = topomap_network_summary(
        topomap_allocation_network(args.inputs.allocation));
    run->forecast.count = 1 + run->algorithms.count + run->mappings.count;
    run->forecast.row = calloc(run->forecast.count, sizeof *run->forecast.row);
    progress_start(&run->progress, "mappings", run->forecast.count);
    result = run->forecast.row ? run_all(run, error) : error_memory(error);
    progress_end(&run->progress);
    if (result < 0 || print(run, error) < 0)
        code = cli_fail(&command, error);
    for (size_t i = 0; run->forecast.row && i < run->forecast.count; i++) {
        free(run->forecast.row[i].placement);
        free(run->forecast.row[i].failure);
    }
    free(run->forecast.row);
    return code;
}

int command_simulate(int argc, char **argv)
{
    struct topomap_error error;
    static struct run run;
    const char *algorithms;
    int code = TOPOMAP_OK, first;

    first = cli_parse_settings(&command, SCOPE_SIMULATE, &args.inputs.settings, argc, argv, &code);
    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    algorithms = args.algorithms || args.mappings ? args.algorithms : "cyclic,auto";
    code = settings(&run);
    if (code == TOPOMAP_OK)
        code = coordinates_load(&args.inputs.settings, &command, &run.coordinates);
    if (code == TOPOMAP_OK) {
        if (list_split(&run.algorithms, algorithms, LIST_NAMES, &error) < 0 ||
            list_split(&run.mappings, args.mappings, LIST_FILES, &error) < 0)
            code = cli_fail(&command, &error);
        else
            code = forecast_all(&run, &error);
    }
    free(run.algorithms.text);
    free(run.mappings.text);
    topomap_coordinates_destroy(run.coordinates);
    inputs_free(&args.inputs);
    return code;
}
