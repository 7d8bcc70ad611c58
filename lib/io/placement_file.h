/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_PLACEMENT_FILE_H
#define IO_PLACEMENT_FILE_H

#include "input/source.h"
#include "machine/allocation.h"

#define PLACEMENT_NONE UINT32_MAX
#define PLACEMENT_BLANKS " \t\r"

/* A text that says where ranks run, and what it says. */
struct placement_file {
    const struct topomap_allocation *allocation;
    const struct source *source;
    uint32_t *placement; /* [ranks]: PLACEMENT_NONE before it is known */
    uint32_t *slots;     /* [ranks] */
};

/*
 * Read a text of one format into the arrays, which a failure may spoil. 1: placement and slots are
 * known; 0: the placement alone; -1 with an error set. Whether nodes get as many ranks as they run
 * is checked by the caller; slots are known to be a permutation on each node.
 */
typedef int placement_reader(struct placement_file *file, struct topomap_error *error);

/* Formats with a line for each rank, in the order of ranks. */
placement_reader placement_read_hosts; /* "host" or "host:count" */
placement_reader placement_read_slots; /* rank, host, slot */
placement_reader placement_read_csv;   /* rank,host,node,slot below a line of these words */
placement_reader placement_read_bgmap; /* coordinates and number of the task there */
placement_reader placement_read_fujitsu; /* (coordinates) */

/* Formats that name ranks in any order. */
placement_reader placement_read_rankfile;
placement_reader placement_read_cray;
placement_reader placement_read_pmix;
placement_reader placement_read_scotch;

/* JSON: a plan, or a task map of Flux. */
placement_reader placement_read_json;

/* The next line, without the blanks around it; the cursor moves past it. False: there is none. */
bool placement_line(const char **cursor, const char *end, const char **start, const char **stop);

/* The node of the host that `length` bytes of text name, or -1. */
int64_t placement_host(const struct placement_file *file, const char *name, size_t length);

#endif
