/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Declarations for all files of the plugin. */
#ifndef PLUGIN_COMMON_H
#define PLUGIN_COMMON_H

#include "config.h"

#include "base/error.h"
#include "base/memory.h"
#include "log.h"
#include "topomap_internal.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <slurm/slurm.h>
#include <slurm/spank.h>

/* Programs that run outside srun and slurmstepd, in the folder of settings.libexecdir. */
#define PLANNER "topomap-planner"
#define NODE_HELPER "topomap-node-helper"

/* The type of a host list in Slurm's API is itself a pointer up to 23.02. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
typedef hostlist_t *slurm_hostlist;
#else
typedef hostlist_t slurm_hostlist;
#endif

/* The function that frees slurmctld's configuration was renamed in 26.05. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
#define slurm_free_ctl_conf slurm_free_conf
#endif

#endif
