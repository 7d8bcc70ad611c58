/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/comparison.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/list.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "plan/choice.h"
#include "plan/objective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EXPERIMENTS 1000000

static struct {
    const char *from, *weights, *networks, *hosts, *tasks, *ranks, *algorithms, *mappings;
    const char *objectives, *format, *output;
    struct settings settings;
    bool no_block, classes;
} args;

static const struct cli_option options[] = {
    {"graph-format", 0, "NAME", "format of the graphs [by content]", &args.from, NULL},
    {"weights", 'w', "bytes|messages|time,...", "weights of edges: bytes, messages, time [bytes]",
     &args.weights, NULL},
    {"network", 'N', "NETWORK,...", "descriptions, or short forms like torus:4x4x4 [flat]",
     &args.networks, NULL},
    {"hosts", 'H', "HOSTLIST", "allocated hosts, or @FILE [all of the network]", &args.hosts, NULL},
    {"tasks-per-node", 't', "SPEC", "tasks of each host: 4 or 16(x63),8 [1]", &args.tasks, NULL},
    {"ranks", 'n', "N", "ranks, when fewer than the tasks [as many]", &args.ranks, NULL},
    {"algorithm", 'a', "NAME,...", "algorithms, NAME+swap, ..., auto [all that are listed]",
     &args.algorithms, NULL},
    {"mapping", 'm', "FILE,...", "host files, map files or recipes", &args.mappings, NULL},
    {"no-block", 0, NULL, "leave out Slurm's block distribution", NULL, &args.no_block},
    {"objective", 'O', "NAME,...", "objectives to compare by [hop-bytes, and other metrics]",
     &args.objectives, NULL},
    {"classes", 0, NULL, "print what each class of links carries", NULL, &args.classes},
    {"format", 'f', "NAME", "report format, see 'topomap list formats' [text]", &args.format,
     NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap compare", "[OPTION]... GRAPH...",
    "Compare algorithms and mappings, for every graph on every network.",
    "A GRAPH is a file or a pattern. `auto` plans by the first objective, or by predicted time.\n"
    "Example:\n"
    "  topomap compare -N torus:4x4x4,haec:4x4x4 -a sweep,hilbert,tree,auto matrices/*.csv\n",
    options,
};

struct machine {
    const char *name;
    struct topomap_nodetree *nodetree; /* a tree for each network: weights may name another
                                        * network's links */
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    char *failure; /* why it cannot be used, or NULL */
};

struct run {
    const struct report_format *format;
    struct list weights, networks, algorithms, mappings, objectives;
    char *const *graphs;
    size_t graph_count;
    const char *warned;     /* the graph of which graph_warn() has told */
    char *hosts;            /* a host list; NULL: all nodes */
    uint32_t ranks;         /* 0: as many as tasks */
    struct machine machines[MAX_LIST];
    size_t machine_count;
    struct topomap_coordinates *coordinates;
    struct comparison *rows;
    size_t count, total;
    struct progress progress;
};

/* Without --algorithm: all algorithms that need no parameter. */
static int list_algorithms(struct list *list, struct topomap_error *error)
{
    const struct topomap_algorithm *algorithm;

    if (args.algorithms)
        return list_split(list, args.algorithms, LIST_NAMES, error);
    if (args.mappings)
        return 0;
    for (size_t i = 0; (algorithm = topomap_algorithm_get(i)) && list->count < MAX_LIST; i++) {
        if (!algorithm->parameter || algorithm->parameter[0] != ':')
            list->item[list->count++] = algorithm->name;
    }
    return 0;
}

static int score(const struct run *run, const struct topomap_request *r,
                 const uint32_t *placement, const uint32_t *slots, struct comparison *row,
                 struct topomap_error *error)
{
    for (size_t i = 0; i < run->objectives.count; i++) {
        struct topomap_request by = *r;

        by.objective = run->objectives.item[i];
        if (topomap_score_compute(&by, placement, slots, &row->score[i], error) < 0)
            return -1;
    }
    return topomap_metrics_timed(r->graph, r->allocation, placement, &row->metrics, error);
}

static int load_classes(const struct topomap_request *r, const uint32_t *placement,
                        struct comparison *row, struct topomap_error *error)
{
    row->class_count = topomap_network_classes(topomap_allocation_network(r->allocation));
    row->classes = calloc(row->class_count + 1, sizeof *row->classes);
    if (!row->classes)
        return error_memory(error);
    return topomap_class_loads_compute(r->graph, r->allocation, placement, row->classes, error);
}

/* One experiment: `algorithm`, or the mapping in the file `mapping`, or the block distribution.
 * `placement` [ranks], followed by as many slots, is scratch. */
static int experiment(struct run *run, const struct topomap_request *r, struct comparison *row,
                      const char *algorithm, const char *mapping, uint32_t *placement,
                      struct topomap_error *error)
{
    uint32_t *slots = placement + topomap_allocation_ranks(r->allocation);
    double start = clock_seconds();
    int result = 0;

    if (algorithm)
        result = topomap_map(r, algorithm, placement, slots, error);
    else if (mapping)
        result = mapping_read(r->allocation, mapping, placement, slots, error);
    else
        topomap_placement_block(r->allocation, placement);
    row->seconds = clock_seconds() - start;
    if (result < 0 && (error->code != TOPOMAP_IMPOSSIBLE || mapping))
        return -1;
    if (result < 0) {
        row->failure = strdup(error->text);
        if (!row->failure)
            return error_memory(error);
    } else if (score(run, r, placement, algorithm || mapping ? slots : NULL, row, error) < 0 ||
               (args.classes && load_classes(r, placement, row, error) < 0)) {
        return -1;
    }
    run->count++;
    progress_show(&run->progress, run->count);
    return 0;
}

/* The number of experiments with one graph on one network. */
static size_t group_size(const struct run *run)
{
    return !args.no_block + run->algorithms.count + run->mappings.count;
}

/* The algorithm of experiment `i` of a group; NULL if it is of a mapping or of the block
 * distribution. */
static const char *algorithm_at(const struct run *run, size_t i)
{
    size_t block = !args.no_block;

    return i >= block && i - block < run->algorithms.count ? run->algorithms.item[i - block] : NULL;
}

static const char *mapping_at(const struct run *run, size_t i)
{
    size_t others = !args.no_block + run->algorithms.count;

    return i >= others ? run->mappings.item[i - others] : NULL;
}

/* Append the row of experiment `i` of its group. */
static struct comparison *row_new(struct run *run, const struct comparison *names, size_t i)
{
    struct comparison *row = &run->rows[run->count];
    const char *algorithm = algorithm_at(run, i), *mapping = mapping_at(run, i);

    *row = *names;
    row->algorithm = algorithm ? algorithm
                     : mapping ? short_name(mapping, run->mappings.item, run->mappings.count)
                               : "block";
    return row;
}

/* If no experiment of one graph on one machine is possible every row says why. */
static int fail_group(struct run *run, const struct comparison *names, const char *why,
                      struct topomap_error *error)
{
    for (size_t i = 0; i < group_size(run); i++) {
        struct comparison *row = row_new(run, names, i);

        row->failure = strdup(why);
        if (!row->failure)
            return error_memory(error);
        run->count++;
    }
    return 0;
}

/* Run all algorithms and mappings for one graph on one machine. */
static int group(struct run *run, const struct comparison *names,
                 const struct topomap_graph *graph, const struct machine *machine,
                 struct topomap_error *error)
{
    struct topomap_request r = {
        .graph = graph,
        .allocation = machine->allocation,
        .nodetree = machine->nodetree,
        .coordinates = run->coordinates,
        .objective = args.objectives ? run->objectives.item[0] : NULL,
    };
    size_t ranks = topomap_allocation_ranks(machine->allocation);
    uint32_t *placement = calloc(2 * ranks, sizeof *placement);
    int result = placement ? 0 : error_memory(error);

    topomap_request_take_defaults(&r);
    option_apply(&args.settings, false, &r);
    for (size_t i = 0; result == 0 && i < group_size(run); i++) {
        result = experiment(run, &r, row_new(run, names, i), algorithm_at(run, i),
                            mapping_at(run, i), placement, error);
    }
    free(placement);
    return result;
}

/* The allocation of --hosts, or of all nodes of the network. */
static struct topomap_allocation *allocate(const struct run *run,
                                           const struct topomap_network *network,
                                           struct topomap_error *error)
{
    const char *tasks = args.tasks ? args.tasks : "1";
    struct topomap_allocation *allocation = NULL;
    struct text names = {0};
    char *all;

    if (run->hosts)
        return topomap_allocation_create(network, run->hosts, tasks, error);
    for (uint32_t n = 0; n < topomap_network_nodes(network); n++)
        text_printf(&names, "%s%s", n ? "," : "", topomap_network_node_name(network, n));
    all = text_take(&names);
    if (all)
        allocation = topomap_allocation_create(network, all, tasks, error);
    else
        error_memory(error);
    free(all);
    return allocation;
}

/* The network `path`, or a flat one of the hosts, and its allocation. */
static int open_machine(const struct run *run, struct machine *machine, const char *path,
                        struct topomap_error *error)
{
    const char *weights = args.settings.link_weights;

    if (nodetree_open(&args.settings, &machine->nodetree, error) < 0)
        return -1;
    machine->network = network_open(path, run->hosts, weights, machine->nodetree, NULL, error);
    machine->allocation = machine->network ? allocate(run, machine->network, error) : NULL;
    return machine->allocation
               ? allocation_shrink(&machine->allocation, machine->network, run->ranks, error)
               : -1;
}

/* Put the name of the network before the error. */
static int fail_machine(const struct machine *machine, struct topomap_error *error)
{
    struct topomap_error why = *error;

    return error_set(error, why.code, "%.100s: %.380s", machine->name, why.text);
}

/* Open the networks and allocations of all experiments. One that does not fit the hosts, ranks or
 * weights cannot be used, but others can. Weights that fit no network are an error. */
static int open_machines(struct run *run, struct topomap_error *error)
{
    size_t misused = 0;

    run->machine_count = run->networks.count ? run->networks.count : 1;
    for (size_t n = 0; n < run->machine_count; n++) {
        struct machine *machine = &run->machines[n];
        const char *path = run->networks.count ? run->networks.item[n] : NULL;

        machine->name = path ? short_name(path, run->networks.item, run->networks.count) : "flat";
        if (open_machine(run, machine, path, error) == 0)
            continue;
        if (error->code != TOPOMAP_USAGE && error->code != TOPOMAP_IMPOSSIBLE)
            return -1;
        misused += error->code == TOPOMAP_USAGE;
        if (misused == run->machine_count)
            return fail_machine(machine, error);
        machine->failure = strdup(error->text);
        if (!machine->failure)
            return error_memory(error);
    }
    return 0;
}

/* Warn once: the tree is the same, even if some weights name the links of some networks. */
static void warn_of_levels(const struct run *run)
{
    for (size_t n = 0; n < run->machine_count; n++) {
        const struct machine *machine = &run->machines[n];

        if (!machine->failure && nodetree_warn(&command, machine->nodetree, machine->allocation,
                                               args.settings.pus_per_task))
            return;
    }
}

/* A graph and the weights of its edges. `read` is the graph of a file; for a pattern it is NULL,
 * since the ranks of a pattern may be those of the allocation. */
struct weighed {
    const char *path, *name, *weights;
    const struct topomap_graph *read;
};

/* Make the graph of a pattern with as many ranks as the machine runs, or of other weights than
 * bytes. NULL: there is an error, or the graph is the one that was read. */
static struct topomap_graph *make_graph(const struct weighed *weighed,
                                        const struct machine *machine, uint32_t ranks,
                                        struct topomap_error *error)
{
    struct topomap_graph *graph;

    if (weighed->read)
        return strcmp(weighed->weights, "bytes") == 0
                   ? NULL
                   : graph_weighted(weighed->read, weighed->weights, machine->network, error);
    graph = topomap_graph_pattern(weighed->path, ranks, error);
    if (!graph || weights_apply(&graph, weighed->weights, machine->network, NULL, error) == 0)
        return graph;
    topomap_graph_destroy(graph);
    return NULL;
}

static int run_on(struct run *run, const struct weighed *weighed, const struct machine *machine,
                  struct topomap_error *error)
{
    size_t size = group_size(run);
    struct comparison names = {.group = size ? run->count / size : 0,
                               .graph = weighed->name, .weights = weighed->weights,
                               .network = machine->name};
    struct topomap_graph *made;
    uint32_t ranks;
    int result;

    if (machine->failure)
        return fail_group(run, &names, machine->failure, error);
    ranks = topomap_allocation_ranks(machine->allocation);
    if (weighed->read && topomap_graph_ranks(weighed->read) != ranks) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "the graph has %u ranks, the hosts run %u",
                  topomap_graph_ranks(weighed->read), ranks);
        return fail_group(run, &names, error->text, error);
    }
    error->code = TOPOMAP_OK;
    made = make_graph(weighed, machine, ranks, error);
    if (!made && error->code != TOPOMAP_OK)
        return error->code == TOPOMAP_IMPOSSIBLE ? fail_group(run, &names, error->text, error) : -1;
    if (run->warned != weighed->path)
        graph_warn(&command, made, weighed->path);
    run->warned = weighed->path;
    result = group(run, &names, made ? made : weighed->read, machine, error);
    topomap_graph_destroy(made);
    return result;
}

