/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The option schema: every setting of a launch or a plan is one row of one table, and one field of
 * struct settings. The rows drive what plugstack.conf, --topomap-opts, the text of a request and
 * the command topomap accept, what --help and completion show, and the tables in the manual pages
 * and in topomap.conf.
 */
#ifndef OPTION_OPTION_H
#define OPTION_OPTION_H

#include "base/text.h"
#include "option/words.h"
#include "topomap_internal.h"

/* Which recorder the tasks need. */
enum profile_mpi { PROFILE_LINKED, PROFILE_OPENMPI, PROFILE_MPICH };

/* The first two are those of enum topomap_slot_order. */
enum bind_mode { BIND_COMPACT, BIND_SPREAD, BIND_OFF };

/* What is done for a step of which the user said nothing. */
enum site_mode { MODE_ASKED, MODE_ON, MODE_AUTO, MODE_OFF };

enum message_level { MESSAGES_QUIET, MESSAGES_LINE, MESSAGES_FULL };

/* A choice of words that was not made. */
#define OPTION_UNSAID (-1)

/* The values. Fields are char *, uint64_t, double, or int for choices and flags. */
struct settings {
    uint64_t given;       /* bit i: row i was set since settings_init */
    char *algorithms;     /* parted by ','; NULL: the planner's default */
    char *objective;      /* NULL: the planner's default */
    char *link_weights;   /* NULL: what the network says */
    char *topology;       /* file that describes the network; NULL: ask slurmctld */
    char *node_tree;      /* source for topomap_nodetree_create; NULL: no binding wanted */
    char *write;          /* where the planned placement goes; NULL: nowhere */
    char *record;         /* where the planner's request goes; NULL: nowhere */
    char *graph;          /* what a recipe is scored with; NULL: what it names itself, if any */
    char *coordinates;    /* file with the ranks' coordinates; NULL: none */
    char *grid;           /* the process grid; NULL: unknown */
    char *store;          /* the site's profiles; NULL: it has none */
    char *libexecdir;     /* folder of the planner and of the node helper */
    char *log;            /* "syslog", or the folder of the users' logs; NULL: there is none */
    char *policy;         /* the site's rules for steps; NULL: it has none */
    uint64_t seed;
    uint64_t pus_per_task;
    uint64_t min_tasks;   /* steps with fewer tasks are left alone */
    uint64_t profile_sample; /* one call of so many is recorded */
    uint64_t record_first; /* runs of each program that are recorded unasked; 0: none */
    uint64_t record_ranks; /* of a step in which that is done, at least */
    double deadline;      /* seconds for planning; 0: by the size of the step */
    double time_budget;   /* seconds after which the planner should end by itself; 0: none, and a
                           * part of the deadline in a launch */
    double min_gain;      /* least part of the score that a new placement must save */
    double profile_slice; /* seconds of a phase; 0: the application marks phases */
    int effort;           /* enum topomap_effort */
    int bind;             /* enum bind_mode */
    int keep_first;       /* 0, 1, or OPTION_UNSAID: by the graph's pattern */
    int replace_layout;   /* what is named is taken even where the layout is better */
    int stretch;          /* a grid of another number of ranks will do, stretched */
    int profile_mpi;      /* enum profile_mpi */
    int enabled;          /* 0: options are accepted, and nothing is done */
    int mode;             /* enum site_mode */
    int messages;         /* enum message_level */
    int environment;      /* SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS in srun's environment count */
    int verbose;
    int dry_run;
    int required;
};

/* Where an option may be set. */
enum option_scope {
    SCOPE_SITE = 1,     /* by the administrator, in plugstack.conf */
    SCOPE_USER = 2,     /* by the user, in --topomap-opts */
    SCOPE_REQUEST = 4,  /* from the plugin to the planner */
    SCOPE_PLAN = 8,     /* as an option of topomap plan, and so on */
    SCOPE_EVAL = 16,
    SCOPE_COMPARE = 32,
    SCOPE_SIMULATE = 64,
    SCOPE_NETWORK = 128,
    SCOPE_PROFILE = 256,
    SCOPE_LIBRARY = 512, /* by topomap_request_set */
    SCOPE_POLICY = 1024, /* by the administrator, in a rule of the site's policy */
};

