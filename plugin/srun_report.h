/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tells the user and the tasks what was done. */
#ifndef PLUGIN_SRUN_REPORT_H
#define PLUGIN_SRUN_REPORT_H

#include "settings.h"
#include "wire/reply.h"

struct report {
    const struct settings *settings;
    const struct wire_reply *reply; /* must be placed or kept */
    const char *file;               /* the file that describes the network; NULL: slurmctld's
                                     * description, or none */
    const char *where;              /* what the line begins with; NULL: no more than of a step */
    double seconds;                 /* duration of planning */
    bool binding;                   /* say that slots are planned, and that tasks are bound to
                                     * them */
};

/* Print one line; with `verbose` also what was tried. */
void report_print(const struct report *report);

/*
 * Set SLURM_TOPOMAP_STATUS ("placed" or "kept"), _ALGORITHM, _NETWORK and _SCORE (the score of the
 * placement relative to that of Slurm's) in the environment, which the tasks inherit.
 */
void report_export(const struct report *report);

/* Make all variables that tell tasks empty that are set: they come from an outer step. */
void report_clear(void);

#endif
