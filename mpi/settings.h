/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The settings of a call, from MPI_Info and the environment: the network, and every option that
 * requests have. For example, min-gain is the key topomap_min_gain and the variable
 * TOPOMAP_MIN_GAIN.
 */
#ifndef MPI_SETTINGS_H
#define MPI_SETTINGS_H

#include "topomap.h"

#include <mpi.h>

#include <stdbool.h>

#define SETTING_NETWORK "network" /* the path of its description; not an option of requests */
#define SETTING_ALGORITHM "algorithm"

struct setting {
    char name[MPI_MAX_INFO_KEY + 1]; /* as the user wrote it: a key or a variable */
    char value[4096]; /* as long as a path may be; "": not set */
    bool from_info;
};

/* The value of `option`, from `info` or else from the environment. */
void setting_read(struct setting *setting, const char *option, MPI_Info info);

/* The first key of `info` that looks like one of ours and is none, as a misspelt one; false: there
 * is none. */
bool setting_find_unknown(MPI_Info info, struct setting *unknown);

/*
 * Apply all options of a request that are set. Returns 0, or -1 with an error and the wrong setting
 * in `wrong`.
 */
int settings_apply(MPI_Info info, struct topomap_request *request, struct setting *wrong,
                   struct topomap_error *error);

#endif