/* Run a graph with each of the weights on each machine; `read` as in struct weighed. */
static int run_graph(struct run *run, const char *path, const struct topomap_graph *read,
                     struct topomap_error *error)
{
    const char *name = short_name(path, (const char *const *)run->graphs, run->graph_count);
    int result = 0;

    for (size_t w = 0; w < run->weights.count && result == 0; w++) {
        struct weighed weighed = {path, name, run->weights.item[w], read};

        for (size_t n = 0; n < run->machine_count && result == 0; n++)
            result = run_on(run, &weighed, &run->machines[n], error);
    }
    return result;
}

static int run_all(struct run *run, struct topomap_error *error)
{
    int result = 0;

    if (open_machines(run, error) < 0)
        return -1;
    warn_of_levels(run);
    run->total = run->graph_count * run->weights.count * run->machine_count * group_size(run);
    if (run->total > MAX_EXPERIMENTS)
        return error_set(error, TOPOMAP_USAGE, "more than %d experiments", MAX_EXPERIMENTS);
    progress_start(&run->progress, "experiments", run->total);
    run->rows = calloc(run->total, sizeof *run->rows);
    if (!run->rows)
        return error_memory(error);
    for (size_t g = 0; g < run->graph_count && result == 0; g++) {
        const char *path = run->graphs[g];
        bool pattern = !args.from && topomap_graph_is_pattern(path);
        struct topomap_graph *read = pattern ? NULL : topomap_graph_read(path, args.from, error);

        result = pattern || read ? run_graph(run, path, read, error) : -1;
        topomap_graph_destroy(read);
    }
    return result;
}

