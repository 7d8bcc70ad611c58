/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_tasks.h"

#include "base/file.h"
#include "base/text.h"
#include "stepd_binding.h"
#include "stepd_helper.h"
#include "transport.h"
#include "wire/binding.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Set before the tasks are forked; each task has its copy. Without tasks there is nothing to do. */
static struct binding binding;

/* Each task ends before its program runs. */
static bool refused;

/* The user wants to see how tasks are bound. */
static bool verbose;

/* The most nodes that print it; more would bury the job's output. */
#define VERBOSE_NODES 32

/* Report a problem on a node. Errors appear on the user's terminal: the first node shows a problem
 * of all nodes there, and the others only log it. */
static void report(spank_t spank, const char *what)
{
    uint32_t node;

    if (spank_get_item(spank, S_JOB_NODEID, &node) == ESPANK_SUCCESS && node > 0)
        say("%s; tasks stay as Slurm bound them", what);
    else
        complain("%s; tasks stay as Slurm bound them", what);
}

/* Take the plan out of the environment of the job, which is not that of this process. NULL if there
 * is none. */
static char *import_plan(spank_t spank)
{
    char *part = array_raw(TRANSPORT_PART + 1, 1), *plan;
    struct text text = {0};
    char name[64];

    for (unsigned i = 0; part && i < TRANSPORT_PARTS; i++) {
        transport_name(name, sizeof name, i);
        if (spank_getenv(spank, name, part, TRANSPORT_PART + 1) != ESPANK_SUCCESS)
            break;
        text_puts(&text, part);
        spank_unsetenv(spank, name);
    }
    free(part);
    if (text.length == 0 && !text.failed)
        return NULL;
    plan = text_take(&text);
    if (!plan)
        report(spank, "out of memory");
    return plan;
}

/* Read the plan for this node. Returns false if there is none. */
static bool read_plan(spank_t spank, struct transport *plan)
{
    char *text = import_plan(spank);
    struct topomap_error error;
    uint32_t job, step, node;
    bool good = false;

    if (!text)
        return false;
    if (spank_get_item(spank, S_JOB_ID, &job) || spank_get_item(spank, S_JOB_STEPID, &step) ||
        spank_get_item(spank, S_JOB_NODEID, &node) ||
        spank_get_item(spank, S_JOB_LOCAL_TASK_COUNT, &binding.tasks)) {
        report(spank, "SPANK does not describe the step");
    } else {
        binding.slots = array_new(binding.tasks, sizeof *binding.slots);
        if (!binding.slots)
            report(spank, "out of memory");
        else if (transport_decode(text, node, binding.tasks, plan, binding.slots, &error) < 0)
            report(spank, error.text);
        else
            /* A plan of another step was inherited, and is ignored. */
            good = plan->job == job && plan->step == step;
    }
    free(text);
    return good;
}

/* Cores allocated to the step on this node; 0 if Slurm does not say. */
static uint32_t allocated_cores(spank_t spank)
{
    cpu_set_t cores;
    char *list = NULL;

    if (spank_get_item(spank, S_STEP_ALLOC_CORES, &list) || !list ||
        cpus_parse_list(&cores, list, strlen(list)) < 0)
        return 0;
    return (uint32_t)CPU_COUNT(&cores);
}

/* CPUs per task: as the user asked, else 0 for an equal share, so that a program with threads keeps
 * its CPUs. */
static uint32_t cpus_per_task(spank_t spank, const struct transport *plan)
{
    uint32_t cpus;

    if (plan->cpus == 0 || spank_get_item(spank, S_STEP_CPUS_PER_TASK, &cpus))
        return plan->cpus;
    return cpus;
}

static int run_helper(const struct settings *site, const struct wire_binding *question,
                      struct topomap_error *error)
{
    struct child child = {0};
    size_t length;
    char *input = wire_binding_print(question, &length);
    int result;

    if (!input)
        return error_memory(error);
    result = helper_run(site, NULL, input, length, &child, error);
    if (result == 0)
        result = binding_answer(&binding, child.output, child.output_length, error);
    child_free(&child);
    free(input);
    return result;
}

/* Why there is nothing to bind, if that can be seen without looking at the hardware; else NULL. */
static const char *obstacle(const struct wire_binding *question)
{
    if ((uint32_t)CPU_COUNT(&binding.allowed) / (question->pus ? question->pus : 1) <
        question->tasks)
        return "there are too few CPUs for the tasks";
    /* Its equal share is all CPUs. */
    if (question->tasks == 1 && question->pus == 0)
        return "a single task keeps its CPUs";
    return NULL;
}

