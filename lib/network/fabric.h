/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_FABRIC_H
#define NETWORK_FABRIC_H

#include "network/network.h"

#define FABRIC_MAX_SWITCHES 65535U
#define FABRIC_MAX_PORTS 65534U            /* of a switch, with a cable to another one */
#define FABRIC_MAX_CELLS (UINT64_C(1) << 27) /* of the table of hops, and of that of routes */

/*
 * Switches with cables between them as they come, and the table of routes of each switch if it is
 * known. A port is one end of a cable between two switches; those of a switch follow each other.
 */
struct fabric {
    uint32_t switches;
    struct names names;    /* of the switches */
    uint32_t *first;       /* [switches+1]: the first port of each switch */
    uint32_t *peer;        /* [ports]: the switch at the other end */
    uint32_t *leaf;        /* [nodes]: the switch of each node */
    uint32_t leaves;       /* switches with nodes */
    uint32_t *leaf_number; /* [switches]: among those with nodes, or NETWORK_NONE */
    uint16_t *hops;        /* [leaves][switches]: cables on the shortest way */
    uint16_t *table;       /* [switches][nodes]: the port of the switch that leads to a node, or
                            * FABRIC_HERE; NULL: each switch divides traffic among its ports on
                            * shortest ways */
};

#define FABRIC_HERE UINT16_MAX

/*
 * The network of a fabric, which it takes over, also on failure. Links: 2i leads from node i to its
 * switch and 2i+1 back; behind them each port is the link that leaves its switch. Class 0 has the
 * links of nodes, class 1 those between switches. A distance counts all links of the shortest way,
 * also if the table takes a longer one. TOPOMAP_INPUT: two switches with nodes are not connected,
 * or the table does not lead from each of them to each node.
 */
struct topomap_network *fabric_create(struct fabric *fabric, uint32_t nodes,
                                      char *const *node_names, struct topomap_error *error);

/* Free what it holds; the struct itself is the caller's. */
void fabric_free(struct fabric *fabric);

/* See network_ops. */
struct topomap_network *fabric_parse(const struct source *source, const struct item *map,
                                     struct topomap_error *error);

#endif
