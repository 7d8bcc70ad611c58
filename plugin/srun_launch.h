/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In srun, between the creation of a step and its launch. */
#ifndef PLUGIN_SRUN_LAUNCH_H
#define PLUGIN_SRUN_LAUNCH_H

#include "srun_options.h"

/* What the plugin was told before the step was there. */
struct local {
    struct settings site;
    char *site_problem;     /* wrong arguments in plugstack.conf; NULL: none */
    struct options options;
    unsigned components;    /* of a heterogeneous step; 1 for others */
    struct ruling ruling;   /* what the site's policy says of the step */
    bool ruled;             /* it was asked */
};

/* What is to be done for the step: options_wish(). */
int local_wish(spank_t spank, const struct local *local, struct wish *wish,
               struct topomap_error *error);

/*
 * Plan the step and change its layout. Does nothing, and costs nothing, for a step that topomap
 * does not concern. Returns 0, always; where the user wants that the step fails instead, or ends
 * srun with a signal, this ends srun.
 */
int local_launch(spank_t spank, const struct local *local);

#endif
