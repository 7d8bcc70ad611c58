/* SPDX-License-Identifier: BSD-3-Clause */
/* The work of rank 0: network, graph, plan, and the ranks of processes. */
#ifndef MPI_LEAD_H
#define MPI_LEAD_H

#include "hosts.h"
#include "neighbours.h"
#include "outcome.h"

#include <mpi.h>

#include <stdint.h>

/* Whether there is anything to plan; if not, the outcome says why. */
bool lead_wanted(const struct hosts *hosts, uint32_t ranks, struct outcome *outcome);

/*
 * Plan for `comm` (on rank 0): newrank[p] [ranks] is the new rank of process p. It is the identity
 * if the outcome says that the old order stays.
 */
void lead_plan(MPI_Comm comm, MPI_Info info, const struct hosts *hosts, const struct edges *edges,
               uint32_t ranks, int *newrank, struct outcome *outcome);

#endif
