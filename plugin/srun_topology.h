/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What slurmctld knows about the network and about nodes. */
#ifndef PLUGIN_SRUN_TOPOLOGY_H
#define PLUGIN_SRUN_TOPOLOGY_H

#include "common.h"
#include "wire/ruling.h"

/*
 * The network of the job's partition as `scontrol show topology` prints it, `*length` bytes; NULL
 * if slurmctld knows none. *name is that of a topology which the partition has of its own, NULL
 * where it has the cluster's. The caller frees both. Returns 0, or -1 if slurmctld does not tell.
 */
int topology_network(uint32_t job, char **text, size_t *length, char **name);

/*
 * The file beside slurm.conf from which slurmctld has the network, topology.yaml or topology.conf;
 * the caller frees its path. NULL if neither can be read.
 */
char *topology_file(void);

/*
 * The inside of node `name` as an hwloc synthetic description, "package:2 core:4 pu:1", which the
 * caller frees; NULL if slurmctld does not tell.
 */
char *topology_node(const char *name);

/* The partition, account and constraint of a job; nothing where slurmctld does not tell. */
void topology_job(uint32_t job, struct wire_facts *facts);

/* Does the cluster's task plugin confine or bind tasks? False in case of doubt. */
bool topology_binds(void);

/* Does slurmctld still know the step? True in case of doubt. */
bool topology_step_lives(uint32_t job, uint32_t step);

/* Whether a step has GPUs, as far as slurmctld tells. */
bool topology_has_gpus(uint32_t job, uint32_t step);

/* First name of a host list in Slurm's syntax; the caller frees it. NULL when memory is out. */
char *topology_first_host(const char *hosts);

#endif
