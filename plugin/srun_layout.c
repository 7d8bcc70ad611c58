/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_layout.h"

#include "base/order.h"
#include "srun_memory_read.h"

#define SPANK_MAGIC 0x00a5a500
#define HOSTS_MAX (16U << 20)

/* Private structures of Slurm, the same from 22.05 to 26.05 (plugstack.c and spank.c). */
struct handle {
    int magic;
    void *plugin;
    int phase;
    void *job;
    void *task;
    void *stack;
};

struct launcher {
    uid_t uid;
    gid_t gid;
    uint32_t jobid;
    uint32_t stepid;
    slurm_step_layout_t *step_layout;
    int argc;
    char **argv;
};

static int refuse(struct topomap_error *error, const char *what)
{
    return error_set(error, TOPOMAP_IMPOSSIBLE, "srun's step layout was not found: %s", what);
}

/* The launcher structure is only accepted if it agrees with everything that SPANK says about it. */
static int find_launcher(spank_t spank, struct launcher *launcher, struct topomap_error *error)
{
    struct handle handle;
    struct launcher told = {0};

    if (memory_read(&handle, spank, sizeof handle) < 0 || handle.magic != SPANK_MAGIC)
        return refuse(error, "no SPANK handle");
    if (memory_read(launcher, handle.job, sizeof *launcher) < 0)
        return refuse(error, "no launcher");
    if (spank_get_item(spank, S_JOB_UID, &told.uid) ||
        spank_get_item(spank, S_JOB_GID, &told.gid) ||
        spank_get_item(spank, S_JOB_ID, &told.jobid) ||
        spank_get_item(spank, S_JOB_STEPID, &told.stepid) ||
        spank_get_item(spank, S_JOB_ARGV, &told.argc, &told.argv))
        return refuse(error, "SPANK does not describe the job");
    if (told.uid != launcher->uid || told.gid != launcher->gid || told.jobid != launcher->jobid ||
        told.stepid != launcher->stepid || told.argc != launcher->argc ||
        told.argv != launcher->argv)
        return refuse(error, "the launcher is that of another step");
    return 0;
}

/* The length of the text at `hosts`, or -1 if it cannot be read. */
static ssize_t hosts_length(const char *hosts)
{
    char part[64];
    size_t size;

    for (size_t length = 0; length < HOSTS_MAX; length += size) {
        const char *stop;

        /* Read aligned parts, so that a mapping that ends right after the text does no harm. */
        size = sizeof part - ((uintptr_t)hosts + length) % sizeof part;
        if (memory_read(part, hosts + length, size) < 0)
            return -1;
        stop = memchr(part, '\0', size);
        if (stop)
            return (ssize_t)length + (stop - part);
    }
    return -1;
}

static int copy_hosts(struct layout *layout, const char *hosts, struct topomap_error *error)
{
    ssize_t length = hosts_length(hosts);
    slurm_hostlist list;
    int count;

    if (length < 0)
        return refuse(error, "no node list");
    layout->hosts = strndup(hosts, (size_t)length);
    list = layout->hosts ? slurm_hostlist_create(layout->hosts) : NULL;
    if (!list)
        return error_memory(error);
    count = slurm_hostlist_count(list);
    slurm_hostlist_destroy(list);
    return count == (int)layout->nodes
               ? 0
               : refuse(error, "its node list differs in length from the step's");
}

/* Copy the ranks of all nodes, and check that they are a permutation. */
static int copy_tids(struct layout *layout, uint8_t *seen, struct topomap_error *error)
{
    size_t at = 0;

    for (uint32_t node = 0; node < layout->nodes; node++) {
        uint32_t *tids = layout->tids + at;
        uint32_t tasks = layout->tasks[node];

        if (tasks > layout->ranks - at ||
            (tasks && memory_read(tids, layout->rows[node], tasks * sizeof *tids) < 0))
            return refuse(error, "no task ids");
        for (uint32_t i = 0; i < tasks; i++) {
            if (tids[i] >= layout->ranks || seen[tids[i]]++)
                return refuse(error, "its task ids are not a permutation");
        }
        qsort(tids, tasks, sizeof *tids, ascending_numbers);
        at += tasks;
    }
    return at == layout->ranks ? 0 : refuse(error, "task ids are missing");
}

