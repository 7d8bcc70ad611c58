/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How nodes learn the slots of their tasks: srun puts a text into its environment, which Slurm
 * passes to every slurmstepd, split into variables SLURM_TOPOMAP_PLAN_0, _1, ... The text is
 *
 * 1 JOB STEP compact|spread CPUS NODES*SLOTS;NODES*SLOTS;...
 *
 * CPUS is the number of CPUs per task (-c), 0 if none was given. Each NODES*SLOTS stands for that
 * many consecutive nodes with the same slots: the list of slots of a node's tasks, in order
 * ("0-7").
 */
#ifndef PLUGIN_TRANSPORT_H
#define PLUGIN_TRANSPORT_H

#include "common.h"

#define TRANSPORT_PREFIX "SLURM_TOPOMAP_PLAN_"

/* Set if nodes should print how they bind. */
#define VERBOSE_VARIABLE "SLURM_TOPOMAP_VERBOSE"

/* JOB.STEP of a step whose tasks are to end before their program runs. */
#define REFUSED_VARIABLE "SLURM_TOPOMAP_REFUSED"

/*
 * What tells tasks how they were placed and bound, ended by NULL. An srun in a task of another step
 * inherits the values of that step. It cannot remove them, as srun has copied its environment
 * before, but makes them empty, and nodes remove empty ones.
 */
extern const char *const transport_told[];

/* The longest part. Linux refuses to execute a program if a variable exceeds 128 KiB with its name.
 * On a node without the plugin nothing would remove the variables. */
#define TRANSPORT_PART 100000

/* More parts would make every launch message too large. */
#define TRANSPORT_PARTS 16

struct transport {
    uint32_t job;
    uint32_t step;
    enum topomap_slot_order order;
    uint32_t cpus;
};

/*
 * The text for `nodes` nodes with `tasks` [nodes] tasks, whose slots are in `slots`, node after
 * node. NULL when memory runs out.
 */
char *transport_encode(const struct transport *transport, uint32_t nodes, const uint32_t *tasks,
                       const uint32_t *slots);

/*
 * Read the slots of one node with `tasks` tasks into `slots` [tasks]. TOPOMAP_INPUT if the text is
 * malformed, or if the slots of that node are not a permutation of 0..tasks-1.
 */
int transport_decode(const char *text, uint32_t node, uint32_t tasks, struct transport *transport,
                     uint32_t *slots, struct topomap_error *error);

/* Put the text into this process's environment, in parts; -1 if it is too long or memory
 * runs out. */
int transport_export(const char *text);

/* Remove all parts from this process's environment. */
void transport_clear(void);

/* The name of a part, 0 to TRANSPORT_PARTS-1. */
void transport_name(char *name, size_t size, unsigned part);

#endif
