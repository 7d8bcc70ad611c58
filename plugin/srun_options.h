/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user asked for: the options, and their environment variables. */
#ifndef PLUGIN_SRUN_OPTIONS_H
#define PLUGIN_SRUN_OPTIONS_H

#include "option/ruling.h"
#include "settings.h"

struct options {
    char *graph; /* of --topomap; NULL if it was not given */
    char *keys;  /* of all --topomap-opts, in order; NULL if there was none */
    char *profile; /* of the last --topomap-profile; NULL if it was not given */
};

/*
 * Take the value of an option. It may come several times, from the environment of sbatch and then
 * from the command line: the last graph wins, but "on" keeps one that was named before; and of
 * the keys the last of each name. Returns 0, or -1 when memory is out.
 */
int options_graph(struct options *options, const char *value);
int options_keys(struct options *options, const char *value);
int options_profile(struct options *options, const char *value);
void options_free(struct options *options);

/* What --topomap begins with when it names a recipe. */
#define RECIPE_PREFIX "recipe:"

/* What --topomap and SLURM_TOPOMAP take besides graphs, patterns and recipes. */
#define WISH_OFF "off"
#define WISH_ON "on"
#define WISH_HELP "help"

/*
 * What was asked for: by the option, or, if it was not given and the site's settings let it count,
 * by SLURM_TOPOMAP. "on" stands for what SLURM_TOPOMAP names, or for the pattern "order" if that
 * names nothing. NULL if nothing was asked for. Valid as long as options and environment are.
 */
const char *options_wanted(const struct options *options, const struct settings *site);

/* What is to be done for this step. */
struct wish {
    struct settings settings;
    const char *graph; /* what the step is to be placed by; NULL: nothing */
    bool asked;        /* the user asked for it; else it is the site's wish */
    bool overruled;    /* the user asked for something, and may not */
    char *kept;        /* what the user said and may not say, as it is instead; "": nothing */
};

/* What was said, and by whom it is bounded. */
struct said {
    const struct options *options;
    const struct settings *site;   /* with what the policy says for this step */
    const struct ruling *ruling;
    uint32_t ranks;                /* of the step */
};

/*
 * Put together what the site, the user's file, the environment and the command line say, in this
 * order of rising strength, and take back what the site's policy does not allow. Returns 0, or -1
 * with an error if a key is wrong; `wish` holds everything else then, too. Free it in any case.
 */
int options_wish(const struct said *said, struct wish *wish, struct topomap_error *error);
void wish_free(struct wish *wish);

/* Print --topomap=help to standard output. Returns 0, or -1 if that could not be written. */
int options_help(const struct settings *site);

#endif
