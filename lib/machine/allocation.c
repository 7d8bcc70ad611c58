/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/allocation.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A flat network that stands for any nodes becomes one of the allocated nodes. */
static int set_network(struct topomap_allocation *allocation,
                       const struct topomap_network *network, struct topomap_error *error)
{
    allocation->network = network;
    if (network->nodes)
        return 0;
    allocation->own = network_flat_create(allocation->nodes, allocation->hosts.name, error);
    allocation->network = allocation->own;
    return allocation->own ? 0 : -1;
}

static int find_nodes(struct topomap_allocation *allocation, struct topomap_error *error)
{
    allocation->node = array_raw(allocation->nodes, sizeof *allocation->node);
    if (!allocation->node)
        return error_memory(error);
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        const char *host = allocation->hosts.name[i];
        int64_t node = topomap_network_find(allocation->network, host);

        if (node < 0)
            return error_set(error, TOPOMAP_IMPOSSIBLE, "host '%s' is not in the network", host);
        allocation->node[i] = (uint32_t)node;
    }
    return 0;
}

static int count_ranks(struct topomap_allocation *allocation, const uint32_t *tasks,
                       struct topomap_error *error)
{
    uint64_t ranks = 0;

    allocation->tasks = array_raw(allocation->nodes, sizeof *allocation->tasks);
    allocation->first = array_raw((size_t)allocation->nodes + 1, sizeof *allocation->first);
    if (!allocation->tasks || !allocation->first)
        return error_memory(error);
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        allocation->tasks[i] = tasks[i];
        allocation->first[i] = (uint32_t)ranks;
        ranks += tasks[i];
        if (ranks > TOPOMAP_MAX_RANKS)
            return error_set(error, TOPOMAP_IMPOSSIBLE, "more than %u tasks", TOPOMAP_MAX_RANKS);
    }
    if (ranks == 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the allocation runs no tasks");
    allocation->first[allocation->nodes] = (uint32_t)ranks;
    allocation->ranks = (uint32_t)ranks;
    return 0;
}

static int set_distances(struct topomap_allocation *allocation, struct topomap_error *error)
{
    if (distances_init(&allocation->distances, allocation->network, allocation->nodes,
                       allocation->node) == 0)
        return 0;
    return error_memory(error);
}

static int set_hosts(struct topomap_allocation *allocation, char *const *hosts,
                     struct topomap_error *error)
{
    struct topomap_error names_error;

    if (names_init(&allocation->hosts, allocation->nodes, hosts, &names_error) == 0)
        return 0;
    if (names_error.code != TOPOMAP_INPUT)
        return error_memory(error);
    return error_set(error, TOPOMAP_INPUT, "host %.400s", names_error.text);
}

struct topomap_allocation *topomap_allocation_from(const struct topomap_network *network,
                                                   uint32_t nodes, const char *const *hosts,
                                                   const uint32_t *tasks,
                                                   struct topomap_error *error)
{
    struct topomap_allocation *allocation;

    if (nodes < 1 || nodes > NETWORK_MAX_NODES) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "an allocation has 1 to %u nodes, not %u",
                  NETWORK_MAX_NODES, nodes);
        return NULL;
    }
    allocation = array_new(1, sizeof *allocation);
    if (!allocation) {
        error_memory(error);
        return NULL;
    }
    allocation->nodes = nodes;
    if (set_hosts(allocation, (char *const *)hosts, error) < 0 ||
        count_ranks(allocation, tasks, error) < 0 ||
        set_network(allocation, network, error) < 0 || find_nodes(allocation, error) < 0 ||
        set_distances(allocation, error) < 0) {
        topomap_allocation_destroy(allocation);
        return NULL;
    }
    return allocation;
}

struct topomap_allocation *allocation_of_all(struct topomap_network *network,
                                             const uint32_t *tasks, struct topomap_error *error)
{
    struct topomap_allocation *allocation = array_new(1, sizeof *allocation);

    if (!allocation) {
        topomap_network_destroy(network);
        error_memory(error);
        return NULL;
    }
    allocation->network = allocation->own = network;
    allocation->nodes = network->nodes;
    allocation->node = array_raw(allocation->nodes, sizeof *allocation->node);
    for (uint32_t i = 0; allocation->node && i < allocation->nodes; i++)
        allocation->node[i] = i;
    if (!allocation->node)
        error_memory(error);
    else if (count_ranks(allocation, tasks, error) == 0 && set_distances(allocation, error) == 0)
        return allocation;
    topomap_allocation_destroy(allocation);
    return NULL;
}

