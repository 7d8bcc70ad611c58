/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How nodes learn that a step is recorded: srun sets a variable SLURM_TOPOMAP_PROFILE,
 *
 * 1 JOB STEP MPI SAMPLE SLICE FILE
 *
 * which Slurm passes to every slurmstepd. FILE is absolute, MPI a number of enum profile_mpi. One
 * of SAMPLE calls is recorded, in phases of SLICE seconds (0: the application marks them).
 */
#ifndef PLUGIN_PROFILE_TEXT_H
#define PLUGIN_PROFILE_TEXT_H

#include "common.h"

#define PROFILE_VARIABLE "SLURM_TOPOMAP_PROFILE"

/*
 * Set by nodes for the tasks that they record: the library that they added to LD_PRELOAD, a blank,
 * and the profile. A step that is started in such a task inherits all of this, and drops it. Users
 * who set up the recorder themselves do not set this variable.
 */
#define RECORDER_VARIABLE "SLURM_TOPOMAP_RECORDER"

struct profile_text {
    uint32_t job;
    uint32_t step;
    int mpi; /* enum profile_mpi */
    uint64_t sample;
    double slice; /* seconds */
    const char *file;
};

/* The text, which the caller frees; NULL when memory runs out. */
char *profile_text_encode(const struct profile_text *profile);

/* Parse a text, into which `file` then points. False if it is malformed. */
bool profile_text_decode(const char *text, struct profile_text *profile);

/* Take the last entry that is `library` out of a list as in LD_PRELOAD. */
void profile_text_unload(char *list, const char *library);

#endif
