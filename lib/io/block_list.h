/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_BLOCK_LIST_H
#define IO_BLOCK_LIST_H

#include "network/switches.h"

/* Most levels of blocks, as in Slurm. */
#define BLOCK_LEVELS 16

/*
 * What Slurm's topology/block knows: blocks of nodes, and how many nodes the blocks of each level
 * have. From the second level on they are aggregated: they hold consecutive blocks.
 */
struct block_list {
    struct switch_list blocks;   /* in Slurm's order; `switches` and `width` are not used */
    uint64_t size[BLOCK_LEVELS]; /* nodes of a block, ascending */
    size_t levels;
};

/* Note a size; twice the same is one. TOPOMAP_INPUT with the list's name and `line` if it is 0 or
 * one too many. */
int block_list_add_size(struct block_list *list, uint64_t size, const char *name, uint32_t line,
                    struct topomap_error *error);
void block_list_free(struct block_list *list);

/*
 * The network: a tree in which each block is a switch below that of the aggregated block that holds
 * it. The largest aggregated blocks are joined by a root. Without sizes they are those that Slurm
 * takes then: 1, 2, 4, 8 and 16 blocks. TOPOMAP_INPUT with `name:line: ` as switches_build, and if
 * a size is no multiple of the one below.
 */
struct topomap_network *block_list_build(struct block_list *list, const char *name,
                                     struct topomap_error *error);

#endif
