/* SPDX-License-Identifier: BSD-3-Clause */
/* The options that topomap calibrate checks and passes on to topomap-calibrate. */
#ifndef COMMON_CALIBRATE_H
#define COMMON_CALIBRATE_H

#include "common/cli.h"

#define CALIBRATE_SUMMARY                                                                          \
    "Measure the speeds of links and nodes by MPI messages, and write the network's description "  \
    "with them."

#define CALIBRATE_OPTIONS(args)                                                                    \
    {"network", 'N', "NETWORK", "the network to measure, in which all hosts are",                  \
     &(args).network, NULL},                                                                       \
    {"output", 'o', "FILE", "write to FILE [standard output]", &(args).output, NULL},              \
    {"seconds", 's', "SECONDS", "time of each measurement [0.05]", &(args).seconds, NULL},         \
    {"progress", 'p', NULL, "show progress on standard error", NULL, &(args).progress}

/* The time of each measurement, in seconds: that of the option's text, or the default if it is
 * NULL. Returns TOPOMAP_OK, or the exit code after printing what is wrong. */
int calibrate_seconds(const struct cli_command *command, const char *text, double *seconds);

#endif
