/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of subcommands. */
#include "cli/commands.h"

static const struct subcommand commands[] = {
    {"plan", "plan on which node each rank should run", command_plan},
    {"eval", "score a mapping of ranks on nodes", command_eval},
    {"compare", "compare algorithms over graphs and networks", command_compare},
    {"graph", "describe, convert and generate communication graphs", command_graph},
    {"profile", "record the communication graph of an application", command_profile},
    {"store", "manage the profiles that --topomap=auto uses", command_store},
    {"policy", "check a site's configuration, and explain it", command_policy},
    {"stats", "summarise the decisions logged at a site", command_stats},
    {"network", "describe and export networks, look up routes", command_network},
    {"simulate", "predict how long exchanges take", command_simulate},
    {"calibrate", "measure the speeds of a network's links", command_calibrate},
    {"draw", "draw placements, loads, graphs and recipes", command_draw},
    {"report", "report on a placement, as a page with pictures", command_report},
    {"doctor", "check the installation, and say what to do", command_doctor},
    {"list", "list algorithms, networks, formats and objectives", command_list},
    {"help", "explain a command or any other word", command_help},
};

#define COMMANDS (sizeof commands / sizeof *commands)

const struct subcommand *subcommand_get(size_t index)
{
    return index < COMMANDS ? &commands[index] : NULL;
}
