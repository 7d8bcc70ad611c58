/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How nodes learn the slots of their tasks: srun puts a text into its environment, which Slurm
 * carries to every slurmstepd, cut into variables SLURM_TOPOMAP_PLAN_0, _1, ... The text is
 *
 *     1 JOB STEP compact|spread CPUS NODES*SLOTS;NODES*SLOTS;...
 *
 * CPUS is what a task was asked to get (-c), 0 if nothing was said. Each NODES*SLOTS stands for so
 * many nodes in a row with the same slots: the list of slots of its tasks, in order ("0-7").
 */
#ifndef PLUGIN_TRANSPORT_H
#define PLUGIN_TRANSPORT_H

#include "common.h"

#define TRANSPORT_PREFIX "SLURM_TOPOMAP_PLAN_"

/* Set where nodes should tell how they bind. */
#define VERBOSE_VARIABLE "SLURM_TOPOMAP_VERBOSE"

/* Longest part. Linux refuses to execute a program with a longer variable in its environment, as
 * a node without the plugin would have to: 128 KiB with the name. */
#define TRANSPORT_PART 100000

/* More parts would make every launch message too heavy. */
#define TRANSPORT_PARTS 16

struct transport {
    uint32_t job;
    uint32_t step;
    enum topomap_slot_order order;
    uint32_t cpus;
};

/*
 * The text for `nodes` nodes with `tasks` [nodes] tasks, whose slots follow each other in `slots`.
 * NULL when memory is out.
 */
char *transport_encode(const struct transport *transport, uint32_t nodes, const uint32_t *tasks,
                       const uint32_t *slots);

/*
 * Read the text for one node with `tasks` tasks into `slots` [tasks]. TOPOMAP_INPUT if it is
 * malformed, or if its slots of that node are no permutation of 0..tasks-1.
 */
int transport_decode(const char *text, uint32_t node, uint32_t tasks, struct transport *transport,
                     uint32_t *slots, struct topomap_error *error);

/* Put the text into the environment of this process, in parts; -1 if it is too long. */
int transport_export(const char *text);

/* Take all parts out of the environment of this process. */
void transport_clear(void);

/* Name of a part, 0 to TRANSPORT_PARTS-1. */
void transport_name(char *name, size_t size, unsigned part);

#endif
