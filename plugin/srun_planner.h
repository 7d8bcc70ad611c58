/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the planner in a process of its own. */
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
    const char *command;   /* the program of the step; NULL: unknown */
    const char *partition; /* of a job that does not exist yet; NULL: the job's */
    struct wire_request request;
    uint32_t job;          /* 0: it does not exist yet */
    uint32_t step;
    int slurm_binds;       /* topology_binds(), if it is known already; -1: it is not */
    uint64_t input_bytes; /* size of the files named by the user */
    struct backlog backlog;
    double began;         /* clock_seconds() at the start of the deadline */
    double seconds;       /* output: duration of planning */
};

enum planner_end {
    PLANNER_ANSWERED,    /* the reply has been checked; it may say that planning failed */
    PLANNER_FAILED,      /* the error says why */
    PLANNER_INTERRUPTED, /* the user wants to end srun */
};

/* The most seconds that all of planning may take, and how many of them are left. */
double planner_deadline(const struct planning *planning);
double planner_time_left(const struct planning *planning);

/* The seconds after which the planner should finish by itself, if it starts now. */
double planner_budget(const struct planning *planning);

/* Run the planner on planning->request into an empty reply. */
enum planner_end planner_run(struct planning *planning, struct wire_reply *reply,
                             struct topomap_error *error);

#endif
