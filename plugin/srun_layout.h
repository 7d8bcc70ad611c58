/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun's step layout: which task ids run on which node. All parts of srun that launch a step look
 * at one structure, so changing the ids in it before the launch moves the ranks consistently.
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
    slurm_step_layout_t *step; /* srun's own */
    uint32_t **rows;   /* [nodes]: where srun keeps the ranks of each node */
};

/*
 * Find the layout of the step that `spank` is about to launch and copy it. SPANK does not hand it
 * out, so it is looked for behind the handle; every step of the way is proved before it is
 * trusted. TOPOMAP_IMPOSSIBLE with the reason if there is any doubt, or if the layout is one that
 * must not be touched.
 */
int layout_find(struct layout *layout, spank_t spank, struct topomap_error *error);
void layout_free(struct layout *layout);

/* Give the ranks `tids` [ranks], node after node and ascending on each, to srun. */
void layout_rewrite(struct layout *layout, const uint32_t *tids);

#endif
