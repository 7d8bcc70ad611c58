/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_forecast.h"

#include "base/text.h"

#define MOST TOPOMAP_MAX_RANKS

/* Words around what the line with the nodes says, the same from 22.05 to 26.05. */
#define STARTS " to start at "
#define USING " using "
#define ON_NODES " on nodes "
#define IN_PARTITION " in partition "

/* Options that say how many tasks there are if --ntasks does not. */
static const char *const other_counts[] = {"ntasks-per-gpu", "ntasks-per-tres", "ntasks-per-socket",
                                           "ntasks-per-core"};

static const char *find(const char *text, const char *end, const char *word)
{
    return memmem(text, (size_t)(end - text), word, strlen(word));
}

static uint32_t read_number(const char *text)
{
    uint64_t number = 0;

    return text_parse_number(&text, text + strlen(text), MOST, &number) == 0 ? (uint32_t)number
                                                                            : 0;
}

static int keep(char **to, const char *text, size_t length, struct topomap_error *error)
{
    free(*to);
    *to = strndup(text, length);
    return *to ? 0 : error_memory(error);
}

/* "srun: ntasks              : 16" */
static int read_option(struct forecast *forecast, const char *line, const char *end,
                       struct topomap_error *error)
{
    const char *colon = find(line, end, ": "), *key = colon ? colon + 2 : NULL;
    const char *value = key ? find(key, end, ": ") : NULL;
    char **text = NULL;
    size_t length;

    if (!value)
        return 0;
    for (length = (size_t)(value - key); length && key[length - 1] == ' ';)
        length--;
    value += 2;

#define KEY_IS(name) (length == strlen(name) && memcmp(key, name, length) == 0)
    if (KEY_IS("ntasks"))
        forecast->ranks = read_number(value);
    else if (KEY_IS("ntasks-per-node"))
        forecast->per_node = read_number(value);
    else if (KEY_IS("cpus-per-task"))
        forecast->cpus_per_task = read_number(value);
    else if (KEY_IS("overcommit"))
        forecast->overcommit = true;
    else if (KEY_IS("account"))
        text = &forecast->account;
    else if (KEY_IS("constraint"))
        text = &forecast->constraint;
    else if (KEY_IS("distribution"))
        text = &forecast->distribution;
    for (size_t i = 0; i < sizeof other_counts / sizeof *other_counts; i++)
        forecast->uncounted = forecast->uncounted || KEY_IS(other_counts[i]);
#undef KEY_IS
    return text ? keep(text, value, (size_t)(end - value), error) : 0;
}

/* "srun: Job 1 to start at TIME using 16 processors on nodes n[01-04] in partition all" */
static int read_nodes(struct forecast *forecast, const char *line, const char *end,
                      struct topomap_error *error)
{
    const char *starts = find(line, end, STARTS);
    const char *using = starts ? find(starts, end, USING) : NULL;
    const char *nodes = using ? find(using, end, ON_NODES) : NULL;
    const char *partition = nodes ? find(nodes, end, IN_PARTITION) : NULL;

    if (!partition)
        return 0;
    if (forecast->hosts)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the step is heterogeneous");
    nodes += strlen(ON_NODES);
    forecast->cpus = read_number(using + strlen(USING));
    if (keep(&forecast->hosts, nodes, (size_t)(partition - nodes), error) < 0)
        return -1;
    partition += strlen(IN_PARTITION);
    return keep(&forecast->partition, partition, (size_t)(end - partition), error);
}

int forecast_read(struct forecast *forecast, const char *text, struct topomap_error *error)
{
    const char *at = text, *end = text + strlen(text), *line, *stop;
    bool options = false;

    while (text_line(&at, end, &line, &stop)) {
        /* "end of" comes first, as the other words end it. */
        if (find(line, stop, ": end of defined options"))
            options = false;
        else if (find(line, stop, ": defined options"))
            options = true;
        else if (options ? read_option(forecast, line, stop, error) < 0
                         : read_nodes(forecast, line, stop, error) < 0)
            return -1;
    }
    return forecast->hosts && *forecast->hosts
               ? 0
               : error_set(error, TOPOMAP_IMPOSSIBLE,
                           "Slurm does not say on which nodes the step would start");
}