static int copy_counts(struct layout *layout, const slurm_step_layout_t *step,
                       struct topomap_error *error)
{
    uint16_t *tasks = array_raw(layout->nodes, sizeof *tasks);
    int result = 0;

    layout->tasks = array_raw(layout->nodes, sizeof *layout->tasks);
    layout->rows = array_raw(layout->nodes, sizeof *layout->rows);
    layout->tids = array_raw(layout->ranks, sizeof *layout->tids);
    if (!tasks || !layout->tasks || !layout->rows || !layout->tids)
        result = error_memory(error);
    else if (memory_read(tasks, step->tasks, layout->nodes * sizeof *tasks) < 0 ||
             memory_read(layout->rows, step->tids, layout->nodes * sizeof *layout->rows) < 0)
        result = refuse(error, "no task counts");
    for (uint32_t node = 0; result == 0 && node < layout->nodes; node++)
        layout->tasks[node] = tasks[node];
    free(tasks);
    return result;
}

static int copy_step(struct layout *layout, spank_t spank, const slurm_step_layout_t *step,
                     struct topomap_error *error)
{
    uint32_t nodes, ranks;
    uint8_t *seen;
    int result;

    if (spank_get_item(spank, S_JOB_NNODES, &nodes) ||
        spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &ranks) || step->node_cnt != nodes ||
        step->task_cnt != ranks || nodes == 0 || ranks == 0 || ranks > TOPOMAP_MAX_RANKS)
        return refuse(error, "its numbers of tasks differ from the step's");
    if ((step->task_dist & SLURM_DIST_STATE_BASE) == SLURM_DIST_ARBITRARY)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the user chose an arbitrary distribution");
    layout->nodes = nodes;
    layout->ranks = ranks;
    if (copy_counts(layout, step, error) < 0 || copy_hosts(layout, step->node_list, error) < 0)
        return -1;
    seen = array_new(ranks, 1);
    if (!seen)
        return error_memory(error);
    result = copy_tids(layout, seen, error);
    free(seen);
    return result;
}

int layout_find(struct layout *layout, spank_t spank, struct topomap_error *error)
{
    struct launcher launcher;
    slurm_step_layout_t step;

    *layout = (struct layout){0};
#ifdef SLURM_UNCHECKED
    return refuse(error, "topomap does not know this release of Slurm yet");
#endif
    if (find_launcher(spank, &launcher, error) < 0)
        return -1;
    if (memory_read(&step, launcher.step_layout, sizeof step) < 0)
        return refuse(error, "there is none");
    if (copy_step(layout, spank, &step, error) < 0) {
        layout_free(layout);
        return -1;
    }
    layout->step = launcher.step_layout;
    return 0;
}

void layout_free(struct layout *layout)
{
    free(layout->tasks);
    free(layout->tids);
    free(layout->hosts);
    free(layout->rows);
    *layout = (struct layout){0};
}

void layout_rewrite(struct layout *layout, const uint32_t *tids)
{
    size_t at = 0;

    for (uint32_t node = 0; node < layout->nodes; node++) {
        memcpy(layout->rows[node], tids + at, layout->tasks[node] * sizeof *tids);
        at += layout->tasks[node];
    }
    /* With this distribution mpi/pmi2 derives its process mapping from the task ids. With block or
     * cyclic it would compute the mapping itself, and MPI would look for its neighbours on wrong
     * nodes. */
    layout->step->task_dist =
        (layout->step->task_dist & ~(uint32_t)SLURM_DIST_STATE_BASE) | SLURM_DIST_PLANE;
}