/* TOPOMAP_OK, or TOPOMAP_IMPOSSIBLE after a message if there is nothing to compare. */
static int check_rows(const struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        if (!run->rows[i].failure)
            return TOPOMAP_OK;
    }
    fprintf(stderr, "%s: nothing could be compared: %s\n", command.name,
            run->count ? run->rows[0].failure : "there are no experiments");
    return TOPOMAP_IMPOSSIBLE;
}

static int print_rows(const struct run *run, struct topomap_error *error)
{
    struct text out = {0};
    char *text;
    struct comparisons all = {run->rows, run->count, run->objectives.item,
                              run->objectives.count, !args.objectives,
                              args.settings.node_tree != NULL, args.classes};
    int result;

    run->format->comparison(&out, &all);
    text = text_take(&out);
    result = text ? cli_write(args.output, text, error) : error_memory(error);
    free(text);
    return result;
}

/* Check names before anything takes time, also those that no experiment may come to. */
static int check_names(const struct run *run)
{
    const char *weights = args.settings.link_weights;
    struct topomap_error error;

    if ((args.algorithms && choice_check_list(args.algorithms, &error) < 0) ||
        (weights && topomap_links_check(weights, &error) < 0))
        return cli_fail(&command, &error);
    for (size_t i = 0; i < run->objectives.count; i++) {
        if (!objective_need(run->objectives.item[i], &error))
            return cli_fail(&command, &error);
    }
    return TOPOMAP_OK;
}

