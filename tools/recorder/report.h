/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the counts of this rank as chunks of a profile. */
#ifndef RECORDER_REPORT_H
#define RECORDER_REPORT_H

#include "io/profile_format.h"

/* Write the counts so far to `writer`. Safe in a signal handler. */
void report(struct profile_writer *writer, enum profile_end end);

#endif