/* All commands. */
#define SCOPE_COMMANDS                                                                            \
    (SCOPE_PLAN | SCOPE_EVAL | SCOPE_COMPARE | SCOPE_SIMULATE | SCOPE_NETWORK | SCOPE_PROFILE)

enum option_type {
    OPTION_FLAG,  /* takes no value; sets its field to `fixed` */
    OPTION_WORD,  /* one of `words`; its field is the index */
    OPTION_TEXT,
    OPTION_LIST,  /* names parted by ',' or '/' */
    OPTION_PATH,  /* absolute, as another process reads it */
    OPTION_WHOLE, /* from `least` to `most` */
    OPTION_REAL,
};

/* What a field holds. */
/* Most rows of the schema: struct settings has a bit for each. */
#define OPTION_MOST 64

enum option_store { STORE_TEXT, STORE_WHOLE, STORE_REAL, STORE_INT };

struct option_row {
    const char *name;
    const char *other;       /* a second name for sites and users; NULL: none */
    const char *in_request;  /* the keyword of requests; NULL: `name` */
    const char *in_command;  /* the option of commands; NULL: `name` */
    char letter;             /* of commands; 0: none */
    const char *argument;    /* "SECONDS"; NULL for flags and words */
    enum option_type type;
    unsigned scopes;         /* of enum option_scope */
    enum option_store store;
    size_t offset;           /* of the field in struct settings */
    size_t target;           /* of the field in struct topomap_request, of target_size bytes */
    size_t target_size;      /* 0: none */
    double least, most;      /* of numbers */
    int fixed;
    bool bounded;            /* a policy may say its least and its most value */
    const char *const *words; /* ends with NULL */
    const char *preset;      /* value from the start; NULL: none */
    const char *otherwise;   /* what holds where there is no preset, for --help; NULL: nothing */
    const char *summary;     /* one line without a capital letter and full stop */
};

/* Row `index`, or NULL behind the last one; and the index of a row. */
const struct option_row *option_get(size_t index);
size_t option_index(const struct option_row *row);

/* The row that is called by the `length` bytes of `name` in one of `scopes`; NULL: none. Sites and
 * users may write '_' for '-'. */
const struct option_row *option_find(unsigned scopes, const char *name, size_t length);

/* Its name in one of the scopes. */
const char *option_name(const struct option_row *row, unsigned scope);

/* Append what its argument is called: "SECONDS", "fast|default|best"; nothing for a flag. */
void option_argument(const struct option_row *row, struct text *text);

/* Append what it takes, for messages: "fast, default or best", "seconds from 0 to 3600". */
void option_expects(const struct option_row *row, struct text *text);

/* Tell what it takes, where it was given `value`, or none: NULL. Returns -1 with TOPOMAP_USAGE. */
int option_refuse(const struct option_row *row, const char *called, const char *value,
                  struct topomap_error *error);

/*
 * Set its field from a text, "" for a flag. Returns 0, or -1 with TOPOMAP_USAGE and a message about
 * `called`, the option as the user wrote it.
 */
int option_set(const struct option_row *row, struct settings *settings, const char *called,
               const char *value, struct topomap_error *error);

/* Append its value as option_set takes it. False if there is none. */
bool option_print(const struct option_row *row, const struct settings *settings,
                  struct text *text);

/* Give it the value that `from` has. Returns 0, or -1 when memory is out. */
int option_copy(const struct option_row *row, const struct settings *from, struct settings *to);

/* The value of a row of numbers, or the index of a word. */
double option_number(const struct option_row *row, const struct settings *settings);

/* Whether option_set was called for it since settings_init. */
bool option_given(const struct option_row *row, const struct settings *settings);

/* From now on it, and what shares its field, was not given. */
void option_forget(const struct option_row *row, struct settings *settings);

/* The presets. Returns 0, or -1 when memory is out. */
int settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/* Make `copy` hold the same; free it with settings_free even where memory is out, which is -1. */
int settings_copy(struct settings *copy, const struct settings *settings);

/*
 * Put the values into the fields of a request to plan, which points into `settings` then. Values
 * that are not there leave their fields alone, as do, with `given`, those that were not given.
 */
void option_apply(const struct settings *settings, bool given, struct topomap_request *request);

#endif
