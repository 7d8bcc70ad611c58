/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of CPUs as Slurm, Linux and hwloc write them. */
#ifndef PLUGIN_STEPD_CPUS_H
#define PLUGIN_STEPD_CPUS_H

#include "common.h"

#include <sched.h>

/* Length of the longest text of a set, with the NUL. */
#define CPUS_TEXT 8192

/* A list, "0-3,8", of `length` bytes; every number below CPU_SETSIZE. Returns 0 or -1. */
int cpus_parse_list(cpu_set_t *cpus, const char *text, size_t length);

/* A hexadecimal mask, "0xf" or "f". Returns 0 or -1. */
int cpus_parse_mask(cpu_set_t *cpus, const char *text, size_t length);

/* A list, and a mask without needless zeros, in `text` of CPUS_TEXT bytes. */
void cpus_print_list(const cpu_set_t *cpus, char *text);
void cpus_print_mask(const cpu_set_t *cpus, char *text);

/* Is every CPU of `part` in `whole`? */
bool cpus_inside(const cpu_set_t *part, const cpu_set_t *whole);

#endif
