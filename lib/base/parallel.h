/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

/* The most threads used. More would only compete for memory bandwidth. */
#define PARALLEL_MOST 8

/* The number of threads to use on the CPUs that the process may run on, 1 to PARALLEL_MOST. */
unsigned parallel_threads(void);

/*
 * Call task(argument, i) for each i from 0 to count - 1. Threads take the next i as they become
 * free, so any thread may run any task, and tasks must write to separate places. If no thread can
 * be started, the caller runs all of them. Tasks cannot fail: they leave their results in
 * `argument`.
 */
void parallel_run(unsigned count, void (*task)(void *argument, unsigned i), void *argument);

#endif
