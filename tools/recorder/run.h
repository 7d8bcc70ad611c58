/* SPDX-License-Identifier: BSD-3-Clause */
/* The run that is recorded. */
#ifndef RECORDER_RUN_H
#define RECORDER_RUN_H

#include "io/profile_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RUN_PATH 4096

struct run {
    struct profile_head head;
    uint32_t rank;
    double seconds;            /* how long ranks wait for others in MPI_Finalize */
    char path[RUN_PATH];       /* of the profile */
};
extern struct run run;

/* Print one line on standard error. */
void run_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Write bytes to the descriptor `*file`, for profile_begin(). Safe in signal handlers. */
int run_put(void *file, const void *bytes, size_t length);

#endif
