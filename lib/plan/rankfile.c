/* SPDX-License-Identifier: BSD-3-Clause */
/* The format: orterun(1), "Rankfiles"; Open MPI 4 and PRRTE read it alike. */
#include "plan/rankfile.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "machine/nodetree.h"
#include "plan/plan.h"

#include <stdlib.h>

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

/* [ranks], freed by the caller; NULL when memory is out. */
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

int rankfile_check(const struct topomap_request *r, struct topomap_error *error)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *start = r->nodetree ? cut(r) : NULL;
    int result = 0;

    if (r->nodetree && !start)
        return error_memory(error);
    for (uint32_t node = 0; start && node < a->nodes && result == 0; node++) {
        if (a->tasks[node] && start[a->first[node]] == NODETREE_NONE)
            result = error_set(error, TOPOMAP_IMPOSSIBLE,
                               "format 'rankfile': the node tree has %u CPUs, too few for %u tasks "
                               "of %u on %s", r->nodetree->pus, a->tasks[node], slot_pus(r),
                               topomap_allocation_host(a, node));
    }
    free(start);
    return result;
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

/* [pus], freed by the caller; NULL when memory is out. */
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

void rankfile_print(struct text *text, const struct topomap_plan *plan,
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
