/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_FORECAST_H
#define CLI_FORECAST_H

#include "base/text.h"
#include "topomap_internal.h"

#include <stdint.h>

/* One mapping and how long the exchanges take with it. */
struct prediction {
    const char *mapping;
    uint32_t *placement;      /* [ranks] */
    char *failure;            /* why there is no mapping; NULL when there is one */
    double seconds;           /* of all phases, by the model that was asked for */
    double analytic;          /* by the analytic model */
    struct topomap_time time; /* of one phase, by the analytic model */
    double hop_bytes;
    double max_link_bytes;
};

struct forecast {
    const char *graph;
    const char *network;      /* summary of the network */
    const char *model;        /* "analytic" or "simgrid" */
    const char *reason;       /* why auto did not choose SimGrid; NULL: nothing to say */
    uint32_t phases;
    size_t count;
    struct prediction *row;   /* [count]; the first one is what others are compared with */
};

/* Print a forecast; see cli/report.h. The text fails when memory is out. */
void forecast_print_text(struct text *out, const struct forecast *forecast);
void forecast_print_csv(struct text *out, const struct forecast *forecast);
void forecast_print_json(struct text *out, const struct forecast *forecast);

/* What SimGrid is given to simulate. */
struct simulation {
    const char *program;      /* topomap-simgrid */
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    const uint32_t *placement;
    uint32_t phases;
};

/*
 * Simulate on SimGrid, in a process of its own.
 * TOPOMAP_IMPOSSIBLE: the program is not there; TOPOMAP_INTERNAL: it failed.
 */
int simulation_run(const struct simulation *simulation, double *seconds,
                   struct topomap_error *error);

#endif
