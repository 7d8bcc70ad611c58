/* SPDX-License-Identifier: BSD-3-Clause */
/* What slurmstepd asks the node helper before the tasks of a step start on a node, and the answer.
 * Both are texts of lines, as in wire/request.h. */
#ifndef WIRE_BINDING_H
#define WIRE_BINDING_H

#include "topomap_internal.h"

struct wire_binding {
    char *allowed;  /* list of the CPUs that the step may use on this node: "0-3,8" */
    uint32_t cores; /* cores allocated to the step on this node; 0: unknown */
    uint32_t tasks; /* tasks of the step on this node */
    uint32_t pus;   /* CPUs per task; 0: an equal share of all */
    enum topomap_slot_order slot_order;
};

void wire_binding_free(struct wire_binding *binding);
char *wire_binding_print(const struct wire_binding *binding, size_t *length);

/* Parse into an empty ({0}) question. TOPOMAP_INPUT says what is wrong; the question is then empty
 * again. */
int wire_binding_parse(struct wire_binding *binding, const char *text, size_t length,
                       struct topomap_error *error);

struct wire_slots {
    char *reason;     /* why no slots were cut; else NULL */
    uint32_t *order;  /* [pus]: the allowed CPUs in the order of the node's tree */
    size_t pus;
    char **slots;     /* [tasks]: list of the CPUs of each slot; NULL without slots */
    uint32_t tasks;
};

void wire_slots_free(struct wire_slots *slots);
char *wire_slots_print(const struct wire_slots *slots, size_t *length);

/* Parse into an empty ({0}) answer to a question about `tasks` tasks. */
int wire_slots_parse(struct wire_slots *slots, const char *text, size_t length, uint32_t tasks,
                     struct topomap_error *error);

#endif
