/* SPDX-License-Identifier: BSD-3-Clause */
/* The planner's answer to the question what the site's policy says of a step, and the question: the
 * facts known of the step. Both are texts of lines, as in wire/request.h. */
#ifndef WIRE_RULING_H
#define WIRE_RULING_H

#include "option/ruling.h"

/* The facts that rules depend on. A text that is NULL and a number that is 0 are unknown; "" is
 * known. */
struct wire_facts {
    char *partition;
    char *account;
    char *user;
    char *group;      /* all groups of the user, separated by ',' */
    char *constraint; /* as given by the job */
    char *executable; /* path of the executable */
    uint64_t nodes;
    uint64_t tasks;
};

void wire_facts_free(struct wire_facts *facts);
char *wire_facts_print(const struct wire_facts *facts, size_t *length);

/* Parse into empty ({0}) facts. TOPOMAP_INPUT says what is wrong; the facts are then empty
 * again. */
int wire_facts_parse(struct wire_facts *facts, const char *text, size_t length,
                     struct topomap_error *error);

char *wire_ruling_print(const struct ruling *ruling, size_t *length);

/* The same for a ruling; ruling_free frees it. */
int wire_ruling_parse(struct ruling *ruling, const char *text, size_t length,
                      struct topomap_error *error);

#endif
