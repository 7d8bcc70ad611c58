/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Planning in a process of its own. */
#ifndef PLUGIN_SRUN_PLANNER_H
#define PLUGIN_SRUN_PLANNER_H

#include "srun_backlog.h"
#include "srun_layout.h"
#include "srun_options.h"
#include "wire/reply.h"
#include "wire/request.h"

/* A step, and how to plan it. */
struct planning {
    const struct settings *settings;
    const struct layout *layout;
    struct wire_request request;
    uint32_t job;
    uint32_t step;
    uint64_t input_bytes; /* size of the files that the user named */
    struct backlog backlog;
    double began;         /* clock_seconds() when the deadline began to run */
    double seconds;       /* out: time that it took */
};

enum planner_end {
    PLANNER_ANSWERED,    /* the reply is checked; it may still be a refusal */
    PLANNER_FAILED,      /* the error tells */
    PLANNER_INTERRUPTED, /* the user wants srun to end */
};

/* Most seconds that all of planning may take, and how many of them are left. */
double planner_deadline(const struct planning *planning);
double planner_time_left(const struct planning *planning);

/* Seconds after which the planner, if started now, should come to an end by itself. */
double planner_budget(const struct planning *planning);

/* Run the planner on planning->request into an empty reply. */
enum planner_end planner_run(struct planning *planning, struct wire_reply *reply,
                             struct topomap_error *error);

#endif
