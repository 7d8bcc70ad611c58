/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic writing of files that the user names. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Write `length` bytes to the file `name`: afterwards the file holds either all of the new data or
 * what it held before. Symbolic links are followed, and an existing file keeps its owner and mode.
 * The data go to a temporary file that is then renamed. A file is written in place only if it has
 * several hard links, or if this process cannot create a temporary file with the same owner and
 * mode. Devices and pipes are written in place if `special` allows them, and refused at once
 * otherwise. Exceeding a limit on file sizes is an error, not a fatal signal. Returns 0, or -1 with
 * errno. Use it only in processes that have no more rights than the user who named the file.
 */
int file_write(const char *name, const char *data, size_t length, bool special);

/* Write all of the data to an open file. Returns 0, or -1 with errno. */
int file_write_all(int file, const char *data, size_t length);

#endif
