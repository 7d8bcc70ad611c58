/* SPDX-License-Identifier: BSD-3-Clause */
/* What slurmstepd asks the node helper before the tasks of a step start on a node, and its answer:
 * texts of lines, as in wire/request.h. */
#ifndef WIRE_BINDING_H
#define WIRE_BINDING_H

#include "topomap_internal.h"

struct wire_binding {
    char *allowed;  /* CPUs that the step may use on this node, as a list: "0-3,8" */
    uint32_t cores; /* how many cores the step was allocated on this node */
    uint32_t tasks; /* how many tasks it runs there */
    uint32_t pus;   /* CPUs of a task; 0: an equal share of them all */
    enum topomap_slot_order slot_order;
};

void wire_binding_free(struct wire_binding *binding);
char *wire_binding_print(const struct wire_binding *binding, size_t *length);

/* Fill an empty ({0}) question. TOPOMAP_INPUT says what is wrong; it is empty again then. */
int wire_binding_parse(struct wire_binding *binding, const char *text, size_t length,
                       struct topomap_error *error);

struct wire_slots {
    char *reason;     /* why no slots were cut; NULL when they were */
    uint32_t *order;  /* [pus]: the allowed CPUs as they follow each other in the node's tree */
    size_t pus;
    char **slots;     /* [tasks]: CPUs of each slot, as a list; NULL without slots */
    uint32_t tasks;
};

void wire_slots_free(struct wire_slots *slots);
char *wire_slots_print(const struct wire_slots *slots, size_t *length);

/* Fill an empty ({0}) answer to a question about `tasks` tasks. */
int wire_slots_parse(struct wire_slots *slots, const char *text, size_t length, uint32_t tasks,
                     struct topomap_error *error);

#endif
