/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_BLOCK_LIST_H
#define IO_BLOCK_LIST_H

#include "network/switches.h"

/* The most levels of blocks, as in Slurm. */
#define BLOCK_LEVELS 16

/*
 * The contents of Slurm's topology/block: blocks of nodes, and the number of nodes that the blocks
 * of each level have. From the second level on blocks are aggregated: they consist of consecutive
 * blocks.
 */
struct block_list {
    struct switch_list blocks;   /* in Slurm's order; `switches` and `width` are not used */
    uint64_t size[BLOCK_LEVELS]; /* nodes per block at each level, ascending */
    size_t levels;
};

/* Add a block size; duplicates are ignored. TOPOMAP_INPUT with the list's name and `line` if the
 * size is 0 or there are too many. */
int block_list_add_size(struct block_list *list, uint64_t size, const char *name, uint32_t line,
                    struct topomap_error *error);
void block_list_free(struct block_list *list);

/*
 * Build the network: a tree in which each block is a switch below the aggregated block that holds
 * it. A root joins the largest aggregated blocks. Without sizes it uses Slurm's default: 1, 2, 4, 8
 * and 16 blocks. TOPOMAP_INPUT with `name:line: ` as in switches_build, and if a size is not a
 * multiple of the one below it.
 */
struct topomap_network *block_list_build(struct block_list *list, const char *name,
                                     struct topomap_error *error);

#endif
