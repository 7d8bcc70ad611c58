/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_CPUS_H
#define PLAN_CPUS_H

#include "base/text.h"
#include "topomap_internal.h"

/*
 * A plan in the formats that name the CPUs of each rank. Without a node tree each CPU counts as a
 * core, and slots follow each other from CPU 0 on. The texts fail when memory runs out.
 */

/*
 * Open MPI's and PRRTE's rank file (orterun(1), "Rankfiles"). A slot is a list of cores, in hwloc's
 * logical numbers of the whole node. If slots are parts of cores, they are lists of hardware
 * threads, which mpirun reads with --use-hwthread-cpus; a comment in the file says so.
 */
void cpus_print_rankfile(struct text *text, const struct topomap_plan *plan,
                         const struct topomap_request *request);

/*
 * "mask_cpu:0x1,0x2", what srun takes for --cpu-bind (srun(1)): the CPUs of each task of a node, in
 * the order of its ranks, by the system's numbers. srun has one list for all nodes.
 */
void cpus_print_bind(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *request);

/* TOPOMAP_IMPOSSIBLE if the request's node tree has too few CPUs for the tasks of a node; for
 * --cpu-bind, too, if nodes need different lists. */
int cpus_check_rankfile(const struct topomap_plan *plan, const struct topomap_request *request,
                        struct topomap_error *error);
int cpus_check_bind(const struct topomap_plan *plan, const struct topomap_request *request,
                    struct topomap_error *error);

#endif
