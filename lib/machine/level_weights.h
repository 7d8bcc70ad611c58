/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_LEVEL_WEIGHTS_H
#define MACHINE_LEVEL_WEIGHTS_H

#include "topomap_internal.h"

/* The weights of --link-weights: lists of "NAME:WEIGHT"; a list is NULL if it is empty. */
struct level_weights {
    char *network; /* classes of links */
    char *inside;  /* levels of node trees */
};

/* Split the weights by name: one that is not a class of the network but one of hwloc's words is a
 * level of nodes. If there is a tree, other names are refused here, as its levels would be right
 * too: TOPOMAP_USAGE. Without one (NULL) they are left for the network to refuse. */
int level_weights_split(struct level_weights *split, const struct topomap_network *network,
                        const struct topomap_nodetree *tree, const char *weights,
                        struct topomap_error *error);
void level_weights_free(struct level_weights *split);

#endif
