/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include "cli/commands.h"

/* How to record a command. Values are those of the recorder's environment variables; NULL: not
 * set. */
struct recording {
    const char *recorder; /* folder of the recorder's libraries */
    const char *mpi;      /* openmpi or mpich; NULL: the one that the program links */
    const char *output;   /* path of the profile */
    const char *sample, *slice, *seconds;
};

/* Run `argv`, ended by NULL, under the recorder. Returns 0 with the exit status as a shell gives
 * it, or -1. */
int recording_run(const struct recording *recording, char **argv, int *status,
                  struct topomap_error *error);

/* Describe a profile, on standard output, or in one line on standard error. */
int profile_show(const char *path, struct topomap_error *error);
int profile_tell(const char *path, struct topomap_error *error);

#define PROFILE_PART_NAMES 3
extern const struct profile_part_name {
    const char *name, *title;
    unsigned part;
} profile_parts[PROFILE_PART_NAMES];

#endif
