/* SPDX-License-Identifier: BSD-3-Clause */
/* What was decided about a step, as one line of JSON for the administrator's log. */
#ifndef WIRE_DECISION_H
#define WIRE_DECISION_H

#include "topomap_internal.h"

enum decision_outcome {
    DECISION_PLACED,
    DECISION_KEPT,     /* Slurm's placement was the better one */
    DECISION_DECLINED, /* nothing was planned; `reason` tells why */
    DECISION_OFF,      /* topomap is switched off for the step */
    DECISION_OUTCOMES,
};

extern const char *const decision_outcomes[]; /* "placed", ...; NULL at the end */

/* Words for the codes of a decline, index: enum topomap_code; NULL at the end. */
extern const char *const decision_codes[];

struct wire_decision {
    uint64_t time;           /* seconds since 1970 */
    uint32_t job, step, user;
    uint32_t nodes, ranks;   /* 0: not known */
    bool asked;              /* by the user; else it was the site's wish */
    bool limited;            /* more lines of this user are left out for the rest of the minute */
    enum decision_outcome outcome;
    enum topomap_code code;  /* of a decline */
    const char *reason;      /* one line; NULL: none */
    const char *algorithm, *network, *source, *rule; /* NULL: none */
    bool scored;
    double score;            /* a part of that of Slurm's placement */
    double milliseconds;     /* of planning; 0: nothing was planned */
};

/* One line with its end, `*length` bytes, at most WIRE_DECISION_LINE; the caller frees it. NULL
 * when memory is out. */
#define WIRE_DECISION_LINE 2048
char *wire_decision_print(const struct wire_decision *decision, size_t *length);

#endif
