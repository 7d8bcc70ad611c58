/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the administrator's log. */
#ifndef POLICY_DECISIONS_H
#define POLICY_DECISIONS_H

#include "wire/decision.h"

/* A decision read from the log, with its own copies of texts, without control characters. */
struct decision_read {
    struct wire_decision decision;
    char *reason, *algorithm;
};

/*
 * Read a line of `length` bytes. What precedes the first '{', as in the system's log, is skipped.
 * Returns 1 with the decision, which decision_free() frees; 0 if the line holds no decision; -1 if
 * memory ran out.
 */
int decision_parse(struct decision_read *read, const char *line, size_t length);
void decision_free(struct decision_read *read);

#endif
