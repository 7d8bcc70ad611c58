/* SPDX-License-Identifier: BSD-3-Clause */
/* What Slurm says of a job: of one that waits, that runs, or that ended a short while ago. */
#ifndef CLI_SLURM_JOB_H
#define CLI_SLURM_JOB_H

#include "topomap.h"

struct slurm_job {
    char *state;     /* as Slurm names it: PENDING, RUNNING, COMPLETED, ... */
    char *partition;
    char *hosts;     /* its nodes; those that are likely or requested while it waits */
    char *tasks;     /* of each of them, as SLURM_TASKS_PER_NODE has it */
    char *cpus;      /* of each task */
};

/*
 * Ask slurmctld, by scontrol. 0, and the job is freed with slurm_job_free. TOPOMAP_USAGE: `id` is
 * not a job's; TOPOMAP_IMPOSSIBLE: slurmctld does not know the job, or which nodes it will have.
 */
int slurm_job_ask(const char *id, struct slurm_job *job, struct topomap_error *error);
void slurm_job_free(struct slurm_job *job);

#endif
