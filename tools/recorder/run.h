/* SPDX-License-Identifier: BSD-3-Clause */
/* The run that is recorded. */
#ifndef RECORDER_RUN_H
#define RECORDER_RUN_H

#include "io/profile_format.h"

#include <stdbool.h>
#include <stdint.h>

#define RUN_PATH 4096

struct run {
    struct profile_head head;
    uint32_t rank;
    double seconds;            /* longest time for gathering */
    unsigned mask;             /* file mode creation mask */
    char path[RUN_PATH];       /* of the profile */
};
extern struct run run;

/* Print one line on standard error. */
void run_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
