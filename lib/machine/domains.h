/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_DOMAINS_H
#define MACHINE_DOMAINS_H

#include "machine/allocation.h"
#include "machine/nodetree.h"

/*
 * The domains of nodes: neighbouring slots between which no level of the node's tree counts. They
 * are the nodes of an allocation of their own, whose distances are those of their nodes, or the
 * weights of the levels between them inside one: hop-bytes there are hop-bytes plus what bytes
 * inside nodes count. Its tasks are the slots in the same order as those of the nodes.
 */
struct domains {
    const struct topomap_allocation *nodes;
    const uint32_t *start; /* [ranks]: as given */
    uint32_t *of_slot; /* [ranks]: domain of each slot */
    uint32_t *node;    /* [domains]: which one each is a part of */
    struct topomap_allocation *allocation; /* of the domains */
};

/* The tree must have a level with a weight. `start` is what nodetree_cut_all gives, and must
 * outlive the domains; nodes for which the tree is too small are one domain. */
struct domains *domains_create(const struct topomap_allocation *nodes,
                               const struct topomap_nodetree *tree, const uint32_t *start,
                               struct topomap_error *error);
void domains_destroy(struct domains *domains);

#endif
