/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of CPUs in the notations of Slurm, Linux and hwloc. */
#ifndef PLUGIN_STEPD_CPUS_H
#define PLUGIN_STEPD_CPUS_H

#include "common.h"

#include <sched.h>

/* Size of the longest text of a set, with its NUL. */
#define CPUS_TEXT 8192

/* Parse a list of `length` bytes, such as "0-3,8"; every number must be below CPU_SETSIZE. Returns
 * 0 or -1. */
int cpus_parse_list(cpu_set_t *cpus, const char *text, size_t length);

/* Parse a hexadecimal mask, "0xf" or "f". Returns 0 or -1. */
int cpus_parse_mask(cpu_set_t *cpus, const char *text, size_t length);

/* Print a list, or a mask without leading zeros, to `text` of CPUS_TEXT bytes. */
void cpus_print_list(const cpu_set_t *cpus, char *text);
void cpus_print_mask(const cpu_set_t *cpus, char *text);

/* Whether every CPU of `part` is in `whole`. */
bool cpus_inside(const cpu_set_t *part, const cpu_set_t *whole);

#endif
