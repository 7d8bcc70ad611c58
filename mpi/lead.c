/* SPDX-License-Identifier: BSD-3-Clause */
#include "lead.h"

#include "places.h"
#include "settings.h"

#include "base/clock.h"
#include "topomap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIMENSIONS 8 /* of ranks' coordinates */

/* Input and result of planning. */
struct work {
    MPI_Info info;
    struct setting setting; /* the setting that is wrong, if any */
    struct places places;
    struct topomap_graph *graph;
    struct topomap_request *request;
    struct topomap_plan *plan;
    double seconds; /* duration of planning */
};

bool lead_wanted(const struct hosts *hosts, uint32_t ranks, struct outcome *outcome)
{
    if (!hosts->node)
        outcome_keep(outcome, "the old order stays: out of memory");
    else if (hosts->count == 1)
        outcome_keep(outcome, "%u ranks on 1 node: the old order stays, no rank can come nearer",
                     ranks);
    else
        return true;
    return false;
}

/* Keep the old order; if a setting of MPI_Info in work->setting is wrong, that is an error. */
static void give_up(const struct work *work, const struct topomap_error *error,
                    struct outcome *outcome)
{
    const struct setting *setting = &work->setting;

    if (setting->from_info)
        outcome_fail(outcome, MPI_ERR_INFO_VALUE, "%s: %s", setting->name, error->text);
    else if (*setting->value)
        outcome_keep(outcome, "the old order stays: %s: %s", setting->name, error->text);
    else
        outcome_keep(outcome, "the old order stays: %s", error->text);
}

static bool make_graph(struct work *work, const struct edges *edges, uint32_t ranks,
                       struct outcome *outcome)
{
    struct topomap_error error = {TOPOMAP_INTERNAL, "out of memory"};
    struct topomap_edge *list;
    size_t total = 0, at = 0;

    for (uint32_t i = 0; i < ranks; i++)
        total += (size_t)edges->count[i];
    list = calloc(total + 1, sizeof *list);
    for (uint32_t i = 0; list && i < ranks; i++) {
        for (int k = 0; k < edges->count[i]; k++, at++) {
            const struct edge *edge = edges->edge + at;

            if (edge->weight < 0) {
                outcome_fail(outcome, MPI_ERR_ARG, "rank %u: a weight is negative: %d", i,
                             edge->weight);
                free(list);
                return false;
            }
            /* Nobody counts messages: two edges to the same rank are not two of them. */
            list[at] = (struct topomap_edge){i, (uint32_t)edge->rank, (uint64_t)edge->weight, 0};
        }
    }
    if (list)
        work->graph = topomap_graph_create(ranks, list, total, &error);
    free(list);
    if (!work->graph)
        outcome_keep(outcome, "the old order stays: %s", error.text);
    return work->graph != NULL;
}

/* Set the coordinates of a process grid, which some algorithms use. */
static void set_coordinates(struct work *work, MPI_Comm comm, uint32_t ranks)
{
    int topology, dims = 0, place[MAX_DIMENSIONS];
    double *values;

    PMPI_Topo_test(comm, &topology);
    if (topology == MPI_CART)
        PMPI_Cartdim_get(comm, &dims);
    if (dims < 1 || dims > MAX_DIMENSIONS)
        return;
    values = calloc((size_t)ranks * (size_t)dims, sizeof *values);
    for (uint32_t i = 0; values && i < ranks; i++) {
        PMPI_Cart_coords(comm, (int)i, dims, place);
        for (int d = 0; d < dims; d++)
            values[(size_t)i * (size_t)dims + (size_t)d] = place[d];
    }
    if (values)
        topomap_request_set_coordinates(work->request, (uint32_t)dims, values, NULL);
    free(values);
}

/* Processes whose node runs their old rank in the plan keep it. The others on a node get its
 * remaining ranks, in order. */
static int assign(const struct hosts *hosts, const uint32_t *placement, uint32_t ranks,
                  int *newrank)
{
    uint32_t *next = calloc((size_t)hosts->count + 1, sizeof *next);
    uint32_t *waiting = calloc(ranks, sizeof *waiting);

    for (uint32_t i = 0; next && waiting && i < ranks; i++)
        next[hosts->node[i] + 1] += placement[i] != hosts->node[i];
    for (uint32_t i = 0; next && waiting && i < hosts->count; i++)
        next[i + 1] += next[i];
    /* next[n] is now where the processes of node n begin. */
    for (uint32_t i = 0; next && waiting && i < ranks; i++) {
        if (placement[i] == hosts->node[i])
            newrank[i] = (int)i;
        else
            waiting[next[hosts->node[i]]++] = i;
    }
    /* The start of each node is the end of the one before: go backwards. */
    for (uint32_t i = ranks; next && waiting && i-- > 0;) {
        if (placement[i] != hosts->node[i])
            newrank[waiting[--next[placement[i]]]] = (int)i;
    }
    free(next);
    free(waiting);
    return next && waiting ? 0 : -1;
}

