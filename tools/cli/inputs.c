/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"
#include "cli/progress.h"
#include "common/slurm.h"

#include "base/error.h"
#include "base/hint.h"
#include "base/list.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HOST_FILE ((size_t)1 << 28)
#define MAX_MAPPING ((size_t)1 << 30)

void inputs_free(struct inputs *inputs)
{
    topomap_allocation_destroy(inputs->allocation);
    topomap_network_destroy(inputs->network);
    topomap_graph_destroy(inputs->graph);
    topomap_recipe_destroy(inputs->recipe);
    topomap_nodetree_destroy(inputs->nodetree);
    settings_free(&inputs->settings);
    slurm_job_free(&inputs->job);
    free(inputs->hosts);
}

bool inputs_gave(const struct inputs *inputs, const char *name)
{
    return option_given(option_find(SCOPE_PLAN, name, strlen(name)), &inputs->settings);
}

/* Check the host list in a line of a file: errors name the line. */
static int check_hosts(const char *path, uint32_t line, const char *hosts,
                       struct topomap_error *error)
{
    struct topomap_error why;
    uint32_t count;
    char **names;

    if (topomap_hostlist_expand(hosts, &names, &count, &why) < 0)
        return error_set(error, why.code, "%.240s:%u: %.240s", path, line, why.text);
    topomap_hostlist_free(names, count);
    return 0;
}

/* Append the hosts in a line, `length` bytes of text. */
static int add_hosts(struct text *all, const char *path, uint32_t line, const char *text,
                     size_t length, struct topomap_error *error)
{
    char *hosts = strndup(text, length);
    int result = hosts ? check_hosts(path, line, hosts, error) : error_memory(error);

    if (result == 0)
        text_printf(all, "%s%s", all->length ? "," : "", hosts);
    free(hosts);
    return result;
}

/* Read a file of hosts, a host or a list a line, with comments after '#', as one host list. */
static char *hosts_from_file(const char *path, struct topomap_error *error)
{
    size_t length = 0;
    char *text = cli_read(path, MAX_HOST_FILE, &length, error), *all = NULL;
    const char *at = text ? text_begin(text, text + length) : NULL, *line, *stop;
    struct text hosts = {0};
    uint32_t number = 1;
    int result = text ? 0 : -1;

    for (; result == 0 && text_line(&at, text + length, &line, &stop); number++) {
        const char *comment = memchr(line, '#', (size_t)(stop - line));

        for (stop = comment ? comment : stop; stop > line && strchr(" \t\r,", stop[-1]); stop--)
            ;
        if (stop > line)
            result = add_hosts(&hosts, path, number, line, (size_t)(stop - line), error);
    }
    free(text);
    if (result == 0 && !hosts.length && !hosts.failed)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: there are no hosts", path);
    if (result == 0 && !(all = text_take(&hosts)))
        error_memory(error);
    text_free(&hosts);
    return all;
}

char *hosts_read(const char *spec, struct topomap_error *error)
{
    char *hosts = spec[0] == '@' ? NULL : strdup(spec);

    if (spec[0] == '@')
        return hosts_from_file(spec + 1, error);
    if (!hosts)
        error_memory(error);
    return hosts;
}

int ranks_read(const struct cli_command *command, const char *text, uint32_t *ranks)
{
    uint64_t number = 0;

    if (text && (cli_whole(text, TOPOMAP_MAX_RANKS, &number) < 0 || !number))
        return cli_usage(command, "--ranks needs a number from 1 to %u", TOPOMAP_MAX_RANKS);
    *ranks = (uint32_t)number;
    return TOPOMAP_OK;
}

