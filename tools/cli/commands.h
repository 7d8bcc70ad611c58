/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "common/cli.h"
#include "option/option.h"

/* The subcommands. Each takes its own argv (argv[0] is the subcommand) and gives the exit code. */
int command_plan(int argc, char **argv);
int command_eval(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_graph(int argc, char **argv);
int command_graph_extract(int argc, char **argv); /* as actions of it */
int command_graph_merge(int argc, char **argv);
int command_graph_scale(int argc, char **argv);
int command_profile(int argc, char **argv);
int command_store(int argc, char **argv);
int command_network(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_draw(int argc, char **argv);
int command_report(int argc, char **argv);
int command_policy(int argc, char **argv);
int command_stats(int argc, char **argv);
int command_list(int argc, char **argv);

/* topomap graph from-matrix (graph_matrix.c). */
int graph_from_matrix(int argc, char **argv);

/* Write a graph, which is destroyed, in a format (NULL: edges) to `output` (NULL: standard output).
 * The exit code; after a message where it fails, of `error` where `graph` is NULL. */
int graph_write(const struct cli_command *command, struct topomap_graph *graph, const char *format,
                const char *output, struct topomap_error *error);

/* What plan and eval work on, as named on the command line. */
struct inputs {
    const char *graph_path;
    const char *graph_format;
    const char *weights;
    const char *network_path;
    const char *hosts_spec;
    const char *tasks_spec;
    const char *ranks_spec;
    const char *recipe_path;
    bool slurm;              /* the hosts are those of the job that runs the command */
    char network_from[4096]; /* where its network is from */
    struct settings settings; /* what the command takes of the option schema */
    struct topomap_recipe *recipe;
    struct topomap_nodetree *nodetree; /* NULL: none is named */
    struct topomap_graph *graph; /* NULL: there is a recipe, and no graph */
    struct topomap_network *network;
    struct topomap_allocation *allocation;
};

#define INPUT_OPTIONS(in)                                                                          \
    {"graph", 'g', "GRAPH", "communication graph: a file, or a pattern like grid:8x8",             \
     &(in).graph_path, NULL},                                                                      \
    {"graph-format", 0, "NAME", "format of the graph [by content]", &(in).graph_format, NULL},     \
    {"weights", 'w', "bytes|messages", "what edges weigh [bytes]", &(in).weights, NULL},  \
    {"network", 'N', "NETWORK", "a description, or a form like torus:4x4x4 [Slurm's, flat]",       \
     &(in).network_path, NULL},                                                                    \
    {"hosts", 'H', "HOSTLIST", "hosts, n[1-8], or @FILE [those of the Slurm job]",                 \
     &(in).hosts_spec, NULL},                                                                      \
    {"tasks-per-node", 't', "SPEC", "tasks of each host: 4 or 16(x63),8 [the Slurm job's]",        \
     &(in).tasks_spec, NULL},                                                                      \
    {"ranks", 'n', "N", "ranks, when fewer than the tasks", &(in).ranks_spec, NULL}

/* Inside of a job its hosts are meant where none are named, with their tasks and the CPUs of each.
 * inputs_load does it too. */
void inputs_ask_slurm(struct inputs *inputs);

/* Load what the options name. Returns 0 or the exit code, after a message. */
int inputs_load(struct inputs *inputs, const struct cli_command *command);
/* The graph alone, with as many ranks as --ranks says or as it has. Likewise. */
int inputs_load_graph(struct inputs *inputs, const struct cli_command *command);
/* Whether --weights is well spelt: 0 or the exit code, after a message. */
int weights_check(const struct cli_command *command, const char *weights);

/* Names and summaries of formats and the like, index 0, 1, ... until false, as the library's *_get
 * functions give them. */
typedef bool name_getter(size_t index, const char **name, const char **summary);

/* Whether --format is NULL or one of the names: 0 or the exit code, after a message. */
int format_check(const struct cli_command *command, const char *format, name_getter *get);

/* What --ranks says, 0 for NULL: 0 or the exit code, after a message. */
int ranks_read(const struct cli_command *command, const char *text, uint32_t *ranks);

/* Fewer ranks than tasks, unless `ranks` is 0: the last nodes run fewer, as Slurm's block
 * distribution has it. -1 with TOPOMAP_IMPOSSIBLE if there are fewer tasks. */
int allocation_shrink(struct topomap_allocation **allocation, const struct topomap_network *network,
                      uint32_t ranks, struct topomap_error *error);

/* What --node-tree says; none of it: NULL. 0, or -1 with an error set. */
int nodetree_open(const struct settings *settings, struct topomap_nodetree **tree,
                  struct topomap_error *error);

/* Warn of weights that the tree (NULL: none) has no level for; whether there are such. */
bool nodetree_warn(const struct cli_command *command, const struct topomap_nodetree *tree);

/* Weigh the graph as --weights says. */
int weights_apply(struct topomap_graph **graph, const char *weights, struct topomap_error *error);

/* What --hosts says, as one host list: a list, or @FILE. NULL with an error set. */
char *hosts_read(const char *spec, struct topomap_error *error);

/* The network of --network: a file, or a form like "torus:4x4x4" with nodes n0, n1, ...; NULL: a
 * flat one of `hosts`. Its links weigh what --link-weights says, if not NULL. */
struct topomap_network *network_open(const char *spec, const char *hosts, const char *weights,
                                     struct topomap_nodetree *tree,
                                     struct topomap_error *error);

/* Load what --coordinates FILE or --grid AxBxC names; NULL if neither does. Returns 0 or the exit
 * code, after a message. */
int coordinates_load(const struct settings *settings, const struct cli_command *command,
                     struct topomap_coordinates **coordinates);

/* What plans need of the command line beyond what is loaded: settings of the options into the
 * request, only those that were given where `given`; and the coordinates that it then has, which
 * the caller destroys. 0 or the exit code, after a message. */
int request_settings(const struct inputs *inputs, const struct cli_command *command, bool given,
                     struct topomap_request *request, struct topomap_coordinates **loaded);

void inputs_free(struct inputs *inputs);

/* What stands behind the last slash of a path. */
const char *base_name(const char *path);

#define MAX_LIST 256

/* Items of a list. */
struct list {
    char *text;
    const char *item[MAX_LIST];
    size_t count;
};

/* Split `text` at `marks`, LIST_NAMES or LIST_FILES; NULL: no items. 0, or -1 with an error set;
 * free list->text in both cases. */
int list_split(struct list *list, const char *text, const char *marks,
               struct topomap_error *error);

/*
 * The placement that a word says: block or default, cyclic, random (by `seed`), or a file. Fills
 * placement[ranks] and, from a file, slots[ranks] unless that is NULL; *with_slots, if not NULL,
 * tells whether it did.
 */
int placement_read(const struct topomap_allocation *allocation, const char *word, uint64_t seed,
                   uint32_t *placement, uint32_t *slots, bool *with_slots,
                   struct topomap_error *error);

/* Read the mapping in a file: fills placement[ranks] and, unless it is NULL, slots[ranks]. */
int mapping_read(const struct topomap_allocation *allocation, const char *path,
                 uint32_t *placement, uint32_t *slots, struct topomap_error *error);

#endif
