/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user asked for: --topomap, --topomap-opts and their environment variables. */
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include "settings.h"

struct options {
    char *graph; /* of --topomap; NULL if it was not given */
    char *keys;  /* of all --topomap-opts, in order; NULL if there was none */
};

/*
 * Take the value of an option. It may come several times, from the environment of sbatch and then
 * from the command line: the last graph wins, and of the keys the last of each name.
 * Returns 0, or -1 when memory is out.
 */
int options_graph(struct options *options, const char *value);
int options_keys(struct options *options, const char *value);
void options_free(struct options *options);

/* What --topomap begins with when it names a recipe. */
#define RECIPE_PREFIX "recipe:"

/* What is to be done for this step. */
struct wish {
    struct settings settings;
    const char *graph; /* file, pattern or recipe as it was given; NULL: nothing was asked for */
};

/*
 * Put together what site, environment and command line say, in this order of rising strength.
 * Returns 0, or -1 with an error if a key is wrong; `wish` holds everything else then, too.
 */
int options_wish(const struct options *options, const struct settings *site, struct wish *wish,
                 struct topomap_error *error);

/* Print --topomap=help to standard output. */
void options_help(const struct settings *site);

#endif
