/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_JUDGE_H
#define BENCH_JUDGE_H

#include "bench/case.h"

#include <stdio.h>

/* Make the files in `folder` that the peers read (peer_files.c). */
int peer_files_write(const struct bench_case *bench, const char *folder,
                     struct topomap_error *error);

/*
 * Ranks above the capacity of their node; and the repair of such an answer: one after another,
 * the rank of an overfull node and the node with room are taken whose move adds the fewest
 * hop-bytes. It favours the peers: it knows the distances, which METIS does not.
 */
uint32_t overload_count(const struct bench_case *bench, const uint32_t *placement);
int overload_repair(const struct bench_case *bench, uint32_t *placement,
                    struct topomap_error *error);

/*
 * The reference that the best effort is measured against, for benches only: simulated annealing
 * (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983) from `placement`, which receives the best one
 * seen, for `seconds` of CPU time. Swaps of pairs over graph and network neighbourhoods, geometric
 * cooling, half the time from half the mean volume of a rank, which suits trees and good starts,
 * and half from four times that volume, which far-flung nodes need.
 */
int anneal_run(const struct bench_case *bench, double seconds, uint64_t seed, uint32_t *placement,
               struct topomap_error *error);

#endif
