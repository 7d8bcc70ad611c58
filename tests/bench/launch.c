/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * launch RUNS PLUGIN LIBEXECDIR GRAPH NETWORK NODES TASKS measures what the plugin does in srun for
 * a step of NODES nodes (n0, n1, ...) with TASKS ranks each, without a Slurm of that size: this
 * program takes srun's place. Prints medians in milliseconds: the time that srun would wait, and
 * the CPU time of the planner and of the plugin itself (which finds the layout, writes the request,
 * reads and checks the answer, and exports it); then by how much the step's environment grows, and
 * the peak memory of this program.
 */
#define _GNU_SOURCE
#include "common.h"

#include "base/clock.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define MAX_RUNS 100
#define SPANK_MAGIC 0x00a5a500

extern char **environ;

/* The step that is launched repeatedly; both structures are srun's (srun_layout.c). */
static slurm_step_layout_t step;
static struct {
    uid_t uid;
    gid_t gid;
    uint32_t jobid, stepid;
    slurm_step_layout_t *layout;
    int argc;
    char **argv;
} launcher = {.jobid = 1, .layout = &step, .argc = 1};
static struct {
    int magic;
    void *plugin;
    int phase;
    void *job, *task, *stack;
} handle = {.magic = SPANK_MAGIC, .job = &launcher};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "launch: %s%s%s\n", what, why ? ": " : "", why ? why : "");
    exit(1);
}

/* ---- what srun and Slurm's library have ------------------------------------------------------ */

spank_err_t spank_get_item(spank_t spank, spank_item_t item, ...)
{
    va_list args;
    void *out;

    (void)spank;
    va_start(args, item);
    out = va_arg(args, void *);
    switch (item) {
    case S_JOB_UID: *(uid_t *)out = launcher.uid; break;
    case S_JOB_GID: *(gid_t *)out = launcher.gid; break;
    case S_JOB_ID: *(uint32_t *)out = launcher.jobid; break;
    case S_JOB_STEPID: *(uint32_t *)out = launcher.stepid; break;
    case S_JOB_NNODES: *(uint32_t *)out = step.node_cnt; break;
    case S_JOB_TOTAL_TASK_COUNT: *(uint32_t *)out = step.task_cnt; break;
    case S_JOB_ARGV:
        *(int *)out = launcher.argc;
        *va_arg(args, char ***) = launcher.argv;
        break;
    default: fail("an item that this program does not have", NULL);
    }
    va_end(args);
    return ESPANK_SUCCESS;
}

spank_context_t spank_context(void)
{
    return S_CTX_LOCAL;
}

int spank_remote(spank_t spank)
{
    (void)spank;
    return 0;
}

static struct spank_option *options[8];
static size_t option_count;

spank_err_t spank_option_register(spank_t spank, struct spank_option *option)
{
    (void)spank;
    if (option_count == sizeof options / sizeof options[0])
        return ESPANK_ERROR;
    options[option_count++] = option;
    return ESPANK_SUCCESS;
}

static char said[4096];

static void keep(const char *format, va_list args)
{
    vsnprintf(said, sizeof said, format, args);
}

void slurm_info(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    keep(format, args);
    va_end(args);
}

void slurm_error(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    keep(format, args);
    va_end(args);
}

void slurm_verbose(const char *format, ...)
{
    (void)format;
}

/* A host list, expanded. */
struct names {
    char **name;
    uint32_t count, next;
};

slurm_hostlist slurm_hostlist_create(const char *text)
{
    struct names *names = calloc(1, sizeof *names);

    if (!names || topomap_hostlist_expand(text, &names->name, &names->count, NULL) < 0)
        fail("wrong host list", text);
    return (slurm_hostlist)names;
}

int slurm_hostlist_count(slurm_hostlist list)
{
    return (int)((struct names *)list)->count;
}

char *slurm_hostlist_shift(slurm_hostlist list)
{
    struct names *names = (struct names *)list;

    return names->next < names->count ? strdup(names->name[names->next++]) : NULL;
}

void slurm_hostlist_destroy(slurm_hostlist list)
{
    struct names *names = (struct names *)list;

    topomap_hostlist_free(names->name, names->count);
    free(names);
}

int slurm_load_node_single(node_info_msg_t **answer, char *name, uint16_t flags)
{
    static node_info_t node = {.sockets = 2, .threads = 1};
    static node_info_msg_t nodes = {.record_count = 1, .node_array = &node};

    (void)name, (void)flags;
    node.cores = (uint16_t)((step.tasks[0] + 1) / 2);
    *answer = &nodes;
    return SLURM_SUCCESS;
}

void slurm_free_node_info_msg(node_info_msg_t *nodes)
{
    (void)nodes;
}

