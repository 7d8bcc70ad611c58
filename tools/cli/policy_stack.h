/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_POLICY_STACK_H
#define CLI_POLICY_STACK_H

#include "cli/problems.h"
#include "option/setting.h"

/* The plugin's line in plugstack.conf. */
struct plugstack {
    struct settings settings; /* from its arguments */
    char *file;               /* the file with that line, or NULL */
    uint32_t line;            /* its number */
    char *plugin;             /* the plugin's path as the line has it, or NULL */
};

/* Read the text of a plugstack.conf and the files that it includes. The settings are initialised
 * before. Adds problems. */
void stack_read(struct plugstack *stack, struct problems *problems, const char *path,
                const char *text, size_t length);

/* Whether a text is a plugstack.conf and not YAML. */
bool stack_is(const char *text, size_t length);

/* Check that the file or folder that the value of an option names is there and can be used. */
void stack_check_file(struct problems *problems, const char *file, uint32_t line,
                      const struct option_row *row, const struct settings *settings);

void stack_free(struct plugstack *stack);

#endif
