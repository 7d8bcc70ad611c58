/* SPDX-License-Identifier: BSD-3-Clause */
/* What rank 0 does alone: network, graph, plan, and from the plan who gets which rank. */
#ifndef MPI_LEAD_H
#define MPI_LEAD_H

#include "hosts.h"
#include "neighbours.h"
#include "outcome.h"

#include <mpi.h>

#include <stdint.h>

/* Whether there is anything to plan for; where not, the outcome says why. */
bool lead_wanted(const struct hosts *hosts, uint32_t ranks, struct outcome *outcome);

/*
 * Plan for `comm` (of rank 0): newrank[p] [ranks] is the rank that process p should have; the
 * identity, if the outcome says that the old order stays.
 */
void lead_plan(MPI_Comm comm, MPI_Info info, const struct hosts *hosts, const struct edges *edges,
               uint32_t ranks, int *newrank, struct outcome *outcome);

#endif
