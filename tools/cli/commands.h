/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/slurm_job.h"
#include "common/cli.h"
#include "option/option.h"

/* The subcommands. Each takes its own argv, in which argv[0] is the subcommand, and returns the
 * exit code. */
int command_plan(int argc, char **argv);
int command_eval(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_graph(int argc, char **argv);
int command_graph_extract(int argc, char **argv); /* called as actions of command_graph */
int command_graph_merge(int argc, char **argv);
int command_graph_scale(int argc, char **argv);
int command_profile(int argc, char **argv);
int command_store(int argc, char **argv);
int command_network(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_calibrate(int argc, char **argv);
int command_draw(int argc, char **argv);
int command_report(int argc, char **argv);
int command_policy(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_stats(int argc, char **argv);
int command_list(int argc, char **argv);
int command_help(int argc, char **argv);

/* The subcommands, for index 0, 1, ... until it returns NULL. */
struct subcommand {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
};
const struct subcommand *subcommand_get(size_t index);

/* Print the words that may end a command line, for shells: one on each line, with a tab and what it
 * means. The words before it are argv[1...]; returns the exit code (complete.c). */
int command_complete(int argc, char **argv);

/* topomap graph from-matrix (graph_matrix.c). */
int graph_from_matrix(int argc, char **argv);

/* Write a graph in a format (NULL: edges) to `output` (NULL: standard output), and destroy it.
 * Returns the exit code. On failure it prints a message; if `graph` is NULL, that of `error`. */
int graph_write(const struct cli_command *command, struct topomap_graph *graph, const char *format,
                const char *output, struct topomap_error *error);

/* Warn if the graph called `name` (NULL: there is none) has only a part of its pattern's bytes. */
void graph_warn(const struct cli_command *command, const struct topomap_graph *graph,
                const char *name);

/* The inputs of plan and eval, as named on the command line. */
struct inputs {
    const char *graph_path;
    const char *graph_format;
    const char *weights;
    const char *network_path;
    const char *hosts_spec;
    const char *tasks_spec;
    const char *ranks_spec;
    const char *recipe_path;
    const char *job_id;      /* of --jobid, or NULL */
    struct slurm_job job;    /* what Slurm tells about that job */
    bool slurm;              /* the hosts are those of job_id, or of the job the command runs in */
    char network_from[4096]; /* origin of the job's network */
    struct settings settings; /* the options of the schema, and a site's for the same step */
    char *hosts;             /* of hosts_spec, as one list; NULL until they are read */
    bool useless;            /* a site has weights for levels inside nodes, and there is no tree */
    struct topomap_recipe *recipe;
    struct topomap_nodetree *nodetree; /* NULL: none was given */
    struct topomap_graph *graph; /* NULL: there is only a recipe */
    struct topomap_graph **read; /* see weights_apply; NULL: nobody needs it */
    struct topomap_network *network;
    struct topomap_allocation *allocation;
};

#define INPUT_OPTIONS(in)                                                                          \
    {"graph", 'g', "GRAPH", "communication graph: a file, or a pattern like grid:8x8",             \
     &(in).graph_path, NULL},                                                                      \
    {"graph-format", 0, "NAME", "format of the graph [by content]", &(in).graph_format, NULL},     \
    {"weights", 'w', "bytes|messages|time", "weights of edges: bytes, messages or time [bytes]",   \
     &(in).weights, NULL},                                                                         \
    {"network", 'N', "NETWORK", "a description, or short form like torus:4x4x4 [Slurm's, flat]",   \
     &(in).network_path, NULL},                                                                    \
    {"hosts", 'H', "HOSTLIST", "hosts, n[1-8], or @FILE [those of the Slurm job]",                 \
     &(in).hosts_spec, NULL},                                                                      \
    {"tasks-per-node", 't', "SPEC", "tasks of each host: 4 or 16(x63),8 [the Slurm job's]",        \
     &(in).tasks_spec, NULL},                                                                      \
    {"ranks", 'n', "N", "ranks, when fewer than the tasks", &(in).ranks_spec, NULL}

/* Use the hosts of the job of --jobid, with their tasks and the CPUs per task; without --jobid do
 * as inputs_ask_slurm. Returns 0, or the exit code after a message. */
int inputs_ask_job(struct inputs *inputs, const struct cli_command *command);
/* Inside a job, use its hosts with their tasks and the CPUs per task, if no hosts were given.
 * inputs_load does so, too. */
void inputs_ask_slurm(struct inputs *inputs);

/* Whether the command line gave an option of the schema. */
bool inputs_gave(const struct inputs *inputs, const char *name);

/* How many nodes and ranks the options name, before anything else is loaded. Returns 0, or the exit
 * code after a message. */
int inputs_count(struct inputs *inputs, const struct cli_command *command, uint32_t *nodes,
                 uint32_t *ranks);
/* Load what the options name; the network is that of settings.topology if none is named. Returns
 * the same. */
int inputs_load(struct inputs *inputs, const struct cli_command *command);
/* Load only the graph, with the number of ranks from --ranks or its own. Returns the same. */
int inputs_load_graph(struct inputs *inputs, const struct cli_command *command);
/* Check the syntax of --weights: 0, or the exit code after a message. */
int weights_check(const struct cli_command *command, const char *weights, bool network);

/* Names and summaries of formats and the like, for index 0, 1, ... until it returns false; the type
 * of the library's *_get functions. */
typedef bool name_getter(size_t index, const char **name, const char **summary);

/* The options that the tables of commands and actions have beside those of the option schema, each
 * name and summary once, for index 0, 1, ... until it returns false; and print the commands that
 * have one of them, with its argument (command_options.c). */
bool command_option_get(size_t index, const char **name, const char **summary);
void command_option_tell(size_t index);

/* Check that --format is NULL or one of the names: 0, or the exit code after a message. */
int format_check(const struct cli_command *command, const char *format, name_getter *get);

/* Read --ranks, 0 for NULL. Returns 0, or the exit code after a message. */
int ranks_read(const struct cli_command *command, const char *text, uint32_t *ranks);

/* Reduce the ranks to `ranks`, unless that is 0: the last nodes then run fewer, as in Slurm's block
 * distribution. -1 with TOPOMAP_IMPOSSIBLE if there are fewer tasks than that. */
int allocation_shrink(struct topomap_allocation **allocation, const struct topomap_network *network,
                      uint32_t ranks, struct topomap_error *error);

/* Load the tree of --node-tree; NULL without the option. Returns 0, or -1 with an error. */
int nodetree_open(const struct settings *settings, struct topomap_nodetree **tree,
                  struct topomap_error *error);

/* Warn of weights for levels that the tree (NULL: none) does not have, and of nodes for whose
 * tasks, of `pus` PUs each, it is too small. Returns whether there are any. */
bool nodetree_warn(const struct cli_command *command, const struct topomap_nodetree *tree,
                   const struct topomap_allocation *allocation, uint64_t pus);

/* Apply --weights to the graph. *read, unless NULL, receives the graph as it was if they change
 * it. */
int weights_apply(struct topomap_graph **graph, const char *weights,
                  const struct topomap_network *network, struct topomap_graph **read,
                  struct topomap_error *error);

/* The graph with these weights, which are not bytes. Without a network nothing else is kept of it,
 * with one what its times are predicted of. */
struct topomap_graph *graph_weighted(const struct topomap_graph *graph, const char *weights,
                                     const struct topomap_network *network,
                                     struct topomap_error *error);

/* The hosts of --hosts, a list or @FILE, as one host list. NULL with an error. */
char *hosts_read(const char *spec, struct topomap_error *error);

/* The network of --network: a file, or a short form such as "torus:4x4x4" with the nodes n0, n1,
 * ...; NULL: a flat network of `hosts`. --link-weights are applied unless they are NULL; `useless`
 * is that of topomap_links_weigh. */
struct topomap_network *network_open(const char *spec, const char *hosts, const char *weights,
                                     struct topomap_nodetree *tree, bool *useless,
                                     struct topomap_error *error);

/* Load the coordinates of --coordinates FILE or --grid AxBxC; NULL without either. Returns 0, or
 * the exit code after a message. */
int coordinates_load(const struct settings *settings, const struct cli_command *command,
                     struct topomap_coordinates **coordinates);

/* Put into the request what was loaded, the defaults for it and the settings of options. */
void inputs_request(const struct inputs *inputs, struct topomap_request *request);

void inputs_free(struct inputs *inputs);

/* The part of a path after its last slash. */
const char *base_name(const char *path);

/* As much of the end of a path, in whole names of files and folders, as tells it from the others of
 * paths[count]. */
const char *short_name(const char *path, const char *const *paths, size_t count);

#define MAX_LIST 256

/* The items of a list. */
struct list {
    char *text;
    const char *item[MAX_LIST];
    size_t count;
};

/* Split `text` at `marks`, LIST_NAMES or LIST_FILES; NULL: no items. Returns 0, or -1 with an
 * error; free list->text in both cases. */
int list_split(struct list *list, const char *text, const char *marks,
               struct topomap_error *error);

/*
 * The placement that a word names: block or default, cyclic, random (by `seed`), or a file. Fills
 * placement[ranks]. A file may also fill slots[ranks], unless that is NULL; *with_slots, if not
 * NULL, tells whether it did.
 */
int placement_read(const struct topomap_allocation *allocation, const char *word, uint64_t seed,
                   uint32_t *placement, uint32_t *slots, bool *with_slots,
                   struct topomap_error *error);

/* Read the mapping in a file into placement[ranks] and, unless it is NULL, slots[ranks]. */
int mapping_read(const struct topomap_allocation *allocation, const char *path,
                 uint32_t *placement, uint32_t *slots, struct topomap_error *error);

#endif
