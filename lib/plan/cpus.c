/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/cpus.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "machine/nodetree.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* How the slots of an allocation are numbered. */
struct numbers {
    uint32_t pus;    /* of a slot */
    uint32_t *start; /* [ranks]: first PU of each slot, in tree order, node after node */
    uint32_t *core;  /* [PUs of the tree]: core of each PU; NULL: slots list PUs */
};

static uint32_t slot_pus(const struct topomap_request *r)
{
    return r->pus_per_task ? r->pus_per_task : 1;
}

/* [ranks], freed by the caller; NULL when memory runs out. */
static uint32_t *cut(const struct topomap_request *r)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *start = array_raw(a->ranks, sizeof *start);

    if (start && r->nodetree &&
        nodetree_cut_all(r->nodetree, a, slot_pus(r), r->slot_order, start) < 0) {
        free(start);
        return NULL;
    }
    for (uint32_t node = 0; start && !r->nodetree && node < a->nodes; node++) {
        for (uint32_t slot = 0; slot < a->tasks[node]; slot++)
            start[a->first[node] + slot] = slot * slot_pus(r);
    }
    return start;
}

static int check_size(const struct topomap_request *r, const char *format,
                      struct topomap_error *error)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t node = r->nodetree ? topomap_nodetree_crowded(r->nodetree, a, slot_pus(r)) : a->nodes;

    if (node == a->nodes)
        return 0;
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "format '%s': the node tree has %u CPUs, too few for %u tasks of %u on %s",
                     format, r->nodetree->pus, a->tasks[node], slot_pus(r),
                     topomap_allocation_host(a, node));
}

int cpus_check_rankfile(const struct topomap_plan *plan, const struct topomap_request *r,
                        struct topomap_error *error)
{
    (void)plan;
    return check_size(r, "rankfile", error);
}

static bool whole_cores(const struct topomap_nodetree *tree, const struct numbers *numbers,
                        uint32_t slots)
{
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t first = numbers->start[i], end = first + numbers->pus;

        if (tree->next_core[first] != first || tree->next_core[end] != end)
            return false;
    }
    return true;
}

/* [pus], freed by the caller; NULL when memory runs out. */
static uint32_t *cores_of(const struct topomap_nodetree *tree)
{
    uint32_t *core = array_raw(tree->pus, sizeof *core);

    for (uint32_t i = 0; core && i < tree->cores; i++) {
        for (uint32_t pu = tree->core[i]; pu < tree->core[i + 1]; pu++)
            core[pu] = i;
    }
    return core;
}

static void print_rank(struct text *text, const struct topomap_plan *plan,
                       const struct topomap_allocation *a, const struct numbers *numbers,
                       uint32_t rank)
{
    uint32_t node = plan->placement[rank];
    uint32_t first = numbers->start[a->first[node] + plan->slots[rank]];
    uint32_t last = first + numbers->pus - 1;

    if (numbers->core) {
        first = numbers->core[first];
        last = numbers->core[last];
    }
    text_printf(text, "rank %u=%s slot=%u", rank, topomap_allocation_host(a, node), first);
    if (last > first)
        text_printf(text, "-%u", last);
    text_puts(text, "\n");
}

void cpus_print_rankfile(struct text *text, const struct topomap_plan *plan,
                         const struct topomap_request *r)
{
    struct numbers numbers = {.pus = slot_pus(r), .start = cut(r)};
    bool cores = numbers.start && r->nodetree &&
                 whole_cores(r->nodetree, &numbers, r->allocation->ranks);

    if (cores)
        numbers.core = cores_of(r->nodetree);
    if (!numbers.start || (cores && !numbers.core)) {
        text->failed = true;
    } else {
        if (r->nodetree && !cores)
            text_puts(text, "# slots are hardware threads: mpirun --use-hwthread-cpus\n");
        for (uint32_t rank = 0; rank < plan->ranks; rank++)
            print_rank(text, plan, r->allocation, &numbers, rank);
    }
    free(numbers.start);
    free(numbers.core);
}

/* The first PU of each task of each node, [ranks], node after node and on each in the order of its
 * ranks; freed by the caller. NULL when memory runs out. */
static uint32_t *starts_by_task(const struct topomap_plan *plan, const struct topomap_request *r)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *start = cut(r), *task = array_raw(a->ranks, sizeof *task);
    uint32_t *next = array_new(a->nodes, sizeof *next);

    if (!start || !task || !next) {
        free(task);
        task = NULL;
    }
    for (uint32_t rank = 0; task && rank < plan->ranks; rank++) {
        uint32_t node = plan->placement[rank];

        task[a->first[node] + next[node]++] = start[a->first[node] + plan->slots[rank]];
    }
    free(start);
    free(next);
    return task;
}

/* The node with the most tasks: a list for it is long enough for all. */
static uint32_t fullest(const struct topomap_allocation *a)
{
    uint32_t full = 0;

    for (uint32_t node = 1; node < a->nodes; node++)
        full = a->tasks[node] > a->tasks[full] ? node : full;
    return full;
}

int cpus_check_bind(const struct topomap_plan *plan, const struct topomap_request *r,
                    struct topomap_error *error)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t full = fullest(a), *task;
    int result = check_size(r, "cpu-bind", error);

    if (result < 0)
        return -1;
    task = starts_by_task(plan, r);
    if (!task)
        return error_memory(error);
    for (uint32_t node = 0; node < a->nodes && result == 0; node++) {
        if (a->tasks[node] && memcmp(task + a->first[node], task + a->first[full],
                                     a->tasks[node] * sizeof *task) != 0)
            result = error_set(error, TOPOMAP_IMPOSSIBLE,
                               "format 'cpu-bind': %s and %s need different lists, and srun takes "
                               "one for all nodes", topomap_allocation_host(a, full),
                               topomap_allocation_host(a, node));
    }
    free(task);
    return result;
}

/* A mask of `words` words of 32 bits, the least significant one first. */
static void print_mask(struct text *text, const uint32_t *mask, uint32_t words)
{
    while (words > 1 && !mask[words - 1])
        words--;
    text_printf(text, "0x%x", mask[words - 1]);
    while (--words > 0)
        text_printf(text, "%08x", mask[words - 1]);
}

void cpus_print_bind(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *r)
{
    const struct topomap_allocation *a = r->allocation;
    const struct topomap_nodetree *tree = r->nodetree;
    uint32_t full = fullest(a), *task = starts_by_task(plan, r);
    uint32_t words = (tree ? tree->os_limit : a->tasks[full] * slot_pus(r)) / 32 + 1;
    uint32_t *mask = array_raw(words, sizeof *mask);

    if (!task || !mask)
        text->failed = true;
    text_puts(text, "mask_cpu:");
    for (uint32_t i = a->first[full]; task && mask && i < a->first[full + 1]; i++) {
        memset(mask, 0, words * sizeof *mask);
        for (uint32_t pu = task[i]; pu < task[i] + slot_pus(r); pu++) {
            uint32_t cpu = tree ? tree->os[pu] : pu;

            mask[cpu / 32] |= UINT32_C(1) << cpu % 32;
        }
        text_puts(text, i > a->first[full] ? "," : "");
        print_mask(text, mask, words);
    }
    text_puts(text, "\n");
    free(task);
    free(mask);
}
