/* SPDX-License-Identifier: BSD-3-Clause */
/* The administrator's log, read again. */
#ifndef POLICY_DECISIONS_H
#define POLICY_DECISIONS_H

#include "wire/decision.h"

/* A decision as it was read; its texts are its own. */
struct decision_read {
    struct wire_decision decision;
    char *reason, *algorithm;
};

/*
 * Read a line of `length` bytes: what stands in front of the first '{', as in the system's log,
 * does not count. Returns 1 with what was read, which decision_free() frees; 0: it holds no
 * decision; -1: memory is out.
 */
int decision_parse(struct decision_read *read, const char *line, size_t length);
void decision_free(struct decision_read *read);

#endif
