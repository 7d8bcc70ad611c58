/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs each task of a node is bound to: pure reckoning, without any effect. */
#ifndef PLUGIN_STEPD_BINDING_H
#define PLUGIN_STEPD_BINDING_H

#include "stepd_cpus.h"

/* What is known of a node before its tasks start. */
struct binding {
    uint32_t tasks;
    uint32_t *slots;    /* [tasks]: slot of each local task, a permutation */
    cpu_set_t allowed;  /* CPUs that the step may use at all */
    uint32_t *order;    /* [pus]: those CPUs as they follow each other in the node's tree; NULL if
                           nobody looked */
    size_t pus;
    cpu_set_t *cuts;    /* [tasks]: CPUs of each slot, disjoint; NULL if none were cut */
    char *reason;       /* why none were cut; NULL when they were */
};

/*
 * Take the node helper's answer, `length` bytes of text. `slots`, `tasks` and `allowed` must be
 * there already. TOPOMAP_INPUT if the answer is not valid: malformed, CPUs that are not allowed,
 * slots that overlap.
 */
int binding_answer(struct binding *binding, const char *text, size_t length,
                   struct topomap_error *error);
void binding_free(struct binding *binding);

/*
 * The masks that Slurm gave to the local tasks: `type` and `list` are SLURM_CPU_BIND_TYPE and
 * SLURM_CPU_BIND_LIST. Returns 1 with masks [tasks] filled, 0 if there are none, -1 if they
 * cannot be understood.
 */
int binding_masks(const char *type, const char *list, uint32_t tasks, cpu_set_t *masks);

enum binding_way {
    BINDING_NONE,     /* tasks stay as they are; `*why` tells */
    BINDING_PERMUTED, /* each gets the mask that Slurm gave to one of them */
    BINDING_CUT,      /* each gets a slot that was cut from the node */
};

/*
 * The CPUs of all local tasks, in cpus [tasks]. `masks` are those of binding_masks, or NULL if
 * there are none: if they differ they are dealt out anew, so that tasks in neighbouring slots get
 * neighbouring masks; if they are all alike, or none, each task gets the slot that was cut for
 * it, provided that Slurm gave every task all that the step may use.
 */
enum binding_way binding_get(const struct binding *binding, const cpu_set_t *masks,
                             cpu_set_t *cpus, const char **why);

/* Longest text of masks in a variable: with one of 128 KiB Linux refuses to execute a program. */
#define BINDING_TEXT 100000

/*
 * The masks in cpus [tasks] in the form of --cpu-bind, "quiet,mask_cpu:0x1,0x2", which the caller
 * frees. NULL if it were longer than BINDING_TEXT, or when memory is out.
 */
char *binding_text(const cpu_set_t *cpus, uint32_t tasks);

#endif
