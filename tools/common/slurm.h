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
 * `scontrol show topology` prints, with the name of the partition's own topology, if it has one. If
 * that prints nothing and the partition has the cluster's topology, topology.yaml or topology.conf
 * beside slurm.conf; else a flat network. `from` of `size` bytes says which. NULL with an error if
 * there is a description that cannot be read.
 */
struct topomap_network *slurm_network(const char *hosts, const char *partition, char *from,
                                      size_t size, struct topomap_error *error);

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
