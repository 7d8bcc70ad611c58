/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic writing of files that the user names. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/*
 * Write `length` bytes to the file `name`: afterwards the file holds either all of the new data or
 * what it held before. Symbolic links are followed, and an existing file keeps its owner and mode.
 * The data go to a temporary file that is then renamed. A file is written in place only if it has
 * several hard links, or if this process cannot create a temporary file with the same owner and
 * mode. Devices, pipes and files that this process has open for writing, as that behind
 * /dev/stdout, are written where they are if `special` allows them, and refused otherwise.
 * Exceeding a limit on file sizes is an error, not a fatal signal, and SIGHUP, SIGINT, SIGQUIT and
 * SIGTERM do not leave a temporary file behind. Returns 0, or -1 with errno.
 * Use it only in processes that have no more rights than the user who named the file.
 */
int file_write(const char *name, const char *data, size_t length, bool special);

/* What a file is to hold: `put` writes the `length` bytes that `data` stands for to an open file.
 * It returns 0, or -1 with errno, and may be called twice. */
struct file_content {
    size_t length;
    int (*put)(int file, const void *data, size_t length);
    const void *data;
    bool unbroken; /* signals that end a process wait until a file that is renamed is complete */
};

/* As file_write(), without all the data in one place. */
int file_make(const char *name, const struct file_content *content, bool special);

/* Write all of the data to an open file. Returns 0, or -1 with errno. Safe in signal handlers. */
int file_write_all(int file, const void *data, size_t length);

/* Whether file_write() takes `name` without `special`: nothing is there, or a regular file that
 * this process has not open for writing. What is there is not opened. */
bool file_is_replaceable(const char *name);

/* Whether this process may make files beside `name`; false with errno. */
bool file_has_room(const char *name);

/*
 * Open a folder to work in; -1 with errno. In a folder that is open to others, a link under its
 * name could lead what is written and removed there into another folder of the user: links are
 * refused. Safe in signal handlers.
 */
int file_open_folder(const char *name);

/* Whether this process may make files in a folder that is no link; false with errno. */
bool file_may_work_in(const char *folder);

/* What is under a name, all zero if there is nothing. */
struct file_state {
    dev_t device;
    ino_t inode;
    struct timespec changed;
};
struct file_state file_look(const char *name);

/* Whether the file is there and was written since file_look(). */
bool file_is_written(const char *name, const struct file_state *before);

#endif
