/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_comment.h"

#include "child.h"
#include "srun_comment_text.h"
#include "srun_topology.h"

#include <stdio.h>

/* Exit codes of the copy of srun that asks slurmctld. */
enum { WRITTEN, NOT_TOLD, NO_ROOM, REFUSED };

struct note {
    uint32_t job;
    const char *line;
};

/* Runs in a copy of srun, as slurmctld may not answer. */
static int write_note(void *data)
{
    const struct note *note = data;
    char *comment = NULL, *id = NULL;
    job_desc_msg_t job;

    if (topology_comment(note->job, &id, &comment) < 0)
        return NOT_TOLD;
    slurm_init_job_desc_msg(&job);
    job.job_id_str = id;
    job.comment = comment_with(comment, note->line);
    if (!job.comment)
        return NO_ROOM;
    return slurm_update_job(&job) == SLURM_SUCCESS ? WRITTEN : REFUSED;
}

int comment_decision(const struct wire_decision *decision, double seconds,
                     struct topomap_error *error)
{
    static const char *const reasons[] = {
        [NOT_TOLD] = "slurmctld does not report the job",
        [NO_ROOM] = "the comment would be too long",
        [REFUSED] = "slurmctld refuses to change it",
    };
    char *line = comment_line(decision);
    struct note note = {.job = decision->job, .line = line};
    struct child child = {
        .function = write_note,
        .function_data = &note,
        .deadline = seconds,
    };
    enum child_end end;
    int result = 0;

    if (!line)
        return error_memory(error);
    end = seconds > 0 ? child_run(&child) : CHILD_LATE;
    if (end == CHILD_LATE)
        result = error_set(error, TOPOMAP_INTERNAL, "slurmctld did not answer in time");
    else if (end != CHILD_DONE && child.status > WRITTEN && child.status <= REFUSED)
        result = error_set(error, TOPOMAP_IMPOSSIBLE, "%s", reasons[child.status]);
    else if (end != CHILD_DONE)
        result = error_set(error, TOPOMAP_INTERNAL, "a copy of srun %s", child.complaint);
    child_free(&child);
    free(line);
    return result;
}
