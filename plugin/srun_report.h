/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Telling the user, and the tasks, what was done. */
#ifndef PLUGIN_SRUN_REPORT_H
#define PLUGIN_SRUN_REPORT_H

#include "settings.h"
#include "wire/reply.h"

struct report {
    const struct settings *settings;
    const struct wire_reply *reply; /* placed or kept */
    const char *file;               /* that describes the network; NULL: slurmctld told, or none */
    double seconds;                 /* time of planning */
    bool binding;                   /* to be told: slots are planned, and tasks bound to them */
};

/* One line; with `verbose`, what was tried as well. */
void report_print(const struct report *report);

/*
 * Set SLURM_TOPOMAP_STATUS ("placed" or "kept"), _ALGORITHM, _NETWORK and _SCORE (score of the
 * placement as part of that of Slurm's) in the environment, which the tasks inherit.
 */
void report_export(const struct report *report);

/* Take them away: they may be inherited from an outer step. */
void report_clear(void);

#endif
