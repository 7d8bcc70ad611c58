/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the site's policy says of one step. A policy is decided where YAML can be read, but its
 * result is applied in srun. So this file knows neither rules nor files.
 */
#ifndef OPTION_RULING_H
#define OPTION_RULING_H

#include "option/option.h"

/* Values of options, and the line of the policy that sets each, or 0. Arrays are indexed by row. */
struct ruling_values {
    struct settings settings;
    uint32_t line[OPTION_MOST];
};

struct ruling {
    char *ignored;                /* why the policy is not trusted, and ignored; else NULL */
    char *failed;                 /* why the policy cannot be used; else NULL */
    bool unknown;                 /* it failed: a rule needs a fact that is not known */
    bool enabled;
    uint32_t enabled_line;        /* 0: not in the policy */
    uint32_t line;                /* line of the deciding rule; 0: none decides */
    char *rule;                   /* its name; NULL: none */
    struct ruling_values set;     /* values that apply unless the user gives others */
    struct ruling_values least, most; /* limits for the user's values */
    uint32_t locked[OPTION_MOST]; /* the line that locks the option for users, or 0 */
};

/* An empty ruling. Returns 0, or -1 when memory runs out. */
int ruling_init(struct ruling *ruling);
void ruling_free(struct ruling *ruling);

/* Put the ruling's values into the site's settings. Returns 0, or -1 when memory runs out. */
int ruling_set(const struct ruling *ruling, struct settings *site);

/*
 * Enforce the ruling: take back what the user may not set, also by another option of the same
 * field. `wish` holds the site's settings with those of the user, and option_given() tells which
 * these are. The deadline depends on the ranks of the step. The values used instead are appended to
 * `kept`: "effort=fast, deadline=10". Returns 0, or -1 when memory runs out.
 */
int ruling_bound(const struct ruling *ruling, const struct settings *site, uint32_t ranks,
                 struct settings *wish, struct text *kept);

/* The number that a limit stands for in a step of `ranks`. A deadline of 0 is the default, which
 * the limit for time budgets extends; a time budget of 0 is none. */
double ruling_limit(const struct option_row *row, const struct settings *limit, uint32_t ranks);

/*
 * What to place the step by, in the syntax of --topomap: what the user asked for (NULL: nothing),
 * unless that is locked, or else what the site wants for steps whose users asked for nothing. NULL:
 * nothing.
 */
const char *ruling_wanted(const struct ruling *ruling, const struct settings *site,
                          const char *asked);

#endif
