/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user asked for by options and environment variables. */
#ifndef PLUGIN_SRUN_OPTIONS_H
#define PLUGIN_SRUN_OPTIONS_H

#include "option/ruling.h"
#include "settings.h"

struct options {
    char *graph; /* of --topomap; NULL if not given */
    char *keys;  /* of all --topomap-opts, in order; NULL if not given */
    char *profile; /* of the last --topomap-profile; NULL if not given */
};

/*
 * Take the value of an option. It may come several times, from the environment of sbatch and then
 * from the command line. The last graph wins, but "on" keeps one that was named before. Of the keys
 * the last of each name wins. Returns 0, or -1 when memory runs out.
 */
int options_graph(struct options *options, const char *value);
int options_keys(struct options *options, const char *value);
int options_profile(struct options *options, const char *value);

/* Whether the user wants the step to be recorded. */
bool options_want_profile(const struct options *options);

void options_free(struct options *options);

/* The prefix of recipes in --topomap. */
#define RECIPE_PREFIX "recipe:"

/* Other values of --topomap and SLURM_TOPOMAP than graphs, patterns and recipes. */
#define WISH_OFF "off"
#define WISH_ON "on"
#define WISH_HELP "help"

/*
 * What was asked for by the option or, if it is missing and the site's settings allow it, by
 * SLURM_TOPOMAP. "on" stands for the value of SLURM_TOPOMAP, or for the pattern "order" if that is
 * unset. NULL if nothing was asked for. The result is valid as long as options and environment are.
 */
const char *options_wanted(const struct options *options, const struct settings *site);

/* What to do for this step. */
struct wish {
    struct settings settings;
    const char *graph; /* what to place the step by; NULL: nothing */
    bool asked;        /* the user asked for it; else the site wants it */
    bool wants;        /* the user asked for a placement, even if the site wants another one */
    bool overruled;    /* the user asked for something that is not allowed */
    char *kept;        /* values used instead of those that the user may not set; "": none */
};

/* All settings of a step, and their limits. */
struct said {
    const struct options *options;
    const struct settings *site;   /* with the policy's values for this step */
    const struct ruling *ruling;
    uint32_t ranks;                /* of the step */
};

/*
 * Combine the settings of the site, the user's file, the environment and the command line, in this
 * order of rising strength, and take back what the site's policy does not allow. Returns 0, or -1
 * with an error if a key is wrong; `wish` then holds all else. Free it in both cases.
 */
int options_wish(const struct said *said, struct wish *wish, struct topomap_error *error);
void wish_free(struct wish *wish);

/* Print --topomap=help to standard output. Returns 0, or -1 if the output failed. */
int options_help(const struct settings *site);

#endif
