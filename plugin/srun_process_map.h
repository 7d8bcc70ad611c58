/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text from which an MPI library that is started by PMI-1 or PMI-2 learns on which nodes the
 * ranks are, the value of PMI_process_mapping: mpi/pmi2 makes it of the step's layout, a block
 * (first node, nodes, ranks on each) for ranks in a row. It is long for a placement without such
 * rows.
 */
#ifndef PLUGIN_SRUN_PROCESS_MAP_H
#define PLUGIN_SRUN_PROCESS_MAP_H

#include "srun_layout.h"

/*
 * What every MPI library can read. MPICH before 4.2, and what descends from it, reads lines of 1024
 * bytes, of which it reserves 256 and 64 for names that Slurm allows, 30 for the command, and one
 * for the end.
 */
#define PROCESS_MAP_MAX (1024 - 256 - 64 - 30 - 1)

/* The number of characters of that text if the layout's ranks were `tids` [ranks], node after node
 * and ascending on each; 0 if memory is short. */
size_t process_map_length(const struct layout *layout, const uint32_t *tids);

/* Whether MPI can read it, where the step is started by mpi/pmi2. If not, -1 with
 * TOPOMAP_IMPOSSIBLE and the reason. */
int process_map_check(const struct layout *layout, const uint32_t *tids,
                      struct topomap_error *error);

#endif
