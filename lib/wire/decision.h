/* SPDX-License-Identifier: BSD-3-Clause */
/* The decision about a step as one line of JSON, for the administrator's log. */
#ifndef WIRE_DECISION_H
#define WIRE_DECISION_H

#include "topomap_internal.h"

enum decision_outcome {
    DECISION_PLACED,
    DECISION_KEPT,     /* Slurm's placement was better */
    DECISION_DECLINED, /* nothing was planned; `reason` says why */
    DECISION_OFF,      /* topomap is switched off for this step */
    DECISION_OUTCOMES,
};

extern const char *const decision_outcomes[]; /* "placed", ...; ended by NULL */

/* The words for enum topomap_code of declined steps, ended by NULL. */
extern const char *const decision_codes[];

struct wire_decision {
    uint64_t time;           /* seconds since 1970 */
    uint32_t job, step, user;
    uint32_t nodes, ranks;   /* 0: unknown */
    bool asked;              /* the user asked for it; else the site's settings did */
    bool limited;            /* further lines of this user are suppressed for the rest of the
                              * minute */
    enum decision_outcome outcome;
    enum topomap_code code;  /* why the step was declined */
    const char *reason;      /* one line, or NULL */
    const char *algorithm, *network, *source, *rule; /* or NULL */
    bool scored;
    double score;            /* relative to that of Slurm's placement */
    double milliseconds;     /* spent on planning; 0: nothing was planned */
};

/* The line with its newline, `*length` bytes, at most WIRE_DECISION_LINE; the caller frees it. NULL
 * when memory runs out. */
#define WIRE_DECISION_LINE 2048
/* Bytes of a user's file in the log's folder, UID.log, beyond which nothing is added. */
#define WIRE_DECISION_FILE (UINT64_C(64) << 20)
char *wire_decision_print(const struct wire_decision *decision, size_t *length);

#endif
