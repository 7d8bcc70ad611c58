/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The formats in which compare and simulate print their results, one row each. Plans have the
 * library's formats, see topomap_plan_format_get.
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/comparison.h"
#include "cli/forecast.h"
#include "common/cli.h"

/* A format, with a function for each command. The text remembers that memory ran out. */
struct report_format {
    const char *name;
    const char *summary;
    void (*comparison)(struct text *out, const struct comparisons *all);
    void (*forecast)(struct text *out, const struct forecast *forecast);
};

/* The format of --format, or the first one without the option; NULL after a message. */
const struct report_format *report_format(const struct cli_command *command, const char *name);

/* Names and summaries of all formats, for index 0, 1, ... until it returns false. */
bool report_format_get(size_t index, const char **name, const char **summary);

#endif
