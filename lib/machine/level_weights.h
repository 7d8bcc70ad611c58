/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_LEVEL_WEIGHTS_H
#define MACHINE_LEVEL_WEIGHTS_H

#include "topomap_internal.h"

/* Weights as --link-weights takes them: lists of "NAME:WEIGHT", both NULL where they are empty. */
struct level_weights {
    char *network; /* of classes of links */
    char *inside;  /* of levels of nodes' trees */
};

/* Tell them apart: what is no class of the network, but a word of hwloc's, is a level of nodes.
 * Other words are refused here if there is a tree (NULL: none), as its levels would be right too:
 * TOPOMAP_USAGE; else they are left to the network. */
int level_weights_split(struct level_weights *split, const struct topomap_network *network,
                        const struct topomap_nodetree *tree, const char *weights,
                        struct topomap_error *error);
void level_weights_free(struct level_weights *split);

#endif
