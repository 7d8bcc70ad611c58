/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_DOMAINS_H
#define MACHINE_DOMAINS_H

#include "machine/allocation.h"
#include "machine/nodetree.h"

/*
 * The domains of nodes: ranges of neighbouring slots that no weighted level of the node's tree
 * separates. They act as the nodes of an allocation of their own. Its distance between domains is
 * that of their nodes or, inside a node, the sum of the weights of the levels between them. So its
 * hop-bytes are the network's hop-bytes plus the weighted bytes inside nodes. Its tasks are the
 * slots, in the same order as those of the nodes.
 */
struct domains {
    const struct topomap_allocation *nodes;
    const uint32_t *start; /* [ranks]: first PU of each slot, as given */
    uint32_t *of_slot; /* [ranks]: domain of each slot */
    uint32_t *node;    /* [domains]: node of each domain */
    struct topomap_allocation *allocation; /* of the domains */
};

/* The tree must have a level with a weight. `start` comes from nodetree_cut_all and must outlive
 * the domains. A node for which the tree is too small is a single domain. */
struct domains *domains_create(const struct topomap_allocation *nodes,
                               const struct topomap_nodetree *tree, const uint32_t *start,
                               struct topomap_error *error);
void domains_destroy(struct domains *domains);

#endif