/* Check the command line. Returns 0 or the exit code. */
static int settings(struct run *run)
{
    run->format = report_format(&command, args.format);
    if (!run->format)
        return TOPOMAP_USAGE;
    if (ranks_read(&command, args.ranks, &run->ranks) != TOPOMAP_OK)
        return TOPOMAP_USAGE;
    if (!run->graph_count)
        return cli_usage(&command, "a graph is needed");
    if (!args.networks && !args.hosts)
        return cli_usage(&command, "--network or --hosts is needed");
    for (size_t i = 0; i < run->weights.count; i++) {
        if (weights_check(&command, run->weights.item[i], true) != TOPOMAP_OK)
            return TOPOMAP_USAGE;
    }
    if (args.classes && args.format && strcmp(args.format, "svg") == 0)
        return cli_usage(&command, "--classes needs the format text, csv or json");
    if (run->objectives.count > MAX_OBJECTIVES)
        return cli_usage(&command, "more than %d objectives", MAX_OBJECTIVES);
    return check_names(run);
}

static void run_free(struct run *run)
{
    for (size_t i = 0; run->rows && i < run->total; i++) {
        free(run->rows[i].failure);
        free(run->rows[i].classes);
    }
    free(run->rows);
    for (size_t n = 0; n < run->machine_count; n++) {
        topomap_allocation_destroy(run->machines[n].allocation);
        topomap_network_destroy(run->machines[n].network);
        topomap_nodetree_destroy(run->machines[n].nodetree);
        free(run->machines[n].failure);
    }
    topomap_coordinates_destroy(run->coordinates);
    free(run->hosts);
    free(run->weights.text);
    free(run->networks.text);
    free(run->algorithms.text);
    free(run->mappings.text);
    free(run->objectives.text);
    settings_free(&args.settings);
}

