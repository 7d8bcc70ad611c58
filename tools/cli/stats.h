/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include "base/text.h"
#include "policy/decisions.h"

/* Most different names of a kind; users write the logs. */
#define TALLY_ROWS 1000

struct tally {
    struct tally_row {
        char *name;
        uint64_t times;
    } row[TALLY_ROWS];
    size_t count;
    uint64_t others; /* what found no room */
    bool failed;     /* memory is out */
};

struct sample {
    double *value; /* [count], ascending in the end */
    size_t count, room;
    double sum;
    bool failed; /* memory is out */
};

/* Sums of decisions. */
struct stats {
    int format;
    uint64_t since;           /* what is older does not count */
    uint64_t decisions, asked, limited;
    uint64_t skipped;         /* lines that hold no decision */
    uint64_t first, last;     /* seconds since 1970; 0: none */
    uint64_t outcome[DECISION_OUTCOMES];
    uint64_t code[TOPOMAP_TIMEOUT + 1]; /* of declines */
    uint64_t ranks;           /* placed */
    struct tally reasons, algorithms;
    struct sample seconds;    /* of planning */
    struct sample gain;       /* part of the score that placements save */
};

/* The value below which a part of a sample lies. */
double sample_quantile(const struct sample *sample, double part);

void stats_print_text(const struct stats *stats, struct text *text);
void stats_print_json(const struct stats *stats, struct text *text);
void stats_print_openmetrics(const struct stats *stats, struct text *text);

#endif
