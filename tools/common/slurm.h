/* SPDX-License-Identifier: BSD-3-Clause */
/* What Slurm says of the allocation that this process runs in. */
#ifndef COMMON_SLURM_H
#define COMMON_SLURM_H

#include "topomap.h"

/* The hosts of the job, and the tasks of each: SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE. NULL
 * outside of a job. */
const char *slurm_hosts(void);
const char *slurm_tasks(void);

/* The CPUs of each task, SLURM_CPUS_PER_TASK; NULL if the job was not told (-c). */
const char *slurm_cpus(void);

/*
 * The network of the job's partition, for `hosts`: what `scontrol show topology` prints, with the
 * name of the topology that the partition has of its own, if it has one; if that tells nothing and
 * it has none, topology.yaml or topology.conf beside slurm.conf; else a flat one. `from` of `size`
 * bytes says which. NULL with an error set if there is a description that cannot be read.
 */
struct topomap_network *slurm_network(const char *hosts, char *from, size_t size,
                                      struct topomap_error *error);

#endif
