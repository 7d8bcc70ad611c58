/* SPDX-License-Identifier: BSD-3-Clause */
/* One profile of several, and of what ranks left that did not come to MPI_Finalize. */
#ifndef COMMON_JOIN_H
#define COMMON_JOIN_H

#include "topomap_internal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Join profiles, and those in folders with records of ranks, into the file `output`. A rank's
 * record is taken from the first that has it. 0, or -1 with an error and nothing written. */
int join_profiles(char *const *paths, size_t count, const char *output,
                  struct topomap_error *error);

struct join_ranks {
    uint32_t ranks, recorded;
    uint32_t unfinished; /* of those recorded, ranks that did not come to MPI_Finalize */
};

/*
 * Join what ranks left in the folder `profile`.ranks, if there is one, into the file `output`: with
 * the file `profile`, if it is of this run (`written`). The folder is removed unless a rank has no
 * record: with a network's file system it may come yet. 1 with `*found` filled in, 0 if there is no
 * folder, or -1 with an error.
 */
int join_leftovers(const char *profile, bool written, const char *output,
                   struct join_ranks *found, struct topomap_error *error);

#endif
