/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_SWITCHES_H
#define NETWORK_SWITCHES_H

#include "input/source.h"
#include "network/network.h"

/*
 * Switch trees as described in files: each switch lists the nodes and the switches below it as host
 * lists. Slurm lists with a switch all nodes below it, so a node is attached to the lowest switch
 * that lists it.
 */
struct switch_entry {
    char *name;
    char *nodes;      /* host list or NULL */
    char *switches;   /* host list or NULL */
    uint32_t width;   /* parallel links to the switch above; 0: one */
    uint32_t line;
};

struct switch_list {
    struct switch_entry *entry;
    size_t count;
    size_t capacity;
};

/* Add a switch. The list takes over its strings; on failure they are freed. */
int switches_add(struct switch_list *list, const struct switch_entry *entry,
                 struct topomap_error *error);
void switches_free(struct switch_list *list);

/*
 * The network of these switches. The switches above the same switch become one, see
 * switch_groups.h, and so do leaf switches that list the same nodes. TOPOMAP_INPUT with
 * `name:line: ` for a switch that is defined twice, undefined or below itself, and for a node on
 * switches that list other nodes, too.
 */
struct topomap_network *switches_build(const struct switch_list *list, const char *name,
                                       struct topomap_error *error);

#endif
