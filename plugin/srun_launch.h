/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs in srun, between the creation of a step and its launch. */
#ifndef PLUGIN_SRUN_LAUNCH_H
#define PLUGIN_SRUN_LAUNCH_H

#include "srun_options.h"

#define LAUNCH_REFUSED "the step is not launched, as topomap is required"
#define LAUNCH_FAILED 1 /* srun's exit code then */

/* What the plugin knew before the step was created. */
struct local {
    struct settings site;
    char *site_problem;     /* wrong arguments in plugstack.conf, or NULL */
    struct options options;
    unsigned components;    /* components of a heterogeneous step; 1 for others */
    struct ruling ruling;   /* what the site's policy says of the step */
    bool ruled;             /* the policy has been asked */
    bool inside;            /* srun runs in a job that it has not made */
};

/* What to do for the step: see options_wish(). */
int local_wish(spank_t spank, const struct local *local, struct wish *wish,
               struct topomap_error *error);

/* Why topomap does nothing for any step, for people; the caller frees it. NULL: it is on. */
char *local_why_off(const struct local *local);

/*
 * Plan the step and change its layout. A step that topomap does not concern costs nothing.
 * Returns 0, or -1 if the user wants the step to fail or a signal ended planning: the nodes then
 * end its tasks before their program runs. If srun made the job, it ends instead.
 */
int local_launch(spank_t spank, const struct local *local);

#endif
