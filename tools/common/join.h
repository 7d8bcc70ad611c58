/* SPDX-License-Identifier: BSD-3-Clause */
/* Joins profiles, and the records of ranks that did not reach MPI_Finalize, into one. */
#ifndef COMMON_JOIN_H
#define COMMON_JOIN_H

#include "base/file.h"
#include "common/cli.h"
#include "topomap_internal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Join profiles, and folders with records of ranks, into the file `output`. If several have a
 * rank's record, the first one counts. Files in folders to which nothing was written are left out,
 * of which `command` warns, unless it is NULL. Returns 0, or -1 with an error and nothing
 * written. */
int join_profiles(char *const *paths, size_t count, const char *output,
                  const struct cli_command *command, struct topomap_error *error);

struct join_ranks {
    uint32_t ranks, recorded;
    uint32_t unfinished; /* how many of the recorded ranks did not reach MPI_Finalize */
    bool joined;         /* there were records beside the profile, or no profile */
};

/* Look at the folder `profile`.ranks before a run, and tell afterwards whether it is there as it
 * was: what it holds is then of an earlier run. */
struct file_state join_look(const char *profile);
bool join_is_old(const char *profile, const struct file_state *before);

/*
 * Join the records in the folder `profile`.ranks, if there is one, into the file `output`, together
 * with the file `profile` if it is of this run (`written`), which `output` replaces; if no rank is
 * missing then, nor ended early, that gets the name of `profile`. The folder is then removed,
 * unless a rank has no record: on a network file system it may still appear. Returns 1 with
 * `*found`, 0 if there is no folder with records, or -1 with an error.
 */
int join_leftovers(const char *profile, bool written, const char *output,
                   const struct cli_command *command, struct join_ranks *found,
                   struct topomap_error *error);

#endif
