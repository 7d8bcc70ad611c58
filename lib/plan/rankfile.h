/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_RANKFILE_H
#define PLAN_RANKFILE_H

#include "base/text.h"
#include "topomap_internal.h"

/*
 * A plan as Open MPI's rank file. A slot is a list of cores, in hwloc's logical numbers of the
 * whole node. Without a node tree each CPU counts as a core. If slots are parts of cores, they are
 * lists of hardware threads, which mpirun reads with --use-hwthread-cpus; a comment in the file
 * says so. The text fails when memory is out.
 */
void rankfile_print(struct text *text, const struct topomap_plan *plan,
                    const struct topomap_request *request);

/* TOPOMAP_IMPOSSIBLE if the request's node tree has too few CPUs for the tasks of a node. */
int rankfile_check(const struct topomap_request *request, struct topomap_error *error);

#endif