int command_compare(int argc, char **argv)
{
    struct topomap_error error;
    static struct run run;
    int code = TOPOMAP_OK;
    int first = cli_parse_settings(&command, SCOPE_COMPARE, &args.settings, argc, argv, &code);

    if (first < 0)
        return code;
    run = (struct run){.graphs = argv + first, .graph_count = (size_t)(argc - first)};
    if (list_split(&run.weights, args.weights ? args.weights : "bytes", LIST_NAMES, &error) < 0 ||
        list_split(&run.networks, args.networks, LIST_FILES, &error) < 0 ||
        list_split(&run.mappings, args.mappings, LIST_FILES, &error) < 0 ||
        list_split(&run.objectives, args.objectives ? args.objectives : "hop-bytes", LIST_NAMES,
                   &error) < 0 ||
        list_algorithms(&run.algorithms, &error) < 0)
        code = cli_fail(&command, &error);
    else
        code = settings(&run);
    if (code == TOPOMAP_OK)
        code = coordinates_load(&args.settings, &command, &run.coordinates);
    if (code == TOPOMAP_OK && args.hosts) {
        run.hosts = hosts_read(args.hosts, &error);
        code = run.hosts ? TOPOMAP_OK : cli_fail(&command, &error);
    }
    if (code == TOPOMAP_OK) {
        int result = run_all(&run, &error);

        progress_end(&run.progress);
        if (result < 0 || print_rows(&run, &error) < 0)
            code = cli_fail(&command, &error);
        else
            code = check_rows(&run);
    }
    run_free(&run);
    return code;
}
