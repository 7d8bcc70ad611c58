/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The store of profiles: --topomap=auto[:LABEL] and --topomap-profile=store[:LABEL]. */
#ifndef PLUGIN_SRUN_STORE_H
#define PLUGIN_SRUN_STORE_H

#include "srun_options.h"
#include "wire/request.h"

/* The words of the two options. */
#define STORE_AUTO "auto"
#define STORE_RECORD "store"

/* Whether a text is this word, alone or followed by a label; *label points at the label, or is
 * NULL. */
bool store_is_named(const char *text, const char *word, const char **label);

/* The command of a step, as the user named it; NULL if SPANK does not report it. */
const char *store_command(spank_t spank);

/* Name what the planner is to look for, and where. Returns 0, or -1 with an error. */
int store_describe(struct wire_store *store, const char *command, const struct settings *settings,
                   const char *label, struct topomap_error *error);

/*
 * The name of a new profile in the user's store, in a folder that exists; the caller frees it. The
 * planner finds it, as it reads the executable. If `first` is not 0, only while fewer runs than
 * that have been recorded. NULL with an error.
 */
char *store_new_profile(spank_t spank, const struct settings *settings, const char *label,
                        uint64_t first, uint32_t job, uint32_t step, struct topomap_error *error);

#endif
