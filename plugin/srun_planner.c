/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_planner.h"

#include "base/clock.h"
#include "child.h"
#include "option/deadline.h"
#include "srun_topology.h"

/* The part of the deadline that is reserved for the answer, even if much time has passed before the
 * planner starts. */
#define ANSWER_PART 0.1

/* Memory limit of the planner: a base, and a multiple of the size of its input. */
#define MEMORY_BASE (UINT64_C(2) << 30)
#define MEMORY_PER_BYTE 16
#define MEMORY_PER_RANK 4096

#define OUTPUT_BASE 65536
#define OUTPUT_PER_RANK 32

double planner_deadline(const struct planning *planning)
{
    return deadline_seconds(planning->settings, planning->layout->ranks);
}

double planner_time_left(const struct planning *planning)
{
    return planning->began + planner_deadline(planning) - clock_seconds();
}

double planner_budget(const struct planning *planning)
{
    double wanted = planning->settings->time_budget;
    double all = planner_deadline(planning);
    double most = all * DEADLINE_BUDGET, rest = planner_time_left(planning) - all * ANSWER_PART;

    /* The same budget each time, unless the work before planning took long. */
    if (most > rest)
        most = rest > 0 ? rest : 0;
    return wanted > 0 && wanted < most ? wanted : most;
}

static uint64_t memory_limit(const struct planning *planning)
{
#ifdef SANITIZERS
    /* AddressSanitizer maps more address space than any limit could allow. */
    (void)planning;
    return 0;
#else
    return MEMORY_BASE + planning->input_bytes * MEMORY_PER_BYTE +
           (uint64_t)planning->layout->ranks * MEMORY_PER_RANK;
#endif
}

/*
 * slurmctld sends srun a message for each node that registers and does not know the step, as it has
 * not been launched: after a restart. It does not tell whether a step has been cancelled. So no
 * more messages than such nodes are no reason to stop. If one is a cancellation after all, srun
 * reads it once the step is planned.
 */
static enum wait_answer step_goes_on(void *data)
{
    const struct planning *planning = data;
    enum topology_step state = topology_step(planning->job, planning->step);

    if (state == STEP_GONE)
        return WAIT_ENDS;
    if (planning->backlog.more == 0)
        return WAIT_GOES_ON;
    return state == STEP_LIVES &&
                   topology_registrations(planning->job, planning->step) >= planning->backlog.more
               ? WAIT_GOES_ON
               : WAIT_UNSURE;
}

static bool has_mail(void *data)
{
    struct planning *planning = data;

    return backlog_grew(&planning->backlog);
}

static void forget_mail(void *data)
{
    struct planning *planning = data;

    backlog_forget(&planning->backlog);
}

static enum planner_end run(struct planning *planning, struct child *child,
                            struct topomap_error *error)
{
    switch (child_run(child)) {
    case CHILD_DONE:
        return PLANNER_ANSWERED;
    case CHILD_INTERRUPTED:
        return PLANNER_INTERRUPTED;
    case CHILD_STOPPED:
        error_set(error, TOPOMAP_INTERNAL, "step %u.%u was cancelled while planning",
                  planning->job, planning->step);
        return PLANNER_INTERRUPTED;
    case CHILD_CALLED:
        /* The message may be about something else: srun goes on, reads it, and ends the step if it
         * is a cancellation. */
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "slurmctld has sent srun a message, and may have cancelled the step");
        return PLANNER_FAILED;
    case CHILD_LATE:
        error_set(error, TOPOMAP_INTERNAL, "the planner did not answer within %.3g s",
                  planner_deadline(planning));
        return PLANNER_FAILED;
    case CHILD_FAILED:
        break;
    }
    error_set(error, TOPOMAP_INTERNAL, "the planner %s", child->complaint);
    return PLANNER_FAILED;
}

/* A reply that keeps the layout must contain the layout: slots for another one make no sense. */
static int check_kept(const struct layout *layout, const struct wire_reply *reply,
                      struct topomap_error *error)
{
    if (reply->status == WIRE_KEPT &&
        memcmp(reply->tids, layout->tids, layout->ranks * sizeof *layout->tids) != 0)
        return error_set(error, TOPOMAP_INPUT, "reply: it keeps a layout that is not Slurm's");
    return 0;
}

/* Only a recipe without a graph may come without a score. */
static int check_score(const struct wire_request *request, const struct wire_reply *reply,
                       struct topomap_error *error)
{
    const struct wire_source *graph = &request->graph;

    if (reply->status != WIRE_FAILED && !reply->scored &&
        (!request->recipe.file || graph->file || graph->pattern))
        return error_set(error, TOPOMAP_INPUT, "reply: there is no score");
    return 0;
}

static enum planner_end read_reply(const struct planning *planning, const struct child *child,
                                   struct wire_reply *reply, struct topomap_error *error)
{
    struct topomap_error why;

    if (wire_reply_parse(reply, child->output, child->output_length, planning->layout->nodes,
                         planning->layout->tasks, &why) == 0) {
        if (check_kept(planning->layout, reply, &why) == 0 &&
            check_score(&planning->request, reply, &why) == 0)
            return PLANNER_ANSWERED;
        wire_reply_free(reply);
    }
    error_set(error, TOPOMAP_INTERNAL, "the planner's answer is not valid (%s)", why.text);
    return PLANNER_FAILED;
}

enum planner_end planner_run(struct planning *planning, struct wire_reply *reply,
                             struct topomap_error *error)
{
    struct child child = {
        .directory = planning->settings->libexecdir,
        .program = PLANNER,
        .deadline = planner_time_left(planning),
        .memory = memory_limit(planning),
        .output_limit = OUTPUT_BASE + (size_t)planning->layout->ranks * OUTPUT_PER_RANK,
        .watch_signals = true,
        .goes_on = planning->job ? step_goes_on : NULL,
        .is_called = planning->job ? has_mail : NULL,
        .forgets_call = forget_mail,
        .wait_data = planning,
    };
    char *input = wire_request_print(&planning->request, &child.input_length);
    enum planner_end end;

    if (!input) {
        error_memory(error);
        return PLANNER_FAILED;
    }
    child.input = input;
    end = run(planning, &child, error);
    if (end == PLANNER_ANSWERED)
        end = read_reply(planning, &child, reply, error);
    planning->seconds = clock_seconds() - planning->began;
    free(input);
    child_free(&child);
    return end;
}
