/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_CYCLES_H
#define REFINE_CYCLES_H

#include "refine/level.h"

/*
 * Cyclic exchanges of three things, each of which takes the place of the next, where swaps of two
 * do not pay any more: the exchanges of Thompson and Psaraftis (Operations Research 41, 1993),
 * over the best move from each node to each node that things there talk to, or that is near. Pass
 * after pass until none pays, level->work exceeds `limit`, or `job` is late. *turned becomes
 * whether anything moved. Returns 0, or -1 when memory is out.
 */
int refine_cycles_run(struct refine_level *level, const struct map_job *job, uint64_t limit,
                      bool *turned, struct topomap_error *error);

#endif
