/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What SPANK does not tell plugins of srun: options of srun's own. */
#ifndef PLUGIN_SRUN_COMMAND_LINE_H
#define PLUGIN_SRUN_COMMAND_LINE_H

#include "topomap_internal.h"

#include <stdbool.h>
#include <stddef.h>

/* The words of this process's command line. */
struct command_line {
    char *text;
    size_t length;
    char **word; /* ended by NULL; room for two more is left before it */
    int count;
};

/* Read them. Returns 0, or -1 with nothing to free. */
int command_line_read(struct command_line *line);
void command_line_free(struct command_line *line);

/* Whether this process is srun and has `option`, also shortened to no less than `least` bytes. */
bool command_line_has(const char *option, size_t least);

/* Whether this process is srun, and gives its step a terminal (--pty). srun's variable alone does
 * not tell, as tasks inherit it. */
bool command_line_has_terminal(void);

/* Whether this process is srun and has -Q. It only sets its level of messages after plugins have
 * seen the options. */
bool command_line_is_quiet(void);

/* Whether this process is srun and has -c, also behind other options without an argument. */
bool command_line_has_cpus(void);

/* The executable of a command that this process, srun, was given: see program_find. */
char *command_line_program(const char *command, struct topomap_error *error);

#endif
