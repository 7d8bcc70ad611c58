/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the site's policy says of one step. The policy is decided where YAML can be read; what came
 * out is applied in srun, so this knows neither rules nor files.
 */
#ifndef OPTION_RULING_H
#define OPTION_RULING_H

#include "option/option.h"

/* Values of options, each with the line that says it; 0: none does. Index: that of the row. */
struct ruling_values {
    struct settings settings;
    uint32_t line[OPTION_MOST];
};

struct ruling {
    char *ignored;                /* why the policy is not to be trusted: it says nothing then */
    char *failed;                 /* why the policy cannot be used; NULL: it can */
    bool enabled;
    uint32_t enabled_line;        /* 0: the policy does not say it */
    uint32_t line;                /* of the rule that decides; 0: none does */
    char *rule;                   /* its name; NULL: it has none */
    struct ruling_values set;     /* what holds unless the user says something else */
    struct ruling_values least, most; /* what the user cannot pass */
    uint32_t locked[OPTION_MOST]; /* line that keeps users from saying it; 0: none does */
};

/* A ruling that says nothing. Returns 0, or -1 when memory is out. */
int ruling_init(struct ruling *ruling);
void ruling_free(struct ruling *ruling);

/* Put what is said into the settings of the site. Returns 0, or -1 when memory is out. */
int ruling_set(const struct ruling *ruling, struct settings *site);

/*
 * Take back what the user may not say, also by another option of the same field: `wish` are the
 * site's settings with the user's in them, option_given() telling which these are. The deadline
 * depends on the ranks of the step. What was taken back is appended to `kept` as it is now:
 * "effort=fast, deadline=10". Returns 0, or -1 when memory is out.
 */
int ruling_bound(const struct ruling *ruling, const struct settings *site, uint32_t ranks,
                 struct settings *wish, struct text *kept);

/*
 * What the step is to be placed by: what the user asked for (NULL: nothing), unless that is locked,
 * or what the site wants for steps that nobody spoke of, as --topomap takes it. NULL: nothing.
 */
const char *ruling_wanted(const struct ruling *ruling, const struct settings *site,
                          const char *asked);

#endif
