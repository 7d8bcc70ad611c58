/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_GENERATE_H
#define BENCH_GENERATE_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What the generator can make: each function writes to standard output and returns the exit
 * code. */
struct generator {
    const char *name;
    const char *arguments;
    int least, most; /* number of arguments */
    int (*make)(int argc, char **argv);
};

/* Graphs (regular.c, meshes.c), sparse matrices (matrices.c) and networks (networks.c). The last of
 * each has the name NULL. */
extern const struct generator graph_generators[];
extern const struct generator matrix_generators[];
extern const struct generator mesh_generators[];
extern const struct generator network_generators[];

/* Print a line on standard error; returns 2. */
int generate_fail(const char *why);

/* Zeroed memory for `count` elements; ends the program if there is none. */
void *generate_memory(size_t count, size_t size);

/* Points in the unit square or cube: [count][dims], numbered by recursive coordinate bisection, so
 * that consecutive points are close in space, as in applications partitioned that way. */
double *generate_points(uint32_t count, uint32_t dims, uint64_t seed);

#endif
