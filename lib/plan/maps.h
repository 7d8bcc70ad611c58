/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_MAPS_H
#define PLAN_MAPS_H

#include "base/text.h"
#include "topomap_internal.h"

/*
 * A plan in the formats of launchers and mapping tools that say which node each rank runs on. Each
 * fills the text; it fails when memory runs out. topomap_placement_parse reads all of them back.
 */

/* One host name per rank and line: SLURM_HOSTFILE (srun(1), "--distribution=arbitrary"), and Open
 * MPI's and PRRTE's "--map-by seq" (mpirun(1)). */
void maps_print_hosts(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *request);

/* "host:count" for each run of ranks on one host: the machine files of MPICH's Hydra ("Using the
 * Hydra Process Manager", host files) and Intel MPI (Developer Reference, "-machinefile"). */
void maps_print_mpich(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *request);

/* Lines of rank, host and slot. */
void maps_print_slots(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *request);

/* The same as a table for spreadsheets and data frames, with the host's index in the allocation. */
void maps_print_csv(struct text *text, const struct topomap_plan *plan,
                    const struct topomap_request *request);

/* Coordinates of each rank and the number of its task there: Blue Gene map files. */
void maps_print_bgmap(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *request);

/* MPICH_RANK_ORDER of Cray MPICH (intro_mpi(3), MPICH_RANK_REORDER_METHOD=3): the ranks in the
 * order in which they fill the slots of the first node, the second, and so on; here a line for each
 * node. Comments begin with '#'. */
void maps_print_cray(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *request);

/* "(x,y,z)", the logical coordinates of each rank's node in the job's shape: the file of
 * "rank-map-hostfile" (Fujitsu Technical Computing Suite, Job Operation Software End-user's Guide,
 * pjsub --mpi). */
void maps_print_fujitsu(struct text *text, const struct topomap_plan *plan,
                        const struct topomap_request *request);

/* The number of ranks, then lines of rank and index of its host: Scotch's mapping files (Scotch
 * User's Guide, "Mapping files"). */
void maps_print_scotch(struct text *text, const struct topomap_plan *plan,
                       const struct topomap_request *request);

/* Flux's task map (Flux RFC 34), which "flux run --taskmap=manual:MAP" takes. */
void maps_print_flux(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *request);

/* PMIx's node and process maps (PMIx Standard, PMIX_NODE_MAP and PMIX_PROC_MAP), as
 * PMIx_generate_regex and PMIx_generate_ppn take them, behind the keys of these attributes. */
void maps_print_pmix(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *request);

/* Whether a plan can be printed so: TOPOMAP_IMPOSSIBLE where nodes have no coordinates, or those of
 * the allocation are no box of at most three dimensions. */
int maps_check_bgmap(const struct topomap_plan *plan, const struct topomap_request *request,
                     struct topomap_error *error);
int maps_check_fujitsu(const struct topomap_plan *plan, const struct topomap_request *request,
                       struct topomap_error *error);

#endif