int allocation_shrink(struct topomap_allocation **allocation, const struct topomap_network *network,
                      uint32_t ranks, struct topomap_error *error)
{
    uint32_t nodes = topomap_allocation_nodes(*allocation);
    uint32_t all = topomap_allocation_ranks(*allocation);
    struct topomap_allocation *smaller = NULL;
    const char **hosts;
    uint32_t *tasks;

    if (!ranks || ranks == all)
        return 0;
    if (ranks > all)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "%u ranks do not fit in %u tasks", ranks, all);
    hosts = calloc(nodes, sizeof *hosts);
    tasks = calloc(nodes, sizeof *tasks);
    for (uint32_t node = 0; hosts && tasks && node < nodes; node++) {
        uint32_t room = topomap_allocation_tasks(*allocation, node);

        hosts[node] = topomap_allocation_host(*allocation, node);
        tasks[node] = room < ranks ? room : ranks;
        ranks -= tasks[node];
    }
    if (hosts && tasks)
        smaller = topomap_allocation_from(network, nodes, hosts, tasks, error);
    else
        error_memory(error);
    if (smaller) {
        topomap_allocation_destroy(*allocation);
        *allocation = smaller;
    }
    free(hosts);
    free(tasks);
    return smaller ? 0 : -1;
}

static struct topomap_network *open_plain(const char *spec, const char *hosts,
                                          struct topomap_error *error)
{
    return spec ? topomap_network_open(spec, error) : topomap_network_flat(hosts, error);
}

/* Apply weights to the links; on failure the network is destroyed. */
static struct topomap_network *weigh(struct topomap_network *network, const char *weights,
                                     struct topomap_nodetree *tree, bool *useless,
                                     struct topomap_error *error)
{
    if (!network || !weights || topomap_links_weigh(network, tree, weights, useless, error) == 0)
        return network;
    topomap_network_destroy(network);
    return NULL;
}

struct topomap_network *network_open(const char *spec, const char *hosts, const char *weights,
                                     struct topomap_nodetree *tree, bool *useless,
                                     struct topomap_error *error)
{
    return weigh(open_plain(spec, hosts, error), weights, tree, useless, error);
}

int nodetree_open(const struct settings *settings, struct topomap_nodetree **tree,
                  struct topomap_error *error)
{
    const char *source = settings->node_tree;

    *tree = source ? topomap_nodetree_create(source, NULL, error) : NULL;
    return source && !*tree ? -1 : 0;
}

/* Warn of the first node for whose tasks the tree is too small. Returns whether there is one. */
static bool warn_of_crowd(const struct cli_command *command, const struct topomap_nodetree *tree,
                          const struct topomap_allocation *allocation, uint32_t pus)
{
    uint32_t node = topomap_nodetree_crowded(tree, allocation, pus);

    if (node == topomap_allocation_nodes(allocation))
        return false;
    cli_warn(command,
             "the node tree has %u CPUs, too few for %u tasks of %u on %s: what messages inside "
             "nodes cost is not known",
             topomap_nodetree_pus(tree), topomap_allocation_tasks(allocation, node), pus,
             topomap_allocation_host(allocation, node));
    return true;
}

bool nodetree_warn(const struct cli_command *command, const struct topomap_nodetree *tree,
                   const struct topomap_allocation *allocation, uint64_t pus)
{
    const char *missing = tree ? topomap_nodetree_missing(tree) : NULL;
    bool crowded = tree && warn_of_crowd(command, tree, allocation, (uint32_t)pus);

    if (missing)
        cli_warn(command, "weights of levels that the node tree lacks have no effect: %s",
                 missing);
    return missing || crowded;
}

static struct topomap_network *open_network(struct inputs *in, struct topomap_error *error)
{
    const char *described = in->network_path ? in->network_path : in->settings.topology;

    if (in->slurm && !described)
        return slurm_network(in->hosts, in->job.partition, in->network_from,
                             sizeof in->network_from, error);
    return open_plain(described, in->hosts, error);
}

/* A site's weights may be about nodes of which no tree is given here. */
static int load_network(struct inputs *in, struct topomap_error *error)
{
    bool *useless = inputs_gave(in, "link-weights") ? NULL : &in->useless;

    if (nodetree_open(&in->settings, &in->nodetree, error) < 0)
        return -1;
    in->network = weigh(open_network(in, error), in->settings.link_weights, in->nodetree, useless,
                        error);
    return in->network ? 0 : -1;
}

static int read_hosts(struct inputs *in, struct topomap_error *error)
{
    if (!in->hosts)
        in->hosts = hosts_read(in->hosts_spec, error);
    return in->hosts ? 0 : -1;
}

/* The tasks on nodes of `network`, as many as `ranks` (0: all of them). NULL with an error. */
static struct topomap_allocation *allocate(const struct inputs *in,
                                           const struct topomap_network *network, uint32_t ranks,
                                           struct topomap_error *error)
{
    struct topomap_allocation *allocation =
        topomap_allocation_create(network, in->hosts, in->tasks_spec, error);

