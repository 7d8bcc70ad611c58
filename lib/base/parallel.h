/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

/* The most threads that are used: more wait for the same memory. */
#define PARALLEL_MOST 8

/* Threads that can run at once on the CPUs that the process may use, 1 to PARALLEL_MOST. */
unsigned parallel_threads(void);

/*
 * Call task(argument, i) for each i from 0 to count - 1, in as many threads, which take one after
 * another. Which thread has which is not known, so tasks write to places of their own. Where no
 * threads can be started the caller's does it all. Tasks must not fail: what they find stands in
 * `argument`.
 */
void parallel_run(unsigned count, void (*task)(void *argument, unsigned i), void *argument);

#endif