static void tell(const struct work *work, uint32_t ranks, uint32_t nodes, struct outcome *outcome)
{
    const char *kind = topomap_network_kind(work->places.network);
    double milliseconds = work->seconds * 1e3;

    outcome->before = topomap_metrics_get(topomap_plan_before(work->plan), TOPOMAP_SCORE);
    outcome->after = topomap_metrics_get(topomap_plan_after(work->plan), TOPOMAP_SCORE);
    if (outcome->kept)
        outcome_keep(outcome,
                     "%u ranks on %u nodes: the old order stays, nothing better was found "
                     "(%s network from %.200s, %.0f ms)",
                     ranks, nodes, kind, work->places.from, milliseconds);
    else
        snprintf(outcome->text, sizeof outcome->text,
                 "%u ranks on %u nodes: %s 1.00 -> %.2f of the old order "
                 "(%s, %s network from %.200s, %.0f ms)",
                 ranks, nodes, topomap_plan_quantity(work->plan),
                 outcome->before > 0 ? outcome->after / outcome->before : 1,
                 topomap_plan_algorithm(work->plan), kind, work->places.from, milliseconds);
}

/* Prepare the network and the request, and report what is wrong. */
static bool prepare(struct work *work, const struct hosts *hosts, MPI_Comm comm, uint32_t ranks,
                    struct outcome *outcome)
{
    struct topomap_error error;

    if (setting_find_unknown(work->info, &work->setting)) {
        outcome_fail(outcome, MPI_ERR_INFO_KEY, "%.200s: no such setting", work->setting.name);
        return false;
    }
    setting_read(&work->setting, SETTING_NETWORK, work->info);
    if (places_find(&work->places, hosts, work->setting.value, &error) < 0) {
        /* A host that is missing in a network is a case of doubt, not a wrong setting. */
        if (error.code == TOPOMAP_IMPOSSIBLE)
            outcome_keep(outcome, "the old order stays: %s", error.text);
        else
            give_up(work, &error, outcome);
        return false;
    }
    work->request = topomap_request_new(work->graph, work->places.allocation, &error);
    if (!work->request ||
        topomap_request_set_layout(work->request, hosts->node, &error) < 0) {
        outcome_keep(outcome, "the old order stays: %s", error.text);
        return false;
    }
    if (settings_apply(work->info, work->request, &work->setting, &error) < 0) {
        give_up(work, &error, outcome);
        return false;
    }
    set_coordinates(work, comm, ranks);
    return true;
}

static void plan(struct work *work, const struct hosts *hosts, uint32_t ranks, int *newrank,
                 struct outcome *outcome)
{
    double start = clock_seconds();
    struct topomap_error error;

    work->plan = topomap_plan_create(work->request, &error);
    work->seconds = clock_seconds() - start;
    if (!work->plan && error.code == TOPOMAP_USAGE) {
        setting_read(&work->setting, SETTING_ALGORITHM, work->info);
        give_up(work, &error, outcome);
    } else if (!work->plan) {
        outcome_keep(outcome, "the old order stays: %s", error.text);
    }
    if (!work->plan)
        return;
    outcome->kept = strcmp(topomap_plan_algorithm(work->plan), "layout") == 0;
    if (!outcome->kept && assign(hosts, topomap_plan_placement(work->plan), ranks, newrank) < 0)
        outcome_keep(outcome, "the old order stays: out of memory");
    else
        tell(work, ranks, hosts->count, outcome);
}

void lead_plan(MPI_Comm comm, MPI_Info info, const struct hosts *hosts, const struct edges *edges,
               uint32_t ranks, int *newrank, struct outcome *outcome)
{
    struct work *work = calloc(1, sizeof *work);

    if (!work) {
        outcome_keep(outcome, "the old order stays: out of memory");
        return;
    }
    work->info = info;
    if (make_graph(work, edges, ranks, outcome) &&
        prepare(work, hosts, comm, ranks, outcome))
        plan(work, hosts, ranks, newrank, outcome);
    topomap_plan_destroy(work->plan);
    topomap_request_destroy(work->request);
    topomap_graph_destroy(work->graph);
    places_free(&work->places);
    free(work);
}