    if (allocation && allocation_shrink(&allocation, network, ranks, error) < 0) {
        topomap_allocation_destroy(allocation);
        return NULL;
    }
    return allocation;
}

int weights_check(const struct cli_command *command, const char *weights, bool network)
{
    if (!weights || strcmp(weights, "bytes") == 0 || strcmp(weights, "messages") == 0)
        return TOPOMAP_OK;
    if (network && strcmp(weights, "time") == 0)
        return TOPOMAP_OK;
    return cli_usage(command, network ? "--weights must be bytes, messages or time"
                                      : "--weights must be bytes or messages");
}

int format_check(const struct cli_command *command, const char *format, name_getter *get)
{
    const char *name, *summary;
    struct hint hint;

    if (!format)
        return TOPOMAP_OK;
    hint_init(&hint, format, strlen(format));
    for (size_t i = 0; get(i, &name, &summary); i++) {
        if (strcmp(format, name) == 0)
            return TOPOMAP_OK;
        hint_offer(&hint, name);
    }
    return cli_usage(command, "unknown format '%s'%s", format, hint_text(&hint));
}

/* The file of the graph is valid, so messages that weigh too much are an impossible request. */
static struct topomap_graph *weigh_by_time(const struct topomap_graph *graph,
                                           const struct topomap_network *network,
                                           struct topomap_error *error)
{
    double bytes = topomap_network_message_bytes(network);
    struct topomap_error why = {0};
    struct topomap_graph *weighted = topomap_graph_by_time(graph, bytes, &why);

    if (!weighted && why.code == TOPOMAP_INPUT)
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "by --weights time each message counts as %.4g bytes more: %s", bytes, why.text);
    else if (!weighted)
        *error = why;
    return weighted;
}

struct topomap_graph *graph_weighted(const struct topomap_graph *graph, const char *weights,
                                     const struct topomap_network *network,
                                     struct topomap_error *error)
{
    if (strcmp(weights, "time") == 0)
        return weigh_by_time(graph, network, error);
    return network ? topomap_graph_by_messages(graph, error)
                   : topomap_graph_of_messages(graph, error);
}

int weights_apply(struct topomap_graph **graph, const char *weights,
                  const struct topomap_network *network, struct topomap_graph **read,
                  struct topomap_error *error)
{
    struct topomap_graph *weighted;

    if (!weights || strcmp(weights, "bytes") == 0)
        return 0;
    weighted = graph_weighted(*graph, weights, network, error);
    if (!weighted)
        return -1;
    if (read)
        *read = *graph;
    else
        topomap_graph_destroy(*graph);
    *graph = weighted;
    return 0;
}

/* Load the recipe, which may name the graph. */
static int load_recipe(struct inputs *in, struct topomap_error *error)
{
    in->recipe = topomap_recipe_read(in->recipe_path, error);
    if (in->recipe && !in->graph_path)
        in->graph_path = topomap_recipe_graph(in->recipe);
    return in->recipe ? 0 : -1;
}

/* Load the graph, if there is one; a pattern has `ranks` ranks, or its own number if that is 0. */
static int load_graph(struct inputs *in, uint32_t ranks, struct topomap_error *error)
{
    if (!in->graph_path)
        return 0;
    if (!in->graph_format && topomap_graph_is_pattern(in->graph_path))
        in->graph = topomap_graph_pattern(in->graph_path, ranks, error);
    else
        in->graph = topomap_graph_read(in->graph_path, in->graph_format, error);
    return in->graph ? weights_apply(&in->graph, in->weights, in->network, in->read, error) : -1;
}

int coordinates_load(const struct settings *settings, const struct cli_command *command,
                     struct topomap_coordinates **coordinates)
{
    const char *file = settings->coordinates, *grid = settings->grid;
    struct topomap_error error;

    *coordinates = NULL;
    if (!file && !grid)
        return TOPOMAP_OK;
    if (file && grid)
        return cli_usage(command, "--coordinates and --grid exclude each other");
    *coordinates = file ? topomap_coordinates_read(file, &error)
                        : topomap_coordinates_grid(grid, &error);
    return *coordinates ? TOPOMAP_OK : cli_fail(command, &error);
}