static void take_verbose(spank_t spank)
{
    uint32_t node;
    char text[4];

    verbose = spank_getenv(spank, VERBOSE_VARIABLE, text, sizeof text) == ESPANK_SUCCESS &&
              spank_get_item(spank, S_JOB_NODEID, &node) == ESPANK_SUCCESS &&
              node < VERBOSE_NODES;
    spank_unsetenv(spank, VERBOSE_VARIABLE);
}

/* Remove what srun made empty. */
static void forget_outer_step(spank_t spank)
{
    char text[2];

    for (size_t i = 0; transport_told[i]; i++) {
        if (spank_getenv(spank, transport_told[i], text, sizeof text) == ESPANK_SUCCESS && !*text)
            spank_unsetenv(spank, transport_told[i]);
    }
}

/* Fill `binding`, or leave it without slots if there is nothing to bind. */
static int ask_helper(spank_t spank, const struct settings *site, const struct transport *plan,
                      struct topomap_error *error)
{
    const char *why;
    char allowed[CPUS_TEXT];
    struct wire_binding question = {
        .allowed = allowed,
        .cores = allocated_cores(spank),
        .tasks = binding.tasks,
        .pus = cpus_per_task(spank, plan),
        .slot_order = plan->order,
    };

    if (sched_getaffinity(0, sizeof binding.allowed, &binding.allowed) < 0)
        return error_set(error, TOPOMAP_INTERNAL, "%s", strerror(errno));
    why = obstacle(&question);
    if (why) {
        whisper("tasks stay as Slurm bound them: %s", why);
        binding_free(&binding);
        return 0;
    }
    cpus_print_list(&binding.allowed, allowed);
    return run_helper(site, &question, error);
}

/* Whether srun refused this step. A refusal of another one was inherited. */
static void take_refusal(spank_t spank)
{
    char text[32], own[32];
    uint32_t job, step;

    if (spank_getenv(spank, REFUSED_VARIABLE, text, sizeof text) != ESPANK_SUCCESS)
        return;
    spank_unsetenv(spank, REFUSED_VARIABLE);
    if (spank_get_item(spank, S_JOB_ID, &job) || spank_get_item(spank, S_JOB_STEPID, &step))
        return;
    snprintf(own, sizeof own, "%u.%u", job, step);
    refused = strcmp(text, own) == 0;
}

void remote_node(spank_t spank, const struct settings *site)
{
    struct transport plan;
    struct topomap_error error;
    const char *why = NULL;

    take_refusal(spank);
    take_verbose(spank);
    forget_outer_step(spank);
    /* The plan is taken out of the environment even if it is not used. */
    if (!read_plan(spank, &plan) || !helper_enabled(site, &why)) {
        if (why)
            report(spank, why);
        binding_free(&binding);
        return;
    }
    if (ask_helper(spank, site, &plan, &error) < 0) {
        report(spank, error.text);
        binding_free(&binding);
    }
}

/* A variable of the task's environment, which this process does not have yet; "" if it is not
 * set. */
static const char *job_variable(char *const *environment, const char *name)
{
    size_t length = strlen(name);

    for (; environment && *environment; environment++) {
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
            return *environment + length + 1;
    }
    return "";
}

/* Bind this process. If the result is not exactly these CPUs, restore the previous mask. */
static int bind_self(const cpu_set_t *cpus)
{
    cpu_set_t before, after;

    if (sched_getaffinity(0, sizeof before, &before) < 0 ||
        sched_setaffinity(0, sizeof *cpus, cpus) < 0)
        return -1;
    if (sched_getaffinity(0, sizeof after, &after) == 0 && CPU_EQUAL(&after, cpus))
        return 0;
    sched_setaffinity(0, sizeof before, &before);
    return -1;
}

/* Write the masks of all local tasks as they are now. If they are too long remove those that Slurm
 * wrote, as they are no longer right. */
static void tell_masks(spank_t spank, const cpu_set_t *cpus)
{
    char *all = binding_text(cpus, binding.tasks);

    if (!all) {
        spank_unsetenv(spank, "SLURM_CPU_BIND");
        spank_unsetenv(spank, "SLURM_CPU_BIND_LIST");
        spank_unsetenv(spank, "SLURM_CPU_BIND_TYPE");
        return;
    }
    spank_setenv(spank, "SLURM_CPU_BIND", all, 1);
    spank_setenv(spank, "SLURM_CPU_BIND_LIST", strchr(all, ':') + 1, 1);
    spank_setenv(spank, "SLURM_CPU_BIND_TYPE", "mask_cpu:", 1);
    free(all);
}

