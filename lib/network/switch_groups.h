/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_SWITCH_GROUPS_H
#define NETWORK_SWITCH_GROUPS_H

#include "network/network.h"

/*
 * Groups of switches that are one switch of a tree. In a fat tree a switch has links to several
 * switches above it, and it makes no difference which of them a message crosses: together they are
 * one switch, with as many links down to the lower one.
 */
struct switch_groups {
    uint32_t switches;
    struct switch_link {
        uint32_t lower;
        uint32_t upper;
    } *link;               /* as described, by `lower` after switch_groups_join */
    size_t links;
    size_t capacity;       /* of `link` */
    uint32_t *joined;      /* [switches]: an earlier switch of the same group, or itself */
    uint32_t *above;       /* [switches]: for the first switch of a group one of the group above it,
                            * or NETWORK_NONE */
};

/* Each switch is a group of its own. TOPOMAP_MEMORY. */
int switch_groups_init(struct switch_groups *groups, uint32_t switches,
                       struct topomap_error *error);
void switch_groups_free(struct switch_groups *groups);

/* Note a link between two switches. TOPOMAP_MEMORY. */
int switch_groups_link(struct switch_groups *groups, uint32_t lower, uint32_t upper,
                       struct topomap_error *error);

/*
 * Make one group of the switches above each switch. A link past a switch to one above that (as
 * where a switch lists all those below it, not only the next) is left out. TOPOMAP_MEMORY.
 */
int switch_groups_join(struct switch_groups *groups, struct topomap_error *error);

/* Make one group of those of two switches, and of the groups above these, and so on. */
void switch_groups_unite(struct switch_groups *groups, uint32_t s, uint32_t t);

/* The first switch of the group of `s`. */
uint32_t switch_groups_first(struct switch_groups *groups, uint32_t s);

/* The group above that of `s`, by its first switch, or NETWORK_NONE. It is the same one if a switch
 * of the group is below another. */
uint32_t switch_groups_above(struct switch_groups *groups, uint32_t s);

#endif