/* Load network, allocation with `ranks` ranks (0: as many as tasks), recipe and graph. */
static int load_all(struct inputs *in, uint32_t ranks, struct topomap_error *error)
{
    if (read_hosts(in, error) < 0 || load_network(in, error) < 0)
        return -1;
    in->allocation = allocate(in, in->network, ranks, error);
    if (!in->allocation || (in->recipe_path && load_recipe(in, error) < 0))
        return -1;
    return load_graph(in, topomap_allocation_ranks(in->allocation), error);
}

/* Use the job's CPUs per task, unless the command gives another number. */
static void take_cpus(struct settings *settings, const char *cpus)
{
    const struct option_row *row = option_find(SCOPE_PLAN, "cpus-per-task", 13);

    if (cpus && !option_given(row, settings))
        option_set(row, settings, row->name, cpus, NULL);
}

void inputs_ask_slurm(struct inputs *in)
{
    if (in->hosts_spec || !slurm_hosts())
        return;
    in->slurm = true;
    in->hosts_spec = slurm_hosts();
    if (!in->tasks_spec)
        in->tasks_spec = slurm_tasks();
    take_cpus(&in->settings, slurm_cpus());
}

int inputs_ask_job(struct inputs *in, const struct cli_command *command)
{
    struct topomap_error error;

    if (!in->job_id) {
        inputs_ask_slurm(in);
        return TOPOMAP_OK;
    }
    if (in->hosts_spec)
        return cli_usage(command, "--jobid and --hosts exclude each other");
    if (slurm_job_ask(in->job_id, &in->job, &error) < 0)
        return error.code == TOPOMAP_USAGE ? cli_usage(command, "%s", error.text)
                                           : cli_fail(command, &error);
    in->slurm = true;
    in->hosts_spec = in->job.hosts;
    if (!in->tasks_spec)
        in->tasks_spec = in->job.tasks;
    take_cpus(&in->settings, in->job.cpus);
    return TOPOMAP_OK;
}

static void tell_slurm(const struct inputs *in, const struct cli_command *command)
{
    const char *job = in->job_id ? in->job_id : getenv("SLURM_JOB_ID"), *state = in->job.state;
    const char *from = in->settings.topology ? in->settings.topology : in->network_from;

    fprintf(stderr, "%s: %s of Slurm's job%s%s%s%s: %s, tasks %s", command->name,
            state && strcmp(state, "PENDING") == 0 ? "likely hosts" : "hosts", job ? " " : "",
            job ? job : "", state ? ", " : "", state ? state : "", in->hosts_spec, in->tasks_spec);
    if (in->settings.pus_per_task != 1)
        fprintf(stderr, " of %llu CPUs", (unsigned long long)in->settings.pus_per_task);
    if (in->network_path)
        fprintf(stderr, "\n");
    else
        fprintf(stderr, "; network from %s\n", from);
}

/* Check the options without which nothing can be loaded, and read --ranks. */
static int check_options(const struct inputs *in, const struct cli_command *command,
                         uint32_t *ranks)
{
    if (!in->graph_path && !in->recipe_path)
        return cli_usage(command, "--graph is missing: how much each rank sends to each other");
    if (!in->hosts_spec)
        return cli_usage(command, "--hosts is missing: the nodes of the job");
    if (!in->tasks_spec)
        return cli_usage(command, "--tasks-per-node is missing: how many ranks each node runs");
    if (ranks_read(command, in->ranks_spec, ranks) != TOPOMAP_OK)
        return TOPOMAP_USAGE;
    return weights_check(command, in->weights, true);
}

int inputs_count(struct inputs *in, const struct cli_command *command, uint32_t *nodes,
                 uint32_t *ranks)
{
    struct topomap_network *network = NULL;
    struct topomap_allocation *allocation = NULL;
    struct topomap_error error;
    int code;

    inputs_ask_slurm(in);
    code = check_options(in, command, ranks);
    if (code != TOPOMAP_OK)
        return code;
    if (read_hosts(in, &error) == 0)
        network = topomap_network_flat(in->hosts, &error);
    if (network)
        allocation = allocate(in, network, *ranks, &error);
    if (allocation) {
        *nodes = topomap_allocation_nodes(allocation);
        *ranks = topomap_allocation_ranks(allocation);
    } else {
        code = cli_fail(command, &error);
    }
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    return code;
}

