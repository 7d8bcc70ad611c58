/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/node_limits.h"

#include "base/extremes.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What a node exchanges with others, and its ranks with one another. */
struct node_use {
    double sent, received;  /* bytes */
    double sends, receipts; /* messages */
    double inside;          /* bytes */
};

int node_limits_init(struct node_limits *limits, const struct topomap_network *network)
{
    const struct network_protocol *protocol = &network->protocol;

    *limits = (struct node_limits){.protocol = protocol, .nodes = network->nodes};
    if (protocol->adapters.bandwidth <= 0 && protocol->adapters.messages <= 0 &&
        protocol->memory <= 0)
        return 0;
    limits->now = array_new(limits->nodes, sizeof *limits->now);
    limits->all = array_new(limits->nodes, sizeof *limits->all);
    return limits->now && limits->all ? 0 : -1;
}

void node_limits_free(struct node_limits *limits)
{
    free(limits->now);
    free(limits->all);
    *limits = (struct node_limits){0};
}

bool node_limits_any(const struct node_limits *limits)
{
    return limits->now;
}

void node_limits_begin(struct node_limits *limits)
{
    if (limits->now)
        memset(limits->now, 0, limits->nodes * sizeof *limits->now);
}

void node_limits_restart(struct node_limits *limits)
{
    if (limits->all)
        memset(limits->all, 0, limits->nodes * sizeof *limits->all);
}

void node_limits_send(struct node_limits *limits, uint32_t from, uint32_t to, double bytes,
                      double messages)
{
    limits->now[from].sent += bytes;
    limits->now[from].sends += messages;
    limits->now[to].received += bytes;
    limits->now[to].receipts += messages;
}

void node_limits_stay(struct node_limits *limits, uint32_t node, double bytes)
{
    limits->now[node].inside += bytes;
}

/* The seconds that a node takes for its bytes. */
static double bytes_seconds(const struct network_protocol *protocol, const struct node_use *use)
{
    double seconds = 0;

    if (protocol->adapters.bandwidth > 0)
        seconds = greater(use->sent, use->received) / protocol->adapters.bandwidth;
    if (protocol->memory > 0)
        seconds = greater(seconds, use->inside / protocol->memory);
    return seconds;
}

static double seconds_of(const struct network_protocol *protocol, const struct node_use *use)
{
    double seconds = bytes_seconds(protocol, use);

    if (protocol->adapters.messages > 0)
        seconds = greater(seconds,
                          greater(use->sends, use->receipts) / protocol->adapters.messages);
    return seconds;
}

/* Those of the busiest node. */
static double busiest(const struct node_limits *limits, const struct node_use *use,
                      double (*seconds_of_use)(const struct network_protocol *,
                                               const struct node_use *))
{
    double seconds = 0;

    for (size_t i = 0; use && i < limits->nodes; i++)
        seconds = greater(seconds, seconds_of_use(limits->protocol, &use[i]));
    return seconds;
}

double node_limits_seconds(const struct node_limits *limits)
{
    return busiest(limits, limits->now, seconds_of);
}

double node_limits_carry(struct node_limits *limits)
{
    for (size_t i = 0; limits->now && i < limits->nodes; i++) {
        const struct node_use *now = &limits->now[i];
        struct node_use *all = &limits->all[i];

        all->sent += now->sent;
        all->received += now->received;
        all->sends += now->sends;
        all->receipts += now->receipts;
        all->inside += now->inside;
    }
    return busiest(limits, limits->all, seconds_of);
}

double node_limits_transfer(const struct node_limits *limits)
{
    return busiest(limits, limits->all, bytes_seconds);
}
