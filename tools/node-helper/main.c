/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap-node-helper: reads from standard input which CPUs a step may use on this node, and writes
 * the slots of its tasks to standard output (lib/wire/binding.h). The Slurm plugin runs it once on
 * each node of a step, to keep code that examines the hardware out of slurmstepd.
 */
#include "common/cli.h"
#include "common/policy.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "wire/binding.h"
#include "wire/idlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#define MAX_INPUT 65536
#define MAX_CPUS UINT16_MAX

static const char *policy_path;

static const struct cli_option options[] = {
    {"policy", 0, "FILE", "say whether the site's policy switches topomap off", &policy_path, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap-node-helper",
    "[--policy FILE] < QUESTION > ANSWER",
    "Cut a node into slots; the Slurm plugin runs this.",
    NULL,
    options,
};

/* The CPUs of a list, and each of them as a list. */
struct cpus {
    uint32_t *ids;
    char **names;
    uint32_t count;
};

static void cpus_free(struct cpus *cpus)
{
    for (uint32_t i = 0; cpus->names && i < cpus->count; i++)
        free(cpus->names[i]);
    free(cpus->names);
    free(cpus->ids);
}

static int cpus_parse(struct cpus *cpus, const char *list, struct topomap_error *error)
{
    const char *end = list + strlen(list);
    int64_t count = idlist_count(list, end, MAX_CPUS);
    char name[16];

    if (count < 1)
        return error_set(error, TOPOMAP_INPUT, "'%s' is not a list of CPUs", list);
    cpus->ids = array_raw((size_t)count, sizeof *cpus->ids);
    cpus->names = array_new((size_t)count, sizeof *cpus->names);
    if (!cpus->ids || !cpus->names)
        return error_memory(error);
    if (idlist_parse(&list, end, MAX_CPUS, cpus->ids, (size_t)count) < 0 || list != end)
        return error_set(error, TOPOMAP_INPUT, "that is not a list of CPUs");
    cpus->count = (uint32_t)count;
    for (uint32_t i = 0; i < cpus->count; i++) {
        snprintf(name, sizeof name, "%u", cpus->ids[i]);
        cpus->names[i] = strdup(name);
        if (!cpus->names[i])
            return error_memory(error);
    }
    return 0;
}

/* Fill in the allowed CPUs in the order of the tree. */
static int fill_order(struct wire_slots *slots, const struct topomap_nodetree *tree,
                      const struct cpus *cpus, struct topomap_error *error)
{
    uint32_t *order = array_raw(cpus->count, sizeof *order);
    int result = order ? 0 : error_memory(error);

    if (result == 0)
        result = topomap_nodetree_sort(tree, cpus->count, (const char *const *)cpus->names, order,
                                       error);
    slots->order = result == 0 ? array_raw(cpus->count, sizeof *slots->order) : NULL;
    if (result == 0 && !slots->order)
        result = error_memory(error);
    for (uint32_t i = 0; result == 0 && i < cpus->count; i++)
        slots->order[i] = cpus->ids[order[i]];
    slots->pus = result == 0 ? cpus->count : 0;
    free(order);
    return result;
}

static int give_reason(struct wire_slots *slots, const char *format, uint32_t a, uint32_t b,
                       struct topomap_error *error) __attribute__((format(printf, 2, 0)));

static int give_reason(struct wire_slots *slots, const char *format, uint32_t a, uint32_t b,
                       struct topomap_error *error)
{
    struct text text = {0};

    text_printf(&text, format, a, b);
    slots->reason = text_take(&text);
    return slots->reason ? 0 : error_memory(error);
}

/*
 * Cut the slots. A step that sees more cores than it was allocated shares the node with others,
 * which might get the same ones: then no slots are cut.
 */
static int fill_slots(struct wire_slots *slots, const struct topomap_nodetree *tree,
                      const struct wire_binding *question, struct topomap_error *error)
{
    uint32_t pus = question->pus;
    uint32_t have = topomap_nodetree_pus(tree);

    if (question->cores == 0)
        return give_reason(slots, "Slurm does not say which of the %u cores that the step sees are "
                                  "allocated to its %u tasks",
                           topomap_nodetree_cores(tree), question->tasks, error);
    if (topomap_nodetree_cores(tree) > question->cores)
        return give_reason(slots, "the step sees %u cores but was allocated %u",
                           topomap_nodetree_cores(tree), question->cores, error);
    if (pus == 0)
        pus = have / question->tasks;
    if (pus == 0 || have / pus < question->tasks)
        return give_reason(slots, "%u CPUs are too few for %u tasks", have, question->tasks, error);
    slots->slots = array_new(question->tasks, sizeof *slots->slots);
    if (!slots->slots)
        return error_memory(error);
    slots->tasks = question->tasks;
    return topomap_nodetree_slots(tree, question->tasks, pus, question->slot_order, slots->slots,
                                  error);
}

static int answer(const struct wire_binding *question, struct wire_slots *slots,
                  struct topomap_error *error)
{
    struct topomap_nodetree *tree = topomap_nodetree_create("self", question->allowed, error);
    struct cpus cpus = {0};
    int result = -1;

    if (tree && cpus_parse(&cpus, question->allowed, error) == 0 &&
        fill_order(slots, tree, &cpus, error) == 0)
        result = fill_slots(slots, tree, question, error);
    cpus_free(&cpus);
    topomap_nodetree_destroy(tree);
    return result;
}

static char *answer_text(const char *text, size_t length, struct topomap_error *error)
{
    struct wire_binding question = {0};
    struct wire_slots slots = {0};
    size_t size;
    char *result = NULL;

    if (wire_binding_parse(&question, text, length, error) == 0 &&
        answer(&question, &slots, error) == 0) {
        result = wire_slots_print(&slots, &size);
        if (!result)
            error_memory(error);
    }
    wire_binding_free(&question);
    wire_slots_free(&slots);
    return result;
}

int main(int argc, char **argv)
{
    struct topomap_error error;
    size_t length;
    int code, result;
    char *text, *reply;

    /* The file's mode, 0711, has the same effect, except if fs.suid_dumpable is 1. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (cli_parse(&command, argc, argv, &code) < 0)
        return code;
    text = cli_read("-", MAX_INPUT, &length, &error);
    if (policy_path)
        reply = policy_answer(policy_path, NULL, &error);
    else
        reply = text ? answer_text(text, length, &error) : NULL;
    result = reply ? cli_write(NULL, reply, &error) : -1;
    free(text);
    free(reply);
    return result < 0 ? cli_fail(&command, &error) : TOPOMAP_OK;
}
