/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_JUDGE_H
#define BENCH_JUDGE_H

#include "bench/case.h"

#include <stdio.h>

/* Write the files that the peers read to `folder` (peer_files.c). */
int peer_files_write(const struct bench_case *bench, const char *folder,
                     struct topomap_error *error);

/*
 * Count the ranks above the capacity of their nodes, and repair such an answer: repeatedly move the
 * rank of an overfull node to the node with room for which hop-bytes grow least. That favours the
 * peers: it uses the distances, which METIS does not know.
 */
uint32_t overload_count(const struct bench_case *bench, const uint32_t *placement);
int overload_repair(const struct bench_case *bench, uint32_t *placement,
                    struct topomap_error *error);

/*
 * The reference for the best effort, for benches only: simulated annealing (Kirkpatrick, Gelatt,
 * Vecchi, Science 220, 1983) from `placement`, which receives the best placement seen, for
 * `seconds` of CPU time. It swaps pairs in the neighbourhoods of graph and network, with geometric
 * cooling. Half the time starts from half the mean volume of a rank, which suits trees and good
 * starts, and half from four times that volume, which scattered nodes need.
 */
int anneal_run(const struct bench_case *bench, double seconds, uint64_t seed, uint32_t *placement,
               struct topomap_error *error);

#endif
