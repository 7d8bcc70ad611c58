/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_inquiry.h"

#include "base/text.h"
#include "child.h"
#include "srun_topology.h"

#include <stdio.h>
#include <unistd.h>

/* Room for the description of the largest networks, a line for each switch. */
#define MAX_ANSWER ((size_t)256 << 20)

/* The questions, and the answers. */
struct inquiry {
    uint32_t job;
    const char *partition; /* of a job that does not exist yet; NULL: the job's */
    const char *host; /* the first node; NULL: memory ran out */
    bool inside;      /* ask for its inside */
    bool network;     /* ask for the network */
    bool told;        /* slurmctld has described the network */
    char *nodetree;   /* NULL: unknown */
    struct topology topology;
};

static void inquiry_free(struct inquiry *inquiry)
{
    free(inquiry->nodetree);
    topology_free(&inquiry->topology);
}

static int write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t sent = write(STDOUT_FILENO, text, length);

        if (sent <= 0)
            return -1;
        text += sent;
        length -= (size_t)sent;
    }
    return 0;
}

static const char *text_or_nothing(const char *text)
{
    return text ? text : "";
}

/* Runs in the process that asks, and prints five lines and the network. */
static int ask(void *data)
{
    static const char *const words[] = {"", "no", "yes"};
    struct inquiry *inquiry = data;
    struct topology *topology = &inquiry->topology;

    if (inquiry->inside && inquiry->host)
        inquiry->nodetree = topology_node(inquiry->host);
    if (inquiry->network)
        inquiry->told = topology_network(inquiry->job, inquiry->partition, topology) == 0;
    if (dprintf(STDOUT_FILENO, "%s\n%s\n%s\n%s\n%s\n", text_or_nothing(inquiry->nodetree),
                text_or_nothing(topology->name), inquiry->told ? "told" : "",
                text_or_nothing(topology->problem), words[topology->binds + 1]) < 0)
        return 1;
    return topology->text && write_all(topology->text, topology->length) < 0 ? 1 : 0;
}

/* Copy a part of the answer; NULL if it is empty, or with *lost if memory runs out. */
static char *take(const char *start, const char *stop, bool *lost)
{
    char *copy = stop > start ? strndup(start, (size_t)(stop - start)) : NULL;

    *lost = *lost || (stop > start && !copy);
    return copy;
}

/* The next line, without its newline; NULL if it is empty or there is none. */
static char *take_line(const char **text, const char *end, bool *lost)
{
    const char *start, *stop;

    return text_line(text, end, &start, &stop) ? take(start, stop, lost) : NULL;
}

/* Returns -1 when memory runs out: without its text a network would be taken for a flat one. */
static int take_answer(struct inquiry *inquiry, const struct child *child)
{
    const char *text = child->output, *end = text + child->output_length;
    struct topology *topology = &inquiry->topology;
    char *told, *binds;
    bool lost = false;

    inquiry->nodetree = take_line(&text, end, &lost);
    topology->name = take_line(&text, end, &lost);
    told = take_line(&text, end, &lost);
    inquiry->told = told != NULL;
    free(told);
    topology->problem = take_line(&text, end, &lost);
    binds = take_line(&text, end, &lost);
    if (binds)
        topology->binds = strcmp(binds, "yes") == 0;
    free(binds);
    topology->text = take(text, end, &lost);
    topology->length = topology->text ? strlen(topology->text) : 0;
    return lost ? -1 : 0;
}

/*
 * Name the network: what slurmctld says or, failing that, the file beside slurm.conf. From that
 * file the planner would read the cluster's topology, so it is not used for a partition with a
 * topology of its own.
 */
static int name_network(struct wire_source *network, struct inquiry *inquiry,
                        struct topomap_error *error)
{
    struct topology *topology = &inquiry->topology;

    if (topology->problem)
        return error_set(error, TOPOMAP_INPUT, "%s", topology->problem);
    if (inquiry->told) {
        network->text = topology->text;
        network->length = topology->length;
        topology->text = NULL;
        return 0;
    }
    if (topology->name)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "slurmctld does not report the partition's topology '%.64s'",
                         topology->name);
    network->file = topology_file();
    if (!network->file)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "slurmctld does not report the network, and "
                         "there is no topology file beside slurm.conf");
    return 0;
}

static enum planner_end run(const struct planning *planning, struct inquiry *inquiry,
                            struct topomap_error *error)
{
    struct child child = {
        .function = ask,
        .function_data = inquiry,
        .deadline = planner_time_left(planning),
        .output_limit = MAX_ANSWER,
        .watch_signals = true,
    };
    enum child_end end = child_run(&child);
    int taken = end == CHILD_DONE ? take_answer(inquiry, &child) : 0;

    child_free(&child);
    if (end == CHILD_INTERRUPTED)
        return PLANNER_INTERRUPTED;
    if (taken < 0) {
        error_memory(error);
        return PLANNER_FAILED;
    }
    /* The file has the cluster's topology: the partition may have one of its own. */
    if (end == CHILD_FAILED && inquiry->network) {
        error_set(error, TOPOMAP_INTERNAL, "slurmctld could not be asked for the network");
        return PLANNER_FAILED;
    }
    if (end != CHILD_LATE)
        return PLANNER_ANSWERED;
    error_set(error, TOPOMAP_INTERNAL, "slurmctld did not answer within %.3g s",
              planner_deadline(planning));
    return PLANNER_FAILED;
}

enum planner_end inquiry_run(struct planning *planning, bool inside, bool network,
                             struct topomap_error *error)
{
    char *first = topology_first_host(planning->layout->hosts);
    struct inquiry inquiry = {
        .job = planning->job,
        .partition = planning->partition,
        .host = first,
        .inside = inside,
        .network = network,
        .topology.binds = -1,
    };
    enum planner_end end = run(planning, &inquiry, error);

    if (end == PLANNER_ANSWERED) {
        planning->request.settings.node_tree = inquiry.nodetree;
        inquiry.nodetree = NULL;
        if (network && name_network(&planning->request.network, &inquiry, error) < 0)
            end = PLANNER_FAILED;
        planning->request.topology = inquiry.topology.name;
        inquiry.topology.name = NULL;
        planning->slurm_binds = inquiry.topology.binds;
    }
    inquiry_free(&inquiry);
    free(first);
    return end;
}

static int ask_binds(void *data)
{
    const struct planning *planning = data;

    /* Tasks with GPUs stay where Slurm binds them. */
    return (planning->slurm_binds > 0 || topology_binds()) &&
                   !topology_has_gpus(planning->job, planning->step)
               ? 0
               : 1;
}

bool inquiry_binds(const struct planning *planning)
{
    struct child child = {
        .function = ask_binds,
        .function_data = (void *)(uintptr_t)planning,
        .deadline = planner_time_left(planning),
        .watch_signals = true,
    };
    bool binds = planning->slurm_binds != 0 && child_run(&child) == CHILD_DONE;

    child_free(&child);
    return binds;
}
