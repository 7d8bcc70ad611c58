/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of the user's that are there whole, or as they were. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Write `length` bytes to the file `name`. Symbolic links are followed, and a file that is there
 * keeps its owner and mode. A temporary file beside it sees to it that it is there whole or as it
 * was; only a file with several names, or one of which this process could not make another, is
 * written in place. So are devices and pipes, if `special` allows them; otherwise they are refused
 * and never waited for. Past a limit on file sizes no signal ends the process. Returns 0, or -1
 * with errno. It is for what has the rights of the user who named the file, and no others.
 */
int file_write(const char *name, const char *data, size_t length, bool special);

/* All of the data to an open file. Returns 0, or -1 with errno. */
int file_write_all(int file, const char *data, size_t length);

#endif
