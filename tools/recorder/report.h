/* SPDX-License-Identifier: BSD-3-Clause */
/* What this rank counted, as chunks of a profile. */
#ifndef RECORDER_REPORT_H
#define RECORDER_REPORT_H

#include "io/profile_format.h"

/* What was counted so far, into `writer`. Safe in a signal handler. */
void report(struct profile_writer *writer, enum profile_end end);

#endif