int inputs_load(struct inputs *in, const struct cli_command *command)
{
    struct topomap_error error;
    struct progress progress;
    uint32_t ranks = 0;
    int result;

    inputs_ask_slurm(in);
    result = check_options(in, command, &ranks);
    if (result != TOPOMAP_OK)
        return result;
    progress_start(&progress, "reading", 0);
    result = load_all(in, ranks, &error);
    progress_end(&progress);
    if (result < 0)
        return cli_fail(command, &error);
    if (in->slurm)
        tell_slurm(in, command);
    if (in->useless)
        cli_warn(command, "the site's weights of levels inside nodes have no effect without "
                          "--node-tree");
    graph_warn(command, in->graph, in->graph_path);
    nodetree_warn(command, in->nodetree, in->allocation, in->settings.pus_per_task);
    return TOPOMAP_OK;
}

int inputs_load_graph(struct inputs *in, const struct cli_command *command)
{
    struct topomap_error error;
    uint32_t ranks = 0;

    if (!in->graph_path)
        return cli_usage(command, "--graph is missing: how much each rank sends to each other");
    if (ranks_read(command, in->ranks_spec, &ranks) != TOPOMAP_OK ||
        weights_check(command, in->weights, false) != TOPOMAP_OK)
        return TOPOMAP_USAGE;
    if (load_graph(in, ranks, &error) < 0)
        return cli_fail(command, &error);
    graph_warn(command, in->graph, in->graph_path);
    return TOPOMAP_OK;
}

int list_split(struct list *list, const char *text, const char *marks,
               struct topomap_error *error)
{
    const char *at, *item;
    size_t length;

    if (!text)
        return 0;
    at = list->text = strdup(text);
    while (list->count < MAX_LIST && list_next(&at, marks, &item, &length)) {
        list->text[item + length - list->text] = '\0';
        list->item[list->count++] = item;
    }
    if (!at && list->text)
        return 0;
    return list->text ? error_set(error, TOPOMAP_USAGE, "a list has more than %d items", MAX_LIST)
                      : error_memory(error);
}

int mapping_read(const struct topomap_allocation *allocation, const char *path,
                 uint32_t *placement, uint32_t *slots, struct topomap_error *error)
{
    size_t length;
    char *text = cli_read(path, MAX_MAPPING, &length, error);
    int result = text ? topomap_placement_parse(allocation, path, text, length, placement, slots,
                                                error)
                      : -1;

    free(text);
    return result;
}

int placement_read(const struct topomap_allocation *allocation, const char *word, uint64_t seed,
                   uint32_t *placement, uint32_t *slots, bool *with_slots,
                   struct topomap_error *error)
{
    if (with_slots)
        *with_slots = false;
    if (strcmp(word, "default") == 0 || strcmp(word, "block") == 0)
        topomap_placement_block(allocation, placement);
    else if (strcmp(word, "cyclic") == 0)
        topomap_placement_cyclic(allocation, placement);
    else if (strcmp(word, "random") == 0)
        topomap_placement_random(allocation, seed, placement);
    else {
        if (with_slots)
            *with_slots = slots != NULL;
        return mapping_read(allocation, word, placement, slots, error);
    }
    return 0;
}

void inputs_request(const struct inputs *in, struct topomap_request *r)
{
    r->graph = in->graph;
    r->recipe = in->recipe;
    r->allocation = in->allocation;
    r->nodetree = in->nodetree;
    topomap_request_take_defaults(r);
    option_apply(&in->settings, false, r);
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);

    return length >= tail && strcmp(path + length - tail, end) == 0 &&
           (length == tail || path[length - tail - 1] == '/');
}

const char *short_name(const char *path, const char *const *paths, size_t count)
{
    const char *name = base_name(path);

    for (size_t i = 0; i < count; i++) {
        while (name > path && ends_in(paths[i], name) && strcmp(paths[i], path) != 0) {
            do
                name--;
            while (name > path && name[-1] != '/');
        }
    }
    return name;
}
