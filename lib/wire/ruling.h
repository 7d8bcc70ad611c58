/* SPDX-License-Identifier: BSD-3-Clause */
/* The planner's answer to the question what the site's policy says of a step: a text of lines, as
 * in wire/request.h. And the question: what is known of the step. */
#ifndef WIRE_RULING_H
#define WIRE_RULING_H

#include "option/ruling.h"

/* What rules look at. Texts that are NULL and numbers that are 0 are not known; "" is known. */
struct wire_facts {
    char *partition;
    char *account;
    char *user;
    char *group;      /* all of the user's, parted by ',' */
    char *constraint; /* as the job gave it */
    char *executable; /* its path */
    uint64_t nodes;
    uint64_t tasks;
};

void wire_facts_free(struct wire_facts *facts);
char *wire_facts_print(const struct wire_facts *facts, size_t *length);

/* Fill empty ({0}) facts. TOPOMAP_INPUT says what is wrong; they are empty again then. */
int wire_facts_parse(struct wire_facts *facts, const char *text, size_t length,
                     struct topomap_error *error);

char *wire_ruling_print(const struct ruling *ruling, size_t *length);

/* The same for a ruling, which ruling_free frees. */
int wire_ruling_parse(struct ruling *ruling, const char *text, size_t length,
                      struct topomap_error *error);

#endif
