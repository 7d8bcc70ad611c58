/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_PROFILE_RECORDS_H
#define IO_PROFILE_RECORDS_H

#include <stdbool.h>

/*
 * The folder PROFILE.ranks, in which ranks leave records until they are joined. Its files are named
 * by ranks, "3", and while they are written "3.half"; "node-" and more is the file of a node's
 * ranks, and "told" made by the first rank that reports that it ended early.
 */
#define PROFILE_RECORD_HALF ".half"
#define PROFILE_RECORD_NODE "node-"
#define PROFILE_RECORDS_TOLD "told"

/* Whether a name is that of the record of a rank, or of a node's ranks. */
bool profile_is_record(const char *name);

/* Remove all such files in a folder, unless it is a link, and then the folder if it is empty. */
void profile_records_remove(const char *folder);

#endif
