/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include "base/text.h"
#include "policy/decisions.h"

/* The most different names of a kind that are counted; users write the logs. */
#define TALLY_ROWS 1000

struct tally {
    struct tally_row {
        char *name;
        uint64_t times;
    } row[TALLY_ROWS];
    size_t count;
    uint64_t others; /* occurrences of names beyond these */
    bool failed;     /* memory ran out */
};

struct sample {
    double *value; /* [count], sorted in the end */
    size_t count, room;
    double sum;
    bool failed; /* memory ran out */
};

/* Sums over decisions. */
struct stats {
    int format;
    uint64_t since;           /* older decisions are skipped */
    uint64_t decisions, asked, limited;
    uint64_t skipped;         /* lines without a decision */
    uint64_t first, last;     /* seconds since 1970; 0: none */
    uint64_t outcome[DECISION_OUTCOMES];
    uint64_t code[TOPOMAP_TIMEOUT + 1]; /* declined steps by code */
    uint64_t ranks;           /* of placed steps */
    struct tally reasons, algorithms;
    struct sample seconds;    /* durations of planning */
    struct sample gain;       /* parts of the score that placements save */
};

/* The quantile of a sample; NaN if it is empty. */
double sample_quantile(const struct sample *sample, double part);

void stats_print_text(const struct stats *stats, struct text *text);
void stats_print_json(const struct stats *stats, struct text *text);
void stats_print_openmetrics(const struct stats *stats, struct text *text);

#endif
