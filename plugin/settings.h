/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The settings of topomap. One table of keys drives what plugstack.conf and --topomap-opts accept
 * and what --topomap=help prints.
 */
#ifndef PLUGIN_SETTINGS_H
#define PLUGIN_SETTINGS_H

#include "common.h"

/* Which recorder the tasks need. */
enum profile_mpi { PROFILE_LINKED, PROFILE_OPENMPI, PROFILE_MPICH };

enum bind_mode { BIND_COMPACT, BIND_SPREAD, BIND_OFF };

struct settings {
    char *algorithms;    /* comma-separated; NULL: the planner's default */
    char *objective;     /* NULL: the planner's default */
    char *link_weights;  /* NULL: what the network says */
    char *topology;      /* file that describes the network; NULL: ask slurmctld */
    char *write;         /* where the planned placement goes; NULL: nowhere */
    char *record;        /* where the planner's request goes; NULL: nowhere */
    char *graph;         /* what a recipe is scored with; NULL: what it names itself, if anything */
    char *coordinates;   /* file with the ranks' coordinates; NULL: none */
    char *grid;          /* the process grid; NULL: unknown */
    char *store;         /* the site's profiles; NULL: it has none */
    char *libexecdir;    /* folder of the planner and of the node helper */
    uint64_t seed;
    double deadline;     /* seconds for planning; 0: by the size of the step */
    double time_budget;  /* seconds after which the planner should end by itself; 0: a part of the
                          * deadline */
    double min_gain;     /* least part of the score that a new placement must save */
    uint64_t profile_sample; /* one call of so many is recorded */
    double profile_slice;    /* seconds of a phase; 0: the application marks phases */
    int profile_mpi;         /* enum profile_mpi */
    uint64_t min_tasks;  /* steps with fewer tasks are left alone */
    int effort;          /* enum topomap_effort */
    int bind;            /* enum bind_mode */
    int enabled;         /* 0: options are accepted, and nothing is done */
    int environment;     /* SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS in srun's environment count */
    int keep_first;      /* index of wire_switch_words, or WIRE_UNSAID */
    int verbose;
    int dry_run;
    int required;
};

/* Who may set a key. */
enum settings_scope {
    SETTINGS_SITE = 1, /* the administrator, in plugstack.conf */
    SETTINGS_USER = 2, /* the user, in --topomap-opts */
};

/* Defaults. Returns 0, or -1 when memory is out. */
int settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/*
 * Set one `key` or `key=value`, as `length` bytes of text. Returns 0, or -1 with an error that
 * names what is wrong.
 */
int settings_set(struct settings *settings, enum settings_scope scope, const char *text,
                 size_t length, struct topomap_error *error);

/*
 * Set all keys of a comma-separated list. Wrong ones are skipped; the error tells of the first.
 */
int settings_set_list(struct settings *settings, const char *list, struct topomap_error *error);

/* Line `index` of the help on the keys of a scope: name with argument, and summary; or false. */
bool settings_help(enum settings_scope scope, size_t index, char *name, size_t size,
                   const char **summary);

#endif
