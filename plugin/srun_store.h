/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The store of profiles: --topomap=auto[:LABEL] and --topomap-profile=store[:LABEL]. */
#ifndef PLUGIN_SRUN_STORE_H
#define PLUGIN_SRUN_STORE_H

#include "srun_options.h"
#include "wire/request.h"

/* Words of the two options. */
#define STORE_AUTO "auto"
#define STORE_RECORD "store"

/* Whether a text is one of these words, or that and a label, which *label points at; else NULL. */
bool store_is_named(const char *text, const char *word, const char **label);

/* The absolute path of the executable, which the caller frees, as srun looks for it. NULL with an
 * error. */
char *store_program(spank_t spank, struct topomap_error *error);

/* Name what the planner is to look for, and where. 0, or -1 with an error. */
int store_describe(struct wire_store *store, spank_t spank, const struct settings *settings,
                   const char *label, struct topomap_error *error);

/*
 * The name, which the caller frees, of a new profile in the user's store; its folder is there. The
 * planner finds it, as it reads the executable. With `first` (0: any) only if fewer runs have been
 * recorded. NULL with an error.
 */
char *store_new_profile(spank_t spank, const struct settings *settings, const char *label,
                        uint64_t first, uint32_t job, uint32_t step, struct topomap_error *error);

#endif
