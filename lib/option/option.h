/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The option schema: every setting of a launch or a plan is one row of one table, and one field of
 * struct settings. The rows define what plugstack.conf, --topomap-opts, the text of a request and
 * the command topomap accept, what --help and completion show, and the tables in the manual pages
 * and in topomap.conf.
 */
#ifndef OPTION_OPTION_H
#define OPTION_OPTION_H

#include "base/text.h"
#include "option/words.h"
#include "topomap_internal.h"

/* Which MPI's recorder tasks get. */
enum profile_mpi { PROFILE_LINKED, PROFILE_OPENMPI, PROFILE_MPICH };

/* The first two are those of enum topomap_slot_order. */
enum bind_mode { BIND_COMPACT, BIND_SPREAD, BIND_OFF };

/* What is done for a step if the user asked for nothing. */
enum site_mode { MODE_ASKED, MODE_ON, MODE_AUTO, MODE_OFF };

enum message_level { MESSAGES_QUIET, MESSAGES_LINE, MESSAGES_FULL };

/* The field of a choice that nobody made. */
#define OPTION_UNSAID (-1)

/* The values. Fields are char *, uint64_t, double, or int for choices and flags. */
struct settings {
    uint64_t given;       /* bit i: row i was set since settings_init */
    char *algorithms;     /* separated by ','; NULL: the planner's default */
    char *objective;      /* NULL: the planner's default */
    char *link_weights;   /* NULL: those of the network's description */
    char *topology;       /* file that describes the network; NULL: ask slurmctld */
    char *node_tree;      /* source for topomap_nodetree_create; NULL: no binding */
    char *write;          /* file for the planned placement; NULL: not written */
    char *record;         /* file for the planner's request; NULL: not written */
    char *graph;          /* what a recipe is scored with; NULL: the graph that it names, if any */
    char *coordinates;    /* file with the ranks' coordinates; NULL: none */
    char *grid;           /* the process grid; NULL: unknown */
    char *store;          /* folder of the site's profiles; NULL: none */
    char *libexecdir;     /* folder of the planner and the node helper */
    char *log;            /* "syslog", or the folder of the users' logs; NULL: none */
    char *policy;         /* the site's policy file; NULL: none */
    uint64_t seed;
    uint64_t pus_per_task;
    uint64_t min_tasks;   /* steps with fewer tasks keep their placement */
    uint64_t profile_sample; /* one call out of this many is recorded */
    uint64_t record_first; /* runs of each program that are recorded without being asked for; 0:
                            * none */
    uint64_t record_ranks; /* fewest ranks of a step for record_first */
    double deadline;      /* seconds for planning; 0: derived from the size of the step */
    double time_budget;   /* seconds after which the planner should finish by itself; 0: no
                           * limit, or in a launch a part of the deadline */
    double min_gain;      /* least part of the score that a new placement must save */
    double profile_slice; /* seconds per phase; 0: the application marks phases */
    int effort;           /* enum topomap_effort */
    int bind;             /* enum bind_mode */
    int keep_first;       /* 0, 1, or OPTION_UNSAID: decided by the graph's pattern */
    int replace_layout;   /* use a named algorithm's placement even if the layout is better */
    int stretch;          /* accept a profile of a grid with another number of ranks, and stretch
                           * it */
    int profile_mpi;      /* enum profile_mpi */
    int enabled;          /* 0: accept options but do nothing */
    int mode;             /* enum site_mode */
    int job_comment;      /* 0, 1 */
    int messages;         /* enum message_level */
    int environment;      /* use SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS of srun's environment */
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
    OPTION_WORD,  /* one of `words`; the field holds its index */
    OPTION_TEXT,
    OPTION_LIST,  /* names separated by ',' or '/' */
    OPTION_PATH,  /* absolute, as another process reads it; or one of `words`, if set */
    OPTION_WHOLE, /* from `least` to `most` */
    OPTION_REAL,
};

/* The most rows of the schema: struct settings has one bit for each. */
#define OPTION_MOST 64

/* What a field holds. */
enum option_store { STORE_TEXT, STORE_WHOLE, STORE_REAL, STORE_INT };

struct option_row {
    const char *name;
    const char *other;       /* a second name for sites and users; NULL: none */
    const char *in_request;  /* the keyword of requests; NULL: `name` */
    const char *in_command;  /* the option of commands; NULL: `name` */
    char letter;             /* of commands; 0: none */
    const char *argument;    /* "SECONDS"; NULL for flags and words */
    enum option_type type;
    unsigned scopes;         /* a set of enum option_scope */
    enum option_store store;
    size_t offset;           /* offset of the field in struct settings */
    size_t target;           /* offset of the field in struct topomap_request, which has
                              * target_size bytes */
    size_t target_size;      /* 0: there is none */
    double least, most;      /* limits of numbers */
    int fixed;
    bool bounded;            /* a policy may set a least and a most value */
    const char *const *words; /* ended by NULL */
    const char *preset;      /* the initial value; NULL: none */
    const char *otherwise;   /* what applies without a preset, for --help; NULL: nothing */
    const char *summary;     /* one line, without a capital letter at its start or a full stop */
};

/* The row with this index, or NULL after the last one; and the index of a row. */
const struct option_row *option_get(size_t index);
size_t option_index(const struct option_row *row);

/* The row with the name of `length` bytes at `name` in one of `scopes`, or NULL. Sites and users
 * may write '_' for '-'. */
const struct option_row *option_find(unsigned scopes, const char *name, size_t length);

/* The row's name in one of the scopes. */
const char *option_name(const struct option_row *row, unsigned scope);

/* Append the name of its argument: "SECONDS", "fast|default|best"; nothing for a flag. */
void option_argument(const struct option_row *row, struct text *text);

/* Report that `value`, or a missing value (NULL), is wrong, and what is accepted. Returns -1 with
 * TOPOMAP_USAGE. */
int option_refuse(const struct option_row *row, const char *called, const char *value,
                  struct topomap_error *error);

/*
 * Set its field from a text, "" for a flag. Returns 0, or -1 with TOPOMAP_USAGE; the message names
 * the option as the user wrote it, `called`.
 */
int option_set(const struct option_row *row, struct settings *settings, const char *called,
               const char *value, struct topomap_error *error);

/* Append its value in the syntax of option_set. False if it has none. */
bool option_print(const struct option_row *row, const struct settings *settings,
                  struct text *text);

/* Copy its value from `from`. Returns 0, or -1 when memory runs out. */
int option_copy(const struct option_row *row, const struct settings *from, struct settings *to);

/* The value of a row of numbers, or the index of a word. */
double option_number(const struct option_row *row, const struct settings *settings);

/* Whether option_set has been called for the row since settings_init. */
bool option_given(const struct option_row *row, const struct settings *settings);

/* Mark the row, and those that share its field, as not given. */
void option_forget(const struct option_row *row, struct settings *settings);

/* Set all fields to their presets. Returns 0, or -1 when memory runs out. */
int settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/* Make `copy` a copy. Returns 0, or -1 when memory runs out; settings_free it in both cases. */
int settings_copy(struct settings *copy, const struct settings *settings);

/*
 * Store the values in the fields of a planning request, which then points into `settings`. Values
 * that are missing leave their fields unchanged; with `given`, so do values that were not given.
 */
void option_apply(const struct settings *settings, bool given, struct topomap_request *request);

#endif
