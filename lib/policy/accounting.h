/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads Slurm's accounting of past jobs: what `sacct --parsable2` prints, whose first line names
 * the columns. JobID (or JobIDRaw), NNodes, NTasks and NodeList are needed. Partition, Account,
 * User, Constraints, JobName, Layout and Elapsed (or ElapsedRaw) are used; all others are skipped.
 * What stands after the first name separates the columns, whatever --delimiter was.
 */
#ifndef POLICY_ACCOUNTING_H
#define POLICY_ACCOUNTING_H

#include "topomap.h"

#include <stdbool.h>

/* A step that srun started. Texts are NULL where the dump does not have them. */
struct accounting_step {
    const char *id;         /* "123.0", "123_4.0" in a job array, "123+1.0" in a het job */
    const char *name;       /* the program's name, unless the user gave another */
    const char *hosts;      /* NULL also if it got none */
    const char *layout;     /* Slurm's distribution: "Block", "Cyclic", ... */
    const char *partition;  /* these four are told of its job */
    const char *account;
    const char *user;
    const char *constraint;
    uint32_t nodes, tasks;  /* 0: not told */
    uint64_t seconds;       /* that it took; 0: not told */
    uint32_t line;          /* in the dump */
};

struct accounting {
    struct accounting_step *step; /* [count], in the order of the dump */
    size_t count;
    size_t jobs;   /* rows of jobs */
    size_t others; /* steps without srun: those of batch scripts, of login, of processes outside */
    bool timed;    /* there is a column of times */
    char *text;    /* of all steps */
};

/*
 * Read a dump of `length` bytes; `name` is used in messages. TOPOMAP_INPUT with `name:line: `: a
 * column is missing, a row has more or fewer columns than the first line, or a number is none.
 * accounting_free frees it.
 */
int accounting_parse(struct accounting *accounting, const char *name, const char *text,
                     size_t length, struct topomap_error *error);
void accounting_free(struct accounting *accounting);

#endif
