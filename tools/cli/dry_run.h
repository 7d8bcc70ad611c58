/* SPDX-License-Identifier: BSD-3-Clause */
/* What topomap policy dry-run found out about past steps (policy_dry_run.c), and its output
 * (policy_dry_run_print.c). */
#ifndef CLI_DRY_RUN_H
#define CLI_DRY_RUN_H

#include "base/text.h"
#include "cli/policy.h"
#include "policy/accounting.h"

enum dry_outcome {
    DRY_PLACED,    /* planned, and better than Slurm's layout */
    DRY_KEPT,      /* planned, and nothing better found */
    DRY_PLANNED,   /* would be planned, but its graph or network was not given */
    DRY_UNTOUCHED, /* the policy leaves it alone */
    DRY_DECLINED,  /* the plugin would say why it cannot place it */
    DRY_UNDECIDED, /* a rule depends on something that the dump does not tell */
    DRY_OUTCOMES,
};

extern const char *const dry_outcomes[DRY_OUTCOMES];

struct dry_row {
    const struct accounting_step *step;
    enum dry_outcome outcome;
    char *reason;     /* of the outcome; NULL: it was planned */
    uint32_t rule;    /* line of the rule that decided; 0: none */
    double gain;      /* part of the score that is saved; 0 unless placed */
    double seconds;   /* of planning; 0 unless planned */
};

struct dry_run {
    struct accounting accounting;
    struct dry_row *row;  /* [accounting.count] */
    const char *policy;   /* file of the rules, or NULL */
};

void dry_run_print_text(const struct dry_run *run, bool totals, struct text *text);
/* NULL when memory runs out. */
char *dry_run_print_json(const struct dry_run *run, bool totals);

#endif