void forecast_free(struct forecast *forecast)
{
    free(forecast->hosts);
    free(forecast->partition);
    free(forecast->account);
    free(forecast->constraint);
    free(forecast->distribution);
    *forecast = (struct forecast){0};
}

uint32_t forecast_ranks(const struct forecast *forecast, uint32_t nodes)
{
    uint64_t ranks = (uint64_t)nodes * (forecast->per_node ? forecast->per_node : 1);

    if (forecast->ranks)
        return forecast->ranks;
    return forecast->uncounted || ranks > MOST ? 0 : (uint32_t)ranks;
}

/* How many tasks there is room for on a node. */
static uint32_t room(const struct forecast *forecast, const uint32_t *cpus, uint32_t node)
{
    uint32_t each = forecast->cpus_per_task ? forecast->cpus_per_task : 1;
    uint32_t most = cpus && !forecast->overcommit ? cpus[node] / each : MOST;

    if (forecast->per_node && most > forecast->per_node)
        most = forecast->per_node;
    return most ? most : 1;
}

static bool has_all_cpus(const struct forecast *forecast, const uint32_t *cpus, uint32_t nodes)
{
    uint64_t all = 0;

    for (uint32_t i = 0; cpus && i < nodes; i++)
        all += cpus[i];
    return forecast->cpus >= all;
}

/* Give each node a further task while there is room, in turns; without `rooms` there always is. */
static uint32_t deal(const struct forecast *forecast, const uint32_t *cpus, bool rooms,
                     uint32_t nodes, uint32_t left, uint32_t *tasks)
{
    bool any = true;

    while (left && any) {
        any = false;
        for (uint32_t i = 0; i < nodes && left; i++) {
            if (rooms && tasks[i] >= room(forecast, cpus, i))
                continue;
            tasks[i]++;
            left--;
            any = true;
        }
    }
    return left;
}

static void count_tasks(const struct forecast *forecast, const uint32_t *cpus, uint32_t nodes,
                        uint32_t ranks, uint32_t *tasks)
{
    bool fills = !has_all_cpus(forecast, cpus, nodes);
    uint32_t left = ranks - nodes;

    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t free = room(forecast, cpus, i) - 1, more = fills ? free : 0;

        if (more > left)
            more = left;
        tasks[i] = 1 + more;
        left -= more;
    }
    left = deal(forecast, cpus, true, nodes, left, tasks);
    deal(forecast, cpus, false, nodes, left, tasks);
}

/* How many ranks that follow each other a node gets before it is the next node's turn. */
static uint32_t run_length(const char *distribution)
{
    uint32_t plane;

    if (distribution && strncmp(distribution, "cyclic", 6) == 0)
        return 1;
    if (!distribution || strncmp(distribution, "plane=", 6) != 0)
        return MOST;
    plane = read_number(distribution + 6);
    return plane ? plane : MOST;
}

int forecast_spread(const struct forecast *forecast, const uint32_t *cpus, uint32_t nodes,
                    uint32_t *tasks, uint32_t *tids, struct topomap_error *error)
{
    uint32_t ranks = forecast_ranks(forecast, nodes), run = run_length(forecast->distribution);
    uint32_t *given = array_new(nodes, sizeof *given), *first = array_new(nodes, sizeof *first);
    int result = 0;

    if (!given || !first) {
        result = error_memory(error);
    } else {
        count_tasks(forecast, cpus, nodes, ranks, tasks);
        for (uint32_t i = 1; i < nodes; i++)
            first[i] = first[i - 1] + tasks[i - 1];
    }
    for (uint32_t rank = 0; result == 0 && rank < ranks;) {
        for (uint32_t i = 0; i < nodes; i++) {
            for (uint32_t j = 0; j < run && given[i] < tasks[i]; j++)
                tids[first[i] + given[i]++] = rank++;
        }
    }
    free(given);
    free(first);
    return result;
}
