/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes which CPUs each task of a node is bound to, without side effects. */
#ifndef PLUGIN_STEPD_BINDING_H
#define PLUGIN_STEPD_BINDING_H

#include "stepd_cpus.h"

/* What is known of a node before its tasks start. */
struct binding {
    uint32_t tasks;
    uint32_t *slots;    /* [tasks]: slot of each local task, a permutation */
    cpu_set_t allowed;  /* CPUs that the step may use */
    uint32_t *order;    /* [pus]: those CPUs as they follow each other in the node's tree; NULL if
                           nobody looked */
    size_t pus;
    cpu_set_t *cuts;    /* [tasks]: CPUs of each slot, disjoint; NULL if no slots were cut */
    char *reason;       /* why no slots were cut; else NULL */
};

/*
 * Parse the node helper's answer of `length` bytes. `slots`, `tasks` and `allowed` must be set.
 * TOPOMAP_INPUT if the answer is malformed, names CPUs that are not allowed, or has slots that
 * overlap.
 */
int binding_answer(struct binding *binding, const char *text, size_t length,
                   struct topomap_error *error);
void binding_free(struct binding *binding);

/*
 * The masks that Slurm gave to the local tasks: `type` and `list` are SLURM_CPU_BIND_TYPE and
 * SLURM_CPU_BIND_LIST. Returns 1 with masks [tasks], 0 if there are none, -1 if they are malformed.
 */
int binding_masks(const char *type, const char *list, uint32_t tasks, cpu_set_t *masks);

enum binding_way {
    BINDING_NONE,     /* tasks stay as they are; `*why` says why */
    BINDING_PERMUTED, /* each task gets the mask that Slurm gave to one of them */
    BINDING_CUT,      /* each task gets a slot that was cut from the node */
};

/*
 * The CPUs of all local tasks, cpus [tasks]. `masks` are those of binding_masks, or NULL. If the
 * masks differ they are permuted such that neighbouring slots get neighbouring masks. If they are
 * all the same, or there are none, each task gets the slot that was cut for it, provided that Slurm
 * gave every task all CPUs of the step.
 */
enum binding_way binding_get(const struct binding *binding, const cpu_set_t *masks,
                             cpu_set_t *cpus, const char **why);

/* The longest text of masks in a variable: with 128 KiB Linux refuses to execute programs. */
#define BINDING_TEXT 100000

/*
 * The masks in cpus [tasks] in the syntax of --cpu-bind, "quiet,mask_cpu:0x1,0x2"; the caller frees
 * it. NULL if it would exceed BINDING_TEXT, or when memory runs out.
 */
char *binding_text(const cpu_set_t *cpus, uint32_t tasks);

#endif
