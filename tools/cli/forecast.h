/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_FORECAST_H
#define CLI_FORECAST_H

#include "base/text.h"
#include "topomap_internal.h"

#include <stdint.h>

/* A mapping and the predicted duration of the exchanges. */
struct prediction {
    const char *mapping;
    uint32_t *placement;      /* [ranks] */
    char *failure;            /* why there is no mapping, or NULL */
    double seconds;           /* of all phases, by the chosen model */
    double analytic;          /* by the analytic model */
    struct topomap_time time; /* of one phase, by the analytic model */
    double hop_bytes;
    double max_link_bytes;
    bool leaves;              /* messages leave nodes, even if they have no bytes */
};

struct forecast {
    const char *graph;
    const char *network;      /* summary of the network */
    const char *model;        /* "analytic", "flows" or "simgrid" */
    const char *reason;       /* why auto did not choose SimGrid, or NULL */
    uint32_t phases;
    bool counted;             /* the graph counts messages; otherwise its bytes may be relative */
    size_t parts;             /* that follow one another in each phase, as the graph tells */
    size_t count;
    struct prediction *row;   /* [count]; the first one is the reference of the others */
};

/* Print a forecast; see cli/report.h. The text remembers that memory ran out. */
void forecast_print_text(struct text *out, const struct forecast *forecast);
void forecast_print_csv(struct text *out, const struct forecast *forecast);
void forecast_print_json(struct text *out, const struct forecast *forecast);
void forecast_print_svg(struct text *out, const struct forecast *forecast);

/* The input of a simulation. */
struct simulation {
    const char *program;      /* topomap-simgrid */
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    const uint32_t *placement;
    uint32_t phases;
};

/*
 * Simulate by SimGrid in a separate process. TOPOMAP_IMPOSSIBLE if the program is not installed,
 * TOPOMAP_INTERNAL if it failed.
 */
int simulation_run(const struct simulation *simulation, double *seconds,
                   struct topomap_error *error);

#endif
