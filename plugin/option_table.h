/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of srun, sbatch and salloc, for the plugin and for the loader without a plugin. */
#ifndef PLUGIN_OPTION_TABLE_H
#define PLUGIN_OPTION_TABLE_H

#include "common.h"

enum { OPTION_GRAPH = 1, OPTION_KEYS, OPTION_PROFILE };

/* The rows of a table of struct spank_option. */
#define OPTION_ROWS(callback)                                                                      \
    {"topomap", "FILE|auto|on|off|help",                                                           \
     "place ranks on nodes by the communication graph in FILE", 1, OPTION_GRAPH, callback},        \
    {"topomap-opts", "KEY[=VALUE],...", "settings of topomap; see --topomap=help", 1,              \
     OPTION_KEYS, callback},                                                                       \
    {"topomap-profile", "FILE|store|off", "record the step's communication graph", 1,            \
     OPTION_PROFILE, callback},                                                                    \
    SPANK_OPTIONS_TABLE_END

/* Call it from slurm_spank_init, in srun and sbatch alike. */
static inline void option_table_register(spank_t spank, struct spank_option *table)
{
    for (; table->name; table++)
        spank_option_register(spank, table);
}

#endif
