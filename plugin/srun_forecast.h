/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What srun --test-only says of a step that does not exist yet, and how Slurm would lay it out. */
#ifndef PLUGIN_SRUN_FORECAST_H
#define PLUGIN_SRUN_FORECAST_H

#include "common.h"

struct forecast {
    char *hosts;        /* the likely nodes, in Slurm's syntax */
    char *partition;
    char *account, *constraint; /* as given; NULL: not given */
    char *distribution; /* as given; NULL: not given */
    uint32_t cpus;      /* of all nodes together, for this step */
    uint32_t ranks;     /* 0: not given */
    uint32_t per_node;  /* ranks of each node at most; 0: not given */
    uint32_t cpus_per_task;
    bool uncounted;     /* an option that counts tasks in another way was given */
    bool overcommit;
};

/*
 * Read what `srun -v --test-only` prints into an empty ({0}) forecast: the options in use, and the
 * line that names the nodes. TOPOMAP_IMPOSSIBLE if it does not name them, or more than once.
 */
int forecast_read(struct forecast *forecast, const char *text, struct topomap_error *error);
void forecast_free(struct forecast *forecast);

/* The number of ranks on `nodes` nodes; 0 if it is not known. */
uint32_t forecast_ranks(const struct forecast *forecast, uint32_t nodes);

/*
 * How Slurm is likely to spread the ranks over the nodes: tasks [nodes], and tids [ranks], node
 * after node and ascending on each. `cpus` [nodes] are those of each node; NULL: unknown. There
 * must not be fewer ranks than nodes. Returns 0, or -1 with an error.
 *
 * If the step gets all CPUs of its nodes, Slurm deals tasks out to nodes one by one while there is
 * room. If not, the job itself is allocated one task on each node and then as many as there is room
 * for, node after node.
 */
int forecast_spread(const struct forecast *forecast, const uint32_t *cpus, uint32_t nodes,
                    uint32_t *tasks, uint32_t *tids, struct topomap_error *error);

#endif
