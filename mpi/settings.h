/* SPDX-License-Identifier: BSD-3-Clause */
/* The settings of a call, of MPI_Info and of the environment. */
#ifndef MPI_SETTINGS_H
#define MPI_SETTINGS_H

#include "topomap.h"

#include <mpi.h>

#include <stdbool.h>

#define SETTING_VALUE 4096 /* bytes: as long as a path may be */

enum setting {
    SETTING_ALGORITHM,
    SETTING_NETWORK,
    SETTING_OBJECTIVE,
    SETTING_EFFORT,
    SETTING_TIME_BUDGET,
    SETTING_MIN_GAIN,
    SETTINGS,
};

struct settings {
    char value[SETTINGS][SETTING_VALUE]; /* "": not set */
    bool from_info[SETTINGS];
};

void settings_read(struct settings *settings, MPI_Info info);

/* The name of a setting as its user wrote it: a key, or a variable. */
const char *settings_name(const struct settings *settings, enum setting setting);

/*
 * Set algorithm, objective, effort, time budget and least gain of a request. Returns 0; or -1 with
 * an error and `*wrong`, the setting that is.
 */
int settings_apply(const struct settings *settings, struct topomap_request *request,
                   enum setting *wrong, struct topomap_error *error);

/* The objective that they name. */
const char *settings_objective(const struct settings *settings);

#endif
