/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/report.h"

#include "cli/commands.h"

#include <string.h>

static const struct report_format formats[] = {
    {"text", "tables for people", comparison_print_text, forecast_print_text},
    {"csv", "comma-separated values, a row for each placement", comparison_print_csv,
     forecast_print_csv},
    {"json", "everything, for programs", comparison_print_json, forecast_print_json},
    {"svg", "a figure: a bar for each placement and measure", comparison_print_svg,
     forecast_print_svg},
};

#define FORMATS (sizeof formats / sizeof *formats)

bool report_format_get(size_t index, const char **name, const char **summary)
{
    if (index >= FORMATS)
        return false;
    *name = formats[index].name;
    *summary = formats[index].summary;
    return true;
}

const struct report_format *report_format(const struct cli_command *command, const char *name)
{
    size_t i = 0;

    if (format_check(command, name, report_format_get) != TOPOMAP_OK)
        return NULL;
    while (name && strcmp(formats[i].name, name) != 0)
        i++;
    return &formats[i];
}