/* Whether the step still exists: no answer, as from a busy controller. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
int slurm_get_job_steps(slurm_step_id_t *id, job_step_info_response_msg_t **steps, uint16_t flags)
{
    (void)id, (void)steps, (void)flags;
    return SLURM_ERROR;
}
#else
int slurm_get_job_steps(time_t since, uint32_t job, uint32_t number,
                        job_step_info_response_msg_t **steps, uint16_t flags)
{
    (void)since, (void)job, (void)number, (void)steps, (void)flags;
    return SLURM_ERROR;
}
#endif

/* ---- runs ------------------------------------------------------------------------------------ */

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory)
        fail("out of memory", NULL);
    return memory;
}

static void make_step(uint32_t nodes, uint32_t tasks)
{
    static char hosts[32];
    static char *argv[] = {"true", NULL};

    snprintf(hosts, sizeof hosts, "n[0-%u]", nodes - 1);
    launcher.uid = getuid();
    launcher.gid = getgid();
    launcher.argv = argv;
    step.node_cnt = nodes;
    step.task_cnt = nodes * tasks;
    step.node_list = hosts;
    step.tasks = room(nodes, sizeof *step.tasks);
    step.tids = room(nodes, sizeof *step.tids);
    for (uint32_t node = 0; node < nodes; node++) {
        step.tasks[node] = (uint16_t)tasks;
        step.tids[node] = room(tasks, sizeof **step.tids);
    }
}

/* Ranks in blocks, as Slurm lays them out. */
static void reset_step(uint32_t tasks)
{
    step.task_dist = SLURM_DIST_BLOCK;
    for (uint32_t rank = 0; rank < step.task_cnt; rank++)
        step.tids[rank / tasks][rank % tasks] = rank;
}

static void give_option(const char *name, const char *value)
{
    for (size_t i = 0; i < option_count; i++) {
        if (strcmp(options[i]->name, name) == 0) {
            options[i]->cb(options[i]->val, value, 0);
            return;
        }
    }
    fail("no such option", name);
}

typedef int (*callback)(spank_t spank, int count, char **arguments);

static void *symbol(void *plugin, const char *name)
{
    void *found = dlsym(plugin, name);

    if (!found)
        fail("no such symbol", name);
    return found;
}

static void *load(const char *path, const char *libexecdir, const char *graph, const char *network)
{
    void *plugin = dlopen(path, RTLD_LAZY);
    char folder[4096], settings[4096];
    char *arguments[] = {folder};

    if (!plugin)
        fail("cannot load the plugin", dlerror());
    snprintf(folder, sizeof folder, "libexecdir=%s", libexecdir);
    snprintf(settings, sizeof settings, "deadline=600,topology=%s", network);
    ((callback)symbol(plugin, "slurm_spank_init"))((spank_t)&handle, 1, arguments);
    give_option("topomap", graph);
    give_option("topomap-opts", settings);
    ((callback)symbol(plugin, "slurm_spank_init_post_opt"))((spank_t)&handle, 1, arguments);
    return plugin;
}

static double cpu(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
}

static size_t environment_size(void)
{
    size_t size = 0;

    for (char **variable = environ; *variable; variable++)
        size += strlen(*variable) + 1;
    return size;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/* Launch this often, after one launch that is not measured. */
static void launch(callback hook, int runs, uint32_t tasks)
{
    static double wall[MAX_RUNS + 1], planner[MAX_RUNS + 1], self[MAX_RUNS + 1];
    size_t before = environment_size();
    struct rusage usage;

    for (int i = 0; i <= runs; i++) {
        double start = clock_seconds() * 1e3, children = cpu(RUSAGE_CHILDREN),
               own = cpu(RUSAGE_SELF);

        reset_step(tasks);
        hook((spank_t)&handle, 0, NULL);
        wall[i] = clock_seconds() * 1e3 - start;
        planner[i] = cpu(RUSAGE_CHILDREN) - children;
        self[i] = cpu(RUSAGE_SELF) - own;
        if ((step.task_dist & SLURM_DIST_STATE_BASE) != SLURM_DIST_PLANE)
            fail("the step was not placed", said);
    }
    getrusage(RUSAGE_SELF, &usage);
    printf("waits %.1f ms; cpu: planner %.1f ms, plugin %.1f ms; environment +%zu B, "
           "peak of the plugin %.1f MiB\n",
           median(wall + 1, runs), median(planner + 1, runs), median(self + 1, runs),
           environment_size() - before, (double)usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    int runs = argc == 8 ? atoi(argv[1]) : 0;
    int nodes = runs ? atoi(argv[6]) : 0, tasks = runs ? atoi(argv[7]) : 0;
    void *plugin;

    if (runs < 1 || runs > MAX_RUNS || nodes < 2 || nodes > 99999 || tasks < 1 ||
        tasks > UINT16_MAX)
        fail("wrong arguments", NULL);
    make_step((uint32_t)nodes, (uint32_t)tasks);
    plugin = load(argv[2], argv[3], argv[4], argv[5]);
    launch((callback)symbol(plugin, "slurm_spank_local_user_init"), runs, (uint32_t)tasks);
    return 0;
}
