/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks of tests, and names of nodes. */
#ifndef UNIT_NETWORKS_H
#define UNIT_NETWORKS_H

#include "unit/unit.h"

/* The network that a text describes; the test fails if there is none. */
struct topomap_network *network_of(const char *text);

/* For a group of tests: the flat network of n[0-3], made before and destroyed after them. */
extern struct topomap_network *four_nodes;
int four_nodes_make(void **state);
int four_nodes_free(void **state);

/* n0, n1, and so on: names that a network copies. */
char **node_names(uint32_t count);
void node_names_free(char **names, uint32_t count);

#endif
