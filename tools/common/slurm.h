/* SPDX-License-Identifier: BSD-3-Clause */
/* What Slurm says of the job in which this process runs. */
#ifndef COMMON_SLURM_H
#define COMMON_SLURM_H

#include "topomap.h"

#include <stdbool.h>

/* The hosts of the job and the tasks on each: SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE. NULL
 * outside a job. */
const char *slurm_hosts(void);
const char *slurm_tasks(void);

/* CPUs per task, SLURM_CPUS_PER_TASK; NULL if the job did not ask for a number (-c). */
const char *slurm_cpus(void);

/*
 * The network of a partition (NULL: the job's, SLURM_JOB_PARTITION), for `hosts`: what
 * `scontrol show topology` prints, with the name of the partition's own topology, if it has one,
 * or `scontrol show topoconf`, where that loses the places of nodes. If it prints nothing, the
 * grid of the nodes' own coordinates (wire/node_coordinates.h), if they have any. If not, and the
 * partition has the cluster's topology, topology.yaml or topology.conf beside slurm.conf; else a
 * flat network. `from` of `size` bytes says which. NULL with an error if there is a description
 * that cannot be read.
 */
struct topomap_network *slurm_network(const char *hosts, const char *partition, char *from,
                                      size_t size, struct topomap_error *error);

#define SLURM_NAME 256 /* size of a topology's name */

/*
 * The text that slurm_network reads, as slurmctld tells it, *text; the caller frees it. `own` is
 * the name of the partition's own topology, or empty. NULL if slurmctld tells nothing: all that it
 * is asked has SLURM_SECONDS together. Returns 0, or 1 if scontrol does not answer, or -1 with an
 * error if nodes tell of a network that cannot be used.
 */
int slurm_topology(const char *partition, char own[SLURM_NAME], char *from, size_t size,
                   char **text, struct topomap_error *error);

/* Fail because slurmctld tells nothing of a partition's own topology; returns -1. */
int slurm_not_reported(const char *own, struct topomap_error *error);

/* The path of a topology file beside slurm.conf. */
bool slurm_find_file(char *path, size_t size);

/* Seconds that commands of Slurm's have to answer. */
#define SLURM_SECONDS 10.0

/*
 * Run a program, `words` ended by NULL, and return what it writes to its standard output, with
 * `errors` to standard error, too; the caller frees it. *status is that of waitpid. NULL if it
 * cannot be started or does not end within `seconds`, after which it is killed.
 */
char *slurm_run(char *const words[], double seconds, bool errors, size_t *length, int *status);

/* The output of scontrol, started as `words`, which end with NULL; the caller frees it. NULL if it
 * fails or takes longer than SLURM_SECONDS. */
char *slurm_ask(char *const words[], size_t *length);

#endif