static int fail_tasks(const char *tasks, const char *at, const char *what,
                      struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INPUT, "tasks per node '%.80s%s', character %zu: %s", tasks,
                     strlen(tasks) > 80 ? "..." : "", (size_t)(at - tasks) + 1, what);
}

/* Parse "16" or "16(x63)" at *cursor and move *cursor past it. */
static int parse_run(const char *tasks, const char **cursor, uint64_t *number, uint64_t *times,
                     struct topomap_error *error)
{
    const char *end = *cursor + strlen(*cursor);

    *times = 1;
    if (text_parse_number(cursor, end, TOPOMAP_MAX_RANKS, number) < 0)
        return fail_tasks(tasks, *cursor, "a number of tasks is missing or too large", error);
    if (**cursor != '(')
        return 0;
    if ((*cursor)[1] != 'x')
        return fail_tasks(tasks, *cursor + 1, "'x' is missing", error);
    *cursor += 2;
    if (text_parse_number(cursor, end, NETWORK_MAX_NODES, times) < 0 || *times == 0)
        return fail_tasks(tasks, *cursor, "a number of nodes is missing or out of range", error);
    if (**cursor != ')')
        return fail_tasks(tasks, *cursor, "')' is missing", error);
    ++*cursor;
    return 0;
}

/* Fill counts [nodes] from the list `tasks`; a single number applies to all nodes. */
static int parse_tasks(const char *tasks, uint32_t nodes, uint32_t *counts,
                       struct topomap_error *error)
{
    bool plain = tasks[strspn(tasks, "0123456789")] == '\0';
    const char *cursor = tasks;
    uint64_t filled = 0;

    for (;;) {
        uint64_t number, times;

        if (parse_run(tasks, &cursor, &number, &times, error) < 0)
            return -1;
        if (plain)
            times = nodes;
        for (uint64_t i = 0; i < times && filled + i < nodes; i++)
            counts[filled + i] = (uint32_t)number;
        filled += times;
        if (filled > (UINT64_C(1) << 32))
            return fail_tasks(tasks, cursor, "too many nodes", error);
        if (!*cursor)
            break;
        if (*cursor++ != ',')
            return fail_tasks(tasks, cursor - 1, "unexpected character", error);
    }
    if (filled != nodes)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "tasks per node '%.80s' are for %llu nodes, but there are %u hosts", tasks,
                         (unsigned long long)filled, nodes);
    return 0;
}

struct topomap_allocation *topomap_allocation_create(const struct topomap_network *network,
                                                     const char *hosts, const char *tasks,
                                                     struct topomap_error *error)
{
    struct topomap_allocation *allocation = NULL;
    uint32_t *counts;
    char **names;
    uint32_t nodes;

    if (topomap_hostlist_expand(hosts, &names, &nodes, error) < 0)
        return NULL;
    counts = array_new(nodes, sizeof *counts);
    if (!counts)
        error_memory(error);
    else if (parse_tasks(tasks, nodes, counts, error) == 0)
        allocation = topomap_allocation_from(network, nodes, (const char *const *)names, counts,
                                             error);
    free(counts);
    topomap_hostlist_free(names, nodes);
    return allocation;
}

void topomap_allocation_destroy(struct topomap_allocation *allocation)
{
    if (!allocation)
        return;
    names_free(&allocation->hosts);
    topomap_network_destroy(allocation->own);
    free(allocation->node);
    free(allocation->tasks);
    free(allocation->first);
    distances_free(&allocation->distances);
    free(allocation);
}

uint32_t topomap_allocation_nodes(const struct topomap_allocation *allocation)
{
    return allocation->nodes;
}

uint32_t topomap_allocation_ranks(const struct topomap_allocation *allocation)
{
    return allocation->ranks;
}

const char *topomap_allocation_host(const struct topomap_allocation *allocation, uint32_t node)
{
    return allocation->hosts.name[node];
}

uint32_t topomap_allocation_tasks(const struct topomap_allocation *allocation, uint32_t node)
{
    return allocation->tasks[node];
}

const struct topomap_network *
topomap_allocation_network(const struct topomap_allocation *allocation)
{
    return allocation->network;
}

uint32_t allocation_tasks_each(const struct topomap_allocation *allocation)
{
    uint32_t tasks = 0;

    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (tasks && allocation->tasks[node] && allocation->tasks[node] != tasks)
            return 0;
        tasks = allocation->tasks[node] ? allocation->tasks[node] : tasks;
    }
    return tasks;
}

int64_t topomap_allocation_find(const struct topomap_allocation *allocation, const char *host)
{
    return names_find(&allocation->hosts, host);
}

uint32_t topomap_allocation_distance(const struct topomap_allocation *allocation, uint32_t a,
                                     uint32_t b)
{
    return allocation_distance(allocation, a, b);
}
