/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks slurmctld about the network and the nodes. */
#ifndef PLUGIN_SRUN_TOPOLOGY_H
#define PLUGIN_SRUN_TOPOLOGY_H

#include "common.h"
#include "wire/ruling.h"

/* What slurmctld tells of the network of a partition. */
struct topology {
    char *text;    /* NULL: slurmctld knows no network */
    size_t length; /* of the text */
    char *name;    /* of the partition's own topology; NULL: it has the cluster's */
    char *problem; /* why the network that nodes tell of cannot be used; NULL: it can, or there is
                    * none */
    int binds;     /* topology_binds(), if it became known on the way; -1: it did not */
};

/*
 * The network of the job's partition as `scontrol show topology` prints it, or `scontrol show
 * topoconf` where that loses the places of nodes. For a grid that only nodes tell of
 * (topology/3d_torus, or coordinates of their own) it is topomap's YAML. `partition` is that of a
 * job that does not exist yet; NULL: the job's. Returns 0, or -1 if slurmctld does not answer. Free
 * the topology in both cases.
 */
int topology_network(uint32_t job, const char *partition, struct topology *topology);
void topology_free(struct topology *topology);

/*
 * The file beside slurm.conf from which slurmctld reads the network, topology.yaml or
 * topology.conf; the caller frees the path. NULL if neither can be read.
 */
char *topology_file(void);

/*
 * The inside of node `name` as an hwloc synthetic description, "package:2 core:4 pu:1"; the caller
 * frees it. NULL if slurmctld does not answer.
 */
char *topology_node(const char *name);

/* The CPUs of `count` nodes of a host list in Slurm's syntax, in its order. Returns 0, or -1 if
 * slurmctld does not tell all of them. */
int topology_cpus(const char *hosts, uint32_t *cpus, uint32_t count);

/* The partition, account and constraint of a job; left unknown if slurmctld does not answer. */
void topology_job(uint32_t job, struct wire_facts *facts);

/*
 * The comment of a job (NULL: none), and its number as slurmctld takes it for one task of an array,
 * too, "12" or "12_3". The caller frees both. Returns 0, or -1 if slurmctld does not answer.
 */
int topology_comment(uint32_t job, char **id, char **comment);

/* Whether the cluster's task plugin confines or binds tasks; false if that is unknown. */
bool topology_binds(void);

/* Whether slurmctld still knows a step. One that was cancelled may be among those that live. */
enum topology_step {
    STEP_UNKNOWN, /* slurmctld does not answer */
    STEP_GONE,
    STEP_LIVES,
};

enum topology_step topology_step(uint32_t job, uint32_t step);

/* How often nodes of a step may have registered since it began, as their slurmd or slurmctld was
 * restarted; 0 if slurmctld does not answer. */
unsigned topology_registrations(uint32_t job, uint32_t step);

/* Whether a step has GPUs, according to slurmctld. */
bool topology_has_gpus(uint32_t job, uint32_t step);

/* The first name of a host list in Slurm's syntax; the caller frees it. NULL when memory runs
 * out. */
char *topology_first_host(const char *hosts);

#endif
