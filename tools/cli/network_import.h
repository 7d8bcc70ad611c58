/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_NETWORK_IMPORT_H
#define CLI_NETWORK_IMPORT_H

#include "common/cli.h"

/* topomap network import: a fabric as its own tools print it becomes a description. */
extern const struct cli_command network_import_command;
int network_import(int argc, char **argv);

#endif
