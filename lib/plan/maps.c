/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/maps.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/places.h"
#include "plan/plan.h"

#include <stdlib.h>

#define FUJITSU_DIMS 3

static const char *host_of(const struct topomap_plan *plan, const struct topomap_request *r,
                           uint32_t rank)
{
    return topomap_allocation_host(r->allocation, plan->placement[rank]);
}

/* The first rank behind `rank` that is on another node. */
static uint32_t run_end(const struct topomap_plan *plan, uint32_t rank)
{
    uint32_t end = rank;

    while (end < plan->ranks && plan->placement[end] == plan->placement[rank])
        end++;
    return end;
}

void maps_print_hosts(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *r)
{
    for (uint32_t rank = 0; rank < plan->ranks; rank++) {
        text_puts(text, host_of(plan, r, rank));
        text_puts(text, "\n");
    }
}

void maps_print_mpich(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *r)
{
    for (uint32_t rank = 0, end; rank < plan->ranks; rank = end) {
        end = run_end(plan, rank);
        text_printf(text, "%s:%u\n", host_of(plan, r, rank), end - rank);
    }
}

void maps_print_slots(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *r)
{
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        text_printf(text, "%u %s %u\n", rank, host_of(plan, r, rank), plan->slots[rank]);
}

void maps_print_csv(struct text *text, const struct topomap_plan *plan,
                    const struct topomap_request *r)
{
    text_puts(text, "rank,host,node,slot\n");
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        text_printf(text, "%u,%s,%u,%u\n", rank, host_of(plan, r, rank), plan->placement[rank],
                    plan->slots[rank]);
}

void maps_print_bgmap(struct text *text, const struct topomap_plan *plan,
                      const struct topomap_request *r)
{
    struct places places;

    if (places_make(&places, r->allocation, NULL) < 0) {
        text->failed = true;
        return;
    }
    for (uint32_t rank = 0; rank < plan->ranks; rank++) {
        uint32_t node = plan->placement[rank];

        for (uint32_t d = 0; d < places.dims; d++) {
            text_number(text, places.at[(size_t)node * places.dims + d]);
            text_puts(text, " ");
        }
        text_number(text, places.first[node] + plan->slots[rank]);
        text_puts(text, "\n");
    }
    places_free(&places);
}

/* The rank on each slot of each node, [ranks], node after node; freed by the caller. */
static uint32_t *ranks_by_slot(struct text *text, const struct topomap_plan *plan,
                               const struct topomap_allocation *a)
{
    uint32_t *at = array_raw(plan->ranks, sizeof *at);

    if (!at)
        text->failed = true;
    for (uint32_t rank = 0; at && rank < plan->ranks; rank++)
        at[a->first[plan->placement[rank]] + plan->slots[rank]] = rank;
    return at;
}

void maps_print_cray(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *r)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *at = ranks_by_slot(text, plan, a);

    text_puts(text, "# MPICH_RANK_REORDER_METHOD=3\n");
    for (uint32_t node = 0; at && node < a->nodes; node++) {
        for (uint32_t i = a->first[node]; i < a->first[node + 1]; i++) {
            text_number(text, at[i]);
            text_puts(text, i + 1 < a->first[node + 1] ? "," : "\n");
        }
    }
    free(at);
}

void maps_print_fujitsu(struct text *text, const struct topomap_plan *plan,
                        const struct topomap_request *r)
{
    struct places places;

    if (places_make_single(&places, r->allocation, NULL) < 0) {
        text->failed = true;
        return;
    }
    for (uint32_t rank = 0; rank < plan->ranks; rank++) {
        const uint32_t *at = places.at + (size_t)plan->placement[rank] * places.dims;

        for (uint32_t d = 0; d < places.dims; d++) {
            text_puts(text, d ? "," : "(");
            text_number(text, at[d]);
        }
        text_puts(text, ")\n");
    }
    places_free(&places);
}

void maps_print_scotch(struct text *text, const struct topomap_plan *plan,
                       const struct topomap_request *r)
{
    (void)r;
    text_printf(text, "%u\n", plan->ranks);
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        text_printf(text, "%u\t%u\n", rank, plan->placement[rank]);
}