static void tell(spank_t spank, enum binding_way way, uint32_t task)
{
    char slot[16];

    snprintf(slot, sizeof slot, "%u", binding.slots[task]);
    spank_setenv(spank, "SLURM_TOPOMAP_BIND", way == BINDING_CUT ? "cut" : "permuted", 1);
    spank_setenv(spank, "SLURM_TOPOMAP_SLOT", slot, 1);
}

/*
 * The first task of a node tells the user the CPUs of the ranks there, as srun's --cpu-bind=verbose
 * does: on its own standard error. It prints all `cpus`, or why they stay as Slurm bound them.
 */
static void show(spank_t spank, char *const *environment, const cpu_set_t *cpus, const char *why)
{
    struct text text = {0};
    char list[CPUS_TEXT];
    char *line;

    text_printf(&text, "topomap: %s:", job_variable(environment, "SLURMD_NODENAME"));
    for (uint32_t task = 0; cpus && task < binding.tasks; task++) {
        uint32_t rank;

        if (spank_get_item(spank, S_JOB_LOCAL_TO_GLOBAL_ID, task, &rank))
            continue;
        cpus_print_list(&cpus[task], list);
        text_printf(&text, "%s rank %u on CPU%s %s", task ? "," : "", rank,
                    CPU_COUNT(&cpus[task]) == 1 ? "" : "s", list);
    }
    text_puts(&text, cpus ? "\n" : " tasks stay as Slurm bound them: ");
    if (!cpus)
        text_printf(&text, "%s\n", why);
    line = text_take(&text);
    if (line)
        file_write_all(STDERR_FILENO, line, strlen(line)); /* at once: other nodes write theirs */
    free(line);
}

/* The CPUs of all tasks: see binding_get. `masks` is room for it. */
static enum binding_way choose(char *const *environment, cpu_set_t *masks, cpu_set_t *cpus,
                               const char **why)
{
    int given;

    /* Slurm has chosen the GPUs of each task already, by its local id and the CPUs of that id.
     * Other CPUs could be far from them. */
    if (*job_variable(environment, "SLURM_STEP_GPUS")) {
        *why = "the step has GPUs, which are close to the CPUs that Slurm chose";
        return BINDING_NONE;
    }
    *why = "Slurm's masks are not understood";
    given = binding_masks(job_variable(environment, "SLURM_CPU_BIND_TYPE"),
                          job_variable(environment, "SLURM_CPU_BIND_LIST"), binding.tasks, masks);
    return given < 0 ? BINDING_NONE : binding_get(&binding, given ? masks : NULL, cpus, why);
}

/* `masks` and `cpus` have room for one set per task. */
static void bind_task(spank_t spank, uint32_t task, cpu_set_t *masks, cpu_set_t *cpus)
{
    char **environment = NULL;
    enum binding_way way;
    const char *why;

    if (spank_get_item(spank, S_JOB_ENV, &environment))
        return;
    way = choose(environment, masks, cpus, &why);
    if (way != BINDING_NONE && bind_self(&cpus[task]) < 0) {
        way = BINDING_NONE;
        why = "the kernel refused the planned CPUs";
    }
    if (verbose && task == 0)
        show(spank, environment, way == BINDING_NONE ? NULL : cpus, why);
    if (way == BINDING_NONE) {
        whisper("task %u stays as Slurm bound it: %s", task, why);
        return;
    }
    tell_masks(spank, cpus);
    tell(spank, way, task);
}

/* mpi/pmix leaves the nodes of all ranks in the environment, which slurmstepd has read. For many
 * thousand ranks that are not in rows it is so long that Linux would refuse to execute the task. */
static void cut_process_map(spank_t spank)
{
    static const char name[] = "SLURM_PMIX_MAPPING_SERV";
    char *text = array_raw(TRANSPORT_PART, 1);

    if (text && spank_getenv(spank, name, text, TRANSPORT_PART) == ESPANK_NOSPACE)
        spank_unsetenv(spank, name);
    free(text);
}

void remote_task(spank_t spank)
{
    cpu_set_t *masks;
    uint32_t task;

    if (refused)
        _exit(EXIT_FAILURE);
    cut_process_map(spank);
    if (!binding.slots || spank_get_item(spank, S_TASK_ID, &task) || task >= binding.tasks)
        return;
    masks = array_new(binding.tasks, 2 * sizeof *masks);
    if (masks)
        bind_task(spank, task, masks, masks + binding.tasks);
    free(masks);
}
