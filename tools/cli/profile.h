/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include "cli/commands.h"

/* How a command is to be recorded. Values are as in the environment of the recorder; NULL: not
 * said. */
struct recording {
    const char *recorder; /* folder of the recorder's libraries */
    const char *mpi;      /* openmpi, mpich; NULL: by what a program links */
    const char *output;   /* the profile */
    const char *sample, *slice, *seconds;
};

/* Run `argv` (up to NULL) under the recorder. 0 with the exit status as a shell says it, or -1. */
int recording_run(const struct recording *recording, char **argv, int *status,
                  struct topomap_error *error);

/* Describe a profile on standard output, or in one line on standard error. */
int profile_show(const char *path, struct topomap_error *error);
int profile_tell(const char *path, struct topomap_error *error);

#define PROFILE_PART_NAMES 3
extern const struct profile_part_name {
    const char *name, *title;
    unsigned part;
} profile_parts[PROFILE_PART_NAMES];

#endif