/* `ppn` ranks on each of `nodes` nodes from `node` on, `repeat` times one after the other. */
struct flux_block {
    uint32_t node, nodes, ppn, repeat;
};

static void print_block(struct text *text, const struct flux_block *block, bool first)
{
    text_printf(text, "%s[%u,%u,%u,%u]", first ? "" : ",", block->node, block->nodes, block->ppn,
                block->repeat);
}

void maps_print_flux(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *r)
{
    struct flux_block last = {0};
    bool first = true;

    (void)r;
    text_puts(text, "{\"version\":1,\"map\":[");
    for (uint32_t rank = 0; rank < plan->ranks;) {
        struct flux_block block = {.node = plan->placement[rank],
                                   .ppn = run_end(plan, rank) - rank, .repeat = 1};

        while (rank < plan->ranks && plan->placement[rank] == block.node + block.nodes &&
               run_end(plan, rank) - rank == block.ppn) {
            rank += block.ppn;
            block.nodes++;
        }
        if (last.node == block.node && last.nodes == block.nodes && last.ppn == block.ppn) {
            last.repeat++;
            continue;
        }
        if (last.nodes) {
            print_block(text, &last, first);
            first = false;
        }
        last = block;
    }
    print_block(text, &last, first);
    text_puts(text, "]}\n");
}

/* The ranks of a node, ascending, as ranges: "0-3,7". */
static void print_ranges(struct text *text, const uint32_t *rank, uint32_t count)
{
    for (uint32_t i = 0, last; i < count; i = last + 1) {
        for (last = i; last + 1 < count && rank[last + 1] == rank[last] + 1;)
            last++;
        text_puts(text, i ? "," : "");
        text_number(text, rank[i]);
        if (last > i) {
            text_puts(text, "-");
            text_number(text, rank[last]);
        }
    }
}

/* The ranks of each node in ascending order, [ranks], node after node; freed by the caller. */
static uint32_t *ranks_by_node(struct text *text, const struct topomap_plan *plan,
                               const struct topomap_allocation *a)
{
    uint32_t *at = array_raw(plan->ranks, sizeof *at), *next = array_new(a->nodes, sizeof *next);

    if (!at || !next) {
        text->failed = true;
        free(at);
        at = NULL;
    }
    for (uint32_t rank = 0; at && rank < plan->ranks; rank++) {
        uint32_t node = plan->placement[rank];

        at[a->first[node] + next[node]++] = rank;
    }
    free(next);
    return at;
}

void maps_print_pmix(struct text *text, const struct topomap_plan *plan,
                     const struct topomap_request *r)
{
    const struct topomap_allocation *a = r->allocation;
    uint32_t *at = ranks_by_node(text, plan, a);
    const char *mark = "pmix.nmap=";

    for (uint32_t node = 0; node < a->nodes; node++) {
        if (!a->tasks[node])
            continue;
        text_puts(text, mark);
        text_puts(text, topomap_allocation_host(a, node));
        mark = ",";
    }
    mark = "\npmix.pmap=";
    for (uint32_t node = 0; at && node < a->nodes; node++) {
        if (!a->tasks[node])
            continue;
        text_puts(text, mark);
        print_ranges(text, at + a->first[node], a->tasks[node]);
        mark = ";";
    }
    text_puts(text, "\n");
    free(at);
}

int maps_check_bgmap(const struct topomap_plan *plan, const struct topomap_request *r,
                     struct topomap_error *error)
{
    (void)plan;
    if (topomap_network_dims(topomap_allocation_network(r->allocation)))
        return 0;
    return error_set(error, TOPOMAP_IMPOSSIBLE, "format 'bgmap': the nodes have no coordinates");
}

int maps_check_fujitsu(const struct topomap_plan *plan, const struct topomap_request *r,
                       struct topomap_error *error)
{
    struct topomap_error why;
    struct places places;

    (void)plan;
    if (topomap_network_dims(topomap_allocation_network(r->allocation)) > FUJITSU_DIMS)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "format 'fujitsu': the network has more than %d dimensions",
                         FUJITSU_DIMS);
    if (places_make_single(&places, r->allocation, &why) < 0)
        return error_set(error, why.code, "format 'fujitsu': %.400s", why.text);
    places_free(&places);
    return 0;
}
