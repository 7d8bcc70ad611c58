/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun's step layout: which task ids run on which node. All parts of srun that launch a step read
 * one structure, so changing its ids before the launch moves the ranks consistently.
 */
#ifndef PLUGIN_SRUN_LAYOUT_H
#define PLUGIN_SRUN_LAYOUT_H

#include "common.h"

struct layout {
    uint32_t nodes;
    uint32_t ranks;
    uint32_t *tasks;   /* [nodes] */
    uint32_t *tids;    /* [ranks]: the ranks of each node, node after node, ascending */
    char *hosts;       /* host list in Slurm's syntax */
    slurm_step_layout_t *step; /* srun's own structure */
    uint32_t **rows;   /* [nodes]: srun's arrays of the ranks of each node */
};

/*
 * Find the layout of the step that `spank` is about to launch, and copy it. SPANK does not give
 * access to it, so it is searched behind the handle, and every pointer on the way is verified
 * first. TOPOMAP_IMPOSSIBLE with the reason if there is any doubt, or if the layout must not be
 * changed.
 */
int layout_find(struct layout *layout, spank_t spank, struct topomap_error *error);
void layout_free(struct layout *layout);

/* Write the ranks `tids` [ranks], node after node and ascending on each, to srun's layout. */
void layout_rewrite(struct layout *layout, const uint32_t *tids);

#endif
