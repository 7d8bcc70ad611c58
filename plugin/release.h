/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The release of Slurm that this process runs in. */
#ifndef PLUGIN_RELEASE_H
#define PLUGIN_RELEASE_H

#include "common.h"

struct release {
    unsigned major, minor; /* 22 and 5 for 22.05 */
};

/*
 * The release for a value of slurm_api_version(), a number of libslurm that grows by one with each
 * release: 38 is 22.05. Returns false for older ones.
 */
bool release_of_api(long version, struct release *release);

#endif
