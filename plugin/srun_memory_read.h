/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PLUGIN_SRUN_MEMORY_READ_H
#define PLUGIN_SRUN_MEMORY_READ_H

#include <stddef.h>

/*
 * Copy `size` bytes from `address` in this process, which may be any number. Returns 0, or -1 if
 * they cannot be read; never crashes.
 */
int memory_read(void *copy, const void *address, size_t size);

/* The two methods of memory_read; the second is used if a container forbids the first. */
int memory_read_vm(void *copy, const void *address, size_t size);
int memory_read_pipe(void *copy, const void *address, size_t size);

#endif
